// SPDX-License-Identifier: MIT
#include "extras/subject/explain.hpp"

#include "extras/subject/cases.hpp"
#include "properties/layout/generator/layout_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace tileproof::subject {
namespace {

using namespace properties;

std::size_t weight_of(const any_case& c) {
    const auto* const layout = std::get_if<outside_case>(&c);
    return text_of(c).size() + (layout && layout->style != number_style::given ? 20 : 0);
}
bool includes(const std::multiset<std::string>& all, const std::multiset<std::string>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

std::string style_of(const any_case& c) {
    const auto* const layout = std::get_if<outside_case>(&c);
    if (!layout) return {};
    std::string style;
    const auto add = [&](const std::string& words) {
        style += (style.empty() ? "" : ", ") + words;
    };
    if (layout->style == number_style::known) add("numbers known at compile time");
    if (layout->style == number_style::mixed) add("some numbers known at compile time");
    if (layout->chained) add("as a chain of adaptors");
    if (layout->vector > 0) add(fmt::format("vectors of {} guaranteed", layout->vector));
    return style;
}

// The boldest steps often do, so that few are compiled with them; of those that are left mostly none does.
constexpr std::size_t first_tries = 4, most_tries = 16;

// The form that the cause is about, and what its law asks: a program that says no more is compiled in half of the time.
asked_case asked(any_case c, const symptom& cause) {
    asked_case a{std::move(c), {}, {.cuts = cause.law == law_id::L7}};
    if (cause.law == law_id::L6) a.forms = {cause.more};
    a.parts.all = (cause.law != law_id::L1 && cause.law != law_id::L2) ||
                  (cause.quantity != "offset" && cause.quantity != "element space size");
    return a;
}

// The first of the steps that still fails so becomes the least.
bool take_first(builder& b, std::span<const asked_case> steps, const symptom& cause,
                smallest_case& least) {
    const std::vector<verdict> verdicts = judge(b, {steps.begin(), steps.end()});
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (verdicts[i].find(cause)) {
            least.what = steps[i].what;
            least.says = verdicts[i];
            return true;
        }
    return false;
}

}  // namespace

smallest_case make_smallest(builder& b, any_case start, const symptom& cause,
                            const std::function<bool()>& spent) {
    smallest_case least{std::move(start)};
    least.says = judge(b, {asked(least.what, cause)}).front();
    for (bool found = true; found;) {
        if (spent()) return least;
        std::vector<asked_case> steps;
        for (any_case& c : smaller(b.of(), least.what)) steps.push_back(asked(std::move(c), cause));
        // Other numbers in the same structure need nothing compiled, and come first.
        const auto rest = std::ranges::stable_partition(
            steps, [&](const asked_case& c) { return is_compiled(b, c); });
        std::size_t end = steps.size() - rest.size(), next = first_tries;
        found = take_first(b, std::span(steps).first(end), cause, least);
        while (!found && end < steps.size()) {
            if (spent()) return least;
            const std::size_t tries = std::min(std::exchange(next, most_tries), steps.size() - end);
            found = take_first(b, std::span(steps).subspan(end, tries), cause, least);
            end += tries;
        }
    }
    least.minimal = true;
    return least;
}

std::multiset<std::string> parts_of(const any_case& c) {
    std::multiset<std::string> parts;
    std::istringstream words(words_of(text_of(c)));
    for (std::string word; words >> word;)
        if (word != "packed" && word != "pass" && word != "strides" && word != "align")
            parts.insert(word);
    return parts;
}

void explainer::record(const any_case& c, const verdict& v) {
    std::set<symptom> seen;
    for (const failure& f : v.failures) {
        const symptom cause = symptom_of(f);
        if (!seen.insert(cause).second) continue;
        std::vector<failing>& all = groups_[cause];
        const auto weight = [](const failing& one) {
            return std::pair(weight_of(one.what), text_of(one.what));
        };
        failing one{c, f};
        const auto place = std::ranges::upper_bound(all, weight(one), {}, weight);
        all.insert(place, std::move(one));
        ++sizes_[cause];
    }
}

// The most frequent first: what fails everywhere is no part of what fails seldom.
std::vector<symptom> explainer::causes_left() const {
    std::vector<symptom> causes;
    for (const auto& [cause, cases] : groups_)
        if (!cases.empty() || std::ranges::any_of(explained_, [&](const explained& e) {
                return e.cause == cause && !e.finished;
            }))
            causes.push_back(cause);
    std::ranges::sort(causes, [&](const symptom& a, const symptom& b) {
        return std::pair(sizes_.at(b), a) < std::pair(sizes_.at(a), b);
    });
    return causes;
}

void explainer::explain(double until) {
    for (std::vector<symptom> left = causes_left(); !left.empty(); left = causes_left()) {
        for (std::size_t i = 0; i < left.size() && !o_.stopped(); ++i) {
            const double share = (until - o_.now()) / static_cast<double>(left.size() - i);
            explain_one(left[i], o_.now() + share);
        }
        if (is_spent(until)) break;
    }
    take_all_explained();
}

void explainer::explain_one(const symptom& cause, double until) {
    take_all_explained();
    const auto of_cause = [&](const explained& e) { return e.cause == cause; };
    if (is_spent(until) && std::ranges::any_of(explained_, of_cause)) return;
    // What is begun is ended first: it may explain the rest.
    const auto unfinished = std::ranges::find_if(
        explained_, [&](const explained& e) { return of_cause(e) && !e.finished; });
    if (unfinished != explained_.end()) {
        explained e = std::move(*unfinished);
        explained_.erase(unfinished);
        return make_smaller(std::move(e), until);
    }
    std::vector<failing>& cases = groups_.at(cause);
    if (cases.empty()) return;
    failing first = std::move(cases.front());
    cases.erase(cases.begin());
    make_smaller({cause, {first.what}, first.why, {first.why.law}}, until);
}

void explainer::make_smaller(explained e, double until) {
    o_.say(fmt::format("making the smallest case of: {}", e.cause.text()));
    e.least =
        make_smallest(builder_, e.least.what, e.cause, [this, until] { return is_spent(until); });
    const failure* const found = e.least.says.find(e.cause);
    if (found) e.why = *found;
    e.finished = !found || e.least.minimal;  // what did not fail again stays as it was
    e.least.minimal = found && e.least.minimal;
    if (explained* const other = same_as(e)) {
        other->seen += e.seen;
        other->also.insert(e.cause);
    } else {
        explained_.push_back(std::move(e));
    }
}

// One case may be the smallest of several causes. What still becomes smaller may fail in other ways no more. What does not
// compile has one error with run-time numbers and another one with known ones, and a claim of vectors is false in one way or another,
// by the order of the dims: their transforms are the cause.
explainer::explained* explainer::same_as(const explained& e) {
    if (!e.finished) return nullptr;
    const auto is_same = [&](const explained& other) {
        if ((is_not_compiled(e.why) && is_not_compiled(other.why)) ||
            (e.why.law == law_id::L9 && other.why.law == law_id::L9))
            return parts_of(other.least.what) == parts_of(e.least.what);
        return text_of(other.least.what) == text_of(e.least.what) &&
               other.least.says.find(e.cause) != nullptr;
    };
    for (explained& other : explained_)
        if (other.finished && is_same(other)) {
            if (std::ranges::find(other.laws, e.why.law) == other.laws.end())
                other.laws.push_back(e.why.law);
            return &other;
        }
    return nullptr;
}

void explainer::take_all_explained() {
    for (const auto& [cause, cases] : groups_)
        for (explained& e : explained_)
            if (!cases.empty()) take_explained(e, cause);
}

// A departure explains the cases that have its parts and more, and fail as it does.
void explainer::take_explained(explained& e, const symptom& cause) {
    const failure* const why = e.least.says.find(cause);
    if (!(why || e.also.contains(cause)) || !(e.finished || e.cause == cause)) return;
    const auto parts = parts_of(e.least.what);
    const std::size_t taken = std::erase_if(
        groups_.at(cause), [&](const failing& f) { return includes(parts_of(f.what), parts); });
    if (taken == 0) return;
    e.seen += static_cast<std::int64_t>(taken);
    if (std::ranges::find(e.laws, cause.law) == e.laws.end()) e.laws.push_back(cause.law);
}

departure explainer::shown(const explained& e) const {
    return {.laws = e.laws,
            .why = e.why,
            .text = text_of(e.least.what),
            .style = style_of(e.least.what),
            .program = smallest_program(builder_.of(), e.least.what, e.why),
            .shorter = shorter_programs(builder_.of(), e.least.what, e.why),
            .seen = e.seen,
            .minimal = e.least.minimal};
}

std::vector<departure> explainer::departures() const {
    std::vector<departure> all;
    for (const explained& e : explained_) all.push_back(shown(e));
    return all;
}

std::map<std::string, std::int64_t> explainer::unexplained() const {
    std::map<std::string, std::int64_t> causes;
    for (const auto& [cause, cases] : groups_)
        if (!cases.empty()) causes[cause.text()] = std::ssize(cases);
    return causes;
}

}  // namespace tileproof::subject
