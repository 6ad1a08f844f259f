// SPDX-License-Identifier: MIT
#include "properties/typed_property.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/Random.h>

namespace tileproof::properties {
namespace {

using nlohmann::json;

struct count {
    int n = 0;
    static constexpr auto fields() { return std::tuple{field{"n", &count::n, within{0, 1000}}}; }
};

class small_counts : public typed_property<count> {
  public:
    std::string name() const override { return "counts"; }
    std::string subject() const override { return "counts"; }
    std::vector<law_id> laws() const override { return {law_id::K1}; }

    count generate(draw& from, int size) const override {
        return {static_cast<int>(from.between(0, size))};
    }
    std::vector<count> boundary_cases() const override { return {{0}, {1000}}; }
    case_result check(const count& c) const override {
        return result_of(c.n < 10 ? held(law_id::K1)
                         : c.n < 1000
                             ? failed({.law = law_id::K1, .kind = failure_kind::wrong_value})
                             : discarded(law_id::K1, "Too large to be judged."));
    }
    std::vector<count> smaller(const count& c) const override {
        return c.n > 0 ? std::vector<count>{{c.n / 2}, {c.n - 1}} : std::vector<count>{};
    }
    std::vector<std::string> classify(const count& c) const override {
        return {c.n % 2 ? "parity: odd" : "parity: even"};
    }
};

const property& counts() {
    static const small_counts p;
    return p;
}

TEST(TypedProperty, SpeaksJsonThroughTheErasedInterface) {
    EXPECT_EQ(counts().first_cases(), (std::vector<json>{{{"n", 0}}, {{"n", 1000}}}));
    EXPECT_EQ(counts().smaller({{"n", 8}}), (std::vector<json>{{{"n", 4}}, {{"n", 7}}}));
    EXPECT_EQ(counts().classify({{"n", 3}}), std::vector<std::string>{"parity: odd"});
}

TEST(TypedProperty, DrawsTheSameCaseFromTheSameNumbers) {
    rc::Random one(7), two(7);
    for (int i = 0; i < 20; ++i) {
        const json c = counts().generate(one, 50);
        EXPECT_EQ(c, counts().generate(two, 50));
        EXPECT_LE(c.at("n").get<int>(), 50);
    }
}

TEST(TypedProperty, HoldsFailsAndDiscards) {
    EXPECT_TRUE(counts().check({{"n", 9}}).laws.at(0).held());
    EXPECT_EQ(counts().check({{"n", 10}}).first_failure()->kind, failure_kind::wrong_value);
    EXPECT_TRUE(counts().check({{"n", 1000}}).laws.empty());
    EXPECT_EQ(counts().check({{"n", 1000}}).discarded, "Too large to be judged.");
}

TEST(TypedProperty, RefusesACaseThatCannotBeReadWhateverIsAsked) {
    const json wrong{{"n", 1001}};
    EXPECT_THROW(counts().check(wrong), bad_case);
    EXPECT_THROW(counts().smaller(wrong), bad_case);
    EXPECT_THROW(counts().classify(wrong), bad_case);
}

}  // namespace
}  // namespace tileproof::properties
