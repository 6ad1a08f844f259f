// SPDX-License-Identifier: MIT
#include "properties/refusal_text.hpp"

namespace tileproof::properties {

bool is_sentence(std::string_view text) {
    return text.size() > 10 && text.find(' ') != text.npos && text.back() == '.';
}

std::string lacking(std::string_view refusal, std::string_view must_name) {
    if (refusal.empty() || refusal.back() != '.') return "a sentence that ends with a full stop";
    if (refusal.front() < 'A' || refusal.front() > 'Z')
        return "a sentence that begins with a capital letter";
    if (!is_sentence(refusal)) return "a sentence of several words";
    if (refusal[refusal.size() - 2] == ' ') return "a sentence that ends with a word";
    if (refusal.find_first_of("0123456789") == refusal.npos) return "a sentence that gives values";
    if (refusal.find(must_name) == refusal.npos)
        return "a sentence that names \"" + std::string(must_name) + "\"";
    return {};
}

std::string readable(std::string_view bytes) {
    static constexpr char hex[] = "0123456789abcdef";
    std::string result;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (result.size() > 400) return result + "...";
        if (byte >= 0x20 && byte < 0x7f)
            result += c;
        else
            (result += "\\x") += {hex[byte >> 4], hex[byte & 15]};
    }
    return result;
}

}  // namespace tileproof::properties
