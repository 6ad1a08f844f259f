// SPDX-License-Identifier: MIT
// Lines of a file in layouts/: what is between bars; and what is not proved of one.
#pragma once

#include "extras/prove/answer.hpp"

#include <fstream>
#include <string>
#include <vector>

namespace tileproof::prove {

inline std::vector<std::vector<std::string>> lines_of(const std::string& file) {
    std::ifstream in(std::string(TILEPROOF_PROVE_LAYOUTS) + "/" + file);
    std::vector<std::vector<std::string>> all;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string>& parts = all.emplace_back(1);
        for (const char c : line)
            if (c == '|')
                parts.emplace_back();
            else
                parts.back() += c;
    }
    return all;
}

// Of all laws but L3 and L4, which a right layout may break. `all`: whether these are proved as well.
inline std::string what_is_not_proved(const std::vector<std::string>& line, bool* all = nullptr) {
    std::string text;
    for (const law_answer& a :
         answer_for(named_layout(line[0], line[1]), {.laws = {}, .seconds = 0.02}).laws) {
        if (a.what == verdict::proved) continue;
        if (all != nullptr) *all = false;
        if (a.law != properties::law_id::L3 && a.law != properties::law_id::L4)
            text += line[0] + " " + properties::title(a.law) + " " + a.sizes + " " + a.why;
    }
    return text;
}

}  // namespace tileproof::prove
