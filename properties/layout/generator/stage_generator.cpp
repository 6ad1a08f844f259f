// SPDX-License-Identifier: MIT
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/shape.hpp"

#include <tileproof/layout/rules.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

namespace tileproof::properties {
namespace {

using enum transform_kind;

// A longer dim is not enumerated, and never gets a transform that stores its indices.
constexpr long_index_t vast_length = 1 << 20;

bool is_power_of_two(long_index_t n) { return n > 0 && (n & (n - 1)) == 0; }

// Splits `length` into `parts` factors; 0 gets one factor 0.
length_list random_factors(draw& from, long_index_t length, int parts) {
    length_list factors(static_cast<std::size_t>(parts), 1);
    if (length == 0) {
        for (long_index_t& factor : factors) factor = from.boundary(0, 4);
        factors[static_cast<std::size_t>(from.below(parts))] = 0;
        return factors;
    }
    long_index_t rest = length;
    for (long_index_t p = 2; p <= 1024 && p * p <= rest;) {
        if (rest % p != 0) {
            ++p;
            continue;
        }
        factors[static_cast<std::size_t>(from.below(parts))] *= p;
        rest /= p;
    }
    factors[static_cast<std::size_t>(from.below(parts))] *= rest;
    return factors;
}

// Makes one stage, item by item, and keeps track of the total size of its dims.
class stage_maker {
  public:
    stage_maker(draw& from, const length_list& lengths, long_index_t elements, int rank,
                const stage_description* below)
        : m_from(from), m_lengths(lengths), m_elements(elements), m_rank(rank), m_below(below) {
        m_waiting.resize(lengths.size());
        std::iota(m_waiting.begin(), m_waiting.end(), 0);
        if (from.chance(50)) from.shuffle(m_waiting);
    }

    stage_description make() {
        const bool only_permute = m_from.chance(8);
        while (!m_waiting.empty()) {
            const int dim = take(0);
            if (only_permute)
                add({pass, {}, {}, {dim}, {}});
            else
                add_random(dim);
        }
        while (m_made.size() < static_cast<std::size_t>(m_rank) && m_from.chance(7)) add_new_dims();
        // Freezing all dims leaves one index, (), which is a layout too, but should be rare.
        if (m_made.empty() && (m_stage.items.empty() || m_from.chance(80)))
            add({insert, {m_from.boundary(1, 3)}, {}, {}, {}});
        number_upper_dims();
        return std::move(m_stage);
    }

  private:
    int take(std::size_t position) {
        const int dim = m_waiting[position];
        m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(position));
        return dim;
    }
    long_index_t length_of(int dim) const { return m_lengths[static_cast<std::size_t>(dim)]; }

    // The largest total length that the next item may make.
    long_index_t room() const {
        long_index_t others = 1;
        for (const long_index_t length : m_made) others *= std::max<long_index_t>(length, 1);
        for (const int dim : m_waiting) others *= std::max<long_index_t>(length_of(dim), 1);
        return std::max<long_index_t>(m_elements / std::max<long_index_t>(others, 1), 0);
    }
    int free_rank() const {
        return m_rank - static_cast<int>(m_made.size()) - static_cast<int>(m_waiting.size());
    }

    void add(item_description item) {
        m_lower.clear();
        for (const int dim : item.lower) m_lower.push_back(length_of(dim));
        if (!upper_lengths(item, m_lower, m_upper, open_sides_below(item, m_below))) {
            std::string below;
            for (const long_index_t length : m_lower) below += " " + std::to_string(length);
            throw std::logic_error("The generator of stages made an item that breaks a rule: " +
                                   print_item(item) + " over lengths" + below + ".");
        }
        item.upper.resize(m_upper.size());
        m_made.insert(m_made.end(), m_upper.begin(), m_upper.end());
        m_stage.items.push_back(std::move(item));
    }

    // The weight of each kind on `dim`.
    std::array<int, transform_kind_count> weights_on(int dim) const {
        const long_index_t length = length_of(dim), slack = room() - length;
        const int spare = free_rank() - 1;
        const bool small = length <= vast_length, alone = m_waiting.empty();
        const auto weight_of = [&](transform_kind kind) {
            switch (kind) {
                case pass:
                    return 18;
                case pad:
                    return slack > 0 ? 5 : 0;
                case left_pad:
                case right_pad:
                    return slack > 0 ? 4 : 0;
                case slice:
                    return 6;
                case modulo:
                    return length > 0 ? 5 : 0;
                case offset:
                    return 5;
                case gather:
                    return length > 0 && small ? 5 : 0;
                case unmerge:
                    return spare >= 0 && small ? 10 + 4 * spare : 0;
                case embed:  // often through a pad, which few dims have
                    return !small                                                        ? 0
                           : open_sides_below({embed, {}, {}, {dim}, {}}, m_below).below ? 50
                                                                                         : 6;
                case merge:
                    return alone ? 1 : 16;
                case merge_divmod:
                    return alone ? 1 : 7;
                case freeze:
                    return length == 0 ? 0 : small ? 4 : 25;
                case xor_:
                    return partner_for_xor(dim) >= 0 ? 25 : 0;
                default:  // kinds that only the book knows
                    return shape_of(kind).lower == 1 || (is_square(kind) && !alone) ? 6 : 0;
            }
        };
        std::array<int, transform_kind_count> weights;
        for (int kind = 0; kind < transform_kind_count; ++kind)
            weights[static_cast<std::size_t>(kind)] = weight_of(static_cast<transform_kind>(kind));
        return weights;
    }

