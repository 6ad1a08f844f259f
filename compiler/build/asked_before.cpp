// SPDX-License-Identifier: MIT
#include "compiler/build/asked_before.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <set>
#include <string_view>
#include <unordered_set>

#include "compiler/build/build_cache.hpp"
#include "compiler/build/compilers.hpp"
#include "system/digest.hpp"
#include "system/file.hpp"

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
