// SPDX-License-Identifier: MIT
#include "extras/prove/proof.hpp"

#include "extras/prove/solver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tileproof::prove {
namespace {

using properties::law_id;
using relation = condition::relation;

// Why the condition holds; empty if that is not found.
std::string by_arithmetic(const assumptions& given, const condition& c) {
    switch (c.is) {
        case relation::power_of_two:
            return given.power_of_two(c.p) ? "powers" : "";
        case relation::zero:
            return c.p.is(0) ? "identity" : "";
        case relation::at_least_zero:
            return given.at_least_zero(c.p, c.assumed) ? "signs" : "";
        case relation::not_zero:
            return given.at_least_zero(c.p - 1) || given.at_least_zero(polynomial(-1) - c.p)
                       ? "signs"
                       : "";
    }
    return "";
}

// The lemmas that a law needs of a place.
std::vector<law_id> lemmas_for(law_id law) {
    if (law == law_id::L3) return {law_id::L1, law_id::L3};
    if (law == law_id::L4) return {law_id::L1, law_id::L3, law_id::L4};
    if (law == law_id::L5) return {law_id::L1, law_id::L5};
    return {law_id::L1};
}

class searcher {
  public:
    searcher(const lemma_book& book, const named_layout& l) : book_(book), l_(l) {}

    proof_search run(law_id law) {
        for (const law_id lemma : lemmas_for(law))
            if (lemma == law_id::L3 && law == law_id::L3)
                apart();
            else if (!add_above(-1, lemma))
                return std::move(result_);
        result_.found = result_.missing.empty();
        return std::move(result_);
    }

  private:
    // Distinct indices have distinct offsets: by each transform, or by those above a stage and the sum below it.
    void apart() {
        const std::vector<proof_step> before = result_.steps;
        bool all = add_above(-1, law_id::L3);
        for (int stage = l_.stages(); !all && stage > 0; --stage) {
            const auto sum = flat_until(l_, stage);
            if (!sum) continue;
            const std::string missing = std::exchange(result_.missing, "");
            result_.steps = before;
            proof_step step{
                .lemma = law_id::L3, .place = stage, .flat = true, .order = order_of(*sum)};
            all = add(std::move(step), *sum) && add_above(stage, law_id::L3);
            if (!all) result_.missing = missing;
        }
    }

    // For each transform above a stage.
    bool add_above(int stage, law_id lemma) {
        int at = 0;
        for (const place& p : l_.places()) {
            proof_step step{.lemma = lemma, .place = at++};
            if (lemma == law_id::L3 && p.kind == transform_kind::embed) step.order = order_of(p);
            if (p.stage > stage && !add(std::move(step), p)) return false;
        }
        return true;
    }
    bool add(proof_step step, const place& p) {
        const lemma& l = book_.at(step.lemma, p.kind);
        for (condition& c : l.conditions(p, step.order)) {
            std::string by = by_arithmetic(l_.given(), c);
            if (by.empty() && c.is != relation::power_of_two && !c.p.number()) {
                const solver_answer said = solve(query_against(l_.given(), c), l_.given().names());
                if (said.what == solver_answer::kind::no_model) by = "Z3";
                if (said.what == solver_answer::kind::model) result_.against.push_back(said.model);
                if (said.what == solver_answer::kind::unknown) missing(step, p, c, said.why);
            }
            if (by.empty()) {
                if (result_.missing.empty()) missing(step, p, c, "it does not hold for all values");
                return false;
            }
            step.conditions.push_back({std::move(c), std::move(by)});
        }
        result_.steps.push_back(std::move(step));
        return true;
    }
    void missing(const proof_step& step, const place& p, const condition& c,
                 const std::string& why) {
        result_.missing =
            fmt::format("{}{}, {}: {} needs {}: {}", step.flat ? "all up to " : "",
                        (step.flat ? step.place : p.stage) == 0
                            ? "base"
                            : fmt::format("stage {}", step.flat ? step.place : p.stage),
                        p.text, properties::title(step.lemma), c.text, why);
    }

    // The dims of an embed in an order in which each stride may exceed the sum of all steps before it: the next is
    // one that does, whatever the names are, or else the one with the smallest stride in an example.
    std::vector<int> order_of(const place& p) const {
        const auto length = [&](int d) { return p.above[static_cast<std::size_t>(d)]; };
        const auto stride = [&](int d) { return distance(p.strides[static_cast<std::size_t>(d)]); };
        std::vector<int> left(p.above.size()), order;
        std::iota(left.begin(), left.end(), 0);
        polynomial reached = 0;
        while (!left.empty()) {
            std::vector<int> next;
            for (const int d : left)
                if (length(d).is(1) || l_.given().at_least_zero(stride(d) - reached - 1))
                    next.push_back(d);
            if (next.empty()) next = left;
            const auto least = std::ranges::find_if(next, [&](int d) {
                return std::ranges::all_of(
                    next, [&](int e) { return l_.given().at_least_zero(stride(e) - stride(d)); });
            });
            const int chosen =
                least != next.end() ? *least : *std::ranges::min_element(next, {}, [&](int d) {
                    return size_of(stride(d));
                });
            order.push_back(chosen);
            reached = reached + (length(chosen) - 1) * stride(chosen);
            std::erase(left, chosen);
        }
        return order;
    }
    double size_of(const polynomial& p) const {  // where every name is 97 above its least value
        double sum = 0;
        for (const auto& [names, factor] : p.terms()) {
            double product = static_cast<double>(factor);
            for (std::size_t i = 0; i < names.size(); ++i) product *= 97;
            sum += product;
        }
        return sum;
    }

