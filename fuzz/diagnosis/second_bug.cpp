// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/second_bug.hpp"

#include "fuzz/finding/cause.hpp"
#include "fuzz/finding/minimize.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/fields.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <span>
#include <stdexcept>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;
using devices::small_change;
using devices::tried_changes;
using nlohmann::json;

namespace {

constexpr std::size_t at_a_time = 8, drawn = 100, enough = 48;
constexpr std::size_t least_mended = 2, least_without_change = 3;
constexpr double seconds_to_minimize = 1, share_for_cases = 1.0 / 3;
constexpr std::uint32_t of_values = bit_of(law_id::K1) | bit_of(law_id::K7);

struct known_case {
    json the_case;
    trial_outcome unchanged;
};

class search {
  public:
    search(changed_kernel& kernel, const finding& f, const std::vector<numbered_change>& changes)
        : kernel_(kernel),
          property_(*kernel.properties()[0]),
          finding_(f),
          cause_(is_located(f.why) ? digest_of(f.why) : 0),
          changes_(changes) {}

    // Those of the bug, and as many drawn ones as a third of the time is enough for.
    void choose_cases(const std::vector<json>& of_bug) {
        add(of_bug);
        const double most = 16 * elements_of(finding_.the_case) + 4096,
                     left = (1 - share_for_cases) * kernel_.left();
        for (std::size_t i = 0; i < drawn && failing_.size() < enough && kernel_.left() > left;
             i += at_a_time) {
            std::vector<json> some;
            for (std::size_t k = i; k < i + at_a_time; ++k) {
                rc::Random random(k);
                json c = property_.generate(random, static_cast<int>(k % 60));
                if (elements_of(c) <= most) some.push_back(std::move(c));
            }
            add(some);
        }
    }

    std::optional<second_bug> beside(std::size_t first) {
        const std::vector<trial_outcome> with_first = all_with({changes_[first].number}, failing_);
        if (!mends({changes_[first].number}, passing_)) return std::nullopt;
        std::vector<std::size_t> mended, left;
        for (std::size_t i = 0; i < with_first.size(); ++i) {
            const trial_outcome& now = with_first[i];
            if (!now.judged) continue;
            if ((cause_ && (now.shows(cause_) || std::ranges::any_of(now.causes, names_line))) ||
                (leaves_values() && (now.laws & ~of_values)))
                return std::nullopt;
            (now.holds() ? mended : left).push_back(i);
        }
        if (mended.size() < least_mended || left.empty()) return std::nullopt;
        std::ranges::stable_sort(left, {},
                                 [&](std::size_t i) { return failing_[i].unchanged.turns; });
        std::vector<known_case> some_left;  // of each size, the largest first
        for (std::size_t n = std::min(at_a_time, left.size()), k = n; k > 0; --k)
            some_left.push_back(failing_[left[k * left.size() / n - 1]]);
        std::optional<std::size_t> second;
        std::size_t most_right = 0;
        for (const std::size_t k : that_mend(failing_[left[0]], first)) {
            const tried_changes::numbers itself{changes_[k].number},
                both{changes_[first].number, changes_[k].number};
            if (!mends(both, some_left) || !mends(both, failing_)) continue;
            const std::vector<trial_outcome> alone = all_with(itself, failing_, true);
            const auto is_right = [&](std::size_t i) { return alone[i].holds(); };
            const auto right = static_cast<std::size_t>(std::ranges::count_if(left, is_right));
            // One that mends what the first one mends, and more, is the first one's.
            if ((second && right <= most_right) || std::ranges::all_of(mended, is_right) ||
                !mends(itself, passing_) || !mends(both, passing_))
                continue;
            most_right = right;
            second = k;
        }
        // The finding's own case belongs to the first.
        if (second && with_first[0].judged && !with_first[0].holds() &&
            all_with({changes_[*second].number}, std::span(failing_).first(1))[0].holds())
            return std::nullopt;
        if (!second && (!leaves_values() || mended.size() < least_without_change ||
                        left.size() < least_mended))
            return std::nullopt;
        second_bug b;
        b.of_first = {changes_[first].number};
        if (second) b.of_second = {changes_[*second].number};
        if (!find_case(b, left)) return std::nullopt;
        const auto line = [&](std::size_t change, std::size_t right) {
            const small_change& c = changes_[change].what;
            if (right == 0)  // the other bug makes wrong what this one does
                return likely_line{
                    c.file, c.line, c.column,
                    fmt::format(
                        "with {} and the other bug's change, all {} failing cases are right",
                        c.text, failing_.size())};
            return likely_line{c.file, c.line, c.column,
                               fmt::format("with {}, {} of {} failing cases are right{}", c.text,
                                           right, failing_.size(),
                                           second ? "; with the other bug's change as well, all are"
                                                  : "; in the others, values are wrong as before")};
        };
        b.lines_of_first = {line(first, mended.size())};
        if (second) {
            const auto of = all_with({changes_[*second].number}, failing_);
            b.lines = {line(*second, static_cast<std::size_t>(
                                         std::ranges::count_if(of, &trial_outcome::holds)))};
        }
        return b;
    }

