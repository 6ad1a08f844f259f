// SPDX-License-Identifier: MIT
#include "extras/prove/assumptions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

polynomial read(const std::string& text, assumptions& given) {
    return expression_reader(text, 0, "text", given).sum();
}
bool at_least_zero(const std::string& text, const std::string& given) {
    assumptions a = assumptions_of(given);
    return a.at_least_zero(read(text, a));
}

TEST(Assumptions, OfANameAreThatItIsOneOrMore) {
    EXPECT_TRUE(at_least_zero("M*N-1", "M,N"));
    EXPECT_FALSE(at_least_zero("M*N-2", "M,N"));
    EXPECT_FALSE(at_least_zero("M*N-1", "M,N>=0"));
    EXPECT_TRUE(at_least_zero("M-5", "M>=5"));
    EXPECT_TRUE(at_least_zero("M-6", "M>5"));
    EXPECT_TRUE(at_least_zero("M-5", "M>=0, M>=5"));
    EXPECT_FALSE(at_least_zero("M-6", "5<=M"));
    EXPECT_TRUE(at_least_zero("64-M", "1<=M<=64"));
}

TEST(Assumptions, CompareNames) {
    EXPECT_TRUE(at_least_zero("S-N", "N,S>=N"));
    EXPECT_FALSE(at_least_zero("S-N-1", "N,S>=N"));
    EXPECT_TRUE(at_least_zero("M*S-N", "M,N,S>=N"));
    EXPECT_TRUE(at_least_zero("T-N", "M,N,S>=N,T>=M*S"));
}

TEST(Assumptions, ReplaceANameThatIsEqualToSomething) {
    assumptions a = assumptions_of("M, N==8*K, K");
    EXPECT_EQ(read("N*M", a).text(), "8*K*M");
    a = assumptions_of("N%8==0");
    EXPECT_EQ(read("N/8*8-N", a).text(), "0");
    a = assumptions_of("N%8==0, N>=0");
    EXPECT_FALSE(a.at_least_zero(read("N-1", a)));
    values v{{"(N/8)", 3}};
    EXPECT_TRUE(a.complete(v));
    EXPECT_EQ(a.say(v), "N=24");
}

TEST(Assumptions, RoundQuotientsDown) {
    assumptions a = assumptions_of("M, P");
    const polynomial q = read("(M+63)/64", a);
    EXPECT_TRUE(a.at_least_zero(q * 64 - read("M", a)));
    EXPECT_FALSE(a.at_least_zero(q * 64 - read("M+1", a)));
    for (const long_index_t m : {1, 63, 64, 65}) {
        values v{{"M", m}, {"P", 1}};
        EXPECT_TRUE(a.complete(v));
        EXPECT_EQ(q.value(v), (m + 63) / 64);
    }
}

TEST(Assumptions, KnowPowersOfTwo) {
    assumptions a = assumptions_of("k>=0, l>=3, N");
    EXPECT_TRUE(a.power_of_two(read("4*2^(k+l)", a)));
    EXPECT_FALSE(a.power_of_two(read("3*2^k", a)));
    EXPECT_FALSE(a.power_of_two(read("2^k+2^l", a)));
    EXPECT_FALSE(a.power_of_two(read("N", a)));
    EXPECT_EQ(a.divisor_of(read("2^l*N + 4*2^k*2^l", a)), 8);
    EXPECT_EQ(a.divisor_of(read("2^k", a)), 1);
}

TEST(Assumptions, AreReadOrRefusedWithASentence) {
    const auto refusal = [](const std::string& given) -> std::string {
        try {
            (void)assumptions_of(given);
        } catch (const layout_error& e) {
            return e.what();
        }
        return "accepted";
    };
    EXPECT_THAT(refusal("M,,N"), testing::HasSubstr("nothing between two commas"));
    EXPECT_THAT(refusal("M N"), testing::HasSubstr("a comparison"));
    EXPECT_THAT(refusal("N%8==1"), testing::HasSubstr("must be 0"));
    EXPECT_THAT(refusal("k>=-1, 2^k<=M, M"), testing::HasSubstr("from 0 to 62"));
    EXPECT_THAT(refusal("2^k<=M, M, k>=2^1-2"), testing::HasSubstr("a plain number"));
}

// What follows by signs is true at all values that keep the assumptions.
TEST(Assumptions, ThatProveSomethingAreRight) {
    const std::vector<std::string> given{"M,N",
                                         "M>=0,N",
                                         "M,N>=M",
                                         "M>=2,N>=0,M*N>=6",
                                         "M,N,N<=3*M",
                                         "M,N%3==0",
                                         "M>=0,N,M<=4,N>=M+2"};
    std::mt19937 random(33);
    const auto number = [&](int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(random);
    };
    int proved = 0, open = 0;
    for (int i = 0; i < 4000; ++i) {
        assumptions a = assumptions_of(given[static_cast<std::size_t>(number(0, 6))]);
        const polynomial m = read("M", a), n = read("N", a), q = read("(M+N)/4", a);
        const polynomial p = polynomial(number(-3, 3)) + polynomial(number(-2, 3)) * m +
                             polynomial(number(-2, 3)) * n + polynomial(number(-1, 2)) * m * n +
                             polynomial(number(-2, 2)) * q + polynomial(number(0, 1)) * m * m;
        if (!a.at_least_zero(p)) {
            ++open;
            continue;
        }
        ++proved;
        for (long_index_t x = 0; x < 9; ++x)
            for (long_index_t y = 0; y < 9; ++y) {
                values v;
                for (const std::string& name : a.names()) v[name] = name == "M" ? x : y;
                if (a.complete(v)) ASSERT_GE(p.value(v), 0) << p.text() << " for " << a.text();
            }
    }
    EXPECT_GT(proved, 500);
    EXPECT_GT(open, 500);
}

}  // namespace
}  // namespace tileproof::prove
