// SPDX-License-Identifier: MIT
// What to compile for, so that it runs on the GPU at hand.
//
//   gpu_architecture("hip") == "gfx1100"       a Radeon RX 7900
//   gpu_architecture("cuda") == "90"           an H200: sm_90
//   gpu_architecture("cpu") == ""              not a GPU; nor is one that is not there
#pragma once

#include <string>
#include <string_view>

namespace tileproof::kernels {

std::string gpu_architecture(std::string_view device);

}  // namespace tileproof::kernels
