// SPDX-License-Identifier: MIT
// Proved, refuted or tested only: the answer for each law of a layout whose numbers may be names.
//
//   answer_for(named_layout("packed [M,N] -> {right_pad(1): 0 -> 0; pass: 1 -> 1}", "M,N"), {})
//     L1 proved, with its steps; ..
//
// Sizes are tried first, the smallest first, each by the ordinary law; a size that breaks it refutes. Then a proof is
// searched, and checked by check_proof. A search that fails leads to sizes that Z3 found, which are tried likewise.
#pragma once

#include "extras/prove/proof.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>

namespace tileproof::prove {

enum class verdict { proved, refuted, tested_only };
std::string_view name(verdict);  // "tested only"

struct law_answer {
    properties::law_id law{};
    verdict what = verdict::tested_only;
    std::vector<proof_step> steps{};  // of a proof
    std::string why{};     // a sentence: the broken law, or the step that could not be done
    std::string sizes{};   // of a refutation: "M=1, N=2"
    std::string layout{};  // the layout of these sizes
    int held = 0;          // at so many sizes
};

struct answer {
    std::vector<law_answer> laws;
    std::vector<vectors> safe_vectors;     // of each dim, where L9 is proved
    std::vector<polynomial> narrow, wide;  // limits of 32-bit and 64-bit indices
    int sizes = 0;                         // so many were tried
};

// Of one question instead: are two layouts equal, does a tile distribution cover each element?
struct single_answer {
    verdict what = verdict::tested_only;
    std::vector<std::string> steps{};          // of a proof
    std::string why{};                         // what is wrong, or what could not be decided
    std::string sizes{};                       // of a refutation
    int held = 0;                              // at so many sizes
    std::vector<polynomial> narrow{}, wide{};  // limits of 32-bit and 64-bit indices
};

inline constexpr std::array provable{
    properties::law_id::L1, properties::law_id::L3, properties::law_id::L4, properties::law_id::L5,
    properties::law_id::L7, properties::law_id::L9, properties::law_id::L10};

struct answer_options {
    std::vector<properties::law_id> laws;  // empty: all that are provable
    double seconds = 0.5;                  // to try sizes
    bool try_sizes = true;                 // false: only a proof; for tests
};

// Throws layout_error where no values are as --for says.
answer answer_for(const named_layout&, const answer_options&, const lemma_book& = lemma_book());

// Of no values everything is true. Throws layout_error where none are as --for says.
void require_values(const assumptions&);
// "M*N < 2^31, S < 2^31"; `bits`: "31".
std::string limit_text(const std::vector<polynomial>& limits, const char* bits);
// The answer's last lines; sizes at which it held are told if there are `least_told` or more.
std::string text_of(const std::string& question, const single_answer&, int least_told,
                    bool with_steps);
void add_reasons(nlohmann::ordered_json& to, const single_answer&);
std::string text_of(const named_layout&, const answer&, bool with_steps,
                    const lemma_book& = lemma_book());
nlohmann::ordered_json json_of(const named_layout&, const answer&,
                               const lemma_book& = lemma_book());

}  // namespace tileproof::prove
