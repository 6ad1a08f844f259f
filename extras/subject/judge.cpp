// SPDX-License-Identifier: MIT
#include "extras/subject/judge.hpp"

#include "extras/subject/trial.hpp"
#include "properties/json_text.hpp"
#include "properties/layout/layout_failure.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/tile/tile_laws.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>

namespace tileproof::subject {
namespace {

using namespace properties;
using nlohmann::json;

constexpr std::string_view mark = "\ntileproof-verdicts ";
constexpr double seconds_of_a_case = 20;
const std::string of_its_type = "when it is made of its type alone";
const std::string in_64_bits = "in 64 bits, as tileproof has it";

void add(verdict& v, law_result r) {
    if (!r.discarded.empty()) return;
    v.judged.push_back(r.law);
    if (r.failed()) v.failures.push_back(*r.why);
}

// A chain of adaptors may number its hidden dims otherwise.
class without_hidden_index final : public layout_evaluator {
  public:
    explicit without_hidden_index(const layout_evaluator& of) : of_(of) {}
    layout_index lengths() const override { return of_.lengths(); }
    long_index_t element_space_size() const override { return of_.element_space_size(); }
    std::optional<long_index_t> offset(std::span<const long_index_t> i) const override {
        return of_.offset(i);
    }

  private:
    const layout_evaluator& of_;
};

law_result judge_form(const layout_evaluator& other, const observed_layout& seen,
                      const std::string& words) {
    law_result r = check_forms(other, seen);
    if (!r.failed()) return r;
    failure f = *r.why;
    f.actual->by = "as it is written";
    f.expected->by = words;
    return failed(std::move(f));
}

void judge_static(verdict& v, const answered_layouts& subject, const outside_case& c,
                  const observed_layout& seen, const std::vector<long_index_t>& numbers) {
    const tileproof_layout_answers& a = subject.whole();
    if (!a.says_static || !a.make_of_type) return;
    void* const made = a.make(numbers.data());
    const bool says = a.says_static(made);
    a.destroy(made);
    if (!says) return;
    law_result r = judge_form(*answered_layout(a, c.layout, numbers, true), seen, of_its_type);
    if (!r.failed()) return add(v, std::move(r));
    failure f = *r.why;
    f.given = "It says that it is static.";
    add(v, failed(std::move(f)));
}

verdict judge_here(const judged_case& c) {
    verdict v;
    const answered_layouts subject(c.unit, c.what, c.numbers, c.cuts);
    try {
        const observed_layout seen(subject, c.what.layout);
        add(v, check_bounds(seen));
        add(v, check_reference(seen));
        // What has the wrong lengths has wrong everything, and may be asked for indices that are not there.
        if (std::ranges::any_of(v.failures,
                                [](const failure& f) { return f.quantity == "lengths"; }))
            return v;
        add(v, check_injective(seen));
        add(v, check_inverse(seen));
        add(v, check_move(seen));
        if (c.cuts) add(v, check_chain(subject, seen));
        add(v, check_vectors(seen));
        // Too large for the reference: the probes are compared with those of our layouts, in 64 bits.
        const auto judge_as = [&](const layout_evaluator& other, const std::string& words) {
            if (c.what.chained || words == as_a_chain)
                return add(v, judge_form(without_hidden_index(other), seen, words));
            add(v, judge_form(other, seen, words));
        };
        if (!seen.listed()) judge_as(*dynamic_layouts().make(c.what.layout), in_64_bits);
        for (const other_form& form : c.others) {
            const answered_layouts made(form.unit, c.what, form.numbers);
            judge_as(*made.make(c.what.layout), form.words);
        }
        judge_static(v, subject, c.what, seen, c.numbers);
    } catch (const layout_error& e) {
        v.judged.push_back(law_id::L2);
        v.failures.push_back(refused_layout(law_id::L2, c.what.layout, e.what()));
    }
    return v;
}

verdict judge_here(const judged_tile& t) {
    verdict v;
    const answered_tile subject(t.unit);
    add(v, check_tile_reference(subject, t.what));
    add(v, check_coverage(subject, t.what));
    return v;
}

verdict judge_here(const judged_mistake& m) {
    verdict v;
    v.judged.push_back(law_id::L13);
    try {
        answered_layouts(m.unit, m.what, m.numbers).make(m.what.layout)->lengths();
    } catch (const layout_error&) {
        return v;
    }
    v.failures.push_back({.law = law_id::L13,
                          .kind = failure_kind::accepted_malformed,
                          .where = {.text = print_layout(m.what.layout), .part = m.rule}});
    return v;
}

json write(const verdict& v) {
    json laws = json::array(), failures = json::array();
    for (const law_id law : v.judged) laws.push_back(about(law).code);
    for (const failure& f : v.failures)
        failures.push_back({{"law", about(f.law).code}, {"failure", to_json(f)}});
    return {{"judged", laws}, {"failures", failures}};
}
verdict read_verdict(const json& j) {
    verdict v;
    for (const json& law : j.at("judged")) v.judged.push_back(*find_law(law.get<std::string>()));
    for (const json& f : j.at("failures"))
        v.failures.push_back(
            failure_from_json(*find_law(f.at("law").get<std::string>()), f.at("failure")));
    return v;
}

std::string text_of_case(const judged_case& c) { return print_layout(c.what.layout); }
std::string text_of_case(const judged_tile& t) { return print_tile(t.what); }
std::string text_of_case(const judged_mistake& m) { return print_layout(m.what.layout); }
template <class Case>
constexpr law_id law_of = std::is_same_v<Case, judged_mistake> ? law_id::L13 : law_id::L2;

// How the process of one case ended instead of answering. An assertion refuses a malformed layout.
template <class Case>
verdict ended(const Case& c, const system::result& r) {
    const bool aborted = r.how.what == system::ending::kind::signal && r.how.number == SIGABRT;
    if (aborted && law_of<Case> == law_id::L13) return {{law_id::L13}, {}};
    failure f{.law = law_of<Case>, .where = {.text = text_of_case(c)}};
    switch (r.how.what) {
        case system::ending::kind::signal:
            f.kind = failure_kind::crash;
            f.detail = fmt::format("The program was ended by signal {}.", r.how.number);
            break;
        case system::ending::kind::exit:
            f.kind = failure_kind::process_exit;
            f.detail = fmt::format("The program ended itself with exit code {}.", r.how.number);
            break;
        default:
            f.kind = failure_kind::hang;
            f.detail = fmt::format("The program had not ended after {:g} s.", seconds_of_a_case);
    }
    return {{f.law}, {f}};
}

template <class Case>
std::vector<verdict> judge_apart(std::span<const Case> cases) {
    if (cases.empty()) return {};
    const system::result r =
        system::run({.body =
                         [&] {
                             json all = json::array();
                             for (const Case& c : cases) all.push_back(write(judge_here(c)));
                             const std::string text = std::string(mark) + text_of(all) + "\n";
                             std::fwrite(text.data(), 1, text.size(), stdout);
                             std::fflush(stdout);
                         },
                     .errors = system::command::stream::nowhere,
                     .kept = 1 << 26,
                     .seconds = seconds_of_a_case + static_cast<double>(cases.size())});
    const std::size_t at = r.output.rfind(mark);
    if (r.how.well() && at != r.output.npos) {
        std::vector<verdict> verdicts;
        for (const json& one : json::parse(r.output.substr(at + mark.size())))
            verdicts.push_back(read_verdict(one));
        return verdicts;
    }
    if (cases.size() == 1) return {ended(cases[0], r)};
    std::vector<verdict> verdicts;  // each alone, to find the one that ended it
    for (std::size_t i = 0; i < cases.size(); ++i)
        verdicts.push_back(judge_apart(cases.subspan(i, 1)).front());
    return verdicts;
}

}  // namespace

// Types and numbers of one case are not of its cause: "no member named 'f' in 'pad<int>'" is the one of 'pad<number<4>>'.
static std::string without_types(const std::string& error) {
    static const std::regex list("<[^<>]*>"), number("[0-9]+");
    std::string text = error, before;
    do {
        before = text;
        text = std::regex_replace(before, list, "");
    } while (text != before);
    return std::regex_replace(text, number, "0");
}

std::string symptom(const failure& f) {
    // What says that it is static and is not may differ in anything from a value of its type.
    const bool says_static = f.law == law_id::L6 && f.expected->by == of_its_type;
    std::string text = fmt::format("{} {}", about(f.law).code, name(f.kind));
    const std::string more = is_not_compiled(f)     ? without_types(f.detail)
                             : f.law == law_id::L6  ? f.expected->by
                             : f.law == law_id::L13 ? f.where.part
                                                    : std::string();
    for (const std::string& word : {says_static ? std::string() : f.quantity, more})
        if (!word.empty()) text += " " + word;
    return text;
}

const failure* verdict::find(const std::string& cause) const {
    for (const failure& f : failures)
        if (symptom(f) == cause) return &f;
    return nullptr;
}

std::vector<verdict> judge(std::span<const judged_case> cases) { return judge_apart(cases); }
std::vector<verdict> judge(std::span<const judged_tile> tiles) { return judge_apart(tiles); }
std::vector<verdict> judge(std::span<const judged_mistake> cases) { return judge_apart(cases); }

bool is_not_compiled(const failure& f) {
    return f.kind == failure_kind::refused_valid && f.quantity == "program";
}

failure not_compiled(const std::string& text, const std::string& error) {
    return {.law = law_id::L2,
            .kind = failure_kind::refused_valid,
            .where = {.text = text},
            .quantity = "program",
            .detail = error};
}

}  // namespace tileproof::subject
