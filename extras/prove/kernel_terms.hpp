// SPDX-License-Identifier: MIT
// What one thread of a launch computes, as sums of products of names, for a question about one or two of them.
//
//   node 7 of the kernel (compiler/passes/kernel_values.hpp)     blockIdx.x * 32 + threadIdx.x
//   thread_terms first(kernel, query, {.own = "'1"}), second(kernel, query, {.own = "'2"});
//   first.number(7)   32*blockIdx.x'1 + threadIdx.x'1            the query knows that threadIdx.x'1 is from 0 to 31
//
// Numbers are whole numbers without bounds. A sum or product of n bits is the same modulo 2^n, so only what looks at a value
// needs it to be in range: a comparison, a wider type, a division. kernel_model asks Z3 whether it always is there; otherwise the
// value is taken modulo 2^n there. A signed sum that leaves its range, which C++ forbids, is reported by the model.
#pragma once

#include "extras/prove/kernel_query.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <optional>

namespace tileproof::prove {

// How large lengths and operands may be.
struct kernel_limits {
    long_index_t lengths = long_index_t{1} << 47, elements = long_index_t{1} << 45;
    // Nothing more is proved then.
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

// A bound of what a loop carries: at least, or at most, a number or a value that the loop leaves as it is.
struct bound_of_carried {
    bool least;
    std::optional<long> node;
    long_index_t plus;
};

// A kernel, and how it is launched (properties/kernel/user/launch_facts.hpp).
class kernel_model {
  public:
    kernel_model(const nlohmann::json& k, const nlohmann::json& l, const nlohmann::json& f,
                 kernel_limits most)
        : kernel(k), launch(l), facts(f), limits(most) {}

    // Whether the value of a node is, as a whole number, in the range of its bits where a thread looks at it.
    bool in_range(long node, bool is_signed, std::optional<long> block);
    // What holds of a value that a loop carries whenever an iteration begins.
    std::vector<bound_of_carried> bounds_of(long node);
    // A question that knows of lengths, operands, the grid and the blocks.
    kernel_query about_launch() const;
    // The expression of a number of a launch (properties/kernel/user/fitted_number.hpp).
    polynomial number(kernel_query&, const nlohmann::json& fitted) const;
    // A length; one that is a multiple of 4 is 4 times another name.
    polynomial length(const std::string& name) const;
    // In bytes; nothing if it is not known.
    std::optional<polynomial> size_of_operand(kernel_query&, std::size_t operand) const;
    // Blocks of the grid or threads of a block in a dim.
    polynomial extent(kernel_query&, const std::string& what, int dim) const;
    // The entry of an argument, of which a node or a base has the number and the place; null: nothing is known of it.
    nlohmann::json argument(const nlohmann::json& of) const;
    const nlohmann::json& node(long id) const {
        return kernel.at("nodes").at(static_cast<std::size_t>(id));
    }

    // Whether the query has no model. A kernel of which Z3 cannot decide much gets less of its time.
    bool is_proved(const kernel_query&);
    bool out_of_time() const { return seconds_left() <= 0; }
    double seconds_left() const {
        return std::chrono::duration<double>(limits.until - std::chrono::steady_clock::now())
            .count();
    }

    const nlohmann::json &kernel, &launch, &facts;
    const kernel_limits limits;
    bool left_range = false;  // a value was not always in range

  private:
    bool asked_in_range(long node, bool is_signed, std::optional<long> block);
    bool counted_in_range(long node, bool is_signed);
    std::vector<bound_of_carried> bounds_to_try(long node) const;
    std::map<std::tuple<long, bool, long>, bool> known_;
    std::map<long, std::vector<bound_of_carried>> bounds_;
    int undecided_ = 0;
};

// Which iteration of a loop a thread is in.
struct iteration_of_thread {
    std::string key;   // the same for threads in the same one: "same 1"; empty: its own
    polynomial count;  // with a key
};

struct thread_view {
    std::string own = {};  // behind the names of what is the thread's own
    bool own_block = false;
    std::map<long, iteration_of_thread> loops = {};  // of those that its block is in together
    std::string block() const { return own_block ? own : ""; }
};

class thread_terms {
  public:
    thread_terms(kernel_model& m, kernel_query& q, thread_view view)
        : m_(m), q_(q), view_(std::move(view)) {}

    polynomial number(long node) { return known(numbers_, node, &thread_terms::made_number); }
    std::string truth(long node) { return known(truths_, node, &thread_terms::made_truth); }
    void know_conditions(long block) {
        q_.know(conditions(m_.kernel.at("blocks").at(static_cast<std::size_t>(block))));
    }
    std::string conditions(const nlohmann::json& list);  // as one truth value
    std::string truth(const polynomial& of, const bound_of_carried&);
    // threadIdx or blockIdx.
    polynomial index(const std::string& what, int dim);

  private:
    template <class T>
    using known_terms = std::map<std::pair<std::string, long>, T>;  // by way and node
    // What is known whatever way was taken, or of this one; else it is made.
    template <class T>
    T known(known_terms<T>& all, long node, T (thread_terms::*make)(long)) {
        for (const std::string& way : {way_, std::string("true")})
            if (const auto found = all.find({way, node}); found != all.end()) return found->second;
        const T made = (this->*make)(node);
        return all[{way_, node}] = made;
    }
    polynomial made_number(long node);
    std::string made_truth(long node);
    void know_ways(long node, const std::function<std::string(long)>& equals);
    polynomial of_argument(const nlohmann::json&);
    polynomial seen(long node, bool is_signed, const nlohmann::json& by);
    polynomial divided(long id, const nlohmann::json& n, bool is_signed, bool rest);
    polynomial choice(long id, const std::string& condition, const polynomial& a,
                      const polynomial& b);
    polynomial any(const std::string& name, unsigned bits);
    std::string name_of(long id, const nlohmann::json& n) const;
    std::string own(const char* what, long id) const {
        return fmt::format("{} {}{}", what, id, view_.own);
    }

    kernel_model& m_;
    kernel_query& q_;
    const thread_view view_;
    std::string way_ = "true";  // of a phi that is looked at: it alone has its facts
    known_terms<polynomial> numbers_;
    known_terms<std::string> truths_;
};

}  // namespace tileproof::prove
