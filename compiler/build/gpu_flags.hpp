// SPDX-License-Identifier: MIT
// What --offload-arch=gfx942 means to the cpu devices: code under __gfx942__, device properties that say gfx942, and waves of
// that GPU.
//
//   gpu_of({"-DN=8", "--offload-arch=gfx942:xnack-"})   "gfx942"; empty: none is named, or several are
//   flags_of_gpu("gfx942")                            {"-D__gfx942__=1", "-DTILEPROOF_GPU_NAME=\"gfx942\""}
#pragma once

#include <string>
#include <vector>

namespace tileproof::user {

std::string gpu_of(const std::vector<std::string>& flags);

// For compilers of one device, which know their GPU, or have none.
std::vector<std::string> flags_without_gpu(std::vector<std::string> flags);

// None for an empty name, and for one that is no AMD GPU's.
std::vector<std::string> flags_of_gpu(const std::string& name);

}  // namespace tileproof::user
