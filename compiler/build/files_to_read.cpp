// SPDX-License-Identifier: MIT
#include "compiler/build/files_to_read.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <initializer_list>

namespace tileproof::compiler {
namespace {

// The effects of -I, -D and the like show in the text; a flag that names no file changes only the compiler's options.
bool shows_in_the_text(std::string_view flag) {
    const auto begins = [&](std::initializer_list<std::string_view> list) {
        return std::ranges::any_of(list, [&](std::string_view b) { return flag.starts_with(b); });
    };
    if (begins({"-include-pch", "-Wa,", "-Wl,", "-Wp,"})) return false;
    if (begins({"-I", "-D", "-U", "-O", "-W", "-w", "-std=", "-isystem", "-iquote", "-idirafter",
                "-include", "--offload-arch="}))
        return true;
    if (!begins({"-f", "-g", "-m"})) return !begins({"-", "@"});  // the word after -I
    for (const char* const file : {"/", "module", "plugin", "profile", "list="})
        if (flag.find(file) != flag.npos) return false;
    return flag != "-mllvm";
}

bool is_of_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The string literals between the brackets that open next, joined.
std::string strings_in_brackets(std::string_view text, std::size_t at) {
    std::string all;
    bool inside = false;
    for (int depth = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (inside) {
            if (c != '"') all += c;
            if (c == '\\' && at + 1 < text.size()) all += text[++at];
        } else if (c == '\n' && text.substr(at + 1, 2) == "# ") {  // a line marker
            at = std::min(text.find('\n', at + 1), text.size()) - 1;
            continue;
        }
        if (c == '"') inside = !inside;
        if (!inside && c == '(') ++depth;
        if (!inside && (c == ')' ? --depth <= 0 : c == ';')) break;
    }
    return all;
}

// A directive (.incbin, or a macro that becomes one), or an escape sequence that may hide one.
bool may_name_a_file(const std::string& assembly) {
    bool begins_word = true;
    for (std::size_t i = 0; i < assembly.size(); ++i) {
        char c = assembly[i];
        if (c == '\\') {
            c = i + 1 < assembly.size() ? assembly[++i] : '\0';
            if (c != 'n' && c != 't' && c != '"') return true;
            begins_word = true;
            continue;
        }
        if (c == '.' && begins_word) return true;
        begins_word = !is_of_a_word(c) && c != '%' && c != '$';
    }
    return false;
}

// The file that this offset came from, by the last marker before it: # 12 "app/kernels.hpp" 2
std::string_view file_of(std::string_view text, std::size_t at) {
    for (std::size_t line; at > 0; at = line) {
        line = text.rfind("\n# ", at - 1);
        const std::size_t from = line == text.npos ? 0 : line + 1;
        if (text.substr(from, 2) != "# ") break;
        const std::string_view marker = text.substr(from, text.find('\n', from) - from);
        const std::size_t first = marker.find('"'), last = marker.rfind('"');
        if (first != last && marker.find_first_not_of("# 0123456789") == first)
            return marker.substr(first + 1, last - first - 1);
        if (line == text.npos) break;
    }
    return {};
}

// What the pass looks for (compiler/passes/device_code.cpp).
constexpr std::string_view device_code_mark = "\"tileproof_device_code:\"";

}  // namespace

std::vector<std::string> device_code_named_in(std::string_view text) {
    std::vector<std::string> files;
    for (std::size_t at = 0; (at = text.find(device_code_mark, at)) != text.npos;) {
        const std::filesystem::path name =
            strings_in_brackets("(" + std::string(text.substr(at, text.find(')', at) - at)), 0)
                .substr(device_code_mark.size() - 2);
        files.push_back((std::filesystem::path(file_of(text, at)).parent_path() / name).string());
        at += device_code_mark.size();
    }
    return files;
}

bool is_all_that_is_read(std::string_view text, const std::vector<std::string>& flags) {
    if (!std::ranges::all_of(flags, shows_in_the_text)) return false;
    if (text.find("#pragma clang module") != text.npos) return false;
    for (std::size_t at = 0; (at = text.find("asm", at)) != text.npos; at += 3) {
        std::size_t first = at, last = at + 3;  // of asm, __asm, __asm__
        while (first > 0 && text[first - 1] == '_') --first;
        while (last < text.size() && text[last] == '_') ++last;
        if (first > 0 && is_of_a_word(text[first - 1])) continue;
        if (last < text.size() && is_of_a_word(text[last])) continue;
        std::size_t next = last;  // after volatile
        while (next < text.size() && (is_of_a_word(text[next]) || std::isspace(text[next]))) ++next;
        const bool opens = next < text.size() && (text[next] == '(' || text[next] == '#');
        if (opens && may_name_a_file(strings_in_brackets(text, next))) return false;
    }
    return true;
}

}  // namespace tileproof::compiler
