// SPDX-License-Identifier: MIT
// Windows: what every thread of a tile loads and stores, through plain, padded and transformed views.
#include <gtest/gtest.h>

#include <numeric>
#include <tileproof/tile/tile_window.hpp>
#include <vector>

#include "encodings.hpp"

using namespace tileproof;
using namespace tileproof::tests;

namespace {

template <index_t... V>
using s = sequence<V...>;
template <index_t... V>
auto numbers() {
    return make_tuple(number<V>{}...);
}

// Memory whose first element is aligned for every vector.
template <class T>
struct aligned_memory {
    explicit aligned_memory(std::size_t count, T first = 0) : room(count + 16) {
        auto address = reinterpret_cast<std::uintptr_t>(room.data());
        start = (16 - address % 16) % 16 / sizeof(T);
        std::iota(begin(), begin() + static_cast<std::ptrdiff_t>(count), first);
    }
    T* begin() { return room.data() + start; }
    std::vector<T> room;
    std::size_t start = 0;
};

// f(P index) for every thread of the distribution.
template <class Distribution, class F>
void each_thread(Distribution d, F f) {
    for (int thread = 0; thread < d.get_num_of_warps() * d.get_num_of_lanes(); ++thread)
        f(d.get_partition_index(thread));
}

constexpr auto copy_lengths = make_tuple(number<128>{}, number<8>{});

TEST(TileWindow, LoadsAndStoresItsPartAndNothingElse) {
    aligned_memory<int> in(300 * 24, 1), out(300 * 24, -1);
    std::fill_n(out.begin(), 300 * 24, -1);
    const auto from = make_naive_tensor_view(in.begin(), make_tuple(300, 24), make_tuple(24, 1));
    const auto to = make_naive_tensor_view(out.begin(), make_tuple(300, 24), make_tuple(24, 1));
    each_thread(copy_tile, [&](auto p) {
        const auto tile =
            load_tile(make_tile_window(from, copy_lengths, make_tuple(100, 16), copy_tile, p));
        store_tile(make_tile_window(to, s<128, 8>{}, make_tuple(100, 16), copy_tile, p), tile);
    });
    for (int i = 0; i < 300; ++i)
        for (int j = 0; j < 24; ++j) {
            const bool inside = i >= 100 && i < 228 && j >= 16;
            EXPECT_EQ(out.begin()[i * 24 + j], inside ? i * 24 + j + 1 : -1) << i << ", " << j;
        }
}

TEST(TileWindow, LoadsIntoTheRegisterThatTheDistributionSays) {
    aligned_memory<int> in(128 * 8);
    const auto view = make_naive_tensor_view(in.begin(), numbers<128, 8>(), numbers<8, 1>());
    const auto window =
        make_tile_window(view, copy_lengths, make_tuple(0, 0), copy_tile, {{0, 37}});
    EXPECT_EQ(window.get_vector_length(), 4);
    const auto tile = load_tile(window);
    unroll<16>([&](auto place) {
        constexpr int number = static_cast<int>(decltype(place)::value);
        using y = decltype(copy_tile)::y_of_register<number>;
        const auto x = copy_tile.calculate_index({{0, 37}}, y{});
        EXPECT_EQ(tile.get_thread_buffer()[number], x[0] * 8 + x[1]);
        EXPECT_EQ(window.calculate_index(y{}), x);
    });
}

TEST(TileWindow, ReadsPadsAsTheirValueAndWritesNothingThere) {
    for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{
             {1, 1}, {127, 7}, {128, 8}, {129, 9}, {5, 13}, {200, 16}}) {
        const auto count = static_cast<std::size_t>(rows * columns);
        aligned_memory<float> in(count, 1), out(count + 64);
        std::fill_n(out.begin(), count + 64, -1.0f);
        const auto whole = [&](float* p, int pad) {
            return pad_tensor_view(
                make_tensor_view(
                    p,
                    make_naive_tensor_descriptor(make_tuple(rows, columns), make_tuple(columns, 1)),
                    static_cast<float>(pad)),
                copy_lengths, s<true, true>{});
        };
        for (int row = 0; row < rows; row += 128)
            for (int column = 0; column < columns; column += 8)
                each_thread(copy_tile, [&](auto p) {
                    const auto origin = make_tuple(row, column);
                    const auto tile = load_tile(make_tile_window(
                        whole(in.begin(), 77), copy_lengths, origin, copy_tile, p));
                    const auto window =
                        make_tile_window(whole(out.begin(), 0), copy_lengths, origin, copy_tile, p);
                    unroll<16>([&](auto place) {
                        constexpr int number = static_cast<int>(decltype(place)::value);
                        const auto x =
                            window.calculate_index(decltype(copy_tile)::y_of_register<number>{});
                        const bool pad = x[0] >= rows || x[1] >= columns;
                        EXPECT_EQ(tile.get_thread_buffer()[number],
                                  pad ? 77.0f : static_cast<float>(x[0] * columns + x[1] + 1));
                    });
                    store_tile(window, tile);
                });
        for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(out.begin()[i], in.begin()[i]);
        for (std::size_t i = count; i < count + 64; ++i) EXPECT_EQ(out.begin()[i], -1.0f);
    }
}

