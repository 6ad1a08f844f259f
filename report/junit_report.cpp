// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include "properties/fields.hpp"
#include "report/bug_text.hpp"
#include "report/html_page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::report {

using namespace fuzz;

namespace {

// The headings of the bugs that made the row fail; if there are none, its sentence.
std::string message_of(const campaign_report& report, const law_row& row) {
    const std::vector<bug_evidence> evidence = report.evidence();
    std::string text;
    for (const bug& b : report.bugs) {
        const auto shows = [&](std::size_t i) {
            const bug_evidence& e = evidence[i];
            return !e.earlier && e.what.property == row.property && e.what.law == row.law;
        };
        if (std::ranges::none_of(b.findings, shows)) continue;
        const std::string place = text_of(place_of(b));
        text += fmt::format("{}{}{}", text.empty() ? "" : "; ", b.heading,
                            place.empty() ? "" : fmt::format(" ({})", place));
    }
    return text.empty() ? row.sentence : text;
}

std::string test_case(const campaign_report& report, const law_row& row) {
    std::string text =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_escaped(row.property),
                    xml_escaped(properties::title(row.law)));
    switch (row.what) {
        case law_row::verdict::held:
            return text + "/>\n";
        case law_row::verdict::failed: {
            std::string detail = row.sentence;
            if (row.finding) {
                const reported_finding& f = report.findings[*row.finding];
                detail += "\ncase: " + properties::text_of(f.what.the_case);
                if (!f.file.empty()) detail += "\nreplay: " + replay_command(f.file);
            }
            return text +
                   fmt::format(">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                               xml_escaped(message_of(report, row)), xml_escaped(detail));
        }
        case law_row::verdict::not_judged:
        case law_row::verdict::stopped:
            return text + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                                      xml_escaped(row.sentence));
    }
    return text;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
    const std::string utf8 = with_entities(valid_utf8(text));
    std::string escaped;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const char c = utf8[i];
        // U+FFFE and U+FFFF are not XML characters.
        if (utf8.compare(i, 3, "\xef\xbf\xbe") == 0 || utf8.compare(i, 3, "\xef\xbf\xbf") == 0) {
            escaped += '?';
            i += 2;
        } else if (c == '\n') {
            escaped += "&#10;";
        } else if (c == '\t') {
            escaped += ' ';
        } else {
            escaped += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
        }
    }
    return escaped;
}

namespace {

struct counts {
    std::size_t tests = 0, failures = 0, skipped = 0, errors = 0;
    std::string text(double seconds) const {
        return fmt::format(
            "tests=\"{}\" failures=\"{}\" skipped=\"{}\" errors=\"{}\" time=\"{:.3f}\"", tests,
            failures, skipped, errors, seconds);
    }
};

struct suite {
    std::string name, body = {};
    double seconds = 0;
    counts of = {};
};

suite suite_of(const campaign_report& report, const property_report& p) {
    suite s{.name = p.name, .seconds = p.seconds};
    for (const law_row& row : report.rows) {
        if (row.property != p.name) continue;
        s.body += test_case(report, row);
        ++s.of.tests;
        s.of.failures += row.what == law_row::verdict::failed;
        s.of.skipped +=
            row.what == law_row::verdict::not_judged || row.what == law_row::verdict::stopped;
    }
    return s;
}

suite suite_of_reruns(const campaign_report& report) {
    suite s{.name = "earlier findings", .of = {.tests = report.reruns.size()}};
    for (const rerun_finding& r : report.reruns) {
        s.body += fmt::format("    <testcase classname=\"earlier findings\" name=\"{}\">",
                              xml_escaped(r.file.filename().string()));
        const bool fixed = r.again && r.again->what == rerun_outcome::state::fixed;
        if (!fixed)
            s.body += fmt::format("<{} message=\"{}\"/>", r.fails() ? "failure" : "skipped",
                                  xml_escaped(r.again ? what_came_of(*r.again, r.before.law)
                                                      : std::string(r.state())));
        s.body += "</testcase>\n";
        s.of.failures += r.fails();
        s.of.skipped += !r.fails() && !fixed;
    }
    return s;
}

suite suite_of_troubles(const campaign_report& report) {
    suite s{.name = "tileproof"};
    const auto add_each = [&](const std::vector<std::string>& sentences, std::string_view name) {
        for (const std::string& sentence : sentences)
            s.body += fmt::format(
                "    <testcase classname=\"tileproof\" name=\"{}\"><error "
                "message=\"{}\"/></testcase>\n",
                name, xml_escaped(sentence));
        s.of.tests = s.of.errors += sentences.size();
    };
    add_each(report.troubles, "could run");
    add_each(report.not_judged(), "was judged");
    return s;
}

}  // namespace

std::string junit_report(const campaign_report& report, const gpu_names& gpus) {
    std::vector<suite> suites;
    for (const property_report& p : report.properties) suites.push_back(suite_of(report, p));
    for (const suite& more : {suite_of_reruns(report), suite_of_troubles(report)})
        if (more.of.tests > 0) suites.push_back(more);
    std::string properties = fmt::format("<property name=\"seed\" value=\"{}\"/>",
                                         report.seed ? std::to_string(*report.seed) : "held out");
    for (const auto& [device, gpu] : gpus)
        properties += fmt::format("<property name=\"{}\" value=\"{}\"/>", device, xml_escaped(gpu));
    std::string text;
    counts sum;
    for (const suite& s : suites) {
        text += fmt::format(
            "  <testsuite name=\"{}\" {}>\n    <properties>{}</properties>\n{}  </testsuite>\n",
            xml_escaped(s.name), s.of.text(s.seconds), properties, s.body);
        sum.tests += s.of.tests;
        sum.failures += s.of.failures;
        sum.skipped += s.of.skipped;
        sum.errors += s.of.errors;
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tileproof verify\" "
        "{}>\n{}</testsuites>\n",
        sum.text(report.seconds), text);
}

}  // namespace tileproof::report
