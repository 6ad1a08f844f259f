// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/diagnose.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include "fuzz/diagnosis/layout_formula.hpp"
#include "fuzz/diagnosis/shown_failure.hpp"
#include "fuzz/diagnosis/wrong_map.hpp"
#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/fields.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/tile/tile_property.hpp"
#include "system/text.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
using namespace system;
using nlohmann::json;

constexpr double share_of_sampling = 0.6;
constexpr std::size_t most_observed = 14, most_elements = 8000, most_probed = 10;
constexpr double most_terms = 6000;

// "any batch, type, strides": features of one kind, all without part in the condition, have one word.
std::string indifferent_text(const sampling& s, const condition& when) {
    const std::vector<std::string> names = indifferent(s.samples, when);
    const auto kind_of = [&](const std::string& name) {
        for (const sample& one : s.samples)
            if (const feature* const f = one.features.find(name)) return f->kind;
        return feature_kind::flag;
    };
    const auto mentions = [&](feature_kind kind) {
        for (const sample& one : s.samples)
            for (const feature& f : one.features.all)
                if (f.kind == kind && when.mentions(f.name)) return true;
        return false;
    };
    std::vector<std::string> words;
    const auto add = [&](const std::string& word) {
        if (std::ranges::find(words, word) == words.end()) words.push_back(word);
    };
    for (const std::string& name : names) switch (kind_of(name)) {
            case feature_kind::stride:
            case feature_kind::slack:
                if (!mentions(feature_kind::stride) && !mentions(feature_kind::slack))
                    add("strides");
                break;
            case feature_kind::address:
                if (!mentions(feature_kind::address)) add("alignment");
                break;
            case feature_kind::size:
                break;
            case feature_kind::length:  // not "ceil(n / 8)"
                if (name.find_first_of("( ") == name.npos) add(name);
                break;
            default:
                add(name);
        }
    for (const std::string& choice : s.whatever) add(choice);
    return words.empty() ? "" : fmt::format("any {}", fmt::join(words, ", "));
}

// How far was looked: "; rows up to 1,025, columns up to 65,537".
std::string lengths_text(const sampling& s) {
    const kernel_view* const view = s.pool().kernel();
    std::string text;
    for (std::size_t d = 0; view && d < view->contract().dims.size(); ++d) {
        const contract_dim& dim = view->contract().dims[d];
        double most = -1;
        for (const sample& one : s.samples)
            if (const feature* const f = one.features.find(dim.name))
                most = std::max(most, f->number);
        if (most >= 0 && !dim.few)
            text += fmt::format("{}{} up to {}", text.empty() ? "; " : ", ", dim.name,
                                with_separators(static_cast<std::int64_t>(most)));
    }
    return text;
}

// Whether a problem without elements passes, or has nothing to judge, though the rule without that says that it fails.
bool passes_if_empty(const sampling& s, const condition& when) {
    condition plain = when;
    plain.with_elements = false;
    const auto says_more = [&](const sample& one) {
        return one.fails != plain.predicts(one.features);
    };
    const auto is_empty = [&](const feature& f) {
        const auto none = s.pool().with_length(s.base(), f.name, 0);
        return none && none->features.empty && plain.predicts(none->features);
    };
    return std::ranges::any_of(s.samples, says_more) ||
           (when.with_elements && std::ranges::any_of(s.samples.front().features.all, is_empty));
}

std::string condition_text(const sampling& s, const condition& when) {
    const bool unless_empty = passes_if_empty(s, when);
    const auto given_is = [&](auto is) { return std::ranges::any_of(s.given, is); };
    const auto figure = [](std::size_t n) { return with_separators(static_cast<std::int64_t>(n)); };
    std::string text = "always", evidence = fmt::format("{0} of {0}", figure(s.failing()));
    if (!when.always()) {
        // Nobody has tried all data: what passes may fail with others.
        const bool of_some = given_is([](const auto& given) { return given.starts_with("some "); });
        text = (of_some || (s.some_data && !s.by_chance && s.seldom) ? "only seen when "
                                                                     : "exactly when ") +
               when.text();
        evidence =
            fmt::format("{}{} fail, {} pass, no exception", unless_empty ? "unless empty; " : "",
                        figure(s.failing()), figure(s.passing()));
    } else if (unless_empty) {
        text += ", unless empty";
    }
    for (const std::string& given : s.given) text += fmt::format(", with {}", given);
    text += fmt::format(" ({}{}{})", evidence, lengths_text(s),
                        s.found ? "" : "; time was over before more were tried");
    const bool names_data = given_is([](const auto& given) { return given.ends_with(" data"); });
    if (s.some_data && !s.by_chance && !names_data) text += ", for some data";
    if (s.fixed.empty()) return text;
    return fmt::format("with {}: {}; with others in {} of {} cases", fmt::join(s.fixed, ", "), text,
                       figure(s.failing_elsewhere), figure(s.elsewhere));
}

