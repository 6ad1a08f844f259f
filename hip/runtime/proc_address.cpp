// SPDX-License-Identifier: MIT
// Functions of HIP by their names.
#include <dlfcn.h>

#include <string>

#include "hip/runtime/call.hpp"

using namespace tileproof::hip;

// Names whose meaning has changed are those of HIP 6, as for a program that calls them.
hipError_t hipGetProcAddress(const char* name, void** function, int, uint64_t flags,
                             hipDriverProcAddressQueryResult* result) {
    constexpr uint64_t known = 2;  // which default stream is meant
    if (!name || !function || flags > known) return noted(hipErrorInvalidValue);
    const std::string text(name);
    *function = text.starts_with("hip") ? dlsym(RTLD_DEFAULT, (text + "R0600").c_str()) : nullptr;
    if (!*function && text.starts_with("hip")) *function = dlsym(RTLD_DEFAULT, name);
    if (result)
        *result = *function ? HIP_GET_PROC_ADDRESS_SUCCESS : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return noted(*function ? hipSuccess : hipErrorInvalidValue);
}
