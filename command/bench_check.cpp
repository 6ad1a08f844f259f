// SPDX-License-Identifier: MIT
// `tileproof bench check`.
#include "bench/timing/bench_check.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/bench.hpp"
#include "command/long_work.hpp"
#include "report/output.hpp"

namespace tileproof::command {
namespace {

using bench::timed_check;

std::string line_of(const timed_check& c) {
    std::string text =
        fmt::format("\n{} x {}, {} bytes: {:.2f} GiB\n", c.problem.rows, c.problem.columns,
                    c.problem.element_bytes, c.bytes() / (1 << 30));
    const auto line = [&](const std::string& name, double seconds, double bytes, double share = 0) {
        text += timing_line(name, seconds, bytes / seconds * 1e-9, "GB/s", share);
    };
    line("plain copy", c.copy_seconds, 2 * c.bytes());
    line("transpose_best", c.transpose_seconds, 2 * c.bytes(),
         c.copy_seconds / c.transpose_seconds);
    line("check on the device", c.check_seconds, c.bytes(), c.share_of_copy());
    line("copying the result back", c.back_seconds, c.bytes());
    line(fmt::format("comparing it there, {} threads", c.host_threads), c.compare_seconds,
         c.bytes());
    text += fmt::format("  wrong elements: {} on the device, {} on the host; one planted was {}\n",
                        c.wrong_on_device, c.wrong_on_host,
                        c.found_the_planted() ? "found" : "NOT FOUND");
    return text;
}

nlohmann::json json_of(const timed_check& c, std::string_view device) {
    return {{"device", std::string(device)},       {"rows", c.problem.rows},
            {"columns", c.problem.columns},        {"element_bytes", c.problem.element_bytes},
            {"copy_seconds", c.copy_seconds},      {"transpose_seconds", c.transpose_seconds},
            {"check_seconds", c.check_seconds},    {"share_of_copy", c.share_of_copy()},
            {"copy_back_seconds", c.back_seconds}, {"host_compare_seconds", c.compare_seconds},
            {"host_threads", c.host_threads},      {"wrong_on_device", c.wrong_on_device},
            {"wrong_on_host", c.wrong_on_host},    {"found_the_planted", c.found_the_planted()}};
}

}  // namespace

int bench_checks(const bench_command& command) {
    devices::device& d = bench_device(command.device);
    std::vector<kernels::transpose_problem> shapes;
    for (const std::string& s : command.shapes) shapes.push_back(transpose_shape(s));
    if (shapes.empty()) shapes = bench::default_check_shapes(d);
    std::string text = fmt::format(
        "Checks of a transpose on {}. The check reads each byte once, the copy reads and writes "
        "it; "
        "shares are of the plain copy's bandwidth in the same run.\n",
        title_of(d));
    nlohmann::json all = nlohmann::json::array();
    bool right = true;
    for (const kernels::transpose_problem& p : shapes) {
        const timed_check c = [&] {
            const long_work timing("timing checks", 1);
            return bench::bench_check(d, p);
        }();
        text += line_of(c);
        all.push_back(json_of(c, d.name()));
        right = right && c.right();
    }
    report::print_out(command.json ? all.dump(2) + '\n' : text);
    return right ? 0 : 1;
}

}  // namespace tileproof::command
