// SPDX-License-Identifier: MIT
// The rows of docs/for-ck-tile-users.md that say what is different here: each is what the row says.
#include <gtest/gtest.h>
#include <tileproof/ck_tile.hpp>

#include <thread>
#include <vector>

namespace ck_tile {
namespace {

TEST(CkTileMeaning, TheElementSpaceCountsTheOffset) {
    const auto d = make_naive_tensor_descriptor_with_offset(make_tuple(3, 4), make_tuple(8, 1), 2);
    EXPECT_EQ(d.get_element_space_size(), 22);
    EXPECT_EQ(d.calculate_offset(multi_index<2>{2, 3}), 21);
}

// CK Tile's is inline assembly, which the cpu devices do not have.
TEST(CkTileMeaning, AbsoluteDifferencesAreAdded) {
    EXPECT_EQ(sad_u32(3, 5, 6), 8u);
    EXPECT_EQ(sad_u32(0xffffffff, 0xfffffffe, 6), 7u);
}

TEST(CkTileMeaning, AnEmptyTensorHasNoElementSpace) {
    EXPECT_EQ(
        make_naive_tensor_descriptor(make_tuple(0, 4), make_tuple(8, 1)).get_element_space_size(),
        0);
}

TEST(CkTileMeaning, WhatRunTimeKnowsIsNotStatic) {
    const auto known = make_naive_tensor_descriptor_packed(make_tuple(number<3>{}, number<4>{}));
    const auto given = make_naive_tensor_descriptor_packed(make_tuple(3, number<4>{}));
    EXPECT_TRUE(known.is_static());
    EXPECT_FALSE(given.is_static());
}

template <class Descriptor>
index_t safe_length(const Descriptor& d, index_t dim) {
    return d.get_top_dimension_safe_vector_length_strides().template get<0>()[dim];
}

TEST(CkTileMeaning, SafeVectorsAreProven) {
    const auto known = make_naive_tensor_descriptor(make_tuple(number<6>{}, number<16>{}),
                                                    make_tuple(number<24>{}, number<1>{}));
    EXPECT_EQ(safe_length(known, 1), 8);  // gcd(16, 24)
    EXPECT_EQ(safe_length(make_naive_tensor_descriptor(make_tuple(6, 16), make_tuple(24, 1)), 1),
              1);
}

TEST(CkTileMeaning, AGuaranteeSurvivesPadding) {
    float memory[48 * 64];
    const auto padded = [&](auto vector, auto tile) {
        const auto view = make_naive_tensor_view<address_space_enum::global>(
            memory, make_tuple(48, 64), make_tuple(64, 1), vector, number<1>{});
        return safe_length(
            pad_tensor_view(view, make_tuple(number<32>{}, tile), sequence<false, true>{})
                .get_tensor_descriptor(),
            1);
    };
    EXPECT_EQ(padded(number<8>{}, number<8>{}), 8);
    EXPECT_EQ(padded(number<8>{}, number<64>{}), 8);
    EXPECT_EQ(padded(number<4>{}, number<128>{}), 4);
    EXPECT_EQ(padded(number<2>{}, number<32>{}), 2);
    EXPECT_EQ(padded(number<8>{}, number<12>{}), 4);  // groups of 8 may stick out of 12 columns
    EXPECT_EQ(padded(number<8>{}, 32), 1);  // nobody knows what a tile of run time divides
}

// 256 x 8: row = 64 Y0 + lane, column = Y1.
using columns =
    tile_distribution_encoding<sequence<>, tuple<sequence<4, 64>, sequence<8>>, tuple<sequence<1>>,
                               tuple<sequence<1>>, sequence<1, 2>, sequence<0, 0>>;

TEST(CkTileMeaning, ASliceBeginsWhereItIsTold) {
    auto tile = make_static_distributed_tensor<float>(make_static_tile_distribution(columns{}));
    static_for<0, 32, 1>{}([&](auto i) { tile.get_thread_buffer()(i) = static_cast<float>(i()); });
    const auto part = get_slice_tile(tile, sequence<0, 4>{}, sequence<256, 8>{});
    EXPECT_EQ(part.get_thread_buffer()[0], 4);
    EXPECT_EQ(part.get_thread_buffer()[15], 31);
}

TEST(CkTileMeaning, ASliceOfAWindowCountsFromItsOrigin) {
    std::vector<float> memory(64 * 64);
    const auto view = make_naive_tensor_view_packed<address_space_enum::global>(memory.data(),
                                                                                make_tuple(64, 64));
    const auto window = make_tile_window(view, make_tuple(number<32>{}, number<32>{}), {16, 8});
    const auto part = get_slice_tile(window, sequence<4, 0>{}, sequence<8, 32>{});
    EXPECT_EQ(part.get_window_origin(), (multi_index<2>{20, 8}));
    EXPECT_EQ(part.get_window_lengths().get<0>(), 4);
}

TEST(CkTileMeaning, EpsilonIsTheDistanceFromOne) {
    EXPECT_EQ(type_convert<float>(numeric<half_t>::epsilon()), 1.f / 1024);
    EXPECT_EQ(type_convert<float>(numeric<bf16_t>::epsilon()), 1.f / 128);
    EXPECT_EQ(numeric<float>::epsilon(), 1.f / 8388608);
    EXPECT_EQ(type_convert<float>(numeric<fp8_t>::epsilon()), 1.f / 8);
    EXPECT_EQ(type_convert<float>(numeric<bf8_t>::epsilon()), 1.f / 4);
    EXPECT_EQ(type_convert<float>(numeric<fp8_t>::round_error()), 0.5f);
    EXPECT_EQ(type_convert<float>(numeric<bf8_t>::round_error()), 0.5f);
}

template <class Transform, class Lower, class Upper, class Index>
index_t on_six_by_four(const Transform& transforms, Lower lower, Upper upper, const Index& index) {
    return transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(6, 4)),
                                       transforms, lower, upper)
        .calculate_offset(index);
}

