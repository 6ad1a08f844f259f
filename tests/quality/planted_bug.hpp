// SPDX-License-Identifier: MIT
// What must happen to every bug that is planted on purpose: the law that names it finds it, and whatever case
// it was found with, it ends at the smallest one that shows it.
//
//   planted_bug b{.name = "XorSwapped", .law = law_id::L2};
//   b.contract = [] { return layout_property(law_id::L2, swapped); };
//   b.minima = {{{"layout", "packed [2,2] -> {xor: 0,1 -> 0,1}"}}};
//   b.says = "index (1,0)";
//   INSTANTIATE_TEST_SUITE_P(Layouts, PlantedBug, testing::Values(b), name_of_bug);
//
// Each try of the minimizer runs in a child process, as in a campaign, so that crashes and hangs are bugs
// like others.
#pragma once

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/worker/shrink.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace tileproof::quality {

struct planted_bug {
    std::string name;  // of its tests
    std::function<std::unique_ptr<properties::property>()> contract;
    properties::law_id law{};
    // Its smallest case holds everything that one of these holds. More than one where several are equally
    // small, or what makes them differ has nothing to do with the bug.
    std::vector<nlohmann::json> minima;
    std::string says;          // part of the sentence
    double case_seconds = 10;  // what takes longer hangs: short only for a bug that does
    int largest_size = 100;  // of random cases: less for a bug that few cases show, to look at more
};

void PrintTo(const planted_bug& b, std::ostream* out);
std::string name_of_bug(const testing::TestParamInfo<planted_bug>& tested);

// One smallest case, whether it says what it must.
void expect_minimum(const planted_bug& b, const nlohmann::json& the_case, const std::string& says);

// A campaign until the law of the bug is broken, `seconds` at most, and as long for making it small.
fuzz::campaign_report hunt(const planted_bug& b, std::uint64_t seed, double seconds);
// That it found the bug, and ended at its minimum.
void expect_found(const planted_bug& b, const fuzz::campaign_report& report);

// Failing cases of a bug, and what the minimizer makes of them.
class bug_under_test {
  public:
    explicit bug_under_test(const planted_bug& b);

    struct failing {
        nlohmann::json the_case;
        std::string failure;                        // empty: the law holds
        properties::failure why{};                  // what it says
        std::vector<properties::failure> beside{};  // what else fails
        bool hung = false;
    };
    failing judge(const nlohmann::json& c);
    fuzz::shrunk_case shrunk(const failing& f);
    const properties::property& contract() const { return *list_[0]; }

    // Twenty different failing cases out of those that `next` makes, each made smallest: all of them are
    // minima, the first one the same when it is done again, and no step makes that smaller.
    void expect_minimum_from_twenty_cases(const std::function<nlohmann::json()>& next);

  private:
    const planted_bug& bug_;
    properties::property_list list_;
    fuzz::worker worker_;
};

// Its tests are in planted_bug_test.cpp, which goes into every program that has a table of bugs.
class PlantedBug : public testing::TestWithParam<planted_bug> {};

}  // namespace tileproof::quality
