// SPDX-License-Identifier: MIT
// encoding_detail: facts about a tile_distribution_encoding, under the names that CK Tile's operators use.
//
//   R = (2), H = ((4, 32), (8)), P0 = (R0, H0 digit 1), Y = (H0 digit 0, H1 digit 0)
//   does_p_own_r_[0][0] == true         ps_over_rs_derivative_[0][0] == 32: lanes that lie 32 apart hold the same
//   ys_lengths_ == (4, 8)               ys_to_span_major_ == (0, 1): Y0 belongs to X0, Y1 to X1
//
// An operator that reduces along R exchanges values between the lanes of one R dim: lane +- derivative.
#pragma once

#include <tileproof/sequence.hpp>
#include <tileproof/tile/tile_map.hpp>

namespace tileproof {

template <class Encoding>
struct encoding_detail {
    static constexpr index_t ndim_rh_major_ = Encoding::NDimX + 1;
    static constexpr index_t ndim_span_major_ = Encoding::NDimX;

    static constexpr TILEPROOF_HOST_DEVICE index_t most_minors() {
        index_t most = 0;
        for (int major = 0; major < ndim_rh_major_; ++major)
            if (Encoding::value.minors(major) > most) most = Encoding::value.minors(major);
        return most;
    }
    static constexpr index_t max_ndim_rh_minor_ = most_minors();

    template <class T, index_t N>
    static constexpr TILEPROOF_HOST_DEVICE array<T, N> filled(const T& value) {
        array<T, N> result{};
        if constexpr (N > 0)
            for (T& element : result) element = value;
        return result;
    }

    // The number of minors of each major, and their lengths; -1 for minors that do not exist.
    static constexpr auto ndims_rhs_minor_ = [] {
        array<index_t, ndim_rh_major_> result{};
        for (int major = 0; major < ndim_rh_major_; ++major)
            result[major] = Encoding::value.minors(major);
        return result;
    }();
    static constexpr auto rhs_lengthss_ = [] {
        auto result = filled<array<index_t, max_ndim_rh_minor_>, ndim_rh_major_>(
            filled<index_t, max_ndim_rh_minor_>(0));
        for (int major = 0; major < ndim_rh_major_; ++major)
            for (int minor = 0; minor < Encoding::value.minors(major); ++minor)
                result[major][minor] = static_cast<index_t>(Encoding::value.length({major, minor}));
        return result;
    }();
    static constexpr auto ys_lengths_ = Encoding::get_y_lengths();

    // The X that each Y belongs to, and which of its digits it is.
    static constexpr auto ys_to_span_major_ = [] {
        array<index_t, Encoding::NDimY> result{};
        for (int y = 0; y < Encoding::NDimY; ++y) result[y] = Encoding::value.y[y].major - 1;
        return result;
    }();
    static constexpr auto ys_to_span_minor_ = [] {
        array<index_t, Encoding::NDimY> result{};
        for (int y = 0; y < Encoding::NDimY; ++y)
            for (const rh_id other : Encoding::value.y)
                if (other.major == Encoding::value.y[y].major &&
                    other.minor < Encoding::value.y[y].minor)
                    ++result[y];
        return result;
    }();

    template <class T>
    using of_p_and_r = array<array<T, Encoding::NDimR>, Encoding::NDimP>;
    // Whether P dim p has a digit of R dim r.
    static constexpr auto does_p_own_r_ = [] {
        of_p_and_r<bool> result{};
        if constexpr (Encoding::NDimR > 0 && Encoding::NDimP > 0)
            for (const tile_digit& d : Encoding::map.digits)
                if (d.dim.major == 0 && d.owner_is_p) result[d.owner][d.dim.minor] = true;
        return result;
    }();
    // How much P dim p grows when R dim r grows by 1.
    static constexpr auto ps_over_rs_derivative_ = [] {
        of_p_and_r<index_t> result{};
        if constexpr (Encoding::NDimR > 0 && Encoding::NDimP > 0)
            for (const tile_digit& d : Encoding::map.digits)
                if (d.dim.major == 0 && d.owner_is_p)
                    result[d.owner][d.dim.minor] = static_cast<index_t>(d.owner_weight);
        return result;
    }();
};

}  // namespace tileproof
