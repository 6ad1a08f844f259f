// SPDX-License-Identifier: MIT
// Bugs of kernels that one law finds on the device cpu and the others do not: why it is there.
#include "devices/device.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "tests/quality/kernels/planted_products.hpp"
#include "tests/quality/kernels/planted_transposes.hpp"
#include "tests/quality/only_law.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace tileproof::quality {
namespace {

using ::testing::ElementsAre;

template <class Kernels>
std::set<std::string> broken_by(const std::string& contract, const std::string& kernel,
                                const Kernels& planted) {
    properties::property_list list;
    list.push_back(properties::kernel_property(
        properties::contract_named(contract),
        {kernel, "cpu", []() -> devices::device& { return devices::find_device("cpu"); },
         [&planted, kernel] {
             for (const auto& k : planted)
                 if (k.name == kernel) return properties::under(k);
             throw std::runtime_error("There is no planted kernel " + kernel + ".");
         }}));
    return laws_broken_in(list, 2000);
}
std::set<std::string> broken_by(const std::string& kernel) {
    return broken_by("transpose", kernel, planted::transposes());
}
std::set<std::string> broken_by_product(const std::string& kernel) {
    return broken_by("product", kernel, planted::cpu::products());
}

TEST(OnlyOneLaw, FindsTruncatedValues) {
    EXPECT_THAT(broken_by("truncates_values"), ElementsAre("K1"));
}
TEST(OnlyOneLaw, FindsALastRowThatIsNotWritten) {
    EXPECT_THAT(broken_by("unwritten_last_row"), ElementsAre("K2"));
}
TEST(OnlyOneLaw, FindsAWritePastTheEnd) {
    EXPECT_THAT(broken_by("one_past_the_end"), ElementsAre("K3"));
}
TEST(OnlyOneLaw, FindsAReadPastTheEnd) {
    EXPECT_THAT(broken_by("reads_past_the_end"), ElementsAre("K4"));
}
TEST(OnlyOneLaw, FindsResultsThatChange) {
    EXPECT_THAT(broken_by("not_repeatable"), ElementsAre("K5"));
}
TEST(OnlyOneLaw, FindsSumsKeptInHalfPrecision) {
    EXPECT_THAT(broken_by_product("f16_accumulator"), ElementsAre("K7"));
}
TEST(OnlyOneLaw, FindsARoundingThatDependsOnTheRow) {
    EXPECT_THAT(broken_by_product("rounds_by_row"), ElementsAre("K8"));
}
TEST(OnlyOneLaw, FindsRowsThatOverlapAndAreAccepted) {
    EXPECT_THAT(broken_by("accepts_overlapping_rows"), ElementsAre("K9"));
}
TEST(OnlyOneLaw, IsBrokenByNothingWhereNoBugIsPlanted) {
    EXPECT_THAT(broken_by("right"), ElementsAre());
    EXPECT_THAT(broken_by_product("right"), ElementsAre());
}

}  // namespace
}  // namespace tileproof::quality
