// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/explain_bugs.hpp"

#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/diagnosis/kept_variables.hpp"
#include "fuzz/diagnosis/one_bug.hpp"
#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/run_in_child.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <map>
#include <ranges>
#include <set>
#include <stdexcept>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;
using devices::asked_values;
using nlohmann::json;

namespace {

constexpr double seconds_for_values = 1;
// Beside the others' time.
constexpr double seconds_for_lines = 4, seconds_for_all_lines = 12;
constexpr double share_of_joined = 0.1;
constexpr double seconds_for_other = 2;
constexpr double seconds_of_grace = 1;  // for who keeps to its time nearly

const property_list property_list_of_none;

using clock = std::chrono::steady_clock;
double seconds_since(clock::time_point begin) {
    return std::chrono::duration<double>(clock::now() - begin).count();
}

// A change after which a result that changes is right may have done nothing.
bool may_have_likely_lines(const bug& b) {
    if (b.changes || b.keeps) return false;
    const failure_kind kind = b.lead.kind;
    if (is_located(b.lead))
        return kind == failure_kind::out_of_bounds || kind == failure_kind::index_outside ||
               kind == failure_kind::uninitialised;
    return is_wrong_value(b) || kind == failure_kind::unwritten ||
           kind == failure_kind::not_accepted;
}

// The same failure where it is best looked at. On the device cpu many more cases can be tried in the same time; but only the one that
// checks each access tells values that another bug has made wrong.
const finding& to_be_sampled(const bug& b, const finding& shown, const campaign_report& report,
                             const std::vector<bug_evidence>& evidence) {
    if (is_located(b.lead)) return shown;
    const bool beside_seen = std::ranges::any_of(report.bugs, [&](const bug& other) {
        return has_consequences(other.lead) &&
               evidence[other.leading].what.subject == shown.subject;
    });
    const std::string device = beside_seen ? "cpu-checked" : "cpu";
    for (const std::size_t k : b.findings)
        if (const finding& f = evidence[k].what;
            f.device == device && f.subject == shown.subject && f.law == shown.law &&
            f.why.kind == shown.why.kind && f.why.where.operand == shown.why.where.operand)
            return f;
    return shown;
}

// Other bugs, or one that stands for this one.
enum class company_of_bug { none, others, joined };

class changes_in_place {
  public:
    explicit changes_in_place(devices::tried_changes::numbers n) {
        devices::tried_changes::begin(n, std::numeric_limits<std::int64_t>::max());
    }
    ~changes_in_place() { devices::tried_changes::begin({}, attempt::plenty); }
    changes_in_place(const changes_in_place&) = delete;
    changes_in_place& operator=(const changes_in_place&) = delete;
};

finding as_in(const changed_kernel& kernel, finding f) {
    f.device = kernel.properties()[0]->device();
    f.property = kernel.properties()[0]->name();
    return f;
}

// What a condition is learned from: a finding, and properties that show it.
struct to_sample {
    const finding& what;
    finding_properties& shown_by;
    std::vector<failure> of_bug;
};

struct explained {
    double late = 0;  // seconds that it took longer than it should, because the machine was busy
    bool exactly = false;              // the bug has a condition that no data change
    std::vector<std::string> about{};  // what that condition compares
    std::optional<other_failure> other{};
};

explained find_condition(bug& b, company_of_bug beside, const finding& shown,
                         const to_sample& sampled, const sampling_limits& limits,
                         const explainer& find_out) {
    if (b.changes) return {};  // what one run tells of a case another one denies
    const auto begin = clock::now();
    diagnosis d = diagnose_apart(
        [&] { return find_out(sampled.what, sampled.of_bug, sampled.shown_by, limits); },
        time_spent::most_on_the_clock * limits.seconds + seconds_of_grace);
    b.fails_when = !d.fails_when.empty()              ? d.when()
                   : beside == company_of_bug::joined ? ""
                                                      : d.how_often();
    if (b.fails_when.empty() && shown.the_case.value("huge", false))
        b.fails_when =
            "with lengths like these; a case takes too long to try others for a condition";
    // Another bug would say itself when it fails.
    if (beside == company_of_bug::none && !d.fails_when.empty() && !d.otherwise.empty() &&
        !(d.other && shows_wherever_it_is(b.lead)))
        b.fails_when += fmt::format("; other cases fail {}", fmt::join(d.otherwise, " "));
    b.cases = std::move(d.cases);
    b.smallest = std::move(d.smallest);
    if (!b.keeps) {
        b.instead = std::move(d.instead);
        if (!d.heading.empty()) b.heading = std::move(d.heading);
    }
    return {std::max(seconds_since(begin) - limits.seconds, 0.0),
            !d.fails_when.empty() && !d.some_data, std::move(d.about), std::move(d.other)};
}

json to_json(const std::vector<asked_values::variable>& variables) {
    json values = json::array();
    for (const asked_values::variable& v : variables) values.push_back({v.name, v.value});
    return values;
}

json values_of(const kernel_access& a) {
    for (const asked_values::access& told : asked_values::told())
        if (told.file == a.file && told.line == a.line && told.column == a.column &&
            told.thread == a.thread && told.block == a.block)
            return to_json(told.values);
    return json::array();
}

std::vector<asked_values::variable> values_from_json(const json& values) {
    std::vector<asked_values::variable> all;
    for (const json& v : values) all.push_back({v[0].get<std::string>(), v[1].get<std::string>()});
    return all;
}

// One change mends both: the first of them stays.
void join(campaign_report& report, std::size_t first, std::size_t second) {
    bug &b = report.bugs[first], &other = report.bugs[second];
    const bool has_condition = !other.fails_when.empty() && !other.fails_when.starts_with("in ");
    if (has_condition && other.fails_when != b.fails_when)
        b.fails_when += fmt::format("{}{}: {}", b.fails_when.empty() ? "" : "; ", other.heading,
                                    other.fails_when);
    b.findings.insert(b.findings.end(), other.findings.begin(), other.findings.end());
    std::ranges::sort(b.findings);
    if (b.likely.empty()) b.likely = std::move(other.likely);
    report.bugs.erase(report.bugs.begin() + static_cast<std::ptrdiff_t>(second));
}

// These findings of a bug are not of it.
void set_apart(campaign_report& report, std::size_t position,
               const std::vector<bug_evidence>& evidence, const std::vector<std::size_t>& apart) {
    std::vector<const finding*> all;
    for (const std::size_t k : apart) all.push_back(&evidence[k].what);
    std::erase_if(report.bugs[position].findings,
                  [&](std::size_t k) { return std::ranges::find(apart, k) != apart.end(); });
    for (bug& b : fuzz::bugs_of(all)) {
        for (std::size_t& k : b.findings) k = apart[k];
        b.leading = apart[b.leading];
        report.bugs.push_back(std::move(b));
    }
}

struct mended_bugs {
    bool itself = false;
    std::vector<std::size_t> others;
    std::optional<second_bug> second{};
    std::vector<std::size_t> apart{};  // bugs that were set apart
    kernel_with_changes with_change{};
};

// Its finding comes after the campaign's own, in front of those of earlier runs.
void add(campaign_report& report, std::vector<bug_evidence>& evidence, const finding& what,
         std::vector<likely_line> lines, std::map<std::size_t, standing_barriers>& standing) {
    const std::size_t position = report.findings.size();
    for (bug& b : report.bugs) {
        for (std::size_t& k : b.findings) k += k >= position;
        b.leading += b.leading >= position;
    }
    std::map<std::size_t, standing_barriers> moved;
    for (auto& [k, barriers] : standing) moved[k + (k >= position)] = std::move(barriers);
    standing = std::move(moved);
    report.findings.push_back({what, {}, {}});
    for (law_row& row : report.rows)
        if (row.property == what.property && row.law == what.law &&
            row.what != law_row::verdict::failed) {
            row.what = law_row::verdict::failed;
            row.finding = position;
            row.sentence = what.failure;
        }
    evidence.insert(evidence.begin() + static_cast<std::ptrdiff_t>(position),
                    {what, {}, false, position});
    const finding* const all[]{&what};
    bug b = fuzz::bugs_of(all).at(0);
    b.findings = {position};
    b.leading = position;
    b.likely = std::move(lines);
    report.bugs.push_back(std::move(b));
}

// Likely lines of a bug. A change that mends it sets apart what it leaves wrong. Returns what bugs it mends.
mended_bugs find_lines_of(campaign_report& report, std::size_t position,
                          const std::vector<bug_evidence>& evidence, const line_finder& find_lines,
                          double seconds) {
    const bug& b = report.bugs[position];
    const finding& shown = evidence[b.leading].what;
    const bool sees_all = is_located(shown.why);  // the device where changes are tried then
    std::vector<const finding*> findings;
    std::vector<std::size_t> others, own;
    for (std::size_t k = 0; k < report.bugs.size(); ++k)
        for (const std::size_t n :
             report.bugs[k].findings)  // one that fails where changes are tried
            if (const finding& f = evidence[n].what;
                k != position && f.subject == shown.subject && (sees_all || f.device == "cpu")) {
                others.push_back(k);
                findings.push_back(&f);
                break;
            }
    for (const std::size_t k : b.findings)
        if (const failure& f = evidence[k].what.why;
            !sees_all && !is_located(f) && f.law != b.lead.law) {
            own.push_back(k);
            findings.push_back(&evidence[k].what);
        }
    found_lines found = find_lines(shown, findings, seconds);
    report.bugs[position].likely = std::move(found.lines);
    mended_bugs mended{found.itself, {}, std::move(found.second), {}, std::move(found.with_change)};
    std::vector<std::size_t> apart;
    for (const std::size_t k : found.mended)
        if (k < others.size()) mended.others.push_back(others[k]);
    for (const std::size_t k : found.left)
        if (k >= others.size()) apart.push_back(own.at(k - others.size()));
    const std::size_t before = report.bugs.size();
    if (!apart.empty()) set_apart(report, position, evidence, apart);
    for (std::size_t k = before; k < report.bugs.size(); ++k) mended.apart.push_back(k);
    return mended;
}

class explanation {
  public:
    explanation(campaign_report& report, const home_of_finding& home, double seconds,
                std::size_t workers, const explainer& find_out, const line_finder& find_lines)
        : report_(report),
          home_(home),
          seconds_(seconds),
          workers_(workers),
          find_out_(find_out),
          find_lines_(find_lines),
          evidence_(report.evidence()) {}

