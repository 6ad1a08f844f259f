// SPDX-License-Identifier: MIT
#include "kernels/product/product_problem.hpp"

#include <algorithm>
#include <cmath>

namespace tileproof::kernels {

product_type_info info_of(product_types t) {
    switch (t) {
        case product_types::f32_f16:
            return {"f32 <- f16", 2, 4};
        case product_types::f32_bf16:
            return {"f32 <- bf16", 2, 4};
        case product_types::f16_f16:
            return {"f16 <- f16", 2, 2};
        case product_types::i32_i8:
            return {"i32 <- i8", 1, 4};
        case product_types::f32_from_float:
            return {"f32 <- f16 <- float", 4, 4};
    }
    return {"", 0, 0};
}

long_index_t product_operand::elements(long_index_t rows, long_index_t columns) const {
    if (rows == 0 || columns == 0) return 0;
    return at(rows - 1, columns - 1) + 1;
}

void pack(product_problem& p) {
    const auto set = [](product_operand& o, long_index_t rows, long_index_t columns) {
        o.leading = std::max<long_index_t>(1, o.column_major ? rows : columns);
    };
    set(p.a, p.m, p.k);
    set(p.b, p.k, p.n);
    set(p.c, p.m, p.n);
    set(p.d, p.m, p.n);
}

std::string product_refusal(const product_problem& p) {
    constexpr long_index_t most = 0x7fffffff - 64;
    for (const auto& [name, length] :
         {std::pair{"m", p.m}, std::pair{"n", p.n}, std::pair{"k", p.k}})
        if (length < 0 || length > most)
            return std::string("The product's ") + name + " is " + std::to_string(length) +
                   "; lengths go from 0 to " + std::to_string(most) + ".";
    const auto narrow = [](const char* name, const product_operand& o, long_index_t rows,
                           long_index_t columns) {
        const long_index_t least = o.column_major ? rows : columns;
        if (o.leading >= least && o.leading <= (long_index_t{1} << 40)) return std::string();
        return std::string("The leading dimension of ") + name + " is " +
               std::to_string(o.leading) + "; it must be at least " + std::to_string(least) +
               (o.column_major ? ", the rows" : ", the columns") + " of a " +
               (o.column_major ? "column" : "row") + "-major " + std::to_string(rows) + " x " +
               std::to_string(columns) + " matrix, and at most 2^40.";
    };
    for (std::string no : {narrow("A", p.a, p.m, p.k), narrow("B", p.b, p.k, p.n),
                           narrow("C", p.c, p.m, p.n), narrow("D", p.d, p.m, p.n)})
        if (!no.empty()) return no;
    if (p.types == product_types::i32_i8)
        for (const auto& [name, value] : {std::pair{"alpha", p.alpha}, std::pair{"beta", p.beta}})
            if (value != std::trunc(value) || std::abs(value) > 0x7fffffff)
                return std::string(name) + " is " + std::to_string(value) +
                       "; products of integers take whole numbers below 2^31.";
    return {};
}

}  // namespace tileproof::kernels
