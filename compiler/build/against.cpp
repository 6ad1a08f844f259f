// SPDX-License-Identifier: MIT
#include "compiler/build/against.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>

#include "compiler/build/test_data_json.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

std::optional<std::size_t> test_named(const user_library& lib, const std::string& name) {
    for (std::size_t i = 0; i < lib.tests.size(); ++i)
        if (lib.tests[i].name == name) return i;
    return std::nullopt;
}

void keep_to_both(sdk::test_data& t, const sdk::test_data& old) {
    for (std::size_t d = 0; d < t.dims.size(); ++d) {
        t.multiples[d] = std::lcm(t.multiples[d], old.multiples[d]);
        t.least[d] = std::max(t.least[d], old.least[d]);
        if (old.most[d] > 0)
            t.most[d] = t.most[d] > 0 ? std::min(t.most[d], old.most[d]) : old.most[d];
    }
    t.powers_of_two |= old.powers_of_two;
    t.square |= old.square;
    if (old.refusal)
        t.refusal = [own = t.refusal, other = old.refusal](const long* dims) {
            std::string why = own ? own(dims) : std::string();
            return why.empty() ? other(dims) : why;
        };
    t.huge = t.refuses = false;  // no kernel runs in full there, and the old one may refuse more
}

void make_answer(sdk::test_data& t) {
    t.accepts = nullptr;
    if (t.reference) return;
    t.reference = [](const sdk::answer&) {};
    t.unanswered = true;
}

}  // namespace

file_and_test read_against(const std::string& against) {
    const std::size_t colon = against.rfind(':');
    std::error_code unknown;
    if (colon == std::string::npos || fs::exists(against, unknown)) return {against, ""};
    return {against.substr(0, colon), against.substr(colon + 1)};
}

void set_against(user_library& lib, const user_build& b) {
    const auto [file, name] = read_against(b.against);
    user_build of_old{.source = file, .compiler = b.compiler, .flags = b.flags, .cache = b.cache};
    of_old.devices = {"cpu"};
    of_old.of_both = b.of_both;
    auto old = std::make_shared<user_library>(load_user(of_old));
    const std::optional<std::size_t> named = test_named(*old, name);
    if (!name.empty() && !named)
        throw user_error(
            fmt::format("{} declares no test named {}, which --against names.", file, name));
    const bool same_file = fs::weakly_canonical(file) == fs::weakly_canonical(b.source);
    lib.old_tests.resize(lib.tests.size());
    lib.not_compared.resize(lib.tests.size());
    for (std::size_t i = 0; i < lib.tests.size(); ++i) {
        sdk::test_data& t = lib.tests[i];
        std::string& why = lib.not_compared[i];
        const bool only = lib.tests.size() == 1 && old->tests.size() == 1;
        const auto of = !name.empty() ? named
                        : only        ? std::optional(std::size_t{0})
                                      : test_named(*old, t.name);
        if (!of) {
            why = fmt::format(
                "{} is left out: {} has no test of this name. Name the one to compare it with, "
                "--against {}:NAME.",
                t.name, file, file);
            continue;
        }
        const sdk::test_data& other = old->tests[*of];
        const std::string different = declared_otherwise(t, other);
        if (same_file && name == t.name)
            why = fmt::format("{} itself is not compared.", t.name);
        else if (!different.empty())
            why =
                fmt::format("{} cannot be compared with {} in {}, which is declared otherwise: {}.",
                            t.name, other.name, file, different);
        else if (!other.mistake.empty())
            why = fmt::format("{} cannot be compared with {} in {}. {}", t.name, other.name, file,
                              other.mistake);
        if (!why.empty()) {
            if (name.empty()) throw user_error(why);
            continue;
        }
        lib.old_tests[i] = *of;
        t.old_kernel = fmt::format("{} in {}", other.name, file);
        make_answer(t);
        keep_to_both(t, other);
    }
    if (std::ranges::none_of(lib.not_compared, &std::string::empty))
        throw user_error(fmt::format("Nothing of {} can be compared. {}", b.source.string(),
                                     lib.not_compared.front()));
    for (sdk::test_data& t : old->tests) {
        make_answer(t);
        t.old_kernel = t.name;
    }
    for (auto& [device, digest] : lib.digests) digest += old->digests.at("cpu");
    lib.old = std::move(old);
}

}  // namespace tileproof::compiler
