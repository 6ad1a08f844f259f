// SPDX-License-Identifier: MIT
// The architecture to compile for so that the code runs on this machine's GPU.
//
//   gpu_architecture("hip") == "gfx1100"       a Radeon RX 7900
//   gpu_architecture("cuda") == "90"           an H200: sm_90
//   gpu_architecture("cpu") == ""              not a GPU; also for a GPU that is absent
#pragma once

#include <string>
#include <string_view>

namespace tileproof::devices {

std::string gpu_architecture(std::string_view device);

inline bool is_gpu(std::string_view device) { return device == "hip" || device == "cuda"; }

// Lanes of a wave: 64 on AMD's gfx9 (MI300: gfx942), 32 on everything else.
inline unsigned wave_size_of(std::string_view architecture) {
    return architecture.starts_with("gfx9") ? 64 : 32;
}

}  // namespace tileproof::devices
