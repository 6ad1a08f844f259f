// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include "report/bug_text.hpp"

#include <fmt/format.h>

#include <string_view>

namespace tileproof::report {
namespace {

// Writes %, CR and LF as %25, %0D and %0A; in a property also `:` and `,`.
std::string command_escaped(std::string_view text, bool of_property) {
    std::string out;
    for (const char c : text) {
        const bool special =
            c == '%' || c == '\r' || c == '\n' || (of_property && (c == ':' || c == ','));
        if (special)
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out;
}

}  // namespace

std::string annotations(const fuzz::campaign_report& report) {
    const std::vector<fuzz::bug_evidence> evidence = report.evidence();
    std::string text;
    for (const fuzz::bug& b : report.bugs) {
        const bug_place place = nearest_place(b);
        std::string where;
        if (place.line > 0)
            where = fmt::format("file={},line={},", command_escaped(place.file, true), place.line);
        if (place.column > 0) where += fmt::format("col={},", place.column);
        const fuzz::bug_evidence& shown = evidence[b.leading];
        text += fmt::format(
            "::error {}title={}::{}\n", where, command_escaped(b.heading, true),
            command_escaped(fmt::format("{} of {}: {}", properties::title(b.lead.law),
                                        shown.what.subject, properties::sentence(b.lead)),
                            false));
    }
    return text;
}

}  // namespace tileproof::report