// Failing cases of different shapes, from the smallest to the largest that types can number; of those with as many
// elements, lengths that differ say more.
std::vector<json> worth_observing(const kernel_view& view, const sampling& s) {
    std::vector<std::pair<double, json>> ranked;
    std::set<std::vector<long_index_t>> shapes;
    for (std::size_t i = 0; i < s.cases.size(); ++i) {
        if (!s.samples[i].fails) continue;
        const kernel_case c = view.case_of(s.cases[i]);
        const double work = work_of(view.contract(), c);
        if (work == 0 || work > most_elements || !shapes.insert(c.dims).second) continue;
        const std::set<long_index_t> lengths(c.dims.begin(), c.dims.end());
        const auto same = static_cast<double>(c.dims.size() - lengths.size());
        ranked.emplace_back(std::log2(work) + same / 4, s.cases[i]);
    }
    std::ranges::sort(ranked, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<json> chosen{s.base()};
    const std::size_t n = std::min(ranked.size(), most_observed);
    for (std::size_t i = 0; i < n; ++i)
        chosen.push_back(ranked[(i + 1) * ranked.size() / n - 1].second);
    return chosen;
}

// Few enough terms for two runs each.
std::vector<json> worth_probing(const kernel_view& view, const std::vector<json>& cases) {
    std::vector<json> chosen;
    for (const json& c : cases) {
        double terms = 1;
        for (const long_index_t d : view.case_of(c).dims) terms *= static_cast<double>(d);
        if (terms <= most_terms && chosen.size() < most_probed) chosen.push_back(c);
    }
    return chosen;
}

// What is wrong in the finding's case may be right with the contents that are observed: then a rule must hold of both.
std::optional<wrong_map> map_of(const kernel_view& view, const sampling& s,
                                std::vector<observed_call> seen) {
    auto map = explain_map(view.contract(), seen);
    const auto& wrong = s.wrong_element();
    if (!map || wrong.empty() || seen[0].extents.size() != wrong.size() ||
        view.case_of(s.base()).dims != seen[0].the_case.dims)
        return map;
    std::int64_t element = 0;
    for (std::size_t i = 0; i < wrong.size(); ++i)
        element = element * seen[0].extents[i] + wrong[i];
    const long_index_t offset = seen[0].offsets.at(static_cast<std::size_t>(element));
    if (offset < 0) return map;
    std::int64_t& held = seen[0].held[static_cast<std::size_t>(offset)];
    if (held != element) return map;
    held = observed_call::foreign;
    const auto of_both = explain_map(view.contract(), seen);
    return of_both && of_both->text == map->text ? map : std::nullopt;
}

// Where the elements of the output go; of a product, which terms it sums.
void observe(const kernel_view& view, const sampling& s, double seconds, diagnosis& d) {
    const std::vector<json> cases = worth_observing(view, s);
    const bool products = may_be_product(view.contract());
    const auto seen = observe_all(view, cases, products ? seconds / 2 : seconds);
    if (!seen.empty()) {
        d.smallest = picture_of(view.contract(), seen.front());
        d.seen = seen.front();
    }
    if (const auto map = map_of(view, s, seen)) {
        d.instead = fmt::format("{} ({} shapes)", map->text, map->shapes);
        d.heading = map->heading;
    } else if (products) {
        d.product = explain_product(view.contract(),
                                    probe_all(view, worth_probing(view, cases), seconds / 2));
        if (!d.product) return;
        d.instead = fmt::format("{} ({} shapes)", d.product->text, d.product->shapes);
        d.heading = d.product->heading;
    }
}

json to_json(const diagnosis& d) {
    json points = json::array();
    for (const fuzz::case_point& p : d.cases.points) points.push_back({p.x, p.y, p.fails});
    const json other =
        d.other ? json{d.other->the_case, static_cast<int>(d.other->why.law), to_json(d.other->why)}
                : json();
    return {d.fails_when, d.whatever,
            d.tried,      d.instead,
            d.heading,    {d.smallest.columns, d.smallest.must, d.smallest.is},
            d.cases.x,    d.cases.y,
            points,       {d.failing, d.passing, d.empty},
            d.late,       d.otherwise,
            d.some_data,  d.needs,
            d.about,      other};
}

diagnosis from_json(const json& j) {
    diagnosis d;
    j.at(0).get_to(d.fails_when);
    j.at(1).get_to(d.whatever);
    j.at(2).get_to(d.tried);
    j.at(3).get_to(d.instead);
    j.at(4).get_to(d.heading);
    j.at(5).at(0).get_to(d.smallest.columns);
    j.at(5).at(1).get_to(d.smallest.must);
    j.at(5).at(2).get_to(d.smallest.is);
    j.at(6).get_to(d.cases.x);
    j.at(7).get_to(d.cases.y);
    for (const json& p : j.at(8))
        d.cases.points.push_back({p.at(0).get<double>(), p.at(1).get<double>(), p.at(2)});
    j.at(9).at(0).get_to(d.failing);
    j.at(9).at(1).get_to(d.passing);
    j.at(9).at(2).get_to(d.empty);
    j.at(10).get_to(d.late);
    j.at(11).get_to(d.otherwise);
    j.at(12).get_to(d.some_data);
    j.at(13).get_to(d.needs);
    j.at(14).get_to(d.about);
    if (const json& other = j.at(15); !other.is_null())
        d.other = {other.at(0),
                   failure_from_json(static_cast<law_id>(other.at(1).get<int>()), other.at(2))};
    return d;
}

constexpr std::size_t learned_from = 1200;  // samples
constexpr int most_rounds = 5;

// Of a subject that cannot be asked nothing is known.
diagnosis formula_apart(const std::function<diagnosis()>& find_out, double seconds) {
    try {
        return diagnose_apart(find_out, seconds);
    } catch (const std::exception&) {
        return {};
    }
}

// Of a layout, when its law fails, and the wrong formula beside the right one.
diagnosis of_layout(const finding& f, const layout_subject& subject, sampling_request request,
                    const sampling_limits& limits) {
    const auto text = f.the_case.find("layout");
    diagnosis formula;
    if (text != f.the_case.end() && text->is_string())
        formula = formula_apart(
            [&] {
                diagnosis d;
                const auto wrong = explain_layout(subject, parse_layout(text->get<std::string>()));
                if (!wrong) return d;
                d.fails_when = wrong->fails_when;
                d.instead = wrong->text;
                d.heading = "Wrong offset since " + wrong->stage;
                return d;
            },
            limits.seconds / 2);
    if (!formula.fails_when.empty()) return formula;
    diagnosis d = diagnose(std::move(request), limits);
    d.instead = formula.instead;
    d.heading = formula.heading;
    return d;
}

// Of a tile distribution: when its law fails, and the wrong formula beside the right one.
diagnosis of_tile(const finding& f, const tile_subject& subject, sampling_request request,
                  const sampling_limits& limits) {
    const auto text = f.the_case.find("tile");
    if (text == f.the_case.end() || !text->is_string()) return {};
    const diagnosis formula = formula_apart(
        [&] {
            diagnosis d;
            const auto wrong = explain_tile(subject, parse_tile(text->get<std::string>()));
            if (!wrong) return d;
            d.instead = wrong->text;
            d.heading = "Wrong " + wrong->quantity + " of a tile distribution";
            return d;
        },
        limits.seconds / 3);
    sampling_limits left = limits;
    left.seconds *= 2.0 / 3;
    diagnosis d = diagnose(std::move(request), left);
    d.instead = formula.instead;
    d.heading = formula.heading;
    return d;
}

}  // namespace

