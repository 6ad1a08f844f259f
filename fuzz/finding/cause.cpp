// SPDX-License-Identifier: MIT
#include "fuzz/finding/cause.hpp"

#include "fuzz/finding/same_cause.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {
namespace {

bool is_of_kernel(law_id law) { return law >= law_id::K1; }

// Laws whose failures come in pairs, and of which one may be missing for a reason.
bool may_stand_alone(law_id law) {
    using enum law_id;
    return law == K1 || law == K2 || law == K3 || law == K7;
}

// Of two outputs, each with a law that fails.
bool of_another_output(const failure& a, const failure& b) {
    return may_be_apart(a.law) && may_be_apart(b.law) && !a.where.operand.empty() &&
           !b.where.operand.empty() && a.where.operand != b.where.operand;
}

}  // namespace

cause cause_of(const failure& f, std::span<const failure> others) {
    if (!is_of_kernel(f.law)) return {std::string(about(f.law).code), company::alone};
    if (is_located(f)) {
        // A race explains a read too early; so does whatever gave the block up before others could write.
        const auto is_another = [&](const failure& other) {
            const bool same_array = other.kind == f.kind && other.where.operand == f.where.operand;
            return has_consequences(other) && !same_array && cause_key(other) != cause_key(f);
        };
        const bool too_early = f.kind == failure_kind::uninitialised &&
                               std::any_of(others.begin(), others.end(), is_another);
        return {cause_key(f), too_early ? company::beside_seen : company::seen};
    }
    cause c{fmt::format("{}, {}", about(f.law).code, cause_key(f)), company::alone};
    if (f.law == law_id::K3 || f.law == law_id::K4) c.stray_law = about(f.law).code;
    for (const failure& other : others) {
        if (has_consequences(other)) c.beside = company::beside_seen;
        if (c.beside == company::beside_seen || !may_stand_alone(f.law) || other.law == f.law ||
            !may_stand_alone(other.law))
            continue;
        if (!of_another_output(f, other))
            c.beside = company::with_others;
        else if (c.beside == company::alone)
            c.beside = company::with_another_output;
    }
    return c;
}

std::string text_of(const cause& c) {
    switch (c.beside) {
        case company::seen:
            return c.key;
        case company::alone:
            return c.key + " (alone)";
        case company::with_others:
            return c.key + " (with others)";
        case company::with_another_output:
            return c.key + " (with another output)";
        case company::beside_seen:
            return c.key + " (beside a line)";
    }
    return c.key;
}

bool keeps_to(const cause& first, const cause& smaller) {
    const auto kept = [](const cause& c) { return c.stray_law.empty() ? c.key : c.stray_law; };
    if (kept(first) != kept(smaller)) return false;
    if (first.beside == smaller.beside || first.beside == company::beside_seen) return true;
    if (smaller.beside == company::with_another_output) return false;
    return smaller.beside == company::alone || smaller.beside == company::with_others;
}

bool has_consequences(const failure& f) {
    return is_located(f) && f.kind != failure_kind::same_value_race;
}

std::vector<failure> others_than(const failure* f, const case_result& result) {
    std::vector<failure> others;
    for (const law_result& r : result.laws)
        if (r.why && r.why.get() != f) others.push_back(*r.why);
    return others;
}

}  // namespace tileproof::properties