  private:
    // Wrong values cannot be what is left of it once it is gone.
    bool leaves_values() const { return cause_ != 0 || finding_.law == law_id::K2; }
    static double elements_of(const json& the_case) {
        double all = 1;
        for (const json& length : the_case.value("dims", json::array()))
            all *= std::max(length.get<double>(), 1.0);
        return all;
    }
    void add(const std::vector<json>& cases) {
        std::vector<attempt> attempts;
        for (const json& c : cases) attempts.push_back({&c});
        const std::vector<trial_outcome> of = kernel_.outcomes(attempts);
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (most_turns_ == 0) most_turns_ = 100 * of[0].turns + 10'000;  // the finding's own
            if (of[i].judged && of[i].turns <= most_turns_)
                (of[i].holds() ? passing_ : failing_).push_back({cases[i], of[i]});
        }
    }
    static attempt attempt_of(const known_case& c, tried_changes::numbers numbers,
                              bool until_wrong) {
        return {&c.the_case, numbers, 20 * c.unchanged.turns + 10'000, until_wrong};
    }
    std::vector<trial_outcome> all_with(tried_changes::numbers numbers,
                                        std::span<const known_case> cases,
                                        bool until_wrong = false) {
        std::vector<attempt> attempts;
        for (const known_case& c : cases) attempts.push_back(attempt_of(c, numbers, until_wrong));
        return kernel_.outcomes(attempts);
    }
    // Some at a time: most changes leave one of the first wrong.
    bool mends(tried_changes::numbers numbers, std::span<const known_case> cases) {
        for (; !cases.empty(); cases = cases.subspan(std::min(at_a_time, cases.size())))
            if (!std::ranges::all_of(
                    all_with(numbers, cases.first(std::min(at_a_time, cases.size())), true),
                    &trial_outcome::holds))
                return false;
        return true;
    }
    bool in_one_statement(const small_change& a, const small_change& b) const {
        return a.file == b.file &&
               begin_of_statement(a.file, a.line) == begin_of_statement(b.file, b.line);
    }

    // Together with the first one.
    std::vector<std::size_t> that_mend(const known_case& c, std::size_t first) {
        std::vector<attempt> attempts;
        for (const numbered_change& change : changes_)
            attempts.push_back(attempt_of(c, {changes_[first].number, change.number}, true));
        const std::vector<trial_outcome> of = kernel_.outcomes(attempts);
        std::vector<std::size_t> these;
        for (std::size_t k = 0; k < of.size(); ++k)
            if (of[k].holds() && !in_one_statement(changes_[k].what, changes_[first].what))
                these.push_back(k);
        return these;
    }

    // What is wrong of values in the case: without a change if that shows nothing else, or else with the first one. With
    // `by_it_alone` the second bug makes it wrong, and not the first.
    std::optional<failure> wrong_values(const json& the_case, const second_bug& b,
                                        bool by_it_alone) {
        const auto of_values_in = [&](tried_changes::numbers numbers) -> std::optional<failure> {
            tried_changes::begin(numbers, attempt::plenty);
            for (const law_result& r : property_.check(the_case).laws)
                if (r.why && (bit_of(r.law) & of_values)) return *r.why;
            return std::nullopt;
        };
        const trial_outcome unchanged = outcome_of({&the_case}, property_);
        const trial_outcome with_first = outcome_of({&the_case, b.of_first}, property_);
        if (!(unchanged.laws & of_values) || !(with_first.laws & of_values) ||
            (with_first.laws & ~unchanged.laws))
            return std::nullopt;
        const bool alone = std::ranges::none_of(unchanged.causes, names_line);
        if (b.of_second[0]) {
            const tried_changes::numbers mending =
                by_it_alone ? b.of_second : tried_changes::numbers{b.of_first[0], b.of_second[0]};
            if (!outcome_of({&the_case, mending}, property_).holds()) return std::nullopt;
            std::optional<failure> why = of_values_in({});
            if (by_it_alone) return why;
            std::optional<failure> without_first = of_values_in(b.of_first);
            return why->where.operand == without_first->where.operand ? why : without_first;
        }
        std::optional<failure> why = of_values_in(alone ? tried_changes::numbers{} : b.of_first);
        if (cause_ && !alone && why && why->where.operand == finding_.why.where.operand)
            return std::nullopt;
        return why;
    }

    // The smallest one, and how it fails.
    bool find_case(second_bug& b, const std::vector<std::size_t>& left) {
        const auto look = [&] {
            // Where the first makes all wrong that the second does, as well.
            for (const bool by_it_alone : {true, false})
                for (const std::size_t i : left) {
                    const auto is_wrong = [&](const json& c) {
                        return wrong_values(c, b, by_it_alone).has_value();
                    };
                    if (!is_wrong(failing_[i].the_case)) continue;
                    const auto small =
                        minimize(failing_[i].the_case,
                                 [&](const json& c) { return property_.smaller(c); }, is_wrong,
                                 {.time = std::chrono::milliseconds(
                                      static_cast<std::int64_t>(1000 * seconds_to_minimize))});
                    const failure why = *wrong_values(small.value, b, by_it_alone);
                    return properties::text_of(
                        json{small.value, static_cast<int>(why.law), to_json(why), small.complete});
                }
            return std::string();
        };
        std::string text;
        try {
            text = run_in_child(look, 3 * seconds_to_minimize);
        } catch (const std::exception&) {
        }
        if (text.empty()) return false;
        const json told = json::parse(text);
        b.what = finding_;
        b.what.device = property_.device();
        b.what.property = property_.name();
        b.what.the_case = told[0];
        b.what.broken_by(failure_from_json(static_cast<law_id>(told[1].get<int>()), told[2]));
        b.what.index = -1;
        b.what.minimized = told[3];
        b.what.first_seen_as = nullptr;
        return true;
    }

    changed_kernel& kernel_;
    const property& property_;
    const finding& finding_;
    const std::size_t cause_;  // digest; 0: the finding names no line
    const std::vector<numbered_change>& changes_;
    std::vector<known_case> failing_, passing_;
    std::int64_t most_turns_ = 0;  // of a case
};

}  // namespace

