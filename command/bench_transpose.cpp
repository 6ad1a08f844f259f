// SPDX-License-Identifier: MIT
// `tileproof bench transpose`.
#include "bench/timing/bench_transpose.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/bench.hpp"
#include "command/long_work.hpp"
#include "report/output.hpp"

namespace tileproof::command {
namespace {

std::string table(const std::vector<bench::timed_shape>& shapes, const devices::device& d) {
    std::string text = fmt::format(
        "Transposes on {}. Median time of one call; bandwidth counts each byte read and "
        "written once; share of the plain copy timed in the same run.\n",
        title_of(d));
    for (const bench::timed_shape& s : shapes) {
        const kernels::transpose_problem& p = s.problem;
        text += fmt::format("\n{} x {}, {} bytes\n", p.rows, p.columns, p.element_bytes);
        const auto line = [&](const std::string& name, double seconds) {
            text += timing_line(name, seconds, s.bandwidth(seconds) * 1e-9, "GB/s",
                                s.copy_seconds / seconds);
        };
        line("plain copy", s.copy_seconds);
        for (const bench::timed_kernel& k : s.timings) {
            if (k.seconds > 0) line(k.name, k.seconds);
            if (!k.problem.empty()) text += remark_line(k.name, k.problem);
        }
    }
    return text;
}

std::string json_text(const std::vector<bench::timed_shape>& shapes, const devices::device& d) {
    nlohmann::json all = nlohmann::json::array();
    for (const bench::timed_shape& s : shapes) {
        nlohmann::json kernels_json = nlohmann::json::array();
        for (const bench::timed_kernel& k : s.timings)
            kernels_json.push_back(
                {{"name", k.name},
                 {"seconds", k.seconds},
                 {"bytes_per_second", k.seconds > 0 ? s.bandwidth(k.seconds) : 0},
                 {"share_of_copy", k.seconds > 0 ? s.copy_seconds / k.seconds : 0},
                 {"verified", k.verified},
                 {"problem", k.problem}});
        all.push_back({{"device", std::string(d.name())},
                       {"rows", s.problem.rows},
                       {"columns", s.problem.columns},
                       {"element_bytes", s.problem.element_bytes},
                       {"copy_seconds", s.copy_seconds},
                       {"kernels", std::move(kernels_json)}});
    }
    return all.dump(2) + '\n';
}

}  // namespace

int bench_transposes(const bench_command& command) {
    bench::bench_options options;
    for (const std::string& s : command.shapes) options.shapes.push_back(transpose_shape(s));
    options.only = command.only;
    devices::device& d = bench_device(command.device);
    if (options.shapes.empty()) options.shapes = bench::default_bench_shapes(d);
    const auto shapes = [&] {
        long_work timing("timing transposes",
                         steps_of(d.kernels().transposes, command.only, options.shapes.size(), d));
        options.on_step = [&] { timing.one_done(); };
        return bench::bench_transpose(d, options);
    }();
    report::print_out(command.json ? json_text(shapes, d) : table(shapes, d));
    for (const bench::timed_shape& s : shapes)
        for (const bench::timed_kernel& k : s.timings)
            if (!k.verified) return 1;
    return 0;
}

}  // namespace tileproof::command