TEST(TileWindow, TakesVectorsOnlyWhereTheViewProvesThem) {
    static float memory[1024];
    const auto length = [](const auto& view) {
        return make_tile_window(view, copy_lengths, make_tuple(0, 0), copy_tile, {})
            .get_vector_length();
    };
    const auto n8 = number<8>{};
    const auto n1 = number<1>{};
    EXPECT_EQ(length(make_naive_tensor_view(memory, numbers<128, 8>(), numbers<8, 1>())), 4);
    EXPECT_EQ(length(make_naive_tensor_view(memory, make_tuple(128, 8), make_tuple(8, n1))), 1);
    EXPECT_EQ(length(make_naive_tensor_view(memory, make_tuple(128, 8), make_tuple(8, n1), n8, n1)),
              4);
    EXPECT_EQ(length(make_naive_tensor_view(memory, numbers<128, 10>(), numbers<10, 1>())), 2);
    EXPECT_EQ(length(make_naive_tensor_view(memory, numbers<128, 8>(), numbers<1, 128>())), 1);
    const auto swizzled =
        transform_tensor_view(make_naive_tensor_view(memory, numbers<128, 8>(), numbers<8, 1>()),
                              make_tuple(make_xor_transform(numbers<128, 8>())),
                              make_tuple(s<0, 1>{}), make_tuple(s<0, 1>{}));
    EXPECT_EQ(length(swizzled), 1);
    // Padding rows leaves the columns' claim, whatever the number of rows.
    EXPECT_EQ(length(pad_tensor_view(
                  make_naive_tensor_view(memory, make_tuple(100, 8), make_tuple(8, n1), n8, n1),
                  copy_lengths, s<true, false>{})),
              4);
    // At most 16 bytes.
    static double doubles[1024];
    EXPECT_EQ(length(make_naive_tensor_view(doubles, numbers<128, 8>(), numbers<8, 1>())), 2);
}

TEST(TileWindow, FallsBackToSingleElementsAtAnOriginOffTheVectors) {
    aligned_memory<float> in(300 * 24);
    const auto view = make_naive_tensor_view(in.begin(), numbers<300, 24>(), numbers<24, 1>());
    for (const int column : {0, 1, 2, 3, 4, 13}) {
        const auto window =
            make_tile_window(view, copy_lengths, make_tuple(7, column), copy_tile, {{0, 5}});
        const auto tile = load_tile(window);
        EXPECT_EQ((tile[s<1, 2>{}]), static_cast<float>((7 + 34) * 24 + column + 6));
        int accesses = 0;
        window.for_each_access([&](const auto&, auto) { ++accesses; });
        EXPECT_EQ(accesses, column % 4 == 0 ? 4 : 16);
    }
}

TEST(TileWindow, MovesAndIsPutElsewhere) {
    aligned_memory<int> in(256 * 32);
    const auto view = make_naive_tensor_view(in.begin(), make_tuple(256, 32), make_tuple(32, 1));
    auto window = make_tile_window(view, copy_lengths, make_tuple(128, 0), copy_tile, {{0, 5}});
    move_tile_window(window, make_tuple(0, 8));
    EXPECT_EQ((load_tile(window)[s<0, 0>{}]), (128 + 2) * 32 + 8 + 4);
    move_tile_window(window, make_tuple(-128, number<16>{}));
    EXPECT_EQ((load_tile(window)[s<0, 0>{}]), 2 * 32 + 24 + 4);
    set_window_origin(window, make_tuple(1, 3));
    EXPECT_EQ((load_tile(window)[s<0, 0>{}]), (1 + 2) * 32 + 3 + 4);
    EXPECT_EQ(window.get_window_origin(), (array<index_t, 2>{1, 3}));
}

