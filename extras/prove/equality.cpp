// SPDX-License-Identifier: MIT
#include "extras/prove/equality.hpp"

#include "extras/prove/named_layout.hpp"
#include "extras/prove/solver.hpp"
#include "extras/prove/symbolic_offset.hpp"
#include "properties/failure.hpp"
#include "properties/layout/subject.hpp"
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

constexpr int look_again = 1;          // million steps of Z3, to doubt what bounds show
constexpr double solver_seconds = 10;  // its seconds

// The names of both, where --for lists none.
std::string names_of_both(const std::string& text, const std::string& other,
                          const std::string& for_names) {
    if (!for_names.empty()) return for_names;
    std::vector<std::string> names;
    for (const std::string& each : {text, other}) {
        const named_layout l(each, "");
        for (const std::string& name : l.given().names())
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string offset_text(std::optional<long_index_t> offset) {
    return offset && *offset != no_offset ? fmt::format("offset {}", *offset) : "no element";
}

// What the library says against equality at one size: of all indices, or of the given one where there are too many.
std::string difference(const layout_pair& p, const values& v, const layout_index& at) {
    std::vector<std::unique_ptr<layout_evaluator>> made;
    for (const named_layout* l : {&p.first, &p.second}) try {
            made.push_back(dynamic_layouts().make(l->at(v)));
        } catch (const layout_error& e) {
            return fmt::format("{} is refused. {}",
                               l == &p.first ? "the layout" : "the other layout", e.what());
        }
    const layout_index lengths = made[0]->lengths();
    if (lengths != made[1]->lengths())
        return fmt::format("the lengths are [{}], and [{}] in the other", fmt::join(lengths, ","),
                           fmt::join(made[1]->lengths(), ","));
    const auto differ = [](const layout_index& index, auto a, auto b) {
        return fmt::format("index {} has {}, and {} in the other", print_index(index),
                           offset_text(a), offset_text(b));
    };
    if (is_small(p.first, v)) {
        std::vector<long_index_t> a, b;
        made[0]->all_offsets(a);
        made[1]->all_offsets(b);
        const auto [in_a, in_b] = std::ranges::mismatch(a, b);
        if (in_a != a.end()) return differ(index_at(in_a - a.begin(), lengths), *in_a, *in_b);
    } else if (at.size() == lengths.size() && std::ranges::equal(at, lengths, std::less())) {
        const auto a = made[0]->offset(at), b = made[1]->offset(at);
        if (a != b) return differ(at, a, b);
    }
    return "";
}

class equality {
  public:
    equality(const layout_pair& p, const answer_options& o) : p_(p), o_(o), of_(p.given) {}

    single_answer run() try {
        for (const auto& [wide, to] : {std::pair{false, &result_.narrow}, {true, &result_.wide}})
            for (const named_layout* l : {&p_.first, &p_.second})
                for (const polynomial& limit : limits_of(*l, wide))
                    if (std::ranges::find(*to, limit) == to->end()) to->push_back(limit);
        if (o_.try_sizes)
            each_small_size(p_.given, o_.seconds, [&](const values& v) {
                try_size(v, {}, result_);
                return result_.what != verdict::refuted;
            });
        if (sizes_ == 0) require_values(p_.given);
        if (result_.what == verdict::refuted) return result_;
        if (compared_all_) {
            result_.steps = {"all its indices were compared"};
            result_.what = verdict::proved;
        } else if (accepted() && same()) {
            result_.what = verdict::proved;
        } else {
            result_.steps.clear();
        }
        return result_;
    } catch (const number_too_large& e) {
        result_.why = e.what();
        return result_;
    } catch (const no_polynomial& e) {
        result_.why = e.what();
        return result_;
    }

  private:
    void try_size(values v, const layout_index& at, single_answer& to) {
        if (to.what == verdict::refuted) return;
        try {
            if (!p_.given.complete(v)) return;
            for (const polynomial& limit : to.wide) (void)limit.value(v);
            if (at.empty() && !is_small(p_.first, v)) return;
        } catch (const number_too_large&) {
            return;  // beyond the limits, which the answer names
        }
        ++sizes_;
        to.why = difference(p_, v, at);
        if (to.why.empty()) {
            ++to.held;
            compared_all_ = p_.given.names().empty() && is_small(p_.first, v);
            return;
        }
        to.what = verdict::refuted;
        to.sizes = p_.given.say(v);
        to.steps.clear();
    }
    void try_model(const values& model) {
        if (!o_.try_sizes) return;
        values names;
        layout_index at;
        for (const auto& [name, value] : model)
            if (std::ranges::find(p_.given.names(), name) != p_.given.names().end())
                names[name] = value;
        for (const std::string& name : index_names_)
            if (const auto found = model.find(name); found != model.end())
                at.push_back(found->second);
        if (names.size() != p_.given.names().size()) return;
        const auto differ = [&](const values& v) {
            single_answer one;
            one.wide = result_.wide;
            return try_size(v, at, one), one.what == verdict::refuted;
        };
        try_size(made_smaller(p_.given, names, differ), at, result_);
    }

    // L1 of both.
    bool accepted() {
        const lemma_book book;
        asked_queries asked;
        for (const named_layout* l : {&p_.first, &p_.second}) {
            const proof_search found = search_proof(book, law_id::L1, *l);
            for (const values& v : found.against) try_model(v);
            const std::string doubt =
                found.found ? check_proof(book, law_id::L1, *l, found.steps, asked) : found.missing;
            if (result_.what == verdict::refuted) return false;
            if (!doubt.empty()) return missing(doubt);
            for (const proof_step& step : found.steps)
                result_.steps.push_back(say_step(book, *l, step));
        }
        return true;
    }

    bool same() {
        const std::vector<polynomial>&n = p_.first.lengths(), &m = p_.second.lengths();
        if (n.size() != m.size())
            return missing(fmt::format("{} dims, and {} in the other", n.size(), m.size()));
        std::vector<polynomial> index;
        for (std::size_t d = 0; d < n.size(); ++d) {
            if (!holds({condition::relation::zero, n[d] - m[d],
                        fmt::format("{} = {}", n[d].text(), m[d].text())}))
                return false;
        }
        for (std::size_t d = 0; d < n.size(); ++d) {
            index_names_.push_back(fmt::format("i{}'", d));
            index.push_back(of_.index(index_names_.back(), n[d]));
        }
        const symbolic_element a = of_.element_at(p_.first, index),
                               b = of_.element_at(p_.second, index);
        for (const division_step& step : of_.steps()) {
            for (const condition& c : step.needs)
                if (!holds(c)) return false;
            result_.steps.push_back(step.what +
                                    ", since the rest is from 0 to below the divisor\n");
        }
        const auto implies = [&](const symbolic_element& one, const symbolic_element& other) {
            return std::ranges::all_of(other.inside, [&](const polynomial& p) {
                return holds(
                    {condition::relation::at_least_zero, p,
                     fmt::format("an element in one is one in the other: 0 <= {}", p.text()),
                     one.inside});
            });
        };
        return implies(a, b) && implies(b, a) &&
               holds({condition::relation::zero, a.offset - b.offset,
                      fmt::format("offsets: {} = {}", a.offset.text(), b.offset.text()), a.inside});
    }

    bool missing(const std::string& why) {
        if (result_.what != verdict::refuted) result_.why = why;
        return false;
    }

    // By bounds, which Z3 doubts, or by Z3.
    bool holds(const condition& c) {
        std::string by = c.is == condition::relation::zero   ? (c.p.is(0) ? "identity" : "")
                         : of_.at_least_zero(c.p, c.assumed) ? "bounds"
                                                             : "";
        if (by != "identity") {
            std::vector<std::string> names = p_.given.names();
            names.insert(names.end(), index_names_.begin(), index_names_.end());
            const solver_answer said = solve(query_against(of_.given(), c), names,
                                             by.empty() ? 16 : look_again, solver_seconds);
            if (said.what == solver_answer::kind::no_model && by.empty()) by = "Z3";
            if (said.what == solver_answer::kind::model) {
                try_model(said.model);
                return missing(c.text + ": it is not seen to hold for all values");
            }
            if (by.empty()) return missing(fmt::format("{}: {}", c.text, said.why));
        }
        result_.steps.push_back(fmt::format("{}, by {}\n", c.text, by));
        return true;
    }

    const layout_pair& p_;
    const answer_options& o_;
    symbolic_offsets of_;
    std::vector<std::string> index_names_;
    single_answer result_;
    int sizes_ = 0;
    bool compared_all_ = false;
};

}  // namespace

layout_pair::layout_pair(const std::string& text, const std::string& other,
                         const std::string& for_names)
    : first(text, names_of_both(text, other, for_names)),
      second(other, names_of_both(text, other, for_names)),
      given(first.given()) {
    given.join(second.given());
}

single_answer equality_of(const layout_pair& p, const answer_options& o) {
    return equality(p, o).run();
}

std::string text_of(const layout_pair& p, const single_answer& a, bool with_steps) {
    std::string text = system::wrapped(p.first.text(), "layout   ");
    text += system::wrapped(p.second.text(), "equal    ");
    text += system::wrapped(p.given.names().empty() ? "no names" : p.given.text(), "for      ");
    text += system::wrapped(limit_text(a.narrow, "31"), "32 bits  ");
    text += system::wrapped(limit_text(a.wide, "63"), "64 bits  ");
    return text + text_of("equal", a, 2, with_steps);
}

nlohmann::ordered_json json_of(const layout_pair& p, const single_answer& a) {
    nlohmann::ordered_json j = {{"layout", p.first.text()},
                                {"other", p.second.text()},
                                {"for", p.given.text()},
                                {"limit_32_bits", limit_text(a.narrow, "31")},
                                {"limit_64_bits", limit_text(a.wide, "63")},
                                {"equal", name(a.what)},
                                {"held", a.held}};
    add_reasons(j, a);
    return j;
}

}  // namespace tileproof::prove
