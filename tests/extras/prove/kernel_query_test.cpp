// SPDX-License-Identifier: MIT
#include "extras/prove/kernel_query.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace tileproof::prove {
namespace {

using kind = solver_answer::kind;

const polynomial x = polynomial::name("x"), y = polynomial::name("y"), w = polynomial::name("w"),
                 h = polynomial::name("h");

std::string number(long_index_t n) {
    return n < 0 ? fmt::format("(- {})", -n) : fmt::format("{}", n);
}

// 0 <= x < w, 0 <= y < h.
kernel_query in_a_matrix() {
    kernel_query q;
    q.know("(and (<= 0 |x|) (< |x| |w|) (<= 0 |y|) (< |y| |h|))");
    (void)q.product(y, w), (void)q.product(h, w);
    return q;
}

TEST(KernelQuery, ProvesThatAnElementOfAMatrixLiesInItsMemory) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    kernel_query q = in_a_matrix();
    q.know(fmt::format("(not (and (<= 0 {0}) (< {0} {1})))", q.text(y * w + x), q.text(h * w)));
    EXPECT_EQ(q.ask().what, kind::no_model);
}

TEST(KernelQuery, ComparesFactorsWithTheNumbersThatItIsGiven) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    for (const long_index_t n : {10, 11}) {
        kernel_query q({n});
        (void)q.product(y, w);
        q.know("(and (< 0 |w|) (< |y| 10))");
        q.know(fmt::format("(not (<= {} {}))", q.text(y * w + w), q.text(10 * w)));
        EXPECT_EQ(q.ask().what, n == 10 ? kind::no_model : kind::model);
    }
}

TEST(KernelQuery, DoesNotProveItOfTheElementBehindIt) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    kernel_query q = in_a_matrix();
    q.know(fmt::format("(not (< {} {}))", q.text(y * w + x + 1), q.text(h * w)));
    EXPECT_EQ(q.ask().what, kind::model);
}

TEST(KernelQuery, ProvesThatTwoElementsInDifferentRowsDiffer) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    const polynomial u = polynomial::name("u"), v = polynomial::name("v");
    for (const bool within : {true, false}) {
        kernel_query q = in_a_matrix();
        (void)q.product(v, w);
        q.know(within ? "(and (<= 0 |u|) (< |u| |w|) (not (= |y| |v|)))"
                      : "(and (<= 0 |u|) (not (= |y| |v|)))");
        q.know(fmt::format("(= {} {})", q.text(y * w + x), q.text(v * w + u)));
        EXPECT_EQ(q.ask().what, within ? kind::no_model : kind::model);
    }
}

TEST(KernelQuery, KnowsNothingOfProductsThatIsWrong) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    for (long_index_t a = -2; a <= 2; ++a)
        for (long_index_t b = -2; b <= 2; ++b)
            for (long_index_t c = -1; c <= 2; ++c) {
                kernel_query q;
                (void)q.product(x, w), (void)q.product(y, w), (void)q.product(x, x + y);
                q.know(fmt::format("(and (= |x| {}) (= |y| {}) (= |w| {}))", number(a), number(b),
                                   number(c)));
                for (const polynomial& p : {x * w, y * w, x * x, x * y})
                    q.know(fmt::format("(= {} {})", q.text(p),
                                       number(p.value({{"x", a}, {"y", b}, {"w", c}}))));
                EXPECT_EQ(q.ask().what, kind::model) << a << ' ' << b << ' ' << c;
            }
}

TEST(KernelQuery, AQuotientIsTheOneOfAPositiveDivisor) {
    if (!why_no_solver().empty()) GTEST_SKIP() << why_no_solver();
    kernel_query q;
    const polynomial quotient = q.quotient("q", x, 7);
    q.know(fmt::format("(and (= |x| 20) (not (= {} 2)))", q.text(quotient)));
    EXPECT_EQ(q.ask().what, kind::no_model);
    kernel_query by_none;  // nothing is known, and nothing contradicts
    (void)by_none.quotient("q", x, w);
    by_none.know("(and (= |x| 20) (= |w| 0))");
    EXPECT_EQ(by_none.ask().what, kind::model);
}

}  // namespace
}  // namespace tileproof::prove
