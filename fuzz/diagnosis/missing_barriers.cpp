// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/missing_barriers.hpp"

#include "devices/tried_barriers.hpp"
#include "fuzz/diagnosis/case_runner.hpp"
#include "fuzz/finding/cause.hpp"
#include "fuzz/finding/heading.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/kernel/kernel_property.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <rapidcheck.h>
#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <stdexcept>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;

namespace {

using devices::tried_barriers;
using nlohmann::json;

double now_in_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

constexpr int cases_to_try = 18, sizes = 40;
constexpr int cases_with_barriers = 150;
constexpr double seconds_for_barriers = 6;  // of the clock, on a busy machine

enum class outcome { races, wrong, elsewhere, right };

// Two threads race in one line that also races with the other one: none in front of it keeps them apart.
bool race_in_one_line(const failure& f, const failure& race) {
    if ((f.kind != failure_kind::race && f.kind != failure_kind::same_value_race) || !f.witness ||
        !f.witness->other || f.where.operand != race.where.operand)
        return false;
    const kernel_access &a = f.witness->access, &b = *f.witness->other;
    const auto writes_there = [&](const kernel_access& w) { return w.write && w.line == a.line; };
    return a.line == b.line &&
           (writes_there(race.witness->access) || writes_there(*race.witness->other));
}

// Wrong: the race is gone, and something fails that no other line explains.
outcome outcome_of(const case_result& result, const failure& race) {
    bool line_known = false, wrong = false;
    for (const law_result& law : result.laws) {
        if (!law.why) continue;
        if (cause_key(*law.why) == cause_key(race) || race_in_one_line(*law.why, race))
            return outcome::races;
        (is_located(*law.why) ? line_known : wrong) = true;
    }
    return line_known ? outcome::elsewhere : wrong ? outcome::wrong : outcome::right;
}

// What comes of other cases that race with these barriers, a letter for each: 'r' right, 'e' another line fails, 'w' wrong.
// Empty: they do not mend the race. What is wrong without it may be another bug: then there is a case that has only the race.
std::string outcomes_with(const std::vector<unsigned>& lines, const property& p,
                          const nlohmann::json& the_case, const failure& race, double seconds) {
    const double begin = now_in_seconds();
    const auto letter_of = [](outcome o) { return "xwer"[static_cast<int>(o)]; };
    const auto outcome_with = [&](const std::vector<unsigned>& tried, const nlohmann::json& c) {
        tried_barriers::lines = tried;
        return outcome_of(p.check(c), race);
    };
    tried_barriers::file = race.witness->access.file;
    std::string letters(1, letter_of(outcome_with(lines, the_case)));
    if (letters == "x") return {};
    for (int i = 0; i < cases_to_try && now_in_seconds() - begin < seconds; ++i) {
        rc::Random random(static_cast<std::uint64_t>(i));
        const nlohmann::json c = p.generate(random, sizes * (i % 3) / 2);
        if (outcome_with({}, c) == outcome::races) letters += letter_of(outcome_with(lines, c));
    }
    // Where larger cases race on, as in a loop whose rounds overlap, no barrier is what is missing.
    const bool mends = letters.find('x') == letters.npos;
    return mends && letters.find_first_of("re") != letters.npos ? letters : std::string();
}

// Of as many cases as both were tried on.
bool makes_more_right(std::string_view now, std::string_view before) {
    const std::size_t n = std::min(now.size(), before.size());
    return std::ranges::count(now.substr(0, n), 'r') > std::ranges::count(before.substr(0, n), 'r');
}

bool is_of_values(const failure& f) {
    return !is_located(f) &&
           (f.kind == failure_kind::wrong_value || f.kind == failure_kind::unwritten);
}

// With the barriers that mend the race; nothing: that is not known.
std::optional<outcome> outcome_with_barriers(const bug& race, const property& p,
                                             const json& the_case, double seconds) {
    const auto look = [&] {
        tried_barriers::file = race.lead.witness->access.file;
        tried_barriers::lines = race.barriers;
        return std::to_string(static_cast<int>(outcome_of(p.check(the_case), race.lead)));
    };
    try {
        return static_cast<outcome>(std::stoi(run_in_child(look, seconds)));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

// "h = 9, w = 3"
std::string lengths_in(const property& p, const json& the_case) {
    const kernel_view* const view = view_of(p);
    if (!view) return properties::text_of(the_case);
    std::string text;
    const kernel_case c = view->case_of(the_case);
    for (std::size_t d = 0; d < c.dims.size(); ++d)
        text += fmt::format("{}{} = {}", d ? ", " : "", view->contract().dims[d].name, c.dims[d]);
    return text;
}

// What follows from a race on shared memory may be a read there, and what no line explains.
bool may_follow_from_race(const bug& b) {
    return !is_located(b.lead) || (b.lead.kind == failure_kind::uninitialised &&
                                   b.lead.witness->memory == memory_space::shared);
}

class settling {
  public:
    settling(campaign_report& report, const std::vector<bug_evidence>& evidence,
             const home_of_finding& home, double seconds, std::size_t workers)
        : report_(report), evidence_(evidence), home_(home), left_(seconds), workers_(workers) {}

    std::map<std::size_t, standing_barriers> run() {
        const std::size_t before = report_.bugs.size();
        for (std::size_t i = 0; i < before; ++i) try {
                if (report_.bugs[i].lines && !report_.bugs[i].findings.empty()) settle(i);
            } catch (const std::exception&) {  // explaining it says why
            }
        std::erase_if(report_.bugs, [](const bug& b) { return b.findings.empty(); });
        return std::move(standing_);
    }

  private:
    const finding& what(std::size_t k) const { return evidence_[k].what; }

    void settle(std::size_t position) {
        const double begin = now_in_seconds();
        const double seconds = std::min(seconds_for_barriers, left_);
        const finding& shown = what(report_.bugs[position].leading);
        const property* const p = watched(home_(shown), shown);
        if (!p || seconds <= 0) return;
        try_barriers(report_.bugs[position], *p, shown.the_case, seconds);
        if (!report_.bugs[position].barriers.empty()) {
            try_others(position, *p, seconds);
            const property_list& list = home_(shown).list();
            const auto place = std::ranges::find(list, p, &std::unique_ptr<property>::get);
            report_.bugs[position].hides = failing_with_barriers(
                report_.bugs[position], list, static_cast<std::size_t>(place - list.begin()),
                others_of(position), seconds, workers_);
        }
        left_ -= now_in_seconds() - begin;
    }

    // What the kernel's other bugs do.
    std::set<std::string> others_of(std::size_t position) const {
        std::set<std::string> keys;
        for (const bug& b : report_.bugs)
            if (!b.findings.empty() && &b != &report_.bugs[position])
                for (const std::size_t k : b.findings) {
                    keys.insert(cause_key(what(k).why));
                    for (const failure& other : what(k).beside) keys.insert(cause_key(other));
                }
        return keys;
    }

    // The other bugs of the kernel, and what is of values among the race's own findings.
    void try_others(std::size_t position, const property& p, double seconds) {
        const std::string subject = what(report_.bugs[position].leading).subject;
        std::vector<std::size_t> apart;
        for (std::size_t n = 0; n < report_.bugs.size(); ++n) {
            bug &race = report_.bugs[position], &b = report_.bugs[n];
            if (b.findings.empty() || what(b.leading).subject != subject ||
                (n != position && !may_follow_from_race(b)))
                continue;
            std::vector<std::size_t> wrong, right;
            for (const std::size_t k : b.findings) {
                if (n == position && (k == b.leading || !is_of_values(what(k).why))) continue;
                const auto now = outcome_with_barriers(race, p, what(k).the_case, seconds);
                if (now == outcome::wrong && is_of_values(what(k).why)) wrong.push_back(k);
                if (now == outcome::right) right.push_back(k);
            }
            if (n == position) {
                take(b.findings, wrong, apart);
            } else if (right.size() == b.findings.size() ||
                       (is_located(b.lead) && right.size() + wrong.size() == b.findings.size())) {
                take(b.findings, right, race.findings);
                take(b.findings, wrong, apart);
                std::ranges::sort(race.findings);
            } else if (!is_located(b.lead)) {
                take(b.findings, wrong, apart);  // the race makes other cases wrong as well
            }
        }
        if (!apart.empty()) set_apart(position, subject, std::move(apart));
    }

    static void take(std::vector<std::size_t>& from, std::vector<std::size_t> these,
                     std::vector<std::size_t>& to) {
        std::erase_if(from, [&](std::size_t k) { return std::ranges::binary_search(these, k); });
        to.insert(to.end(), these.begin(), these.end());
    }

    // Together with the kernel's other bugs that name no line.
    void set_apart(std::size_t position, const std::string& subject,
                   std::vector<std::size_t> apart) {
        for (bug& b : report_.bugs)
            if (!b.findings.empty() && !is_located(b.lead) && what(b.leading).subject == subject)
                take(b.findings, std::vector(b.findings), apart);
        std::ranges::sort(apart);
        std::vector<finding> alone;
        std::vector<const finding*> all;
        for (const std::size_t k : apart) alone.push_back(what(k));
        for (finding& f : alone) {
            std::erase_if(f.beside, [](const failure& other) { return is_located(other); });
            all.push_back(&f);
        }
        const bug& race = report_.bugs[position];
        const standing_barriers barriers{race.lead.witness->access.file, race.barriers};
        for (bug& b : fuzz::bugs_of(all)) {
            for (std::size_t& k : b.findings) k = apart[k];
            b.leading = apart[b.leading];
            for (const std::size_t k : b.findings)  // barriers stand on this device only
                if (what(k).device == "cpu-checked" && what(k).law == b.lead.law) {
                    b.leading = k;
                    b.lead = what(k).why;
                    break;
                }
            standing_[b.leading] = barriers;
            report_.bugs.push_back(std::move(b));
        }
    }

    campaign_report& report_;
    const std::vector<bug_evidence>& evidence_;
    const home_of_finding& home_;
    double left_;
    std::size_t workers_;
    std::map<std::size_t, standing_barriers> standing_;
};

}  // namespace

const property* watched(finding_properties& known, finding f) {
    if (f.device == "host") return nullptr;
    f.device = "cpu-checked";
    f.property = f.subject + "@cpu-checked";
    const auto position = known.find(f).position;
    return position ? known.list()[*position].get() : nullptr;
}

void try_barriers(bug& b, const property& p, const nlohmann::json& the_case, double seconds) {
    if (!b.lines) return;
    const double begin = now_in_seconds();
    struct trial {
        std::string letters;
        devices::tried_meeting least;
    };
    const auto tried = [&](const std::vector<unsigned>& lines) -> trial {
        const double left = seconds - (now_in_seconds() - begin);
        if (left <= 0) throw std::runtime_error("There is no time left to try barriers.");
        const auto look = [&] {
            const std::string letters = outcomes_with(lines, p, the_case, b.lead, left / 3);
            const devices::tried_meeting& least = tried_barriers::least;
            return json{letters, least.line, least.threads, least.of}.dump();
        };
        const json told = json::parse(run_in_child(look, left));
        return {told[0],
                {told[1].get<unsigned>(), told[2].get<unsigned>(), told[3].get<unsigned>()}};
    };
    const unsigned last = b.lines->second;
    // All that the round stores, and not only what of it races with a line of it.
    const unsigned first = b.round ? b.round->first : b.lines->first;
    std::string best;  // one that mends the smallest case may stand at a wrong place
    try {
        for (const auto& [what, lines] : {std::pair(missing_barrier::between, std::vector{last}),
                                          {missing_barrier::before_next_round, {first}},
                                          {missing_barrier::both, {first, last}}}) {
            if (what != missing_barrier::between && first == last) continue;
            trial now = tried(lines);
            if (now.letters.empty() || (!best.empty() && !makes_more_right(now.letters, best)))
                continue;
            best = std::move(now.letters);
            b.barrier = what;
            b.meeting = now.least;
            b.barriers = lines;
            if (best.find_first_not_of('r') == best.npos) break;
        }
    } catch (const std::exception&) {  // no more is known
    }
    if (b.barrier == missing_barrier::before_next_round) b.lines = b.round;
    if (b.barrier != missing_barrier::none)
        b.heading = barrier_heading(b.lead, *b.lines, b.barrier);
}

barriers_in_place::barriers_in_place(const standing_barriers& b) {
    tried_barriers::file = b.file;
    tried_barriers::lines = b.lines;
}
barriers_in_place::~barriers_in_place() { tried_barriers::lines.clear(); }

std::string failing_with_barriers(const bug& race, const property_list& list, std::size_t place,
                                  const std::set<std::string>& known, double seconds,
                                  std::size_t workers) {
    const auto is_another = [&](const law_result& r) {
        return r.why && !known.contains(cause_key(*r.why)) &&
               (has_consequences(*r.why) || (known.empty() && is_of_values(*r.why)));
    };
    const barriers_in_place standing({race.lead.witness->access.file, race.barriers});
    const double begin = now_in_seconds();
    const property& p = *list[place];
    std::vector<json> cases;
    for (int i = 0; i < cases_with_barriers; ++i) {
        rc::Random random(static_cast<std::uint64_t>(i));
        cases.push_back(p.generate(random, sizes * (i % 3) / 2));
    }
    case_runner runner(list, place, workers, [&](const json&) { return seconds / 2; });
    runner.expect_later(cases);
    int tried = 0, fail = 0;
    json smallest;
    std::string how;
    for (const json& c : cases) {
        if (now_in_seconds() - begin >= seconds / 2) break;
        const worker_answer answer = runner.run(c);
        const case_result& result = answer.result;
        if (answer.end || !answer.trouble.empty() || !result.discarded.empty() ||
            outcome_of(result, race.lead) == outcome::races)
            continue;
        ++tried;
        const auto other = std::ranges::find_if(result.laws, is_another);
        if (other == result.laws.end()) continue;
        ++fail;
        if (!smallest.is_null() && smallest.dump().size() <= c.dump().size()) continue;
        smallest = c;
        const failure& f = *other->why;
        how = heading_of(f, {}, {});
        if (is_located(f))
            how += fmt::format(" ({}:{}:{})", f.witness->access.file, f.witness->access.line,
                               f.witness->access.column);
    }
    if (fail == 0) return {};
    return fmt::format(
        "once the barrier is there, {} of {} cases fail in another way, for instance with {}: {}",
        fail, tried, lengths_in(p, smallest), how);
}

std::map<std::size_t, standing_barriers> settle_barriers(campaign_report& report,
                                                         const std::vector<bug_evidence>& evidence,
                                                         const home_of_finding& home,
                                                         double seconds, std::size_t workers) {
    return settling(report, evidence, home, seconds, workers).run();
}

}  // namespace tileproof::diagnosis