std::string diagnosis::when() const {
    if (fails_when.empty()) return tried;
    return whatever.empty() ? fails_when : fails_when + "; " + whatever;
}

std::string diagnosis::how_often() const {
    const std::size_t all = failing + passing;
    if (all < 10 || failing == 0) return late ? "under a condition that was not found in time" : "";
    if (passing == empty)
        return fmt::format("in all {} cases that were tried around this one{}", failing,
                           empty ? ", empty ones aside" : "");
    return fmt::format(
        "in {} of {} cases around this one{}{}; {}", failing, all,
        needs.empty() ? "" : ", only where " + needs, some_data ? ", for some data" : "",
        late ? "the condition was not found in time" : "no condition that was tried says when");
}

void diagnosis::keep_to(const kernel_contract& contract, const failure& f) {
    if (product ? shows(contract, *product, f) : seen && shows(contract, *seen, f)) return;
    instead.clear();
    heading.clear();
    smallest = {};
}

diagnosis diagnose(sampling_request request, sampling_limits limits) {
    const kernel_view* const view = view_of(*request.properties[request.place]);
    sampling_limits of_sampling = limits;
    if (view) of_sampling.seconds *= share_of_sampling;
    sampling s(std::move(request), of_sampling);
    s.run();
    diagnosis d;
    d.failing = s.failing();
    d.passing = s.passing();
    d.empty = static_cast<std::size_t>(std::ranges::count_if(
        s.samples, [](const sample& one) { return one.features.empty && !one.fails; }));
    if (const auto& when = s.found ? s.found : s.likely) {
        d.cases = scatter_of(s.samples, *when);
        d.fails_when = condition_text(s, *when);
        d.whatever = indifferent_text(s, *when);
        for (const auto& group : when->groups)
            for (const atom& a : group)
                for (const std::string& name : {a.left, a.right})
                    if (!name.empty()) d.about.push_back(name);
    } else if (d.failing > 0) {
        if (const condition c = needed(s.samples); !c.always()) d.needs = c.text();
        d.tried = fmt::format(
            "no condition of up to three of {} comparisons fits all of {} failing and {} passing "
            "cases",
            s.atoms, d.failing, d.passing);
    }
    d.late = s.late;
    d.some_data = s.some_data && !s.by_chance;
    for (const law_id law : s.otherwise) d.otherwise.emplace_back(about(law).code);
    d.other = s.other;
    const double left = std::max(limits.seconds - s.seconds(), limits.seconds / 4);
    if (view && d.failing > 0) observe(*view, s, left, d);
    return d;
}

