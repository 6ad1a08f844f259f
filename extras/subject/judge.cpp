// SPDX-License-Identifier: MIT
#include "extras/subject/judge.hpp"

#include "properties/fields.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/subject.hpp"
#include "properties/tile/tile_subject.hpp"
#include "subjects/answer_table.hpp"
#include "system/process.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <tileproof/layout.hpp>
#include <tileproof/layout_error.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <regex>
#include <span>

namespace tileproof::subject {
namespace {

using namespace properties;
using nlohmann::json;

constexpr std::string_view mark = "\ntileproof-verdicts ";
constexpr double seconds_of_a_case = 20;
const std::string of_its_type = "when it is made of its type alone";
const std::string in_64_bits = "in 64 bits, as tileproof has it";

// What a compiled program answers, as the laws see layouts and tiles.

class layout_of_program final : public layout_evaluator {
  public:
    layout_of_program(const tileproof_layout_answers& a, const layout_description& d,
                      const std::vector<long_index_t>& numbers, bool of_type)
        : a_(a), made_(make(a, numbers, of_type), a.destroy) {
        if (!a_.space) space_ = layout(d).element_space_size();
    }

    layout_index lengths() const override {
        layout_index all(static_cast<std::size_t>(a_.rank));
        a_.lengths(made_.get(), all.data());
        return all;
    }
    long_index_t element_space_size() const override {
        return a_.space ? a_.space(made_.get()) : space_;
    }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        long_index_t offset = 0;
        if (!a_.offset(made_.get(), index.data(), &offset)) return std::nullopt;
        return offset;
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        layout_index hidden(static_cast<std::size_t>(a_.hidden ? a_.hidden_rank : 0));
        if (a_.hidden) a_.hidden(made_.get(), index.data(), hidden.data());
        return hidden;
    }
    bool has_move() const override { return a_.move != nullptr && a_.hidden != nullptr; }
    void move(layout_index& hidden, std::span<const long_index_t> step) const override {
        a_.move(made_.get(), hidden.data(), step.data());
    }
    std::vector<vector_claim> vectors() const override {
        if (!a_.vectors) return {};
        layout_index lengths(static_cast<std::size_t>(a_.rank)), strides = lengths;
        a_.vectors(made_.get(), lengths.data(), strides.data());
        std::vector<vector_claim> claims;
        for (std::size_t i = 0; i < lengths.size(); ++i) claims.push_back({lengths[i], strides[i]});
        return claims;
    }

  private:
    static void* make(const tileproof_layout_answers& a, const std::vector<long_index_t>& numbers,
                      bool of_type) {
        try {
            return of_type ? a.make_of_type() : a.make(numbers.data());
        } catch (const std::exception& e) {
            throw layout_error(e.what());
        }
    }

    const tileproof_layout_answers& a_;
    std::unique_ptr<void, void (*)(void*)> made_;
    long_index_t space_ = 0;
};

class tile_of_program final : public tile_evaluator {
  public:
    tile_of_program(const tileproof_tile_answers& a, const tile_encoding& e) : a_(a) {
        const auto x = static_cast<std::size_t>(e.h.size()),
                   p = static_cast<std::size_t>(e.p.size()),
                   y = static_cast<std::size_t>(e.y.size());
        std::vector<long_index_t> sizes(x + p + y + 1);
        a_.sizes(sizes.data());
        const long_index_t* const first = sizes.data();
        x_.assign(first, first + x);
        p_.assign(first + x, first + x + p);
        y_.assign(first + x + p, first + x + p + y);
        replicas_ = sizes.back();
    }
    std::vector<long_index_t> x_lengths() const override { return x_; }
    long_index_t threads() const override { return product(p_); }
    long_index_t registers() const override { return product(y_); }
    long_index_t replicas() const override { return replicas_; }
    void index(long_index_t thread, long_index_t register_, long_index_t* x) const override {
        a_.index(index_at(thread, p_).data(), index_at(register_, y_).data(), x);
    }

  private:
    static long_index_t product(const std::vector<long_index_t>& lengths) {
        return std::accumulate(lengths.begin(), lengths.end(), long_index_t{1}, std::multiplies());
    }

