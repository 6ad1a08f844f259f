// SPDX-License-Identifier: MIT
#include "system/text_layout.hpp"

namespace tileproof::system {

std::string wrapped(std::string_view text, std::string_view first, std::size_t width) {
    const std::string margin(first.size(), ' ');
    std::string all;
    std::string line(first);
    bool empty = true;
    while (!text.empty()) {
        const std::size_t length = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));
        if (word.empty()) continue;
        if (!empty && line.size() + 1 + word.size() > width) {
            all += line + '\n';
            line = margin;
            empty = true;
        }
        if (!empty) line += ' ';
        line += word;
        empty = false;
    }
    return all + line + '\n';
}

std::string with_separators(std::int64_t n) {
    std::string digits = std::to_string(n);
    const std::size_t sign = n < 0 ? 1 : 0;
    for (std::size_t i = digits.size(); i > sign + 3;) {
        i -= 3;
        digits.insert(i, 1, ',');
    }
    return digits;
}

std::string shortened(std::string_view text, std::size_t width) {
    if (text.size() <= width) return std::string(text);
    return std::string(text.substr(0, width - 3)) + "...";
}

}  // namespace tileproof::system
