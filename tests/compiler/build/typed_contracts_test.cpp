// SPDX-License-Identifier: MIT
// Each ready contract with each documented type: the right kernel holds, and the wrong one fails by the law of its results.
#include "properties/kernel/element_type.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace tileproof::compiler {

using namespace properties;

namespace {

const char* const typed_file = "tests/compiler/build/typed_contracts.hip";

user_library& typed_contracts() {
    static user_library lib = [] {
        user_build b;
        b.source = std::string(TILEPROOF_SOURCE_DIR) + "/" + typed_file;
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_own_cache";
        b.devices = {"cpu"};
        return load_user(b);
    }();
    return lib;
}

struct typed {
    const char* type;
    int kernels;  // right and wrong ones
};

class TypedContracts : public testing::TestWithParam<typed> {};

TEST_P(TypedContracts, HoldForRightKernelsAndFailForWrongOnes) {
    user_library& lib = typed_contracts();
    const std::string suffix = std::string("_of_") + GetParam().type;
    int found = 0;
    for (const auto& p : user_properties(lib, typed_file, "cpu")) {
        const std::string name = p->subject();
        if (!name.ends_with(suffix)) continue;
        ++found;
        const auto test = std::ranges::find(lib.tests, name, &sdk::test_data::name);
        const std::string law = test->bounded ? "K7" : "K1";
        const auto broken = broken_laws(*p, 30);
        if (name.starts_with("right_"))
            EXPECT_TRUE(broken.empty()) << name << "\n" << text(broken);
        else
            EXPECT_TRUE(broken.contains(law)) << name << "\n" << text(broken);
    }
    EXPECT_EQ(found, GetParam().kernels);
}

constexpr int moving = 2 * 3, whole = moving + 2 * 12, floating = whole + 2 * 5;
INSTANTIATE_TEST_SUITE_P(
    All, TypedContracts,
    testing::Values(typed{"struct", moving}, typed{"bool", moving}, typed{"int8", whole},
                    typed{"uint8", whole}, typed{"int16", whole}, typed{"uint16", whole},
                    typed{"int32", whole}, typed{"uint32", whole}, typed{"int64", whole},
                    typed{"uint64", whole}, typed{"float", floating}, typed{"double", floating},
                    typed{"Float16", floating}, typed{"half", floating}, typed{"bf16", floating},
                    typed{"hip_bfloat16", floating}, typed{"e4m3", floating},
                    typed{"e5m2", floating}, typed{"e4m3_fnuz", floating},
                    typed{"e5m2_fnuz", floating}),
    [](const auto& test) { return std::string(test.param.type); });

// "ends" has numbers of 63 binary digits, and a double has 53.
TEST(Linear, AddsUpAllDigitsOfWholeNumbers) {
    for (const auto& p : user_properties(typed_contracts(), typed_file, "cpu")) {
        if (p->subject() != "right_linear_of_int64") continue;
        const nlohmann::json the_case{
            {"source", typed_file}, {"test", p->subject()},  {"dims", {2, 2, 127}},
            {"data", "ends"},       {"data_seed", 2},        {"fence", "none"},
            {"repeats", 1},         {"shift", {0, 0, 0, 0}}, {"slack", {0, 0, nullptr, 0}}};
        const case_result result = p->check(the_case);
        EXPECT_EQ(result.first_failure(), nullptr);
        return;
    }
    FAIL() << "There is no linear of int64.";
}

// A mean far from zero says nothing where all elements are rounded to it.
TEST(Layernorms, HaveSeveralNumbersFarFromZeroInEachType) {
    int types = 0;
    for (const sdk::test_data& t : typed_contracts().tests) {
        if (!t.name.starts_with("right_layernorm")) continue;
        ++types;
        const auto [least, most] = t.operands.at(0).ranges.at(1);
        const element_type& type = *find_element_type(t.operands[0].type);
        std::set<double> values;
        for (double share = 0; share <= 1; share += 0x1p-10) {
            std::array<std::byte, 8> at{};
            store_value(type, least + share * (most - least), at.data());
            values.insert(value_of(type, at.data()));
        }
        EXPECT_GE(values.size(), 10u) << type.name;
        EXPECT_GE(least, 40) << type.name;
        EXPECT_LE(most, greatest_of(type)) << type.name;
    }
    EXPECT_EQ(types, 10);
}

}  // namespace
}  // namespace tileproof::compiler
