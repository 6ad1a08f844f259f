// SPDX-License-Identifier: MIT
// A place in a kernel's source where threads wait for each other.
//
//   if (x) __syncthreads(); else __syncthreads();   // line 7: columns 8 and 29, numbers 0 and 1
//
// Two barriers in one line are two places. The column tells them apart, and within one macro, where both have the
// macro's column, the sequence number of each barrier in its file.
#pragma once

namespace tileproof::cpu_engine {

struct call_site {
    const char* file = nullptr;
    int line = 0;
    unsigned short column = 0;  // 0: not known, with g++
    unsigned short number = 0;  // of a barrier; 0 for wave operations
    friend bool operator==(const call_site&, const call_site&) = default;
};
inline call_site call_site_of(const char* file, int line, int column, int number = 0) {
    return {file, line, static_cast<unsigned short>(column), static_cast<unsigned short>(number)};
}

}  // namespace tileproof::cpu_engine
