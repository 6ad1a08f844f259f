// The checks that the cpu-checked device has, in the order in which they report.
#pragma once

#include <memory>
#include <vector>

#include "kernels/device/cpu_checked/checker.hpp"

namespace tileproof::cpu_checked {

std::unique_ptr<checker> make_bounds_check();
std::unique_ptr<checker> make_race_check();
std::unique_ptr<checker> make_uninitialised_check();
std::unique_ptr<checker> make_divergence_check();
std::unique_ptr<checker> make_shared_memory_check();

}  // namespace tileproof::cpu_checked
