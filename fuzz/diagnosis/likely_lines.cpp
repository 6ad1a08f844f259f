// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/likely_lines.hpp"

#include "devices/gpu/architecture.hpp"
#include "devices/tried_changes.hpp"
#include "fuzz/diagnosis/case_pool.hpp"
#include "fuzz/diagnosis/second_bug.hpp"
#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
using devices::small_change;
using devices::tried_changes;
using nlohmann::json;

constexpr std::size_t most_lines = 3, most_failing = 12, most_passing = 12, most_pairs = 4000;
constexpr std::size_t of_contents = 4, neighbours = 50, anywhere = 30, drawn_for_another = 80;
constexpr std::size_t failing_for_all = 3,
                      passing_for_all = 3;  // cases that each change is tried on
constexpr std::size_t least_mended = 3;
constexpr double seconds_for_others = 0.5, seconds_for_second = 10;
constexpr std::size_t most_firsts = 3;

const std::uint32_t of_values = bit_of(law_id::K1) | bit_of(law_id::K7);

struct tried_case {
    json the_case;
    trial_outcome unchanged;
};

struct candidate {
    tried_changes::numbers numbers{};
    small_change what;
    std::size_t failing = 0, mended = 0, altered = 0;  // failing cases that it was tried on
    std::size_t beside_others = 0;  // mended ones that other bugs still make fail
    std::size_t passing = 0, broken = 0;
    // Of a bug that leaves elements unwritten: failing cases in which all are written, and the same values stay wrong, perhaps of
    // another finding; and those in which all are written now, and values are wrong. Another bug's, if many others are right.
    std::size_t same_values = 0, only_values = 0;
    bool same_elsewhere = false;
    std::size_t mended_cleanly() const { return broken == 0 ? mended : 0; }
};

class trial {
  public:
    trial(const finding& f, const std::filesystem::path& cache)
        : finding_(f),
          cause_(is_located(f.why) ? digest_of(f.why) : 0),
          kernel_(std::make_shared<changed_kernel>(f, cache)),
          property_(kernel_->properties().empty() ? nullptr : kernel_->properties()[0].get()) {}

    found_lines run(double seconds, const std::vector<const finding*>& others) {
        kernel_->give(seconds);
        if (!property_) return {};
        for (const finding* other : others)
            if (cause_ && !is_located(other->why) && may_be_apart(other->why.law))
                of_others_ |= bit_of(other->why.law);
        find_changes();
        if (changes_.empty() || !choose_cases()) return {};
        try_changes(changes_);
        look_elsewhere(others);
        if (std::ranges::none_of(changes_, [&](const candidate& c) { return mends_all(c); }))
            try_pairs();
        try_on_passing();
        const auto mending =
            std::ranges::find_if(changes_, [&](const candidate& c) { return mends_all(c); });
        found_lines found;
        if (mending != changes_.end()) {
            mending_ = &*mending;
            found = with_changes(others);
            look_for_another_bug();
            found.itself = true;
            found.with_change = {kernel_, mending_->numbers};
        }
        found.lines = lines();
        if (is_alone(found, others)) look_for_second_bug(found);
        return found;
    }

  private:
    // Those that the failing case comes to.
    void find_changes() {
        const auto reached = [&] {
            (void)outcome_of({&finding_.the_case}, *property_);
            json all = json::array();
            for (std::size_t i = 0; i < tried_changes::all().size(); ++i)
                if (const small_change& c = tried_changes::all()[i];
                    tried_changes::reached(c.block))
                    all.push_back({i + 1, c.of_host, c.line, c.column, c.file, c.text});
            return all.dump();
        };
        for (const json& c : json::parse(run_in_child(reached, kernel_->left())))
            changes_.push_back({{c[0].get<std::size_t>()}, {0, c[1], c[2], c[3], c[4], c[5]}});
        if (!cause_) return;
        // What is near an access is tried first: time may be short.
        const unsigned line = finding_.why.witness->access.line;
        std::ranges::stable_sort(changes_, {}, [&](const candidate& c) {
            return std::tuple(c.what.of_host,
                              std::max(line, c.what.line) - std::min(line, c.what.line));
        });
    }

