// SPDX-License-Identifier: MIT
#include "extras/prove/solver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include <charconv>
#include <utility>

namespace tileproof::prove {
namespace {

// The part of Z3's C interface that reads queries as text (z3_api.h).
struct z3_library {
    using config = void*;
    using context = void*;
    config (*make_config)() = nullptr;
    void (*delete_config)(config) = nullptr;
    context (*make_context)(config) = nullptr;
    void (*delete_context)(context) = nullptr;
    const char* (*evaluate)(context, const char*) = nullptr;
    bool loaded = false;

    z3_library() {
        void* library = nullptr;
        for (const char* name : {"libz3.so.4", "libz3.so.4.8", "libz3.so"})
            if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) return;
        const auto find = [&](const char* name, auto& to) {
            to = reinterpret_cast<std::remove_reference_t<decltype(to)>>(dlsym(library, name));
            return to != nullptr;
        };
        loaded = find("Z3_mk_config", make_config) && find("Z3_del_config", delete_config) &&
                 find("Z3_mk_context", make_context) && find("Z3_del_context", delete_context) &&
                 find("Z3_eval_smtlib2_string", evaluate);
    }
};

const z3_library& z3() {
    static const z3_library library;
    return library;
}

// Reads "((|M| 3)" and the like: the values of names, in their order.
values model_of(std::string_view text, const std::vector<std::string>& names) {
    values model;
    for (const std::string& name : names) {
        std::string_view quoted = name;
        std::size_t at = text.find("|" + name + "| ");
        std::size_t length = name.size() + 3;
        if (at == std::string_view::npos) {
            at = text.find("(" + name + " ");
            length = quoted.size() + 2;
        }
        if (at == std::string_view::npos) return {};
        std::string_view rest = text.substr(at + length);
        const bool negative = rest.starts_with("(- ");
        if (negative) rest.remove_prefix(3);
        long_index_t value = 0;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), value).ec != std::errc())
            return {};
        model[name] = negative ? -value : value;
    }
    return model;
}

}  // namespace

std::string why_no_solver() {
    return z3().loaded ? "" : "Z3 is not installed (apt install libz3-4)";
}

solver_answer solve(const std::string& query, const std::vector<std::string>& names,
                    int million_steps, double seconds) {
    if (!z3().loaded) return {{}, {}, why_no_solver()};
    // A new one takes longer than most questions.
    static thread_local z3_library::context context = nullptr;
    if (!context) {
        const z3_library::config config = z3().make_config();
        context = z3().make_context(config);
        z3().delete_config(config);
    }
    const std::string text = fmt::format(
        "(reset)\n(set-option :rlimit {}000000)\n(set-option :timeout {})\n{}(check-sat)\n",
        million_steps, static_cast<long>(1000 * std::clamp(seconds, 0.001, 300.0)), query);
    const std::string said = z3().evaluate(context, text.c_str());
    solver_answer answer;
    if (said == "unsat\n") {
        answer.what = solver_answer::kind::no_model;
    } else if (said == "sat\n") {
        answer.what = solver_answer::kind::model;
        std::string asked = "(get-value (";
        for (const std::string& name : names) asked += fmt::format("|{}| ", name);
        if (!names.empty())
            answer.model = model_of(z3().evaluate(context, (asked + "))").c_str()), names);
    } else {
        answer.why =
            said == "unknown\n" || said == "timeout\n"
                ? fmt::format("Z3 did not decide it within {} million steps", million_steps)
                : "Z3: " + said.substr(0, 200);
    }
    if (answer.what == solver_answer::kind::unknown)
        z3().delete_context(std::exchange(context, nullptr));
    return answer;
}

}  // namespace tileproof::prove
