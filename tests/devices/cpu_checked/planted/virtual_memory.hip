// SPDX-License-Identifier: MIT
// Kernels on virtual memory: what is mapped is memory like other, what is not is outside all memory.
#include <hip/hip_runtime.h>

#include "tests/devices/cpu_checked/planted/streams.hpp"

namespace {

using tileproof::cpu_checked::check_kind;
using tileproof::planted::orders;
constexpr std::size_t page = 4096;

// Two pages, each mapped by itself.
struct two_pages {
    int* at = nullptr;
    two_pages() {
        const hipMemLocation here{hipMemLocationTypeDevice, 0};
        const hipMemAllocationProp p{
            hipMemAllocationTypePinned, hipMemHandleTypeNone, here, nullptr, {}};
        const hipMemAccessDesc access{here, hipMemAccessFlagsProtReadWrite};
        (void)hipMemAddressReserve(reinterpret_cast<void**>(&at), 2 * page, 0, nullptr, 0);
        for (int i = 0; i < 2; ++i) {
            hipMemGenericAllocationHandle_t h;
            (void)hipMemCreate(&h, page, &p, 0), (void)hipMemMap(second(i), page, 0, h, 0);
            (void)hipMemRelease(h);
        }
        (void)hipMemSetAccess(at, 2 * page, &access, 1);
    }
    void end() const {
        (void)hipMemUnmap(at, page), (void)hipMemUnmap(second(), page);
        (void)hipMemAddressFree(at, 2 * page);
    }
    int* second(int i = 1) const { return at + i * 1024; }
};

__global__ void fill(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void mapped_memory(orders&) {
    const two_pages m;
    hipLaunchKernelGGL(fill, dim3(2), dim3(1024), 0, 0, m.at);
    m.end();
}
const tileproof::planted::stream_program program_mapped_memory("mapped_memory", mapped_memory);

#define WRONG(name)                                                                             \
    void name();                                                                                \
    const tileproof::planted::wrong_program wrong_##name(                                       \
        #name, "tests/devices/cpu_checked/planted/virtual_memory.hip", check_kind::out_of_bounds, \
        name);                                                                                  \
    void name()

__global__ void fill_unmapped(int* p) {
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // finding: memory_unmapped
}
WRONG(memory_unmapped) {
    const two_pages m;
    hipLaunchKernelGGL(fill, dim3(2), dim3(1024), 0, 0, m.at);
    (void)hipMemUnmap(m.second(), page);
    hipLaunchKernelGGL(fill_unmapped, dim3(2), dim3(1024), 0, 0, m.at);
    m.end();
}

__global__ void fill_inaccessible(int* p) {
    p[threadIdx.x] = 1;  // finding: memory_without_access
}
WRONG(memory_without_access) {
    const two_pages m;
    const hipMemAccessDesc none{{hipMemLocationTypeDevice, 0}, hipMemAccessFlagsProtNone};
    (void)hipMemSetAccess(m.at, page, &none, 1);
    hipLaunchKernelGGL(fill_inaccessible, dim3(1), dim3(64), 0, 0, m.at);
    m.end();
}

__global__ void fill_freed(int* p) {
    p[threadIdx.x] = 1;  // finding: addresses_freed
}
WRONG(addresses_freed) {
    const two_pages m;
    m.end();
    hipLaunchKernelGGL(fill_freed, dim3(1), dim3(64), 0, 0, m.at);
}

}  // namespace