    // An item on `dim`, and on further waiting dims if it takes more than one.
    void add_random(int dim) {
        const long_index_t length = length_of(dim), slack = room() - length;
        const int spare = free_rank() - 1;  // dims that it may make besides its own
        const auto weights = weights_on(dim);
        const auto kind =
            static_cast<transform_kind>(m_from.weighted(weights.data(), weights.size()));
        switch (kind) {
            default:
                return add_by_book(kind, dim);
            case pass:
                return add({pass, {}, {}, {dim}, {}});
            case pad:
                return add_pad(dim, std::min<long_index_t>(slack, 40));
            case left_pad:
                return add({left_pad, {pad_amount(slack)}, {}, {dim}, {}});
            case right_pad:
                return add({right_pad, {pad_amount(slack)}, {}, {dim}, {}});
            case slice:
                return add_slice(dim);
            case modulo:
                return add_modulo(dim);
            case offset:
                return add_offset(dim);
            case gather:
                return add_gather(dim);
            case unmerge: {
                const int parts = 1 + static_cast<int>(m_from.between(
                                          spare > 0 ? 1 : 0, std::min<long_index_t>(spare, 2)));
                return add({unmerge, random_factors(m_from, length, parts), {}, {dim}, {}});
            }
            case embed:
                return add_embed(dim, spare);
            case merge:
            case merge_divmod:
                return add_merge(dim, kind);
            case freeze:
                return add({freeze, {m_from.boundary(0, length - 1)}, {}, {dim}, {}});
            case xor_: {
                const int partner = take(static_cast<std::size_t>(partner_for_xor(dim)));
                const bool rules = is_power_of_two(length_of(partner)) &&
                                   (!is_power_of_two(length) || m_from.chance(50));
                return add({xor_,
                            {},
                            {},
                            rules ? std::vector{dim, partner} : std::vector{partner, dim},
                            {}});
            }
        }
    }

    // An item of any kind that takes one dim, or is square, with arguments that the library's book allows; a pass if
    // there are none.
    void add_by_book(transform_kind kind, int dim) {
        const transform_shape shape = shape_of(kind);
        item_description item{kind, {}, {}, {dim}, {}};
        while (std::ssize(item.lower) < shape.lower && !m_waiting.empty())
            item.lower.push_back(
                take(static_cast<std::size_t>(m_from.below(std::ssize(m_waiting)))));
        m_lower.clear();
        for (const int d : item.lower) m_lower.push_back(length_of(d));
        item.arguments.resize(static_cast<std::size_t>(std::max(shape.arguments, 0)));
        for (std::size_t i = item.arguments.size(); i-- > 0;) {
            const auto range = detail::range_of_argument(item, static_cast<int>(i), m_lower);
            const long_index_t most = std::min(range.most, length_of(dim) + 40);
            item.arguments[i] = m_from.boundary(range.least, std::max(range.least, most));
        }
        for (int turn = 0; turn < 2; ++turn) {
            if (upper_lengths(item, m_lower, m_upper)) return add(std::move(item));
            std::ranges::reverse(item.lower);
            std::ranges::reverse(m_lower);
        }
        for (const int d : item.lower) add({pass, {}, {}, {d}, {}});
    }

    // A waiting dim such that one of the two has a power of two as its length; -1 if there is none.
    int partner_for_xor(int dim) const {
        int found = -1;
        for (std::size_t i = 0; i < m_waiting.size(); ++i) {
            if (!is_power_of_two(length_of(dim)) && !is_power_of_two(length_of(m_waiting[i])))
                continue;
            // Prefer one that moves something: a length above 1.
            if (found < 0 || length_of(m_waiting[i]) > 1) found = static_cast<int>(i);
        }
        return found;
    }

