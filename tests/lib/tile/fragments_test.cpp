// SPDX-License-Identifier: MIT
// The catalogue of matrix instruction operands, element by element, against formulas written by hand from
// the vendor's tables; nothing here reads an encoding to say what is right.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <tileproof/tile/fragments.hpp>

using namespace tileproof;

namespace {

struct place {
    long_index_t first, second;  // (i, k), (k, j) or (i, j)
    bool operator==(const place&) const = default;
};
using formula = std::function<place(long_index_t l, long_index_t e)>;
struct operand {
    int elements;  // of a lane
    int holders;   // lanes that hold one element
    formula at;
};

// A of `rows` lanes across, k = width * (l / rows) + e; B is the same with the two exchanged.
formula a_of(long_index_t rows, long_index_t width) {
    return [=](long_index_t l, long_index_t e) { return place{l % rows, width * (l / rows) + e}; };
}
formula b_of(long_index_t columns, long_index_t width) {
    return [=](long_index_t l, long_index_t e) {
        return place{width * (l / columns) + e, l % columns};
    };
}
const formula permuted_a = [](long_index_t l, long_index_t e) {
    return place{l % 16, 8 * (e / 4) + 4 * (l / 16) + e % 4};
};
const formula permuted_b = [](long_index_t l, long_index_t e) {
    return place{8 * (e / 4) + 4 * (l / 16) + e % 4, l % 16};
};
const formula c_gfx11 = [](long_index_t l, long_index_t e) {
    return place{2 * e + l / 16, l % 16};
};
const formula c_gfx12 = [](long_index_t l, long_index_t e) {
    return place{8 * (l / 16) + e, l % 16};
};
const formula c_16x16 = [](long_index_t l, long_index_t e) {
    return place{4 * (l / 16) + e, l % 16};
};
const formula c_32x32 = [](long_index_t l, long_index_t e) {
    return place{8 * (e / 4) + 4 * (l / 32) + e % 4, l % 32};
};

using instruction = std::map<std::string, operand>;
std::map<std::string, instruction> tables() {
    const instruction gfx11 = {{"A",
                                {16, 2,
                                 [](long_index_t l, long_index_t e) {
                                     return place{l % 16, e};
                                 }}},
                               {"B",
                                {16, 2,
                                 [](long_index_t l, long_index_t e) {
                                     return place{e, l % 16};
                                 }}},
                               {"C", {8, 1, c_gfx11}}};
    const instruction gfx12 = {
        {"A", {8, 1, a_of(16, 8)}}, {"B", {8, 1, b_of(16, 8)}}, {"C", {8, 1, c_gfx12}}};
    instruction gfx12_f16 = gfx12;
    gfx12_f16["A permuted"] = {8, 1, permuted_a};
    gfx12_f16["B permuted"] = {8, 1, permuted_b};
    return {
        {"gfx11 wmma_f32_16x16x16_f16", gfx11},
        {"gfx11 wmma_f16_16x16x16_f16", gfx11},
        {"gfx12 wmma_f32_16x16x16_f16", gfx12_f16},
        {"gfx12 wmma_f32_16x16x16_bf16", gfx12_f16},
        {"gfx12 wmma_f16_16x16x16_f16", gfx12_f16},
        {"gfx12 wmma_i32_16x16x16_iu8", gfx12},
        {"gfx12 wmma_f32_16x16x16_fp8_fp8", gfx12},
        {"gfx942 mfma_f32_16x16x16_f16",
         {{"A", {4, 1, a_of(16, 4)}}, {"B", {4, 1, b_of(16, 4)}}, {"C", {4, 1, c_16x16}}}},
        {"gfx942 mfma_f32_32x32x8_f16",
         {{"A", {4, 1, a_of(32, 4)}}, {"B", {4, 1, b_of(32, 4)}}, {"C", {16, 1, c_32x32}}}},
        {"gfx942 mfma_f32_16x16x4_f32",
         {{"A", {1, 1, a_of(16, 1)}}, {"B", {1, 1, b_of(16, 1)}}, {"C", {4, 1, c_16x16}}}},
        {"gfx942 mfma_i32_16x16x32_i8",
         {{"A", {8, 1, a_of(16, 8)}}, {"B", {8, 1, b_of(16, 8)}}, {"C", {4, 1, c_16x16}}}},
    };
}

template <class Fragment>
array<index_t, 2> shape_of(const std::string& name) {
    if (name[0] == 'A') return {Fragment::m, Fragment::k};
    if (name[0] == 'B') return {Fragment::k, Fragment::n};
    return {Fragment::m, Fragment::n};
}

TEST(Fragments, HoldTheElementsThatTheVendorsTablesSay) {
    const auto expected = tables();
    std::size_t instructions = 0;
    fragments::for_each_fragment([&](auto fragment) {
        SCOPED_TRACE(fragment.name);
        ++instructions;
        const instruction& rows = expected.at(fragment.name);
        std::size_t operands = 0;
        fragments::for_each_operand(fragment, [&](std::string name, auto encoding) {
            SCOPED_TRACE(name);
            ++operands;
            const operand& row = rows.at(name);
            const tile_map& map = encoding.map;
            EXPECT_EQ(encoding.get_x_lengths(), shape_of<decltype(fragment)>(name));
            EXPECT_EQ(encoding.get_num_of_lanes(), fragment.wave);
            ASSERT_EQ(map.registers, row.elements);
            EXPECT_EQ(map.replicas, row.holders);
            for (long_index_t l = 0; l < map.threads; ++l)
                for (long_index_t e = 0; e < map.registers; ++e) {
                    long_index_t y[tile_encoding::max_y] = {}, x[2] = {};
                    tile_map::unpack(map.y_lengths, e, y);
                    map.x_of(&l, y, x);
                    EXPECT_EQ((place{x[0], x[1]}), row.at(l, e))
                        << "lane " << l << ", element " << e;
                }
        });
        EXPECT_EQ(operands, rows.size());
    });
    EXPECT_EQ(instructions, expected.size());
}

TEST(Fragments, OfGfx12LetTheResultBeTheNextProductsInputWithoutMovingLanes) {
    // D (i, j) of one product and B (k, j) of the next: the same map. On gfx11 it is not.
    using gfx12 = fragments::gfx12_wmma_f32_16x16x16_f16;
    using gfx11 = fragments::gfx11_wmma_f32_16x16x16_f16;
    EXPECT_EQ(gfx12::c::value, gfx12::b::value);
    EXPECT_NE(gfx11::c::value, gfx11::b::value);
}

TEST(Fragments, AreUsableInStaticDistributions) {
    using mfma = fragments::gfx942_mfma_f32_16x16x16_f16;
    constexpr auto d = make_static_tile_distribution(mfma::c{});
    static_assert(d.calculate_index({{20}}, sequence<1>{}) == array<index_t, 2>{5, 4});
}

}  // namespace
