// SPDX-License-Identifier: MIT
// `tileproof bench product`.
#include "bench/timing/bench_product.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/bench.hpp"
#include "command/long_work.hpp"
#include "report/output.hpp"

namespace tileproof::command {
namespace {

using bench::timed_kernel;
using bench::timed_product;

std::string table(const std::vector<timed_product>& shapes, const devices::device& d) {
    std::string text = fmt::format(
        "Products f32 <- f16 on {}. Median time of one call; share of cuBLAS timed in the same "
        "run.\n",
        title_of(d));
    for (const timed_product& s : shapes) {
        text += fmt::format("\n{} x {} x {}\n", s.problem.m, s.problem.n, s.problem.k);
        for (const timed_kernel& k : s.timings) {
            if (k.seconds > 0)
                text += timing_line(k.name, k.seconds, s.rate(k.seconds) * 1e-12, "TFLOP/s",
                                    s.library_seconds / k.seconds);
            if (!k.problem.empty()) text += remark_line(k.name, k.problem);
        }
    }
    return text;
}

std::string json_text(const std::vector<timed_product>& shapes, const devices::device& d) {
    nlohmann::json all = nlohmann::json::array();
    for (const timed_product& s : shapes) {
        nlohmann::json kernels_json = nlohmann::json::array();
        for (const timed_kernel& k : s.timings)
            kernels_json.push_back(
                {{"name", k.name},
                 {"seconds", k.seconds},
                 {"operations_per_second", k.seconds > 0 ? s.rate(k.seconds) : 0},
                 {"verified", k.verified},
                 {"problem", k.problem}});
        all.push_back({{"device", std::string(d.name())},
                       {"m", s.problem.m},
                       {"n", s.problem.n},
                       {"k", s.problem.k},
                       {"library_seconds", s.library_seconds},
                       {"kernels", std::move(kernels_json)}});
    }
    return all.dump(2) + '\n';
}

}  // namespace

int bench_products(const bench_command& command) {
    bench::product_bench_options options;
    for (const std::string& s : command.shapes) options.shapes.push_back(product_shape(s));
    options.only = command.only;
    devices::device& d = bench_device(command.device);
    if (options.shapes.empty()) options.shapes = bench::default_product_shapes(d);
    const auto shapes = [&] {
        long_work timing("timing products",
                         steps_of(d.kernels().products, command.only, options.shapes.size(), d));
        options.on_step = [&] { timing.one_done(); };
        return bench::bench_product(d, options);
    }();
    report::print_out(command.json ? json_text(shapes, d) : table(shapes, d));
    for (const timed_product& s : shapes)
        for (const timed_kernel& k : s.timings)
            if (!k.verified) return 1;
    return 0;
}

}  // namespace tileproof::command
