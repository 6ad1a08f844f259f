// SPDX-License-Identifier: MIT
// The version of HIP whose names these headers have. clang reads it before any other header.
#pragma once

#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 0
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60000000
