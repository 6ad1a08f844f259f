// SPDX-License-Identifier: MIT
// The device `cpu`: kernels as plain C++ on this machine's cores.
#pragma once

#include "devices/device.hpp"

namespace tileproof::devices {

device& cpu_device();

}  // namespace tileproof::devices
