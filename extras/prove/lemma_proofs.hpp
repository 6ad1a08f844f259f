// SPDX-License-Identifier: MIT
// The lemmas proved by Z3, for all lengths at once, and magic division (L8) for every dividend and every divisor.
#pragma once

#include "extras/prove/lemmas.hpp"

namespace tileproof::prove {

struct proved_lemma {
    std::string name;       // "L3 unmerge"
    std::string statement;  // "a number has one list of digits"
    std::string verdict;    // "proved", "definition" where there is nothing to prove, "not proved"
};

// Those of the book, and those of division_lemmas(), each given to `say` when it is decided.
void prove_lemmas(const lemma_book&, const std::function<void(const proved_lemma&)>& say);

// L8. With W = 2^N (N bits), d a divisor, S = 2^s >= d the least power of two, x < W/2 a dividend, the library's
// multiplier is m = floor(W (S - d) / d) + 1, and its quotient is ((high half of x m) + x) >> s: floor(x / d), for any N.
std::map<std::string, lemma> division_lemmas();

// Whether make_magic_divisor gives the multiplier and the shift of division_lemmas() for all divisors of 32 bits from
// `first` to `last`; the first that differs, or 0.
long_index_t first_wrong_multiplier(long_index_t first, long_index_t last);

}  // namespace tileproof::prove