    std::vector<trial_outcome> outcomes(const std::vector<attempt>& all) {
        return kernel_->outcomes(all);
    }

    bool fails(const trial_outcome& o) const {
        return !o.judged || (cause_ ? o.shows(cause_) : (o.laws & ~of_others_) != 0);
    }
    bool holds(const trial_outcome& o) const {
        return o.judged && (cause_ ? o.laws : o.laws & ~of_others_) == 0;
    }
    // What names a line goes together with its consequences. Only what comes from another bug may stay.
    bool mends(const trial_outcome& before, const trial_outcome& now) const {
        if (!cause_ || holds(now)) return holds(now);
        const bool has_others = std::ranges::any_of(now.causes, names_line);
        return now.judged && others_stay(cause_, before, now) &&
               (has_others || !(now.laws & ~of_others_));
    }
    static bool others_stay(std::size_t cause, const trial_outcome& before,
                            const trial_outcome& now) {
        return before.shows(cause) && !now.shows(cause) && !(now.laws & ~before.laws) &&
               std::ranges::all_of(
                   now.causes, [&](std::size_t c) { return !names_line(c) || before.shows(c); });
    }

    // At most, by its lengths.
    static double elements_of(const json& the_case) {
        double all = 1;
        for (const json& length : the_case.value("dims", json::array()))
            all *= std::max(length.get<double>(), 1.0);
        return all;
    }

    // With one length two or four times as long: a number that only moves a threshold does not mend them.
    std::vector<pool_case> longer_ones(const case_pool& pool) const {
        std::vector<pool_case> all;
        if (!pool.kernel()) return all;
        const kernel_case base = pool.kernel()->case_of(finding_.the_case);
        for (std::size_t d = 0; d < base.dims.size(); ++d)
            for (const long_index_t longer :
                 {2 * base.dims[d], 2 * base.dims[d] + 1, 4 * base.dims[d] + 1})
                if (auto c = pool.with_length(finding_.the_case,
                                              pool.kernel()->contract().dims[d].name, longer))
                    all.push_back(std::move(*c));
        return all;
    }

    // Failing and passing ones around the failing case that do not take long. False: that case does not fail here.
    bool choose_cases() {
        case_pool pool(*property_, finding_.the_case, 1);
        std::vector<json> all{finding_.the_case};
        for (json& c : pool.with_other_contents(finding_.the_case, of_contents))
            all.push_back(std::move(c));
        const double most_elements = 16 * elements_of(finding_.the_case) + 4096;
        const auto add = [&](std::vector<pool_case> some) {
            for (pool_case& c : some)
                if (elements_of(c.the_case) <= most_elements) all.push_back(std::move(c.the_case));
        };
        add(longer_ones(pool));
        add(pool.neighbours(neighbours));
        add(pool.anywhere(anywhere));
        std::vector<attempt> unchanged;
        for (const json& c : all) unchanged.push_back({&c});
        const std::vector<trial_outcome> of = outcomes(unchanged);
        if (!of[0].judged || !(of[0].laws & bit_of(finding_.law))) return false;
        // Another bug's, in the same case. What is no longer written is never right.
        if (!cause_) of_others_ = of[0].laws & ~bit_of(finding_.law) & ~bit_of(law_id::K2);
        const auto choose = [&](bool failing, std::size_t most) {
            std::vector<std::size_t> these;
            for (std::size_t i = 1; i < all.size(); ++i)
                if (of[i].judged && (failing ? fails(of[i]) : holds(of[i])) &&
                    of[i].turns <= most_turns(of[0]))
                    these.push_back(i);
            std::ranges::stable_sort(these, {}, [&](std::size_t i) { return of[i].turns; });
            std::vector<tried_case>
                chosen;  // of each size, and the longest; one in the middle comes first
            const std::size_t n = std::min(these.size(), cause_ ? most / 2 : most);
            for (std::size_t k = 0; k < n; ++k) {
                const std::size_t i = these[((k + n / 2) % n + 1) * these.size() / n - 1];
                chosen.push_back({all[i], of[i]});
            }
            return chosen;
        };
        failing_ = choose(true, most_failing - 1);
        failing_.insert(failing_.begin(), {all[0], of[0]});
        passing_ = choose(false, most_passing);
        return true;
    }
    // Where nothing was launched, a change may let it be: then as many for each element as other cases have.
    std::int64_t most_turns_of(const tried_case& c) const {
        constexpr std::int64_t of_host = 100;
        double turns = static_cast<double>(c.unchanged.turns);
        for (const auto* const all : {&failing_, &passing_})
            for (const tried_case& other : *all)
                if (c.unchanged.turns < of_host)
                    turns =
                        std::max(turns, static_cast<double>(other.unchanged.turns) /
                                            elements_of(other.the_case) * elements_of(c.the_case));
        return 20 * static_cast<std::int64_t>(turns) + 10'000;
    }
    static std::int64_t most_turns(const trial_outcome& of_base) {
        return 100 * of_base.turns + 2'000;
    }

