#include "properties/kernel/product/product_generator.hpp"

#include "properties/draw.hpp"
#include "properties/kernel/fence_name.hpp"

#include <algorithm>
#include <iterator>

namespace tileproof::properties {
namespace {

using kernels::product_operand;
using kernels::product_problem;
using kernels::product_range;
using kernels::product_types;

constexpr long_index_t edges[] = {15, 16, 17, 31, 32, 33, 63, 64, 65};

// In steps; a step of 1 gives any length.
long_index_t random_length(draw& from, int size, long_index_t step) {
    switch (from.weighted({3, 12, 25, 60})) {
        case 0:
            return 0;
        case 1:
            return step;
        case 2:
            return step == 1 ? from.pick(edges) : step * from.between(1, 3);
        default:
            return step == 1 ? from.between(1, 4 + size / 3) : step * from.between(1, 2);
    }
}

void draw_lengths(draw& from, int size, const product_range& range, product_problem& p) {
    p.m = random_length(from, size, range.m_step);
    p.n = random_length(from, size, range.n_step);
    p.k = from.chance(4) ? 0 : random_length(from, size, range.k_step);
    // A long sum, of few elements.
    if (from.chance(4) && range.m_step == 1 && range.n_step == 1) {
        p.m = from.between(1, 3);
        p.n = from.between(1, 3);
        p.k = range.k_step * from.between(1, 20 * (1 + size) / range.k_step + 1);
    }
    // Mostly small, so that many cases fit into a second.
    const long_index_t most = from.chance(3) ? 1 << 17 : 1 << 13;
    while (range.m_step == 1 && p.m * p.n * std::max<long_index_t>(p.k, 1) > most)
        for (long_index_t* length : {&p.m, &p.n, &p.k})
            if (*length > 3 && *length >= std::max({p.m, p.n, p.k})) *length -= *length / 3;
}

void draw_orders(draw& from, const product_range& range, product_problem& p) {
    static constexpr long_index_t some[] = {1, 1, 2, 3, 5, 8, 16};
    if (!range.row_major_only)
        for (product_operand* o : {&p.a, &p.b, &p.c, &p.d}) o->column_major = from.chance(40);
    pack(p);
    const bool packed = from.chance(40);
    for (product_operand* o : {&p.a, &p.b, &p.c, &p.d}) {
        if (!packed && from.chance(50)) o->leading += from.pick(some) * range.leading_step;
        o->leading =
            (o->leading + range.leading_step - 1) / range.leading_step * range.leading_step;
    }
}

void draw_factors(draw& from, product_problem& p) {
    static constexpr double whole[] = {1, -1, 2, 3, 65536, 1073741824, -12345};
    static constexpr double real[] = {1, -1, 2, 0.5, -1.5, 0.75, 3, 0};
    const bool integers = p.types == product_types::i32_i8;
    const auto factor = [&] { return integers ? from.pick(whole) : from.pick(real); };
    p.alpha = from.chance(50) ? 1 : factor();
    p.beta = from.chance(50) ? 0 : factor();
}

void draw_place_of_c(draw& from, product_case& c) {
    if (c.problem.beta == 0 && from.chance(50)) {
        c.c = c_place::null;
    } else if (from.chance(25)) {
        c.c = c_place::result;
        c.problem.c = c.problem.d;
    }
}

void break_sense(draw& from, product_problem& p) {
    long_index_t* const lengths[] = {&p.m, &p.n, &p.k};
    product_operand* const operands[] = {&p.a, &p.b, &p.c, &p.d};
    switch (from.below(4)) {
        case 0:
            *from.pick(lengths) = -from.between(1, 5);
            break;
        case 1:
            *from.pick(lengths) = (long_index_t{1} << 31) + from.between(-64, 64);
            break;
        case 2:
            if (p.types == product_types::i32_i8) {
                (from.chance(50) ? p.alpha : p.beta) = 0.5;
                break;
            }
            [[fallthrough]];
        default: {
            for (long_index_t* length : lengths) *length = std::max<long_index_t>(*length, 2);
            pack(p);
            from.pick(operands)->leading -= from.between(1, 2);
        }
    }
}

std::size_t bytes_of_an_element(product_types types) {
    const kernels::product_type_info info = info_of(types);
    return static_cast<std::size_t>(std::min(info.ab_bytes, info.c_bytes));
}

}  // namespace

product_case random_product_case(draw& from, int size, const product_range& range) {
    product_case c;
    c.problem.types = from.pick(range.types);
    draw_lengths(from, size, range, c.problem);
    draw_orders(from, range, c.problem);
    draw_factors(from, c.problem);
    draw_place_of_c(from, c);
    const auto aligned =
        static_cast<long_index_t>(range.alignment / bytes_of_an_element(c.problem.types));
    c.offset = from.chance(25) ? std::max<long_index_t>(aligned, 1) : 0;
    c.data = all_product_data[from.weighted({25, 15, 20, 10, 15, 7, 8})];
    c.data_seed = static_cast<std::uint32_t>(from.bits());
    c.relation = static_cast<product_relation>(from.weighted({30, 20, 15, 20, 15}));
    if (range.row_major_only && c.relation == product_relation::transposed)
        c.relation = product_relation::none;
    c.fence = from.pick(all_fences);
    if (from.chance(4)) {
        c.c = c_place::own;
        break_sense(from, c.problem);
    } else if (from.chance(3) && range.m_step > 1) {  // outside: to be refused, or right
        c.problem.m += 1;
        if (c.problem.a.leading > 0) pack(c.problem);
        if (c.c == c_place::result) c.problem.c = c.problem.d;
    }
    return c;
}

std::vector<product_case> first_product_cases(const product_range& range) {
    static constexpr long_index_t shapes[][3] = {
        {1, 1, 1},   {0, 0, 0},    {0, 3, 2},    {3, 0, 2},    {3, 2, 0},    {1, 2, 1},
        {2, 1, 1},   {1, 1, 2},    {16, 16, 16}, {15, 17, 16}, {17, 15, 17}, {16, 16, 15},
        {1, 16, 33}, {16, 1, 31},  {2, 3, 64},   {65, 2, 3},   {2, 65, 3},   {64, 64, 32},
        {17, 5, 33}, {33, 31, 48}, {1, 1, 257},  {63, 66, 1},
    };
    std::vector<product_case> cases;
    std::size_t i = 0;
    for (const auto& s : shapes)
        for (const product_types types : range.types) {
            product_case c = packed_product(types, s[0] * range.m_step, s[1] * range.n_step,
                                            s[2] * range.k_step);
            // Whole tiles are large: the smallest few of them.
            if (range.m_step > 1 && (s[0] > 3 || s[1] > 3 || s[2] > 3)) continue;
            c.data = all_product_data[i % std::size(all_product_data)];
            c.fence = all_fences[i % 3];
            c.relation = static_cast<product_relation>(i % (range.row_major_only ? 4 : 5));
            c.data_seed = static_cast<std::uint32_t>(i);
            if (i % 2) {
                c.problem.beta = i % 4 == 1 ? 1 : -2;
                c.problem.alpha = i % 8 < 4 ? 1 : 3;
                c.c = i % 6 == 1 ? c_place::result : c_place::own;
            }
            if (!range.row_major_only)
                for (auto [o, bit] : {std::pair{&c.problem.a, 1u}, std::pair{&c.problem.b, 2u},
                                      std::pair{&c.problem.c, 4u}, std::pair{&c.problem.d, 8u}})
                    o->column_major = (i / 2 & bit) != 0;
            if (c.c == c_place::result) c.problem.c = c.problem.d;
            pack(c.problem);
            for (product_operand* o : {&c.problem.a, &c.problem.b, &c.problem.c, &c.problem.d})
                o->leading = std::max(o->leading, range.leading_step);
            cases.push_back(c);
            ++i;
        }
    return cases;
}

}  // namespace tileproof::properties