std::optional<second_bug> find_second_bug(changed_kernel& kernel, const finding& f,
                                          const std::vector<numbered_change>& changes,
                                          const std::vector<std::size_t>& firsts,
                                          std::vector<json> failing, std::vector<json> passing) {
    if (firsts.empty()) return std::nullopt;
    search s(kernel, f, changes);
    failing.insert(failing.end(), std::make_move_iterator(passing.begin()),
                   std::make_move_iterator(passing.end()));
    s.choose_cases(failing);
    for (const std::size_t first : firsts)
        if (auto second = s.beside(first)) return second;
    return std::nullopt;
}

// `;`, `{`, `}`, `:` or `)` ends one.
unsigned begin_of_statement(const std::string& file, unsigned line) {
    std::ifstream in(file);
    unsigned begin = 1, now = 0;
    for (std::string text; std::getline(in, text);) {
        if (++now == line) return begin ? begin : now;
        text.resize(std::min(text.find("//"), text.size()));
        const auto last = text.find_last_not_of(" \t\r");
        const bool ends = last == std::string::npos || text[0] == '#' ||
                          std::string(";{}:)").find(text[last]) != std::string::npos;
        if (ends)
            begin = 0;
        else if (begin == 0)
            begin = now;
    }
    return line;
}

}  // namespace tileproof::diagnosis