    void try_on(const tried_case& c, std::vector<candidate>& changes, auto is_chosen) {
        std::vector<candidate*> these;
        std::vector<attempt> all;
        const bool only_values = !cause_ && (c.unchanged.laws & ~of_values) == 0;
        for (candidate& change : changes)
            if (is_chosen(change)) {
                these.push_back(&change);
                all.push_back({&c.the_case, change.numbers, most_turns_of(c), only_values});
            }
        const std::vector<trial_outcome> of = outcomes(all);
        for (std::size_t i = 0; i < these.size(); ++i) {
            candidate& change = *these[i];
            if (!of[i].tried) continue;
            if (fails(c.unchanged)) {
                ++change.failing;
                change.mended += mends(c.unchanged, of[i]);
                change.beside_others += mends(c.unchanged, of[i]) && of[i].laws != 0;
                if (finding_.law == law_id::K2 && fails(of[i]) && only_values_wrong(of[i])) {
                    change.same_values += of[i].how == c.unchanged.how;
                    change.only_values += (c.unchanged.laws & of_values) == 0;
                }
                change.altered += of[i].how != c.unchanged.how || of[i].laws != c.unchanged.laws;
            } else {
                ++change.passing;
                change.broken += !holds(of[i]);
            }
        }
    }

    void try_changes(std::vector<candidate>& changes) {
        const auto further = [&] {
            const auto hopeful = [](const candidate& c) { return c.mended_cleanly() > 0; };
            for (std::size_t i = 1; i < failing_.size(); ++i)
                try_on(failing_[i], changes, [&](const candidate& c) {
                    return hopeful(c) && c.failing == i;  // in their order
                });
            for (std::size_t i = 0; i < passing_.size(); ++i)
                try_on(passing_[i], changes,
                       [&](const candidate& c) { return hopeful(c) && c.passing == i; });
        };
        try_on(failing_[0], changes, [](const candidate&) { return true; });
        further();
        if (cause_ ||
            std::ranges::any_of(changes, [&](const candidate& c) { return mends_all(c); }))
            return;
        for (std::size_t i = 1; i < std::min(failing_for_all, failing_.size()); ++i)
            try_on(failing_[i], changes, [&](const candidate& c) { return c.failing == i; });
        further();
    }
    // Which lines matter to wrong results only.
    void try_on_passing() {
        for (std::size_t i = 0; i < std::min(passing_for_all, passing_.size()); ++i)
            try_on(passing_[i], changes_,
                   [&](const candidate& c) { return c.altered > 0 && c.passing == i; });
    }
    static bool only_values_wrong(const trial_outcome& o) {
        return o.judged && o.laws && !(o.laws & ~of_values);
    }
    bool mends_all_but_values(const candidate& c) const {
        return c.failing == failing_.size() && c.broken == 0 && c.passing == passing_.size() &&
               (c.mended == c.failing || (c.mended >= least_mended &&
                                          c.mended + c.same_values + c.only_values == c.failing));
    }
    // What is special of the failing cases is decided there.
    static bool mends_only_failing(const candidate& c) {
        return c.broken > 0 && c.failing >= failing_for_all && c.mended == c.failing;
    }
    bool mends_all(const candidate& c) const {
        return mends_all_but_values(c) &&
               (c.mended == c.failing || c.same_values > 0 || c.same_elsewhere);
    }
    // Do other findings have wrong values that it leaves as they are?
    void look_elsewhere(const std::vector<const finding*>& others) {
        for (candidate& c : changes_) {
            if (!mends_all_but_values(c) || mends_all(c)) continue;
            std::vector<attempt> attempts;
            for (const finding* other : others) {
                attempts.push_back({&other->the_case});
                attempts.push_back({&other->the_case, c.numbers});
            }
            const std::vector<trial_outcome> of = outcomes(attempts);
            for (std::size_t i = 0; i < of.size(); i += 2)
                c.same_elsewhere |=
                    of[i + 1].tried && only_values_wrong(of[i]) && of[i].how == of[i + 1].how;
        }
    }

