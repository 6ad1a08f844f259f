// SPDX-License-Identifier: MIT
#include "compiler/build/build_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <tuple>
#include <utility>

#include "compiler/build/user_library.hpp"
#include "system/digest.hpp"
#include "system/file.hpp"
#include "system/file_lock.hpp"
#include "system/limited_run.hpp"
#include "system/text.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

constexpr auto in_use = std::chrono::minutes(10);
constexpr auto abandoned = std::chrono::hours(1);

std::uint64_t bytes_of(const fs::path& file) {
    std::error_code error;
    const auto bytes = fs::file_size(file, error);
    return error ? 0 : bytes;
}

// By a process that may load it once more.
bool is_loaded(const fs::path& folder, const cached_kernel& k) {
    return !k.headers && system::is_in_use(folder / (k.name + ".so"));
}

void remove_entry(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    fs::remove(folder / (name + ".inputs"),
               ignored);  // first: without it the other files are ignored
    for (const char* const other : {".so", ".pch", ".headers", ".asked"})
        fs::remove(folder / (name + other), ignored);
}

// Removes folders of compilations and of `tileproof run` that a killed process left an hour ago; or at any time.
void remove_unfinished(const fs::path& folder, bool any) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone;
        const std::string name = it->path().filename().string();
        const bool ours = name.starts_with(".build-");
        const auto time = it->last_write_time(gone);
        if (ours && !gone && !system::is_in_use(it->path()) &&
            (any || time < fs::file_time_type::clock::now() - abandoned))
            fs::remove_all(it->path(), gone);
    }
}

}  // namespace

std::uint64_t largest_cache() {
    const char* const said = std::getenv("TILEPROOF_CACHE_SIZE");
    if (!said || !*said) return std::uint64_t{1} << 30;
    const std::uint64_t bytes = system::bytes_of_size(said);
    if (bytes == 0)
        throw user_error(
            fmt::format("The environment's TILEPROOF_CACHE_SIZE is '{}' and must be a size, as in "
                        "512MiB or 4GiB.",
                        system::visible(system::cut(said, 80))));
    return bytes;
}

std::vector<cached_kernel> cached_kernels(const fs::path& folder) {
    std::vector<cached_kernel> all;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const fs::path& file = it->path();
        const bool headers = file.extension() == ".headers" || file.extension() == ".asked";
        if (!headers && file.extension() != ".so") continue;
        const auto beside = [&](const char* end) { return fs::path(file).replace_extension(end); };
        std::error_code gone;
        auto used = fs::last_write_time(headers ? file : beside(".inputs"), gone);
        if (gone) used = fs::last_write_time(file, gone);
        if (!gone)
            all.push_back({file.stem().string(),
                           bytes_of(file) + bytes_of(beside(".inputs")) + bytes_of(beside(".pch")),
                           used, headers});
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.used > b.used; });
    return all;
}

void mark_as_used(const fs::path& inputs) { utimensat(AT_FDCWD, inputs.c_str(), nullptr, 0); }

std::uint64_t keep_within(const fs::path& folder, std::uint64_t most) {
    remove_unfinished(folder, false);
    system::remove_abandoned(folder);
    std::uint64_t kept = 0;
    for (const cached_kernel& k : cached_kernels(folder)) {
        const bool fresh =
            k.used > fs::file_time_type::clock::now() - in_use || is_loaded(folder, k);
        if (fresh || kept + k.bytes <= most)
            kept += k.bytes;
        else
            remove_entry(folder, k.name);
    }
    return kept;
}

cleared clear_cache(const fs::path& folder) {
    const system::file_lock nobody_builds(folder, system::file_lock::kind::alone);
    remove_unfinished(folder, true);
    cleared count;
    for (const cached_kernel& k : cached_kernels(folder)) {
        const bool kept = is_loaded(folder, k);
        if (!kept) remove_entry(folder, k.name);
        if (!k.headers) ++(kept ? count.kept : count.deleted);
    }
    return count;
}

namespace {

constexpr const char* first_word = "tileproof-build-2";

// Nullopt if it cannot be read.
std::optional<std::string> digest_of(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return std::nullopt;
    const auto digest = system::digest_of_file(file);
    return digest ? std::optional(fmt::format("{:016x}", *digest)) : std::nullopt;
}

// A name on one line.
std::string escaped(const std::string& name) {
    std::string text;
    for (const char c : name) text += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
    return text;
}

}  // namespace

std::vector<std::string> dependency_names(std::string_view rule) {
    std::vector<std::string> names;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) names.push_back(std::exchange(word, {}));
    };
    const std::size_t colon = rule.find(": ");
    if (colon == rule.npos) return names;
    for (std::size_t i = colon + 1; i < rule.size(); ++i) {
        const char c = rule[i], next = i + 1 < rule.size() ? rule[i + 1] : '\0';
        if (c == '\\' && next == '\n') {
            end_word();
            ++i;
        } else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
            word += next;
            ++i;
        } else if (c == ' ' || c == '\n') {
            end_word();
        } else {
            word += c;
        }
    }
    end_word();
    return names;
}

std::timespec moment_of(const fs::path& file) {
    struct stat status {};
    return stat(file.c_str(), &status) == 0 ? status.st_ctim : std::timespec{};
}

std::timespec now_beside(const fs::path& file) {
    system::write_atomically(file, "");
    const std::timespec now = moment_of(file);
    std::error_code ignored;
    fs::remove(file, ignored);
    return now;
}

bool changed_since(const std::vector<std::string>& names, std::timespec moment) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        struct stat status {};
        if (stat(name.c_str(), &status) != 0) return true;
        // Within the same tick of the clock the order is unknown.
        return std::tie(status.st_ctim.tv_sec, status.st_ctim.tv_nsec) >=
               std::tie(moment.tv_sec, moment.tv_nsec);
    });
}

void write_record(const fs::path& record, const fs::path& library,
                  const std::vector<std::string>& names) {
    std::string text =
        fmt::format("{} {} {}\n", first_word, names.size(), digest_of(library).value_or("none"));
    for (const std::string& name : names)
        text += fmt::format("{} {}\n", digest_of(name).value_or("none"), escaped(name));
    system::write_atomically(record, text);
}

bool is_current(const fs::path& record, const fs::path& library) {
    std::ifstream lines(record, std::ios::binary);
    std::string word, digest, line;
    std::size_t count = 0;
    if (!(lines >> word >> count >> digest) || word != first_word || digest_of(library) != digest)
        return false;
    std::getline(lines, line);
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::getline(lines, line)) return false;
        const std::size_t space = std::min(line.find(' '), line.size() - 1);
        std::string name;
        for (std::size_t k = space + 1; k < line.size(); ++k)
            name += line[k] != '\\' ? line[k] : line[++k] == 'n' ? '\n' : '\\';
        if (digest_of(name) != line.substr(0, space)) return false;
    }
    return true;
}

}  // namespace tileproof::compiler
