// SPDX-License-Identifier: MIT
// What a product computes instead: from made-up probes, and from those of the planted products.
#include "fuzz/diagnosis/product_model.hpp"

#include "properties/kernel/contracts/contracts.hpp"
#include "tests/fuzz/diagnosis/planted.hpp"
#include "tests/fuzz/finding/evidence.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

const kernel_contract& product() {
    static const kernel_contract c = *contract_named("product");
    return c;
}

struct one_term {
    std::int64_t times, a_row, a_column, b_row, b_column;
};
// What a kernel does in the place of term p of element (i,j).
using wrong_term = std::function<one_term(const observed_product&, std::int64_t i, std::int64_t j,
                                          std::int64_t p)>;

observed_product probed(const std::vector<long_index_t>& shape, const wrong_term& kernel) {
    observed_product o;
    o.the_case = plain_case(product(), shape);
    o.m = shape[0], o.n = shape[1], o.k = shape[2];
    for (std::int64_t e = 0; e < o.m * o.k; ++e) o.a_offsets.push_back(e);
    for (std::int64_t e = 0; e < o.k * o.n; ++e) o.b_offsets.push_back(e);
    const std::vector<std::int64_t> zero(static_cast<std::size_t>(o.m * o.n));
    o.by_a.assign(static_cast<std::size_t>(o.k), zero);
    o.by_b = o.by_a;
    for (std::int64_t i = 0; i < o.m; ++i)
        for (std::int64_t j = 0; j < o.n; ++j)
            for (std::int64_t p = 0; p < o.k; ++p) {
                const one_term t = kernel(o, i, j, p);
                const auto e = static_cast<std::size_t>(i * o.n + j);
                o.by_b[static_cast<std::size_t>(t.a_column)][e] +=
                    t.times * (2 * (t.b_row * o.n + t.b_column) + 1);
                o.by_a[static_cast<std::size_t>(t.b_row)][e] +=
                    t.times * (2 * (t.a_row * o.k + t.a_column) + 1);
            }
    o.tells = true;
    return o;
}

const std::vector<std::vector<long_index_t>> shapes{
    {2, 3, 13}, {3, 2, 9}, {1, 4, 21}, {5, 3, 11}, {2, 7, 30}};

std::vector<observed_product> probed_all(const wrong_term& kernel) {
    std::vector<observed_product> all;
    for (const auto& shape : shapes) all.push_back(probed(shape, kernel));
    return all;
}

// Each term as often as this says.
wrong_term counted(std::function<std::int64_t(std::int64_t p, std::int64_t k)> times) {
    return [times = std::move(times)](const observed_product& o, std::int64_t i, std::int64_t j,
                                      std::int64_t p) {
        return one_term{times(p, o.k), i, p, p, j};
    };
}

std::string said(const std::vector<observed_product>& all) {
    const auto found = explain_product(product(), all);
    return found ? found->heading + ": " + found->text : "";
}

TEST(ProductTerms, TellsThoseThatAreMissing) {
    EXPECT_EQ(said(probed_all(counted([](auto p, auto k) { return p < k / 8 * 8; }))),
              "The last, partial tile of k of 8 is left out: of the sum over p of A(i,p) * B(p,j), "
              "the terms where p is in the last, partial tile of 8 are missing");
    EXPECT_EQ(said(probed_all(counted([](auto p, auto) { return p < 7; }))),
              "Terms of the product are missing: of the sum over p of A(i,p) * B(p,j), the terms "
              "where p > 6 are missing");
}

TEST(ProductTerms, TellsThoseThatAreAddedAgain) {
    EXPECT_EQ(
        said(probed_all(counted([](auto, auto) { return 2; }))),
        "Terms of the product are added twice: of the sum over p of A(i,p) * B(p,j), all terms "
        "are added twice");
    const std::string stale = said(probed_all(
        counted([](auto p, auto k) { return p + 8 >= k && p + 8 < (k + 7) / 8 * 8 ? 2 : 1; })));
    EXPECT_TRUE(stale.starts_with("Steps beyond the last whole tile of k add stale values: "))
        << stale;
    const std::string last = said(probed_all(
        counted([](auto p, auto k) { return p == k - 1 ? 1 + (k + 15) / 16 * 16 - k : 1; })));
    EXPECT_TRUE(last.ends_with("the terms where p is the last are added more than once")) << last;
}

TEST(ProductTerms, TellsAnOperandThatIsReadTransposed) {
    EXPECT_EQ(said(probed_all([](const observed_product& o, auto i, auto j, auto p) {
                  const std::int64_t at = p + j * o.k;
                  return one_term{1, i, p, at / o.n, at % o.n};
              })),
              "B is read transposed: element (p,j) of B is read at p + j * k; must be p * n + j");
    EXPECT_EQ(said(probed_all([](const observed_product& o, auto i, auto j, auto p) {
                  const std::int64_t at = i + p * o.m;
                  return one_term{1, at / o.k, at % o.k, p, j};
              })),
              "A is read transposed: element (i,p) of A is read at i + p * m; must be i * k + p");
}

TEST(ProductTerms, SaysNothingOfTwoShapesOfAContraryNumberAndOfARightKernel) {
    auto all = probed_all(counted([](auto p, auto) { return p < 7; }));
    EXPECT_EQ(said({all[0], all[1]}), "");
    all[2].by_b[3][1] += 2;
    EXPECT_EQ(said(all), "");
    all = probed_all(counted([](auto p, auto) { return p < 7; }));
    all[0].by_a[12][0] = observed_product::other;
    EXPECT_EQ(said(all), "");
    EXPECT_EQ(said(probed_all(counted([](auto, auto) { return 1; }))), "");
}

TEST(ProductTerms, AreShownByWrongValuesAndByStrayReadsOfTheirOperand) {
    failure value = fuzz::testing::wrong_value();
    value.where.operand = "D";
    const wrong_product counted{"", "", 3, ""}, of_b{"", "", 3, "B"};
    EXPECT_TRUE(shows(product(), counted, value));
    EXPECT_FALSE(shows(product(), counted, fuzz::testing::stray("B", 9, false)));
    EXPECT_TRUE(shows(product(), of_b, fuzz::testing::stray("B", 9, false)));
    EXPECT_FALSE(shows(product(), of_b, fuzz::testing::stray("B", 9, true)));
    EXPECT_FALSE(shows(product(), of_b, fuzz::testing::race("part", 14, 18)));
}

// The wrong kernel itself, one-hot input after one-hot input.
std::string said_of(const char* name, const std::vector<std::vector<long_index_t>>& of,
                    bool b_column_major = false) {
    const auto p = planted_kernel(name);
    const kernel_view& view = *view_of(*p);
    std::vector<observed_product> all;
    for (const std::vector<long_index_t>& shape : of) {
        kernel_case c = plain_case(product(), shape, view.range().type(0));
        c.operands[1].order = b_column_major;
        pack(product(), c);
        all.push_back(view.probe(c));
        EXPECT_TRUE(all.back().tells) << name;
    }
    return said(all);
}

TEST(ProductTerms, OfPlantedProducts) {
    EXPECT_EQ(said_of("loses_last_k", shapes),
              "Terms of the product are missing: of the sum over p of A(i,p) * B(p,j), the terms "
              "where p is the last are missing");
    // Of a square B, so that what is read lies in it.
    EXPECT_EQ(said_of("b_row_major", {{2, 3, 3}, {3, 9, 9}, {1, 4, 4}, {5, 13, 13}}, true),
              "B is read transposed: element (p,j) of B is read at p * n + j; must be p + j * n");
}

}  // namespace
}  // namespace tileproof::diagnosis
