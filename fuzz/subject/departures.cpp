// SPDX-License-Identifier: MIT
#include "fuzz/subject/departures.hpp"

#include "fuzz/subject/smallest_case.hpp"
#include "fuzz/subject/smallest_program.hpp"
#include "fuzz/subject/trial.hpp"
#include "properties/layout/generator/smaller.hpp"
#include "properties/tile/tile_generator.hpp"

#include <fmt/format.h>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <chrono>
#include <set>
#include <sstream>

namespace tileproof::outside {
namespace {

using namespace properties;
std::string case_text(const any_case& c) {
    const auto* const layout = std::get_if<outside_case>(&c);
    return layout ? print_layout(layout->layout) : print_tile(std::get<tile_encoding>(c));
}
std::size_t weight_of(const any_case& c) {
    const auto* const layout = std::get_if<outside_case>(&c);
    return case_text(c).size() + (layout && layout->style != number_style::given ? 20 : 0);
}

// What a case is made of. Packed bases and passes are nothing: what needs no more happens everywhere.
std::multiset<std::string> parts_of(const any_case& c) {
    std::multiset<std::string> parts;
    std::istringstream words(words_of(case_text(c)));
    for (std::string word; words >> word;)
        if (word != "packed" && word != "pass" && word != "strides" && word != "align")
            parts.insert(word);
    return parts;
}
bool includes(const std::multiset<std::string>& all, const std::multiset<std::string>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

struct failing {
    any_case what;
    failure why;
};

class search {
  public:
    search(builder& b, const departure_options& o) : o_(o), trial_(b), from_(o.seed) {
        report_.library = b.of().name;
        report_.seed = o.seed;
        for (const law_id law : {law_id::L1, law_id::L2, law_id::L5, law_id::L6, law_id::L7,
                                 law_id::L9, law_id::L11, law_id::L13})
            report_.laws[law];
    }

    departure_report run() {
        for (int size = 0; !sampled_enough(); size = (size + 9) % 100) sample(size);
        if (!stopped()) sample_mistakes();
        explain();
        for (departure& d : report_.departures)
            if (!stopped()) d.printed = trial_.programs().run_alone(d.program);
        report_.programs = trial_.programs().programs();
        report_.units = trial_.programs().units();
        report_.seconds = passed();
        return std::move(report_);
    }

  private:
    double passed() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    bool stopped() const { return o_.interrupted && o_.interrupted(); }
    bool sampled_enough() const {
        if (stopped()) return true;
        const std::int64_t done = report_.layouts + report_.tiles;
        return o_.cases > 0 ? done >= o_.cases : done > 0 && passed() > o_.seconds / 2;
    }
    bool spent() const { return stopped() || (o_.cases == 0 && passed() > o_.seconds); }
    void say(const std::string& text) const {
        if (o_.progress) o_.progress(text);
    }

    void count(const verdict& v) {
        for (const law_id law : v.judged) ++report_.laws[law].judged;
        std::set<law_id> broken;
        for (const failure& f : v.failures) broken.insert(f.law);
        for (const law_id law : broken) ++report_.laws[law].failed;
        report_.not_judged.insert(report_.not_judged.end(), v.not_judged.begin(),
                                  v.not_judged.end());
    }
    void record(const any_case& c, const verdict& v) {
        count(v);
        std::set<std::string> seen;
        for (const failure& f : v.failures)
            if (seen.insert(symptom(f)).second) buckets_[symptom(f)].push_back({c, f});
    }

    // Each rule until a case of it can be spelled.
    void sample_mistakes() {
        std::vector<outside_mistake> all;
        for (std::size_t rule = 0; rule < mistake_rules(); ++rule)
            for (int tries = 0; tries < 200; ++tries)
                if (auto m = random_mistake(trial_.of(), from_, tries / 20, rule)) {
                    all.push_back(std::move(*m));
                    break;
                }
        const std::vector<verdict> verdicts = trial_.judge(std::span<const outside_mistake>(all));
        for (std::size_t i = 0; i < all.size(); ++i) {
            count(verdicts[i]);
            for (const failure& f : verdicts[i].failures) add_mistake(all[i], f);
        }
        report_.mistakes = std::ssize(all);
        say(fmt::format("{} malformed layouts were tried", all.size()));
    }
    void add_mistake(const outside_mistake& m, const failure& f) {
        departure d{.laws = {f.law}, .why = f, .text = print_layout(m.what.layout)};
        d.program = smallest_program(trial_.of(), m.what, f);
        d.seen = 1;
        d.minimal = true;
        report_.departures.push_back(std::move(d));
    }

    void sample(int size) {
        std::vector<asked_case> cases;
        for (int i = 0; i < 10; ++i) {
            asked_case c{random_case(trial_.of(), from_, size + i / 2), {}};
            for (int tries = 0; tries < 30 && hardly_compiles(c.what); ++tries)
                c.what = random_case(trial_.of(), from_, size + i / 2);
            if (c.what.style != number_style::given) c.forms.push_back(at_run_time);
            if (c.what.style == number_style::given && from_.chance(30))
                c.forms.push_back(at_compile_time);
            if (!trial_.of().chain.empty() && from_.chance(15)) c.forms.push_back(as_a_chain);
            c.parts.cuts = from_.chance(25);
            cases.push_back(std::move(c));
        }
        judge_layouts(cases);
        std::vector<asked_case>
            varied;  // of structures that are compiled: they cost next to nothing
        for (const asked_case& c : cases)
            for (int i = 0; i < 6 && c.what.style != number_style::known; ++i)
                if (auto other = with_other_numbers(trial_.of(), c.what, from_))
                    varied.push_back({std::move(*other), {}, c.parts});
        judge_layouts(varied);
        std::vector<tile_encoding> tiles;
        for (int i = 0; i < 4 && !trial_.of().tile.empty(); ++i)
            tiles.push_back(random_outside_tile(from_, size));
        const std::vector<verdict> verdicts = trial_.judge(std::span<const tile_encoding>(tiles));
        for (std::size_t i = 0; i < tiles.size(); ++i) record(either(tiles[i]), verdicts[i]);
        report_.tiles += std::ssize(tiles);
        say(fmt::format("{} layouts, {} tiles, {} kinds of failure", report_.layouts, report_.tiles,
                        buckets_.size()));
    }
    // Has it a transform with which nothing compiled yet? That is known by now, and hides all else.
    bool hardly_compiles(const outside_case& c) {
        return !from_.chance(5) && std::ranges::any_of(parts_of(either(c)), [&](const auto& part) {
            const auto& [well, badly] = compiled_[part];
            return well == 0 && badly >= 3;
        });
    }
    void judge_layouts(const std::vector<asked_case>& cases) {
        const std::vector<verdict> verdicts = trial_.judge(std::span<const asked_case>(cases));
        for (std::size_t i = 0; i < cases.size(); ++i) {
            record(either(cases[i].what), verdicts[i]);
            const bool badly = std::ranges::any_of(verdicts[i].failures, is_not_compiled);
            for (const std::string& part : parts_of(either(cases[i].what)))
                ++(badly ? compiled_[part].second : compiled_[part].first);
        }
        report_.layouts += std::ssize(cases);
    }

    // The most frequent first: what fails everywhere is no part of what fails seldom.
    void explain() {
        std::vector<std::pair<std::string, std::vector<failing>>> all(buckets_.begin(),
                                                                      buckets_.end());
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return std::pair(b.second.size(), a.first) < std::pair(a.second.size(), b.first);
        });
        for (auto& [cause, cases] : all) {
            std::sort(cases.begin(), cases.end(), [](const failing& a, const failing& b) {
                return std::pair(weight_of(a.what), case_text(a.what)) <
                       std::pair(weight_of(b.what), case_text(b.what));
            });
            explain_one(cause, std::move(cases));
        }
        std::sort(report_.departures.begin(), report_.departures.end(),
                  [](const departure& a, const departure& b) {
                      return std::pair(b.seen, a.text) < std::pair(a.seen, b.text);
                  });
    }
    void explain_one(const std::string& cause, std::vector<failing> rest) {
        for (const auto& known : minima_)
            if (known.second.find(cause)) take_explained(known.first, cause, rest);
        while (!rest.empty()) {
            if (spent()) {
                report_.unexplained += std::ssize(rest);
                report_.unexplained_causes[cause] += std::ssize(rest);
                return;
            }
            say(fmt::format("making the smallest case of: {}", cause));
            const failing first = rest.front();
            rest.erase(rest.begin());
            const std::size_t number = add_departure(cause, first);
            ++report_.departures[number].seen;
            if (stopped()) return;
            take_explained(number, cause, rest);
        }
    }
    // A departure explains the cases that have its parts and more.
    void take_explained(std::size_t number, const std::string& cause, std::vector<failing>& rest) {
        const std::size_t before = rest.size();
        std::erase_if(rest,
                      [&](const failing& f) { return includes(parts_of(f.what), parts_[number]); });
        if (rest.size() == before) return;
        departure& d = report_.departures[number];
        d.seen += static_cast<std::int64_t>(before - rest.size());
        const failure* const why = minima_[number].find(cause);
        if (why && std::ranges::find(d.laws, why->law) == d.laws.end()) d.laws.push_back(why->law);
    }

