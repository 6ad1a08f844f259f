// SPDX-License-Identifier: MIT
#include "command/bench.hpp"

#include <fmt/format.h>
#include <charconv>
#include <vector>

#include "bench/timing/bench_product.hpp"
#include "report/output.hpp"

namespace tileproof::command {
namespace {

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

}  // namespace

devices::device& bench_device(const std::string& name) {
    if (!name.empty()) return devices::find_device(name);
    for (const devices::known_device& d : devices::devices())
        if ((d.name == "cuda" || d.name == "hip") && d.handle && d.status.available)
            return *d.handle;
    return devices::find_device("cpu");
}

std::string title_of(const devices::device& d) {
    const std::string reason = d.status().reason;
    return fmt::format("{} ({})", d.name(), reason.empty() ? std::string(d.description()) : reason);
}

std::string timing_line(const std::string& name, double seconds, double rate, std::string_view unit,
                        double share) {
    std::string line =
        fmt::format("  {:<34}{:>12.2f} us{:>10.2f} {}", name, seconds * 1e6, rate, unit);
    if (share > 0) line += fmt::format("{:>8.3f}", share);
    return line + '\n';
}

std::string remark_line(const std::string& name, const std::string& remark) {
    return fmt::format("  {:<34}{}\n", name, remark);
}

int bench(const bench_command& command) {
    if (command.what == "product") return bench_products(command);
    if (command.what == "transpose") return bench_transposes(command);
    if (!command.only.empty())
        throw report::command_error(
            "bench check has no --kernel: it checks what transpose_best wrote.");
    return bench_checks(command);
}

kernels::transpose_problem transpose_shape(const std::string& text) {
    std::vector<long_index_t> n = numbers_of(text);
    if (n.size() == 2) n.push_back(4);
    if (n.size() != 3 || n[0] <= 0 || n[1] <= 0 || n[2] <= 0 || n[2] > 8)
        throw report::command_error(fmt::format(
            "The shape '{}' is not ROWSxCOLUMNS or ROWSxCOLUMNSxBYTES, like 8191x8193x2.", text));
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
        throw report::command_error(fmt::format(
            "The shape '{}' of a product is not N or MxNxK, like 4096 or 4096x4096x512.", text));
    const kernels::product_problem p = bench::packed_product(n[0], n[1], n[2]);
    if (const std::string no = kernels::product_refusal(p); !no.empty())
        throw report::command_error(no);
    return p;
}

}  // namespace tileproof::command
