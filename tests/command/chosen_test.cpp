// SPDX-License-Identifier: MIT
#include "command/chosen.hpp"

#include "fuzz/finding/minimize.hpp"
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/draw.hpp"
#include "properties/fields.hpp"
#include "system/digest.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/Random.h>

#include <nlohmann/json.hpp>
#include <set>

namespace tileproof::command {

using namespace properties;

namespace {

using nlohmann::json;

// Every contract once, on the host or on the cpu device.
const property_list& one_of_each_contract() {
    static const property_list list = [] {
        std::vector<device_entry> devices = known_devices();
        std::erase_if(devices, [](const device_entry& d) { return d.name != "cpu"; });
        std::set<std::string> met;
        for (device_entry& d : devices)
            std::erase_if(d.kernels, [&](const auto& k) { return !met.insert(k.contract).second; });
        return known_properties(devices);
    }();
    return list;
}

// A third of all cases "fail", which ones depends on their text alone: the worst there is to walk through.
bool fails(const json& c) { return (system::fnv1a(properties::text_of(c)) >> 32) % 3 == 0; }

TEST(KnownProperties, HaveEveryContractOnce) {
    std::set<std::string> subjects;
    for (const auto& p : one_of_each_contract()) subjects.insert(p->subject());
    EXPECT_GE(subjects.size(), 7u);  // layouts, tiles, division, and four kinds of kernels
}

TEST(KnownProperties, EndAtACaseThatNoStepMakesSmallerTheSameOneEveryTime) {
    fuzz::minimize_budget budget;
    budget.time = std::chrono::minutes(5);
    for (const auto& p : one_of_each_contract()) {
        SCOPED_TRACE(p->name());
        const auto smaller = [&](const json& c) { return p->smaller(c); };
        int walked = 0;
        for (std::uint64_t seed = 0; walked < 12; ++seed) {
            ASSERT_LT(seed, 500u);
            rc::Random random(rc::Random::Key{11, seed, 0, 0});
            const json start = p->generate(random, static_cast<int>(seed % 31));
            if (!fails(start)) continue;
            ++walked;
            const auto least = fuzz::minimize(start, smaller, fails, budget);
            EXPECT_TRUE(least.complete) << least.tries << " tries from " << start;
            EXPECT_TRUE(fails(least.value));
            for (const json& simpler : p->smaller(least.value))
                EXPECT_FALSE(fails(simpler)) << simpler << " is smaller than " << least.value;
            EXPECT_EQ(fuzz::minimize(start, smaller, fails, budget).value, least.value);
        }
    }
}

// Where everything fails, steps end at a case that has none.
TEST(KnownProperties, NeverComeBackToACase) {
    for (const auto& p : one_of_each_contract()) {
        SCOPED_TRACE(p->name());
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            rc::Random random(rc::Random::Key{12, seed, 0, 0});
            draw from{seed};
            json c = p->generate(random, static_cast<int>(3 * seed));
            std::set<json> met{c};
            for (auto next = p->smaller(c); !next.empty(); next = p->smaller(c)) {
                c = next[static_cast<std::size_t>(from.below(std::ssize(next)))];
                ASSERT_TRUE(met.insert(c).second) << c << " comes back";
                ASSERT_LT(met.size(), 20'000u);
            }
        }
    }
}

void expect_program(const fuzz::finding& f) {
    EXPECT_FALSE(fuzz::reproducers_of(f).empty())
        << title(f.law) << " of " << f.property << f.the_case;
}

TEST(KnownProperties, HaveAProgramForAFindingOfEveryLaw) {
    std::set<law_id> shown{law_id::L6};  // has no property of its own
    expect_program(
        {.law = law_id::L6, .subject = "layout", .the_case = {{"layout", "packed [3]"}}});
    expect_program({.law = law_id::L1, .property = "fuzz/any", .the_case = {{"bytes", "x"}}});
    for (const auto& p : known_properties(known_devices())) {
        rc::Random random(rc::Random::Key{13, 0, 0, 0});
        const json c = p->generate(random, 3);
        for (const law_id law : p->laws()) {
            expect_program({.law = law,
                            .property = p->name(),
                            .subject = p->subject(),
                            .device = p->device(),
                            .the_case = c});
            shown.insert(law);
        }
    }
    EXPECT_EQ(shown.size(), laws().size());
}

}  // namespace
}  // namespace tileproof::command
