// SPDX-License-Identifier: MIT
#include "command/bench.hpp"

#include <fmt/format.h>

#include "command/bench_table.hpp"
#include "report/output.hpp"

namespace tileproof::properties {

kernels::device& bench_device(const std::string& name) {
    if (!name.empty()) return kernels::find_device(name);
    for (const kernels::known_device& d : kernels::devices())
        if ((d.name == "cuda" || d.name == "hip") && d.handle && d.status.available)
            return *d.handle;
    return kernels::find_device("cpu");
}

std::string title_of(const kernels::device& d) {
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
        throw command_error("bench check has no --kernel: it checks what transpose_best wrote.");
    return bench_checks(command);
}

}  // namespace tileproof::properties
