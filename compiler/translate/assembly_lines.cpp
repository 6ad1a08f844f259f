// SPDX-License-Identifier: MIT
#include "compiler/translate/assembly_lines.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "compiler/translate/signature.hpp"
#include "compiler/translate/source_pass.hpp"

namespace tileproof::compiler {
namespace {

constexpr std::array without_effect{"s_waitcnt",      "s_nop",       "s_sleep",    "s_setprio",
                                    "s_sched",        "s_delay_alu", "s_code_end", "s_clause",
                                    "buffer_wbinvl1", "buffer_gl",   "s_dcache",   ";"};

// One instruction of the vector unit on registers: the expression that it computes, with $1 and $2 as sources.
struct simple_instruction {
    std::string_view name, computes;
};
constexpr std::array simple_instructions{
    simple_instruction{"v_mov_b32", "$1"},
    simple_instruction{"v_add_f32", "$1 + $2"},
    simple_instruction{"v_sub_f32", "$1 - $2"},
    simple_instruction{"v_mul_f32", "$1 * $2"},
    simple_instruction{"v_add_u32", "$1 + $2"},
    simple_instruction{"v_sub_u32", "$1 - $2"},
    simple_instruction{"v_and_b32", "$1 & $2"},
    simple_instruction{"v_or_b32", "$1 | $2"},
    simple_instruction{"v_xor_b32", "$1 ^ $2"},
    simple_instruction{"v_mul_lo_u32", "$1 * $2"},
    simple_instruction{"v_max_f32", "max($1, $2)"},
    simple_instruction{"v_min_f32", "min($1, $2)"},
    simple_instruction{"v_fma_f32", "fmaf($1, $2, $3)"},
    simple_instruction{"v_sad_u32", "($1 > $2 ? $1 - $2 : $2 - $1) + $3"},
    simple_instruction{"v_mad_u32_u24", "__umul24($1, $2) + $3"},
};

bool is_without_effect(std::string_view line) {
    return std::any_of(without_effect.begin(), without_effect.end(),
                       [&](const char* w) { return line.starts_with(w); });
}

// "buffer_load_dword %0, %1, %2, 0 offen" without commas.
std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" ,", at), line.size());
        if (end > at) words.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

// %2 is an operand, 16 a number; empty for registers and other words.
std::string value_of(std::string_view word, const std::vector<std::string>& operands) {
    const bool digits = word.find_first_not_of("0123456789", word.starts_with('%')) == word.npos;
    if (!digits || word.size() < 1 + word.starts_with('%')) return "";
    if (!word.starts_with('%')) return std::string(word);
    const std::size_t number = static_cast<std::size_t>(word[1] - '0');
    return word.size() == 2 && number < operands.size() ? operands[number] : "";
}

// v_mov_b32_e32 %0, %1
std::string computed(const std::vector<std::string_view>& words,
                     const std::vector<std::string>& operands) {
    std::string_view name = words[0];
    if (name.ends_with("_e32") || name.ends_with("_e64")) name.remove_suffix(4);
    for (const simple_instruction& known : simple_instructions) {
        if (name != known.name || words.size() < 2 || !words[1].starts_with('%')) continue;
        std::string made = "(" + value_of(words[1], operands) + " = ";
        for (std::size_t i = 0; i < known.computes.size(); ++i) {
            if (known.computes[i] != '$') {
                made += known.computes[i];
                continue;
            }
            const auto which = static_cast<std::size_t>(known.computes[++i] - '0') + 1;
            const std::string value = which < words.size() ? value_of(words[which], operands) : "";
            if (value.empty()) return "";
            made += value;
        }
        return made + ")";
    }
    return "";
}

// buffer_load_dwordx4 %0, %1, %2, 0 offen offset:%3
std::string buffer_access(const std::vector<std::string_view>& words,
                          const std::vector<std::string>& operands) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> sizes{
        {{"ubyte", "1"},
         {"byte", "1"},
         {"ushort", "2"},
         {"short", "2"},
         {"dword", "4"},
         {"dwordx2", "8"},
         {"dwordx3", "12"},
         {"dwordx4", "16"}}};
    const bool load = words[0].starts_with("buffer_load_");
    if ((!load && !words[0].starts_with("buffer_store_")) || words.size() < 5) return "";
    std::string_view bytes, of = words[0].substr(load ? 12 : 13);
    for (const auto& [name, size] : sizes)
        if (of == name) bytes = size;
    std::string made = std::string("::tileproof::hip_on::intrinsics::assembly_") +
                       (load ? "load<" : "store<") + std::string(bytes) + ">(";
    for (int i = 1; i <= 4; ++i) {
        const std::string value = words[i] == "off" ? "0" : value_of(words[i], operands);
        if (value.empty() || bytes.empty()) return "";
        made += value + ", ";
    }
    std::string offset = "0";
    for (std::size_t i = 5; i < words.size(); ++i) {
        if (words[i].starts_with("offset:")) offset = value_of(words[i].substr(7), operands);
        if (words[i] == "idxen" || offset.empty()) return "";
    }
    return made + offset + ")";
}

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

std::vector<std::string_view> instructions_of(std::string_view text) {
    std::vector<std::string_view> all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find("\\n"), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 2, text.size()));
        while (line.starts_with(' ') || line.starts_with("\\t"))
            line.remove_prefix(line.starts_with(' ') ? 1 : 2);
        while (line.ends_with(' ') || line.ends_with(';')) line.remove_suffix(1);
        if (!line.empty() && !is_without_effect(line)) all.push_back(line);
    }
    return all;
}

std::string as_expression(std::vector<std::string_view> lines,
                          const std::vector<std::string>& operands) {
    // Between these two, only lanes whose operand is not below the number take part.
    std::string condition;
    if (lines.size() == 3 && lines[0].starts_with("v_cmpx_le_u32 exec, ") &&
        lines[2].starts_with("s_mov_b64 exec, ") + lines[2].starts_with("s_mov_b64 exec ") == 1) {
        const std::vector<std::string_view> words = words_of(lines[0]);
        const std::string least = value_of(words[2], operands),
                          value = words.size() == 4 ? value_of(words[3], operands) : "";
        if (least.empty() || value.empty()) return "";
        condition = least + " <= static_cast<unsigned>(" + value + ") && ";
        lines = {lines[1]};
    }
    if (lines.size() != 1) return "";
    const std::vector<std::string_view> words = words_of(lines[0]);
    const std::string access = buffer_access(words, operands);
    if (!access.empty()) return "(void)(" + condition + "(" + access + ", true))";
    return condition.empty() ? computed(words, operands) : "";
}

// Inline assembly of GPUs, and functions whose label is one of LLVM's intrinsics.

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

}  // namespace tileproof::compiler
