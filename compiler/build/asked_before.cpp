// SPDX-License-Identifier: MIT
#include "compiler/build/asked_before.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string_view>

#include "compiler/build/build_record.hpp"
#include "compiler/build/places.hpp"
#include "system/atomic_file.hpp"
#include "system/digest.hpp"
#include "system/read_file.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark_of_memory = "tileproof-asked-1";

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t from = 0, at = 0; (at = text.find('\0', from)) != text.npos; from = at + 1)
        words.push_back(text.substr(from, at - from));
    return words;
}

std::string listing_of(const fs::path& folder) {
    std::set<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        names.insert(it->path().filename().string());
    std::uint64_t digest = 0;
    for (const std::string& name : names) digest = system::fnv1a(name + '/', digest);
    return error ? "" : std::to_string(digest);
}

// Nothing is the answer of what is not there.
std::string answer_today(const std::string& question) {
    const std::string name = question.substr(1);
    if (question[0] == 'e') {
        const char* const value = std::getenv(name.c_str());
        return value ? std::string("=") + value : "";
    }
    struct stat status {};
    if (stat(name.c_str(), &status) != 0) return "";
    const std::string kind = S_ISREG(status.st_mode)   ? "file"
                             : S_ISDIR(status.st_mode) ? "folder"
                                                       : "other";
    if (question[0] == 'o' && S_ISREG(status.st_mode)) {
        const auto digest = system::digest_of_file(name);
        return digest ? kind + std::to_string(*digest) : "";
    }
    if (question[0] == 'd') return kind + listing_of(name);
    std::error_code error;
    if (question[0] == 'l') return kind + fs::canonical(name, error).string();
    return kind;
}

// Of a process, or of the machine as long as it runs.
bool is_about_files(const std::string& question) {
    return question.size() > 1 && !question.starts_with("o/dev/") && question.find("/proc/") != 1;
}

}  // namespace

bool names_the_time(std::string_view text) {
    return std::ranges::any_of(std::array{"__DATE__", "__TIME__", "__TIMESTAMP__"},
                               [&](const char* name) { return text.find(name) != text.npos; });
}

std::vector<std::pair<std::string, std::string>> asking(const fs::path& questions) {
    const std::string library = (fs::path(passes()).parent_path() / "tileproof-asking.so").string();
    std::error_code error;
    // The loader takes several, with these between them.
    if (!fs::exists(library, error) || library.find_first_of(": ") != library.npos) return {};
    const char* const others = std::getenv("LD_PRELOAD");
    return {{"LD_PRELOAD", others && *others ? library + ":" + others : library},
            {"TILEPROOF_ASKED", questions.string()}};
}

void remember(const fs::path& memory, const std::vector<fs::path>& questions,
              const fs::path& scratch, std::timespec start,
              const std::vector<std::string>& result) {
    std::set<std::string> asked;
    for (const fs::path& file : questions) {
        const auto text = system::read_file(file);
        if (!text || text->empty()) return;
        for (std::string& q : words_of(*text))
            if (is_about_files(q) && q.find(scratch.string()) != 1 && !q.starts_with("eLD_PRELOAD"))
                asked.insert(std::move(q));
    }
    std::vector<std::string> words{mark_of_memory, std::to_string(result.size()),
                                   std::to_string(asked.size())};
    words.insert(words.end(), result.begin(), result.end());
    std::vector<std::string> read;
    for (const std::string& q : asked) {
        words.insert(words.end(), {q, answer_today(q)});
        if (q[0] == 'a' && !words.back().empty()) return;  // it has appeared since
        if (q[0] == 'o' && names_the_time(system::read_file(q.substr(1)).value_or(""))) return;
        if ((q[0] == 'o' || q[0] == 'd') && !words.back().empty()) read.push_back(q.substr(1));
    }
    if (asked.empty() || changed_since(read, start)) return;
    std::string text;
    for (const std::string& word : words) text += word + '\0';
    system::write_atomically(memory, text);
}

std::optional<std::vector<std::string>> remembered(const fs::path& memory) {
    const auto text = system::read_file(memory);
    const std::vector<std::string> words = words_of(text.value_or(""));
    if (words.size() < 3 || words[0] != mark_of_memory) return std::nullopt;
    const std::size_t first = 3 + std::strtoul(words[1].c_str(), nullptr, 10);
    if (words.size() != first + 2 * std::strtoul(words[2].c_str(), nullptr, 10))
        return std::nullopt;
    for (std::size_t i = first; i < words.size(); i += 2)
        if (words[i].empty() || answer_today(words[i]) != words[i + 1]) return std::nullopt;
    return std::vector<std::string>(words.begin() + 3,
                                    words.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace tileproof::compiler
