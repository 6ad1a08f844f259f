// SPDX-License-Identifier: MIT
// static_distributed_tensor<T, Distribution>: the registers in which one thread holds its part of a tile.
//
//   auto tile = make_static_distributed_tensor<float>(distribution);    // 4 x 4 registers
//   tile(sequence<1, 2>{}) = 3.0f;                                      // by Y
//   tile.get_thread_buffer()[6] == 3.0f                                 // Y packed, the last fastest
//
// A register is also named by what it adds to X: one tile_distributed_index for each X dim, with the Y
// digits of that dim. That is what sweep_tile hands out; it means the same element in two tiles whose Y dims
// are listed in different orders. In the copy tutorial's tile, X0 has the digit Y0 and X1 the digit Y1:
//
//   tile(make_tuple(tile_distributed_index<1>{}, tile_distributed_index<2>{}))    // the same register
//
// All places are compile-time constants, so that the array lives in registers.
#pragma once

#include <tileproof/tile/tile_distribution.hpp>

namespace tileproof {

// The Y digits of one X dim, slowest first. Its span has the lengths of those digits.
template <long_index_t... Digits>
struct tile_distributed_index {
    using digits = sequence<Digits...>;
};
template <long_index_t... Lengths>
struct tile_distributed_span {
    using lengths = sequence<Lengths...>;
    static constexpr int size = static_cast<int>((1 * ... * Lengths));
};

namespace detail {

// Y dims of X dim `x`, in the order of their H dims; how many, and which Y dim is number `n`.
consteval int count_y_of_x(const tile_encoding& e, int x) {
    int count = 0;
    for (const rh_id id : e.y) count += id.major == x + 1 ? 1 : 0;
    return count;
}
consteval int y_of_x(const tile_encoding& e, int x, int n) {
    for (int minor = 0; minor < e.h[x].size(); ++minor) {
        const tile_user user = find_user(e, {x + 1, minor});
        if (!user.is_p && n-- == 0) return user.index;
    }
    return -1;
}
// Where Y dim `y` stands among those of its X dim.
consteval int rank_of_y(const tile_encoding& e, int y) {
    int rank = 0;
    for (const rh_id id : e.y) rank += id.major == e.y[y].major && id.minor < e.y[y].minor ? 1 : 0;
    return rank;
}
consteval int x_of_y_dim(const tile_encoding& e, int y) { return e.y[y].major - 1; }

template <class Encoding, int X, int... N>
auto span_of(std::integer_sequence<int, N...>)
    -> tile_distributed_span<Encoding::map.y_lengths[y_of_x(Encoding::value, X, N)]...>;
template <class Encoding, int... X>
auto spans_of(std::integer_sequence<int, X...>) -> tuple<decltype(span_of<Encoding, X>(
    std::make_integer_sequence<int, count_y_of_x(Encoding::value, X)>{}))...>;

// The Y sequence of a tuple of distributed indices.
template <class Encoding, class Indices, int... Y>
auto y_of_indices(std::integer_sequence<int, Y...>)
    -> sequence<tuple_element_t<x_of_y_dim(Encoding::value, Y), Indices>::digits::at(
        rank_of_y(Encoding::value, Y))...>;

}  // namespace detail

template <class T, class Distribution>
class static_distributed_tensor {
  public:
    using data_type = T;
    using distribution = Distribution;
    using encoding = typename Distribution::encoding;
    static constexpr int num_registers = Distribution::num_registers;

    static constexpr TILEPROOF_HOST_DEVICE Distribution get_tile_distribution() { return {}; }
    static constexpr TILEPROOF_HOST_DEVICE auto get_lengths() {
        return Distribution::get_lengths();
    }
    static constexpr TILEPROOF_HOST_DEVICE int get_thread_buffer_size() { return num_registers; }
    // One tile_distributed_span for each X dim, as types.
    static constexpr TILEPROOF_HOST_DEVICE auto get_distributed_spans() {
        return decltype(detail::spans_of<encoding>(
            std::make_integer_sequence<int, encoding::num_dim_x>{})){};
    }

    constexpr TILEPROOF_HOST_DEVICE array<T, num_registers>& get_thread_buffer() { return buffer_; }
    constexpr TILEPROOF_HOST_DEVICE const array<T, num_registers>& get_thread_buffer() const {
        return buffer_;
    }
    constexpr TILEPROOF_HOST_DEVICE void initialize(const T& value) {
        static_for<num_registers>([&](auto i) { buffer_[i.value] = value; });
    }

    // The register of a Y sequence, or of a tuple of distributed indices: tile(..) may be written,
    // tile[..] is read, as in CK Tile.
    template <class Place>
    constexpr TILEPROOF_HOST_DEVICE T& operator()(Place) {
        return buffer_[register_of<Place>()];
    }
    template <class Place>
    constexpr TILEPROOF_HOST_DEVICE const T& operator[](Place) const {
        return buffer_[register_of<Place>()];
    }

  private:
    template <class Place>
    static constexpr TILEPROOF_HOST_DEVICE int register_of() {
        if constexpr (is_sequence_v<Place>) {
            return Distribution::get_register(Place{});
        } else {
            static_assert(is_tuple_v<Place>,
                          "a register is named by a sequence of Y or by a tuple of "
                          "tile_distributed_index, one for each X dim");
            static_assert(
                Place::size() == encoding::num_dim_x,
                "a tuple that names a register has one tile_distributed_index for each X dim");
            if constexpr (is_tuple_v<Place> && Place::size() == encoding::num_dim_x)
                return Distribution::get_register(decltype(detail::y_of_indices<encoding, Place>(
                    std::make_integer_sequence<int, encoding::num_dim_y>{})){});
            else
                return 0;
        }
    }
    array<T, num_registers> buffer_;
};

template <class T, class Distribution>
constexpr TILEPROOF_HOST_DEVICE auto make_static_distributed_tensor(Distribution) {
    return static_distributed_tensor<T, Distribution>{};
}

}  // namespace tileproof