    // Two in one line: `p * n + j` for `j * k + p`. Numbers of the source are left out.
    void try_pairs() {
        const auto may_be_of_two = [](const candidate& c) {
            return c.altered > 0 && c.what.text.starts_with('`');
        };
        std::vector<candidate> pairs;
        for (std::size_t i = 0; i < changes_.size(); ++i)
            for (std::size_t k = i + 1; k < changes_.size() && pairs.size() < most_pairs; ++k) {
                const candidate &a = changes_[i], &b = changes_[k];
                if (a.what.line != b.what.line || a.what.file != b.what.file || !may_be_of_two(a) ||
                    !may_be_of_two(b))
                    continue;
                candidate both{{a.numbers[0], b.numbers[0]}, a.what};
                both.what.text += " and " + b.what.text;
                pairs.push_back(std::move(both));
            }
        try_changes(pairs);
        for (candidate& c : pairs)
            if (mends_all(c)) changes_.push_back(std::move(c));
    }

    // Cases of all data, as a campaign draws them, with the change that makes all chosen ones right.
    void look_for_another_bug() {
        std::vector<json> all;
        for (std::size_t i = 0; i < drawn_for_another; ++i) {
            rc::Random random(i);
            json c = property_->generate(random, static_cast<int>(i % 60));
            if (elements_of(c) <= 16 * elements_of(finding_.the_case) + 4096)
                all.push_back(std::move(c));
        }
        std::vector<attempt> attempts;
        const std::int64_t fuel = most_turns(failing_[0].unchanged) + 10'000;
        for (const json& c : all) attempts.push_back({&c, mending_->numbers, fuel});
        for (const trial_outcome& o : outcomes(attempts)) {
            if (!o.tried || !o.judged || o.turns >= fuel) continue;
            ++drawn_;
            still_wrong_ += fails(o);
        }
    }

