// SPDX-License-Identifier: MIT
// Pools count the memory that is used, and what they keep of freed memory.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <vector>

namespace tileproof::devices {
namespace {

std::vector<std::uint64_t> figures(hipMemPool_t pool) {
    std::vector<std::uint64_t> all;
    for (const auto a : {hipMemPoolAttrUsedMemCurrent, hipMemPoolAttrUsedMemHigh,
                         hipMemPoolAttrReservedMemCurrent, hipMemPoolAttrReservedMemHigh})
        EXPECT_EQ(hipMemPoolGetAttribute(pool, a, &all.emplace_back()), hipSuccess);
    return all;
}

TEST(HipPools, CountWhatIsUsedAndKeepUpToTheirThreshold) {
    hipMemPoolProps props{};
    props.allocType = hipMemAllocationTypePinned;
    props.location = {hipMemLocationTypeDevice, 0};
    hipMemPool_t pool = nullptr;
    void *large = nullptr, *small = nullptr;
    std::uint64_t threshold = 4000, zero = 0;
    using list = std::vector<std::uint64_t>;
    ASSERT_EQ(hipMemPoolCreate(&pool, &props), hipSuccess);
    ASSERT_EQ(hipMallocFromPoolAsync(&large, 3000, pool, nullptr), hipSuccess);
    ASSERT_EQ(hipMallocFromPoolAsync(&small, 500, pool, nullptr), hipSuccess);
    EXPECT_EQ(figures(pool), (list{3500, 3500, 3500, 3500}));
    ASSERT_EQ(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold), hipSuccess);
    ASSERT_EQ(hipFreeAsync(large, nullptr), hipSuccess);
    EXPECT_EQ(figures(pool), (list{500, 3500, 3500, 3500}));
    ASSERT_EQ(hipMemPoolTrimTo(pool, 1000), hipSuccess);
    EXPECT_EQ(figures(pool), (list{500, 3500, 1000, 3500}));
    ASSERT_EQ(hipMallocFromPoolAsync(&large, 600, pool, nullptr), hipSuccess);  // 500 were kept
    EXPECT_EQ(figures(pool), (list{1100, 3500, 1100, 3500}));
    ASSERT_EQ(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemHigh, &zero), hipSuccess);
    EXPECT_EQ(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &zero),
              hipErrorInvalidValue);
    EXPECT_EQ(figures(pool), (list{1100, 0, 1100, 3500}));
    int off = 0, other = -1;
    ASSERT_EQ(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &off), hipSuccess);
    ASSERT_EQ(hipMemPoolGetAttribute(pool, hipMemPoolReuseFollowEventDependencies, &other),
              hipSuccess);
    EXPECT_EQ(other, 1);
    EXPECT_EQ(hipMemPoolDestroy(pool), hipSuccess);
    EXPECT_EQ(hipFreeAsync(large, nullptr), hipSuccess);
    EXPECT_EQ(hipFreeAsync(small, nullptr), hipSuccess);
    (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
