// SPDX-License-Identifier: MIT
#include "compiler/build/header_cache.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "compiler/build/build_cache.hpp"
#include "compiler/build/compiler_messages.hpp"
#include "system/digest.hpp"
#include "system/file.hpp"
#include "system/limited_run.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

void write_file(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}

struct kept_headers {
    fs::path text, precompiled, record;
};

// In a folder, by the digest of all text up to there.
kept_headers where_kept(const header_request& r, const std::string& folder, std::uint64_t key) {
    const std::string base =
        fs::absolute(fs::path(folder) / fmt::format("headers-{}-{:016x}", r.name, key));
    return {base + ".headers", base + ".pch", base + ".inputs"};
}

void forget(const kept_headers& kept) {
    std::error_code ignored;
    for (const fs::path& file : {kept.record, kept.precompiled, kept.text})
        fs::remove(file, ignored);
}

// Some text, and the precompiled header of the preceding text.
struct header_part {
    std::string_view text;
    fs::path front;  // empty: nothing precedes it
    std::vector<std::string> flags() const {
        if (front.empty()) return {};
        return {"-include-pch", front.string()};
    }
};

bool is_usable(const kept_headers& kept, std::string_view text) {
    return system::digest_of_file(kept.text) == system::digest_of_file_text(text) &&
           compiler::is_current(kept.record, kept.precompiled);
}

// Made in a temporary file and then renamed, so that each of several processes makes a complete one. Without the time
// of the text, which any of them may have written.
void precompile(const header_request& r, const kept_headers& kept, const header_part& part,
                const std::string& made) {
    compile_job job{kept.text.string(), made, part.flags(), true};
    job.flags.insert(job.flags.end(), {"-Xclang", "-fno-pch-timestamp"});
    r.compile(job);
    fs::rename(made, kept.precompiled);
    std::vector<std::string> inputs{kept.text.string()};
    if (!part.front.empty()) inputs.push_back(part.front.string());
    compiler::write_record(kept.record, kept.precompiled, inputs);
}

// False: there is none yet. Errors here are not reported: they cost only time.
bool have_precompiled(const header_request& r, const kept_headers& kept, const header_part& part,
                      const std::string& object) {
    std::string unsaid;
    const system::collect_output into(unsaid);
    try {
        if (system::read_file(kept.text) != part.text) {
            forget(kept);
            system::write_atomically(kept.text, part.text);
            return false;
        }
        fs::last_write_time(kept.text, fs::file_time_type::clock::now());  // used last
        if (!is_usable(kept, part.text)) precompile(r, kept, part, object + ".pch");
        return true;
    } catch (const std::exception&) {
        forget(kept);
        return false;
    }
}

// False: it must be compiled as a whole. Throws std::runtime_error for mistakes in the user's files.
bool compiled_after(const header_request& r, const fs::path& headers, std::string_view rest,
                    const compile_job& whole) {
    std::string said;
    try {
        const system::collect_output into(said);
        std::string text(rest);
        text.erase(text.find("\" 2\n") + 1, 2);  // no file that it returns from
        write_file(whole.source, text);
        r.compile({whole.source, whole.object, {"-include-pch", headers.string()}});
    } catch (const system::limit_met&) {
        throw;  // it would be reached a second time as well
    } catch (const std::runtime_error&) {
        if (!are_of_the_users_files(said, r.not_the_users)) return false;
        system::print_here(said);
        throw;
    }
    system::print_here(said);
    return true;
}

// The headers of a file, one after the other.
struct header_sequence {
    std::vector<std::size_t> in_file, ends;  // where each one ends, in the file and in `text`
    std::string text;
    std::vector<std::uint64_t> keys;

    header_sequence(const header_request& r, std::string_view file)
        : in_file(ends_of_headers(file, r.root)), ends(in_file) {
        if (ends.empty()) return;
        text = shared_text(file.substr(0, ends.back()), ends);
        std::uint64_t key = system::fnv1a("");
        for (const std::string& d : r.depends) key = system::fnv1a(d + '\n', key);
        for (std::size_t i = 0; i < ends.size(); ++i)
            keys.push_back(key = system::fnv1a(between(i, i + 1), key));
    }
    std::string_view between(std::size_t first, std::size_t last) const {
        const std::size_t begin = first ? ends[first - 1] : 0;
        return std::string_view(text).substr(begin, ends[last - 1] - begin);
    }
};

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
    for (const std::string_view known :
         {"#pragma GCC visibility ", "#pragma GCC diagnostic ", "#pragma GCC system_header",
          "#pragma clang diagnostic ", "#pragma clang force_cuda_host_device "})
        if (line.starts_with(known)) return true;
    return false;
}

}  // namespace

void compile_with_headers(const header_request& r, std::string_view text, const std::string& source,
                          const std::string& object) {
    const compile_job whole{source, object, {}};
    const auto compile_whole = [&] {
        write_file(source, text);
        r.compile(whole);
    };
    if (r.ready.empty() && r.folder.empty()) return compile_whole();
    const header_sequence all(r, text);
    const std::size_t count = all.ends.size();
    if (count == 0) return compile_whole();
    std::size_t ready = 0;  // of them
    fs::path front;
    for (; !r.ready.empty() && ready < count; ++ready) {
        const kept_headers kept = where_kept(r, r.ready, all.keys[ready]);
        if (!is_usable(kept, all.between(ready, ready + 1))) break;
        front = kept.precompiled;
    }
    if (ready < count && !r.folder.empty()) {
        const kept_headers kept = where_kept(r, r.folder, all.keys.back());
        if (have_precompiled(r, kept, {all.between(ready, count), front}, object)) {
            if (compiled_after(r, kept.precompiled, text.substr(all.in_file.back()), whole)) return;
            compile_whole();
            return forget(kept);  // the file was right, so the kept header is not
        }
    }
    if (ready > 0 && compiled_after(r, front, text.substr(all.in_file[ready - 1]), whole)) return;
    compile_whole();
}

std::vector<fs::path> precompile_headers(const header_request& r, std::string_view text) {
    const header_sequence all(r, text);
    std::vector<fs::path> files;
    fs::path front;
    for (std::size_t i = 0; i < all.ends.size(); ++i) {
        const kept_headers kept = where_kept(r, r.folder, all.keys[i]);
        const header_part part{all.between(i, i + 1), front};
        if (!is_usable(kept, part.text)) {
            system::write_atomically(kept.text, part.text);
            precompile(r, kept, part, kept.precompiled.string() + ".made");
        }
        files.insert(files.end(), {kept.text, kept.precompiled, kept.record});
        front = kept.precompiled;
    }
    return files;
}

std::vector<std::size_t> ends_of_headers(std::string_view text, std::string_view root) {
    std::string_view file;  // the user's
    std::vector<std::size_t> ends;
    std::size_t depth = 0;
    bool any =
        false;  // clang's own, which it puts in front of each HIP source, are none that a file begins with
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string_view line = text.substr(at, next - at - 1);
        if (const auto marker = marker_in(line)) {
            if (file.empty()) file = marker->file;
            if (marker->has('1') && !is_unreal(*marker)) {
                const bool known = marker->has('3') || marker->file.starts_with(root);
                if (depth == 0 && !known) return ends;
                any |= depth == 0 && !marker->file.ends_with("/__clang_hip_runtime_wrapper.h");
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

}  // namespace tileproof::compiler
