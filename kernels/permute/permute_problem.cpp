// SPDX-License-Identifier: MIT
#include "kernels/permute/permute_problem.hpp"

#include <algorithm>
#include <numeric>

namespace tileproof::kernels {
namespace {

std::string text_of(const array<long_index_t, permute_dims>& list) {
    std::string text;
    for (const long_index_t n : list) text += (text.empty() ? "" : ", ") + std::to_string(n);
    return text;
}

}  // namespace

std::string permute_refusal(const permute_problem& p) {
    if (p.element_bytes != 1 && p.element_bytes != 2 && p.element_bytes != 4 &&
        p.element_bytes != 8)
        return "Elements of " + std::to_string(p.element_bytes) +
               " bytes are not supported: the size must be 1, 2, 4 or 8.";
    for (const auto* list : {&p.lengths, &p.input_strides, &p.output_strides})
        for (const long_index_t n : *list)
            if (n < 0)
                return "The lengths and strides " + text_of(*list) +
                       " are refused: none may be negative.";
    if (std::count(p.lengths.begin(), p.lengths.end(), 0) > 0) return {};
    array<int, permute_dims> by_stride;
    std::iota(by_stride.begin(), by_stride.end(), 0);
    std::sort(by_stride.begin(), by_stride.end(),
              [&](int a, int b) { return p.output_strides[a] < p.output_strides[b]; });
    __int128 input = 1, span = 1;
    for (const int d : by_stride) {
        if (p.lengths[d] > 1 && p.output_strides[d] < span)
            return "The output's strides " + text_of(p.output_strides) +
                   " put elements of an array of lengths " + text_of(p.lengths) +
                   " on each other: each stride must pass all that lies within it.";
        span += static_cast<__int128>(p.lengths[d] - 1) * p.output_strides[d];
        input += static_cast<__int128>(p.lengths[d] - 1) * p.input_strides[d];
    }
    if (std::max(span, input) * p.element_bytes > (__int128{1} << 62))
        return "The arrays reach beyond 2^62 bytes: lower the strides.";
    return {};
}

}  // namespace tileproof::kernels
