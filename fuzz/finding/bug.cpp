// SPDX-License-Identifier: MIT
#include "fuzz/finding/bug.hpp"

#include "fuzz/finding/cause.hpp"
#include "fuzz/finding/heading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tileproof::fuzz {

using namespace properties;

namespace {

// Sets that are joined.
class joined_sets {
  public:
    void add() { parent_.push_back(parent_.size()); }
    std::size_t find(std::size_t i) const {
        while (parent_[i] != i) i = parent_[i];
        return i;
    }
    void join(std::size_t a, std::size_t b) {
        const auto [low, high] = std::minmax(find(a), find(b));
        parent_[high] = low;
    }

  private:
    std::vector<std::size_t> parent_;
};

// One failure that is evidence of a bug, and the finding whose case shows it.
struct evidence {
    const failure* what;
    std::size_t finding;
    bool own;  // the finding's, not one beside it
};

// What does no harm on the GPUs of today comes last.
int place_in_report(const failure& f) { return has_consequences(f) ? 0 : is_located(f) ? 2 : 1; }

class grouping {
  public:
    explicit grouping(std::span<const finding* const> findings) : findings_(findings) {}

    std::vector<bug> run() {
        for (std::size_t i = 0; i < findings_.size(); ++i) {
            sets_.add();
            if (is_located(findings_[i]->why)) see(findings_[i]->why, i, true);
        }
        join_places();
        for (std::size_t i = 0; i < findings_.size(); ++i)
            if (!is_located(findings_[i]->why)) explain(i);
        join_places();
        join_statements();
        join_unexplained();
        return bugs();
    }

  private:
    void see(const failure& f, std::size_t i, bool own) { places_.push_back({&f, i, own}); }

    void join_places() {
        for (const evidence& a : places_)
            for (const evidence& b : places_)
                if (a.finding < b.finding && sets_.find(a.finding) != sets_.find(b.finding) &&
                    same_place(a, b))
                    sets_.join(a.finding, b.finding);
    }

    // Unless a race explains what is read.
    void join_statements() {
        for (const evidence& read : places_) {
            const auto is_race_there = [&](const evidence& other) {
                return other.what->kind == failure_kind::race &&
                       sets_.find(other.finding) == sets_.find(read.finding);
            };
            if (std::ranges::any_of(places_, is_race_there)) continue;
            for (const evidence& store : places_)
                if (should_not_run(*store.what, findings_[store.finding]->beside, *read.what,
                                   findings_[read.finding]->beside))
                    sets_.join(store.finding, read.finding);
        }
    }

    // One index that wraps around leaves several operands, and a case with as many elements shows one of them.
    bool both_wrap(const evidence& a, const evidence& b) const {
        const auto is_far_outside = [&](const evidence& e) {
            return e.what->kind == failure_kind::out_of_bounds &&
                   findings_[e.finding]->the_case.value("huge", false);
        };
        return is_far_outside(a) && is_far_outside(b) &&
               a.what->witness->kernel == b.what->witness->kernel;
    }

    bool same_place(const evidence& a, const evidence& b) const {
        return both_wrap(a, b) || same_cause(*a.what, findings_[a.finding]->beside, *b.what,
                                             findings_[b.finding]->beside);
    }

    // A failure without a line, beside one that has a line.
    void explain(std::size_t i) {
        const failure* best = nullptr;
        const auto weight = [&](const failure& other) {
            return explains(other, findings_[i]->why, findings_[i]->device == "cpu-checked");
        };
        for (const failure& other : findings_[i]->beside)
            if (has_consequences(other) && weight(other) > (best ? weight(*best) : 0))
                best = &other;
        if (!best) return unexplained_.push_back(i);
        see(*best, i, false);
    }

    void join_unexplained() {
        tell_apart();
        for (const std::size_t i : unexplained_) {
            const finding& f = *findings_[i];
            for (const evidence& place : places_)
                if (findings_[place.finding]->subject == f.subject &&
                    !are_apart(i, place.finding) &&
                    (one_wrong_index(*place.what, f.why) || misaligned_both(*place.what, f.why) ||
                     threads_left(*place.what, f.why) || never_set(*place.what, f.why) ||
                     both_hang(*place.what, f.why)))
                    sets_.join(i, place.finding);
            for (const std::size_t k : unexplained_)
                if (k < i && !are_apart(i, k) && alike(*findings_[k], f)) sets_.join(k, i);
        }
    }

    bool are_apart(std::size_t a, std::size_t b) const {
        const std::size_t x = sets_.find(a), y = sets_.find(b);
        return std::ranges::any_of(apart_, [&](const auto& two) {
            const std::size_t one = sets_.find(two.first), other = sets_.find(two.second);
            return (one == x && other == y) || (one == y && other == x);
        });
    }

    // A value is wrong where a device that watches accesses sees nothing, and where it sees an access, all values are right.
    void tell_apart() {
        std::vector<std::size_t> harmless;
        for (const finding* const f : findings_)
            if (f->device != "cpu-checked" && (f->law == law_id::K3 || f->law == law_id::K4) &&
                std::ranges::none_of(f->beside,
                                     [](const failure& o) { return may_be_apart(o.law); }))
                for (const evidence& place : places_)
                    if (findings_[place.finding]->subject == f->subject &&
                        shows(f->beside, *place.what))
                        harmless.push_back(place.finding);
        for (const std::size_t place : harmless) {
            const auto is_here = [&](std::size_t i) {
                return findings_[i]->why.kind == failure_kind::wrong_value &&
                       findings_[i]->subject == findings_[place]->subject;
            };
            if (std::ranges::none_of(unexplained_, [&](std::size_t i) {
                    return is_here(i) && findings_[i]->device == "cpu-checked";
                }))
                continue;
            for (const std::size_t i : unexplained_)
                if (is_here(i)) apart_.emplace_back(i, place);
        }
    }

