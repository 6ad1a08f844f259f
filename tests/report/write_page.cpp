// SPDX-License-Identifier: MIT
// write_page ROWS FINDINGS: a page of a campaign with so many rows of laws and findings, to standard output.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <span>

#include "report/reports.hpp"
#include "tests/fuzz/finding/evidence.hpp"

int main(int argc, char** argv) {
    using namespace tileproof::fuzz;
    using namespace tileproof::properties;
    using namespace tileproof::report;
    if (argc != 3) return 2;
    campaign_report r;
    const int rows = std::atoi(argv[1]), findings = std::atoi(argv[2]);
    for (int i = 0; i < findings; ++i) {
        finding f = tileproof::fuzz::testing::found(
            tileproof::fuzz::testing::race(fmt::format("part{}", i), 14 + 10u * i, 18 + 10u * i));
        r.findings.push_back(
            {f, fmt::format("store/K6-a-very-long-name-of-a-kernel-{}.json", i), ""});
    }
    const law_id laws[] = {law_id::K1, law_id::K2, law_id::K3, law_id::K4, law_id::K5};
    for (int i = 0; i < rows; ++i) {
        const std::string subject = fmt::format("kernel_number_{}", i / 5);
        const auto what = i == 7 ? law_row::verdict::failed : law_row::verdict::held;
        if (i % 5 == 0) {
            tally counts;
            counts.cases = 1000;
            for (int k = 0; k < 8; ++k) counts.labels[fmt::format("type: value {}", k)] = 125;
            r.properties.push_back({subject + "@cpu", subject, "cpu", counts, {}, {}, 1});
        }
        r.rows.push_back({laws[i % 5], subject + "@cpu", subject, "cpu", 1000, i == 7, what,
                          i == 7 ? "4 bytes <were> overwritten." : "", std::nullopt});
    }
    r.find_bugs();
    // As many as a campaign has time to explain.
    for (bug& b : std::span(r.bugs).first(std::min<std::size_t>(r.bugs.size(), 20))) {
        b.fails_when = "exactly when columns > rows (128 fail, 122 pass, no exception)";
        b.smallest.columns = 12;
        for (int e = 0; e < 12 * 8; ++e)
            b.smallest.must.push_back(fmt::format("({},{})", e % 8, e / 8));
        b.smallest.is = b.smallest.must;
        std::swap(b.smallest.is[5], b.smallest.is[40]);
        b.smallest.is[17] = "-";
        b.cases = {"rows", "columns", {}};
        for (int n = 0; n < 250; ++n)
            b.cases.points.push_back(
                {n * 37 % 129 + 1.0, n * 61 % 65 + 1.0, n * 61 % 65 > n * 37 % 129});
    }
    const auto source = [](const std::string&, unsigned line) {
        return std::optional(fmt::format(
            "    part[threadIdx.y][threadIdx.x] = in[y * columns + x];  // line {}, and a "
            "remark that makes it longer than a window",
            line));
    };
    const std::string page =
        html_report(r, {{"cuda", "NVIDIA H200"}}, "a long campaign, seed 7", source);
    std::fwrite(page.data(), 1, page.size(), stdout);
    return 0;
}