    const lemma_book& book_;
    const named_layout& l_;
    proof_search result_;
};

// A wrong condition has a negation with a model. Empty if it holds.
std::string doubt(const assumptions& given, const condition& c, asked_queries& asked) {
    if (c.is == relation::power_of_two || c.p.number())
        return by_arithmetic(given, c).empty() ? "it does not hold" : "";
    const auto [known, is_new] = asked.try_emplace(query_against(given, c));
    if (!is_new) return known->second;
    const solver_answer said = solve(known->first);
    if (said.what == solver_answer::kind::model)
        known->second = "Z3 has values against it";
    else if (said.what == solver_answer::kind::unknown && by_arithmetic(given, c).empty())
        known->second = said.why;
    return known->second;
}

}  // namespace

std::string query_against(const assumptions& given, const condition& c) {
    std::string text = given.smt();
    for (const polynomial& p : c.assumed) text += fmt::format("(assert (>= {} 0))\n", p.smt());
    // Where the transform is moved, its index and step are names, too.
    values names, known;
    c.p.add_names(names);
    for (const auto& [name, none] : names)
        if (text.find(fmt::format("(declare-const |{}| ", name)) == std::string::npos)
            text.insert(0, fmt::format("(declare-const |{}| Int)\n", name));
    const char* violated = c.is == relation::at_least_zero ? "(assert (< {} 0))\n"
                           : c.is == relation::zero        ? "(assert (not (= {} 0)))\n"
                                                           : "(assert (= {} 0))\n";
    return text + fmt::format(fmt::runtime(violated), c.p.smt());
}

proof_search search_proof(const lemma_book& book, law_id law, const named_layout& l) {
    try {
        return searcher(book, l).run(law);
    } catch (const number_too_large& e) {
        proof_search none;
        none.missing = e.what();
        return none;
    }
}

std::string check_proof(const lemma_book& book, law_id law, const named_layout& l,
                        const std::vector<proof_step>& steps, asked_queries& asked) try {
    int flat = -1;  // the stage up to which all is one sum
    for (const proof_step& step : steps)
        if (step.flat) flat = step.place;
    if (flat >= 0 && law != law_id::L3) return "only L3 may take a part of a layout as one sum";
    const auto covered = [&](law_id lemma, int at, const place& p, bool as_sum) -> std::string {
        for (const proof_step& step : steps) {
            if (step.lemma != lemma || step.place != at || step.flat != as_sum) continue;
            // An order leaves out no dim.
            if (p.kind == transform_kind::embed && lemma == law_id::L3 &&
                !is_permutation_of(step.order, p.above.size()))
                return "the order of dims of " + p.text + " is not one of all its dims";
            for (const condition& c : book.at(lemma, p.kind).conditions(p, step.order))
                if (const std::string why = doubt(l.given(), c, asked); !why.empty())
                    return fmt::format("{} of {}: {}", c.text, p.text, why);
            return "";
        }
        return fmt::format("no step is about {} of {}", properties::title(lemma), p.text);
    };
    if (flat >= 0) {
        const auto sum = flat_until(l, flat);
        if (!sum) return "the part below a stage is no sum";
        if (std::string wrong = covered(law_id::L3, flat, *sum, true); !wrong.empty()) return wrong;
    }
    for (std::size_t i = 0; i < l.places().size(); ++i)
        for (const law_id lemma : lemmas_for(law)) {
            const place& p = l.places()[i];
            if (lemma == law_id::L3 && p.stage <= flat) continue;
            if (std::string wrong = covered(lemma, static_cast<int>(i), p, false); !wrong.empty())
                return wrong;
        }
    return "";
} catch (const number_too_large& e) {
    return e.what();
}