    // Without any line.
    bool alike(const finding& a, const finding& b) const {
        if (a.subject != b.subject) return false;
        if (a.law < law_id::K1 || b.law < law_id::K1) return same_stages(a, b);
        if (is_refusal_of_kernel(a.why) != is_refusal_of_kernel(b.why)) return false;
        // A grid of a wrong size may be refused, or leave elements unwritten. It stores no wrong value.
        if (is_refused_launch(a.why) && !is_refused_launch(b.why) && !leaves_unwritten(b))
            return false;
        if (is_refused_launch(b.why) && !is_refused_launch(a.why) && !leaves_unwritten(a))
            return false;
        return !(fails_without(a, b) && fails_without(b, a));
    }

    static bool leaves_unwritten(const finding& f) {
        const auto is_unwritten = [](const failure& w) {
            return w.kind == failure_kind::unwritten;
        };
        return is_unwritten(f.why) || std::ranges::any_of(f.beside, is_unwritten);
    }

    // Is there a case in which a's law fails, and b's holds?
    bool fails_without(const finding& a, const finding& b) const {
        // One answer may be refused in several words.
        if (a.law == b.law)
            return cause_key(a.why) != cause_key(b.why) &&
                   (a.why.kind != failure_kind::not_accepted || b.why.kind != a.why.kind);
        if (!may_be_apart(a.law) || !may_be_apart(b.law)) return false;
        return std::ranges::any_of(unexplained_, [&](std::size_t i) {
            const finding& f = *findings_[i];
            return f.subject == a.subject && f.law == a.law &&
                   std::ranges::none_of(f.beside,
                                        [&](const failure& other) { return other.law == b.law; });
        });
    }

    std::vector<bug> bugs() const {
        std::map<std::size_t, bug> by_set;
        for (std::size_t i = 0; i < findings_.size(); ++i)
            by_set[sets_.find(i)].findings.push_back(i);
        for (auto& [set, b] : by_set) {
            lead(b);
            b.lines = lines_around_barrier(b.lead, places_of(b));
            b.round = lines_of_round(b.lead, places_of(b));
            b.heading = heading_of(b.lead, *findings_[b.leading], places_of(b));
            for (const std::size_t i : b.findings)
                if (!b.changes && !is_located(b.lead) &&
                    findings_[i]->why.kind == failure_kind::not_repeatable) {
                    b.changes = true;
                    b.heading = heading_of(findings_[i]->why, *findings_[i], {});
                }
        }
        std::vector<bug> all;
        for (const auto& [set, b] : by_set) all.push_back(b);
        std::ranges::stable_sort(all, {}, [](const bug& b) { return place_in_report(b.lead); });
        return all;
    }

    // A line before a byte, its own finding before one beside it, then the strength of the law, a minimized case,
    // and the smaller one.
    void lead(bug& b) const {
        std::vector<evidence> all;
        for (const std::size_t i : b.findings) all.push_back({&findings_[i]->why, i, true});
        for (const evidence& e : places_)
            if (!e.own && std::ranges::binary_search(b.findings, e.finding)) all.push_back(e);
        const auto rank = [&](const evidence& e) {
            const finding& f = *findings_[e.finding];
            // A device that does not watch stores takes a value that is poison by chance for what nobody has written.
            const bool guessed = e.what->kind == failure_kind::unwritten &&
                                 f.device != "cpu-checked" && has_wrong_value(b);
            return std::tuple(!is_located(*e.what), !e.own, guessed, weakness(*e.what),
                              !f.minimized, f.the_case.dump().size(), e.finding);
        };
        const auto best = std::ranges::min_element(
            all, [&](const evidence& x, const evidence& y) { return rank(x) < rank(y); });
        b.lead = *best->what;
        b.leading = best->finding;
    }

    // On the device that watches stores.
    bool has_wrong_value(const bug& b) const {
        return std::ranges::any_of(b.findings, [&](std::size_t i) {
            return findings_[i]->device == "cpu-checked" &&
                   findings_[i]->why.kind == failure_kind::wrong_value;
        });
    }

    std::vector<const failure*> places_of(const bug& b) const {
        std::vector<const failure*> all;
        for (const evidence& e : places_)
            if (std::ranges::binary_search(b.findings, e.finding)) all.push_back(e.what);
        return all;
    }

    const std::span<const finding* const> findings_;
    joined_sets sets_;
    std::vector<evidence> places_;  // failures with a line
    std::vector<std::size_t> unexplained_;
    std::vector<std::pair<std::size_t, std::size_t>> apart_;  // findings of two bugs
};

}  // namespace

std::vector<bug> bugs_of(std::span<const finding* const> findings) {
    return grouping(findings).run();
}

std::string seen_by(const bug& b, std::span<const finding* const> findings) {
    // By the devices' names: which of them was first to fail changes from run to run.
    std::map<std::string, std::set<law_id>> laws_of_device;
    for (const std::size_t i : b.findings)
        laws_of_device[findings[i]->device].insert(findings[i]->law);
    std::string text;
    for (const auto& [device, laws] : laws_of_device) {
        if (!text.empty()) text += ", ";
        for (const law_id law : laws) text += fmt::format("{} ", about(law).code);
        text += "on " + device;
    }
    return text;
}

}  // namespace tileproof::fuzz
