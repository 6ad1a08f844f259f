// SPDX-License-Identifier: MIT
#include "kernels/user/header_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "kernels/user/build_record.hpp"
#include "system/atomic_file.hpp"
#include "system/digest.hpp"
#include "system/limited_run.hpp"
#include "system/read_file.hpp"

namespace tileproof::user {
namespace {

namespace fs = std::filesystem;

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

// Others may say something of what follows behind the header.
bool is_harmless_pragma(std::string_view line) {
    for (const std::string_view known : {"#pragma GCC visibility ", "#pragma GCC diagnostic ",
                                         "#pragma GCC system_header", "#pragma clang diagnostic "})
        if (line.starts_with(known)) return true;
    return false;
}

void write_file(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}

struct kept_headers {
    fs::path text, precompiled, record;
};

kept_headers where_kept(const header_request& r, std::string_view headers) {
    std::uint64_t key = system::fnv1a(headers);
    for (const std::string& d : r.depends) key = system::fnv1a(d + '\n', key);
    const std::string base =
        fs::absolute(fs::path(r.folder) / fmt::format("headers-{}-{:016x}", r.name, key));
    return {base + ".headers", base + ".pch", base + ".inputs"};
}

void forget(const kept_headers& kept) {
    std::error_code ignored;
    for (const fs::path& file : {kept.record, kept.precompiled, kept.text})
        fs::remove(file, ignored);
}

// Made apart and then renamed: of several processes each makes a whole one. Without the time of the text, which each of
// them may have written.
void precompile(const header_request& r, const kept_headers& kept, const std::string& object) {
    const std::string made = object + ".pch";
    r.compile({kept.text.string(), made, {"-Xclang", "-fno-pch-timestamp"}, true});
    fs::rename(made, kept.precompiled);
    properties::write_record(kept.record, kept.precompiled, {kept.text.string()});
}

// False: there is none yet. What goes wrong here is said nowhere: nothing is lost but time.
bool have_precompiled(const header_request& r, const kept_headers& kept, std::string_view headers,
                      const std::string& object) {
    std::string unsaid;
    const system::collect_output into(unsaid);
    try {
        if (system::read_file(kept.text) != headers) {
            forget(kept);
            properties::write_atomically(kept.text, headers);
            return false;
        }
        fs::last_write_time(kept.text, fs::file_time_type::clock::now());  // used last
        if (!properties::is_current(kept.record, kept.precompiled)) precompile(r, kept, object);
        return true;
    } catch (const std::exception&) {
        forget(kept);
        return false;
    }
}

// False: it has to be compiled as a whole.
bool compiled_behind(const header_request& r, const kept_headers& kept, std::string_view rest,
                     const compile_job& whole) {
    std::string said;
    try {
        const system::collect_output into(said);
        std::string text(rest);
        text.erase(text.find("\" 2\n") + 1, 2);  // no file that it returns from
        write_file(whole.source, text);
        r.compile({whole.source, whole.object, {"-include-pch", kept.precompiled.string()}});
    } catch (const system::limit_met&) {
        throw;  // a second time it would be met as well
    } catch (const std::runtime_error&) {
        return false;
    }
    system::print_here(said);
    return true;
}

}  // namespace

std::size_t end_of_headers(std::string_view text, std::string_view root) {
    std::string_view file;  // the user's
    std::size_t depth = 0, end = 0;
    bool any = false;  // "<built-in>" and "<command line>" are none
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string_view line = text.substr(at, next - at - 1);
        if (const auto marker = marker_in(line)) {
            if (file.empty()) file = marker->file;
            if (marker->has('1')) {
                const bool known = marker->has('3') || marker->file.starts_with('<') ||
                                   marker->file.starts_with(root);
                if (depth == 0 && !known) return end;
                any = any || !marker->file.starts_with('<');
                ++depth;
            } else if (marker->has('2')) {
                if (depth > 0) --depth;
                if (depth == 0 && any && marker->file == file && line.ends_with("\" 2")) end = at;
            }
        } else if (line.starts_with("#pragma ") && !is_harmless_pragma(line)) {
            return end;
        } else if (depth == 0 && line.find_first_not_of(" \t\r") != line.npos) {
            return end;
        }
        at = next;
    }
    return end;
}

std::string shared_text(std::string_view headers) {
    std::string out;
    out.reserve(headers.size());
    std::string_view file;  // the user's
    std::size_t depth = 0;
    for (std::size_t at = 0; at < headers.size();) {
        const std::size_t next = std::min(headers.find('\n', at), headers.size() - 1) + 1;
        const std::string_view line = headers.substr(at, next - at);
        at = next;
        const auto marker = marker_in(line.substr(0, line.size() - line.ends_with('\n')));
        if (marker) {
            if (file.empty()) file = marker->file;
            if (marker->has('1')) ++depth;
            if (marker->has('2') && depth > 0) --depth;
            if (marker->file == file) {
                if (!marker->flags.empty()) out += fmt::format("# 1 \"file\"{}\n", marker->flags);
                continue;
            }
        }
        if (marker || depth > 0) out += line;  // else it is empty, or a comment was there
    }
    return out;
}

void compile_with_headers(const header_request& r, std::string_view text, const std::string& source,
                          const std::string& object) {
    const std::size_t end = r.folder.empty() ? 0 : end_of_headers(text, r.root);
    const compile_job whole{source, object, {}};
    if (end == 0) {
        write_file(source, text);
        return r.compile(whole);
    }
    const std::string headers = shared_text(text.substr(0, end));
    const kept_headers kept = where_kept(r, headers);
    const bool have = have_precompiled(r, kept, headers, object);
    if (have && compiled_behind(r, kept, text.substr(end), whole)) return;
    write_file(source, text);
    r.compile(whole);
    if (have) forget(kept);  // the file was right, so what was kept is not
}

}  // namespace tileproof::user
