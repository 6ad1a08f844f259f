// SPDX-License-Identifier: MIT
#include "command/bench.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cstdint>
#include <string_view>

#include "bench/timing/timing.hpp"
#include "command/long_work.hpp"
#include "report/output.hpp"

namespace tileproof::command {
namespace {

using bench::timed_check;
using bench::timed_kernel;
using bench::timed_product;
using bench::timed_shape;
using nlohmann::json;

// "8x9x2" -> 8, 9, 2; empty if the text has another form.
std::vector<long_index_t> numbers_of(const std::string& text) {
    std::vector<long_index_t> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        const auto [next, error] = std::from_chars(at, end, numbers.emplace_back());
        if (error != std::errc()) return {};
        if (next == end) return numbers;
        if (*next != 'x') return {};
        at = next + 1;
    }
}

// The device of that name; without a name, a GPU if there is one, else cpu.
devices::device& bench_device(const std::string& name) {
    if (!name.empty()) return devices::find_device(name);
    for (const devices::known_device& d : devices::devices())
        if ((d.name == "cuda" || d.name == "hip") && d.handle && d.status.available)
            return *d.handle;
    return devices::find_device("cpu");
}

// "cuda (NVIDIA H200)"
std::string title_of(const devices::device& d) {
    const std::string reason = d.status().reason;
    return fmt::format("{} ({})", d.name(), reason.empty() ? std::string(d.description()) : reason);
}

// "  transpose_tiled                          15.00 us    559.20 GB/s   0.850"; a share of 0: there is no yardstick.
std::string timing_line(const std::string& name, double seconds, double rate, std::string_view unit,
                        double share = 0) {
    std::string line =
        fmt::format("  {:<34}{:>12.2f} us{:>10.2f} {}", name, seconds * 1e6, rate, unit);
    if (share > 0) line += fmt::format("{:>8.3f}", share);
    return line + '\n';
}

// The number of timings to do. Throws command_error if the device has no kernel of that name.
std::int64_t steps_of(const auto& known, const std::string& only, std::size_t shapes,
                      const devices::device& d) {
    std::string names;
    std::int64_t chosen = 0;
    for (const auto& k : known) {
        names += (names.empty() ? "" : ", ") + std::string(k.name);
        chosen += only.empty() || only == k.name;
    }
    if (chosen == 0)
        throw report::command_error("--kernel '" + only + "' is not a kernel of the device " +
                                    std::string(d.name()) + ", which has " + names + ".");
    return chosen * static_cast<std::int64_t>(shapes);
}

std::string head_of(const timed_shape& s) {
    const kernels::transpose_problem& p = s.problem;
    return fmt::format("\n{} x {}, {} bytes\n", p.rows, p.columns, p.element_bytes) +
           timing_line("plain copy", s.yardstick_seconds, s.rate(s.yardstick_seconds) * 1e-9,
                       "GB/s", 1);
}
std::string head_of(const timed_product& s) {
    return fmt::format("\n{} x {} x {}\n", s.problem.m, s.problem.n, s.problem.k);
}

json json_of(const timed_shape& s) {
    json j{{"rows", s.problem.rows},
           {"columns", s.problem.columns},
           {"element_bytes", s.problem.element_bytes},
           {"copy_seconds", s.yardstick_seconds},
           {"kernels", json::array()}};
    for (const timed_kernel& k : s.timings)
        j["kernels"].push_back(
            {{"share_of_copy", k.seconds > 0 ? s.yardstick_seconds / k.seconds : 0}});
    return j;
}
json json_of(const timed_product& s) {
    return {{"m", s.problem.m},
            {"n", s.problem.n},
            {"k", s.problem.k},
            {"library_seconds", s.yardstick_seconds},
            {"kernels", std::vector<json>(s.timings.size(), json::object())}};
}

// Times transposes or products with a line of progress, and prints; `unit` is so many of the rate's.
template <class Problem>
int time_and_print(const bench_command& command, devices::device& d, const char* what,
                   const auto& known, Problem (*shape)(const std::string&), auto defaults, auto run,
                   std::string text, const char* rate_key, const char* unit, double units) {
    bench::bench_options<Problem> options;
    for (const std::string& s : command.shapes) options.shapes.push_back(shape(s));
    options.only = command.only;
    if (options.shapes.empty()) options.shapes = defaults(d);
    const auto timings = [&] {
        long_work timing(fmt::format("timing {}", what),
                         steps_of(known, command.only, options.shapes.size(), d));
        options.on_step = [&] { timing.one_done(); };
        return run(d, options);
    }();
    json all = json::array();
    bool right = true;
    for (const bench::timed<Problem>& s : timings) {
        text += head_of(s);
        json j = json_of(s);
        j["device"] = std::string(d.name());
        for (std::size_t i = 0; i < s.timings.size(); ++i) {
            const timed_kernel& k = s.timings[i];
            const double rate = k.seconds > 0 ? s.rate(k.seconds) : 0;
            if (k.seconds > 0)
                text += timing_line(k.name, k.seconds, rate / units, unit,
                                    s.yardstick_seconds / k.seconds);
            if (!k.problem.empty()) text += fmt::format("  {:<34}{}\n", k.name, k.problem);
            j["kernels"][i].update({{"name", k.name},
                                    {"seconds", k.seconds},
                                    {rate_key, rate},
                                    {"verified", k.verified},
                                    {"problem", k.problem}});
            right = right && k.verified;
        }
        all.push_back(std::move(j));
    }
    report::print_out(command.json ? all.dump(2) + '\n' : text);
    return right ? 0 : 1;
}

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

json json_of(const timed_check& c, std::string_view device) {
    return {{"device", std::string(device)},       {"rows", c.problem.rows},
            {"columns", c.problem.columns},        {"element_bytes", c.problem.element_bytes},
            {"copy_seconds", c.copy_seconds},      {"transpose_seconds", c.transpose_seconds},
            {"check_seconds", c.check_seconds},    {"share_of_copy", c.share_of_copy()},
            {"copy_back_seconds", c.back_seconds}, {"host_compare_seconds", c.compare_seconds},
            {"host_threads", c.host_threads},      {"wrong_on_device", c.wrong_on_device},
            {"wrong_on_host", c.wrong_on_host},    {"found_the_planted", c.found_the_planted()}};
}

int bench_checks(const bench_command& command, devices::device& d) {
    std::vector<kernels::transpose_problem> shapes;
    for (const std::string& s : command.shapes) shapes.push_back(transpose_shape(s));
    if (shapes.empty()) shapes = bench::default_check_shapes(d);
    std::string text = fmt::format(
        "Checks of a transpose on {}. The check reads each byte once, the copy reads and writes "
        "it; shares are of the plain copy's bandwidth in the same run.\n",
        title_of(d));
    json all = json::array();
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

}  // namespace

int bench(const bench_command& command) {
    if (command.what == "check" && !command.only.empty())
        throw report::command_error(
            "bench check has no --kernel: it checks what transpose_best wrote.");
    devices::device& d = bench_device(command.device);
    if (command.what == "product")
        return time_and_print(
            command, d, "products", d.kernels().products, product_shape,
            bench::default_product_shapes, bench::bench_product,
            fmt::format("Products f32 <- f16 on {}. Median time of one call; share of cuBLAS timed "
                        "in the same run.\n",
                        title_of(d)),
            "operations_per_second", "TFLOP/s", 1e12);
    if (command.what == "transpose")
        return time_and_print(
            command, d, "transposes", d.kernels().transposes, transpose_shape,
            bench::default_bench_shapes, bench::bench_transpose,
            fmt::format(
                "Transposes on {}. Median time of one call; bandwidth counts each byte read "
                "and written once; share of the plain copy timed in the same run.\n",
                title_of(d)),
            "bytes_per_second", "GB/s", 1e9);
    return bench_checks(command, d);
}

kernels::transpose_problem transpose_shape(const std::string& text) {
    std::vector<long_index_t> n = numbers_of(text);
    if (n.size() == 2) n.push_back(4);
    if (n.size() != 3 || n[0] <= 0 || n[1] <= 0 || n[2] <= 0 || n[2] > 8)
        throw report::command_error(
            "The shape '{}' is not ROWSxCOLUMNS or ROWSxCOLUMNSxBYTES, like 8191x8193x2.", text);
    const kernels::transpose_problem p =
        kernels::packed_transpose(n[0], n[1], static_cast<int>(n[2]));
    if (const std::string no = kernels::transpose_refusal(p); !no.empty())
        throw report::command_error(no);
    return p;
}

kernels::product_problem product_shape(const std::string& text) {
    std::vector<long_index_t> n = numbers_of(text);
    if (n.size() == 1) n = {n[0], n[0], n[0]};
    if (n.size() != 3 || n[0] <= 0 || n[1] <= 0 || n[2] <= 0)
        throw report::command_error(
            "The shape '{}' of a product is not N or MxNxK, like 4096 or 4096x4096x512.", text);
    const kernels::product_problem p = bench::packed_product(n[0], n[1], n[2]);
    if (const std::string no = kernels::product_refusal(p); !no.empty())
        throw report::command_error(no);
    return p;
}

}  // namespace tileproof::command
