#include "properties/kernel/movement/transpose_generator.hpp"

#include "properties/draw.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

using kernels::placement;
using kernels::transpose_problem;

constexpr long_index_t tiles[] = {2, 4, 8, 16, 32, 64, 128};
constexpr long_index_t primes[] = {3, 5, 7, 11, 13, 17, 31, 61, 97, 101, 131, 251};

long_index_t random_length(draw& from, int size) {
    switch (from.weighted({3, 10, 40, 15, 32})) {
        case 0:
            return 0;
        case 1:
            return 1;
        case 2:
            return from.pick(tiles) + from.between(-1, 1);
        case 3:
            return from.pick(primes);
        default:
            return from.between(1, 4 + size);
    }
}

// Mostly a few hundred elements, so that thousands of cases fit into a second; now and then many.
long_index_t most_elements(draw& from, int size) {
    if (from.chance(2)) return 1 << 16;
    return 256 + 20 * size;
}

// A copy goes in tiles of hundreds of rows, or of hundreds of columns.
constexpr long_index_t copy_tiles[] = {64, 128, 256, 512, 1024};

void draw_shape(draw& from, int size, movement moves, transpose_problem& p) {
    const long_index_t most = most_elements(from, size);
    if (from.chance(6)) {  // long and thin
        p.rows = from.between(1, 3);
        p.columns = from.between(1, most);
        if (from.chance(50)) std::swap(p.rows, p.columns);
    } else if (moves == movement::copy && from.chance(10)) {
        p.rows = from.pick(copy_tiles) + from.between(-1, 1);
        p.columns = from.between(1, 9);
        if (from.chance(50)) std::swap(p.rows, p.columns);
        p.batch = 1;
        return;
    } else if (from.chance(10)) {
        p.rows = p.columns = random_length(from, size);
    } else {
        p.rows = random_length(from, size);
        p.columns = random_length(from, size);
    }
    p.batch = moves == movement::copy ? 1
              : from.chance(75)       ? 1
              : from.chance(10)       ? 0
                                      : from.between(2, 4);
    while (p.rows * p.columns * p.batch > most) {
        if (p.batch > 1)
            p.batch = 1;
        else if (from.chance(50) && p.rows > 1)
            p.rows = (p.rows + 1) / 2 + from.between(0, 1) * (p.rows > 3);
        else if (p.columns > 1)
            p.columns = (p.columns + 1) / 2 + from.between(0, 1) * (p.columns > 3);
    }
}

long_index_t slack(draw& from) {
    static constexpr long_index_t some[] = {1, 1, 2, 3, 4, 7, 8, 13, 16, 32};
    return from.chance(65) ? 0 : from.pick(some);
}

void draw_strides(draw& from, transpose_case& c) {
    transpose_problem& p = c.problem;
    const bool packed = from.chance(40);
    const auto extra = [&] { return packed ? 0 : slack(from); };
    p.input_leading = p.columns + extra();
    p.output_leading = c.output_columns() + extra();
    if (c.moves == movement::copy) return;
    p.input_batch_stride = p.rows * p.input_leading + extra();
    p.output_batch_stride = p.columns * p.output_leading + extra();
    if (p.batch > 1 && from.chance(10)) p.input_batch_stride = 0;  // the same matrix, many times
}

void break_sense(draw& from, transpose_case& c) {
    transpose_problem& p = c.problem;
    switch (from.below(c.moves == movement::copy ? 4 : 6)) {
        case 0:
            p.rows = -from.between(1, 5);
            break;
        case 1:
            p.columns = -from.between(1, 5);
            break;
        case 2:
            p.input_leading = p.columns - from.between(1, 3);
            break;
        case 3:
            p.output_leading = c.output_columns() - from.between(1, 3);
            break;
        case 4:
            p.batch = -from.between(1, 5);
            break;
        default:
            p.rows = std::max<long_index_t>(p.rows, 1);
            p.columns = std::max<long_index_t>(p.columns, 2);
            p.batch = 2;
            p.input_leading = std::max(p.input_leading, p.columns);
            p.output_leading = std::max(p.output_leading, p.rows);
            p.output_batch_stride = p.output_leading * (p.columns - 1) + p.rows - 1;
    }
}

}  // namespace

transpose_case random_transpose_case(rc::Random& random, int size, movement moves) {
    draw from(random);
    return random_transpose_case(from, size, moves);
}

transpose_case random_transpose_case(draw& from, int size, movement moves) {
    transpose_case c;
    c.moves = moves;
    c.type = &from.pick(element_types());
    c.problem.element_bytes = c.type->bytes;
    draw_shape(from, size, moves, c.problem);
    draw_strides(from, c);
    if (from.chance(4)) break_sense(from, c);
    c.input_offset = from.chance(25) ? 1 : 0;
    c.output_offset = from.chance(25) ? 1 : 0;
    c.data = from.chance(40)   ? data_kind::coordinates
             : from.chance(50) ? data_kind::special
                               : data_kind::random;
    c.data_seed = static_cast<std::uint32_t>(from.bits());
    c.fence = from.chance(45)   ? placement::fence_after
              : from.chance(40) ? placement::fence_before
                                : placement::plain;
    c.repeats = 1;
    return c;
}

std::vector<transpose_case> first_transpose_cases(movement moves) {
    static constexpr std::pair<long_index_t, long_index_t> shapes[] = {
        {1, 1},   {1, 2},   {2, 1},   {0, 0},   {0, 3},    {3, 0},     {2, 3},    {3, 3},
        {4, 4},   {3, 5},   {8, 8},   {7, 9},   {15, 16},  {16, 15},   {16, 16},  {16, 17},
        {17, 16}, {31, 33}, {32, 32}, {33, 31}, {63, 65},  {64, 64},   {65, 63},  {13, 97},
        {1, 257}, {257, 1}, {2, 999}, {999, 2}, {127, 11}, {128, 130}, {101, 31}, {511, 3},
        {512, 4}, {513, 5}, {7, 255}, {9, 513},
    };
    std::vector<transpose_case> cases;
    std::size_t i = 0;
    for (const auto& [rows, columns] : shapes) {
        const auto types = element_types();
        const auto type = types[i % types.size()].name;
        transpose_case c = moves == movement::copy ? packed_copy_case(type, rows, columns)
                                                   : packed_case(type, rows, columns);
        c.fence = i % 2 ? placement::fence_after : placement::plain;
        cases.push_back(c);
        c.problem.input_leading += 3;
        c.problem.output_leading += 1;
        if (moves == movement::transpose) {
            c.problem.batch = 2;
            c.problem.input_batch_stride = rows * c.problem.input_leading + 1;
            c.problem.output_batch_stride = columns * c.problem.output_leading + 2;
        }
        c.input_offset = c.output_offset = 1;
        c.data = data_kind::special;
        c.fence = i % 2 ? placement::plain : placement::fence_before;
        cases.push_back(c);
        ++i;
    }
    return cases;
}

}  // namespace tileproof::properties
