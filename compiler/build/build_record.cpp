// SPDX-License-Identifier: MIT
#include "compiler/build/build_record.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <tuple>
#include <utility>

#include "system/atomic_file.hpp"
#include "system/digest.hpp"
#include "system/read_file.hpp"

namespace tileproof::compiler {
namespace {

constexpr const char* first_word = "tileproof-build-2";

// Nullopt if it cannot be read.
std::optional<std::string> digest_of(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
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

std::timespec moment_of(const std::filesystem::path& file) {
    struct stat status {};
    return stat(file.c_str(), &status) == 0 ? status.st_ctim : std::timespec{};
}

std::timespec now_beside(const std::filesystem::path& file) {
    system::write_atomically(file, "");
    const std::timespec now = moment_of(file);
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
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

void write_record(const std::filesystem::path& record, const std::filesystem::path& library,
                  const std::vector<std::string>& names) {
    std::string text =
        fmt::format("{} {} {}\n", first_word, names.size(), digest_of(library).value_or("none"));
    for (const std::string& name : names)
        text += fmt::format("{} {}\n", digest_of(name).value_or("none"), escaped(name));
    system::write_atomically(record, text);
}

bool is_current(const std::filesystem::path& record, const std::filesystem::path& library) {
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
