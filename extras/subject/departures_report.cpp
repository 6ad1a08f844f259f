// SPDX-License-Identifier: MIT
#include "extras/subject/departures_report.hpp"

#include "system/text_layout.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::subject {
namespace {

using namespace properties;

std::string codes(const departure& d) {
    if (is_not_compiled(d.why)) return "does not compile";
    std::string text;
    for (const law_id law : d.laws)
        text += (text.empty() ? "" : " ") + std::string(about(law).code);
    return text;
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
    return codes.empty()
               ? std::string()
               : fmt::format("Nothing was judged by {}: of these the search says nothing.", codes);
}
// Cases whose compilation was cut short.
std::string not_judged(const departure_report& r) {
    return r.not_judged.empty()
               ? std::string()
               : fmt::format("{} not judged, as the compiler reached its limits, for instance {}",
                             counted(std::ssize(r.not_judged), "form"), r.not_judged.front());
}
std::string verdict_of(const departure_report& r) {
    return !r.departures.empty() ? std::string()
           : r.judged()
               ? "\nNo law is broken.\n"
               : "\nNOT JUDGED: no law came to a case; give it more --budget or --cases.\n";
}
std::string failed_of(const law_count& n) { return n.judged == 0 ? "-" : std::to_string(n.failed); }
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

std::string departures_text(const departure_report& r) {
    std::string text = wrapped(what_was_tried(r), r.library + ": ") + "\n law   judged   failed\n";
    for (const auto& [law, n] : r.laws)
        text += fmt::format(" {:<5}{:>7}{:>9}\n", about(law).code, n.judged, failed_of(n));
    for (const std::string& more : {silent_laws(r), not_judged(r)})
        if (!more.empty()) text += "\n" + wrapped(more, "");
    int number = 0, accepted = 0;
    for (const departure& d : r.departures) {
        if (is_mistake(d)) {
            ++accepted;
            continue;
        }
        text += fmt::format("\n{}. {}, seen in {}{}\n", ++number, codes(d), counted(d.seen, "case"),
                            d.minimal ? "" : ", perhaps not the smallest");
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
            text += fmt::format("   {}: {}\n", d.why.where.part, shortened(d.text, 70));
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
        text += fmt::format("\n## {}. {}: {}\n\n{}\n\nSeen in {}.{}\n\n```cpp\n{}```\n", ++number,
                            codes(d), d.text, said(d), counted(d.seen, "case"),
                            d.style.empty() ? "" : fmt::format(" Written with {}.", d.style),
                            d.program);
        text += fmt::format("\nIt prints\n\n```\n{}```\n", d.printed);
    }
    std::string rows;
    for (const departure& d : r.departures)
        if (is_mistake(d)) rows += fmt::format("| {} | `{}` |\n", d.why.where.part, d.text);
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
        nlohmann::json codes = nlohmann::json::array();
        for (const law_id law : d.laws) codes.push_back(about(law).code);
        all.push_back({{"laws", codes},
                       {"compiles", !is_not_compiled(d.why)},
                       {"failure", to_json(d.why)},
                       {"sentence", said(d)},
                       {"smallest", d.text},
                       {"written", d.style},
                       {"program", d.program},
                       {"prints", d.printed},
                       {"seen", d.seen},
                       {"minimal", d.minimal}});
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
