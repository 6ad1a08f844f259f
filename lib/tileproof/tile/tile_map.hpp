// SPDX-License-Identifier: MIT
// tile_map: the arithmetic of an encoding, prepared once: (P, Y) -> X, and X -> (P, Y) for each replica.
//
// Every R and H dim becomes one digit. Its value is computed from its owner,
//   digit = (P_owner / owner_weight) mod length      or      digit = Y_owner,
// and it adds digit * target_weight to its X (or, for R, to the replica number). In the other direction a digit is (X
// / target_weight) mod length and adds digit * owner_weight to its owner. Example: in H = [[4, 1, 32], [2, 4]] with
// lane = ((1,2), (2,0)), the digit (2,0) has length 2, owner weight 1 in the lane and target weight 4 in X1; lane 5
// has digit 1 there, which adds 4 to X1.
//
// The static form reads the same table at compile time, so the formula exists only once.
#pragma once

#include <tileproof/tile/tile_encoding.hpp>
#include <type_traits>

namespace tileproof {

struct tile_digit {
    rh_id dim{};
    long_index_t length = 1;
    bool owner_is_p = false;
    int owner = -1;  // a P or a Y dim; -1: an unused R dim of length 1
    long_index_t owner_weight = 1, target_weight = 1;

    // The digit with weight `weight` of a number. Unsigned, so that division by a power of two is a shift.
    template <class Index>
    static constexpr TILEPROOF_HOST_DEVICE Index read(Index number, long_index_t weight,
                                                      long_index_t length) {
        using unsigned_index = std::make_unsigned_t<Index>;
        return static_cast<Index>(static_cast<unsigned_index>(number) /
                                  static_cast<unsigned_index>(weight) %
                                  static_cast<unsigned_index>(length));
    }
};

// The arithmetic on a table of digits: a tile_map's own, or one in a block of plain data (tile_view). Digits: a range
// of tile_digit.
namespace detail {

constexpr TILEPROOF_HOST_DEVICE long_index_t digit_of_p(const tile_digit& d,
                                                        const long_index_t* p) {
    return tile_digit::read(p[d.owner], d.owner_weight, d.length);
}

constexpr TILEPROOF_HOST_DEVICE void tile_x_of(const auto& digits, int x_count,
                                               const long_index_t* p, const long_index_t* y,
                                               long_index_t* x) {
    for (int i = 0; i < x_count; ++i) x[i] = 0;
    for (const tile_digit& d : digits)
        if (d.dim.major > 0)
            x[d.dim.major - 1] += d.target_weight * (d.owner_is_p ? digit_of_p(d, p) : y[d.owner]);
}

constexpr TILEPROOF_HOST_DEVICE long_index_t tile_replica_of(const auto& digits,
                                                             const long_index_t* p) {
    long_index_t replica = 0;
    for (const tile_digit& d : digits)
        if (d.dim.major == 0 && d.owner >= 0) replica += d.target_weight * digit_of_p(d, p);
    return replica;
}

constexpr TILEPROOF_HOST_DEVICE void tile_owner_of(const auto& digits, int p_count,
                                                   const long_index_t* x, long_index_t replica,
                                                   long_index_t* p, long_index_t* y) {
    for (int i = 0; i < p_count; ++i) p[i] = 0;
    for (const tile_digit& d : digits) {
        const long_index_t number = d.dim.major == 0 ? replica : x[d.dim.major - 1];
        const long_index_t digit = tile_digit::read(number, d.target_weight, d.length);
        if (d.owner_is_p) p[d.owner] += digit * d.owner_weight;
        if (!d.owner_is_p && d.owner >= 0) y[d.owner] = digit;
    }
}

// `count` lengths: converts a number, packed with the last dim fastest, to an index and back.
constexpr TILEPROOF_HOST_DEVICE void unpack_index(const auto& lengths, int count,
                                                  long_index_t number, long_index_t* index) {
    for (int i = count - 1; i >= 0; --i) {
        index[i] = number % lengths[i];
        number /= lengths[i];
    }
}
constexpr TILEPROOF_HOST_DEVICE long_index_t pack_index(const auto& lengths, int count,
                                                        const long_index_t* index) {
    long_index_t number = 0;
    for (int i = 0; i < count; ++i) number = number * lengths[i] + index[i];
    return number;
}

}  // namespace detail

struct tile_map {
    static constexpr int max_digits =
        tile_encoding::max_r + tile_encoding::max_p * tile_encoding::max_ids + tile_encoding::max_y;

