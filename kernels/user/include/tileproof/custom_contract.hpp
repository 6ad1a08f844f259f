// A contract of your own: named dims, inputs and outputs, and the right answer as a function on
// Eigen maps.
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
// in() and out() are two-dimensional, row-major arrays: the last extent is the columns, all others
// together the rows. One extent alone is a column. Results are compared bit by bit;
// within(relative, absolute) allows |actual - right| <= relative * |right| + absolute.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "tileproof/kernel_test.hpp"

namespace tileproof {
namespace user {

inline std::size_t place(const std::vector<std::string>& names, const std::string& name,
                         const char* what) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
        throw std::runtime_error(std::string("There is no ") + what + " '" + name + "'.");
    return static_cast<std::size_t>(at - names.begin());
}

struct naming {
    std::vector<std::string> dims, operands;
    std::vector<std::vector<int>> extents;
    std::size_t inputs = 0;  // operands before this one are inputs
};

}  // namespace user

template <class T>
using array_of = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class arrays {
  public:
    arrays(const user::naming& names, const user::answer& a) : names_(names), answer_(a) {}
    long dim(const std::string& name) const {
        return answer_.dims[user::place(names_.dims, name, "dim")];
    }
    template <class T>
    Eigen::Map<const array_of<T>> in(const std::string& name) const {
        const std::size_t k = user::place(names_.operands, name, "input");
        const auto [rows, columns] = size(k);
        return {static_cast<const T*>(answer_.inputs.at(k)), rows, columns};
    }
    template <class T>
    Eigen::Map<array_of<T>> out(const std::string& name) const {
        const std::size_t k = user::place(names_.operands, name, "output");
        const auto [rows, columns] = size(k);
        return {static_cast<T*>(answer_.outputs.at(k - names_.inputs)), rows, columns};
    }

  private:
    std::pair<long, long> size(std::size_t k) const {
        const std::vector<int>& e = names_.extents[k];
        if (e.size() == 1) return {answer_.dims[e[0]], 1};
        long rows = 1;
        for (std::size_t i = 0; i + 1 < e.size(); ++i) rows *= answer_.dims[e[i]];
        return {rows, e.empty() ? 1 : answer_.dims[e.back()]};
    }
    const user::naming& names_;
    const user::answer& answer_;
};

class pointers {
  public:
    pointers(const user::naming& names, const user::call& c) : names_(names), call_(c) {}
    long dim(const std::string& name) const {
        return call_.dims[user::place(names_.dims, name, "dim")];
    }
    template <class T>
    const T* in(const std::string& name) const {
        return static_cast<const T*>(call_.pointers[user::place(names_.operands, name, "input")]);
    }
    template <class T>
    T* out(const std::string& name) const {
        return static_cast<T*>(call_.pointers[user::place(names_.operands, name, "output")]);
    }
    // Elements between rows (of the last but one extent) of a strided() test.
    long stride(const std::string& name) const {
        return call_.strides[user::place(names_.operands, name, "operand")].back();
    }

  private:
    const user::naming& names_;
    const user::call& call_;
};

class custom : public contract<custom> {
  public:
    custom(std::string name, std::vector<std::string> dims)
        : contract<custom>(std::move(name), "custom", dims) {
        names_.dims = std::move(dims);
    }
    // Inputs first, then outputs.
    template <class T>
    custom& input(std::string name, const std::vector<std::string>& extents) {
        add<T>(std::move(name), extents, false);
        names_.inputs = names_.operands.size();
        return *this;
    }
    template <class T>
    custom& output(std::string name, const std::vector<std::string>& extents) {
        add<T>(std::move(name), extents, true);
        // From double to the type and back: how the harness reads an output that has a bound.
        widen_.push_back([](const void* p, std::size_t i) {
            return static_cast<double>(static_cast<const T*>(p)[i]);
        });
        return *this;
    }
    template <class F>
    custom& reference(F f) {
#ifndef TILEPROOF_CPU_CHECKED  // the answer comes from the cpu device's copy of this file
        data_.reference = [f, kept = kept_](const user::answer& a) { f(arrays(*kept, a)); };
#endif
        return *this;
    }
    custom& within(double relative, double absolute = 0) {
        relative_ = relative;
        absolute_ = absolute;
        data_.bounded = true;
        return *this;
    }
    template <class F>
    kernel_test launch(F f) {
        *kept_ = names_;
        data_.launch = [f, kept = kept_](const user::call& c) { f(pointers(*kept, c)); };
        if (data_.bounded) bound();
        return kernel_test(std::move(data_));
    }

  private:
    template <class T>
    void add(std::string name, const std::vector<std::string>& extents, bool output) {
        std::vector<int> numbers;
        for (const std::string& e : extents)
            numbers.push_back(static_cast<int>(user::place(names_.dims, e, "dim")));
        data_.operands.push_back(user::make_operand<T>(name, numbers, output));
        names_.operands.push_back(std::move(name));
        names_.extents.push_back(std::move(numbers));
    }
    void bound() {
        data_.reference = [exact = data_.reference, widen = widen_, relative = relative_,
                           absolute = absolute_](const user::answer& a) {
            exact(a);
            for (std::size_t o = 0; o < widen.size(); ++o)
                for (std::size_t i = 0; i < a.values[o]->size(); ++i) {
                    const double v = widen[o](a.outputs[o], i);
                    (*a.values[o])[i] = v;
                    (*a.bounds[o])[i] = relative * (v < 0 ? -v : v) + absolute;
                }
        };
    }
    user::naming names_;
    // What the functions know, which outlive this builder.
    std::shared_ptr<user::naming> kept_ = std::make_shared<user::naming>();
    std::vector<double (*)(const void*, std::size_t)> widen_;
    double relative_ = 0, absolute_ = 0;
};

}  // namespace tileproof
