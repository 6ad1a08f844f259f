// SPDX-License-Identifier: MIT
// What each transform does to an array, by its word in layout text: the reference's only table.
//
// Each entry is written from the transform's definition and without a look at lib/, whose index arithmetic it judges.
// The lower dims are the first of the array; unless an entry wants them separately they arrive as one, the rows.
#include "reference/transforms.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tileproof::reference {
namespace {

using lengths = std::vector<index>;

lengths rows_of(const array& cells) { return {cells.lengths().front()}; }

// Cells without element before and after.
lengths surround(array& cells, index before, index after) {
    cells.surround_rows(before, after);
    return rows_of(cells);
}

// The rows [begin, end).
lengths block(array& cells, index begin, index end) {
    cells.copy_rows(begin, end);
    return rows_of(cells);
}

// New dims along which nothing changes.
lengths copies(array& cells, const lengths& made) {
    cells.repeat_rows(cell_count(made));
    return made;
}

lengths join(array&, const step&, const lengths& lower) { return {cell_count(lower)}; }

const transform table[] = {
    {"pass", [](array&, const step&, const lengths& lower) { return lower; }},
    {"pad", [](array& cells, const step& s,
               const lengths&) { return surround(cells, s.numbers[0], s.numbers[1]); }},
    {"left_pad",
     [](array& cells, const step& s, const lengths&) { return surround(cells, s.numbers[0], 0); }},
    {"right_pad",
     [](array& cells, const step& s, const lengths&) { return surround(cells, 0, s.numbers[0]); }},
    // The lower dim advances by one stride for each upper dim. Outside it there is no element.
    {"embed",
     [](array& cells, const step& s, const lengths&) {
         cells.pick_rows(enumerate(0, s.numbers, s.strides));
         return s.numbers;
     }},
    // Several dims become one, the last fastest; and one becomes several.
    {"merge", join},
    {"merge_divmod", join},
    {"unmerge", [](array&, const step& s, const lengths&) { return s.numbers; }},
    // One index only; the dim goes away.
    {"freeze",
     [](array& cells, const step& s, const lengths&) {
         cells.copy_rows(s.numbers[0], s.numbers[0] + 1);
         return lengths{};
     }},
    {"insert",
     [](array& cells, const step& s, const lengths&) { return copies(cells, s.numbers); }},
    {"replicate",
     [](array& cells, const step& s, const lengths&) { return copies(cells, s.numbers); }},
    {"slice", [](array& cells, const step& s,
                 const lengths&) { return block(cells, s.numbers[0], s.numbers[1]); }},
    // The first m indices repeated, n in all.
    {"modulo",
     [](array& cells, const step& s, const lengths&) {
         cells.copy_rows(0, s.numbers[0]);
         cells.repeat_rows(s.numbers[1]);
         return rows_of(cells);
     }},
    // (i, j) shows (i, j xor (i mod the length of j)).
    {"xor",
     [](array& cells, const step&, const lengths& lower) {
         cells.pick_in_rows([&](index i, index j) { return j ^ (i % lower[1]); });
         return lower;
     },
     true},
    // The rows after the first n.
    {"offset", [](array& cells, const step& s,
                  const lengths& lower) { return block(cells, s.numbers[0], lower[0]); }},
    // The listed rows, one after the other.
    {"gather",
     [](array& cells, const step& s, const lengths&) {
         cells.pick_rows(s.numbers);
         return rows_of(cells);
     }},
    // (i, j) shows (i, j) rotated by i: forward, and its inverse.
    {"cyclic_shift",
     [](array& cells, const step&, const lengths& lower) {
         cells.pick_in_rows([&](index i, index j) { return (j + i) % lower[1]; });
         return lower;
     },
     true},
    {"inverse_cyclic_shift",
     [](array& cells, const step&, const lengths& lower) {
         // Rotates back by i; whole rounds change nothing.
         cells.pick_in_rows([&](index i, index j) {
             const index back = i % lower[1];
             return j >= back ? j - back : lower[1] - (back - j);
         });
         return lower;
     },
     true},
};

}  // namespace

const transform& transform_named(std::string_view word) {
    const auto* found = std::find_if(std::begin(table), std::end(table),
                                     [&](const transform& t) { return t.word == word; });
    if (found == std::end(table))
        throw std::invalid_argument("The reference knows no transform \"" + std::string(word) +
                                    "\"; add it to reference/transforms.cpp.");
    return *found;
}

std::vector<index> enumerate(index offset, const std::vector<index>& lengths,
                             const std::vector<index>& strides) {
    if (cell_count(lengths) == 0) return {};
    std::vector<index> numbers{offset};
    std::vector<index> longer;
    for (std::size_t d = 0; d < lengths.size(); ++d) {
        const index length = lengths[d];
        longer.resize(numbers.size() * static_cast<std::size_t>(length));
        index* run = longer.data();
        for (const index start : numbers) {
            for (index i = 0; i < length; ++i) run[i] = start + i * strides[d];
            run += length;
        }
        numbers.swap(longer);
    }
    return numbers;
}

}  // namespace tileproof::reference
