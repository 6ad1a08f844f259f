// SPDX-License-Identifier: MIT
// Whether a tile distribution covers each element exactly as often as its replication says (L11), for all lengths.
//
//   named_tile t("tile R=[2] H=[[M,4]] P=[[0,1;0,1]] Y=[1,0]", "M");
//   t.as_layout()          "packed [2,(M)*(4)] -> {pass: 0 -> 0; unmerge(M,4): 1 -> 1,2} -> {merge: 0,2 -> 0; pass: 1 -> 1}"
//   coverage_of(t, {})     proved
//
// The distribution is a layout of its replicas and elements, by thread and register. Where that layout has L1 and L3, no two
// holders have one replica of one element; there are as many of one as of the other, so each has its holder.
#pragma once

#include "extras/prove/answer.hpp"

#include <tileproof/tile/tile_encoding.hpp>

namespace tileproof::prove {

class named_tile {
  public:
    // An expression may stand for each length of R and H. Throws layout_error with a sentence for what is no tile's text.
    named_tile(const std::string& text, const std::string& for_names);

    const std::string& text() const { return text_; }
    const std::string& for_names() const { return for_names_; }
    const assumptions& given() const { return given_; }
    const std::vector<polynomial>& lengths() const {
        return lengths_;
    }  // of R and H, in their order
    // Empty: P and Y do not use each dim once, whatever the lengths are.
    const std::string& as_layout() const { return layout_; }
    // requires given().complete(v)
    tile_encoding at(const values& v) const;

  private:
    std::string with_places(std::vector<std::string>& words);
    void make_layout(const std::vector<std::string>& words);

    std::string text_, for_names_, layout_;
    assumptions given_;
    std::vector<polynomial> lengths_;
    tile_encoding places_;  // each length is its place in lengths_
};

// Of `options`, seconds and try_sizes. Throws layout_error where no values are as --for says.
single_answer coverage_of(const named_tile&, const answer_options& options);

std::string text_of(const named_tile&, const single_answer&, bool with_steps);
nlohmann::ordered_json json_of(const named_tile&, const single_answer&);

}  // namespace tileproof::prove
