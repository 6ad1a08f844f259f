// SPDX-License-Identifier: MIT
// std::function without the rest of <functional>, which includes std::unordered_map and every algorithm: a quarter of
// the time to read the headers of a kernel test, for each device.
//
//   #include "tileproof/kernel_test/function.hpp"
//   std::function<long(long)> f = [](long n) { return 2 * n; };
#pragma once

#include <new>
#if __has_include(<bits/std_function.h>)  // of libstdc++
#include <bits/std_function.h>
#else
#include <functional>
#endif
