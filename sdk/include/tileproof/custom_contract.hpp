// SPDX-License-Identifier: MIT
// Your own contract: named dims, inputs and outputs, and the right answer as a function on Eigen maps.
//
//   static const tileproof::kernel_test sums =
//       tileproof::custom("row_sums", {"rows", "columns"})
//           .input<float>("matrix", {"rows", "columns"})
//           .output<float>("sums", {"rows"})
//           .reference([](const tileproof::arrays& a) {
//               a.out<float>("sums") = a.in<float>("matrix").rowwise().sum();
//           })
//           .launch([](const tileproof::pointers& p) {
//               row_sums<<<p.dim("rows"), 64>>>(p.in<float>("matrix"), p.out<float>("sums"),
//                                               p.dim("columns"));
//           });
//
// in() and out() are two-dimensional, row-major arrays: the last extent gives the columns, all others together the
// rows. A single extent is a column. Results are compared bit by bit; within(relative, absolute) allows |actual -
// right| <= relative * |right| + absolute. accepts(f) replaces the reference where several answers are right:
//
//           .accepts([](const tileproof::arrays& a) {                      // any index of a greatest element
//               const auto x = a.in<float>("x"); const int at = a.out<int>("at")(0);
//               return at >= 0 && at < x.size() && x(at) == x.maxCoeff();
//           })
#pragma once
#include "hip/headers/tileproof_hip/letters_aside.h"

// A reference that asks Eigen for a missing row or a wrong size is the user's mistake, and names its line.
#if !defined(TILEPROOF_GPU) && !defined(eigen_assert)
#include <execinfo.h>

#include "tileproof/kernel_test_data.hpp"

namespace tileproof::sdk {
[[noreturn]] __attribute__((noinline, cold)) inline void fails_in_eigen(const char* rule) {
    mistake m(rule);
    void* frames[24];
    m.called_from.assign(frames, frames + backtrace(frames, 24));
    throw m;
}
}  // namespace tileproof::sdk
#define eigen_assert(rule) ((rule) ? void() : ::tileproof::sdk::fails_in_eigen(#rule))
#endif

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>

#if !defined(TILEPROOF_GPU)
#include "devices/cpu/is_checked.hpp"
#endif
#include "tileproof/kernel_test.hpp"

namespace tileproof {
namespace sdk {

inline std::size_t number_of(const std::vector<std::string>& names, const std::string& name,
                             const char* what) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    if (names.empty())
        throw mistake(std::string("There is no ") + what + " '" + name + "': none is declared.");
    std::string all;
    for (const std::string& n : names) all += (all.empty() ? "" : ", ") + n;
    throw mistake(std::string("There is no ") + what + " '" + name + "'; there are " + all + ".");
}

struct naming {
    std::vector<std::string> dims, operands, types, scalars, scalar_types;
    std::vector<bool> structs;  // of operands

    template <class T>
    std::size_t operand(const std::string& name, const char* what) const {
        const std::size_t k = number_of(operands, name, what);
        if (types[k] != type_name<T>::value)
            throw mistake("'" + name + "' is declared as " + types[k] + " and used as " +
                          type_name<T>::value + ".");
        return k;
    }
    template <class T>
    std::size_t scalar(const std::string& name) const {
        const std::size_t k = number_of(scalars, name, "scalar");
        if (scalar_types[k] != type_name<T>::value)
            throw mistake("'" + name + "' is declared as " + scalar_types[k] + " and used as " +
                          type_name<T>::value + ".");
        return k;
    }
};

}  // namespace sdk

