// SPDX-License-Identifier: MIT
// Where lanes hold elements of matrix instructions, as AMD's matrix instruction calculator and NVIDIA's PTX manual say:
// the formulas are written down here once more. The kernels' maps have them, and on the cpu device each instruction of AMD's
// is tried element by element: one A element is one, B counts, and each lane must find in its own elements the products.
#include "tests/kernels/product/one_instruction.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "kernels/product/fragment_map.hpp"

namespace tileproof::kernels {
namespace {

struct element_index {
    int row, column;
};

struct target {
    const char* name;
    one_instruction* run;
    const char* type;
    int wave, ab, c, depth;
    element_index (*a)(int l, int e);  // (i, k)
    element_index (*b)(int l, int e);  // (k, j)
    element_index (*d)(int l, int e);  // (i, j)
};

void PrintTo(const target& t, std::ostream* out) { *out << t.name; }

constexpr auto rdna3_a = [](int l, int e) { return element_index{l % 16, e}; };
constexpr auto rdna3_b = [](int l, int e) { return element_index{e, l % 16}; };
constexpr auto rdna3_d = [](int l, int e) { return element_index{2 * e + l / 16, l % 16}; };
constexpr auto eight_a = [](int l, int e) { return element_index{l % 16, 8 * (l / 16) + e}; };
constexpr auto eight_b = [](int l, int e) { return element_index{8 * (l / 16) + e, l % 16}; };
constexpr auto eight_d = [](int l, int e) { return element_index{8 * (l / 16) + e, l % 16}; };
constexpr auto four_a = [](int l, int e) { return element_index{l % 16, 4 * (l / 16) + e}; };
constexpr auto four_b = [](int l, int e) { return element_index{4 * (l / 16) + e, l % 16}; };
constexpr auto four_d = four_b;
// Two of m16n8k16 side by side: groups of four lanes, pairs of elements.
constexpr auto nvidia_a = [](int l, int e) {
    return element_index{l / 4 + (e & 2 ? 8 : 0), l % 4 * 2 + (e & 1) + (e & 4 ? 8 : 0)};
};
constexpr auto nvidia_b = [](int l, int e) {
    return element_index{l % 4 * 2 + (e & 1) + (e & 2 ? 8 : 0), l / 4 + (e & 4 ? 8 : 0)};
};
constexpr auto nvidia_d = [](int l, int e) {
    return element_index{l / 4 + (e & 2 ? 8 : 0), l % 4 * 2 + (e & 1) + (e & 4 ? 8 : 0)};
};
constexpr auto nvidia_i8_a = [](int l, int e) {
    return element_index{l / 4 + (e & 4 ? 8 : 0), l % 4 * 4 + (e & 3)};
};
constexpr auto nvidia_i8_b = [](int l, int e) {
    return element_index{l % 4 * 4 + (e & 3), l / 4 + (e & 4 ? 8 : 0)};
};

class OneInstruction : public ::testing::TestWithParam<target> {};

TEST_P(OneInstruction, PutsEachProductWhereTheManualSays) {
    const target& t = GetParam();
    const auto counted = [](int k, int j) { return (k * 16 + j) % 120 + 1; };
    std::vector<int> b;
    for (int l = 0; l < t.wave; ++l)
        for (int e = 0; e < t.ab; ++e) b.push_back(counted(t.b(l, e).row, t.b(l, e).column));
    const std::vector<int> c(static_cast<std::size_t>(t.wave * t.c), 3);
    for (int i = 0; i < 16; ++i)
        for (int k = 0; k < t.depth; ++k) {
            std::vector<int> a;
            for (int l = 0; l < t.wave; ++l)
                for (int e = 0; e < t.ab; ++e)
                    a.push_back(t.a(l, e).row == i && t.a(l, e).column == k);
            const std::vector<int> d = t.run(t.type, a, b, c);
            for (int l = 0; l < t.wave; ++l)
                for (int e = 0; e < t.c; ++e) {
                    const element_index p = t.d(l, e);
                    ASSERT_EQ(d[static_cast<std::size_t>(l * t.c + e)],
                              3 + (p.row == i ? counted(k, p.column) : 0))
                        << "A(" << i << ',' << k << ") in lane " << l << ", element " << e;
                }
        }
}

INSTANTIATE_TEST_SUITE_P(
    Targets, OneInstruction,
    ::testing::Values(
        target{"gfx1100_f16", gfx1100, "f16", 32, 16, 8, 16, rdna3_a, rdna3_b, rdna3_d},
        target{"gfx1100_bf16", gfx1100, "bf16", 32, 16, 8, 16, rdna3_a, rdna3_b, rdna3_d},
        target{"gfx1100_i8", gfx1100, "i8", 32, 16, 8, 16, rdna3_a, rdna3_b, rdna3_d},
        target{"gfx1201_f16", gfx1201, "f16", 32, 8, 8, 16, eight_a, eight_b, eight_d},
        target{"gfx1201_bf16", gfx1201, "bf16", 32, 8, 8, 16, eight_a, eight_b, eight_d},
        target{"gfx1201_i8", gfx1201, "i8", 32, 8, 8, 16, eight_a, eight_b, eight_d},
        target{"gfx942_f16", gfx942, "f16", 64, 4, 4, 16, four_a, four_b, four_d},
        target{"gfx942_bf16", gfx942, "bf16", 64, 4, 4, 16, four_a, four_b, four_d},
        target{"gfx942_i8", gfx942, "i8", 64, 8, 4, 32, eight_a, eight_b, four_d}),
    [](const auto& of) { return of.param.name; });

template <class Map, class A, class B, class D>
void expect_map(A a, B b, D d) {
    for (int l = 0; l < Map::wave; ++l) {
        for (int e = 0; e < Map::ab_elements; ++e) {
            EXPECT_EQ(Map::a_row(l, e), a(l, e).row);
            EXPECT_EQ(Map::a_k(l, e), a(l, e).column);
            EXPECT_EQ(Map::b_k(l, e), b(l, e).row);
            EXPECT_EQ(Map::b_column(l, e), b(l, e).column);
        }
        for (int e = 0; e < Map::c_elements; ++e) {
            EXPECT_EQ(Map::c_row(l, e), d(l, e).row);
            EXPECT_EQ(Map::c_column(l, e), d(l, e).column);
        }
    }
}

TEST(FragmentMaps, AreThoseOfTheManuals) {
    expect_map<gfx11_map>(rdna3_a, rdna3_b, rdna3_d);
    expect_map<gfx12_map>(eight_a, eight_b, eight_d);
    expect_map<gfx942_map>(four_a, four_b, four_d);
    expect_map<gfx942_i8_map>(eight_a, eight_b, four_d);
    expect_map<nvidia_map>(nvidia_a, nvidia_b, nvidia_d);
    expect_map<nvidia_i8_map>(nvidia_i8_a, nvidia_i8_b, nvidia_d);
}

}  // namespace
}  // namespace tileproof::kernels
