// What the cpu-checked device reports, as laws:
//
//   an access outside, misaligned, or through a wrong index   K3 contained (a write), K4 no stray reads
//   a read of device memory that nobody has written           K4 no stray reads
//   a read of shared memory that nobody has written, a race,
//   a divergent barrier or wave operation                     K6 ordered
//   a hang, an exception                                      K9 honest refusal
#pragma once

#include "kernels/device/cpu_checked/report.hpp"
#include "properties/property.hpp"

#include <vector>

namespace tileproof::properties {

// The first report of each law; its text is the failure.
std::vector<law_result> laws_of(const std::vector<cpu_checked::check_report>& reports);

// Was the launch given up?
bool stopped(const std::vector<cpu_checked::check_report>& reports);

}  // namespace tileproof::properties