TEST(TileWindow, IsMadeAgainFromWhatAnotherOneSays) {
    aligned_memory<int> in(256 * 32);
    const auto view = make_naive_tensor_view(in.begin(), make_tuple(256, 32), make_tuple(32, 1));
    const auto one = make_tile_window(view, copy_lengths, make_tuple(128, 8), copy_tile, {{0, 5}});
    const auto other =
        make_tile_window(one.get_bottom_tensor_view(), one.get_window_lengths(),
                         one.get_window_origin(), one.get_tile_distribution(), {{0, 5}});
    EXPECT_EQ(load_tile(other).get_thread_buffer(), load_tile(one).get_thread_buffer());
    EXPECT_EQ((load_tile(other)[s<0, 0>{}]), (128 + 2) * 32 + 8 + 4);
}

TEST(TileWindow, UpdatesByStoringWhenTheViewWasNotMadeToAdd) {
    aligned_memory<int> out(128 * 8);
    const auto view = make_naive_tensor_view(out.begin(), numbers<128, 8>(), numbers<8, 1>());
    each_thread(copy_tile, [&](auto p) {
        const auto window = make_tile_window(view, copy_lengths, make_tuple(0, 0), copy_tile, p);
        auto tile = load_tile(window);
        for (auto& element : tile.get_thread_buffer()) element += 1000;
        update_tile(window, tile);
        update_tile(window, tile);
    });
    for (int i = 0; i < 128 * 8; ++i) EXPECT_EQ(out.begin()[i], i + 1000);
}

TEST(TileWindow, UpdatesByAddingThroughPadsWhenTheViewWasMadeToAdd) {
    aligned_memory<int> out(128 * 8);
    const auto view =
        make_naive_tensor_view<address_space_enum::global, memory_operation_enum::add>(
            out.begin(), numbers<128, 8>(), numbers<8, 1>());
    const auto padded = pad_tensor_view(view, numbers<128, 8>(), sequence<1, 0>{});
    static_assert(decltype(padded)::operation == memory_operation_enum::add);
    const auto turned = transform_tensor_view(
        make_tensor_view<address_space_enum::global, memory_operation_enum::add>(
            out.begin(), make_naive_tensor_descriptor_packed(numbers<128, 8>())),
        make_tuple(make_pass_through_transform(number<128>{}),
                   make_pass_through_transform(number<8>{})),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}));
    static_assert(decltype(turned)::operation == memory_operation_enum::add);
    each_thread(copy_tile, [&](auto p) {
        const auto window = make_tile_window(view, copy_lengths, make_tuple(0, 0), copy_tile, p);
        const auto tile = load_tile(window);
        update_tile(window, tile);
        update_tile(window, tile);
    });
    for (int i = 0; i < 128 * 8; ++i) EXPECT_EQ(out.begin()[i], 3 * i);
}

TEST(TileWindow, StoresReplicasToTheSamePlace) {
    aligned_memory<int> in(16 * 16), out(16 * 16);
    std::fill_n(out.begin(), 16 * 16, -1);
    constexpr auto d = make_static_tile_distribution(replicated_rows{});
    each_thread(d, [&](auto p) {
        const auto from = make_naive_tensor_view(in.begin(), numbers<16, 16>(), numbers<16, 1>());
        const auto to = make_naive_tensor_view(out.begin(), numbers<16, 16>(), numbers<1, 16>());
        const auto lengths = numbers<16, 16>();
        store_tile(make_tile_window(to, lengths, make_tuple(0, 0), d, p),
                   load_tile(make_tile_window(from, lengths, make_tuple(0, 0), d, p)));
    });
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) EXPECT_EQ(out.begin()[j * 16 + i], i * 16 + j);
}

TEST(TileWindow, ReachesBeyond32BitsWithA64BitIndex) {
    // 3 rows, 2^32 elements apart: only offsets are looked at.
    static int dummy;
    const auto view =
        make_naive_tensor_view<address_space_enum::generic, bounds_policy::unchecked, long_index_t>(
            &dummy, make_tuple(long_index_t{1} << 33, number<16>{}),
            make_tuple(long_index_t{1} << 20, number<1>{}));
    constexpr auto d = make_static_tile_distribution(replicated_rows{});
    const auto window = make_tile_window(view, numbers<16, 16>(),
                                         make_tuple((long_index_t{1} << 33) - 16, 0), d, {{15}});
    std::vector<long_index_t> offsets;
    window.for_each_access([&](const auto& at, auto) { offsets.push_back(at.get_offset()); });
    ASSERT_FALSE(offsets.empty());
    EXPECT_EQ(offsets.front(), ((long_index_t{1} << 33) - 1) << 20);
}

}  // namespace
