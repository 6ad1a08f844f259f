// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include "properties/fields.hpp"
#include "report/bug_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

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
    // A round trip through JSON leaves only valid UTF-8.
    const std::string utf8 =
        nlohmann::json::parse(properties::text_of(std::string(text))).get<std::string>();
    std::string escaped;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const char c = utf8[i];
        // U+FFFE and U+FFFF are not XML characters.
        if (utf8.compare(i, 3, "\xef\xbf\xbe") == 0 || utf8.compare(i, 3, "\xef\xbf\xbf") == 0) {
            escaped += '?';
            i += 2;
            continue;
        }
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            case '\n':
                escaped += "&#10;";
                break;
            case '\t':
                escaped += ' ';
                break;
            default:
                escaped += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
        }
    }
    return escaped;
}

namespace {

// The suites of a report, and their totals.
class suites {
  public:
    suites(const campaign_report& report, const gpu_names& gpus) : report_(report) {
        for (const auto& [device, gpu] : gpus)
            names_ += fmt::format("<property name=\"{}\" value=\"{}\"/>", device, xml_escaped(gpu));
    }

    struct counts {
        std::size_t tests = 0, failures = 0, skipped = 0, errors = 0;
    };
    void add(const std::string& name, const std::string& body, const counts& c, double seconds) {
        text_ += fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" errors=\"{}\" "
            "time=\"{:.3f}\">\n    <properties><property name=\"seed\" "
            "value=\"{}\"/>{}</properties>\n"
            "{}  </testsuite>\n",
            xml_escaped(name), c.tests, c.failures, c.skipped, c.errors, seconds,
            report_.seed ? std::to_string(*report_.seed) : "held out", names_, body);
        sum_.tests += c.tests;
        sum_.failures += c.failures;
        sum_.skipped += c.skipped;
        sum_.errors += c.errors;
    }
    void add_property(const property_report& p) {
        std::string body;
        counts c;
        for (const law_row& row : report_.rows) {
            if (row.property != p.name) continue;
            body += test_case(report_, row);
            ++c.tests;
            c.failures += row.what == law_row::verdict::failed;
            c.skipped +=
                row.what == law_row::verdict::not_judged || row.what == law_row::verdict::stopped;
        }
        add(p.name, body, c, p.seconds);
    }
    void add_reruns() {
        if (report_.reruns.empty()) return;
        std::string body;
        counts c{.tests = report_.reruns.size()};
        for (const rerun_finding& r : report_.reruns) {
            body += fmt::format("    <testcase classname=\"earlier findings\" name=\"{}\">",
                                xml_escaped(r.file.filename().string()));
            const bool fixed = r.again && r.again->what == rerun_outcome::state::fixed;
            if (!fixed)
                body += fmt::format("<{} message=\"{}\"/>", r.fails() ? "failure" : "skipped",
                                    xml_escaped(r.again ? what_came_of(*r.again, r.before.law)
                                                        : std::string(r.state())));
            body += "</testcase>\n";
            c.failures += r.fails();
            c.skipped += !r.fails() && !fixed;
        }
        add("earlier findings", body, c, 0);
    }
    void add_troubles() {
        std::string body;
        std::size_t n = 0;
        const auto add_each = [&](const std::vector<std::string>& sentences,
                                  std::string_view name) {
            for (const std::string& sentence : sentences)
                body += fmt::format(
                    "    <testcase classname=\"tileproof\" name=\"{}\"><error "
                    "message=\"{}\"/></testcase>\n",
                    name, xml_escaped(sentence));
            n += sentences.size();
        };
        add_each(report_.troubles, "could run");
        add_each(report_.not_judged(), "was judged");
        if (n > 0) add("tileproof", body, {.tests = n, .errors = n}, 0);
    }
    std::string text() const {
        return fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tileproof verify\" "
            "tests=\"{}\" failures=\"{}\" skipped=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n{}"
            "</testsuites>\n",
            sum_.tests, sum_.failures, sum_.skipped, sum_.errors, report_.seconds, text_);
    }

  private:
    const campaign_report& report_;
    std::string names_, text_;
    counts sum_;
};

}  // namespace

std::string junit_report(const campaign_report& report, const gpu_names& gpus) {
    suites s(report, gpus);
    for (const property_report& p : report.properties) s.add_property(p);
    s.add_reruns();
    s.add_troubles();
    return s.text();
}

}  // namespace tileproof::report
