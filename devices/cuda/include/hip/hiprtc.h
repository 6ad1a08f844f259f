// SPDX-License-Identifier: MIT
#error \
    "On CUDA nothing compiles kernels while a program runs: leave <hip/hiprtc.h> out for the device cuda, or run the program on cpu."