    bounded_list<tile_digit, max_digits> digits;
    bounded_list<long_index_t, tile_encoding::max_x> x_lengths;
    bounded_list<long_index_t, tile_encoding::max_p> p_lengths;
    bounded_list<long_index_t, tile_encoding::max_y> y_lengths;
    long_index_t replicas = 1;   // product of R: how many threads hold each X
    long_index_t elements = 1;   // product of the X lengths
    long_index_t threads = 1;    // product of the P lengths
    long_index_t registers = 1;  // product of the Y lengths: the thread buffer

    constexpr tile_map() = default;
    // requires find_mistake(e).rule == none
    constexpr TILEPROOF_HOST_DEVICE explicit tile_map(const tile_encoding& e) {
        for (int major = 0; major <= e.h.size(); ++major) add_major(e, major);
        for (const auto& ids : e.p) {
            p_lengths.push_back(product(e, ids));
            threads *= p_lengths[p_lengths.size() - 1];
        }
        for (const rh_id id : e.y) {
            y_lengths.push_back(e.length(id));
            registers *= e.length(id);
        }
    }

    // From P and Y to X. p, y and x point to p_lengths.size(), .. numbers; 0 <= p[i] < length.
    constexpr TILEPROOF_HOST_DEVICE void x_of(const long_index_t* p, const long_index_t* y,
                                              long_index_t* x) const {
        detail::tile_x_of(digits, x_lengths.size(), p, y, x);
    }
    // The replica that this P holds: 0 <= result < replicas.
    constexpr TILEPROOF_HOST_DEVICE long_index_t replica_of(const long_index_t* p) const {
        return detail::tile_replica_of(digits, p);
    }
    // The P and Y that hold X in a given replica: the inverse of x_of and replica_of.
    constexpr TILEPROOF_HOST_DEVICE void owner_of(const long_index_t* x, long_index_t replica,
                                                  long_index_t* p, long_index_t* y) const {
        detail::tile_owner_of(digits, p_lengths.size(), x, replica, p, y);
    }

    // Converts numbers of threads, registers and elements, packed with the last dim fastest, to indices and back.
    template <class Lengths>
    static constexpr TILEPROOF_HOST_DEVICE void unpack(const Lengths& lengths, long_index_t number,
                                                       long_index_t* index) {
        detail::unpack_index(lengths, lengths.size(), number, index);
    }
    template <class Lengths>
    static constexpr TILEPROOF_HOST_DEVICE long_index_t pack(const Lengths& lengths,
                                                             const long_index_t* index) {
        return detail::pack_index(lengths, lengths.size(), index);
    }

  private:
    static constexpr TILEPROOF_HOST_DEVICE long_index_t product(const tile_encoding& e,
                                                                const tile_encoding::id_list& ids,
                                                                int first = 0) {
        long_index_t result = 1;
        for (int k = first; k < ids.size(); ++k) result *= e.length(ids[k]);
        return result;
    }
    constexpr TILEPROOF_HOST_DEVICE void add_major(const tile_encoding& e, int major) {
        long_index_t weight = 1;
        const int minors = e.minors(major);
        for (int minor = 0; minor < minors; ++minor) weight *= e.length({major, minor});
        (major == 0 ? replicas : elements) *= weight;
        if (major > 0) x_lengths.push_back(weight);
        for (int minor = 0; minor < minors; ++minor) {
            const rh_id dim{major, minor};
            weight /= e.length(dim);
            const tile_user user = detail::find_user(e, dim);
            const long_index_t owner_weight =
                user.is_p ? product(e, e.p[user.index], user.entry + 1) : 1;
            digits.push_back({dim, e.length(dim), user.is_p, user.index, owner_weight, weight});
        }
    }
};

}  // namespace tileproof