template <class T>
using array_of = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class arrays {
  public:
    arrays(const sdk::naming& names, const sdk::answer& a) : names_(names), answer_(a) {}
    long dim(const std::string& name) const {
        return answer_.dims[sdk::number_of(names_.dims, name, "dim")];
    }
    template <class T>
    T scalar(const std::string& name) const {
        return static_cast<T>(answer_.scalars[names_.scalar<T>(name)]);
    }
    template <class T>
    Eigen::Map<const array_of<T>> in(const std::string& name) const {
        const std::size_t k = names_.operand<T>(name, "input");
        if (!answer_.inputs[k]) throw sdk::mistake("'" + name + "' is an output, not an input.");
        const auto [rows, columns] = size(k);
        return {static_cast<const T*>(answer_.inputs[k]), rows, columns};
    }
    template <class T>
    Eigen::Map<array_of<T>> out(const std::string& name) const {
        const std::size_t k = names_.operand<T>(name, "output");
        if (!answer_.outputs[k]) throw sdk::mistake("'" + name + "' is an input, not an output.");
        const auto [rows, columns] = size(k);
        return {static_cast<T*>(answer_.outputs[k]), rows, columns};
    }

    // For bounded_reference(): the right value of each element of an output, and how far the kernel's may be from it.
    Eigen::Map<array_of<double>> value(const std::string& name) const {
        return wide(name, answer_.values);
    }
    Eigen::Map<array_of<double>> bound(const std::string& name) const {
        return wide(name, answer_.bounds);
    }

  private:
    Eigen::Map<array_of<double>> wide(const std::string& name,
                                      const std::vector<std::vector<double>*>& all) const {
        const std::size_t k = sdk::number_of(names_.operands, name, "output");
        if (!all[k])
            throw sdk::mistake(
                "'" + name +
                "' has no bounds: it is an input, or the test has a reference() without them.");
        if (names_.structs[k])
            throw sdk::mistake("'" + name +
                               "' holds structs, which have no one value: use .reference() and "
                               ".within(), which holds for each member that is no whole number.");
        const auto [rows, columns] = size(k);
        return {all[k]->data(), rows, columns};
    }
    std::pair<long, long> size(std::size_t k) const {
        const std::vector<long>& e = answer_.extents[k];
        if (e.size() == 1) return {e[0], 1};
        long rows = 1;
        for (std::size_t i = 0; i + 1 < e.size(); ++i) rows *= e[i];
        return {rows, e.empty() ? 1 : e.back()};
    }
    const sdk::naming& names_;
    const sdk::answer& answer_;
};

class pointers {
  public:
    pointers(const sdk::naming& names, const sdk::call& c) : names_(names), call_(c) {}
    long dim(const std::string& name) const {
        return call_.dims[sdk::number_of(names_.dims, name, "dim")];
    }
    template <class T>
    T scalar(const std::string& name) const {
        return static_cast<T>(call_.scalars[names_.scalar<T>(name)]);
    }
    template <class T>
    const T* in(const std::string& name) const {
        return static_cast<const T*>(call_.pointers[names_.operand<T>(name, "input")]);
    }
    template <class T>
    T* out(const std::string& name) const {
        return static_cast<T*>(call_.pointers[names_.operand<T>(name, "output")]);
    }
    // Elements from row to row (along the last extent but one) of a strided() test.
    long stride(const std::string& name) const {
        const auto& strides = call_.strides[sdk::number_of(names_.operands, name, "operand")];
        return strides.size() < 2 ? 1 : strides[strides.size() - 2];
    }

  private:
    const sdk::naming& names_;
    const sdk::call& call_;
};

class custom : public contract<custom> {
  public:
    custom(std::string name, std::vector<std::string> dims, std::string kind = "custom")
        : contract<custom>(std::move(name), std::move(kind), dims) {
        names_.dims = std::move(dims);
    }
    // Extents are dims, or expressions of them: {"h + 4", "w"}.
    template <class T>
    custom& input(std::string name, const std::vector<std::string>& extents) {
        return add<T>(std::move(name), extents, sdk::operand_use::input);
    }
    template <class T>
    custom& output(std::string name, const std::vector<std::string>& extents) {
        return add<T>(std::move(name), extents, sdk::operand_use::output);
    }
    // Read and written: in() is its contents before the launch, out() those after it.
    template <class T>
    custom& in_out(std::string name, const std::vector<std::string>& extents) {
        return add<T>(std::move(name), extents, sdk::operand_use::in_out);
    }
    // A number for the launch and the reference, p.scalar<T>(name) and a.scalar<T>(name): drawn from a range, often
    // 0, 1, -1, 0.5, 2, -2 and its ends, or from a list, the simplest first.
    template <class T>
    custom& scalar(std::string name, T least, T most) {
        return add_scalar({std::move(name), sdk::type_name<T>::value, sdk::as_double(least),
                           sdk::as_double(most)});
    }
    template <class T>
    custom& scalar(std::string name, const std::vector<T>& values) {
        sdk::scalar s{std::move(name), sdk::type_name<T>::value, 0, 0, true};
        for (const T v : values) s.values.push_back(sdk::as_double(v));
        return add_scalar(std::move(s));
    }
    // The values of the last declared operand: whole numbers from 0 to below a dim; all different if its only extent
    // is that dim.
    custom& indices_below(std::string dim) {
        data_.operands.back().indices_below = std::move(dim);
        return *this;
    }
    custom& each_once() {
        data_.operands.back().each_once = true;
        return *this;
    }
    // Each element is at least as large as the one before it.
    custom& sorted() {
        data_.operands.back().sorted = true;
        return *this;
    }
    // Rises from 0 to the dim: where each row of a ragged matrix begins, and where the last one ends. Rows may be
    // empty. Its only extent is the number of rows plus 1.
    custom& row_pointers(std::string dim) {
        data_.operands.back().row_pointers = std::move(dim);
        return *this;
    }
    // Each element is one of these values.
    custom& one_of(const std::vector<double>& values) {
        data_.operands.back().one_of = values;
        return *this;
    }
    // The work of a case is the product of its dims, as in matrix products; by default it is the size of the
    // operands.
    custom& work_of_all_dims() {
        data_.work_of_all_dims = true;
        return *this;
    }
    // As in other contracts. The reference must be able to compute any selection of these dims' indices by itself: an
    // element of an output depends only on elements of inputs at the same indices, as the sum of a row depends on
    // that row.
    custom& huge(std::vector<std::string> dims) {
        data_.huge = true;
        data_.apart = std::move(dims);
        return *this;
    }
    template <class F>
    custom& reference(F f) {
// The answer comes from the cpu device's copy of this file.
#if !defined(TILEPROOF_GPU)
        if (!cpu_engine::is_checked())
            data_.reference = [f, kept = kept_](const sdk::answer& a) { f(arrays(*kept, a)); };
#endif
        answered_ = true;
        return *this;
    }
    // Replaces the right answer: f sees the inputs and, as out(), the kernel's outputs. It returns whether they are right,
    // or a sentence that says why not, empty if they are.
    template <class F>
    custom& accepts(F f) {
#if !defined(TILEPROOF_GPU)
        if (!cpu_engine::is_checked())
            data_.accepts = [f, kept = kept_](const sdk::answer& a) -> std::string {
                if constexpr (std::is_same_v<decltype(f(arrays(*kept, a))), bool>)
                    return f(arrays(*kept, a)) ? "" : "They are wrong.";
                else
                    return f(arrays(*kept, a));
            };
#endif
        accepted_ = true;
        return *this;
    }
    // A reference that fills a.value(name) and a.bound(name) of each output instead of a.out<T>(name).
    template <class F>
    custom& bounded_reference(F f) {
        data_.bounded = derived_ = true;
        return reference(std::move(f));
    }
    custom& within(double relative, double absolute = 0) {
        require_bound(relative, absolute);
        given_ = true;
        relative_ = relative;
        absolute_ = absolute;
        data_.bounded = true;
        return *this;
    }
    template <class F>
    kernel_test launch(F f) {
        *kept_ = names_;
        data_.launch = [f, kept = kept_](const sdk::call& c) { f(pointers(*kept, c)); };
        if (accepted_)
            leave_to_accepts();
        else if (given_)
            bound();
        data_.unanswered = given_ && !answered_;
        data_.relative = given_ && absolute_ == 0;
        return kernel_test(std::move(data_));
    }

