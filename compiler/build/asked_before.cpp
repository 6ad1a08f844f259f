// SPDX-License-Identifier: MIT
#include "compiler/build/asked_before.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>

#include "compiler/build/build_record.hpp"
#include "compiler/build/places.hpp"
#include "system/atomic_file.hpp"
#include "system/digest.hpp"
#include "system/read_file.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark_of_memory = "tileproof-asked-2";
constexpr const char* by_folder = "by its folder";  // in place of an identity of its own

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

// Of what a name leads to today; nothing where that is not there. Whoever changes a file, or a folder's names, changes it.
std::string identity_of(const std::string& name) {
    struct stat s {};
    if (stat(name.c_str(), &s) != 0) return "";
    return fmt::format("{}.{}.{}.{}.{}.{}.{}", s.st_dev, s.st_ino, s.st_size, s.st_mtim.tv_sec,
                       s.st_mtim.tv_nsec, s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
}

std::string folder_of(const std::string& question) {
    return question.substr(1, std::max<std::size_t>(question.rfind('/'), 2) - 1);
}

// Whether it has the same answer in a folder that has the same names: not where a link leads elsewhere.
bool is_about_a_name(const std::string& question) {
    struct stat status {};
    return (question[0] == 'a' || question[0] == 'x') &&
           (lstat(question.c_str() + 1, &status) != 0 || !S_ISLNK(status.st_mode));
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
    std::vector<std::string> answers, read;
    std::set<std::string> folders;
    for (const std::string& q : asked) {
        const std::string answer = answer_today(q);
        if (q[0] == 'a' && !answer.empty()) return;  // it has appeared since
        if (q[0] == 'o' && names_the_time(system::read_file(q.substr(1)).value_or(""))) return;
        const bool is_read = (q[0] == 'o' || q[0] == 'd') && !answer.empty();
        if (is_read) read.push_back(q.substr(1));
        const bool by_name = is_about_a_name(q);
        if (by_name) folders.insert(folder_of(q));
        answers.insert(answers.end(), {q, answer,
                                       by_name   ? by_folder
                                       : is_read ? identity_of(q.substr(1))
                                                 : ""});
    }
    if (asked.empty() || changed_since(read, start)) return;
    std::vector<std::string> words{mark_of_memory, std::to_string(result.size()),
                                   std::to_string(folders.size()), std::to_string(asked.size())};
    words.insert(words.end(), result.begin(), result.end());
    for (const std::string& folder : folders) {
        const std::string identity = identity_of(folder);
        const bool changes = !identity.empty() && changed_since({folder}, start);
        words.insert(words.end(), {folder, changes ? "changes" : identity});
    }
    words.insert(words.end(), answers.begin(), answers.end());
    std::string text;
    for (const std::string& word : words) text += word + '\0';
    system::write_atomically(memory, text);
}

std::optional<std::vector<std::string>> remembered(const fs::path& memory) {
    const auto text = system::read_file(memory);
    const std::vector<std::string> words = words_of(text.value_or(""));
    if (words.size() < 4 || words[0] != mark_of_memory) return std::nullopt;
    const auto number = [&](std::size_t i) { return std::strtoul(words[i].c_str(), nullptr, 10); };
    const std::size_t folders = 4 + number(1), questions = folders + 2 * number(2);
    if (words.size() != questions + 3 * number(3)) return std::nullopt;
    std::unordered_set<std::string> unchanged;
    for (std::size_t i = folders; i < questions; i += 2)
        if (identity_of(words[i]) == words[i + 1]) unchanged.insert(words[i]);
    for (std::size_t i = questions; i < words.size(); i += 3) {
        const std::string &question = words[i], &answer = words[i + 1], &identity = words[i + 2];
        if (question.empty()) return std::nullopt;
        const bool is_known =
            identity == by_folder
                ? unchanged.contains(folder_of(question))
                : !identity.empty() && identity == identity_of(question.substr(1));
        if (!is_known && answer_today(question) != answer) return std::nullopt;
    }
    return std::vector<std::string>(words.begin() + 4,
                                    words.begin() + static_cast<std::ptrdiff_t>(folders));
}

}  // namespace tileproof::compiler
