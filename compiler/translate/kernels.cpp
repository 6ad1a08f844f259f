// SPDX-License-Identifier: MIT
// Kernels by name and by address: the program asks for them with hipModuleGetFunction, hipLaunchKernel and the like.
//
//   __global__ void k(int* p, int n = 4) { ... }
// gets, after its body,
//   static const ::tileproof::hip_on::kernel_entry tileproof_entry_0(static_cast<void (*)(int* p, int n)>(&k), "k");
// and (void*)k<float> becomes ::tileproof::hip_on::kernel_address(k<float>), which enters that instance.
// A kernel with __launch_bounds__(256) begins with ::tileproof::hip_on::within_launch_bounds(256);
#include "compiler/translate/source_pass.hpp"

namespace tileproof::compiler {
namespace {

// Whether the brace at `open` begins a namespace or extern "C": its contents still count as outermost.
bool transparent(const std::vector<token>& t, std::size_t open) {
    if (open == 0) return false;
    std::size_t i = open - 1;
    if (t[i].kind == token_kind::text) return i > 0 && t[i - 1].is("extern");
    for (int depth = 0; depth < 12; ++depth) {
        if (t[i].is("namespace")) return true;
        const bool part = t[i].kind == token_kind::word || t[i].is("::");
        if (!part || i == 0) return false;
        --i;
    }
    return false;
}

bool is_template(const std::vector<token>& t, std::size_t global) {
    for (std::size_t i = global; i-- > 0;) {
        if (t[i].is(";") || t[i].is("}") || t[i].is("{")) return false;
        if (t[i].is("template")) return true;
    }
    return false;
}

}  // namespace

std::size_t parameters_of(const std::vector<token>& t, std::size_t global) {
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

namespace {

// The parameters without their default values.
std::string parameter_text(const translation& x, std::size_t open, std::size_t close) {
    const std::vector<token>& t = x.tokens;
    std::string text;
    int depth = 0;
    bool in_default = false;
    for (std::size_t i = open + 1; i < close; ++i) {
        const std::string_view s = t[i].text;
        if (s == "(" || s == "[" || s == "{" || s == "<") ++depth;
        if (s == ")" || s == "]" || s == "}" || s == ">") --depth;
        if (depth == 0 && s == "=") in_default = true;
        if (depth == 0 && s == ",") in_default = false;
        if (!in_default) (text += s) += ' ';
    }
    return text;
}

}  // namespace

void find_kernels(translation& x) {
    const std::vector<token>& t = x.tokens;
    int opaque = 0, number = 0;
    std::vector<bool> braces;
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (t[i].is("{")) {
            braces.push_back(!transparent(t, i));
            opaque += braces.back();
        } else if (t[i].is("}") && !braces.empty()) {
            opaque -= braces.back();
            braces.pop_back();
        }
        if (!t[i].is(global_word)) continue;
        const std::size_t open = parameters_of(t, i);
        if (open == t.size()) continue;
        const std::size_t close = closing(t, open);
        std::size_t name = open - 1;
        if (t[name].is(">")) name = opening(t, name) - 1;  // a specialisation
        x.kernels.emplace(t[name].text);
        if (opaque > 0 || close + 1 >= t.size() || !t[close + 1].is("{") || is_template(t, i) ||
            name != open - 1 || t[name - 1].is("::"))
            continue;
        const std::size_t end = closing(t, close + 1);
        if (end == t.size()) continue;
        const std::string n(t[name].text);
        x.changes.insert(x.end(end),
                         " static const ::tileproof::hip_on::kernel_entry tileproof_entry_" +
                             std::to_string(number++) + "_(static_cast<void (*)(" +
                             parameter_text(x, open, close) + ")>(&" + n + "), \"" + n + "\");");
    }
}

void translate_launch_bounds(translation& x) {
    const std::vector<token>& t = x.tokens;
    for (std::size_t i = 0; i + 4 < t.size(); ++i) {
        if (!t[i].is("__attribute__") || !t[i + 3].is(launch_bounds_word)) continue;
        const std::size_t end = closing(t, i + 1), bounds_end = closing(t, i + 4);
        if (end >= t.size() || bounds_end >= t.size()) continue;
        x.changes.replace(t[i].at, x.end(end), "");
        const std::size_t open = parameters_of(t, end);
        if (open == t.size()) continue;
        std::size_t body = closing(t, open) + 1;
        while (body < t.size() && t[body].is("__attribute__")) body = closing(t, body + 1) + 1;
        if (body >= t.size() || !t[body].is("{")) continue;
        const std::string bounds(x.source.substr(t[i + 4].at, x.end(bounds_end) - t[i + 4].at));
        x.changes.insert(x.end(body), " ::tileproof::hip_on::within_launch_bounds" + bounds + ";");
    }
}

namespace {

// The index after [const] void [const] * at `i`, or `i` if it is something else.
std::size_t behind_void_pointer(const std::vector<token>& t, std::size_t i) {
    const std::size_t begin = i;
    if (i < t.size() && t[i].is("const")) ++i;
    if (i >= t.size() || !t[i].is("void")) return begin;
    ++i;
    if (i < t.size() && t[i].is("const")) ++i;
    return i < t.size() && t[i].is("*") ? i + 1 : begin;
}

// The last token of the kernel's name that begins at `i`, possibly after &; tokens.size() if it is not one.
std::size_t kernel_name_end(const translation& x, std::size_t i) {
    const std::vector<token>& t = x.tokens;
    while (i < t.size() && (t[i].is("&") || t[i].is("::"))) ++i;
    while (i + 2 < t.size() && t[i].kind == token_kind::word && t[i + 1].is("::")) i += 2;
    if (i + 1 >= t.size() || t[i].kind != token_kind::word || !x.kernels.contains(t[i].text))
        return t.size();
    if (!t[i + 1].is("<")) return i;
    const std::size_t close = closing(t, i + 1);
    return close;
}

}  // namespace

void translate_addresses(translation& x) {
    const std::vector<token>& t = x.tokens;
    constexpr const char* function = "::tileproof::hip_on::kernel_address";
    for (std::size_t i = 0; i + 4 < t.size(); ++i) {
        if (t[i].of_system) continue;
        if (t[i].is("reinterpret_cast") && t[i + 1].is("<")) {
            const std::size_t type_end = behind_void_pointer(t, i + 2);
            if (type_end == i + 2 || type_end + 2 >= t.size() || !t[type_end].is(">") ||
                !t[type_end + 1].is("("))
                continue;
            if (kernel_name_end(x, type_end + 2) != t.size())
                x.changes.replace(t[i].at, x.end(type_end), function);
        } else if (t[i].is("(")) {
            const std::size_t type_end = behind_void_pointer(t, i + 1);
            if (type_end == i + 1 || type_end + 1 >= t.size() || !t[type_end].is(")")) continue;
            const bool parenthesis = t[type_end + 1].is("(");
            const std::size_t last = kernel_name_end(x, type_end + 1 + parenthesis);
            if (last == t.size()) continue;
            x.changes.replace(t[i].at, x.end(type_end), std::string(function) + "(");
            x.changes.insert(x.end(parenthesis ? std::min(last + 1, t.size() - 1) : last), ")");
        }
    }
}

}  // namespace tileproof::compiler
