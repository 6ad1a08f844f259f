// SPDX-License-Identifier: MIT
#include "extras/prove/kernel_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tileproof::prove {

using nlohmann::json;

namespace {

constexpr kernel_limits all_limits[] = {
    {}, {long_index_t{1} << 31, long_index_t{1} << 31}, {1 << 30, 1 << 30}};
constexpr long_index_t small_lengths[] = {4, 40, 300};  // to try
constexpr std::size_t most_reasons = 4, most_tried = 9;

std::string place_of(const json& at) {
    const std::string file = at.at("file").get<std::string>();
    return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), at.at("line").get<int>());
}

// Memory that accesses have in common: "operand 0", "shared tile"; empty: a thread's own.
struct memory_of_access {
    std::string name;
    bool in_block = false;
    std::string why = {};  // not empty: it is not known
};

class kernel_search {
  public:
    kernel_search(const json& kernel, const json& launch, const json& facts, kernel_limits limits)
        : m_(kernel, launch, facts, limits) {}

    kernel_proof run(bool last) {
        kernel_proof p;
        p.limits = m_.limits;
        for (const json& why : m_.kernel.at("unknown"))
            tested_only(p, place_of(why) + ": " + why.at("why").get<std::string>());
        if (m_.launch.value("varies", false))
            tested_only(p, "the kernel is not launched equally often for all lengths");
        if (m_.about_launch().ask().what == solver_answer::kind::no_model)
            tested_only(p, "no lengths have a launch like that");
        if (p.bounds.what != verdict::proved) return p;
        check_overflow(p);
        // The last time, for lengths to try.
        if (p.bounds.what != verdict::proved && !last) return p;
        for (const json& a : m_.kernel.at("accesses")) check_bounds(p.bounds, a);
        for (const json& n : m_.kernel.at("never")) check_never(p.bounds, n);
        check_races(p.races);
        return p;
    }
    bool left_range() const { return m_.left_range; }
    // Lengths of models of open questions, small ones first.
    std::vector<values> lengths_to_try() const {
        std::vector<values> all;
        for (const kernel_query& q : open_)
            if (all.size() < most_tried)
                for (values& v : lengths_of(q)) all.push_back(std::move(v));
        return all;
    }

  private:
    static void tested_only(kernel_answer& a, const std::string& why) {
        a.what = verdict::tested_only;
        if (a.why.size() < most_reasons && std::ranges::find(a.why, why) == a.why.end())
            a.why.push_back(why);
    }
    static void tested_only(kernel_proof& p, const std::string& why) {
        tested_only(p.bounds, why);
        tested_only(p.races, why);
    }

    // What C++ leaves undefined makes everything that follows uncertain.
    void check_overflow(kernel_proof& p) {
        long node = 0;
        for (const json& n : m_.kernel.at("nodes")) {
            for (const bool is_signed : {true, false}) {
                if (!n.value(is_signed ? "nsw" : "nuw", false) ||
                    m_.in_range(node, is_signed, n.at("block").get<long>()))
                    continue;
                const bool product = n.at("op") == "mul" || n.at("op") == "shl";
                tested_only(p, fmt::format("line {}: a {} may leave the range of its {} bits",
                                           n.at("line").get<int>(), product ? "product" : "sum",
                                           n.at("bits").get<int>()));
            }
            ++node;
        }
        for (const json& a : m_.launch.at("arguments")) {
            if (!a.contains("value") || a.at("value").is_null() || a.at("bits") < 8) continue;
            const int bits = a.at("bits");
            kernel_query q = m_.about_launch();
            q.know(fmt::format("(not (and (<= (* (- 2) {0}) {1}) (< {1} (* 2 {0}))))",
                               long_index_t{1} << (bits - 2), q.text(m_.number(q, a.at("value")))));
            if (m_.is_proved(q)) continue;
            m_.left_range = true;
            tested_only(p, fmt::format("argument {} may leave the range of its {} bits",
                                       a.at("number").get<int>() + 1, bits));
        }
    }

    memory_of_access memory_of(const json& access) const {
        const json& base = access.at("base");
        const std::string kind = base.at("kind");
        if (kind == "unknown") return {"", false, base.at("why")};
        if (kind == "local") return {};
        // All arrays of dynamic shared memory begin at the same place.
        if (kind == "shared" && base.at("bytes") == 0) return {"shared", true};
        if (kind != "argument")
            return {kind + " " + base.at("name").get<std::string>(), kind == "shared"};
        const json a = m_.argument(base);
        if (a.is_null() || !a.contains("operand") || a.at("bytes").is_null())
            return {"", false, "the pointer is not that of an operand"};
        return {fmt::format("operand {}", a.at("operand").get<int>())};
    }

