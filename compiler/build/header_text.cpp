// SPDX-License-Identifier: MIT
#include "compiler/build/header_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tileproof::user {
namespace {

// # 8 "scale.hip" 2 3
struct line_marker {
    std::string_view file, flags;
    bool has(char flag) const { return flags.find(flag) != flags.npos; }
};

std::optional<line_marker> marker_in(std::string_view line) {
    if (!line.starts_with("# ") || line.size() < 3 || line[2] < '0' || line[2] > '9') return {};
    const std::size_t first = line.find('"'), last = line.rfind('"');
    if (first == line.npos || last == first) return {};
    return line_marker{line.substr(first + 1, last - first - 1), line.substr(last + 1)};
}

// "<built-in>" and "<command line>", from which -include is read.
bool is_unreal(const line_marker& m) { return m.file.starts_with('<'); }

// Other pragmas may affect what follows the header.
bool is_harmless_pragma(std::string_view line) {
    for (const std::string_view known : {"#pragma GCC visibility ", "#pragma GCC diagnostic ",
                                         "#pragma GCC system_header", "#pragma clang diagnostic "})
        if (line.starts_with(known)) return true;
    return false;
}

}  // namespace

std::vector<std::size_t> ends_of_headers(std::string_view text, std::string_view root) {
    std::string_view file;  // the user's
    std::vector<std::size_t> ends;
    std::size_t depth = 0;
    bool any = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string_view line = text.substr(at, next - at - 1);
        if (const auto marker = marker_in(line)) {
            if (file.empty()) file = marker->file;
            if (marker->has('1') && !is_unreal(*marker)) {
                const bool known = marker->has('3') || marker->file.starts_with(root);
                if (depth == 0 && !known) return ends;
                any = true;
                ++depth;
            } else if (marker->has('2')) {
                if (depth > 0) --depth;
                if (depth == 0 && any && marker->file == file && line.ends_with("\" 2"))
                    ends.push_back(at);
            }
        } else if (line.starts_with("#pragma ") && !is_harmless_pragma(line)) {
            return ends;
        } else if (depth == 0 && line.find_first_not_of(" \t\r") != line.npos) {
            return ends;
        }
        at = next;
    }
    return ends;
}

std::string shared_text(std::string_view headers, std::vector<std::size_t>& ends) {
    std::string out;
    out.reserve(headers.size());
    std::size_t depth = 0, ended = 0;
    for (std::size_t at = 0; at < headers.size();) {
        if (ended < ends.size() && ends[ended] == at) ends[ended++] = out.size();
        const std::size_t next = std::min(headers.find('\n', at), headers.size() - 1) + 1;
        const std::string_view line = headers.substr(at, next - at);
        at = next;
        if (const auto marker = marker_in(line.substr(0, line.size() - line.ends_with('\n')))) {
            if (marker->has('1') && !is_unreal(*marker)) ++depth;
            if (marker->has('2') && depth > 0) --depth;
        }
        if (depth > 0) out += line;  // else it belongs to the file: empty, or a comment
    }
    if (ended < ends.size()) ends[ended] = out.size();
    return out;
}

}  // namespace tileproof::user