    // No other bug is known than what this one makes wrong.
    bool is_alone(const found_lines& found, const std::vector<const finding*>& others) const {
        for (std::size_t i = 0; i < others.size(); ++i) {
            const finding& f = *others[i];
            const bool of_this =
                !cause_ && !is_located(f.why) && std::ranges::none_of(f.beside, is_located) &&
                f.why.where.operand == finding_.why.where.operand &&
                (f.law == finding_.law || std::ranges::any_of(f.beside, [&](const failure& other) {
                     return other.law == finding_.law;
                 }));
            if (!of_this && std::ranges::find(found.mended, i) == found.mended.end()) return false;
        }
        return found.left.empty();
    }
    // Of the kernel's only bug. The lines of both then begin with the changes that mend them.
    void look_for_second_bug(found_lines& found) {
        std::vector<numbered_change> all;
        std::vector<std::size_t> firsts;
        for (const candidate& c : changes_) {
            if (c.numbers[1]) continue;
            if (mending_ ? &c == mending_ : is_hopeful(c)) firsts.push_back(all.size());
            all.push_back({c.numbers[0], c.what});
        }
        std::ranges::stable_sort(firsts, std::greater(),
                                 [&](std::size_t i) { return changes_[i].mended; });
        if (firsts.size() > most_firsts) firsts.resize(most_firsts);
        std::vector<json> failing, passing;
        for (const tried_case& c : failing_) failing.push_back(c.the_case);
        for (const tried_case& c : passing_) passing.push_back(c.the_case);
        kernel_->give(seconds_for_second);
        found.second = find_second_bug(*kernel_, finding_, all, firsts, failing, passing);
        if (!found.second) return;
        found.with_change.kernel = kernel_;
        std::vector<likely_line>& lines = found.second->lines_of_first;
        for (likely_line& line : found.lines) {
            const auto is_there = [&](const likely_line& other) {
                return line.file == other.file && line.line == other.line;
            };
            if (lines.size() < most_lines && std::ranges::none_of(lines, is_there) &&
                std::ranges::none_of(found.second->lines, is_there))
                lines.push_back(std::move(line));
        }
        found.lines = std::move(lines);
    }
    bool is_hopeful(const candidate& c) const { return c.mended_cleanly() >= 2; }

    // What the changes that mend this bug do to cases that fail here as well.
    found_lines with_changes(const std::vector<const finding*>& others) {
        constexpr std::size_t most_mending = 24;
        found_lines found;
        kernel_->give(seconds_for_others);
        std::vector<const candidate*> mending;
        for (const candidate& c : changes_)
            if (mends_all(c) && mending.size() < most_mending) mending.push_back(&c);
        std::vector<attempt> attempts;
        for (const finding* other : others) attempts.push_back({&other->the_case});
        for (const candidate* c : mending)
            for (const finding* other : others) attempts.push_back({&other->the_case, c->numbers});
        const std::vector<trial_outcome> of = outcomes(attempts);
        for (std::size_t i = 0; i < others.size(); ++i) {
            const trial_outcome &before = of[i], &with_first = of[others.size() + i];
            const std::size_t own = digest_of(others[i]->why);
            if (!before.tried || (before.judged && before.laws == 0)) continue;
            bool mended = false;
            for (std::size_t k = 1; k <= mending.size() && !mended; ++k) {
                const trial_outcome& now = of[k * others.size() + i];
                mended = now.tried && now.judged &&
                         (now.laws == 0 || (names_line(own) && others_stay(own, before, now)));
            }
            if (mended)
                found.mended.push_back(i);
            else if (with_first.tried && with_first.judged && with_first.laws == before.laws &&
                     !(with_first.laws & bit_of(finding_.law)))
                found.left.push_back(i);
        }
        return found;
    }

    std::vector<likely_line> lines() const;
    std::string why(const candidate&, bool breaks) const;

    const finding& finding_;
    const std::size_t cause_;  // digest; 0: the finding names no line
    const std::shared_ptr<changed_kernel> kernel_;
    const property* const property_;
    std::uint32_t of_others_ = 0;
    std::vector<candidate> changes_;
    std::vector<tried_case> failing_, passing_;
    const candidate* mending_ = nullptr;
    std::size_t drawn_ = 0, still_wrong_ = 0;  // with it
};