    void run() {
        standing_ = settle_barriers(report_, evidence_, home_, seconds_, workers_);
        settle_kept_variables(report_, evidence_, home_, seconds_);
        late_ = seconds_since(begin_);
        // First of all bugs, because lines may show that some findings are another bug's, and that two bugs are one.
        find_lines();
        find_races_with_other_data();
        find_conditions();
        join_bugs();
    }

  private:
    bug& bug_at(std::size_t i) { return report_.bugs[i]; }
    const finding& shown(std::size_t i) { return evidence_[bug_at(i).leading].what; }
    void make_one(std::size_t a, std::size_t b) {
        one_with_.emplace(std::max(a, b), std::min(a, b));
    }
    bool are_one(std::size_t a, std::size_t b) const { return one_with_.contains(std::max(a, b)); }

    // What explaining comes to is no matter of the verdict.
    void try_to(std::size_t i, const std::function<void()>& explain) {
        try {
            explain();
        } catch (const std::exception& e) {
            report_.warnings.push_back(fmt::format(
                "Bug {} is not explained any further: what was tried with it came to a bad end. {}",
                i + 1, e.what()));
        }
    }

    void find_lines() {
        std::map<std::size_t, mended_bugs> with_others;
        double left = seconds_for_all_lines;
        for (std::size_t i = 0; i < report_.bugs.size() && left > 0; ++i) {
            const auto begin = clock::now();
            mended_bugs mended = find_lines(i, std::min(seconds_for_lines, left));
            if (mended.second || !mended.apart.empty()) with_others[i] = std::move(mended);
            left -= std::min(seconds_since(begin), seconds_for_lines);
        }
        for (const auto& [i, found] : with_others) {
            for (const std::size_t k : found.apart) changed_[k] = found.with_change;
            if (!found.second) continue;
            changed_[i] = {found.with_change.kernel, found.second->of_second};
            changed_[report_.bugs.size()] = {found.with_change.kernel, found.second->of_first};
            add(report_, evidence_, found.second->what, found.second->lines, standing_);
        }
    }

