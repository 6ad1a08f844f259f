// SPDX-License-Identifier: MIT
#include "compiler/extract/signature.hpp"

#include "compiler/build/tokens.hpp"

#include <algorithm>
#include <cctype>

namespace tileproof::compiler {
namespace {

constexpr std::string_view words_of_types[] = {"void",     "bool",   "char",  "short",
                                               "int",      "long",   "float", "double",
                                               "unsigned", "signed", "const"};

bool may_name(const token& t) {
    return t.kind == token_kind::word &&
           std::find(std::begin(words_of_types), std::end(words_of_types), t.text) ==
               std::end(words_of_types);
}

// Tokens [begin, end) without a default value: "const float * x", "float y [ ]", "int".
kernel_parameter parameter_of(const std::vector<token>& t, std::size_t begin, std::size_t end) {
    std::vector<std::size_t> words;
    int brackets = 0;
    bool array = false;
    for (std::size_t i = begin; i < end && !t[i].is("="); ++i) {
        if (t[i].is("[")) array = ++brackets > 0;
        if (brackets == 0 && !t[i].text.starts_with("__restrict") && !t[i].is("restrict"))
            words.push_back(i);
        if (t[i].is("]")) --brackets;
    }
    kernel_parameter p;
    if (words.size() > 1 && may_name(t[words.back()]) && !t[words[words.size() - 2]].is("::")) {
        p.name = t[words.back()].text;
        words.pop_back();
    }
    bool constant = false;
    for (const std::size_t i : words) {
        constant |= t[i].is("const");
        if (t[i].is("*")) p.constant = constant;
        const bool apart = !p.type.empty() && t[i].kind == token_kind::word &&
                           (std::isalnum(static_cast<unsigned char>(p.type.back())) != 0 ||
                            p.type.back() == '_' || p.type.back() == '*');
        if (apart) p.type += ' ';
        p.type += t[i].text;
    }
    if (array) p.type += '*';
    if (array) p.constant = constant;
    return p;
}

// __global__ is __attribute__((global)).
bool is_global(const std::vector<token>& t, std::size_t i) {
    return i >= 3 && t[i].is("global") && t[i - 1].is("(") && t[i - 3].is("__attribute__");
}

// The opening parenthesis of the parameters after it; t.size() if this is not a function.
std::size_t parameters_after(const std::vector<token>& t, std::size_t global) {
    for (std::size_t i = global + 1; i + 1 < t.size(); ++i) {
        if (t[i].is("__attribute__") || t[i].is("alignas") || t[i].is("__declspec")) {
            i = closing(t, i + 1);
            if (i >= t.size()) break;
            continue;
        }
        if (t[i].is("<")) {
            i = closing(t, i);
            if (i >= t.size()) break;
            continue;
        }
        if (t[i].is("("))
            return t[i - 1].kind == token_kind::word || t[i - 1].is(">") ? i : t.size();
        if (t[i].is(";") || t[i].is("{") || t[i].is("}")) break;
    }
    return t.size();
}

std::vector<kernel_parameter> parameters_between(const std::vector<token>& t, std::size_t open,
                                                 std::size_t close) {
    std::vector<kernel_parameter> all;
    int depth = 0;
    for (std::size_t from = open + 1, at = from; at <= close && from < close; ++at) {
        if (at < close && (t[at].is("<") || t[at].is("(") || t[at].is("["))) ++depth;
        if (at < close && (t[at].is(">") || t[at].is(")") || t[at].is("]"))) --depth;
        if (at < close && (depth > 0 || !t[at].is(","))) continue;
        all.push_back(parameter_of(t, from, at));
        from = at + 1;
    }
    return all;
}

}  // namespace

std::optional<kernel_signature> signature_of(std::string_view preprocessed,
                                             std::string_view kernel) {
    const std::vector<token> t = tokens_of(preprocessed);
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (!is_global(t, i)) continue;
        const std::size_t open = parameters_after(t, i + 2);
        if (open == t.size()) continue;
        std::size_t name = open - 1;
        if (t[name].is(">")) name = opening(t, name) - 1;
        if (!t[name].is(kernel)) continue;
        const std::size_t close = closing(t, open);
        kernel_signature s;
        const std::string place = place_of(preprocessed, t[name].at);
        s.file = place.substr(0, place.rfind(':', place.rfind(':') - 1));
        s.parameters = parameters_between(t, open, close);
        return s;
    }
    return std::nullopt;
}

}  // namespace tileproof::compiler
