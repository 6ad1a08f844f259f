// SPDX-License-Identifier: MIT
// tools() of the device being built.
#pragma once

#include "kernels/tools/tools.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
device_tools tools();
}
