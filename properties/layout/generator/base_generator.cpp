// SPDX-License-Identifier: MIT
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/shape.hpp"

#include <algorithm>
#include <numeric>

namespace tileproof::properties {
namespace {

constexpr long_index_t far_strides[] = {(long_index_t{1} << 31) - 1, long_index_t{1} << 31,
                                        (long_index_t{1} << 31) + 1, (long_index_t{1} << 32) - 1,
                                        long_index_t{1} << 32,       (long_index_t{1} << 32) + 1,
                                        long_index_t{1} << 40,       long_index_t{1} << 46};

// A length that can be split in many ways: a product of two or three small numbers.
long_index_t composite(draw& from, long_index_t most) {
    long_index_t length = 1;
    for (int i = 0; i < 3; ++i) {
        const long_index_t factor = from.between(1, 6);
        if (length * factor <= most) length *= factor;
    }
    return length;
}

length_list random_lengths(draw& from, long_index_t elements, int rank) {
    length_list lengths;
    long_index_t room = elements;
    for (int d = 0; d < rank; ++d) {
        // Dims share what is left; otherwise a long first dim would leave only ones for the others.
        const long_index_t most =
            d + 1 == rank || from.chance(25) ? room : std::max<long_index_t>(room / (rank - d), 1);
        long_index_t length = from.boundary(1, std::min<long_index_t>(most, 1100));
        if (from.chance(25)) length = composite(from, most);
        room /= length;
        if (from.chance(2)) length = 0;
        lengths.push_back(length);
    }
    from.shuffle(lengths);
    return lengths;
}

// Packed strides with the dims nested in another order.
length_list permuted_strides(draw& from, const length_list& lengths) {
    std::vector<std::size_t> order(lengths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    from.shuffle(order);
    length_list ordered, strides(lengths.size());
    for (const std::size_t dim : order) ordered.push_back(lengths[dim]);
    const length_list packed = packed_strides(ordered);
    for (std::size_t i = 0; i < order.size(); ++i) strides[order[i]] = packed[i];
    return strides;
}

// Each dim leaves a gap before the next one begins.
length_list padded_strides(draw& from, const length_list& lengths) {
    length_list strides(lengths.size());
    long_index_t stride = from.chance(20) ? from.between(2, 3) : 1;
    for (std::size_t i = lengths.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= std::max<long_index_t>(lengths[i], 1);
        if (from.chance(60)) stride += from.boundary(1, 64);
    }
    return strides;
}

length_list random_strides(draw& from, const length_list& lengths) {
    length_list strides = packed_strides(lengths);
    switch (from.weighted({15, 25, 25, 15, 10, 10})) {
        case 0:
            break;
        case 1:
            return permuted_strides(from, lengths);
        case 2:
            return padded_strides(from, lengths);
        case 3:  // overlapping more often than not
            for (long_index_t& stride : strides) stride = from.boundary(0, 40);
            break;
        case 4:  // a repeated dim
            strides = padded_strides(from, lengths);
            strides[static_cast<std::size_t>(from.below(std::ssize(strides)))] = 0;
            break;
        default: {
            auto& stride = strides[static_cast<std::size_t>(from.below(std::ssize(strides)))];
            stride = from.pick(far_strides);
        }
    }
    return strides;
}

}  // namespace

base_description random_base(draw& from, long_index_t elements, int rank) {
    base_description base;
    base.lengths = random_lengths(from, elements, rank);
    switch (from.weighted({35, 50, 15})) {
        case 0:
            break;
        case 1:
            base.kind = base_kind::naive;
            base.strides = random_strides(from, base.lengths);
            if (from.chance(40))
                base.offset = from.chance(10) ? from.pick(far_strides) : from.boundary(0, 70);
            break;
        default:
            base.kind = base_kind::aligned;
            base.alignment = from.chance(4) ? from.pick(far_strides) : from.boundary(1, 40);
    }
    return base;
}

}  // namespace tileproof::properties
