#include "command/glob.hpp"

namespace tileproof::properties {

bool matches(std::string_view pattern, std::string_view text) {
    // On a mismatch the last * takes one character more: linear in pattern times text, no recursion.
    std::size_t p = 0, t = 0, star = std::string_view::npos, taken = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++taken;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

}  // namespace tileproof::properties