    long_index_t pad_amount(long_index_t slack) {
        return m_from.boundary(0, std::min<long_index_t>(slack, 40));
    }
    void add_pad(int dim, long_index_t most) {
        const long_index_t left = m_from.boundary(0, most);
        add({pad, {left, m_from.boundary(0, most - left)}, {}, {dim}, {}});
    }
    void add_slice(int dim) {
        // One in eight may be empty; more empty layouts would teach little.
        const long_index_t least = length_of(dim) > 0 && !m_from.chance(12) ? 1 : 0;
        const long_index_t begin = m_from.boundary(0, length_of(dim) - least);
        add({slice, {begin, m_from.boundary(begin + least, length_of(dim))}, {}, {dim}, {}});
    }
    void add_offset(int dim) {
        const long_index_t least = length_of(dim) > 0 && !m_from.chance(12) ? 1 : 0;
        add({offset, {m_from.boundary(0, length_of(dim) - least)}, {}, {dim}, {}});
    }
    void add_modulo(int dim) {
        const long_index_t m = m_from.boundary(1, length_of(dim));
        const long_index_t most = std::max<long_index_t>(room(), 1);
        add({modulo, {m, m_from.boundary(m_from.chance(4) ? 0 : 1, most)}, {}, {dim}, {}});
    }
    void add_gather(int dim) {
        const long_index_t most = std::clamp<long_index_t>(room(), 1, 40);
        length_list table;
        const long_index_t count = m_from.boundary(1, most);
        if (m_from.chance(40) && count <= length_of(dim)) {  // distinct, in any order
            const long_index_t begin = m_from.between(0, length_of(dim) - count);
            for (long_index_t i = 0; i < count; ++i) table.push_back(begin + i);
            m_from.shuffle(table);
        } else {
            for (long_index_t i = 0; i < count; ++i)
                table.push_back(m_from.boundary(0, length_of(dim) - 1));
        }
        add({gather, std::move(table), {}, {dim}, {}});
    }
    void add_embed(int dim, int spare) {
        const long_index_t parts = m_from.between(1, 1 + std::clamp(spare, 0, 2));
        length_list lengths, strides;
        long_index_t reach = length_of(dim) - 1;  // what the dims not yet made may add to the index
        long_index_t most = std::max<long_index_t>(room(), 1);
        const bool empty = reach < 0 || m_from.chance(3);
        for (long_index_t i = 0; i < parts; ++i) {
            const long_index_t stride = m_from.boundary(0, std::max<long_index_t>(reach / 2, 1));
            const long_index_t longest = std::max<long_index_t>(
                stride == 0 ? 3 : std::max<long_index_t>(reach, 0) / stride + 1, 1);
            const long_index_t length = m_from.boundary(1, std::min(longest, most));
            reach -= std::max<long_index_t>((length - 1) * stride, 0);
            most /= length;
            lengths.push_back(length);
            strides.push_back(stride);
        }
        if (empty) lengths[static_cast<std::size_t>(m_from.below(parts))] = 0;
        item_description item{embed, std::move(lengths), std::move(strides), {dim}, {}};
        // Through a pad some run backwards, as the filter taps of a convolution do.
        const auto open = open_sides_below(item, m_below);
        if (open.below && m_from.chance(80))
            for (long_index_t& stride : item.strides)
                if (m_from.chance(60)) stride = -stride;
        const bool backwards =
            std::ranges::any_of(item.strides, [](long_index_t s) { return s < 0; });
        if (open.above && backwards && most > 1 && m_from.chance(40))
            item.arguments.back() *= m_from.between(2, std::min<long_index_t>(most, 3));
        add(std::move(item));
    }
    void add_merge(int dim, transform_kind kind) {
        std::vector<int> lower{dim};
        while (!m_waiting.empty() && (lower.size() == 1 || m_from.chance(35)))
            lower.push_back(take(static_cast<std::size_t>(m_from.below(std::ssize(m_waiting)))));
        if (m_from.chance(30)) m_from.shuffle(lower);
        m_lower.clear();
        for (const int d : lower) m_lower.push_back(length_of(d));
        item_description item{kind, {}, {}, std::move(lower), {}};
        if (upper_lengths(item, m_lower, m_upper)) return add(std::move(item));
        for (const int d : item.lower) add({pass, {}, {}, {d}, {}});  // too long as one
    }
    void add_new_dims() {
        const long_index_t most = std::min<long_index_t>(room(), 9);
        if (most < 1) return;
        const auto one = [&](long_index_t limit) {
            return m_from.chance(3) ? 0 : m_from.boundary(1, std::max<long_index_t>(limit, 1));
        };
        if (m_from.chance(50) || free_rank() < 1) return add({insert, {one(most)}, {}, {}, {}});
        length_list lengths{one(most)};
        if (free_rank() > 1 && m_from.chance(50))
            lengths.push_back(one(most / std::max<long_index_t>(lengths[0], 1)));
        add({replicate, std::move(lengths), {}, {}, {}});
    }

    void number_upper_dims() {
        std::vector<int> ids(m_made.size());
        std::iota(ids.begin(), ids.end(), 0);
        if (m_from.chance(50)) m_from.shuffle(ids);
        std::size_t next = 0;
        for (item_description& item : m_stage.items)
            for (int& id : item.upper) id = ids[next++];
        if (m_from.chance(20)) m_from.shuffle(m_stage.items);
    }

    draw& m_from;
    const length_list& m_lengths;
    long_index_t m_elements;
    int m_rank;
    const stage_description* m_below;  // may be null
    std::vector<int> m_waiting;        // dims of before that no item has taken yet
    length_list m_made;                // lengths of the upper dims so far, item by item
    length_list m_lower, m_upper;      // of the item that is added
    stage_description m_stage;
};

}  // namespace

stage_description random_stage(draw& from, const std::vector<long_index_t>& lengths,
                               long_index_t elements, int rank, const stage_description* below) {
    return stage_maker(from, lengths, elements, rank, below).make();
}

}  // namespace tileproof::properties
