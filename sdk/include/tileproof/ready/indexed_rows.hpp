// SPDX-License-Identifier: MIT
// Contracts that select rows of a matrix by a list of indices: embeddings, reorderings, sums by key.
//
//   gather<float>("embedding")    x = 10 20 30, index = 2 0: y = 30 10
//   scatter<float>("reorder")     x = 10 20 30, index = 2 0 1: y = 20 30 10
//   scatter_add<float>("by_key")  y = 1 1, x = 10 20 30, index = 0 0 1: y = 31 31
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tileproof/custom_contract.hpp"
#include "tileproof/ready/reductions.hpp"
#include "tileproof/ready/rounding.hpp"

namespace tileproof {

// x {rows, columns}, index {count}, y {count, columns}: row i of y is row index[i] of x.
template <class T, class Index = std::int32_t>
custom gather(std::string name) {
    custom c(std::move(name), {"count", "rows", "columns"}, "gather");
    c.input<T>("x", {"rows", "columns"})
        .any_bits()
        .template input<Index>("index", {"count"})
        .indices_below("rows");
    c.template output<T>("y", {"count", "columns"})
        .at_least({0, 1, 0})
        .reference([](const arrays& a) {
            const auto index = a.in<Index>("index");
            for (long i = 0; i < index.rows(); ++i)
                a.out<T>("y").row(i) = a.in<T>("x").row(static_cast<long>(index(i)));
        });
    return c;
}

// x, y {rows, columns}, index {rows} with each row once: row index[i] of y is row i of x.
template <class T, class Index = std::int32_t>
custom scatter(std::string name) {
    custom c(std::move(name), {"rows", "columns"}, "scatter");
    c.input<T>("x", {"rows", "columns"})
        .any_bits()
        .template input<Index>("index", {"rows"})
        .indices_below("rows")
        .each_once();
    c.template output<T>("y", {"rows", "columns"}).reference([](const arrays& a) {
        const auto index = a.in<Index>("index");
        for (long i = 0; i < index.rows(); ++i)
            a.out<T>("y").row(static_cast<long>(index(i))) = a.in<T>("x").row(i);
    });
    return c;
}

// x {count, columns}, index {count}, y {rows, columns}, which is read and written: row i of x is added to row
// index[i] of y, in any order.
template <class T, class Index = std::int32_t>
custom scatter_add(std::string name) {
    custom c(std::move(name), {"count", "rows", "columns"}, "scatter_add");
    c.input<T>("x", {"count", "columns"});
    c.any_bits().template input<Index>("index", {"count"}).indices_below("rows");
    c.template in_out<T>("y", {"rows", "columns"}).any_bits().at_least({0, 1, 0});
    const auto answer = [](const arrays& a) {
        const auto x = a.in<T>("x"), before = a.in<T>("y");
        const auto index = a.in<Index>("index");
        std::vector<sdk::growing_sum<T, T>> all(static_cast<std::size_t>(before.size()));
        const auto at = [&](long row, long column) -> sdk::growing_sum<T, T>& {
            return all[static_cast<std::size_t>(row * before.cols() + column)];
        };
        for (long r = 0; r < before.rows(); ++r)
            for (long c = 0; c < before.cols(); ++c) at(r, c).add(before(r, c));
        for (long i = 0; i < x.rows(); ++i)
            for (long c = 0; c < x.cols(); ++c) at(static_cast<long>(index(i)), c).add(x(i, c));
        for (long i = 0; i < before.size(); ++i) all[static_cast<std::size_t>(i)].put(a, "y", i);
    };
    return std::is_integral_v<T> ? c.reference(answer) : c.bounded_reference(answer);
}

}  // namespace tileproof
