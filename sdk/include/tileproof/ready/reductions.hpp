// SPDX-License-Identifier: MIT
// Sums, least and greatest elements, running sums, counts.
//
//   reduce<float>("total", reduction::sum)     x = 1 2 3: y = 6
//   scan<int>("offsets", scan_kind::exclusive) x = 1 2 3: y = 0 1 3
//   histogram("bins")                          x = 0 2 2 of bins 3: counts = 1 0 2
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "tileproof/custom_contract.hpp"
#include "tileproof/ready/rounding.hpp"

namespace tileproof {

enum class reduction { sum, least, greatest };
enum class scan_kind { inclusive, exclusive };

namespace sdk {

// A running sum. Whole numbers wrap around, as in the kernel.
template <class T, class Sum, bool Whole = std::is_integral_v<T>>
class growing_sum {
  public:
    void add(const T& term) { all_.add(as_double(term)); }
    void put(const arrays& a, const std::string& name, long at) const {
        a.value(name)(at) = all_.value();
        a.bound(name)(at) = all_.bound();
    }

  private:
    sum<Sum, T> all_;
};
template <class T, class Sum>
class growing_sum<T, Sum, true> {
  public:
    void add(T term) { all_ += static_cast<std::uint64_t>(term); }
    void put(const arrays& a, const std::string& name, long at) const {
        a.out<T>(name)(at) = static_cast<T>(all_);
    }

  private:
    std::uint64_t all_ = 0;
};

template <class T, class Row>
void put_reduced(const arrays& a, long at, reduction what, const Row& row) {
    if (what == reduction::sum) {
        growing_sum<T, sum_type<T>> all;
        for (long i = 0; i < row.size(); ++i) all.add(row(i));
        return all.put(a, "y", at);
    }
    const auto chosen = [what](const auto& all) {
        return what == reduction::least ? all.minCoeff() : all.maxCoeff();
    };
    if constexpr (std::is_integral_v<T>)
        a.out<T>("y")(at) = chosen(row);
    else
        a.value("y")(at) = chosen(doubles(row)), a.bound("y")(at) = 0;
}

template <class T>
custom reduce_rows(custom c, reduction what) {
    const auto answer = [what](const arrays& a) {
        const auto x = a.in<T>("x");
        for (long r = 0; r < x.rows(); ++r) put_reduced<T>(a, r, what, x.row(r).transpose());
    };
    // The maximum of a NaN is not defined.
    if (what == reduction::sum)
        c.any_bits();
    else
        c.no_nan();
    return std::is_integral_v<T> ? c.reference(answer) : c.bounded_reference(answer);
}

}  // namespace sdk

// x {rows, columns}, y {rows}: one number for each row. Empty rows are not tried for the least and the greatest
// element.
template <class T>
custom row_reduce(std::string name, reduction what) {
    custom c(std::move(name), {"rows", "columns"}, "row_reduce");
    c.input<T>("x", {"rows", "columns"}).template output<T>("y", {"rows"});
    if (what != reduction::sum) c.at_least({0, 1});
    return sdk::reduce_rows<T>(std::move(c), what);
}

// x {n}, y {1}.
template <class T>
custom reduce(std::string name, reduction what) {
    custom c(std::move(name), {"n"}, "reduce");
    c.input<T>("x", {"1", "n"}).template output<T>("y", {"1"});
    if (what != reduction::sum) c.at_least({1});
    return sdk::reduce_rows<T>(std::move(c), what);
}

// x {n}, y {n}: y[i] is the sum of x[0] to x[i], or to x[i - 1].
template <class T>
custom scan(std::string name, scan_kind kind) {
    custom c(std::move(name), {"n"}, "scan");
    c.input<T>("x", {"n"}).any_bits().template output<T>("y", {"n"});
    const auto answer = [kind](const arrays& a) {
        const auto x = a.in<T>("x");
        sdk::growing_sum<T, sdk::sum_type<T>> all;
        for (long i = 0; i < x.rows(); ++i) {
            if (kind == scan_kind::exclusive) all.put(a, "y", i);
            all.add(x(i));
            if (kind == scan_kind::inclusive) all.put(a, "y", i);
        }
    };
    return std::is_integral_v<T> ? c.reference(answer) : c.bounded_reference(answer);
}

// x {n} of whole numbers below bins, counts {bins} of 32 bits, with arbitrary contents before the launch.
inline custom histogram(std::string name) {
    custom c(std::move(name), {"n", "bins"}, "histogram");
    c.input<std::int32_t>("x", {"n"})
        .indices_below("bins")
        .output<std::int32_t>("counts", {"bins"});
    c.at_least({0, 1}).reference([](const arrays& a) {
        auto counts = a.out<std::int32_t>("counts");
        counts.setZero();
        for (const std::int32_t bin : a.in<std::int32_t>("x").reshaped()) ++counts(bin);
    });
    return c;
}

}  // namespace tileproof
