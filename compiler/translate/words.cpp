// SPDX-License-Identifier: MIT
// HIP's keywords for functions and variables, and dynamic shared memory.

#include <array>

#include "compiler/translate/source_pass.hpp"

namespace tileproof::compiler {
namespace {

// A block runs on one operating-system thread from start to end, so thread-local memory is the block's own copy. The
// engine finds it by the tag in its name (devices/cpu/shared_symbols.hpp).
constexpr std::string_view thread_local_mark =
    "__attribute__((abi_tag(\"tileproof_shared\"))) thread_local";

std::string mark(const translation& x, std::string_view word) {
    const bool checked = x.device == translate_for::cpu_checked;
    if (word == shared_word)
        return checked ? "__attribute__((annotate(\"tileproof_shared\"))) thread_local"
                       : std::string(thread_local_mark);
    if (word == global_word) return "__attribute__((annotate(\"tileproof_kernel\")))";
    if (!checked) return "";
    if (word == device_word) return "__attribute__((annotate(\"tileproof_device\")))";
    if (word == constant_word) return "__attribute__((annotate(\"tileproof_constant\")))";
    return "";
}

// The open braces, as far as they affect a variable's linkage.
class open_braces {
  public:
    void pass(const std::vector<token>& t, std::size_t i) {
        if (t[i].is("{")) {
            const bool linkage =
                i > 1 && t[i - 1].kind == token_kind::text && t[i - 2].is("extern");
            all_.push_back(linkage ? of_linkage : is_namespace(t, i) ? of_namespace : other);
            ++count_[all_.back()];
        } else if (t[i].is("}") && !all_.empty()) {
            --count_[all_.back()];
            all_.pop_back();
        }
    }
    bool give_c_linkage() const { return count_[of_linkage] > 0 && count_[other] == 0; }

