// SPDX-License-Identifier: MIT
// Inline assembly of GPUs, and functions whose label is one of LLVM's intrinsics.
#include <array>

#include "compiler/translate/assembly_lines.hpp"
#include "compiler/translate/passes.hpp"
#include "compiler/translate/signature.hpp"

namespace tileproof::user {
namespace {

constexpr std::array of_gpus{
    "s_",  "v_",  "ds_",  "buffer_", "global_", "flat_", "image_", "scratch_", "tbuffer_", "mov.",
    "ld.", "st.", "add.", "mad.",    "shfl.",   "cvt.",  "bar.",   "fma.",     "lop3",     "prmt"};

bool begins_with_any(std::string_view text, const auto& list) {
    for (std::string_view w : list)
        if (text.starts_with(w)) return true;
    return false;
}

std::string assembly_text(const std::vector<token>& t, std::size_t open, std::size_t close) {
    std::string text;
    for (std::size_t i = open + 1; i < close && t[i].kind == token_kind::text; ++i)
        text += t[i].text.substr(1, t[i].text.size() - 2);
    return text;
}

// "v", "+s", "a12": a constraint or a clobbered register that this machine lacks or calls by another name.
bool names_registers_of_gpu(const std::vector<token>& t, std::size_t open, std::size_t close) {
    for (std::size_t i = open + 1; i < close; ++i) {
        if (t[i].kind != token_kind::text) continue;
        std::string_view word = t[i].text.substr(1, t[i].text.size() - 2);
        word.remove_prefix(std::min(word.find_first_not_of("=+&"), word.size()));
        if (!word.empty() && std::string_view("avs").find(word[0]) != std::string_view::npos &&
            word.find_first_not_of("0123456789", 1) == word.npos)
            return true;
    }
    return false;
}

// The operands in the order of their numbers: "=v"(out), "v"(a), "v"(b) are out, a, b.
std::vector<std::string> operands(const translation& x, std::size_t open, std::size_t close) {
    const std::vector<token>& t = x.tokens;
    std::vector<std::string> all;
    for (std::size_t i = open + 1; i + 2 < close; ++i) {
        if (t[i].kind != token_kind::text || !t[i + 1].is("(")) continue;
        const std::size_t end = closing(t, i + 1);
        if (end >= close) break;
        all.emplace_back(x.source.substr(t[i + 1].at, x.end(end) - t[i + 1].at));
        i = end;
    }
    return all;
}

// AMD's libraries declare functions without a builtin as  RET name(A a, B b) asm("llvm.amdgcn.raw.buffer.load.f32");
// and here they get a body. The label names the intrinsic; the types are those of the declaration.
bool translate_label(translation& x, std::size_t asm_word, std::size_t close,
                     std::string_view label) {
    const std::vector<token>& t = x.tokens;
    constexpr std::string_view begin = "llvm.amdgcn.";
    if (!label.starts_with(begin) || asm_word == 0 || !t[asm_word - 1].is(")") ||
        close + 1 >= t.size() || !t[close + 1].is(";"))
        return false;
    const std::size_t open = opening(t, asm_word - 1);
    if (open == t.size() || open == 0) return false;
    std::string arguments;
    for (const kernel_parameter& p : parameters_between(t, open, asm_word - 1)) {
        if (p.name.empty()) return false;
        arguments += (arguments.empty() ? "" : ", ") + p.name;
    }
    std::string function;  // raw_buffer_load: the parts of the label up to the type
    for (std::size_t at = begin.size(); at < label.size();) {
        const std::size_t dot = std::min(label.find('.', at), label.size());
        const std::string_view part = label.substr(at, dot - at);
        at = dot + 1;
        if (part.find_first_of("0123456789") != part.npos) break;
        function += (function.empty() ? "" : "_") + std::string(part);
    }
    std::size_t first = open;
    while (first > 0 && !t[first - 1].is(";") && !t[first - 1].is("{") && !t[first - 1].is("}") &&
           t[first - 1].kind != token_kind::text)
        --first;
    x.changes.insert(t[first].at, "inline ");
    x.changes.replace(
        t[asm_word].at, x.end(close + 1),
        "{ return ::tileproof::hip_on::intrinsics::" + function + "(" + arguments + "); }");
    return true;
}

// The text of a literal without characters that would end another one.
std::string shown(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' || c == '\\' ? ' ' : c;
    return out + '"';
}

}  // namespace

void translate_assembly(translation& x) {
    const std::vector<token>& t = x.tokens;
    for (std::size_t i = 0; i + 2 < t.size(); ++i) {
        if (t[i].of_system || !(t[i].is("asm") || t[i].is("__asm__") || t[i].is("__asm"))) continue;
        std::size_t open = i + 1;
        while (open < t.size() &&
               (t[open].is("volatile") || t[open].is("__volatile__") || t[open].is("__volatile")))
            ++open;
        if (open >= t.size() || !t[open].is("(")) continue;
        const std::size_t close = closing(t, open);
        if (close == t.size()) continue;
        const std::string text = assembly_text(t, open, close);
        if (translate_label(x, i, close, text)) continue;
        const std::vector<std::string_view> lines = instructions_of(text);
        if (text.find_first_not_of(' ') == text.npos) {  // a compiler barrier
            if (names_registers_of_gpu(t, open, close))
                x.changes.replace(t[i].at, x.end(close), "__asm__ volatile(\"\" ::: \"memory\")");
            continue;
        }
        if (lines.empty())
            x.changes.replace(t[i].at, x.end(close), "((void)0)");
        else if (lines.size() == 1 && lines[0].starts_with("s_barrier"))
            x.changes.replace(t[i].at, x.end(close), "::tileproof::hip_on::__syncthreads(0)");
        else if (const std::string made = as_expression(lines, operands(x, open, close));
                 !made.empty())
            x.changes.replace(t[i].at, x.end(close), made);
        else if (!begins_with_any(lines[0], of_gpus))
            continue;
        else if (x.is_of_main_file(i))
            x.refuse(
                i,
                "inline assembly of a GPU is not supported by the cpu devices: use a builtin that "
                "<hip/hip_runtime.h> declares, or plain C++.");
        else  // headers hold much that nobody calls
            x.changes.replace(t[i].at, x.end(close),
                              "::tileproof::hip_on::assembly_was_reached(" +
                                  shown("this inline assembly does not run on the cpu devices: " +
                                        std::string(lines[0])) +
                                  ")");
    }
}

}  // namespace tileproof::user
