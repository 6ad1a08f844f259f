// SPDX-License-Identifier: MIT
// The tools of a device: find_tools(find_device("cuda")).seconds_per_call(...).
#pragma once

#include "devices/device.hpp"
#include "kernels/tools/tools.hpp"

namespace tileproof::devices {

kernels::device_tools find_tools(const device&);

}  // namespace tileproof::devices
