// SPDX-License-Identifier: MIT
// k<<<grid, block, shared, stream>>>(a, 0)   becomes, token by token in its place,
//
//   ::tileproof::hip_on::kernel_launch("k", [&](const auto& a0_) {
//       k (a0_, 0); }, grid, block, shared, stream)(a)
//
// So the host evaluates the arguments once, before any thread runs; literal zeros and braced lists, which would have
// another type as values, stay where the compiler sees the kernel's parameter.
#include <algorithm>

#include "compiler/translate/source_pass.hpp"

namespace tileproof::compiler {
namespace {

// The return type is explicit, so that a mistake in the call does not affect overload resolution and is reported
// once.
constexpr std::string_view lambda_attribute =
    " __attribute__((annotate(\"tileproof_launch\"))) -> void ";

bool is_keyword(std::string_view w) {
    return w == "return" || w == "else" || w == "do" || w == "case" || w == "co_return" ||
           w == "throw";
}

struct launch_parts {
    std::size_t begin = 0, open = 0;  // tokens: the kernel's first, and the one after its last
    std::size_t open_end = 0;  // where the text between kernel and configuration ends: "<<<" or ","
    std::size_t arguments = 0, end = 0;  // tokens: the first argument, and the one after the last
    bool simple = true;                  // the kernel is named, not computed
};

bool three(const std::vector<token>& t, std::size_t i, std::string_view s) {
    return i + 2 < t.size() && t[i].is(s) && t[i + 1].is(s) && t[i + 2].is(s) &&
           t[i + 1].at <= t[i].at + 2 && t[i + 2].at <= t[i + 1].at + 2;
}

// The first token of the expression that ends before `open`.
std::size_t kernel_begin(const std::vector<token>& t, std::size_t open, bool& simple) {
    std::size_t i = open;  // one after the part to be read
    for (;;) {
        if (i == 0) return open;
        std::size_t last = i - 1;
        if (t[last].is(")") || t[last].is("]")) {
            const std::size_t o = opening(t, last);
            if (o == t.size()) return open;
            simple = simple && false;
            i = o;
            const bool follows =
                i > 0 && (t[i - 1].is(")") || t[i - 1].is("]") ||
                          (t[i - 1].kind == token_kind::word && !is_keyword(t[i - 1].text)));
            if (follows) continue;
            return i;
        }
        if (t[last].is(">")) {
            const std::size_t o = opening(t, last);
            if (o == t.size() || o == 0) return open;
            last = o - 1;
        }
        if (t[last].kind != token_kind::word || is_keyword(t[last].text)) return open;
        i = last;
        if (i > 0 && t[i - 1].is("template")) --i;
        if (i > 0 && (t[i - 1].is(".") || t[i - 1].is("->"))) {
            simple = false;
            --i;
            continue;
        }
        if (i == 0 || !t[i - 1].is("::")) return i;
        --i;
        const bool named =
            i > 0 &&
            (t[i - 1].is(">") || (t[i - 1].kind == token_kind::word && !is_keyword(t[i - 1].text)));
        if (!named) return i;
    }
}

// (k<float>) is k<float>.
bool names_only(const std::vector<token>& t, std::size_t begin, std::size_t end) {
    if (end - begin < 3 || !t[begin].is("(") || !t[end - 1].is(")")) return false;
    return std::all_of(t.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
                       t.begin() + static_cast<std::ptrdiff_t>(end) - 1,
                       [](const token& x) {
                           return x.kind == token_kind::word || x.kind == token_kind::number ||
                                  x.is("::") || x.is("<") || x.is(">") || x.is(",") || x.is("*") ||
                                  x.is("&");
                       }) &&
           !t[begin + 1].is("*") && !t[begin + 1].is("&");
}

// Where the configuration ends: the first >>> outside brackets, searched from the end where template arguments end
// there, too.
std::size_t find_close(const std::vector<token>& t, std::size_t from) {
    int depth = 0;
    for (std::size_t i = from; i < t.size(); ++i) {
        if (t[i].kind != token_kind::symbol) continue;
        const char c = t[i].text[0];
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (depth < 0 || (c == ';' && depth == 0)) break;
        if (depth == 0 && three(t, i, ">")) {
            while (three(t, i + 1, ">")) ++i;
            if (i + 3 < t.size() && t[i + 3].is("(")) return i;
        }
    }
    return t.size();
}

struct span_of_tokens {
    std::size_t from, to;
};

std::vector<span_of_tokens> split(const std::vector<token>& t, std::size_t from, std::size_t to) {
    std::vector<span_of_tokens> parts;
    int depth = 0;
    std::size_t begin = from;
    for (std::size_t i = from; i < to; ++i) {
        if (t[i].kind != token_kind::symbol) continue;
        const char c = t[i].text[0];
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (depth == 0 && c == '<' && i > from && t[i - 1].kind == token_kind::word) {
            // Template arguments, if they close and the rest of an expression follows.
            const std::size_t close = closing(t, i);
            if (close < to && close + 1 < t.size() &&
                (t[close + 1].is("(") || t[close + 1].is("::") || t[close + 1].is("{") ||
                 t[close + 1].is(",")))
                i = close;
            continue;
        }
        if (depth == 0 && c == ',') {
            parts.push_back({begin, i});
            begin = i + 1;
        }
    }
    if (from < to) parts.push_back({begin, to});
    return parts;
}

bool kept_in_call(const std::vector<token>& t, span_of_tokens s) {
    if (t[s.from].is("{")) return true;
    return s.to == s.from + 1 &&
           (t[s.from].is("0") || t[s.from].is("__null") || t[s.from].is("nullptr") ||
            t[s.from].is("0L") || t[s.from].is("NULL"));
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '\n') continue;
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

void rewrite(translation& x, launch_parts p) {
    const std::vector<token>& t = x.tokens;
    const auto text = [&](std::size_t from, std::size_t to) {
        return x.source.substr(t[from].at, x.end(to - 1) - t[from].at);
    };
    if (!p.simple && names_only(t, p.begin, p.open)) p.simple = true;
    std::string_view name = text(p.begin, p.open);
    if (name.starts_with('(') && name.ends_with(')')) name = name.substr(1, name.size() - 2);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    const std::string head = "::tileproof::hip_on::kernel_launch(" + quoted(name) + ", ";
    const auto arguments = split(t, p.arguments, p.end);
    const bool pack = std::any_of(arguments.begin(), arguments.end(), [&](span_of_tokens s) {
        return s.to > s.from && t[s.to - 1].is(".");
    });
    const bool some_kept = std::any_of(arguments.begin(), arguments.end(),
                                       [&](span_of_tokens s) { return kept_in_call(t, s); });
    if (!p.simple) {
        x.changes.insert(t[p.begin].at, head + "::tileproof::hip_on::computed_kernel(");
        x.changes.replace(t[p.open].at, p.open_end, "), ");
    } else if (!some_kept || pack) {
        x.changes.insert(t[p.begin].at, head + "[&](const auto&... arguments_)" +
                                            std::string(lambda_attribute) + "{ ");
        x.changes.replace(t[p.open].at, p.open_end, "(arguments_...); }, ");
    } else {
        std::string parameters, call;
        bool first_passed = true;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const span_of_tokens s = arguments[i];
            call += i ? ", " : "";
            if (kept_in_call(t, s)) {
                call += text(s.from, s.to);
                std::size_t from = t[s.from].at, to = x.end(s.to - 1);
                if (i + 1 < arguments.size()) to = x.end(s.to);  // with the comma after it
                x.changes.replace(from, to, "");
            } else {
                const std::string n = "argument" + std::to_string(i) + "_";
                parameters += (first_passed ? "const auto& " : ", const auto& ") + n;
                call += n;
                first_passed = false;
            }
        }
        // A comma before the last arguments must go if those are kept.
        std::size_t last = arguments.size();
        while (last > 0 && kept_in_call(t, arguments[last - 1])) --last;
        if (last < arguments.size() && last > 0)
            x.changes.replace(t[arguments[last - 1].to].at, x.end(arguments[last - 1].to), "");
        x.changes.insert(t[p.begin].at,
                         head + "[&](" + parameters + ")" + std::string(lambda_attribute) + "{ ");
        x.changes.replace(t[p.open].at, p.open_end, "(" + call + "); }, ");
    }
}

// hipLaunchKernelGGL(k<4, 2>, grid, block, shared, stream, a, b), which is not a macro here, so commas between <> are
// harmless.
void rewrite_call(translation& x, std::size_t name) {
    const std::vector<token>& t = x.tokens;
    const std::size_t close = closing(t, name + 1);
    const auto parts =
        close == t.size() ? std::vector<span_of_tokens>{} : split(t, name + 2, close);
    if (parts.size() < 5)
        x.refuse(name,
                 "this launch cannot be read: hipLaunchKernelGGL takes kernel, grid, block, shared "
                 "bytes, "
                 "stream, and then the kernel's arguments.");
    launch_parts p;
    p.begin = parts[0].from;
    p.open = parts[0].to;
    p.open_end = x.end(p.open);
    p.arguments = parts.size() > 5 ? parts[5].from : close;
    p.end = close;
    bool computed = false;
    for (std::size_t i = p.begin; i < p.open; ++i)
        computed = computed || t[i].is("[") || t[i].is(".") || t[i].is("->") || t[i].is("(") ||
                   t[i].is("*");
    p.simple = !computed;
    x.changes.replace(t[name].at, x.end(name + 1), "");
    rewrite(x, p);
    if (parts.size() > 5)
        x.changes.replace(t[parts[4].to].at, x.end(parts[4].to), ")(");
    else
        x.changes.insert(t[close].at, ")(");
}

}  // namespace

void translate_launches(translation& x) {
    const std::vector<token>& t = x.tokens;
    for (std::size_t i = 1; i + 3 < t.size(); ++i) {
        if (t[i].is("hipLaunchKernelGGL") && t[i + 1].is("(")) rewrite_call(x, i);
        if (t[i].of_system || !three(t, i, "<") || t[i - 1].is("operator") || t[i - 1].is("<"))
            continue;
        launch_parts p;
        p.open = i;
        p.open_end = x.end(i + 2);
        p.begin = kernel_begin(t, i, p.simple);
        const std::size_t close = find_close(t, i + 3);
        if (p.begin == i || close == t.size())
            x.refuse(i,
                     "this launch cannot be read: write kernel<<<grid, block, shared bytes, "
                     "stream>>>(arguments) or use hipLaunchKernelGGL.");
        p.arguments = close + 4;
        p.end = closing(t, close + 3);
        if (p.end == t.size())
            x.refuse(i, "the arguments of this launch have no closing parenthesis.");
        rewrite(x, p);
        x.changes.replace(t[close].at, x.end(close + 2), ")");
        i += 2;
    }
}

}  // namespace tileproof::compiler