    mended_bugs find_lines(std::size_t i, double seconds) {
        mended_bugs mended;
        if (!find_lines_ || one_with_.contains(i) || !shown(i).kernel ||
            !may_have_likely_lines(bug_at(i)))
            return mended;
        const auto begin = clock::now();
        try_to(i, [&] {
            if (!home_(shown(i)).find(shown(i)).position) return;
            mended = find_lines_of(report_, i, evidence_, find_lines_, seconds);
            for (const std::size_t k : mended.others) make_one(i, k);
            if (mended.itself) stands_alone_.insert(i);
        });
        late_ += seconds_since(begin);
        return mended;
    }

    void find_races_with_other_data() {
        for (std::size_t i = 0; i < report_.bugs.size(); ++i)
            for (std::size_t k = 0; k < report_.bugs.size(); ++k)
                if (i != k && !are_one(i, k) &&
                    races_with_other_data(bug_at(i), bug_at(k), shown(i), shown(k), home_))
                    make_one(i, k);
    }

    void find_conditions() {
        // One that another stands for has what time is left.
        std::vector<std::size_t> order;
        for (const bool joined : {false, true})
            for (std::size_t i = 0; i < report_.bugs.size(); ++i)
                if (one_with_.contains(i) == joined) order.push_back(i);
        const auto share_of = [&](std::size_t i) {
            return one_with_.contains(i) ? share_of_joined : 1;
        };
        double to_come = 0;
        for (const std::size_t i : order) to_come += share_of(i);
        for (std::size_t n = 0; n < order.size(); ++n) {
            const std::size_t i = order[n];
            const double left = seconds_ + late_ - seconds_since(begin_);
            if (left <= 0) break;
            try_to(i, [&] {
                add_variables(i, std::min(seconds_for_values, left));
                explain(i, {.seconds = left * share_of(i) / to_come, .workers = workers_});
            });
            to_come -= share_of(i);
            const std::size_t before = report_.bugs.size();
            if (other_) try_to(i, [&] { find_other(i); });
            if (report_.bugs.size() == before) continue;
            (void)find_lines(before, seconds_for_lines);
            order.push_back(before);
            to_come += share_of(before);
            late_ += seconds_ * share_of(before);
        }
    }