// Where the kernel goes on, its other lines show what is wrong there.
static bool goes_on_after(const failure& f) {
    using enum failure_kind;
    static constexpr std::array kinds{race,           same_value_race, unfenced_read,
                                      uninitialised,  misaligned,      uninitialised_variable,
                                      wrong_value,    unwritten,       overwritten,
                                      not_repeatable, not_accepted,    depends_on_surroundings};
    return std::ranges::find(kinds, f.kind) != kinds.end();
}

std::function<std::optional<bool>(const worker_answer&)> shows_failure(
    std::span<const failure> all) {
    struct wanted {
        law_id law;
        cause why;
        failure_kind kind;
        std::string operand;
        std::optional<failure> located;
        // Nothing unless the failure is of another output; that one names the others that are wrong, too (k1_exact.cpp).
        std::optional<bool> is_wrong_beside(const failure& f) const {
            if (kind != failure_kind::wrong_value || f.kind != kind || f.law != law ||
                operand.empty() || f.where.operand.empty() || operand == f.where.operand)
                return std::nullopt;
            return f.detail.find(" of " + operand + ".") != std::string::npos;
        }
    };
    std::vector<wanted> any_of;
    for (const failure& f : all)
        any_of.push_back({f.law, cause_of(f, {}), f.kind, f.where.operand,
                          is_located(f) ? std::optional(f) : std::nullopt});
    const bool located = std::ranges::all_of(all, is_located);
    return [any_of, located](const worker_answer& a) -> std::optional<bool> {
        bool judged = false, hidden = false;
        for (const law_result& r : a.result.laws) {
            const auto of_law = [&](const wanted& w) { return w.law == r.law; };
            if (std::ranges::none_of(any_of, of_law)) continue;
            judged = true;
            if (!r.why) continue;
            const auto beside = [&](const wanted& w) { return w.is_wrong_beside(*r.why); };
            if (std::ranges::any_of(any_of, [&](const wanted& w) { return beside(w) == true; }))
                return true;
            if (std::ranges::all_of(any_of, [&](const wanted& w) { return beside(w) == false; }))
                continue;
            const std::vector<failure> others = others_than(r.why.get(), a.result);
            const cause now = cause_of(*r.why, others);
            const auto is_this = [&](const wanted& w) {
                return w.law == r.law &&
                       (w.why.key == now.key ||
                        (!now.stray_law.empty() && w.why.stray_law == now.stray_law) ||
                        (w.located && is_located(*r.why) &&
                         same_cause(*w.located, {}, *r.why, others)));
            };
            // What may follow from a line that another bug is at says nothing.
            const bool may_follow = !is_located(*r.why) && now.beside == company::beside_seen;
            if (std::ranges::any_of(any_of, is_this) && !may_follow) return true;
            hidden = hidden || !located || !goes_on_after(*r.why);
        }
        if (!judged || hidden) return std::nullopt;
        return false;
    };
}