  private:
    void leave_to_accepts() {
        if (given_)
            mistaken(
                ".within() bounds the error of one answer, and .accepts() has several: leave one "
                "of them out.");
        if (answered_ && data_.contract == "custom")
            mistaken(".reference() and .accepts() both judge the outputs: leave one of them out.");
        data_.reference = nullptr;
        data_.bounded = false;
    }
    custom& add_scalar(sdk::scalar s) {
        names_.scalars.push_back(s.name);
        names_.scalar_types.push_back(s.type);
        data_.scalars.push_back(std::move(s));
        return *this;
    }
    template <class T>
    custom& add(std::string name, const std::vector<std::string>& extents, sdk::operand_use use) {
        data_.operands.push_back(sdk::make_operand<T>(name, extents, use));
        names_.operands.push_back(std::move(name));
        names_.types.push_back(sdk::type_name<T>::value);
        // How the harness reads an output with a bound.
        widen_.push_back(use == sdk::operand_use::input ? nullptr
                                                        : +[](const void* p, std::size_t i) {
                                                              return sdk::number_in<T>(p, i);
                                                          });
        names_.structs.push_back(sdk::named_struct<T>);
        return *this;
    }
    void bound() {
        data_.reference = [exact = data_.reference, widen = widen_, relative = relative_,
                           absolute = absolute_, derived = derived_](const sdk::answer& a) {
            if (exact) exact(a);
            for (std::size_t o = 0; o < widen.size(); ++o) {
                if (!widen[o]) continue;
                for (std::size_t i = 0; i < a.values[o]->size(); ++i) {
                    const double v = derived ? (*a.values[o])[i] : widen[o](a.outputs[o], i);
                    (*a.values[o])[i] = v;
                    (*a.bounds[o])[i] = sdk::bound_around(v, relative, absolute);
                }
            }
        };
    }
    sdk::naming names_;
    // Used by the functions, which outlive this builder.
    std::shared_ptr<sdk::naming> kept_ = std::make_shared<sdk::naming>();
    std::vector<double (*)(const void*, std::size_t)> widen_;
    double relative_ = 0, absolute_ = 0;
    bool derived_ = false, given_ = false;      // bounds by the reference, by within()
    bool answered_ = false, accepted_ = false;  // has a reference, a predicate
};

}  // namespace tileproof

#include "hip/headers/tileproof_hip/letters_back.h"
