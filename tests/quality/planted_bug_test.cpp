// SPDX-License-Identifier: MIT
// The tests of every planted bug; the tables of bugs instantiate them.
#include "tests/quality/planted_bug.hpp"

#include <rapidcheck/Random.h>

namespace tileproof::quality {
namespace {

// Address sanitizer costs kernels a factor of thirty.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TILEPROOF_IS_SLOW
#endif
#endif
#ifdef TILEPROOF_IS_SLOW
constexpr double seconds_to_find = 120;
#else
constexpr double seconds_to_find = 10;
#endif

}  // namespace

TEST_P(PlantedBug, IsFoundByItsLaw) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        expect_found(GetParam(), hunt(GetParam(), seed, seconds_to_find));
    }
}

TEST_P(PlantedBug, EndsAtItsMinimumFromTwentyRandomCases) {
    bug_under_test bug(GetParam());
    const auto size = static_cast<std::uint64_t>(GetParam().largest_size);
    std::uint64_t drawn = 0;
    bug.expect_minimum_from_twenty_cases([&] {
        rc::Random random(rc::Random::Key{7, drawn, 0, 0});
        return bug.contract().generate(random, static_cast<int>(drawn++ % (1 + size)));
    });
}

}  // namespace tileproof::quality
