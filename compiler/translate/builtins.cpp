// SPDX-License-Identifier: MIT
// GPU builtins that the cpu devices lack. Those that they have are macros, already expanded.
#include "compiler/translate/passes.hpp"

namespace tileproof::user {
namespace {

// int f(int);  and not  return f(1);
bool is_declared_at(const std::vector<token>& t, std::size_t i) {
    if (i == 0) return false;
    const token& before = t[i - 1];
    return before.is("*") || before.is("&") ||
           (before.kind == token_kind::word && !before.is("return") && !before.is("else"));
}

}  // namespace

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

}  // namespace tileproof::user
