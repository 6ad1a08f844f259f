// SPDX-License-Identifier: MIT
// The GPUs that a campaign ran on, by device: {"hip", "AMD Radeon RX 7900 XTX"}. The name of an emulated one says so.
#pragma once

#include <map>
#include <string>

namespace tileproof::report {

using gpu_names = std::map<std::string, std::string>;

}  // namespace tileproof::report