    std::size_t add_departure(const std::string& cause, const failing& first);

    const departure_options& o_;
    trial trial_;
    draw from_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    departure_report report_;
    std::map<std::string, std::vector<failing>> buckets_;
    std::map<std::string, std::pair<int, int>> compiled_;  // with a part: well, badly
    std::map<std::size_t, verdict> minima_;                // by the number of the departure
    std::map<std::size_t, std::multiset<std::string>> parts_;
};

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

std::size_t search::add_departure(const std::string& cause, const failing& first) {
    const smallest_case least =
        make_smallest(trial_, first.what, cause, [this] { return spent(); });
    const failure* const found = least.says.find(cause);
    const failure& why = found ? *found : first.why;  // else it did not fail again
    for (std::size_t n = 0; n < report_.departures.size(); ++n)
        if (report_.departures[n].text == case_text(least.what) && minima_.contains(n) &&
            minima_[n].find(cause))
            return n;
    departure d{.laws = {why.law},
                .why = why,
                .text = case_text(least.what),
                .style = style_of(least.what),
                .minimal = least.minimal && found};
    d.program = std::visit([&](const auto& c) { return smallest_program(trial_.of(), c, why); },
                           least.what);
    const std::size_t number = report_.departures.size();
    report_.departures.push_back(std::move(d));
    minima_[number] = least.says;
    parts_[number] = parts_of(least.what);
    return number;
}

}  // namespace

departure_report find_departures(builder& b, const departure_options& o) {
    return search(b, o).run();
}

}  // namespace tileproof::outside
