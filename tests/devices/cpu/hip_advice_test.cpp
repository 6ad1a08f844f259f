// SPDX-License-Identifier: MIT
// Advice about managed memory is told as it was given, where it was given to all of the bytes asked about.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <array>

namespace tileproof::devices {
namespace {

using testing::ElementsAre;
constexpr std::size_t page = 4096;

struct managed {
    explicit managed(std::size_t pages) {
        EXPECT_EQ(hipMallocManaged(&at, pages * page), hipSuccess);
    }
    ~managed() { EXPECT_EQ(hipFree(at), hipSuccess); }
    managed(const managed&) = delete;
    managed& operator=(const managed&) = delete;
    int told(hipMemRangeAttribute a, std::size_t pages) const {
        int value = 99;
        EXPECT_EQ(hipMemRangeGetAttribute(&value, sizeof value, a, at, pages * page), hipSuccess);
        return value;
    }
    void advise(hipMemoryAdvise a, int device, std::size_t pages = 1) const {
        EXPECT_EQ(hipMemAdvise(at, pages * page, a, device), hipSuccess);
    }
    char* at = nullptr;
};

TEST(HipManagedMemory, BeginsWithAPageAndAloneIsAttachedToAStream) {
    char *managed = nullptr, *device = nullptr;
    for (const std::size_t bytes : {std::size_t{36}, page + 4}) {
        ASSERT_EQ(hipMallocManaged(&managed, bytes), hipSuccess);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(managed) % page, 0u) << bytes;
        EXPECT_EQ(hipStreamAttachMemAsync(nullptr, managed, 0, hipMemAttachGlobal), hipSuccess);
        EXPECT_EQ(hipFree(managed), hipSuccess);
    }
    ASSERT_EQ(hipMalloc(&device, 36), hipSuccess);
    EXPECT_EQ(hipStreamAttachMemAsync(nullptr, device, 0, hipMemAttachGlobal),
              hipErrorInvalidValue);
    EXPECT_EQ(hipFree(device), hipSuccess);
    (void)hipGetLastError();
}

TEST(HipAdvice, IsToldAsItWasGiven) {
    const managed m(2);
    EXPECT_EQ(m.told(hipMemRangeAttributeReadMostly, 1), 0);
    EXPECT_EQ(m.told(hipMemRangeAttributePreferredLocation, 1), hipInvalidDeviceId);
    EXPECT_EQ(m.told(hipMemRangeAttributeLastPrefetchLocation, 1), hipInvalidDeviceId);
    EXPECT_EQ(m.told(hipMemRangeAttributeCoherencyMode, 1), hipMemRangeCoherencyModeFineGrain);
    m.advise(hipMemAdviseSetReadMostly, 0);
    m.advise(hipMemAdviseSetPreferredLocation, hipCpuDeviceId);
    m.advise(hipMemAdviseSetCoarseGrain, 0);
    EXPECT_EQ(hipMemPrefetchAsync(m.at, page, 0, nullptr), hipSuccess);
    EXPECT_EQ(m.told(hipMemRangeAttributeReadMostly, 1), 1);
    EXPECT_EQ(m.told(hipMemRangeAttributePreferredLocation, 1), hipCpuDeviceId);
    EXPECT_EQ(m.told(hipMemRangeAttributeLastPrefetchLocation, 1), 0);
    EXPECT_EQ(m.told(hipMemRangeAttributeCoherencyMode, 1), hipMemRangeCoherencyModeCoarseGrain);
    m.advise(hipMemAdviseUnsetReadMostly, 0);
    m.advise(hipMemAdviseUnsetPreferredLocation, 0);
    EXPECT_EQ(m.told(hipMemRangeAttributeReadMostly, 1), 0);
    EXPECT_EQ(m.told(hipMemRangeAttributePreferredLocation, 1), hipInvalidDeviceId);
    EXPECT_EQ(m.told(hipMemRangeAttributeLastPrefetchLocation, 1), 0);
}

TEST(HipAdvice, HoldsForWhatAllPagesHave) {
    const managed m(3);
    m.advise(hipMemAdviseSetReadMostly, 0, 2);
    EXPECT_EQ(m.told(hipMemRangeAttributeReadMostly, 2), 1);
    EXPECT_EQ(m.told(hipMemRangeAttributeReadMostly, 3), 0);
    EXPECT_EQ(hipMemAdvise(m.at + page / 2, 2 * page, hipMemAdviseUnsetReadMostly, 0), hipSuccess);
    EXPECT_EQ(m.told(hipMemRangeAttributeReadMostly, 1), 0);
}

TEST(HipAdvice, ListsAllWhoAccess) {
    const managed m(1);
    std::array<int, 4> devices{};
    m.advise(hipMemAdviseSetAccessedBy, 0), m.advise(hipMemAdviseSetAccessedBy, hipCpuDeviceId);
    void* to[] = {devices.data()};
    std::size_t sizes[] = {sizeof devices};
    hipMemRangeAttribute which[] = {hipMemRangeAttributeAccessedBy};
    ASSERT_EQ(hipMemRangeGetAttributes(to, sizes, which, 1, m.at, page), hipSuccess);
    EXPECT_THAT(devices, ElementsAre(hipCpuDeviceId, 0, hipInvalidDeviceId, hipInvalidDeviceId));
}

TEST(HipAdvice, EndsWithItsMemory) {
    char* before = nullptr;
    {
        const managed m(1);
        m.advise(hipMemAdviseSetReadMostly, 0);
        before = m.at;
    }
    const managed m(1);
    ASSERT_EQ(m.at, before);  // pooled
    EXPECT_EQ(m.told(hipMemRangeAttributeReadMostly, 1), 0);
}

TEST(HipAdvice, WithWrongArgumentsGetsTheErrorOfHip) {
    const managed m(1);
    int value = 0, *of_device = nullptr;
    ASSERT_EQ(hipMalloc(&of_device, page), hipSuccess);
    void *to[] = {&value}, *nowhere[] = {nullptr};
    std::size_t sizes[] = {4};
    hipMemRangeAttribute which[] = {hipMemRangeAttributeReadMostly};
    constexpr auto mostly = hipMemRangeAttributeReadMostly;
    const auto none = static_cast<hipMemRangeAttribute>(999);
    const auto no_stream = reinterpret_cast<hipStream_t>(0x1000);
    const struct {
        hipError_t expected, given;
        const char* call;
    } calls[] = {
#define CALL(expected, ...) {hipError##expected, __VA_ARGS__, #__VA_ARGS__}
        CALL(InvalidValue, hipMemRangeGetAttribute(nullptr, 4, mostly, m.at, page)),
        CALL(InvalidValue, hipMemRangeGetAttribute(&value, 0, mostly, m.at, page)),
        CALL(InvalidValue, hipMemRangeGetAttribute(&value, 8, mostly, m.at, page)),
        CALL(InvalidValue,
             hipMemRangeGetAttribute(&value, 6, hipMemRangeAttributeAccessedBy, m.at, page)),
        CALL(InvalidValue, hipMemRangeGetAttribute(&value, 4, none, m.at, page)),
        CALL(InvalidValue, hipMemRangeGetAttribute(&value, 4, mostly, nullptr, page)),
        CALL(InvalidValue, hipMemRangeGetAttribute(&value, 4, mostly, m.at, 0)),
        CALL(InvalidValue, hipMemRangeGetAttribute(&value, 4, mostly, m.at, page + 1)),
        CALL(InvalidValue, hipMemRangeGetAttribute(&value, 4, mostly, of_device, page)),
        CALL(InvalidValue, hipMemRangeGetAttributes(nullptr, sizes, which, 1, m.at, page)),
        CALL(InvalidValue, hipMemRangeGetAttributes(nowhere, sizes, which, 1, m.at, page)),
        CALL(InvalidValue, hipMemRangeGetAttributes(to, nullptr, which, 1, m.at, page)),
        CALL(InvalidValue, hipMemRangeGetAttributes(to, sizes, nullptr, 1, m.at, page)),
        CALL(InvalidValue, hipMemRangeGetAttributes(to, sizes, which, 0, m.at, page)),
        CALL(InvalidValue, hipMemAdvise(of_device, page, hipMemAdviseSetReadMostly, 0)),
        CALL(InvalidDevice, hipMemAdvise(m.at, page, hipMemAdviseSetAccessedBy, 9)),
        CALL(InvalidDevice, hipMemPrefetchAsync(m.at, page, 9, nullptr)),
        CALL(InvalidValue, hipMemPrefetchAsync(m.at, page + 1, 0, nullptr)),
        CALL(ContextIsDestroyed, hipMemPrefetchAsync(m.at, page, 0, no_stream)),
#undef CALL
    };
    for (const auto& c : calls) EXPECT_EQ(c.given, c.expected) << c.call;
    (void)hipFree(of_device), (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
