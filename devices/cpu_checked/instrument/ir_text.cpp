// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/ir_text.hpp"

#include <algorithm>
#include <charconv>

namespace tileproof::cpu_checked {
namespace {

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

// The place of the bracket that closes the one at `open`; strings are skipped.
std::size_t closing(std::string_view text, std::size_t open) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = open; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
        if ((c == ')' || c == ']' || c == '}' || c == '>') && --depth == 0) return i;
    }
    return text.npos;
}

unsigned number(std::string_view text) {
    unsigned value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

bool name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$' || c == '-';
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == text.npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

std::string_view called_function(std::string_view line) {
    const std::size_t call = line.find("call ");
    const std::size_t at = call == line.npos ? call : line.find('@', call);
    if (at == line.npos || at + 1 >= line.size()) return {};
    const bool quoted = line[at + 1] == '"';
    const std::size_t end = quoted ? line.find('"', at + 2) + 1 : line.find_first_of("( ,)", at);
    if (end >= line.size() || line[end] != '(') return {};
    return line.substr(at + 1, end - at - 1);
}

std::optional<call_parts> find_call(std::string_view line, std::string_view prefix) {
    const std::size_t call = line.find("call ");
    if (call == line.npos || line.find_first_not_of(' ') == line.npos || line[0] != ' ') return {};
    const std::string_view name = called_function(line);
    if (name.empty() || !name.substr(name.front() == '"').starts_with(prefix)) return {};
    const auto at = static_cast<std::size_t>(name.data() - line.data()) - 1;
    const std::size_t end = at + 1 + name.size();
    const std::size_t close = closing(line, end);
    if (close == line.npos) return {};
    call_parts parts;
    parts.before = line.substr(0, at);
    parts.name = name;
    parts.after = line.substr(close + 1);
    const std::string_view inside = line.substr(end + 1, close - end - 1);
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const char c = inside[i];
        if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
        if (c == ')' || c == ']' || c == '}' || c == '>') --depth;
        if (c == ',' && depth == 0) {
            parts.arguments.push_back(trimmed(inside.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    if (!trimmed(inside).empty()) parts.arguments.push_back(trimmed(inside.substr(begin)));
    return parts;
}

pointer_argument read_pointer(std::string_view argument) {
    pointer_argument result;
    argument = trimmed(argument);
    if (argument.starts_with("ptr ")) argument.remove_prefix(4);
    // Attributes come before the operand, which is %x, @x, null or a constant expression.
    for (;;) {
        argument = trimmed(argument);
        const std::size_t space = argument.find(' ');
        const std::string_view word = argument.substr(0, space);
        if (space == argument.npos || word.starts_with('%') || word.starts_with('@') ||
            word.starts_with("getelementptr") || word.starts_with("inttoptr") ||
            word.starts_with("addrspacecast") || word.starts_with("select"))
            break;
        argument.remove_prefix(space + 1);
        if (word == "align") {
            result.alignment = number(argument);
            argument.remove_prefix(std::min(argument.find(' '), argument.size()));
        }
    }
    result.operand = argument;
    return result;
}

std::string_view last_word(std::string_view text) {
    text = trimmed(text);
    const std::size_t space = text.rfind(' ');
    return space == text.npos ? text : text.substr(space + 1);
}

std::size_t type_bytes(std::string_view type) {
    if (type == "half" || type == "bfloat") return 2;
    if (type == "float") return 4;
    if (type == "double" || type == "ptr") return 8;
    if (type == "x86_fp80" || type == "fp128") return 16;
    if (type.starts_with('i') && type.size() > 1 && type[1] >= '0' && type[1] <= '9')
        return (number(type.substr(1)) + 7) / 8;
    if (type.starts_with('<') && type.ends_with('>')) {
        const std::size_t x = type.find(" x ");
        if (x == type.npos) return 0;
        const std::string_view element = type.substr(x + 3, type.size() - x - 4);
        if (element == "i1") return (number(type.substr(1)) + 7) / 8;
        return number(type.substr(1)) * type_bytes(element);
    }
    return 0;
}

std::string_view leading_type(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return text;
    if (text[0] == '<' || text[0] == '[' || text[0] == '{' || text[0] == '(') {
        const std::size_t close = closing(text, 0);
        return close == text.npos ? std::string_view() : text.substr(0, close + 1);
    }
    if (text.starts_with("%\""))  // %"struct.(anonymous namespace)::pair"
        return text.substr(0, text.find('"', 2) + 1);
    return text.substr(0, text.find_first_of(" ,"));
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0) {
            out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string_view defined_value(std::string_view line) {
    line = trimmed(line);
    const std::size_t equals = line.find(" = ");
    return line.starts_with('%') && equals != line.npos ? line.substr(0, equals)
                                                        : std::string_view();
}

}  // namespace tileproof::cpu_checked
