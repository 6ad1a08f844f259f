// SPDX-License-Identifier: MIT
// Virtual memory: what is mapped and may be accessed is one piece of memory, all else is none.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>
#include <unistd.h>

#include <numeric>
#include <vector>

namespace tileproof::devices {
namespace {

constexpr std::size_t page = 4096, per_page = page / sizeof(int);

__global__ void twice(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

hipMemAllocationProp on_device(int id = 0) {
    return {hipMemAllocationTypePinned,
            hipMemHandleTypePosixFileDescriptor,
            {hipMemLocationTypeDevice, id},
            nullptr,
            {}};
}
hipMemAccessDesc access(hipMemAccessFlags flags, int id = 0) {
    return {{hipMemLocationTypeDevice, id}, flags};
}
const hipMemAccessDesc both_ways = access(hipMemAccessFlagsProtReadWrite);

// Pages at addresses of their own, of which the first ones are mapped.
struct memory {
    explicit memory(std::size_t pages) : bytes(pages * page) {
        EXPECT_EQ(hipMemAddressReserve(&at, bytes, 0, nullptr, 0), hipSuccess);
    }
    ~memory() {
        if (mapped) EXPECT_EQ(hipMemUnmap(at, mapped), hipSuccess);
        EXPECT_EQ(hipMemAddressFree(at, bytes), hipSuccess);
    }
    memory(const memory&) = delete;
    memory& operator=(const memory&) = delete;
    void grow(hipMemGenericAllocationHandle_t h, std::size_t pages) {
        ASSERT_EQ(hipMemMap(page_at(mapped / page), pages * page, 0, h, 0), hipSuccess);
        ASSERT_EQ(hipMemSetAccess(page_at(mapped / page), pages * page, &both_ways, 1), hipSuccess);
        mapped += pages * page;
    }
    int* page_at(std::size_t n) const { return static_cast<int*>(at) + n * per_page; }
    void* at = nullptr;
    const std::size_t bytes;
    std::size_t mapped = 0;
};
struct owned_handle {
    explicit owned_handle(std::size_t pages) {
        const hipMemAllocationProp p = on_device();
        EXPECT_EQ(hipMemCreate(&is, pages * page, &p, 0), hipSuccess);
    }
    ~owned_handle() { EXPECT_EQ(hipMemRelease(is), hipSuccess); }
    owned_handle(const owned_handle&) = delete;
    owned_handle& operator=(const owned_handle&) = delete;
    hipMemGenericAllocationHandle_t is = nullptr;
};

TEST(HipVirtualMemory, GrowsWhereItIs) {
    const owned_handle first(1), second(2);
    memory m(4);
    m.grow(first.is, 1);
    std::vector<int> values(3 * per_page), back(3 * per_page);
    std::iota(values.begin(), values.end(), 1);
    ASSERT_EQ(hipMemcpy(m.at, values.data(), page, hipMemcpyHostToDevice), hipSuccess);
    m.grow(second.is, 2);
    ASSERT_EQ(hipMemcpy(m.page_at(1), &values[per_page], 2 * page, hipMemcpyDefault), hipSuccess);
    twice<<<3, per_page>>>(static_cast<int*>(m.at));
    ASSERT_EQ(hipMemcpy(back.data(), m.at, 3 * page, hipMemcpyDeviceToHost), hipSuccess);
    for (std::size_t i = 0; i < back.size(); ++i) ASSERT_EQ(back[i], 2 * values[i]) << i;

    std::size_t bytes = 0;
    hipDeviceptr_t base = nullptr;
    ASSERT_EQ(hipMemGetAddressRange(&base, &bytes, m.page_at(2)), hipSuccess);
    EXPECT_EQ(base, m.at);
    EXPECT_EQ(bytes, 3 * page);
    hipPointerAttribute_t about{};
    ASSERT_EQ(hipPointerGetAttributes(&about, m.page_at(1)), hipSuccess);
    EXPECT_EQ(about.type, hipMemoryTypeDevice);
}

TEST(HipVirtualMemory, IsTheSameAtTwoAddresses) {
    const owned_handle h(1);
    memory a(1), b(2);
    a.grow(h.is, 1), b.grow(h.is, 1);
    int value = 7, back = 0;
    ASSERT_EQ(hipMemcpy(a.page_at(0) + 5, &value, 4, hipMemcpyDefault), hipSuccess);
    ASSERT_EQ(hipMemcpy(&back, b.page_at(0) + 5, 4, hipMemcpyDefault), hipSuccess);
    EXPECT_EQ(back, 7);
}

TEST(HipVirtualMemory, IsNoMemoryBeforeItIsMappedAndAccessIsSet) {
    const owned_handle h(1);
    memory m(2);
    int value = 7;
    const auto write = [&] { return hipMemcpy(m.at, &value, 4, hipMemcpyDefault); };
    const auto read = [&] { return hipMemcpy(&value, m.at, 4, hipMemcpyDefault); };
    const auto set = [&](hipMemAccessFlags f) {
        const hipMemAccessDesc d = access(f);
        ASSERT_EQ(hipMemSetAccess(m.at, page, &d, 1), hipSuccess);
        unsigned long long flags = 9;
        ASSERT_EQ(hipMemGetAccess(&flags, &d.location, m.page_at(1) - 1), hipSuccess);
        EXPECT_EQ(flags, f);
    };
    EXPECT_EQ(write(), hipErrorInvalidValue);
    ASSERT_EQ(hipMemMap(m.at, page, 0, h.is, 0), hipSuccess);
    EXPECT_EQ(write(), hipErrorInvalidValue);
    set(hipMemAccessFlagsProtReadWrite);
    EXPECT_EQ(write(), hipSuccess);
    EXPECT_EQ(hipMemcpy(m.at, m.at, 2 * page, hipMemcpyDefault), hipErrorInvalidValue);
    set(hipMemAccessFlagsProtRead);
    EXPECT_EQ(write(), hipErrorInvalidValue);
    EXPECT_EQ(read(), hipSuccess);
    set(hipMemAccessFlagsProtNone);
    EXPECT_EQ(read(), hipErrorInvalidValue);
    set(hipMemAccessFlagsProtReadWrite);
    ASSERT_EQ(hipMemUnmap(m.at, page), hipSuccess);
    EXPECT_EQ(read(), hipErrorInvalidValue);
    (void)hipGetLastError();
}

TEST(HipVirtualMemory, LivesWhileItIsMapped) {
    memory m(1), other(1);
    hipMemGenericAllocationHandle_t h = nullptr, again = nullptr;
    hipMemAllocationProp p = on_device();
    ASSERT_EQ(hipMemCreate(&h, page, &p, 0), hipSuccess);
    m.grow(h, 1);
    ASSERT_EQ(hipMemRelease(h), hipSuccess);
    EXPECT_EQ(hipMemRelease(h), hipErrorInvalidValue);
    EXPECT_EQ(hipMemset(m.at, 1, page), hipSuccess);
    other.grow(h, 1);
    ASSERT_EQ(hipMemRetainAllocationHandle(&again, m.page_at(0) + 3), hipSuccess);
    EXPECT_EQ(again, h);
    p = {};
    ASSERT_EQ(hipMemGetAllocationPropertiesFromHandle(&p, again), hipSuccess);
    EXPECT_EQ(p.location.type, hipMemLocationTypeDevice);
    EXPECT_EQ(hipMemRelease(again), hipSuccess);
    (void)hipGetLastError();
}

TEST(HipVirtualMemory, GoesThroughAFileDescriptor) {
    const owned_handle h(1);
    memory a(1), b(1), c(1);
    a.grow(h.is, 1);
    int file = -1, back = 0;
    ASSERT_EQ(hipMemExportToShareableHandle(&file, h.is, hipMemHandleTypePosixFileDescriptor, 0),
              hipSuccess);
    void* const as_number = reinterpret_cast<void*>(static_cast<std::uintptr_t>(file));
    memory* const others[] = {&b, &c};
    for (int i = 0; i < 2; ++i) {
        hipMemGenericAllocationHandle_t other = nullptr;
        ASSERT_EQ(hipMemImportFromShareableHandle(&other, i ? as_number : &file,
                                                  hipMemHandleTypePosixFileDescriptor),
                  hipSuccess);
        others[i]->grow(other, 1);
        ASSERT_EQ(hipMemRelease(other), hipSuccess);
        ASSERT_EQ(hipMemsetD32(a.at, 5 + i, 4), hipSuccess);
        ASSERT_EQ(hipMemcpy(&back, others[i]->at, 4, hipMemcpyDefault), hipSuccess);
        EXPECT_EQ(back, 5 + i);
    }
    close(file);
}

TEST(HipVirtualMemory, IsAligned) {
    void* p = nullptr;
    ASSERT_EQ(hipMemAddressReserve(&p, page, 1 << 24, nullptr, 0), hipSuccess);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % (1 << 24), 0u);
    ASSERT_EQ(hipMemAddressFree(p, page), hipSuccess);
}

TEST(HipVirtualMemory, WithWrongArgumentsGetsTheErrorOfHip) {
    const owned_handle h(2);
    memory m(4);
    m.grow(h.is, 2);
    std::size_t bytes = 0;
    void* p = nullptr;
    int file = 0, no_memory[2] = {};
    unsigned long long flags = 0;
    hipMemGenericAllocationHandle_t made = nullptr, none = reinterpret_cast<decltype(made)>(0x1000);
    const hipMemAllocationProp right = on_device(), elsewhere = on_device(99);
    hipMemAllocationProp no_type = right, no_place = right;
    no_type.type = hipMemAllocationTypeInvalid;
    no_place.location.type = hipMemLocationTypeInvalid;
    const hipMemAccessDesc other = access(hipMemAccessFlagsProtRead, 99),
                           odd = access(static_cast<hipMemAccessFlags>(2));
    const auto no_option = static_cast<hipMemAllocationGranularity_flags>(-1);
    constexpr auto by_file = hipMemHandleTypePosixFileDescriptor;
    const struct {
        hipError_t expected, given;
        const char* call;
    } calls[] = {
#define CALL(expected, ...) {hipError##expected, __VA_ARGS__, #__VA_ARGS__}
        CALL(InvalidValue,
             hipMemGetAllocationGranularity(nullptr, &right, hipMemAllocationGranularityMinimum)),
        CALL(InvalidValue,
             hipMemGetAllocationGranularity(&bytes, nullptr, hipMemAllocationGranularityMinimum)),
        CALL(InvalidValue, hipMemGetAllocationGranularity(&bytes, &elsewhere,
                                                          hipMemAllocationGranularityMinimum)),
        CALL(InvalidValue, hipMemGetAllocationGranularity(&bytes, &right, no_option)),
        CALL(InvalidValue, hipMemAddressReserve(nullptr, page, 0, nullptr, 0)),
        CALL(InvalidValue, hipMemAddressReserve(&p, page, 0, nullptr, 1)),
        CALL(MemoryAllocation, hipMemAddressReserve(&p, 0, 0, nullptr, 0)),
        CALL(MemoryAllocation, hipMemAddressReserve(&p, page - 1, 0, nullptr, 0)),
        CALL(MemoryAllocation, hipMemAddressReserve(&p, page, 3, nullptr, 0)),
        CALL(MemoryAllocation, hipMemAddressReserve(&p, ~std::size_t{0} - page + 1, 0, nullptr, 0)),
        CALL(InvalidValue, hipMemAddressFree(nullptr, page)),
        CALL(InvalidValue, hipMemAddressFree(m.at, 0)),
        CALL(InvalidValue, hipMemAddressFree(m.at, 4 * page)),  // still mapped
        CALL(InvalidValue, hipMemCreate(nullptr, page, &right, 0)),
        CALL(InvalidValue, hipMemCreate(&made, page, nullptr, 0)),
        CALL(InvalidValue, hipMemCreate(&made, 0, &right, 0)),
        CALL(InvalidValue, hipMemCreate(&made, page - 1, &right, 0)),
        CALL(InvalidValue, hipMemCreate(&made, page, &right, 1)),
        CALL(InvalidValue, hipMemCreate(&made, page, &no_type, 0)),
        CALL(InvalidValue, hipMemCreate(&made, page, &no_place, 0)),
        CALL(InvalidValue, hipMemCreate(&made, page, &elsewhere, 0)),
        CALL(OutOfMemory, hipMemCreate(&made, std::size_t{1} << 50, &right, 0)),
        CALL(InvalidValue, hipMemRelease(nullptr)),
        CALL(InvalidValue, hipMemRelease(none)),
        CALL(InvalidValue, hipMemRetainAllocationHandle(nullptr, m.at)),
        CALL(InvalidValue, hipMemRetainAllocationHandle(&made, m.page_at(2))),
        CALL(InvalidValue, hipMemGetAllocationPropertiesFromHandle(nullptr, h.is)),
        CALL(InvalidValue, hipMemGetAllocationPropertiesFromHandle(&no_type, none)),
        CALL(InvalidValue, hipMemMap(nullptr, page, 0, h.is, 0)),
        CALL(InvalidValue, hipMemMap(m.page_at(2), 0, 0, h.is, 0)),
        CALL(InvalidValue, hipMemMap(m.page_at(2), page, page, h.is, 0)),
        CALL(InvalidValue, hipMemMap(m.page_at(2), page, 0, none, 0)),
        CALL(InvalidValue, hipMemMap(m.page_at(2), page, 0, h.is, 1)),
        CALL(InvalidValue, hipMemMap(m.page_at(2), 3 * page, 0, h.is, 0)),  // too long
        CALL(InvalidValue, hipMemMap(m.page_at(3), 2 * page, 0, h.is, 0)),  // beyond the addresses
        CALL(InvalidValue, hipMemMap(m.page_at(2) + 1, page, 0, h.is, 0)),
        CALL(InvalidValue, hipMemMap(m.page_at(1), page, 0, h.is, 0)),  // mapped already
        CALL(InvalidValue, hipMemUnmap(nullptr, page)),
        CALL(InvalidValue, hipMemUnmap(m.at, 0)),
        CALL(InvalidValue, hipMemUnmap(m.at, page)),  // a part
        CALL(InvalidValue, hipMemUnmap(m.at, 3 * page)),
        CALL(InvalidValue, hipMemSetAccess(nullptr, page, &both_ways, 1)),
        CALL(InvalidValue, hipMemSetAccess(m.at, page, &both_ways, 1)),
        CALL(InvalidValue, hipMemSetAccess(m.page_at(2), page, &both_ways, 1)),
        CALL(InvalidValue, hipMemSetAccess(m.at, 2 * page, nullptr, 1)),
        CALL(InvalidValue, hipMemSetAccess(m.at, 2 * page, &both_ways, 0)),
        CALL(InvalidValue, hipMemSetAccess(m.at, 2 * page, &other, 1)),
        CALL(InvalidValue, hipMemSetAccess(m.at, 2 * page, &odd, 1)),
        CALL(InvalidValue, hipMemGetAccess(nullptr, &both_ways.location, m.at)),
        CALL(InvalidValue, hipMemGetAccess(&flags, nullptr, m.at)),
        CALL(InvalidValue, hipMemGetAccess(&flags, &other.location, m.at)),
        CALL(InvalidValue, hipMemGetAccess(&flags, &both_ways.location, m.page_at(2))),
        CALL(InvalidValue, hipMemExportToShareableHandle(nullptr, h.is, by_file, 0)),
        CALL(InvalidValue, hipMemExportToShareableHandle(&file, none, by_file, 0)),
        CALL(InvalidValue, hipMemExportToShareableHandle(&file, h.is, by_file, 1)),
        CALL(InvalidValue, hipMemExportToShareableHandle(&file, h.is, hipMemHandleTypeWin32, 0)),
        CALL(InvalidValue, hipMemImportFromShareableHandle(nullptr, &file, by_file)),
        CALL(InvalidValue, hipMemImportFromShareableHandle(&made, nullptr, by_file)),
        CALL(InvalidValue, hipMemImportFromShareableHandle(&made, no_memory, by_file)),
        CALL(InvalidValue, hipMemImportFromShareableHandle(&made, &file, hipMemHandleTypeNone)),
#undef CALL
    };
    for (const auto& c : calls) EXPECT_EQ(c.given, c.expected) << c.call;
    (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