    const tileproof_tile_answers& a_;
    std::vector<long_index_t> x_, p_, y_;
    long_index_t replicas_ = 1;
};

// A table of a compiled library, which stays loaded. Throws library_error.
template <class Answers>
const Answers* loaded(const built_unit& unit, const std::string& part) {
    void* const handle = dlopen(unit.file.c_str(), RTLD_NOW | RTLD_LOCAL);
    const void* const found = handle ? dlsym(handle, (unit.symbol + "_" + part).c_str()) : nullptr;
    if (!found) {
        const char* const said = dlerror();
        throw library_error(fmt::format("A compiled program cannot be loaded: {}.",
                                        said ? said : "its table is null"));
    }
    return static_cast<const Answers*>(found);
}

// With `of_type` the layout is made of its type alone. What the library throws then comes out as a layout_error.
std::unique_ptr<layout_evaluator> answered_layout(const tileproof_layout_answers& a,
                                                  const layout_description& d,
                                                  const std::vector<long_index_t>& numbers,
                                                  bool of_type = false) {
    return std::make_unique<layout_of_program>(a, d, numbers, of_type);
}

// The layout of a case, and the parts below each of its stages.
class answered_layouts final : public layout_subject {
  public:
    answered_layouts(const built_unit& unit, const outside_case& c,
                     std::vector<long_index_t> numbers, bool with_cuts = false)
        : numbers_(std::move(numbers)) {
        const auto find = [&](const std::string& part) {
            return loaded<tileproof_layout_answers>(unit, part);
        };
        for (std::size_t cut = 0; cut < c.layout.stages.size(); ++cut)
            answers_.push_back(with_cuts ? find(fmt::format("cut_{}", cut)) : nullptr);
        answers_.push_back(find("whole"));
    }
    std::string_view name() const override { return "subject"; }
    std::unique_ptr<layout_evaluator> make(const layout_description& d) const override {
        const auto* const a = answers_.at(d.stages.size());
        if (!a)
            throw std::logic_error("The parts below the stages of this layout were not compiled.");
        return answered_layout(*a, d, numbers_);
    }
    const tileproof_layout_answers& whole() const { return *answers_.back(); }

  private:
    std::vector<long_index_t> numbers_;
    std::vector<const tileproof_layout_answers*> answers_;  // by the number of stages; null: none
};

class answered_tile final : public tile_subject {
  public:
    explicit answered_tile(const built_unit& unit)
        : answers_(loaded<tileproof_tile_answers>(unit, "whole")) {}
    std::string_view name() const override { return "subject"; }
    std::unique_ptr<tile_evaluator> make(const tile_encoding& e) const override {
        return std::make_unique<tile_of_program>(*answers_, e);
    }

