// SPDX-License-Identifier: MIT
#include "extras/subject/departures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "extras/subject/cases.hpp"
#include "extras/subject/explain.hpp"
#include "system/text.hpp"

namespace tileproof::subject {
namespace {

using namespace properties;
using namespace system;
// When the phases end, as shares of the budget. What fails is explained before and after malformed layouts are tried.
constexpr double samples_end = 0.35, first_programs_end = 0.75, mistakes_end = 0.9;

class search {
  public:
    search(builder& b, const departure_options& o)
        : o_(o),
          builder_(b),
          from_(o.seed),
          explainer_(builder_, {.now = [this] { return passed(); },
                                .stopped = [this] { return stopped(); },
                                .say = [this](const std::string& text) { say(text); }}) {
        report_.library = b.of().name;
        report_.seed = o.seed;
        for (const law_id law : {law_id::L1, law_id::L2, law_id::L5, law_id::L6, law_id::L7,
                                 law_id::L9, law_id::L11, law_id::L13})
            report_.laws[law];
    }

    departure_report run() {
        for (int size = 0; !sampled_enough(); size = (size + 9) % 100) sample(size);
        explainer_.explain(end_of(first_programs_end));
        sample_mistakes();
        explainer_.explain(end_of(1));
        take_departures();
        for (departure& d : report_.departures) {
            d.promised = builder_.of().promises(d.why.where.part + ' ' + d.text);
            if (!stopped()) run_shown(d);
        }
        report_.programs = builder_.programs();
        report_.units = builder_.units();
        report_.seconds = passed();
        return std::move(report_);
    }

  private:
    double passed() const {
        if (o_.clock) return o_.clock();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    bool stopped() const { return o_.interrupted && o_.interrupted(); }
    bool sampled_enough() const {
        if (stopped()) return true;
        const std::int64_t done = report_.layouts + report_.tiles;
        return o_.cases > 0 ? done >= o_.cases : done > 0 && passed() > end_of(samples_end);
    }
    // With a number of cases there is no end.
    double end_of(double share) const {
        return o_.cases > 0 ? std::numeric_limits<double>::infinity() : share * o_.seconds;
    }
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
    void judge(const std::vector<asked_case>& cases) {
        const std::vector<verdict> verdicts = subject::judge(builder_, cases);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const any_case& c = cases[i].what;
            count(verdicts[i]);
            explainer_.record(c, verdicts[i]);
            const bool badly = std::ranges::any_of(verdicts[i].failures, is_not_compiled);
            for (const std::string& part : parts_of(c))
                ++(badly ? compiled_[part].second : compiled_[part].first);
            ++(std::holds_alternative<tile_encoding>(c) ? report_.tiles : report_.layouts);
        }
    }

    // Each rule until a case of it can be spelled.
    std::vector<outside_case> random_mistakes() {
        std::vector<outside_case> all;
        for (std::size_t rule = 0; rule < mistake_rules(); ++rule)
            for (int tries = 0; tries < 200; ++tries)
                if (auto m = random_mistake(builder_.of(), from_, tries / 20, rule)) {
                    all.push_back(std::move(*m));
                    break;
                }
        return all;
    }
    // Whether each is accepted, which is a departure.
    std::vector<char> judge_mistakes(const std::vector<asked_case>& mistakes, bool minimal) {
        std::vector<char> accepted;
        for (std::size_t i = 0; const verdict& v : subject::judge(builder_, mistakes)) {
            const any_case& m = mistakes[i++].what;
            count(v);
            accepted.push_back(!v.failures.empty());
            for (const failure& f : v.failures)
                report_.departures.push_back({.laws = {f.law},
                                              .why = f,
                                              .text = text_of(m),
                                              .program = smallest_program(builder_.of(), m, f),
                                              .seen = 1,
                                              .minimal = minimal});
        }
        return accepted;
    }
    // As small as it gets; where that is refused, perhaps for another reason, as it was drawn.
    void sample_mistakes() {
        const std::vector<outside_case> all = random_mistakes();
        const std::size_t at_once = builder_.units_at_once();
        for (std::size_t first = 0;
             first < all.size() && !stopped() && passed() < end_of(mistakes_end);
             first += at_once) {
            const auto some = std::span(all).subspan(first, std::min(at_once, all.size() - first));
            std::vector<asked_case> smallest, drawn;
            for (const outside_case& m : some)
                smallest.push_back({either(smallest_mistake(builder_.of(), m))});
            const std::vector<char> accepted = judge_mistakes(smallest, true);
            for (std::size_t i = 0; i < some.size(); ++i)
                if (!accepted[i] && text_of(smallest[i].what) != text_of(either(some[i])))
                    drawn.push_back({either(some[i])});
            if (!drawn.empty()) judge_mistakes(drawn, false);
            report_.mistakes += std::ssize(some);
            say(fmt::format("{} of {} malformed layouts were tried", report_.mistakes, all.size()));
        }
    }

