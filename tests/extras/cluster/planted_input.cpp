// SPDX-License-Identifier: MIT
// A fuzz target with two planted bugs, for campaigns of seconds: words of a small language, each of which is a place of
// coverage; "bad!" breaks L2, and "worse!" breaks L3.
#include "fuzz/libfuzzer/target.hpp"

#include <string_view>

static volatile int seen = 0;

// One branch a letter and a place, so that there is much to find, and little by chance.
static void read_word(std::string_view word) {
    for (std::size_t i = 0; i < word.size() && i < 24; ++i) {
        if (word[i] < 'a' || word[i] > 'z') return;
        seen = seen + (word[i] == 'a' + static_cast<int>((i * 7) % 26) ? 2 : 1);
        if (i > 0 && word[i] == word[i - 1]) seen = seen - 1;
    }
}

void tileproof::fuzz::judge_input(input_bytes input) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    if (text.find("bad!") != text.npos) broken("L2 reference: the input is bad.");
    if (text.find("worse!") != text.npos) broken("L3 injective: the input is worse.");
    read_word(text);
}
