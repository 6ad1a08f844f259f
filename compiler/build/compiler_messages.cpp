// SPDX-License-Identifier: MIT
#include "compiler/build/compiler_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace tileproof::compiler {
namespace {

struct message {
    std::string file, what, text;  // "my.hip"; "error", "fatal error", "warning", "note"
    long line = 0, column = 0;
    std::vector<std::string> before,
        after;  // "In file included from ...": before; code and carets: after
    bool is_error() const { return what.ends_with("error"); }
};

std::vector<message> parsed(const std::string& messages) {
    static const std::regex head(
        R"(^([^\s:][^:]*):(\d+):(\d+): (fatal error|error|warning|note): (.*)$)");
    static const std::regex of_passes(R"(^error: ([^\s:][^:]*:\d+:\d+): (.*)$)");
    static const std::regex total(
        R"(^\d+ (errors?|warnings?)( and \d+ errors?)? generated( when compiling for \w+)?\.$)");
    std::vector<message> all;
    std::vector<std::string> before;
    std::istringstream lines(messages);
    for (std::string line; std::getline(lines, line);) {
        std::smatch m;
        line = std::regex_replace(line, of_passes, "$1: error: $2");
        if (std::regex_match(line, m, head)) {
            all.push_back(
                {m[1], m[4], m[5], std::stol(m[2]), std::stol(m[3]), std::move(before), {}});
            before.clear();
        } else if (line.starts_with("In file included from ")) {
            before.push_back(line);
        } else if (!all.empty() && !std::regex_match(line, total)) {
            all.back().after.push_back(line);
        }
    }
    return all;
}

bool lies_in(const std::string& file, const std::vector<std::string>& folders) {
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string& f) { return file.starts_with(f + "/"); });
}

bool walks_through_templates(const message& note) {
    static const char* const said[] = {"in instantiation of", "while substituting",
                                       "during template argument", "(skipping ",
                                       "expanded from macro"};
    return std::any_of(std::begin(said), std::end(said),
                       [&](const char* s) { return note.text.starts_with(s); });
}

std::string line_of(const std::string& file, long number) {
    std::ifstream in(file);
    std::string line;
    for (long i = 0; i < number; ++i)
        if (!std::getline(in, line)) return "";
    return line;
}

// The code below a message, as it is in the file. If a macro changed the line, columns are not the author's.
std::string shown(const message& m) {
    std::string code;
    const std::string written = line_of(m.file, m.line);
    const bool as_written =
        !m.after.empty() && m.after[0].ends_with("| " + written) && !written.empty();
    std::string text;
    for (const std::string& line : m.before) text += line + "\n";
    if (as_written || written.empty()) {
        text += fmt::format("{}:{}:{}: {}: {}\n", m.file, m.line, m.column, m.what, m.text);
        if (as_written)
            for (const std::string& line : m.after) text += line + "\n";
        return text;
    }
    return text + fmt::format("{}:{}: {}: {}\n{:>5} | {}\n", m.file, m.line, m.what, m.text, m.line,
                              written);
}

}  // namespace

std::string readable_messages(const std::string& messages,
                              const std::vector<std::string>& not_the_users) {
    constexpr int most_errors = 10;
    const std::vector<message> all = parsed(messages);
    if (all.empty()) return messages;  // from a linker, or a program that could not start
    const bool any_of_the_users = std::any_of(all.begin(), all.end(), [&](const message& m) {
        return m.is_error() && !lies_in(m.file, not_the_users);
    });
    std::string text;
    std::set<std::string> said;
    int errors = 0;
    bool kept = false;  // the message that the next notes belong to
    for (const message& m : all) {
        const bool foreign = lies_in(m.file, not_the_users);
        if (m.what == "note") {
            if (!kept || foreign || walks_through_templates(m)) continue;
        } else {
            kept = (!foreign || (m.is_error() && !any_of_the_users)) &&
                   said.insert(fmt::format("{}:{}:{}", m.file, m.line, m.text)).second;
            if (!kept) continue;
            if (m.is_error() && ++errors > most_errors) kept = false;
            if (!kept) continue;
        }
        text += shown(m);
    }
    if (errors > most_errors)
        text += fmt::format("... and {} more errors.\n", errors - most_errors);
    return text;
}