    // A kernel's bug that hides behind one that is seen in most cases.
    void find_other(std::size_t i) {
        const other_failure other = *std::exchange(other_, std::nullopt);
        const finding f = shown(i);
        for (std::size_t k = 0; k < report_.bugs.size(); ++k)
            if (shown(k).subject == f.subject && is_about_values(bug_at(k).lead)) return;
        const auto begin = clock::now();
        const property* const p = watched(home_(f), f);
        const auto found =
            p && f.device == p->device() ? smallest(other, f, *p, seconds_for_other) : std::nullopt;
        late_ += seconds_since(begin);
        if (found) add(report_, evidence_, *found, {}, standing_);
    }

    void add_variables(std::size_t i, double seconds) {
        finding_properties& known = home_(shown(i));
        if (const auto at = known.find(shown(i)).position)
            add_values(bug_at(i), *known.list()[*at], shown(i).the_case, seconds);
        if (!is_wrong_value(bug_at(i))) return;
        if (const property* const p = watched(known, shown(i)))
            add_writer(bug_at(i), *p, shown(i).the_case, seconds);
    }

    void explain(std::size_t i, const sampling_limits& limits) {
        bug& b = bug_at(i);
        const auto of_race = standing_.find(b.leading);
        const barriers_in_place barriers(of_race == standing_.end() ? standing_barriers()
                                                                    : of_race->second);
        const auto change = changed_.find(i);
        const bool is_changed = change != changed_.end() && change->second.changes[0] != 0;
        const changes_in_place changes(is_changed ? change->second.changes
                                                  : devices::tried_changes::numbers{});
        listed_properties of_change(is_changed ? change->second.kernel->properties()
                                               : property_list_of_none);
        const finding sampled = is_changed ? as_in(*change->second.kernel, shown(i))
                                : of_race != standing_.end()
                                    ? shown(i)
                                    : to_be_sampled(b, shown(i), report_, evidence_);
        finding_properties& shown_by =
            is_changed ? static_cast<finding_properties&>(of_change) : home_(sampled);
        const auto beside = one_with_.contains(i)      ? company_of_bug::joined
                            : report_.bugs.size() == 1 ? company_of_bug::none
                                                       : company_of_bug::others;
        explained e = find_condition(b, beside, shown(i), {sampled, shown_by, failures_of(b)},
                                     limits, find_out_);
        late_ += e.late;
        if (shows_wherever_it_is(b.lead)) other_ = std::move(e.other);
        if (!e.exactly) return;
        stands_alone_.insert(i);
        about_[i] = std::move(e.about);
    }
    // One that names its line stands for itself, unless the finding's own device does not see it.
    std::vector<failure> failures_of(const bug& b) const {
        std::vector<failure> all{b.lead};
        for (const std::size_t k : b.findings)
            if (!is_located(b.lead) || (k == b.leading && !is_located(evidence_[k].what.why)))
                all.push_back(evidence_[k].what.why);
        return all;
    }

