// The transposes of one device under the kernel laws, for targets that differ in the device alone.
#pragma once

#include "fuzz/target.hpp"

namespace tileproof::fuzz {

// The bytes choose a kernel of the device, shapes, strides, offsets, element type, data and fences.
void judge_transpose(const char* device, input_bytes input);
nlohmann::json transpose_cases_of(const char* device, input_bytes input);

}  // namespace tileproof::fuzz
