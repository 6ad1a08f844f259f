// SPDX-License-Identifier: MIT
// tileproof cache: the contents of the folder of compiled kernels.
#include "command/options.hpp"
#include "compiler/build/build_cache.hpp"
#include "compiler/build/user_library.hpp"
#include "report/output.hpp"

#include <fmt/format.h>

#include <chrono>

namespace tileproof::command {
namespace {

constexpr double mib = 1 << 20;

std::string age(std::filesystem::file_time_type used) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(
                             std::filesystem::file_time_type::clock::now() - used)
                             .count();
    if (minutes < 120) return fmt::format("{} min", minutes);
    if (minutes < 48 * 60) return fmt::format("{} h", minutes / 60);
    return fmt::format("{} days", minutes / (24 * 60));
}

}  // namespace

int cache(const cache_options& o) {
    const std::uint64_t most = compiler::largest_cache();
    if (o.action == "clear") {
        const auto [deleted, kept] = compiler::clear_cache(o.folder);
        report::print_out("{} compiled kernel{} deleted from {}.{}\n", deleted,
                          deleted == 1 ? "" : "s", o.folder,
                          kept ? fmt::format(" Commands that run use {} more.", kept) : "");
        return 0;
    }
    std::uint64_t bytes = 0, kernels = 0;
    const auto all = compiler::cached_kernels(o.folder);
    for (const compiler::cached_kernel& k : all) {
        report::print_out("{:>8.1f} MiB {:>8}  {}\n", static_cast<double>(k.bytes) / mib,
                          age(k.used), k.name);
        bytes += k.bytes;
        kernels += !k.headers;
    }
    report::print_out("{} compiled kernel{} in {}, {:.1f} of at most {:.0f} MiB.\n", kernels,
                      kernels == 1 ? "" : "s", o.folder, static_cast<double>(bytes) / mib,
                      static_cast<double>(most) / mib);
    return 0;
}

}  // namespace tileproof::command
