// SPDX-License-Identifier: MIT
// The effect of --offload-arch=gfx942 on the cpu devices: code under __gfx942__, device properties of gfx942, and
// that GPU's wave size.
//
//   gpu_of({"-DN=8", "--offload-arch=gfx942:xnack-"})   "gfx942"; empty if none or several are named
//   flags_of_gpu("gfx942")                            {"-D__gfx942__=1", "-DTILEPROOF_GPU_NAME=\"gfx942\""}
#pragma once

#include <string>
#include <vector>

namespace tileproof::user {

std::string gpu_of(const std::vector<std::string>& flags);

// For compilers that target one device and know their GPU, or have none.
std::vector<std::string> flags_without_gpu(std::vector<std::string> flags);

// Empty for an empty name, and for one that is not an AMD GPU.
std::vector<std::string> flags_of_gpu(const std::string& name);

}  // namespace tileproof::user