std::optional<place> flat_until(const named_layout& l, int stage) {
    // What a step along each dim adds to the offset.
    std::vector<polynomial> step{1}, next;
    std::vector<polynomial> lengths;
    int current = 0;
    for (std::size_t at = 0; at < l.places().size(); ++at) {
        const place& p = l.places()[at];
        if (p.stage > stage) break;
        if (p.stage != current) {
            step = std::exchange(next, {});
            current = p.stage;
            lengths.clear();
        } else if (p.stage == 0 && at > 0) {
            step = std::exchange(next, {});  // the base above its offset
            lengths.clear();
        }
        const auto put = [&](std::size_t i, const polynomial& adds) {
            const auto d = static_cast<std::size_t>(p.upper[i]);
            if (next.size() <= d) next.resize(d + 1), lengths.resize(d + 1);
            next[d] = adds;
            lengths[d] = p.above[i];
        };
        const polynomial below =
            p.lower.empty() ? polynomial(0) : step[static_cast<std::size_t>(p.lower[0])];
        using enum transform_kind;
        switch (p.kind) {
            case pass:
            case pad:
            case left_pad:
            case right_pad:
            case slice:
            case offset:
                put(0, below);
                break;
            case embed:
                for (std::size_t i = 0; i < p.above.size(); ++i) put(i, below * p.strides[i]);
                break;
            case unmerge: {
                polynomial times = below;
                for (std::size_t i = p.above.size(); i-- > 0;) {
                    put(i, times);
                    times = times * p.above[i];
                }
                break;
            }
            case freeze:
                break;
            case insert:
            case replicate:
                for (std::size_t i = 0; i < p.above.size(); ++i) put(i, 0);
                break;
            case merge:
            case merge_divmod: {
                // Digits whose steps are those of one number.
                for (std::size_t i = p.below.size() - 1; i > 0; --i)
                    if (!(step[static_cast<std::size_t>(p.lower[i - 1])] ==
                          step[static_cast<std::size_t>(p.lower[i])] * p.below[i]))
                        return std::nullopt;
                put(0, step[static_cast<std::size_t>(p.lower.back())]);
                break;
            }
            default:
                return std::nullopt;
        }
    }
    place sum;
    sum.stage = stage;
    sum.kind = transform_kind::embed;
    sum.below = {l.space()};
    sum.above = sum.arguments = lengths;
    sum.strides = next;
    std::vector<std::string> terms;
    for (std::size_t d = 0; d < next.size(); ++d)
        terms.push_back(fmt::format("({})*d{}", next[d].text(), d));
    sum.text = fmt::format("the sum {}", fmt::join(terms, " + "));
    return sum;
}

std::vector<vectors> vectors_of(const lemma_book& book, const named_layout& l) {
    std::vector<vectors> below{{{}, 1}}, above;
    int stage = 0;
    for (std::size_t at = 0; at < l.places().size(); ++at) {
        const place& p = l.places()[at];
        if (p.stage != stage || (p.stage == 0 && at > 0)) below = std::exchange(above, {});
        stage = p.stage;
        std::vector<vectors> lower;
        for (const int d : p.lower) lower.push_back(below[static_cast<std::size_t>(d)]);
        const std::vector<vectors> upper = book.vector_rules.at(p.kind)(l.given(), p, lower);
        for (std::size_t i = 0; i < upper.size(); ++i) {
            const auto d = static_cast<std::size_t>(p.upper[i]);
            if (above.size() <= d) above.resize(d + 1);
            above[d] = upper[i];
        }
    }
    return above;
}

std::vector<polynomial> limits_of(const named_layout& l, bool wide) {
    std::vector<polynomial> all{l.space()};
    for (const place& p : l.places()) {
        for (const auto* list : {&p.above, &p.strides, &p.arguments})
            all.insert(all.end(), list->begin(), list->end());
        for (std::size_t i = 0; wide && p.stage == 0 && i < p.strides.size(); ++i)
            all.push_back(p.above[i] * p.strides[i]);
    }
    if (wide) all.push_back(product_of(l.lengths()));  // the number of indices
    std::vector<polynomial> needed;
    for (const polynomial& p : all) {
        const auto implied_by = [&](const polynomial& q) { return l.given().at_least_zero(q - p); };
        if (p.number() && (wide || *p.number() < (long_index_t{1} << 31))) continue;
        if (std::ranges::any_of(needed, implied_by)) continue;
        std::erase_if(needed, [&](const polynomial& q) { return l.given().at_least_zero(p - q); });
        needed.push_back(p);
    }
    return needed;
}

std::string say_step(const lemma_book& book, const named_layout& l, const proof_step& step) {
    const place p =
        step.flat ? *flat_until(l, step.place) : l.places()[static_cast<std::size_t>(step.place)];
    std::string text = fmt::format(
        "{} {}, {}: {}\n", properties::about(step.lemma).code,
        p.stage == 0 ? "base" : fmt::format("{}stage {}", step.flat ? "up to " : "", p.stage),
        p.text, book.at(step.lemma, p.kind).statement);
    if (step.order.size() > 1)
        text += fmt::format("     dims in the order of their strides: {}\n",
                            fmt::join(step.order, ", "));
    for (const proved_condition& c : step.conditions)
        text += fmt::format("     {}, by {}\n", c.what.text, c.by);
    return text;
}

}  // namespace tileproof::prove
