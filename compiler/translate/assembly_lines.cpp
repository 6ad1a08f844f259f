// SPDX-License-Identifier: MIT
#include "compiler/translate/assembly_lines.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tileproof::user {
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

}  // namespace tileproof::user
