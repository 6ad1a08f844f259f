// SPDX-License-Identifier: MIT
#include "compiler/build/header_cache.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "compiler/build/build_record.hpp"
#include "compiler/build/compiler_messages.hpp"
#include "compiler/build/header_text.hpp"
#include "system/atomic_file.hpp"
#include "system/digest.hpp"
#include "system/limited_run.hpp"
#include "system/read_file.hpp"

namespace tileproof::user {
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
    return system::read_file(kept.text) == text &&
           properties::is_current(kept.record, kept.precompiled);
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
    properties::write_record(kept.record, kept.precompiled, inputs);
}

// False: there is none yet. Errors here are not reported: they cost only time.
bool have_precompiled(const header_request& r, const kept_headers& kept, const header_part& part,
                      const std::string& object) {
    std::string unsaid;
    const system::collect_output into(unsaid);
    try {
        if (system::read_file(kept.text) != part.text) {
            forget(kept);
            properties::write_atomically(kept.text, part.text);
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
            properties::write_atomically(kept.text, part.text);
            precompile(r, kept, part, kept.precompiled.string() + ".made");
        }
        files.insert(files.end(), {kept.text, kept.precompiled, kept.record});
        front = kept.precompiled;
    }
    return files;
}

}  // namespace tileproof::user