  private:
    enum kind { of_linkage, of_namespace, other };
    static bool is_namespace(const std::vector<token>& t, std::size_t brace) {
        std::size_t k = brace;
        while (k-- > 0 && (t[k].kind == token_kind::word || t[k].is("::")))
            if (t[k].is("namespace")) return true;
        return false;
    }
    std::vector<kind> all_;
    std::array<int, 3> count_{};
};

// The engine's tag is part of a C++ name, and g++ gives none to a C variable: extern "C" { __shared__ int x; } is
// declared as a C++ variable. No other file can refer to it, because shared memory belongs to a block.
void give_cpp_linkage(translation& x, std::size_t shared) {
    const std::vector<token>& t = x.tokens;
    std::size_t begin = shared, end = shared;
    while (begin > 0 && !t[begin - 1].is(";") && !t[begin - 1].is("{") && !t[begin - 1].is("}"))
        --begin;
    while (end < t.size() && !t[end].is(";")) end = t[end].is("{") ? closing(t, end) : end + 1;
    if (end >= t.size()) return;
    for (std::size_t k = begin; k < end; ++k)
        if (t[k].is("extern")) return;  // it is defined elsewhere, or dynamic
    x.changes.insert(t[begin].at, "extern \"C++\" { ");
    x.changes.insert(x.end(end), " }");
}

// int f(int);  and not  return f(1);
bool is_declared_at(const std::vector<token>& t, std::size_t i) {
    if (i == 0) return false;
    const token& before = t[i - 1];
    return before.is("*") || before.is("&") ||
           (before.kind == token_kind::word && !before.is("return") && !before.is("else"));
}

}  // namespace

// There is only one memory here: `__attribute__((address_space(3)))` and `[[clang::address_space(3)]]` are dropped.
void translate_address_spaces(translation& x) {
    const std::vector<token>& t = x.tokens;
    for (std::size_t i = 3; i + 3 < t.size(); ++i) {
        if (!t[i].is("address_space") && !t[i].is("__address_space__")) continue;
        if (!t[i + 1].is("(")) continue;
        const std::size_t close = closing(t, i + 1);
        std::size_t first = i;  // of the attribute's name, with its "clang::"
        while (first > 1 && (t[first - 1].is("::") || t[first - 1].is(":") ||
                             t[first - 1].is("clang") || t[first - 1].is("_Clang")))
            --first;
        const bool of_cpp = first != i && t[first - 1].is("[");
        std::size_t open = i;
        while (!of_cpp && open > 0 && !t[open].is("__attribute__") && !t[open].is("__attribute") &&
               !t[open].is(";") && !t[open].is("{") && !t[open].is("}"))
            --open;
        const bool of_gnu = t[open].text.starts_with("__attribute") && closing(t, open + 1) > close;
        if (close < t.size() && (of_cpp || of_gnu))
            x.changes.replace(t[first].at, x.end(close), "");
    }
}

// No attribute may follow the ] of a lambda's captures, and nothing is lost without it.
void translate_words(translation& x) {
    const std::vector<token>& t = x.tokens;
    bool behind_captures = false;
    open_braces braces;
    for (std::size_t i = 0; i < t.size(); ++i) {
        const std::string_view s = t[i].text;
        braces.pass(t, i);
        if (s == shared_word && x.device == translate_for::cpu && braces.give_c_linkage())
            give_cpp_linkage(x, i);
        const bool word = s == global_word || s == device_word || s == constant_word ||
                          s == shared_word || s == host_word;
        if (word)
            x.changes.replace(t[i].at, x.end(i), behind_captures ? "" : mark(x, s));
        else
            behind_captures = s == "]";
        // clang knows this word only in HIP; in the attribute lists of C++'s own headers it stays.
        if (s == "__noinline__" && !t[i].of_system && i > 0 && !t[i - 1].is("("))
            x.changes.replace(t[i].at, x.end(i), "__attribute__((noinline))");
    }
}

// extern __shared__ float s[];  becomes a pointer to the block's dynamic shared memory if it is in a function;
// outside functions the name stands for that pointer from there on.
void translate_shared(translation& x) {
    const std::vector<token>& t = x.tokens;
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (!t[i].is(shared_word)) continue;
        std::size_t begin = i, end = i;
        while (begin > 0 && !t[begin - 1].is(";") && !t[begin - 1].is("{") && !t[begin - 1].is("}"))
            --begin;
        while (end < t.size() && !t[end].is(";")) ++end;
        std::size_t bracket = t.size();
        bool is_extern = false;
        for (std::size_t k = begin; k < end; ++k) {
            if (t[k].is("extern")) is_extern = true;
            if (t[k].is("[") && bracket == t.size()) bracket = k;
        }
        if (!is_extern || bracket == t.size() || bracket == 0) continue;
        const std::size_t name = bracket - 1;
        std::string type;
        for (std::size_t k = begin; k < name; ++k) {
            if (t[k].is("extern") || t[k].is(shared_word) || t[k].is("static")) continue;
            if (t[k].is("__attribute__") || t[k].is("alignas") || t[k].is("__declspec")) {
                k = closing(t, k + 1);
                continue;
            }
            (type += t[k].text) += ' ';
        }
        // float s[][32] is a pointer to rows.
        const std::size_t second = bracket + 2;
        std::string rows;
        if (second < end)
            rows = std::string(x.source.substr(t[second].at, x.end(end - 1) - t[second].at));
        const std::string pointer_type = rows.empty() ? type + "*" : type + "(*)" + rows;
        const std::string pointer =
            "(reinterpret_cast<" + pointer_type + ">(::tileproof::cpu_engine::dynamic_shared()))";
        const std::string variable(t[name].text);
        bool outermost = true;
        int depth = 0;
        for (std::size_t k = begin; k-- > 0;) {  // within anything but namespaces?
            if (t[k].is("}")) ++depth;
            if (t[k].is("{") && --depth < 0) {
                const bool of_namespace =
                    k > 0 && (t[k - 1].is("namespace") || (k > 1 && t[k - 2].is("namespace")) ||
                              t[k - 1].kind == token_kind::text);
                if (!of_namespace) outermost = false;
                depth = 0;
            }
            if (!outermost) break;
        }
        if (!outermost) {
            x.changes.replace(t[begin].at, x.end(end),
                              "auto* const " + variable + " = " + pointer + ";");
            continue;
        }
        x.changes.replace(t[begin].at, x.end(end), ";");
        for (std::size_t k = end + 1; k < t.size(); ++k)
            if (t[k].is(variable) && !t[k - 1].is(".") && !t[k - 1].is("->") && !t[k].of_system)
                x.changes.replace(t[k].at, x.end(k), pointer);
    }
}

// GPU builtins that the cpu devices lack. Those that they have are macros, already expanded.

void translate_builtins(translation& x) {
    const std::vector<token>& t = x.tokens;
    for (std::size_t i = 0; i + 2 < t.size(); ++i) {
        const std::string name(t[i].text);
        if (t[i].of_system || !name.starts_with("__builtin_amdgcn_") ||
            name == "__builtin_amdgcn_s_sleep" || !t[i + 1].is("(") || is_declared_at(t, i))
            continue;
        const std::string why = "the cpu devices do not have " + name;
        if (x.is_of_main_file(i))
            x.refuse(i, why + "; docs/hip-api.md lists the builtins that they have.");
        const std::string place = place_of(x.source, t[i].at);  // "lib/inner.hpp:40: "
        const std::size_t colon = place.rfind(':', place.rfind(':') - 1);
        x.changes.replace(t[i].at, x.end(i + 1),
                          "::tileproof::hip_on::builtin_was_reached(\"" + why + "\", \"" +
                              place.substr(0, colon) + "\", " +
                              place.substr(colon + 1, place.rfind(':') - colon - 1) +
                              (t[i + 2].is(")") ? "" : ", "));
    }
}

}  // namespace tileproof::compiler
