// SPDX-License-Identifier: MIT
// The contract of kernels whose output element i depends on element i of each input.
//
//   elementwise<float, float, float>("add", [](float a, float b) { return a + b; })
//   a = 1 2, b = 10 20: out = 11 22
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "tileproof/kernel_test/contract.hpp"

namespace tileproof::sdk {

template <class Out, class... In>
class elementwise_test : public contract<elementwise_test<Out, In...>> {
  public:
    template <class F>
    elementwise_test(std::string name, F f)
        : contract<elementwise_test>(std::move(name), "elementwise", {"n"}) {
        auto& d = this->data_;
        int number = 0;
        (d.operands.push_back(make_operand<In>("input " + std::to_string(number++), {"n"})), ...);
        d.operands.push_back(make_operand<Out>("the output", {"n"}, operand_use::output));
        d.law = relation::reversed;
        d.reference = [f](const answer& a) {
            constexpr std::size_t out = sizeof...(In);
            for (long i = 0; i < a.dims[0]; ++i) {
                const Out y = apply(f, a, i, std::index_sequence_for<In...>());
                static_cast<Out*>(a.outputs[out])[i] = y;
            }
            for (std::size_t k = 0; a.values[out] && k < a.values[out]->size(); ++k) {
                const double value = number_in<Out>(a.outputs[out], k);
                (*a.values[out])[k] = value;
                (*a.bounds[out])[k] = 0;
            }
        };
    }
    // The result may differ from f's by this share of its size; by default every bit must agree.
    elementwise_test& within(double relative) {
        auto& d = this->data_;
        this->require_bound(relative);
        d.bounded = d.relative = true;
        d.reference = [exact = d.reference, relative](const answer& a) {
            exact(a);
            constexpr std::size_t out = sizeof...(In);
            for (std::size_t k = 0; k < a.values[out]->size(); ++k)
                (*a.bounds[out])[k] = bound_around((*a.values[out])[k], relative, 0);
        };
        return *this;
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            run(start, c, std::index_sequence_for<In...>());
        };
        return kernel_test(std::move(this->data_));
    }

  private:
    template <class F, std::size_t... K>
    static Out apply(const F& f, const answer& a, long i, std::index_sequence<K...>) {
        return f(static_cast<const In*>(a.inputs[K])[i]...);
    }
    template <class F, std::size_t... K>
    static void run(const F& start, const call& c, std::index_sequence<K...>) {
        start(static_cast<const In*>(c.pointers[K])...,
              static_cast<Out*>(c.pointers[sizeof...(In)]), c.dims[0]);
    }
};

}  // namespace tileproof::sdk