    // In bytes from the beginning of the memory.
    polynomial begin_of(kernel_query& q, thread_terms& t, const json& access) const {
        const json& base = access.at("base");
        const polynomial at = t.number(access.at("at"));
        if (base.at("kind") != "argument") return at;
        return at + m_.number(q, m_.argument(base).at("bytes"));
    }

    std::optional<polynomial> size_of(kernel_query& q, const json& access) const {
        const json& base = access.at("base");
        if (base.at("kind") == "argument")
            return m_.size_of_operand(q, m_.argument(base).at("operand"));
        const long_index_t bytes = base.at("bytes");
        if (bytes > 0 || base.at("kind") != "shared") return bytes;
        const json& shared = m_.launch.at("shared");
        if (shared.is_null()) return {};
        return m_.number(q, shared);
    }

    std::vector<values> lengths_of(const kernel_query& asked) const {
        std::vector<std::string> names;
        for (const json& n : m_.facts.at("names")) names.push_back(n.at("name"));
        std::vector<values> all;
        for (const long_index_t most : small_lengths) {
            kernel_query q = asked;
            for (const std::string& n : names) q.know(fmt::format("(<= {} {})", q.name(n), most));
            if (m_.out_of_time()) return all;
            const solver_answer a = q.ask(names, 4, m_.seconds_left());
            if (a.what == solver_answer::kind::model && !a.model.empty()) all.push_back(a.model);
        }
        return all;
    }

    void conclude(kernel_answer& to, const kernel_query& q, const std::string& open) {
        if (m_.is_proved(q)) {
            ++to.count;
            return;
        }
        if (m_.out_of_time()) return void(to.what = verdict::tested_only);
        tested_only(to, open);
        open_.push_back(q);
    }

    // Whether it is computed of what a thread has loaded.
    bool depends_on_memory(long id, std::set<long>& seen) const {
        if (!seen.insert(id).second) return false;
        const json& n = m_.node(id);
        if (n.value("loaded", false)) return true;
        return n.contains("of") && std::ranges::any_of(n.at("of"), [&](const json& o) {
                   return depends_on_memory(o, seen);
               });
    }

    void check_bounds(kernel_answer& to, const json& access) {
        const memory_of_access memory = memory_of(access);
        if (!memory.why.empty()) return tested_only(to, place_of(access) + ": " + memory.why);
        const json& base = access.at("base");
        const std::string kind = access.at("kind");
        if (base.at("kind") == "argument" && kind == "store") {
            const std::size_t operand = m_.argument(base).at("operand");
            if (m_.facts.at("operands").at(operand).at("use") == "input")
                return tested_only(to, place_of(access) + ": it writes to an input");
        }
        kernel_query q = m_.about_launch();
        thread_terms t(m_, q, {.own = "'", .own_block = true});
        t.know_conditions(access.at("block"));
        const polynomial begin = begin_of(q, t, access);
        const auto size = size_of(q, access);
        if (!size)
            return tested_only(to, place_of(access) + ": the size of the memory is not known");
        q.know(fmt::format("(not (and (<= 0 {}) (<= {} {})))", q.text(begin),
                           q.text(begin + access.at("bytes").get<long_index_t>()), q.text(*size)));
        std::set<long> seen;
        conclude(to, q,
                 depends_on_memory(access.at("at"), seen)
                     ? place_of(access) + ": the address depends on loaded data"
                     : fmt::format("{}: whether the {} stays in its memory was not proved",
                                   place_of(access), kind));
    }

    void check_never(kernel_answer& to, const json& place) {
        kernel_query q = m_.about_launch();
        thread_terms t(m_, q, {.own = "'", .own_block = true});
        t.know_conditions(place.at("block"));
        conclude(to, q,
                 fmt::format("{}: whether {} was not decided", place_of(place),
                             place.at("what").get<std::string>()));
    }

    static thread_view in_interval(const std::string& own, const json& loops) {
        thread_view v{.own = own, .own_block = false};
        for (const json& l : loops) {
            const long id = l.at(0), more = l.at(2);
            const std::string kind = l.at(1);
            iteration_of_thread& i = v.loops[id];
            if (kind == "some") continue;
            i.key = fmt::format("{} {}", kind, more);
            i.count = more;
            if (kind == "same")
                i.count = i.count + polynomial::name(fmt::format("iteration of {}", id));
        }
        return v;
    }