TEST(CkTileMeaning, ALeftPadCompiles) {
    EXPECT_EQ(
        on_six_by_four(make_tuple(make_left_pad_transform(6, 2), make_pass_through_transform(4)),
                       make_tuple(sequence<0>{}, sequence<1>{}),
                       make_tuple(sequence<0>{}, sequence<1>{}), multi_index<2>{5, 1}),
        3 * 4 + 1);
}

TEST(CkTileMeaning, TransformsOfNewerVersionsWork) {
    const auto both = make_tuple(sequence<0, 1>{});
    EXPECT_EQ(on_six_by_four(make_tuple(make_cyclic_shift_transform(make_tuple(6, 4))), both, both,
                             multi_index<2>{5, 2}),
              5 * 4 + (2 + 5) % 4);
    EXPECT_EQ(on_six_by_four(make_tuple(make_inverse_cyclic_shift_transform(make_tuple(6, 4))),
                             both, both, multi_index<2>{5, 2}),
              5 * 4 + (2 + 8 - 5) % 4);
}

TEST(CkTileMeaning, OneIndexStandsForAll) {
    const index_t token = 4;
    const auto d = transform_tensor_descriptor(
        make_naive_tensor_descriptor_packed(make_tuple(6, number<4>{})),
        make_tuple(make_indexing_transform(6, token), make_pass_through_transform(number<4>{})),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    EXPECT_EQ(d.get_length(number<0>{}), 6);
    EXPECT_EQ(d.calculate_offset(multi_index<2>{0, 1}), 17);
    EXPECT_EQ(d.calculate_offset(multi_index<2>{5, 3}), 19);
    auto c = make_tensor_coordinate(d, multi_index<2>{1, 0});
    move_tensor_coordinate(d, c, multi_index<2>{2, 1});
    EXPECT_EQ(c.get_offset(), 17);
    EXPECT_THROW(transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(6)),
                                             make_tuple(make_indexing_transform(6, 6)),
                                             make_tuple(sequence<0>{}), make_tuple(sequence<0>{})),
                 layout_error);
    // A list has one entry for each.
    EXPECT_EQ(
        transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(6)),
                                    make_tuple(make_indexing_transform(3, make_tuple(5, 0, 2))),
                                    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}))
            .calculate_offset(multi_index<1>{2}),
        2);
}

