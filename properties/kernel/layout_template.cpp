// SPDX-License-Identifier: MIT
#include "properties/kernel/layout_template.hpp"

#include "properties/layout/observed.hpp"

#include <tileproof/layout.hpp>
#include <tileproof/layout_text.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

namespace tileproof::properties {
namespace {

constexpr std::array words{
    "packed", "naive",   "aligned",   "strides", "offset",   "align",        "pass",
    "merge",  "unmerge", "embed",     "pad",     "left_pad", "right_pad",    "slice",
    "freeze", "insert",  "replicate", "xor",     "modulo",   "merge_divmod", "gather"};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The end of the word, number or parenthesis at `at`.
std::size_t end_of_operand(std::string_view text, std::size_t at) {
    if (text[at] != '(') {
        while (at < text.size() && in_word(text[at])) ++at;
        return at;
    }
    int open = 0;
    for (; at < text.size(); ++at) {
        open += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (open == 0) return at + 1;
    }
    return at;
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] == ' ') ++at;
    return at;
}

// Operand, operator, operand, ...; the minus of an arrow is not an operator.
std::size_t end_of_expression(std::string_view text, std::size_t at) {
    std::size_t end = end_of_operand(text, at);
    for (;;) {
        const std::size_t sign = skip_spaces(text, end);
        if (sign >= text.size() ||
            std::string_view("+-*/").find(text[sign]) == std::string_view::npos ||
            text.substr(sign, 2) == "->")
            return end;
        const std::size_t next = skip_spaces(text, sign + 1);
        if (next >= text.size() || (!in_word(text[next]) && text[next] != '(')) return end;
        end = end_of_operand(text, next);
    }
}

bool is_name(std::string_view word) {
    return !word.empty() && !std::isdigit(static_cast<unsigned char>(word.front()));
}

}  // namespace

layout_template::layout_template(std::string_view text, std::vector<std::string> known)
    : dims_(std::move(known)) {
    struct piece {
        std::string before, expression;
    };
    std::vector<piece> pieces(1);
    for (std::size_t at = 0; at < text.size();) {
        const bool after_word = at > 0 && in_word(text[at - 1]);
        const std::size_t word_end = end_of_operand(text, at);
        const std::string_view word = text.substr(at, word_end - at);
        if ((!in_word(text[at]) && (text[at] != '(' || after_word)) ||
            std::ranges::find(words, word) != words.end()) {
            const std::size_t n = in_word(text[at]) ? word.size() : 1;
            pieces.back().before += text.substr(at, n);
            at += n;
            continue;
        }
        const std::size_t end = end_of_expression(text, at);
        pieces.back().expression = text.substr(at, end - at);
        for (std::size_t i = at; i < end; ++i) {
            if (!in_word(text[i])) continue;
            const std::string name(text.substr(i, end_of_operand(text, i) - i));
            if (is_name(name) && std::ranges::find(dims_, name) == dims_.end())
                dims_.push_back(name);
            i += name.size() - 1;
        }
        pieces.emplace_back();
        at = end;
    }
    for (piece& p : pieces) {
        part& made = parts_.emplace_back();
        made.before = std::move(p.before);
        if (!p.expression.empty()) made.length.emplace(p.expression, dims_);
    }
}

long_index_t layout_template::multiple_of(std::size_t dim) const {
    long_index_t multiple = 1;
    for (const part& p : parts_)
        if (p.length) multiple = std::lcm(multiple, p.length->divisor_of(dim));
    return multiple;
}

std::optional<std::string> layout_template::text(std::span<const long_index_t> dims) const {
    std::string text;
    for (const part& p : parts_) {
        text += p.before;
        if (!p.length) continue;
        const auto value = p.length->value(dims);
        if (!value) return std::nullopt;
        text += std::to_string(*value);
    }
    return text;
}

reference::shown_elements layout_template::shown(std::span<const long_index_t> dims) const {
    const auto numbers = text(dims);
    if (!numbers) return {};
    const layout_description description = parse_layout(*numbers);
    (void)layout(description);  // throws if a rule is broken
    return reference::show(physical(description));
}

}  // namespace tileproof::properties
