// SPDX-License-Identifier: MIT
// The list that planted.hpp's macros fill.
#pragma once

#include <optional>
#include <vector>

#include "devices/cpu_checked/report.hpp"

namespace tileproof::planted {

struct entry {
    entry(const char* name, const char* file, std::optional<cpu_checked::check_kind>, int blocks,
          int threads, void (*launch)(const float* in, float* out, int* scratch, int n));
    const char *name, *file;
    std::optional<cpu_checked::check_kind> kind;
    int blocks, threads;
    void (*launch)(const float* in, float* out, int* scratch, int n);
};
std::vector<const entry*>& entries();

}  // namespace tileproof::planted
