// SPDX-License-Identifier: MIT
// tile_view: a tile distribution encoding evaluated on host or device, from one image of plain data.
//
//   const auto image = make_tile_image(parse_tile("tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] "
//                                                 "Y=[1,2;0,1]"));          // tile_image.hpp
//   const tile_view tile(image.data());
//   tile.element_of(5, 6)       278: X = (34, 6) of 128 x 8 (tile_encoding.hpp works it out)
//   tile.holder_of(278, 0)      86: thread 5, register 6 of 16
//
// The image holds no pointer: copy its bytes to a device, at an address that is a multiple of 8, and make a view of
// the copy. Making a view reads nothing. Threads, registers and elements are numbered by the P, Y and X dims, packed
// with the last fastest.
#pragma once

#include <tileproof/tile/tile_map.hpp>

namespace tileproof {

// The header of the image. Positions are in bytes from its start.
struct tile_header {
    long_index_t image_bytes = 0;
    long_index_t replicas = 1;   // how many threads hold each X
    long_index_t elements = 1;   // product of the X lengths
    long_index_t threads = 1;    // product of the P lengths
    long_index_t registers = 1;  // product of the Y lengths
    std::int32_t x_count = 0, p_count = 0, y_count = 0, digit_count = 0;
    std::int32_t x_lengths_at = 0, p_lengths_at = 0, y_lengths_at = 0;  // int64 [count]
    std::int32_t digits_at = 0;                                         // tile_digit [digit_count]
};

class tile_view {
  public:
    tile_view() = default;
    constexpr TILEPROOF_HOST_DEVICE explicit tile_view(const void* image) : image_(image) {}

    TILEPROOF_HOST_DEVICE const tile_header& header() const {
        return *static_cast<const tile_header*>(image_);
    }
    TILEPROOF_HOST_DEVICE long_index_t threads() const { return header().threads; }
    TILEPROOF_HOST_DEVICE long_index_t registers() const { return header().registers; }
    TILEPROOF_HOST_DEVICE long_index_t elements() const { return header().elements; }
    TILEPROOF_HOST_DEVICE long_index_t replicas() const { return header().replicas; }

    // The element that a register of a thread holds.
    // requires 0 <= thread < threads() and 0 <= register_number < registers()
    TILEPROOF_HOST_DEVICE long_index_t element_of(long_index_t thread,
                                                  long_index_t register_number) const {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        long_index_t x[tile_encoding::max_x] = {};
        detail::unpack_index(p_lengths(), header().p_count, thread, p);
        detail::unpack_index(y_lengths(), header().y_count, register_number, y);
        detail::tile_x_of(digits(), header().x_count, p, y, x);
        return detail::pack_index(x_lengths(), header().x_count, x);
    }
    // The replica that a thread holds. requires 0 <= thread < threads()
    TILEPROOF_HOST_DEVICE long_index_t replica_of(long_index_t thread) const {
        long_index_t p[tile_encoding::max_p] = {};
        detail::unpack_index(p_lengths(), header().p_count, thread, p);
        return detail::tile_replica_of(digits(), p);
    }
    // The holder of an element in a replica: thread * registers() + register.
    // requires 0 <= element < elements() and 0 <= replica < replicas()
    TILEPROOF_HOST_DEVICE long_index_t holder_of(long_index_t element, long_index_t replica) const {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        long_index_t x[tile_encoding::max_x] = {};
        detail::unpack_index(x_lengths(), header().x_count, element, x);
        detail::tile_owner_of(digits(), header().p_count, x, replica, p, y);
        return detail::pack_index(p_lengths(), header().p_count, p) * registers() +
               detail::pack_index(y_lengths(), header().y_count, y);
    }

  private:
    struct digit_range {
        const tile_digit* first;
        int count;
        TILEPROOF_HOST_DEVICE const tile_digit* begin() const { return first; }
        TILEPROOF_HOST_DEVICE const tile_digit* end() const { return first + count; }
    };
    TILEPROOF_HOST_DEVICE digit_range digits() const {
        return {at<tile_digit>(header().digits_at), header().digit_count};
    }
    TILEPROOF_HOST_DEVICE const long_index_t* x_lengths() const {
        return at<long_index_t>(header().x_lengths_at);
    }
    TILEPROOF_HOST_DEVICE const long_index_t* p_lengths() const {
        return at<long_index_t>(header().p_lengths_at);
    }
    TILEPROOF_HOST_DEVICE const long_index_t* y_lengths() const {
        return at<long_index_t>(header().y_lengths_at);
    }
    template <class T>
    TILEPROOF_HOST_DEVICE const T* at(std::int32_t position) const {
        return reinterpret_cast<const T*>(static_cast<const char*>(image_) + position);
    }

    const void* image_ = nullptr;
};

}  // namespace tileproof
