// SPDX-License-Identifier: MIT
// Each class of data is drawn for each contract that has an answer for it, and finds a kernel that is wrong for what that class
// looks like. Where that is unmistakable, no other class does.
#include "properties/kernel/user/user_property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace tileproof::properties {
namespace {

using ::testing::IsSubsetOf;
using names = std::set<std::string>;

const char* const class_file = "tests/compiler/build/data_classes.hip";

// And the classes that may look like it now and then. Full digits, which most others are strewn among or stand beside, say nothing.
const std::map<std::string, names> only{
    {"one_hot", {}},         {"equal", {}},       {"sorted", {}},           {"powers", {}},
    {"subnormal", {"bits"}}, {"zeros", {"bits"}}, {"infinities", {"bits"}}, {"nan", {"bits"}},
};

const names in_a_range{"integers", "full_digits", "scales",  "ties",   "one_hot", "equal",
                       "sorted",   "pairs",       "halfway", "powers", "ends"};
const names numbers = [] {
    names all = in_a_range;
    all.insert({"subnormal", "zeros", "infinities"});
    return all;
}();
const names everything = [] {
    names all = numbers;
    all.insert({"nan", "bits"});
    return all;
}();
const std::map<std::string, names> contracts{
    {"custom", in_a_range},      {"third", everything},           {"product", everything},
    {"gather", everything},      {"scatter", everything},         {"scatter_add", everything},
    {"sum", everything},         {"row_sum", everything},         {"scan", everything},
    {"least", numbers},          {"greatest", numbers},           {"row_least", numbers},
    {"row_greatest", numbers},   {"softmax", in_a_range},         {"layernorm", in_a_range},
    {"rmsnorm", in_a_range},     {"attention", in_a_range},       {"linear", in_a_range},
    {"convolution", in_a_range}, {"batched_product", everything},
};

class ClassesOfData : public testing::TestWithParam<std::string> {};

TEST_P(ClassesOfData, FindWhatIsWrongForThemAlone) {
    const names& must = contracts.at(GetParam());
    for (const auto& p : user_properties(library_of(class_file), class_file, "cpu")) {
        const std::string name = p->subject(), contract = name.substr(0, name.find('.')),
                          own = name.substr(name.find('.') + 1);
        if (contract != GetParam()) continue;
        names failed;
        rc::Random random(7);
        for (int i = 0; i < 1500; ++i) {
            const nlohmann::json c = p->generate(random, i % 101);
            const std::string drawn = c.at("data");
            if (failed.contains(drawn)) continue;
            if (p->check(c).first_failure()) failed.insert(drawn);
        }
        if (must.contains(own))
            EXPECT_TRUE(failed.contains(own)) << name << ": " << testing::PrintToString(failed);
        if (!only.contains(own)) continue;
        names allowed = only.at(own);
        allowed.insert(own);
        EXPECT_THAT(failed, IsSubsetOf(allowed)) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(All, ClassesOfData, testing::ValuesIn([] {
                             std::vector<std::string> all;
                             for (const auto& [name, data] : contracts) all.push_back(name);
                             return all;
                         }()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace tileproof::properties
