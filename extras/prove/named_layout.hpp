// SPDX-License-Identifier: MIT
// A layout whose numbers may be names, as text: "packed [M,8*K] -> {unmerge(K,8): 1 -> 1,2; pass: 0 -> 0}".
//
//   named_layout l("packed [M,N]", "M, N%8==0");
//   l.at({{"M", 3}, {"N/8", 2}})      packed [3,16]
//
// It is the language of docs/layouts.md with an expression wherever a number may be, but for the numbers of dims. A
// layout without names is one of numbers.
#pragma once

#include "extras/prove/assumptions.hpp"

#include <tileproof/layout_description.hpp>
#include <tileproof/transforms/facts.hpp>

namespace tileproof::prove {

// A transform with its dims' lengths; lists in the order of the transform's own dims.
struct place {
    int stage = 0;  // from 1; 0 is the base
    transform_kind kind{};
    std::string text;                      // "unmerge(K,8)"
    std::vector<polynomial> below, above;  // lengths
    std::vector<polynomial> arguments, strides;
    std::vector<int> lower, upper;  // dims of the stage below and of this one
    transforms::open_sides open{};  // of its first dim below, where a pad decides
};

// Whether each of so many dims is named once.
bool is_permutation_of(const std::vector<int>& dims, std::size_t count);

class named_layout {
  public:
    // Throws layout_error with a sentence for what is no layout whatever the names are. The rules about values are not
    // checked: whether they hold is for a proof to say.
    named_layout(const std::string& text, const std::string& given);

    const std::string& text() const { return text_; }
    const assumptions& given() const { return given_; }
    // The transforms from memory up: a base offset, the base's strides, and those of each stage. A packed base is an
    // unmerge of the memory, others are an embed.
    const std::vector<place>& places() const { return places_; }
    const polynomial& space() const { return space_; }  // of elements, where no length is 0
    const std::vector<polynomial>& lengths() const { return lengths_; }  // visible
    int stages() const { return static_cast<int>(shape_.stages.size()); }

    // The layout of these values of the names. requires given().complete(v)
    layout_description at(const values& v) const;

  private:
    void add_base();
    void add_stage(const stage_description&, int stage);
    transforms::open_sides open_sides_of(int dim, int stage) const;
    const polynomial& number(long_index_t place) const {
        return numbers_[static_cast<std::size_t>(place)];
    }
    std::vector<polynomial> list(const std::vector<long_index_t>& places) const;

    std::string text_;
    assumptions given_;
    layout_description shape_;         // each of its numbers is a place in numbers_
    std::vector<polynomial> numbers_;  // in the order of the text
    std::vector<place> places_;
    polynomial space_;
    std::vector<polynomial> lengths_;
};

// Values of names to try before a proof is searched: those of all free names, those with the smallest sum of distances from their least values first, until the time
// is over, 2000 were visited, or `visit` is false. Computed names have none yet.
void each_small_size(const assumptions&, double seconds,
                     const std::function<bool(const values&)>& visit);

// The smallest values like those that Z3 found after it: of all free names, still broken, with each name as small as taking less and less of it away makes it.
values made_smaller(const assumptions&, values,
                    const std::function<bool(const values&)>& is_broken);

// Whether a layout has so few indices that all are compared. requires the values of computed names
bool is_small(const named_layout&, const values&);

}  // namespace tileproof::prove