TEST(CkTileMeaning, AFunctionGivesIndices) {
    const auto swapped = [](auto i) { return i ^ 1; };
    const auto on_four = [&](const auto& transform) {
        return transform_tensor_descriptor(
            make_naive_tensor_descriptor_packed(make_tuple(number<4>{})), make_tuple(transform),
            make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
    };
    const auto known = on_four(make_functor_transform(swapped, number<4>{}));
    EXPECT_TRUE(known.is_static());
    EXPECT_EQ(known.get_length(number<0>{}), 4);
    EXPECT_EQ(known.calculate_offset(multi_index<1>{2}), 3);
    auto c = make_tensor_coordinate(known, multi_index<1>{0});
    move_tensor_coordinate(known, c, multi_index<1>{3});
    EXPECT_EQ(c.get_offset(), 2);
    const auto given = on_four(make_functor_transform(swapped, 4));
    EXPECT_FALSE(given.is_static());
    EXPECT_EQ(given.calculate_offset(multi_index<1>{1}), 0);
    // Every entry lies in the dimension below.
    EXPECT_THROW(on_four(make_functor_transform([](auto i) { return i + 1; }, 4)), layout_error);
}

template <memory_operation_enum Operation, class T>
void update_first(T* memory, T value) {
    auto view = make_naive_tensor_view<address_space_enum::global, Operation>(memory, make_tuple(4),
                                                                              make_tuple(1));
    view.update_vectorized_elements(
        make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<1>{0}), value);
}

TEST(CkTileMeaning, AtomicViewsAddAndTakeTheGreatest) {
    int sum[4] = {};
    float greatest[4] = {};
    const auto work = [&] {
        for (int i = 0; i < 10000; ++i) {
            update_first<memory_operation_enum::atomic_add>(sum, 1);
            update_first<memory_operation_enum::atomic_max>(greatest, static_cast<float>(i));
        }
    };
    std::thread other(work);
    work();
    other.join();
    EXPECT_EQ(sum[0], 20000);
    EXPECT_EQ(greatest[0], 9999);
    EXPECT_EQ(sum[1], 0);
}

// 4 x 256, a row for each Y0: column = 4 lane + Y1.
using rows_of_256 =
    tile_distribution_encoding<sequence<>, tuple<sequence<4>, sequence<64, 4>>, tuple<sequence<2>>,
                               tuple<sequence<0>>, sequence<1, 2>, sequence<0, 1>>;

TEST(CkTileMeaning, AGatheredTileHasItsRowsWhereTheThreadSays) {
    std::vector<int> memory(8 * 256);
    for (int i = 0; i < 8 * 256; ++i) memory[i] = i;
    const auto view = make_naive_tensor_view<address_space_enum::global>(
        memory.data(), make_tuple(8, 256), make_tuple(256, 1), number<4>{}, number<1>{});
    constexpr auto d = make_static_tile_distribution(rows_of_256{});
    statically_indexed_array<index_t, 4> pages;
    pages(number<0>{}) = 5 * 256;
    pages(number<1>{}) = 2 * 256;
    pages(number<2>{}) = 7 * 256;
    pages(number<3>{}) = 0;
    host_thread() = {37, 0};
    const auto lengths = make_tuple(number<4>{}, number<256>{});
    const auto window = make_tile_scatter_gather(view, lengths, {0, 0}, d, pages);
    auto tile = load_tile(window);
    const int rows[] = {5, 2, 7, 0};
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(tile.get_thread_buffer()[i], rows[i / 4] * 256 + 37 * 4 + i % 4);
    tile_elementwise_inout([](auto& x) { x = -x; }, tile);
    store_tile(window, tile);
    EXPECT_EQ(memory[7 * 256 + 37 * 4 + 3], -(7 * 256 + 37 * 4 + 3));
    EXPECT_EQ(memory[6 * 256 + 37 * 4 + 3], 6 * 256 + 37 * 4 + 3);
}

// 8 x 128 elements of 16 bits by 64 lanes, and 8 x 128 of 8 bits by 32: blocks of 4 x 64, and of 8 x 32.
using blocks_of_halves =
    tile_distribution_encoding<sequence<>, tuple<sequence<2, 4>, sequence<2, 4, 4, 4>>,
                               tuple<sequence<2, 1, 2>>, tuple<sequence<1, 1, 2>>,
                               sequence<1, 2, 2>, sequence<0, 0, 3>>;
using blocks_of_bytes =
    tile_distribution_encoding<sequence<>, tuple<sequence<8>, sequence<4, 2, 2, 8>>,
                               tuple<sequence<2, 1, 2>>, tuple<sequence<1, 0, 2>>, sequence<2, 2>,
                               sequence<0, 3>>;
