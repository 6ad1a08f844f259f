// SPDX-License-Identifier: MIT
#include "compiler/build/tokens.hpp"

#include <cctype>
#include <charconv>

namespace tileproof::compiler {
namespace {

bool word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$';
}

struct marker {
    bool valid = false;
    long line = 0;
    std::string_view file;
};

// # 12 "app/kernels.hpp" 2 3
marker read_marker(std::string_view line) {
    marker m;
    if (!line.starts_with("# ")) return m;
    const char* const end = line.data() + line.size();
    const auto [after, error] = std::from_chars(line.data() + 2, end, m.line);
    const std::size_t quote = line.find('"'), last = line.rfind('"');
    if (error != std::errc() || quote == line.npos || last == quote) return m;
    m.valid = true;
    m.file = line.substr(quote + 1, last - quote - 1);
    return m;
}

std::size_t line_end(std::string_view s, std::size_t at) {
    const std::size_t end = s.find('\n', at);
    return end == s.npos ? s.size() : end;
}

// The position after the literal that begins at `at` with its quote.
std::size_t behind_literal(std::string_view s, std::size_t at) {
    const char quote = s[at];
    for (std::size_t i = at + 1; i < s.size(); ++i) {
        if (s[i] == '\\')
            ++i;
        else if (s[i] == quote || s[i] == '\n')
            return i + 1;
    }
    return s.size();
}

// R"x( ... )x"
std::size_t behind_raw(std::string_view s, std::size_t quote) {
    const std::size_t paren = s.find('(', quote);
    if (paren == s.npos) return s.size();
    const std::string end = ")" + std::string(s.substr(quote + 1, paren - quote - 1)) + "\"";
    const std::size_t at = s.find(end, paren);
    return at == s.npos ? s.size() : at + end.size();
}

bool is_prefix(std::string_view word) {
    return word == "R" || word == "L" || word == "u" || word == "U" || word == "u8" ||
           word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

}  // namespace

std::vector<token> tokens_of(std::string_view s) {
    std::vector<token> all;
    all.reserve(s.size() / 4);
    bool begins_line = true;
    const auto add = [&](std::size_t from, std::size_t to, token_kind kind) {
        all.push_back({s.substr(from, to - from), from, kind});
        return to;
    };
    for (std::size_t i = 0; i < s.size();) {
        const char c = s[i];
        if (c == '\n') {
            begins_line = true;
            ++i;
        } else if (std::isspace(static_cast<unsigned char>(c))) {
            ++i;
        } else if (c == '#' && begins_line) {  // a marker or a pragma
            i = line_end(s, i);
        } else {
            begins_line = false;
            if (std::isdigit(static_cast<unsigned char>(c))) {
                std::size_t end = i + 1;
                while (end < s.size() &&
                       (word_character(s[end]) || s[end] == '.' || s[end] == '\'' ||
                        ((s[end] == '+' || s[end] == '-') &&
                         (s[end - 1] == 'e' || s[end - 1] == 'E' || s[end - 1] == 'p'))))
                    ++end;
                i = add(i, end, token_kind::number);
            } else if (word_character(c)) {
                std::size_t end = i + 1;
                while (end < s.size() && word_character(s[end])) ++end;
                const std::string_view word = s.substr(i, end - i);
                if (end < s.size() && (s[end] == '"' || s[end] == '\'') && is_prefix(word))
                    i = add(i, word.back() == 'R' ? behind_raw(s, end) : behind_literal(s, end),
                            token_kind::text);
                else
                    i = add(i, end, token_kind::word);
            } else if (c == '"' || c == '\'') {
                i = add(i, behind_literal(s, i), token_kind::text);
            } else {
                const std::string_view two = s.substr(i, 2);
                i = add(i, i + (two == "::" || two == "->" ? 2 : 1), token_kind::symbol);
            }
        }
    }
    return all;
}

std::string place_of(std::string_view s, std::size_t at) {
    // Backwards to the last marker, which gives the number of the line after it.
    long lines = 0;
    for (std::size_t begin = at; begin > 0;) {
        const std::size_t previous_end = s.rfind('\n', begin - 1);
        if (previous_end == s.npos) break;
        const std::size_t previous = previous_end == 0 ? s.npos : s.rfind('\n', previous_end - 1);
        const std::size_t from = previous == s.npos ? 0 : previous + 1;
        const marker m = read_marker(s.substr(from, previous_end - from));
        if (m.valid) return std::string(m.file) + ":" + std::to_string(m.line + lines) + ": ";
        ++lines;
        begin = previous_end;
    }
    return "";
}

std::size_t closing(const std::vector<token>& t, std::size_t open) {
    const bool angle = t[open].is("<");
    int depth = 0, angles = 0;
    for (std::size_t i = open; i < t.size(); ++i) {
        if (t[i].kind != token_kind::symbol) continue;
        const char c = t[i].text[0];
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && --depth == 0 && !angle) return i;
        if (angle && depth < 0) break;
        if (angle && depth == 0 && c == '<') ++angles;
        if (angle && depth == 0 && c == '>' && --angles == 0) return i;
        if (angle && c == ';') break;
    }
    return t.size();
}

std::size_t opening(const std::vector<token>& t, std::size_t close) {
    const bool angle = t[close].is(">");
    int depth = 0, angles = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        if (t[i].kind != token_kind::symbol) continue;
        const char c = t[i].text[0];
        if (c == ')' || c == ']' || c == '}') ++depth;
        if ((c == '(' || c == '[' || c == '{') && --depth == 0 && !angle) return i;
        if (angle && depth < 0) break;
        if (angle && depth == 0 && c == '>') ++angles;
        if (angle && depth == 0 && c == '<' && --angles == 0) return i;
        if (c == ';') break;
    }
    return t.size();
}

}  // namespace tileproof::compiler
