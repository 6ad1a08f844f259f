// SPDX-License-Identifier: MIT
// For headers of ours whose host functions are work on a stream: random numbers, and algorithms of hipCUB.
//
//   enqueue("rocrand_generate", stream, [=](const copier& copy) { return copy(out, made, bytes); })
#pragma once

#include <functional>

#include "tileproof_hip/api_functions.h"

namespace tileproof::hip {

// hipMemcpy, told as the call that it is a part of.
using copier = std::function<hipError_t(void* to, const void* from, size_t bytes)>;
// Does the work now, as work of this stream, or stores it in the graph for which the stream is being captured.
hipError_t enqueue(const char* call, hipStream_t, std::function<hipError_t(const copier&)> work);
// A launch of a single thread.
hipError_t run_once(const char* name, hipStream_t, std::function<void()> body);

}  // namespace tileproof::hip
