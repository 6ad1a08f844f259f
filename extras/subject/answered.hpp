// SPDX-License-Identifier: MIT
// What a compiled program answers, as the laws see layouts and tiles.
//
//   const answered_layouts subject(ck, cuts);        each layout with its answers and its numbers
//   check_layout(law_id::L2, subject, layout)        the laws of properties/layout, unchanged
#pragma once

#include "extras/subject/program.hpp"
#include "properties/layout/subject.hpp"
#include "properties/tile/tile_subject.hpp"
#include "subjects/answer_table.hpp"

namespace tileproof::subject {

// With `of_type` the layout is made of its type alone. What the library throws then comes out as a layout_error.
std::unique_ptr<properties::layout_evaluator> answered_layout(
    const tileproof_layout_answers&, const layout_description&,
    const std::vector<long_index_t>& numbers, bool of_type = false);

// The layout of a case, and the parts below each of its stages.
class answered_layouts final : public properties::layout_subject {
  public:
    answered_layouts(const built_unit&, const outside_case&, std::vector<long_index_t> numbers,
                     bool with_cuts = false);
    std::string_view name() const override { return "subject"; }
    std::unique_ptr<properties::layout_evaluator> make(const layout_description&) const override;
    const tileproof_layout_answers& whole() const { return *answers_.back(); }

  private:
    std::vector<long_index_t> numbers_;
    std::vector<const tileproof_layout_answers*> answers_;  // by the number of stages; null: none
};

class answered_tile final : public properties::tile_subject {
  public:
    explicit answered_tile(const built_unit&);
    std::string_view name() const override { return "subject"; }
    std::unique_ptr<properties::tile_evaluator> make(const tile_encoding&) const override;

  private:
    const tileproof_tile_answers* answers_;
};

}  // namespace tileproof::subject
