// SPDX-License-Identifier: MIT
// static_distributed_tensor<T, Distribution>: one thread's part of a tile, held in registers.
//
//   auto tile = make_static_distributed_tensor<float>(distribution);    // 4 x 4 registers
//   tile(sequence<1, 2>{}) = 3.0f;                                      // by Y
//   tile.get_thread_buffer()[6] == 3.0f                                 // Y packed, the last fastest
//
// A register can also be named by its contribution to X: one tile_distributed_index for each X dim, with the Y digits
// of that dim. sweep_tile passes these; the same index means the same element in two tiles that list their Y dims in
// different orders. In the copy tutorial's tile, X0 has the digit Y0 and X1 the digit Y1:
//
//   tile(make_tuple(tile_distributed_index<1>{}, tile_distributed_index<2>{}))    // the same register
//
// All positions are compile-time constants, so the array lives in registers.
#pragma once

#include <tileproof/tile/tile_distribution.hpp>

namespace tileproof {

namespace detail {

// The register, in the whole thread buffer, of element `position` of the part of Y that begins at `origins` and has
// `lengths` (packed, the last dim fastest).
consteval int register_of_part(const auto& y_lengths, const auto& origins, const auto& lengths,
                               int position) {
    int result = 0, weight = 1;
    for (int y = y_lengths.size() - 1; y >= 0; --y) {
        const int length = static_cast<int>(lengths[y]);
        result += (static_cast<int>(origins[y]) + position % length) * weight;
        position /= length;
        weight *= static_cast<int>(y_lengths[y]);
    }
    return result;
}

}  // namespace detail

template <class T, class Distribution>
struct static_distributed_tensor {
    using data_type = T;
    using distribution = Distribution;
    using encoding = typename Distribution::encoding;
    using DataType = T;
    using StaticTileDistribution = Distribution;
    static constexpr int num_registers = Distribution::num_registers;
    static constexpr index_t kThreadElementSpaceSize = num_registers;

    array<T, num_registers> thread_buf_;

    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_dimension() {
        return Distribution::num_dim_x;
    }

    static constexpr TILEPROOF_HOST_DEVICE Distribution get_tile_distribution() { return {}; }
    static constexpr TILEPROOF_HOST_DEVICE auto get_lengths() {
        return Distribution::get_lengths();
    }
    static constexpr TILEPROOF_HOST_DEVICE int get_thread_buffer_size() { return num_registers; }
    // One tile_distributed_span for each X dim, as types.
    static constexpr TILEPROOF_HOST_DEVICE auto get_distributed_spans() {
        return Distribution::get_distributed_spans();
    }

    constexpr TILEPROOF_HOST_DEVICE array<T, num_registers>& get_thread_buffer() {
        return thread_buf_;
    }
    constexpr TILEPROOF_HOST_DEVICE const array<T, num_registers>& get_thread_buffer() const {
        return thread_buf_;
    }
    constexpr TILEPROOF_HOST_DEVICE void initialize(const T& value) {
        unroll<num_registers>([&](auto i) { thread_buf_[i.value] = value; });
    }

    // The register of a Y sequence, or of a tuple of distributed indices. As in CK Tile, tile(..) is writable and
    // tile[..] is read only.
    template <class Place>
    constexpr TILEPROOF_HOST_DEVICE T& operator()(Place) {
        return thread_buf_[register_of<Place>()];
    }
    template <class Place>
    constexpr TILEPROOF_HOST_DEVICE const T& operator[](Place) const {
        return thread_buf_[register_of<Place>()];
    }

    // Reads and writes the registers of the part of Y that begins at Origins and has Lengths, packed.
    template <index_t... Origins, index_t... Lengths>
    constexpr TILEPROOF_HOST_DEVICE auto get_y_sliced_thread_data(
        sequence<Origins...> origins, sequence<Lengths...> lengths) const {
        array<T, (1 * ... * Lengths)> part;
        for_each_of_part(origins, lengths,
                         [&](auto i, auto whole) { part[i.value] = thread_buf_[whole.value]; });
        return part;
    }
    template <index_t... Origins, index_t... Lengths, class Part>
    constexpr TILEPROOF_HOST_DEVICE void set_y_sliced_thread_data(sequence<Origins...> origins,
                                                                  sequence<Lengths...> lengths,
                                                                  const Part& part) {
        for_each_of_part(origins, lengths,
                         [&](auto i, auto whole) { thread_buf_[whole.value] = part[i.value]; });
    }

    template <class Origins, class Lengths, class F>
    static constexpr TILEPROOF_HOST_DEVICE void for_each_of_part(Origins, Lengths, F f) {
        static_assert(
            Origins::size() == encoding::num_dim_y && Lengths::size() == encoding::num_dim_y,
            "a part of the thread buffer needs an origin and a length for each Y dim");
        constexpr auto whole = encoding::get_y_lengths();
        constexpr int count = [] {
            int product = 1;
            for (const long_index_t length : Lengths::to_array())
                product *= static_cast<int>(length);
            return product;
        }();
        unroll<count>([&](auto i) {
            f(i, number<detail::register_of_part(whole, Origins::to_array(), Lengths::to_array(),
                                                 i.value)>{});
        });
    }
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
};

template <class T, class Distribution>
constexpr TILEPROOF_HOST_DEVICE auto make_static_distributed_tensor(const Distribution&) {
    return static_distributed_tensor<std::remove_cvref_t<T>, Distribution>{};
}
// A tensor with these registers.
template <class T, class Distribution, class Buffer>
constexpr TILEPROOF_HOST_DEVICE auto make_static_distributed_tensor(const Distribution&,
                                                                    const Buffer& registers) {
    return static_distributed_tensor<std::remove_cvref_t<T>, Distribution>{registers};
}

}  // namespace tileproof