std::string advice_on(const std::string& messages) {
    if (messages.find("unsupported float variant") != messages.npos)
        return " nvcc has no _Float16 and no __bf16 in code for a GPU: let the kernel take __half "
               "or __nv_bfloat16, "
               "and cast the pointers of the test, reinterpret_cast<const "
               "__half*>(p.in<_Float16>(\"x\")).";
    static const std::regex of_cuda(
        R"('(cuda|cublas|cooperative_groups)[^ ']*\.h' file not found|(identifier|name) '(cuda[A-Z]|CUDA_|__nv_)\w+')");
    if (std::regex_search(messages, of_cuda))
        return " This is CUDA; tileproof takes HIP. Translate it first, for instance with "
               "hipify-perl FILE.cu > FILE.hip.";
    if (messages.find("__builtin_amdgcn_mfma") != messages.npos ||
        messages.find("__builtin_amdgcn_wmma") != messages.npos)
        return " The cpu devices know the matrix instructions of docs/hip-api.md: put a plain loop "
               "in "
               "the place of another one, or check the kernel with --device hip where a GPU is.";
    static const std::regex random(R"('(hip|roc)rand[^ ']*' file not found)");
    if (std::regex_search(messages, random))
        return " hipRAND's headers are in Debian's packages librocrand-dev and libhiprand-dev; "
               "name "
               "the folder of those of ROCm with -I, such as -I/opt/rocm/include.";
    static const std::regex header(R"('(__half2?|half2?|__hip_bfloat162?|hip_bfloat16)'(;|\n))");
    std::smatch named;
    if (messages.find("unknown type name") != messages.npos &&
        std::regex_search(messages, named, header))
        return fmt::format(" {} is declared in <hip/hip_{}.h>.", named.str(1),
                           named.str(1).find("bf") == std::string::npos ? "fp16" : "bf16");
    return "";
}

std::string without_warnings(const std::string& messages) {
    std::string kept;
    for (std::size_t begin = 0; begin < messages.size();) {
        const std::size_t gap = messages.find("\n\n", begin);
        const std::size_t end = gap == messages.npos ? messages.size() : gap + 2;
        const std::string block = messages.substr(begin, end - begin);
        const auto has = [&](const char* word) { return block.find(word) != block.npos; };
        if (has("error") || !(has("arning #") || has("Remark: "))) kept += block;
        begin = end;
    }
    return kept.find_first_not_of('\n') == kept.npos ? messages : kept;
}

namespace {

// "k.hip:18:20" ends with a line and a column.
bool ends_with_place(std::string_view text) {
    for (int numbers = 0; numbers < 2; ++numbers) {
        const std::size_t colon = text.rfind(':');
        if (colon == text.npos || colon == 0 || colon + 1 == text.size() ||
            text.find_first_not_of("0123456789", colon + 1) != text.npos)
            return false;
        text = text.substr(0, colon);
    }
    return true;
}

}  // namespace

bool are_of_the_users_files(const std::string& messages,
                            const std::vector<std::string>& not_the_users) {
    for (const std::string& folder : not_the_users)
        if (messages.find(folder) != messages.npos) return false;
    if (messages.find("In file included from") != messages.npos) return false;
    bool any = false;
    for (std::size_t at = 0; (at = messages.find("error: ", at)) != messages.npos; ++at) {
        const std::size_t begin = messages.rfind('\n', at) + 1;  // 0 in the first line
        std::string_view before = std::string_view(messages).substr(begin, at - begin);
        if (before.ends_with("fatal ")) before.remove_suffix(6);
        if (!before.ends_with(": ") || !ends_with_place(before.substr(0, before.size() - 2)))
            return false;
        any = true;
    }
    return any;
}

}  // namespace tileproof::compiler
