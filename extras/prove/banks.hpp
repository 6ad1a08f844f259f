// SPDX-License-Identifier: MIT
// Bank conflicts of a layout in shared memory, at all positions and for all sizes.
//
//   banks_of(named_layout("naive [M,N] strides [N+1,1]", "M, N%32==0"), {.dim = 0}, {})    proved: no bank conflict
//   banks_of(named_layout("packed [M,32]", ""), {.dim = 0}, {})      refuted: lanes of 17 rows meet in bank 0
//
// Neighbouring lanes access neighbouring elements, or vectors, along a dim, at each index of the others. The banks,
// and the lanes that are served at once, are those of devices/banks.hpp.
#pragma once

#include "extras/prove/answer.hpp"

namespace tileproof::prove {

struct bank_question {
    int dim = 0;
    long_index_t width = 1, element_bytes = 4;  // of the elements that a lane accesses at once
};
// "1x8". Throws layout_error with a sentence.
bank_question bank_question_of(const std::string& dim_and_width, long_index_t element_bytes);

struct bank_answer {
    verdict what = verdict::tested_only;
    std::string why{};     // the conflict, or what could not be decided
    std::string sizes{};   // of a refutation
    std::size_t most = 0;  // so many lanes meet in one bank at most, for all sizes; 0: not known
    int held = 0;          // at so many sizes
    std::vector<polynomial> wide{};
};

// Of `options`, seconds and try_sizes. Throws layout_error where the layout has no such dim.
bank_answer banks_of(const named_layout&, const bank_question&, const answer_options& options);

std::string text_of(const named_layout&, const bank_question&, const bank_answer&);
nlohmann::ordered_json json_of(const named_layout&, const bank_answer&);

}  // namespace tileproof::prove
