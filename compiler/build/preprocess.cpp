// SPDX-License-Identifier: MIT
#include "compiler/build/preprocess.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>

#include "compiler/build/gpu_flags.hpp"
#include "compiler/translate/tokens.hpp"
#include "system/limited_run.hpp"
#include "system/read_file.hpp"

namespace tileproof::user {
namespace {

// Changes  # 1 "./inner.hip"  to  # 1 "inner.hip", so that a file has one name in all messages.
std::string with_plain_names(const std::string& text) {
    std::string plain;
    plain.reserve(text.size());
    std::size_t from = 0;
    for (std::size_t at = 0; (at = text.find(" \"./", at)) != text.npos; ++at) {
        const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        if (text.compare(line, 2, "# ") != 0) continue;
        plain.append(text, from, at + 2 - from);
        from = at + 4;
    }
    return plain.append(text, from);
}

std::vector<std::string> words_to_preprocess(const source_request& r, const std::string& file) {
    std::vector<std::string> words{r.compiler,
                                   "-x",
                                   "c++",
                                   "-std=gnu++20",
                                   "-E",
                                   "-w",
                                   "-DTILEPROOF_TRANSLATE",
                                   "-D__HIPCC__=1",
                                   "-D__HIP__=1",
                                   "-D__HIP_PLATFORM_AMD__=1"};
    if (r.device == translate_for::cpu_checked)
        words.insert(words.end(), {"-DTILEPROOF_DEVICE=cpu_checked", "-DTILEPROOF_CPU_CHECKED",
                                   "-DTILEPROOF_CPU_CALLS_ENGINE"});
    else
        words.push_back("-DTILEPROOF_DEVICE=cpu");
    if (r.wave_size) words.push_back("-DTILEPROOF_WAVE_SIZE=" + std::to_string(r.wave_size));
    for (const auto& more : {flags_of_gpu(gpu_of(r.flags)), flags_without_gpu(r.flags)})
        words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), r.preprocess_flags.begin(), r.preprocess_flags.end());
    if (!r.dependencies.empty())
        words.insert(words.end(), {"-MD", "-MF", r.dependencies, "-MT", "inputs"});
    // For "hip_bf16.h", as included by sources that name ROCm's include/hip with -I.
    words.insert(words.end(), {"-idirafter", r.root + "/hip/headers/hip"});
    words.insert(words.end(), {r.source, "-o", file});
    return words;
}

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

// What the pass looks for (compiler/passes/device_code.cpp).
constexpr std::string_view device_code_mark = "\"tileproof_device_code:\"";

}  // namespace

std::vector<std::string> device_code_named_in(std::string_view text) {
    std::vector<std::string> files;
    for (std::size_t at = 0; (at = text.find(device_code_mark, at)) != text.npos;) {
        const std::filesystem::path name =
            strings_in_brackets("(" + std::string(text.substr(at, text.find(')', at) - at)), 0)
                .substr(device_code_mark.size() - 2);
        std::string source = place_of(text, at);  // "tests/add.hip:5: "
        for (int colons = 0; colons < 2; ++colons)
            source.resize(std::min(source.rfind(':'), source.size()));
        files.push_back((std::filesystem::path(source).parent_path() / name).string());
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

preprocessed_source preprocessed_into(const std::string& file, const source_request& r) {
    constexpr std::uint64_t longest_text = 256u << 20;  // it is read, and translated, here
    constexpr std::size_t most_said = 1u << 20;         // bytes
    const std::vector<std::string> words = words_to_preprocess(r, file);
    std::vector<std::string> telling = words;
    telling.insert(telling.begin() + 1, "-v");
    const system::limited_result said =
        system::run_limited({.words = telling, .kept = most_said, .largest_file = longest_text});
    if (!said.limit.empty()) throw system::limit_met(r.source + " was not compiled: " + said.limit);
    // Once more, only for its messages.
    if (!said.how.well()) run_compiler(words, r.source, longest_text);
    const auto text = system::read_file(file);
    if (!text)
        throw std::runtime_error("The file " + file +
                                 ", which the compiler wrote, cannot be read.");
    preprocessed_source p{.text = with_plain_names(*text), .options = said.output};
    for (std::size_t at = 0; (at = p.options.find(r.object, at)) != p.options.npos;)
        p.options.erase(at, r.object.size());  // it may be another one next time
    p.device_code = device_code_named_in(p.text);
    p.is_all = is_all_that_is_read(p.text, r.flags) && said.how.well();
    return p;
}

}  // namespace tileproof::user
