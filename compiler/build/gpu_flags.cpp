// SPDX-License-Identifier: MIT
#include "compiler/build/gpu_flags.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace tileproof::user {
namespace {

constexpr std::string_view offload_arch = "--offload-arch=";

}  // namespace

std::string gpu_of(const std::vector<std::string>& flags) {
    std::set<std::string> names;
    for (const std::string& f : flags)
        if (f.starts_with(offload_arch)) {
            const std::string gpu = f.substr(offload_arch.size());
            names.insert(gpu.substr(0, gpu.find(':')));  // without :xnack-
        }
    return names.size() == 1 ? *names.begin() : "";
}

std::vector<std::string> flags_without_gpu(std::vector<std::string> flags) {
    std::erase_if(flags, [](const std::string& f) { return f.starts_with(offload_arch); });
    return flags;
}

std::vector<std::string> flags_of_gpu(const std::string& name) {
    if (!name.starts_with("gfx") || name.size() == 3 ||
        !std::ranges::all_of(name.substr(3), [](unsigned char c) { return std::isxdigit(c); }))
        return {};
    return {"-D__" + name + "__=1", "-DTILEPROOF_GPU_NAME=\"" + name + "\""};
}

}  // namespace tileproof::user