    void sample(int size) {
        std::vector<asked_case> cases, varied, tiles;
        std::vector<outside_case> layouts;
        for (int i = 0; i < 10; ++i) {
            outside_case c = random_case(builder_.of(), from_, size + i / 2);
            for (int tries = 0; tries < 30 && hardly_compiles(c); ++tries)
                c = random_case(builder_.of(), from_, size + i / 2);
            asked_case asked{either(c)};
            if (c.style != number_style::given) asked.forms.push_back(at_run_time);
            if (c.style == number_style::given && from_.chance(30))
                asked.forms.push_back(at_compile_time);
            if (!builder_.of().chain.empty() && from_.chance(15)) asked.forms.push_back(as_a_chain);
            asked.parts.cuts = from_.chance(25);
            cases.push_back(std::move(asked));
            layouts.push_back(std::move(c));
        }
        judge(cases);
        // Of structures that are compiled: they cost next to nothing.
        for (std::size_t k = 0; k < cases.size(); ++k)
            for (int i = 0; i < 6 && layouts[k].style != number_style::known; ++i)
                if (auto other = with_other_numbers(builder_.of(), layouts[k], from_))
                    varied.push_back({either(std::move(*other)), {}, cases[k].parts});
        judge(varied);
        for (int i = 0; i < 4 && !builder_.of().tile.empty(); ++i)
            tiles.push_back({either(random_outside_tile(builder_.of(), from_, size))});
        judge(tiles);
        say(fmt::format("{} layouts, {} tiles, {} kinds of failure", report_.layouts, report_.tiles,
                        explainer_.causes()));
    }
    // Has it a transform with which nothing compiled yet? That is known by now, and hides all else.
    bool hardly_compiles(const outside_case& c) {
        return !from_.chance(5) && std::ranges::any_of(parts_of(either(c)), [&](const auto& part) {
            const auto& [well, badly] = compiled_[part];
            return well == 0 && badly >= 3;
        });
    }

    // With its shortest program that fails.
    void run_shown(departure& d) {
        d.shorter.push_back(d.program);
        for (const std::string& program : d.shorter) {
            builder::alone ran = builder_.run_alone(program);
            d.program = program;
            d.printed = std::move(ran.printed);
            if (!ran.well) return;
        }
    }

    void take_departures() {
        std::vector<departure>& all = report_.departures;
        for (departure& d : explainer_.departures()) all.push_back(std::move(d));
        std::ranges::sort(all, [](const departure& a, const departure& b) {
            return std::pair(b.seen, a.text) < std::pair(a.seen, b.text);
        });
        report_.unexplained_causes = explainer_.unexplained();
        for (const auto& [cause, n] : report_.unexplained_causes) report_.unexplained += n;
    }

