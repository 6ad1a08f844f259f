// SPDX-License-Identifier: MIT
// A fuzz target for the test of the replay program: it fails for inputs with "ab" in them.
#include "fuzz/libfuzzer/target.hpp"

void tileproof::fuzz::judge_input(input_bytes input) {
    for (std::size_t i = 1; i < input.size(); ++i)
        if (input[i - 1] == 'a' && input[i] == 'b') broken("L13: ab is in it.");
}
