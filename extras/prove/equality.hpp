// SPDX-License-Identifier: MIT
// Whether two layouts are the same for all sizes: the same lengths, and at each index the same offset, or none in both.
//
//   equality_of(layout_pair("packed [M,N] -> {merge: 0,1 -> 0}", "naive [M*N] strides [1]", ""), {})    proved
//
// Sizes are tried first, on the library. Then the offsets of an index with names are compared as polynomials.
#pragma once

#include "extras/prove/answer.hpp"

namespace tileproof::prove {

// Two layouts with the same names.
struct layout_pair {
    // Throws layout_error with a sentence.
    layout_pair(const std::string& text, const std::string& other, const std::string& for_names);

    named_layout first, second;
    assumptions given;  // of both
};

// Of `options`, seconds and try_sizes. Throws layout_error where no values are as --for says.
single_answer equality_of(const layout_pair&, const answer_options& options);

std::string text_of(const layout_pair&, const single_answer&, bool with_steps);
nlohmann::ordered_json json_of(const layout_pair&, const single_answer&);

}  // namespace tileproof::prove