TEST(CkTileMeaning, ATileIsLoadedTransposed) {
    // Element (i, j) of the window, which begins at row 1, is 128 (i + 1) + j.
    std::vector<std::int16_t> memory(9 * 128);
    for (int i = 0; i < 9 * 128; ++i) memory[i] = static_cast<std::int16_t>(i);
    const auto view =
        make_naive_tensor_view_packed<address_space_enum::lds>(memory.data(), make_tuple(9, 128));
    for (int lane = 0; lane < 64; ++lane) {
        host_thread() = {lane, 0};
        const auto window = make_tile_window(view, make_tuple(number<8>{}, number<128>{}), {1, 0},
                                             make_static_tile_distribution(blocks_of_halves{}));
        // Y of the result: blocks down, blocks across, rows of a block. Each lane has its column.
        const auto tile = load_tile_transpose(window);
        for (int i = 0; i < 16; ++i)
            ASSERT_EQ(tile.get_thread_buffer()[i],
                      128 * (i / 8 * 4 + i % 4 + 1) + i / 4 % 2 * 64 + lane);
        EXPECT_EQ(load_tile_transpose_with_offset(window, -128).get_thread_buffer()[0], lane);
    }
    using result = remove_cvref_t<decltype(load_tile_transpose(
        make_tile_window(view, make_tuple(number<8>{}, number<128>{}), {1, 0},
                         make_static_tile_distribution(blocks_of_halves{}))))>;
    static_assert(
        std::is_same_v<result::encoding,
                       tile_distribution_encoding<
                           sequence<>, tuple<sequence<2, 64>, sequence<2, 4>>, tuple<sequence<1>>,
                           tuple<sequence<1>>, sequence<2, 1, 2>, sequence<0, 0, 1>>>);
}
TEST(CkTileMeaning, ATileOfBytesIsLoadedTransposed) {
    std::vector<std::uint8_t> memory(8 * 128);
    for (int i = 0; i < 8 * 128; ++i) memory[i] = static_cast<std::uint8_t>(i / 128 * 31 + i % 128);
    const auto view =
        make_naive_tensor_view_packed<address_space_enum::lds>(memory.data(), make_tuple(8, 128));
    host_thread() = {21, 0};
    const auto tile =
        load_tile_transpose(make_tile_window(view, make_tuple(number<8>{}, number<128>{}), {0, 0},
                                             make_static_tile_distribution(blocks_of_bytes{})));
    for (int i = 0; i < 32; ++i)
        ASSERT_EQ(tile.get_thread_buffer()[i], memory[i % 8 * 128 + i / 8 * 32 + 21]);
}

TEST(CkTileMeaning, ALinearWindowIsAWindow) {
    std::vector<int> memory(8 * 256, 1);
    memory[256 * 4 + 37 * 4] = 9;
    const auto view = make_naive_tensor_view_packed<address_space_enum::global>(memory.data(),
                                                                                make_tuple(8, 256));
    host_thread() = {37, 0};
    const auto plain = make_tile_window(view, make_tuple(number<4>{}, number<256>{}), {4, 0});
    const auto tile =
        load_tile(make_tile_window_linear(plain, make_static_tile_distribution(rows_of_256{})));
    EXPECT_EQ(tile.get_thread_buffer()[0], 9);
}

// Of all 256, and of what lies between neighbours: a quarter is nearer, in the middle the even one is taken.
template <class T>
void convert_all() {
    const auto value = [](int code) {
        return type_convert<float>(bit_cast<T>(static_cast<uint8_t>(code)));
    };
    const auto code = [](float x) {
        return static_cast<int>(bit_cast<uint8_t>(type_convert<T>(x)));
    };
    for (int n = 0; n < 0x7f; ++n) {
        const float here = value(n), next = value(n + 1), step = next - here;
        ASSERT_GT(step, 0) << n;
        EXPECT_EQ(code(here), n);
        EXPECT_EQ(code(-next), 0x80 | (n + 1));
        EXPECT_EQ(code(here + step / 4), n);
        EXPECT_EQ(code(here + step / 4 * 3), n + 1);
        EXPECT_EQ(code(here + step / 2), n % 2 == 0 ? n : n + 1);
    }
    EXPECT_EQ(code(1e30f), 0x7f);
    EXPECT_EQ(code(-1e30f), 0xff);
    EXPECT_EQ(code(-1e-45f), 0);
    EXPECT_TRUE(value(0x80) != value(0x80));
}
TEST(CkTileMeaning, EightBitFloatsAreTheNearest) {
    static_assert(sizeof(fp8_t) == 1 && sizeof(bf8_t) == 1 && !std::is_same_v<fp8_t, bf8_t>);
    convert_all<fp8_t>();
    convert_all<bf8_t>();
}

}  // namespace
}  // namespace ck_tile
