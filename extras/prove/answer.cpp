// SPDX-License-Identifier: MIT
#include "extras/prove/answer.hpp"

#include "extras/prove/named_layout.hpp"
#include "extras/prove/solver.hpp"
#include "properties/layout/layout_laws.hpp"
#include "system/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

namespace tileproof::prove {
namespace {

using namespace properties;

// The library says which two indices share an offset, and the law looks whether they do.
std::string repetition(const observed_layout& seen) {
    const law_result r = check_injective(seen);
    if (r.failed()) return sentence(*r.why);
    const injectivity_claim claim = seen.evaluator().injectivity();
    return claim.what == injectivity_claim::kind::repeats ? claim.reason : "";
}

// Whether the laws hold for one value of each name.
void try_size(const named_layout& l, values v, answer& to) {
    layout_description layout;
    try {
        if (!l.given().complete(v)) return;
        for (const polynomial& p : to.wide) (void)p.value(v);
        if (!is_small(l, v)) return;
        layout = l.at(v);
    } catch (const number_too_large&) {
        return;  // beyond the limits, which the answer names
    }
    ++to.sizes;
    std::optional<observed_layout> seen;
    std::string refusal;
    try {
        seen.emplace(dynamic_layouts(), layout);
    } catch (const layout_error& e) {
        refusal = fmt::format("the layout is refused. {}", e.what());
    }
    for (law_answer& a : to.laws) {
        if (a.what == verdict::refuted) continue;
        std::string broken;
        if (!seen) {
            if (check_layout(a.law, dynamic_layouts(), layout).failed()) broken = refusal;
        } else if (a.law == law_id::L3) {
            broken = repetition(*seen);
        } else if (const law_result r = check_layout(a.law, dynamic_layouts(), *seen); r.failed()) {
            broken = sentence(*r.why);
        }
        if (broken.empty()) {
            ++a.held;
            continue;
        }
        a.what = verdict::refuted;
        a.sizes = l.given().say(v);
        a.layout = print_layout(layout);
        a.why = broken;
    }
}

bool has(const answer& all, law_id law, verdict what) {
    return std::ranges::any_of(all.laws,
                               [&](const law_answer& a) { return a.law == law && a.what == what; });
}

// Numbers only: the offsets of all indices are compared.
bool all_compared(const named_layout& l) {
    if (!l.given().names().empty()) return false;
    try {
        const observed_layout seen(dynamic_layouts(), l.at({}));
        return seen.listed() &&
               seen.evaluator().injectivity().what == injectivity_claim::kind::injective &&
               check_injective(seen).held();
    } catch (const std::exception&) {
        return false;
    }
}

std::string vector_text(const assumptions& given, const vectors& v) {
    if (v == vectors::none()) return "1";
    std::vector<std::string> divisors;
    long_index_t sure = 0;
    for (const polynomial& p : v.divides) {
        divisors.push_back(p.text());
        sure = std::gcd(sure, given.divisor_of(p));
    }
    const std::string width =
        divisors.size() == 1 ? divisors[0] : fmt::format("gcd({})", fmt::join(divisors, ", "));
    return fmt::format("{}{} at stride {}", width,
                       width == std::to_string(sure) ? "" : fmt::format(" (at least {})", sure),
                       v.stride.text());
}

std::vector<std::string> vector_texts(const named_layout& l, const answer& a) {
    std::vector<std::string> dims;
    for (const vectors& v : a.safe_vectors) dims.push_back(vector_text(l.given(), v));
    return dims;
}

}  // namespace

std::string_view name(verdict v) {
    return v == verdict::proved ? "proved" : v == verdict::refuted ? "refuted" : "tested only";
}

void require_values(const assumptions& given) {
    if (solve(given.smt()).what == solver_answer::kind::no_model)
        throw layout_error(fmt::format(
            "No values of the names are as --for says: {}. Leave a condition out.", given.text()));
}

std::string limit_text(const std::vector<polynomial>& limits, const char* bits) {
    std::vector<std::string> parts;
    for (const polynomial& p : limits) {
        if (p.number()) return fmt::format("never: {} is not below 2^{}", p.text(), bits);
        parts.push_back(fmt::format("{} < 2^{}", p.text(), bits));
    }
    return parts.empty() ? "always" : fmt::format("{}", fmt::join(parts, ", "));
}

answer answer_for(const named_layout& l, const answer_options& o, const lemma_book& book) {
    answer result;
    const std::vector<law_id> all(provable.begin(), provable.end());
    for (const law_id law : o.laws.empty() ? all : o.laws) result.laws.push_back({.law = law});
    try {
        result.narrow = limits_of(l, false);
        result.wide = limits_of(l, true);
    } catch (const number_too_large&) {
        for (law_answer& a : result.laws)
            a.why = "a product of lengths has a number beyond 64 bits";
        return result;
    }
    // Until the time is over or every law is refuted.
    if (o.try_sizes)
        each_small_size(l.given(), o.seconds, [&](const values& v) {
            try_size(l, v, result);
            return std::ranges::any_of(
                result.laws, [](const law_answer& a) { return a.what != verdict::refuted; });
        });
    if (result.sizes == 0) require_values(l.given());
    asked_queries asked;
    for (law_answer& a : result.laws) {
        if (a.what == verdict::refuted) continue;
        if (a.law == law_id::L4 && has(result, law_id::L3, verdict::refuted)) {
            a.why = "an offset with two indices has no inverse (L3)";
            continue;
        }
        proof_search found = search_proof(book, a.law, l);
        const auto breaks = [&](const values& v) {
            answer one{.laws = {{.law = a.law}}, .wide = result.wide};
            try_size(l, v, one);
            return one.laws[0].what == verdict::refuted;
        };
        if (o.try_sizes)
            for (const values& v : found.against)
                if (v.size() == l.given().names().size())
                    try_size(l, made_smaller(l.given(), v, breaks), result);
        if (a.what == verdict::refuted) continue;
        const std::string doubt =
            found.found ? check_proof(book, a.law, l, found.steps, asked) : found.missing;
        if (doubt.empty()) {
            a.what = verdict::proved;
            a.steps = std::move(found.steps);
        } else if (a.law == law_id::L3 && o.try_sizes && all_compared(l)) {
            a.what = verdict::proved;
            a.why = "all its indices were compared";
        } else {
            a.why = doubt;
        }
    }
    if (has(result, law_id::L9, verdict::proved)) result.safe_vectors = vectors_of(book, l);
    return result;
}

std::string text_of(const std::string& question, const single_answer& a, int least_told,
                    bool with_steps) {
    std::string rest = a.what != verdict::proved ? a.why
                       : a.steps.size() == 1     ? a.steps[0]
                                                 : fmt::format("{} steps", a.steps.size());
    if (!a.sizes.empty()) rest = fmt::format("{}: {}", a.sizes, rest);
    if (a.what != verdict::refuted && a.held >= least_told)
        rest += fmt::format("; held at {} sizes", a.held);
    std::string text =
        '\n' + system::wrapped(rest, fmt::format("{:<13} {:<12} ", question, name(a.what)));
    if (with_steps && a.steps.size() > 1) {
        text += '\n';
        for (const std::string& step : a.steps) text += "  " + step;
    }
    return text;
}

void add_reasons(nlohmann::ordered_json& to, const single_answer& a) {
    if (!a.why.empty()) to["why"] = a.why;
    if (!a.sizes.empty()) to["sizes"] = a.sizes;
    for (const std::string& step : a.steps) to["steps"].push_back(step);
}

std::string text_of(const named_layout& l, const answer& a, bool with_steps,
                    const lemma_book& book) {
    std::string text = system::wrapped(l.text(), "layout   ");
    text += system::wrapped(l.given().names().empty() ? "no names" : l.given().text(), "for      ");
    text += system::wrapped(limit_text(a.narrow, "31"), "32 bits  ");
    text += system::wrapped(limit_text(a.wide, "63"), "64 bits  ");
    if (!a.safe_vectors.empty())
        text +=
            system::wrapped(fmt::format("{}", fmt::join(vector_texts(l, a), "; ")), "vectors  ");
    text += '\n';
    for (std::size_t i = 0; i < a.laws.size(); ++i) {
        const law_answer& one = a.laws[i];
        const bool said_before =
            i > 0 && one.what == verdict::refuted && one.why == a.laws[i - 1].why;
        const std::size_t steps = one.steps.size();
        std::string rest = said_before ? "likewise"
                           : one.what == verdict::proved && one.why.empty()
                               ? fmt::format("{} step{}", steps, steps == 1 ? "" : "s")
                           : one.sizes.empty() ? one.why
                                               : one.sizes + ": " + one.why;
        if (one.what != verdict::refuted && a.sizes > 0)
            rest += fmt::format("; held at {} sizes", one.held);
        text +=
            system::wrapped(rest, fmt::format("{:<13} {:<12} ", title(one.law), name(one.what)));
    }
    for (const law_answer& one : a.laws) {
        if (!with_steps || one.steps.empty()) continue;
        const bool first = one.law == a.laws.front().law;
        text += fmt::format("\n{}{}\n", title(one.law),
                            first || one.law == law_id::L1 ? "" : ", with the steps of L1");
        for (const proof_step& step : one.steps)
            if (first || one.law == law_id::L1 || step.lemma != law_id::L1)
                text += "  " + say_step(book, l, step);
    }
    return text;
}

nlohmann::ordered_json json_of(const named_layout& l, const answer& a, const lemma_book& book) {
    nlohmann::ordered_json j = {{"layout", l.text()},
                                {"for", l.given().text()},
                                {"limit_32_bits", limit_text(a.narrow, "31")},
                                {"limit_64_bits", limit_text(a.wide, "63")},
                                {"vectors", vector_texts(l, a)},
                                {"sizes", a.sizes}};
    for (const law_answer& one : a.laws) {
        nlohmann::ordered_json& law = j["laws"].emplace_back();
        law = {{"law", about(one.law).code}, {"verdict", name(one.what)}, {"held", one.held}};
        if (!one.why.empty()) law["why"] = one.why;
        if (!one.sizes.empty()) law["sizes"] = one.sizes;
        if (!one.layout.empty()) law["layout"] = one.layout;
        for (const proof_step& step : one.steps) law["steps"].push_back(say_step(book, l, step));
    }
    return j;
}

}  // namespace tileproof::prove
