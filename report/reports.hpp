// SPDX-License-Identifier: MIT
// What becomes of a campaign's report: text for a terminal, JSON, JUnit XML, .. Each function has a source of its own.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "report/code_frame.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::report {

// The GPUs that a campaign ran on, by device: {"hip", "AMD Radeon RX 7900 XTX"}. The name of an emulated one says so.
using gpu_names = std::map<std::string, std::string>;

// A campaign's report as text: a table of at most 100 columns, the bugs, one verdict.
//
// With bugs, the table has one line per subject, because the bugs say the rest. Without, one row per law and subject.
// In a long table, laws of a subject that held in equally many cases share a row, "K1-K5 K8"; others keep their own.

// `page`: the file of the HTML page with the same content; empty: there is none.
std::string terminal_report(const fuzz::campaign_report& report, const text_colours& colours = {},
                            const std::string& page = "");

// "transpose_tiled on cpu"; without the device if that is the host.
std::string subject_on(const std::string& subject, const std::string& device);
// The name of a verdict in all reports: "held", "FAILED", "not judged", "stopped".
std::string_view name_of(fuzz::law_row::verdict v);

// A campaign's report as JSON.
//
//   { "tileproof_report": 1, "seed": 7, "verdict": "HELD: ...", "exit_code": 0,
//     "rows": [{"law": "K1", "subject": "transpose_tiled", "device": "cpu", "cases": 812,
//               "discarded": 0, "failed_cases": 0, "verdict": "held"}, ...],
//     "properties": [{"name": ..., "cases": ..., "labels": {"rank: 2": 41, ...}}, ...],
//     "gpus": {"hip": "AMD Radeon RX 7900 XTX"},
//     "bugs": [see bug_json()],
//     "findings": [the stored finding and its file], "earlier_findings": [...], ... }

nlohmann::json json_report(const fuzz::campaign_report& report, const gpu_names& gpus = {});

// A bug as JSON, in reports and in `tileproof findings --json`:
//
//   { "heading": "Write beyond the end of the output", "kind": "out of bounds", "subject": "wrong_transpose",
//     "file": "examples/wrong_transpose.hip", "line": 18, "column": 55, "kernel": "transpose",
//     "laws": ["K2", "K3"], "devices": ["cpu", "cpu-checked"], "fails_when": "", "instead": "",
//     "elements": {"columns": 1, "must": ["(0,0)", "(0,1)"], "is": ["(0,0)", "-"]},
//     "sentence": "...", "case": {...}, "replay": "tileproof replay ...",
//     "findings": [1, 4], "earlier_findings": [0] }
//
// file, line, column and kernel are null if no line is known, elements if the values are not (see bug.hpp).
// findings and earlier_findings are positions in the report's lists of these names.

nlohmann::json bug_json(const fuzz::bug& b, const std::vector<fuzz::bug_evidence>& evidence);

// A campaign's report for build servers: JUnit XML, one test suite per property, one test case per law.

std::string junit_report(const fuzz::campaign_report& report, const gpu_names& gpus = {});

// Text as XML content or attribute value: markup is escaped, characters that XML does not allow become '?'.
std::string xml_escaped(std::string_view text);

// What ran of the users' kernels, for lcov's genhtml and the editors and services that read its files (geninfo(1)):
//
//   SF:softmax.hip
//   DA:12,1             line 12 ran, line 14 did not
//   DA:14,0
//   BRDA:12,7,0,0       the condition in column 7 of line 12 was never true
//   BRDA:12,7,1,1
//   end_of_record

std::string lcov_report(const devices::reached_code& code);

// A campaign's bugs as SARIF 2.1.0, which code scanning shows at their lines:
//
//   { "version": "2.1.0", "runs": [{
//       "tool": {"driver": {"name": "tileproof", "rules": [{"id": "race", ...}]}},
//       "results": [{"ruleId": "race", "ruleIndex": 0, "level": "error", "message": {"text": "Barrier missing ..."},
//                    "locations": [{"physicalLocation": {...line 18}}], "relatedLocations": [{... line 14}],
//                    "partialFingerprints": {"cause/v1": "race, part, ..."}}] }] }
//
// A rule is a kind of failure. A bug without a known line has the name of its kernel as a logical location.

nlohmann::json sarif_report(const fuzz::campaign_report& report, std::string_view version);

// A campaign as a page: a single file, without network, for light and dark screens, paper, keyboards, screen readers.
//
//   write_report("verdict.html", html_report(report, {}, "examples/wrong_transpose.hip"));
//
// It has the verdict, each bug with its lines of source, a table of laws for each subject (folded if all held), bars
// of what the cases covered, and earlier findings. 10,000 rows are 3 MB and are rendered as they come into view.

std::string html_report(const fuzz::campaign_report& report, const gpu_names& gpus,
                        const std::string& heading, const source_reader& read = read_source);

// A coverage-guided campaign as a page: its bugs, as in a report, and a table of its targets.
//
//   write_report("fuzz.html", html_fuzz(state, stored_findings, "fuzz, 8 h"));

std::string html_fuzz(const fuzz::fuzz_state&, const std::vector<fuzz::bug_evidence>& findings,
                      const std::string& heading, const source_reader& read = read_source);

// What accesses cost and how exact results are, of a test or of a new one and an old one (properties/kernel/user/comparison.hpp):
//
//   new.hip:12: device memory read: 1.0 -> 4.0 segments of 64 bytes a request, 64 -> 64 requests, 4 times the segments
//
// Lines are the same if their text is.

std::string efficiency_text(const nlohmann::json& tests, const source_reader& read = read_source);
std::string numerics_text(const nlohmann::json& tests);

// Annotations that GitHub shows at the lines of a pull request, printed if GITHUB_ACTIONS is set: one line per bug.
//
//   ::error file=examples/wrong_transpose.hip,line=18,col=57,title=Write beyond the end of the output::K3 contained: ...

std::string annotations(const fuzz::campaign_report& report);

}  // namespace tileproof::report