std::string trial::why(const candidate& c, bool breaks) const {
    if (mends_all(c)) {
        std::string text =
            c.mended == c.failing && c.beside_others > 0
                ? fmt::format("with {}, no case of {} shows this bug; {} still fail by another one",
                              c.what.text, c.failing + c.passing, c.beside_others)
            : c.mended == c.failing
                ? fmt::format("with {}, all {} cases are right", c.what.text, c.failing + c.passing)
                : fmt::format(
                      "with {}, every element is written; {} of {} cases have wrong values "
                      "as before, by another bug",
                      c.what.text, c.failing - c.mended, c.failing + c.passing);
        if (&c == mending_ && still_wrong_ > 0 && c.mended == c.failing)
            text += fmt::format(
                "; {} of {} cases with other data are still wrong: it is not the whole fix, or "
                "there is a second bug",
                still_wrong_, drawn_);
        return text;
    }
    if (c.mended_cleanly() > 0 && c.failing == 1)
        return fmt::format("with {}, the failing case is right", c.what.text);
    if (2 * c.mended_cleanly() >= c.failing && c.failing > 1)
        return fmt::format("with {}, {} of {} failing cases are right", c.what.text, c.mended,
                           c.failing);
    if (mends_only_failing(c))
        return fmt::format("with {}, all {} failing cases are right, but others are wrong",
                           c.what.text, c.failing);
    return breaks || passing_.size() < passing_for_all ? "wrong results depend on it"
                                                       : "only wrong results depend on it";
}

std::vector<likely_line> trial::lines() const {
    struct known_line {
        const candidate* best = nullptr;
        bool matters = false, breaks = false;  // any change in it
        bool narrows = false;                  // a number that matters
    };
    std::map<std::pair<std::string, unsigned>, known_line> all;
    const auto rank = [&](const candidate& c) {
        const std::size_t mended = c.mended_cleanly();
        // A number may be right by luck.
        const bool is_usual =
            mended > 0 && (c.what.text == devices::rounded_up || (cause_ && c.what.text[0] == '`'));
        return std::tuple(mends_all(c), 2 * mended >= c.failing ? mended : 0, is_usual,
                          mends_only_failing(c), mended);
    };
    for (const candidate& c : changes_) {
        known_line& line = all[{c.what.file, c.what.line}];
        line.matters |= c.altered > 0;
        line.breaks |= c.broken > 0;
        line.narrows |= c.altered > 0 && c.what.text == devices::narrower;
        if (!line.best || rank(c) > rank(*line.best)) line.best = &c;
    }
    std::vector<known_line> order;
    for (const auto& [place, line] : all)
        if (line.matters) order.push_back(line);
    // Of alike ones the last: there the value is ready.
    std::ranges::reverse(order);
    std::ranges::stable_sort(order, [&](const known_line& a, const known_line& b) {
        return std::tuple(rank(*b.best), a.best->what.of_host, a.breaks, b.narrows) <
               std::tuple(rank(*a.best), b.best->what.of_host, b.breaks, a.narrows);
    });
    std::vector<likely_line> result;
    std::set<std::pair<std::string, unsigned>> named;  // where their statements begin
    for (const known_line& line : order) {
        if (result.size() == most_lines) break;
        // Where an access goes wrong is known.
        if (cause_ && 2 * line.best->mended_cleanly() < line.best->failing) continue;
        const small_change& c = line.best->what;
        if (!named.insert({c.file, begin_of_statement(c.file, c.line)}).second) continue;
        result.push_back({c.file, c.line, c.column, why(*line.best, line.breaks)});
    }
    return result;
}

}  // namespace

found_lines likely_lines(const finding& f, const std::filesystem::path& cache, double seconds,
                         const std::vector<const finding*>& others) {
    if (!f.kernel || devices::is_gpu(f.device)) return {};
    std::string messages;  // of a compiler that does not take it
    const system::collect_output into(messages);
    try {
        return trial(f, cache).run(seconds, others);
    } catch (const std::exception&) {  // nothing is known
        return {};
    }
}

}  // namespace tileproof::diagnosis