  private:
    const tileproof_tile_answers* answers_;
};

// A case as it is written, or another form of it.
struct form {
    std::string words;  // empty: the case itself
    any_case what;
    std::vector<long_index_t> numbers;
    std::string unit;
    built_unit built = {};
};
// Of one case; the first is the case itself.
struct written_case {
    std::vector<form> forms;
    bool cuts = false;  // the unit has the parts below its stages
};

written_case written(const library& l, const asked_case& asked) {
    written_case w;
    if (const auto* const tile = std::get_if<tile_encoding>(&asked.what)) {
        w.forms.push_back({"", asked.what, {}, tile_unit(l, *tile)});
        return w;
    }
    const auto& c = std::get<outside_case>(asked.what);
    w.cuts = asked.parts.cuts && !c.chained;
    const auto add = [&](const std::string& words, const outside_case& one) {
        spelled_layout s = spell(l, one);
        const asked_parts parts{asked.parts.all && c.broken.empty(), w.cuts && words.empty()};
        std::string unit = layout_unit(one, s, parts);
        w.forms.push_back({words, either(one), std::move(s.numbers), std::move(unit)});
    };
    add("", c);
    for (const std::string& words : asked.forms)
        if (const auto other = in_form(c, words)) add(words, *other);
    return w;
}

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

verdict judge_layout(const written_case& w, const outside_case& c) {
    verdict v;
    const form& itself = w.forms.front();
    const answered_layouts subject(itself.built, c, itself.numbers, w.cuts);
    try {
        const observed_layout seen(subject, c.layout);
        add(v, check_bounds(seen));
        add(v, check_reference(seen));
        // What has the wrong lengths has wrong everything, and may be asked for indices that are not there.
        if (std::ranges::any_of(v.failures,
                                [](const failure& f) { return f.quantity == "lengths"; }))
            return v;
        add(v, check_injective(seen));
        add(v, check_inverse(seen));
        add(v, check_move(seen));
        if (w.cuts) add(v, check_chain(subject, seen));
        add(v, check_vectors(seen));
        // Too large for the reference: the probes are compared with those of our layouts, in 64 bits.
        const auto judge_as = [&](const layout_evaluator& other, const std::string& words) {
            if (c.chained || words == as_a_chain)
                return add(v, judge_form(without_hidden_index(other), seen, words));
            add(v, judge_form(other, seen, words));
        };
        if (!seen.listed()) judge_as(*dynamic_layouts().make(c.layout), in_64_bits);
        for (const form& other : std::span(w.forms).subspan(1))
            judge_as(*answered_layouts(other.built, c, other.numbers).make(c.layout), other.words);
        judge_static(v, subject, c, seen, itself.numbers);
    } catch (const layout_error& e) {
        v.judged.push_back(law_id::L2);
        v.failures.push_back(refused_layout(law_id::L2, c.layout, e.what()));
    }
    return v;
}

verdict judge_mistake(const written_case& w, const outside_case& c) {
    verdict v{{law_id::L13}, {}};
    try {
        const form& itself = w.forms.front();
        answered_layouts(itself.built, c, itself.numbers).make(c.layout)->lengths();
    } catch (const layout_error&) {
        return v;
    }
    v.failures.push_back({.law = law_id::L13,
                          .kind = failure_kind::accepted_malformed,
                          .where = {.text = text_of(either(c)), .part = c.broken}});
    return v;
}

bool is_mistake(const any_case& c) {
    const auto* const layout = std::get_if<outside_case>(&c);
    return layout && !layout->broken.empty();
}

verdict judge_here(const written_case& w) {
    const any_case& c = w.forms.front().what;
    if (const auto* const layout = std::get_if<outside_case>(&c))
        return is_mistake(c) ? judge_mistake(w, *layout) : judge_layout(w, *layout);
    verdict v;
    const answered_tile subject(w.forms.front().built);
    add(v, check_tile_reference(subject, std::get<tile_encoding>(c)));
    add(v, check_coverage(subject, std::get<tile_encoding>(c)));
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

// How the process of one case ended instead of answering. An assertion refuses a malformed layout.
verdict ended(const any_case& c, const system::result& r) {
    const bool aborted = r.how.what == system::ending::kind::signal && r.how.number == SIGABRT;
    if (aborted && is_mistake(c)) return {{law_id::L13}, {}};
    failure f{.law = is_mistake(c) ? law_id::L13 : law_id::L2, .where = {.text = text_of(c)}};
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

std::vector<verdict> judge_apart(std::span<const written_case> cases) {
    if (cases.empty()) return {};
    const system::result r =
        system::run({.body =
                         [&] {
                             json all = json::array();
                             for (const written_case& c : cases)
                                 all.push_back(write(judge_here(c)));
                             const std::string text =
                                 std::string(mark) + properties::text_of(all) + "\n";
                             std::fwrite(text.data(), 1, text.size(), stdout);
                             std::fflush(stdout);
                         },
                     .errors = system::command::stream::nowhere,
                     .kept = 1 << 26,
                     .seconds = seconds_of_a_case + static_cast<double>(cases.size())});
    const std::size_t at = r.output.rfind(mark);
    std::vector<verdict> verdicts;
    if (r.how.well() && at != r.output.npos) {
        for (const json& one : json::parse(r.output.substr(at + mark.size())))
            verdicts.push_back(read_verdict(one));
        return verdicts;
    }
    if (cases.size() == 1) return {ended(cases[0].forms.front().what, r)};
    for (std::size_t i = 0; i < cases.size(); ++i)  // each alone, to find the one that ended it
        verdicts.push_back(judge_apart(cases.subspan(i, 1)).front());
    return verdicts;
}

// What the compiler had no time or memory for may be right. That a mistake does not compile is as it should be.
void add_error(verdict& v, const form& f) {
    if (f.built.beyond) return v.not_judged.push_back(text_of(f.what) + ": " + f.built.error);
    if (is_mistake(f.what)) return v.judged.push_back(law_id::L13);
    v.judged.push_back(law_id::L2);
    v.failures.push_back({.law = law_id::L2,
                          .kind = failure_kind::refused_valid,
                          .where = {.text = text_of(f.what)},
                          .quantity = "program",
                          .detail = f.built.error});
}

// Types and numbers of one case are not of its cause: "no member named 'f' in 'pad<int>'" is the one of 'pad<number<4>>'.
std::string without_types(const std::string& error) {
    static const std::regex list("<[^<>]*>"), number("[0-9]+");
    std::string text = error, before;
    do {
        before = text;
        text = std::regex_replace(before, list, "");
    } while (text != before);
    return std::regex_replace(text, number, "0");
}

}  // namespace

std::optional<outside_case> in_form(const outside_case& c, const std::string& words) {
    outside_case other = c;
    if (words == as_a_chain) {
        if (c.chained || c.layout.stages.empty()) return std::nullopt;
        other.chained = true;
        return other;
    }
    other.style = words == at_run_time ? number_style::given : number_style::known;
    if (other.style == c.style) return std::nullopt;
    return other;
}

symptom symptom_of(const failure& f) {
    symptom s{f.law, f.kind, f.quantity};
    if (is_not_compiled(f)) s.more = without_types(f.detail);
    if (f.law == law_id::L6) s.more = f.expected->by;
    if (f.law == law_id::L13) s.more = f.where.part;
    // What says that it is static and is not may differ in anything from a value of its type.
    if (s.more == of_its_type) s.quantity.clear();
    return s;
}

std::string symptom::text() const {
    std::string text = fmt::format("{} {}", about(law).code, name(kind));
    for (const std::string& word : {quantity, more})
        if (!word.empty()) text += " " + word;
    return text;
}

const failure* verdict::find(const symptom& cause) const {
    const auto it = std::ranges::find(failures, cause, symptom_of);
    return it == failures.end() ? nullptr : &*it;
}

bool is_not_compiled(const failure& f) {
    return f.kind == failure_kind::refused_valid && f.quantity == "program";
}

bool is_compiled(const builder& b, const asked_case& asked) {
    return std::ranges::all_of(written(b.of(), asked).forms,
                               [&](const form& f) { return b.has(f.unit); });
}

std::vector<verdict> judge(builder& b, const std::vector<asked_case>& cases) {
    std::vector<written_case> all;
    std::vector<std::string> units;
    for (const asked_case& c : cases) {
        all.push_back(written(b.of(), c));
        for (const form& f : all.back().forms) units.push_back(f.unit);
    }
    const std::vector<built_unit> built = b.build(units);
    auto next = built.begin();
    std::vector<verdict> verdicts(cases.size());
    std::vector<written_case> compiled;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (form& f : all[i].forms) {
            f.built = *next++;
            if (!f.built.compiled()) add_error(verdicts[i], f);
        }
        if (!all[i].forms.front().built.compiled()) continue;
        std::erase_if(all[i].forms, [](const form& f) { return !f.built.compiled(); });
        compiled.push_back(std::move(all[i]));
        places.push_back(i);
    }
    const std::vector<verdict> said = judge_apart(compiled);
    for (std::size_t i = 0; i < said.size(); ++i) {
        verdict& v = verdicts[places[i]];
        v.judged.insert(v.judged.end(), said[i].judged.begin(), said[i].judged.end());
        v.failures.insert(v.failures.end(), said[i].failures.begin(), said[i].failures.end());
    }
    return verdicts;
}

}  // namespace tileproof::subject
