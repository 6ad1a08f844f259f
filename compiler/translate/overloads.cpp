// SPDX-License-Identifier: MIT
// HIP allows a host and a device function with the same name and parameters. On the cpu devices they would be one
// function defined twice, so the device's stays, because kernels are what is checked, and the host calls it, too.
//
//   __host__ int f(int x) { return g(x); }
//   __device__ int f(int x) { return __builtin_amdgcn_..(x); }
// becomes
//   int f(int x) ;
//   int f(int x) { return __builtin_amdgcn_..(x); }
#include <map>

#include "compiler/translate/signature.hpp"
#include "compiler/translate/source_pass.hpp"

namespace tileproof::compiler {
namespace {

struct function {
    std::size_t first, open, close,
        body;  // tokens: of the declaration, its parentheses, and { or ;
    bool of_class, constant;
};

bool ends_declaration(const token& t) { return t.is(";") || t.is("{") || t.is("}"); }

// The function that a word such as __device__ at `i` belongs to; body == t.size() if there is none.
function function_at(const std::vector<token>& t, std::size_t i) {
    function f{i, t.size(), t.size(), t.size(), false, false};
    while (f.first > 0 && !ends_declaration(t[f.first - 1])) --f.first;
    f.open = i + 1;
    while (f.open < t.size() && !t[f.open].is("(") && !ends_declaration(t[f.open])) {
        const bool aside =
            t[f.open].is("__attribute__") || t[f.open].is("alignas") || t[f.open].is("decltype");
        f.open = aside && f.open + 1 < t.size() ? closing(t, f.open + 1) + 1 : f.open + 1;
    }
    if (f.open >= t.size() || !t[f.open].is("(") || t[f.open - 1].kind != token_kind::word)
        return f;
    f.close = closing(t, f.open);
    for (std::size_t k = f.close; k < t.size(); ++k) {
        if (t[k].is(":") || t[k].is("=")) return f;  // a constructor, or = default
        if (ends_declaration(t[k])) {
            f.body = t[k].is("}") ? t.size() : k;
            return f;
        }
    }
    return f;
}

std::string name_of_scope(const std::vector<token>& t, std::size_t brace) {
    for (std::size_t k = brace; k-- > 0 && !ends_declaration(t[k]) && !t[k].is(")");)
        if (t[k].is("namespace") || t[k].is("struct") || t[k].is("class") || t[k].is("union"))
            return std::string(t[k].text) + " " + std::string(t[k + 1].text);
    return "{";
}

}  // namespace

void translate_overloads(translation& x) {
    const std::vector<token>& t = x.tokens;
    std::vector<std::string> scopes;
    std::map<std::string, std::vector<function>> of_host, of_device;
    std::size_t after = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (t[i].is("{")) scopes.push_back(name_of_scope(t, i));
        if (t[i].is("}") && !scopes.empty()) scopes.pop_back();
        if (i < after || (!t[i].is(host_word) && !t[i].is(device_word))) continue;
        function f = function_at(t, i);
        if (f.body == t.size()) continue;
        after = f.open;
        bool host = false, device = false;
        for (std::size_t k = f.first; k < f.open; ++k) {
            host |= t[k].is(host_word);
            device |= t[k].is(device_word) || t[k].is(global_word);
            f.constant |= t[k].is("constexpr");
        }
        if (host == device) continue;
        f.of_class =
            !scopes.empty() && !scopes.back().starts_with("namespace") && scopes.back() != "{";
        std::string key;
        for (const std::string& s : scopes) key += s + "{";
        if (t[f.first].is("template")) {
            const std::size_t end = closing(t, f.first + 1);
            for (std::size_t k = f.first; k <= end && k < f.open; ++k) (key += t[k].text) += ' ';
        }
        key += std::string(t[f.open - 1].text) + "(";
        for (const kernel_parameter& p : parameters_between(t, f.open, f.close))
            key += p.type + ",";
        for (std::size_t k = f.close; k < f.body && !t[k].is("->"); ++k) key += t[k].text;
        (host ? of_host : of_device)[key].push_back(f);
    }
    for (const auto& [key, functions] : of_host) {
        if (!of_device.contains(key)) continue;
        for (const function& f : functions) {
            const std::size_t end = t[f.body].is("{") ? closing(t, f.body) : f.body;
            if (end == t.size()) continue;
            if (f.of_class)
                x.changes.replace(t[f.first].at, x.end(end), "");
            else {
                if (f.constant != of_device.at(key)[0].constant)
                    for (std::size_t k = f.first; k < f.open; ++k)
                        if (t[k].is(f.constant ? "constexpr" : host_word))
                            x.changes.replace(t[k].at, x.end(k), f.constant ? "" : "constexpr");
                x.changes.replace(t[f.body].at, x.end(end), ";");
            }
        }
    }
}

}  // namespace tileproof::compiler