    void check_pair(kernel_answer& to, const json& a, const json& b, const thread_view& one,
                    const thread_view& other) {
        kernel_query q = m_.about_launch();
        thread_terms first(m_, q, one), second(m_, q, other);
        first.know_conditions(a.at("block"));
        second.know_conditions(b.at("block"));
        const polynomial p = begin_of(q, first, a), r = begin_of(q, second, b);
        q.know(fmt::format("(and (< {} {}) (< {} {}))", q.text(p),
                           q.text(r + b.at("bytes").get<long_index_t>()), q.text(r),
                           q.text(p + a.at("bytes").get<long_index_t>())));
        const char* const what = one.own_block ? "blockIdx" : "threadIdx";
        std::string differ = "(or";
        for (int d = 0; d < 3; ++d) {
            differ += fmt::format(" (not (= {} {}))", q.text(first.index(what, d)),
                                  q.text(second.index(what, d)));
            (void)first.index("threadIdx", d), (void)second.index("threadIdx", d);
        }
        q.know(differ + ")");
        conclude(
            to, q,
            fmt::format("{} and {}: whether threads of {} touch the same was not decided",
                        place_of(a), place_of(b), one.own_block ? "different blocks" : "a block"));
    }

    void check_races(kernel_answer& to) {
        const json& accesses = m_.kernel.at("accesses");
        std::vector<memory_of_access> memory;
        for (const json& a : accesses) {
            memory.push_back(memory_of(a));
            if (!memory.back().why.empty()) tested_only(to, place_of(a) + ": " + memory.back().why);
        }
        const auto may_race = [&](std::size_t i, std::size_t j) {
            const json &a = accesses[i], &b = accesses[j];
            return !memory[i].name.empty() && memory[i].name == memory[j].name &&
                   (a.at("kind") == "store" || b.at("kind") == "store") &&
                   !(a.at("atomic").get<bool>() && b.at("atomic").get<bool>());
        };
        for (std::size_t i = 0; i < accesses.size(); ++i)
            for (std::size_t j = i; j < accesses.size(); ++j)
                if (may_race(i, j) && !memory[i].in_block)
                    check_pair(to, accesses[i], accesses[j], {.own = "'1", .own_block = true},
                               {.own = "'2", .own_block = true});
        std::set<std::string> seen;
        for (const json& interval : m_.kernel.at("intervals"))
            for (const json& a : interval)
                for (const json& b : interval) {
                    const std::size_t i = a.at("access"), j = b.at("access");
                    if (i > j || !may_race(i, j) || !seen.insert(a.dump() + b.dump()).second)
                        continue;
                    if (i == j && seen.contains(b.dump() + a.dump()) && a != b) continue;
                    check_pair(to, accesses[i], accesses[j], in_interval("'1", a.at("loops")),
                               in_interval("'2", b.at("loops")));
                }
    }

    kernel_model m_;
    std::vector<kernel_query> open_;
};

std::vector<std::string> launch_text(const json& launch) {
    const auto text = [](const json& f) {
        return f.is_null() ? "anything" : f.at("text").get<std::string>();
    };
    std::vector<std::string> all;
    for (const char* what : {"grid", "block"})
        all.push_back(fmt::format("{} = {}, {}, {}", what, text(launch.at(what)[0]),
                                  text(launch.at(what)[1]), text(launch.at(what)[2])));
    for (const json& a : launch.at("arguments")) {
        const std::string name =
            a.value("name", fmt::format("argument {}", a.at("number").get<int>() + 1));
        std::string is;
        if (a.contains("operand") && !a.at("bytes").is_null())
            is = a.at("operand_name").get<std::string>() +
                 (text(a.at("bytes")) == "0" ? "" : " + " + text(a.at("bytes")) + " bytes");
        else if (a.contains("value") && !a.at("value").is_null())
            is = text(a.at("value"));
        if (!is.empty() && is != name) all.push_back(name + " = " + is);
    }
    return all;
}

}  // namespace

kernel_proof prove_kernel(const json& kernel, const json& launch, const json& facts,
                          double seconds) {
    const auto until = std::chrono::steady_clock::now() +
                       std::chrono::milliseconds(static_cast<long>(seconds * 1000));
    kernel_proof best;
    std::optional<kernel_search> of_best;
    for (kernel_limits limits : all_limits) {
        const bool first = limits.lengths == all_limits[0].lengths;
        limits.until = until;
        kernel_search s(kernel, launch, facts, limits);
        kernel_proof p = s.run(limits.lengths == std::end(all_limits)[-1].lengths);
        const bool left_range = s.left_range();
        const auto proved = [](const kernel_proof& k) {
            return (k.bounds.what == verdict::proved) + (k.races.what == verdict::proved);
        };
        if (first || proved(p) > proved(best) || proved(best) == 0) {
            best = std::move(p);
            best.limited = !first;
            of_best.emplace(std::move(s));
        }
        if (proved(best) == 2 || !left_range || std::chrono::steady_clock::now() >= until) break;
    }
    best.lengths = of_best->lengths_to_try();
    if (std::chrono::steady_clock::now() >= until)
        for (kernel_answer* const a : {&best.bounds, &best.races})
            if (a->what != verdict::proved)
                a->why = {fmt::format("time was over after {:g} s", seconds)};
    best.name = kernel.at("name").get<std::string>();
    best.launch = launch_text(launch);
    return best;
}

}  // namespace tileproof::prove
