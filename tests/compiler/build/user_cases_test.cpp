// SPDX-License-Identifier: MIT
// Cases of users' kernels: which are drawn, their scalars, what smaller ones are, and those of before.
#include "properties/kernel/user/user_property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace tileproof::compiler {

using properties::bad_case;
using properties::case_result;
using properties::sentence;
using properties::user_properties;

namespace {

TEST(OwnKernels, ThatAreSquareGetNoOtherCases) {
    user_library lib = library_of("examples/row_sums.hip");
    lib.tests.front().square = true;
    const auto list = user_properties(lib, "r.hip", "cpu");
    std::vector<nlohmann::json> cases = list.front()->first_cases();
    rc::Random random(3);
    for (int i = 0; i < 300; ++i) cases.push_back(list.front()->generate(random, i % 101));
    std::set<long> lengths;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto dims = cases[i].at("dims").get<std::vector<long>>();
        EXPECT_EQ(dims[0], dims[1]) << cases[i].dump();
        lengths.insert(dims[0]);
        if (i % 40 == 0)
            for (const nlohmann::json& next : list.front()->smaller(cases[i]))
                EXPECT_EQ(next.at("dims")[0], next.at("dims")[1]) << next.dump();
    }
    EXPECT_GT(lengths.size(), 20u);
}

// As findings of before have them.
TEST(OwnKernels, ReplayCasesOfBefore) {
    const auto before = nlohmann::json::parse(
        R"({"source": "examples/transpose.hip", "test": "transpose", "dims": [33,17,1], "slack": [0,0],
            "shift": [1,0], "data": "coordinates", "data_seed": 7, "fence": "after", "repeats": 1})");
    const auto list = user_properties(library_of("examples/transpose.hip"), "t.hip", "cpu");
    const case_result r = list.front()->check(before);
    EXPECT_TRUE(r.discarded.empty()) << r.discarded;
    EXPECT_FALSE(r.first_failure()) << sentence(*r.first_failure());
    auto sums = before;
    sums["dims"] = {3, 65};
    sums["data"] = "integers";
    EXPECT_EQ(user_properties(library_of("examples/row_sums.hip"), "r.hip", "cpu")
                  .front()
                  ->check(sums)
                  .discarded,
              "");
}

TEST(OwnKernels, ShrinkEveryStepToACaseThatFits) {
    user_library& lib = library_of("examples/transpose.hip");
    const auto list = user_properties(lib, "t.hip", "cpu");
    rc::Random random(3);
    for (int i = 0; i < 50; ++i)
        for (const nlohmann::json& s : list.front()->smaller(list.front()->generate(random, i)))
            EXPECT_NO_THROW(list.front()->classify(s)) << s.dump();
}

// From the first random case that fails, one step after the other that still does.
nlohmann::json smallest_of(const std::string& kernel) {
    for (const auto& p : user_properties(library_of(declarations_file), declarations_file, "cpu")) {
        if (p->subject() != kernel) continue;
        rc::Random random(11);
        const auto fails = [&](const nlohmann::json& c) { return p->check(c).first_failure(); };
        nlohmann::json now;
        for (int i = 0; i < 400 && now.is_null(); ++i)
            if (auto c = p->generate(random, 50); fails(c)) now = c;
        for (bool again = true; again;) {
            again = false;
            for (const nlohmann::json& next : p->smaller(now))
                if (fails(next)) {
                    now = next;
                    again = true;
                    break;
                }
        }
        return now;
    }
    return {};
}

TEST(Scalars, AreMadeAsSmallAsTheFailureAllows) {
    const auto scalars = [](const char* kernel) {
        return smallest_of(kernel).value("scalars", nlohmann::json());
    };
    EXPECT_EQ(scalars("forgets_beta"), nlohmann::json({{"alpha", 0}, {"beta", 1}}));
    EXPECT_EQ(scalars("beta_up_to_five"), nlohmann::json({{"alpha", 0}, {"beta", 6}}));
    EXPECT_EQ(scalars("knows_no_seventh_mode"), nlohmann::json({{"by", 0.5}, {"mode", 7}}));
}

TEST(Scalars, AreDrawnFromTheirRangeWithItsEndsAndFromTheirList) {
    for (const auto& p : user_properties(library_of(declarations_file), declarations_file, "cpu")) {
        if (p->subject() != "right_scaled_sum" && p->subject() != "right_shift_by_mode") continue;
        rc::Random random(5);
        std::map<std::string, std::set<double>> seen;
        std::set<std::string> labels;
        for (int i = 0; i < 2000; ++i) {
            const nlohmann::json c = p->generate(random, 3);
            for (const auto& [name, value] : c.at("scalars").items())
                seen[name].insert(value.get<double>());
            for (const std::string& l : p->classify(c)) labels.insert(l);
        }
        if (p->subject() == "right_scaled_sum") {
            for (const double v : {-1000, -2, -1, 0, 1, 2, 1000})
                EXPECT_TRUE(seen["beta"].count(v)) << v;
            EXPECT_EQ(*seen["beta"].begin(), -1000);
            EXPECT_EQ(*seen["beta"].rbegin(), 1000);
            EXPECT_GT(seen["beta"].size(), 50u);
            EXPECT_EQ(seen["alpha"].size(), 21u);
            EXPECT_TRUE(labels.count("beta: -1"));
            EXPECT_TRUE(labels.count("beta: other"));
        } else {
            EXPECT_EQ(seen["mode"], (std::set<double>{0, 2, 7}));
            EXPECT_EQ(*seen["by"].begin(), 0.25);
            EXPECT_EQ(*seen["by"].rbegin(), 0.75);
        }
    }
}

TEST(Scalars, OfAStoredCaseMayBeMissingAndAreDiscardedOutsideOfTheDeclaration) {
    for (const auto& p : user_properties(library_of(declarations_file), declarations_file, "cpu")) {
        if (p->subject() != "forgets_beta") continue;
        auto c = smallest_of("forgets_beta");
        EXPECT_THROW(
            {
                c["scalars"]["beta"] = 1001;
                p->check(c);
            },
            bad_case);
        c["scalars"]["beta"] = 0.5;
        EXPECT_THROW(p->check(c), bad_case);
        c.erase("scalars");
        EXPECT_FALSE(p->check(c).first_failure());
    }
}

}  // namespace
}  // namespace tileproof::compiler
