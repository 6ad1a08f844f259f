// SPDX-License-Identifier: MIT
// How CK Tile is asked: its descriptors through coordinates, its distributions through their adaptor.
//
//   d = make_naive_tensor_descriptor_packed(make_tuple(2, 3)): offset(d, {1, 2}) gives 5
#pragma once

#include <hip/hip_runtime.h>
//
#include "ck_tile/core.hpp"

#include <cstdint>

namespace subject {

using namespace ck_tile;

template <class D>
inline constexpr int rank = D::get_num_of_top_dimension();
template <class D>
inline constexpr int hidden_count = D::get_num_of_hidden_dimension();
template <class D>
constexpr int hidden_rank(const D*) {
    return hidden_count<D>;
}

template <int N, class T>
auto index_of(const T* from) {
    multi_index<N> index;
    for (int i = 0; i < N; ++i) index(i) = static_cast<index_t>(from[i]);
    return index;
}

template <class D>
void lengths(const D& d, std::int64_t* out) {
    static_for<0, rank<D>, 1>{}([&](auto i) { out[i] = d.get_length(i); });
}
template <class D>
std::int64_t space(const D& d) {
    return static_cast<std::int64_t>(d.get_element_space_size());
}
template <class D>
bool offset(const D& d, const std::int64_t* index, std::int64_t* out) {
    const auto c = make_tensor_coordinate(d, index_of<rank<D>>(index));
    *out = c.get_offset();
    return coordinate_has_valid_offset(d, c);
}
template <class D>
void hidden(const D& d, const std::int64_t* index, std::int64_t* out) {
    const auto c = make_tensor_coordinate(d, index_of<rank<D>>(index));
    for (int i = 0; i < hidden_count<D>; ++i) out[i] = c.get_hidden_index()[i];
}
template <class D>
void move(const D& d, std::int64_t* hidden, const std::int64_t* step) {
    auto c = make_tensor_coordinate(d, multi_index<rank<D>>{0});
    for (int i = 0; i < hidden_count<D>; ++i)
        c.get_hidden_index()(i) = static_cast<index_t>(hidden[i]);
    move_tensor_coordinate(d, c, index_of<rank<D>>(step));
    for (int i = 0; i < hidden_count<D>; ++i) hidden[i] = c.get_hidden_index()[i];
}
template <class D>
void vectors(const D&, std::int64_t* lengths, std::int64_t* strides) {
    const auto safe = D::get_top_dimension_safe_vector_length_strides();
    for (int i = 0; i < rank<D>; ++i) {
        lengths[i] = safe[number<0>{}][i];
        strides[i] = safe[number<1>{}][i];
    }
}
template <class D>
bool says_static(const D&) {
    return D::is_static();
}

template <class D>
void tile_sizes(const D& d, std::int64_t* out) {
    static_for<0, D::NDimX, 1>{}([&](auto i) { *out++ = d.get_lengths()[i]; });
    static_for<0, D::NDimP, 1>{}(
        [&](auto i) { *out++ = d.get_ps_ys_to_xs_adaptor().get_top_dimension_length(i); });
    static_for<0, D::NDimY, 1>{}(
        [&](auto i) { *out++ = d.get_ys_to_d_descriptor().get_length(i); });
    std::int64_t replicas = 1;
    static_for<0, D::NDimR, 1>{}([&](auto i) { replicas *= D::DstrEncode::rs_lengths_[i]; });
    *out = replicas;
}
template <class D>
void tile_index(const D& d, const std::int64_t* p, const std::int64_t* y, std::int64_t* x) {
    multi_index<D::NDimP + D::NDimY> top;
    for (int i = 0; i < D::NDimP; ++i) top(i) = static_cast<index_t>(p[i]);
    for (int i = 0; i < D::NDimY; ++i) top(D::NDimP + i) = static_cast<index_t>(y[i]);
    const auto bottom = d.get_ps_ys_to_xs_adaptor().calculate_bottom_index(top);
    for (int i = 0; i < D::NDimX; ++i) x[i] = bottom[i];
}

}  // namespace subject
