// SPDX-License-Identifier: MIT
// Kernels that pass messages between blocks or waves by atomics and volatile variables, right as they stand, of which each
// fence or order can be left out.
#pragma once

#include <vector>

namespace tileproof::planted {

struct message_kernel {
    message_kernel(const char* name, int orders, int right, void (*launch)(int without, int* scratch));
    const char* name;
    int orders;  // that can be left out, from 1
    int right;   // what scratch[0] must be
    void (*launch)(int without, int* scratch);  // 64 integers, all 0
};
std::vector<const message_kernel*>& message_kernels();

}  // namespace tileproof::planted