diagnosis diagnose_apart(const std::function<diagnosis()>& find_out, double seconds) {
    return from_json(json::parse(fuzz::run_in_child(
        [&] { return properties::text_of(to_json(find_out())); }, std::max(seconds, 0.1))));
}

std::optional<condition> learn_from_all(const std::vector<sample>& all) {
    std::vector<sample> some;
    const std::size_t step = std::max<std::size_t>(1, all.size() / learned_from);
    for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
    for (int round = 0; round < most_rounds; ++round) {
        const learned l = learn(some);
        if (l.exact.empty()) return std::nullopt;
        const std::size_t before = some.size();
        for (const sample& s : all)
            if (some.size() < before + learned_from && l.exact[0].predicts(s.features) != s.fails)
                some.push_back(s);
        if (some.size() == before) return l.exact[0];
    }
    return std::nullopt;
}

diagnosis diagnose_finding(const finding& f, std::span<const failure> of_bug,
                           finding_properties& known, const sampling_limits& limits) {
    const auto position = known.find(f).position;
    if (!position) return {};
    const property& subject = *known.list()[*position];
    const kernel_view* const view = view_of(subject);
    const layout_subject* const layouts = layouts_of(subject);
    const tile_subject* const tiles = tiles_of(subject);
    if (!view && !layouts && !tiles) return {};
    // A few hundred cases around one that is huge would take minutes.
    if (view && view->case_of(f.the_case).huge) return {};
    sampling_request request{
        .properties = known.list(), .place = *position, .the_case = f.the_case};
    if (tiles) return of_tile(f, *tiles, std::move(request), limits);
    if (layouts) return of_layout(f, *layouts, std::move(request), limits);
    request.shows = shows_failure(of_bug);
    const failure_place& where = of_bug.front().where;
    const auto& operands = view->contract().operands;
    const std::size_t output = first_output(view->contract());
    if (output < operands.size() && where.operand == operands[output].name)
        request.wrong_element.assign(where.index.begin(), where.index.end());
    if (f.kernel) request.constants = constants_of(f.kernel->source);
    request.looks_beyond = shows_wherever_it_is(of_bug.front());
    diagnosis d = diagnose(std::move(request), limits);
    d.keep_to(view->contract(), of_bug.front());
    return d;
}

std::set<long> constants_of(const std::string& file) {
    constexpr std::size_t most_constants = 40;
    constexpr unsigned long most = 1 << 24;
    std::set<long> all;
    std::ifstream in(file);
    for (std::string line; all.size() < most_constants && std::getline(in, line);) {
        if (line.starts_with("#include")) continue;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const auto is = [&](std::size_t at, auto kind) {
                return at < line.size() && kind(static_cast<unsigned char>(line[at]));
            };
            if (!is(i, isdigit)) continue;
            const bool in_a_word =
                i > 0 && (is(i - 1, isalnum) || line[i - 1] == '_' || line[i - 1] == '.');
            char* end = nullptr;
            const unsigned long n = std::strtoul(&line[i], &end, 0);
            if (!in_a_word && *end != '.' && n > 1 && n <= most) all.insert(static_cast<long>(n));
            while (is(i + 1, isalnum) || is(i + 1, [](int c) { return c == '.'; })) ++i;
        }
    }
    return all;
}

}  // namespace tileproof::diagnosis