    const departure_options& o_;
    builder& builder_;
    draw from_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    departure_report report_;
    std::map<std::string, std::pair<int, int>> compiled_;  // with a part: well, badly
    explainer explainer_;
};

std::vector<std::string_view> codes_of(const departure& d) {
    std::vector<std::string_view> all;
    for (const law_id law : d.laws) all.push_back(about(law).code);
    return all;
}
std::string codes(const departure& d) {
    return is_not_compiled(d.why) ? "does not compile"
                                  : fmt::format("{}", fmt::join(codes_of(d), " "));
}
std::string said(const departure& d) {
    return is_not_compiled(d.why) ? fmt::format("{} is valid, but its program does not compile: {}",
                                                d.text, d.why.detail)
                                  : sentence(d.why);
}
std::string counted(std::int64_t n, const char* what) {
    return fmt::format("{} {}{}", with_separators(n), what, n == 1 ? "" : "s");
}
std::string what_was_tried(const departure_report& r) {
    return fmt::format("{}, {} and {}, in {} compiled programs, seed {}, {:.0f} s",
                       counted(r.layouts, "layout"), counted(r.tiles, "tile"),
                       counted(r.mistakes, "malformed layout"), r.programs, r.seed, r.seconds);
}
// A law that judged nothing has not been passed.
std::string silent_laws(const departure_report& r) {
    std::string codes;
    for (const auto& [law, n] : r.laws)
        if (n.judged == 0) codes += (codes.empty() ? "" : ", ") + std::string(about(law).code);
    if (codes.empty()) return {};
    return fmt::format("Nothing was judged by {}: of these the search says nothing.", codes);
}
// Cases whose compilation was cut short.
std::string not_judged(const departure_report& r) {
    if (r.not_judged.empty()) return {};
    return fmt::format("{} not judged, as the compiler reached its limits, for instance {}",
                       counted(std::ssize(r.not_judged), "form"), r.not_judged.front());
}
std::string verdict_of(const departure_report& r) {
    if (!r.departures.empty()) return {};
    return r.judged() ? "\nNo law is broken.\n"
                      : "\nNOT JUDGED: no law came to a case; give it more --budget or --cases.\n";
}
std::string failed_of(const law_count& n) { return n.judged == 0 ? "-" : std::to_string(n.failed); }
std::string unpromised(const departure_report& r, const departure& d) {
    return d.promised ? "" : fmt::format(" (our rule: {} does not promise it)", r.library);
}
bool is_mistake(const departure& d) { return d.why.kind == failure_kind::accepted_malformed; }
std::string rest_of(const departure_report& r) {
    if (r.unexplained == 0) return {};
    std::string causes;
    for (const auto& [cause, n] : r.unexplained_causes)
        causes += fmt::format("{}{} ({})", causes.empty() ? "" : "; ", cause, n);
    return fmt::format(
        "For {} there was no time to find the smallest; more --budget finds them. They show: {}.",
        counted(r.unexplained, "more failing case"), causes);
}

}  // namespace

departure_report find_departures(builder& b, const departure_options& o) {
    return search(b, o).run();
}

std::string departures_text(const departure_report& r) {
    std::string text = wrapped(what_was_tried(r), r.library + ": ") + "\n law   judged   failed\n";
    for (const auto& [law, n] : r.laws)
        text += fmt::format(" {:<5}{:>7}{:>9}\n", about(law).code, n.judged, failed_of(n));
    for (const std::string& more : {silent_laws(r), not_judged(r)})
        if (!more.empty()) text += "\n" + wrapped(more, "");
    int number = 0, accepted = 0;
    for (const departure& d : r.departures) {
        accepted += is_mistake(d);
        if (is_mistake(d)) continue;
        text +=
            fmt::format("\n{}. {}, seen in {}{}{}\n", ++number, codes(d), counted(d.seen, "case"),
                        d.minimal ? "" : ", perhaps not the smallest", unpromised(r, d));
        text += wrapped(said(d), "   says      ") + wrapped(d.text, "   smallest  ");
        if (!d.style.empty()) text += wrapped(d.style, "   written   ");
    }
    if (accepted > 0)
        text += fmt::format(
            "\n{}. L13, {} without a word, for instance\n", ++number,
            accepted == 1 ? "1 kind of malformed layout is accepted"
                          : fmt::format("{} kinds of malformed layouts are accepted", accepted));
    int shown = 0;
    for (const departure& d : r.departures)
        if (is_mistake(d) && shown++ < 5)
            text += fmt::format("   {}{}: {}\n", d.why.where.part, unpromised(r, d),
                                shortened(d.text, 70));
    text += verdict_of(r);
    if (const std::string rest = rest_of(r); !rest.empty()) text += "\n" + wrapped(rest, "");
    return text;
}

std::string departures_page(const departure_report& r) {
    std::string text = fmt::format(
        "# Departures of {}\n\nFound by `tileproof subject` from the laws alone: {}. Each program "
        "below is whole, was compiled and run, and prints what stands after it.\n\n| law | what "
        "must hold | judged | failed |\n|---|---|---|---|\n",
        r.library, what_was_tried(r));
    for (const auto& [law, n] : r.laws)
        text += fmt::format("| {} {} | {} | {} | {} |\n", about(law).code, about(law).name,
                            about(law).statement, n.judged, failed_of(n));
    for (const std::string& more : {silent_laws(r), not_judged(r)})
        if (!more.empty()) text += "\n" + more + "\n";
    int number = 0;
    for (const departure& d : r.departures) {
        if (is_mistake(d)) continue;
        text += fmt::format("\n## {}. {}: {}{}\n\n{}\n\nSeen in {}.{}\n\n```cpp\n{}```\n", ++number,
                            codes(d), d.text, unpromised(r, d), said(d), counted(d.seen, "case"),
                            d.style.empty() ? "" : fmt::format(" Written with {}.", d.style),
                            d.program);
        text += fmt::format("\nIt prints\n\n```\n{}```\n", d.printed);
    }
    std::string rows;
    for (const departure& d : r.departures)
        if (is_mistake(d))
            rows += fmt::format("| {}{} | `{}` |\n", d.why.where.part, unpromised(r, d), d.text);
    if (!rows.empty())
        text += fmt::format(
            "\n## {}. L13: malformed layouts are accepted\n\nEach of these is made without a "
            "compile error, an exception or a word.\n\n| what is broken | example |\n|---|---|\n{}",
            ++number, rows);
    text += verdict_of(r);
    if (const std::string rest = rest_of(r); !rest.empty()) text += "\n" + rest + "\n";
    return text;
}

nlohmann::json departures_json(const departure_report& r) {
    nlohmann::json laws = nlohmann::json::array(), all = nlohmann::json::array();
    for (const auto& [law, n] : r.laws)
        laws.push_back({{"law", about(law).code}, {"judged", n.judged}, {"failed", n.failed}});
    for (const departure& d : r.departures) {
        all.push_back({{"laws", codes_of(d)},
                       {"compiles", !is_not_compiled(d.why)},
                       {"failure", to_json(d.why)},
                       {"sentence", said(d)},
                       {"smallest", d.text},
                       {"written", d.style},
                       {"program", d.program},
                       {"prints", d.printed},
                       {"seen", d.seen},
                       {"minimal", d.minimal},
                       {"promised", d.promised}});
    }
    return {{"library", r.library},
            {"seed", r.seed},
            {"layouts", r.layouts},
            {"tiles", r.tiles},
            {"malformed", r.mistakes},
            {"programs", r.programs},
            {"laws", laws},
            {"departures", all},
            {"unexplained", r.unexplained},
            {"unexplained_causes", r.unexplained_causes},
            {"not_judged", r.not_judged}};
}

}  // namespace tileproof::subject