    void join_bugs() {
        // A change that mends one may hide the other, if each fails for a reason of its own.
        std::erase_if(one_with_, [&](const auto& pair) {
            return have_nothing_in_common(about_[pair.first], about_[pair.second]);
        });
        for (std::size_t later = 0; later < report_.bugs.size(); ++later)
            for (std::size_t i = 0; i < later && !one_with_.contains(later); ++i) {
                if (shown(i).subject != shown(later).subject) continue;
                const bool alone = stands_alone_.contains(i) || stands_alone_.contains(later);
                if ((!alone && (wrong_together(bug_at(i), bug_at(later)) ||
                                wrong_in_the_same_cases(bug_at(i), bug_at(later), shown(i),
                                                        shown(later), home_))) ||
                    below_zero_together(bug_at(i), bug_at(later)))
                    make_one(i, later);
            }
        for (const auto& [later, earlier] : one_with_ | std::views::reverse)
            join(report_, earlier, later);
    }

    campaign_report& report_;
    const home_of_finding& home_;
    const double seconds_;
    const std::size_t workers_;
    const explainer& find_out_;
    const line_finder& find_lines_;
    const clock::time_point begin_ = clock::now();
    double late_ = 0;
    std::vector<bug_evidence> evidence_;
    std::map<std::size_t, standing_barriers> standing_;  // by finding
    // By bug: an earlier one that is the same; with what change its condition is learned; what an exact one compares.
    std::map<std::size_t, std::size_t> one_with_;
    std::map<std::size_t, kernel_with_changes> changed_;
    std::map<std::size_t, std::vector<std::string>> about_;
    std::set<std::size_t> stands_alone_;  // by its condition, or a change that mends it
    std::optional<other_failure> other_;  // seen beside the bug that was explained last
};

}  // namespace

void explain_bugs(campaign_report& report, const home_of_finding& home, double seconds,
                  std::size_t workers, const explainer& find_out, const line_finder& find_lines) {
    if (!report.interrupted)
        explanation(report, home, seconds, workers, find_out, find_lines).run();
}

void add_values(bug& b, const property& p, const json& the_case, double seconds) {
    if (!is_located(b.lead)) return;
    const failure_witness& w = *b.lead.witness;
    const auto look = [&] {
        asked_values::on = true;
        p.check(the_case);
        return json{values_of(w.access), w.other ? values_of(*w.other) : json::array()}.dump();
    };
    const auto begin = clock::now();
    try {
        const json told = json::parse(run_in_child(look, seconds));
        b.values = values_from_json(told[0]);
        b.other_values = values_from_json(told[1]);
    } catch (const std::exception&) {  // the case ends its process, or takes too long
        if (seconds_since(begin) >= seconds)
            b.why_no_values = fmt::format(
                "the values of its variables are not known: they took more than {:.1f} s", seconds);
    }
}

void add_writer(bug& b, const property& p, const json& the_case, double seconds) {
    const auto look = [&] {
        asked_values::on = true;
        asked_values::writer.reset();
        p.check(the_case);
        if (!asked_values::writer) return json().dump();
        const asked_values::access& w = *asked_values::writer;
        return json{w.file, w.function, w.line, w.column, w.thread, w.block, to_json(w.values)}
            .dump();
    };
    try {
        const json told = json::parse(run_in_child(look, seconds));
        if (told.is_null()) return;
        asked_values::access& w = b.writer.emplace(asked_values::access{});
        told[0].get_to(w.file);
        told[1].get_to(w.function);
        told[2].get_to(w.line);
        told[3].get_to(w.column);
        told[4].get_to(w.thread);
        told[5].get_to(w.block);
        w.values = values_from_json(told[6]);
    } catch (const std::exception&) {  // nothing is known
    }
}

}  // namespace tileproof::diagnosis
