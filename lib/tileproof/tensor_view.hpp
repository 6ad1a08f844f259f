// SPDX-License-Identifier: MIT
// tensor_view: a buffer seen through a descriptor.
//
//   auto view = make_naive_tensor_view<address_space_enum::global>(p, make_tuple(3, 4),
//                                                                  make_tuple(8, 1));
//   auto at = make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<2>{1, 2});
//   view.get(at)               p[10]
//   auto padded = pad_tensor_view(view, make_tuple(number<2>{}, number<8>{}),
//                                 sequence<true, true>{});        4 x 8; rows 3.. and columns 4.. are
//                                                                 pads: read as 0, never written
#pragma once

#include <tileproof/buffer_view.hpp>
#include <tileproof/coordinate.hpp>

namespace tileproof {

template <class BufferView, descriptor_like Descriptor,
          memory_operation_enum Operation = memory_operation_enum::set>
struct tensor_view {
    using buffer_view = BufferView;
    using element_type = typename BufferView::element_type;
    using tensor_descriptor = Descriptor;
    using coordinate = coordinate_of<Descriptor>;
    static constexpr memory_operation_enum operation = Operation;  // what update() does
    // CK Tile's names.
    using DataType = typename BufferView::type;
    using TensorDesc = Descriptor;
    using TensorCoord = coordinate;
    using TensorIndex = array<index_t, Descriptor::get_num_of_dimension()>;
    static constexpr memory_operation_enum DstInMemOp = Operation;

    BufferView buf_{};
    [[no_unique_address]] Descriptor desc_{};

    static constexpr TILEPROOF_HOST_DEVICE int get_num_of_dimension() {
        return Descriptor::get_num_of_dimension();
    }
    constexpr TILEPROOF_HOST_DEVICE const Descriptor& get_tensor_descriptor() const {
        return desc_;
    }
    constexpr TILEPROOF_HOST_DEVICE const BufferView& get_buffer_view() const { return buf_; }
    constexpr TILEPROOF_HOST_DEVICE BufferView& get_buffer_view() { return buf_; }

    // The element at a coordinate inside the tensor, the invalid value in a pad.
    constexpr TILEPROOF_HOST_DEVICE element_type get(const coordinate& at) const {
        return get_vectorized_elements<element_type>(at);
    }
    // Stores the element; does nothing in a pad.
    constexpr TILEPROOF_HOST_DEVICE void set(const coordinate& at, const element_type& x) const {
        set_vectorized_elements(at, x);
    }

    // X is the element type, or an array<..> of it: contiguous elements from the coordinate on, along a dimension for
    // which get_top_dimension_safe_vector_length_strides guarantees them. If the coordinate is valid, all are.
    // linear_offset: elements to skip, inside the same vector.
    template <class X>
    constexpr TILEPROOF_HOST_DEVICE X
    get_vectorized_elements(const coordinate& at, long_index_t linear_offset = 0) const {
        return buf_.template get<X>(
            at.get_offset(), linear_offset,
            coordinate_has_valid_offset_assuming_top_index_is_valid(desc_, at));
    }
    template <class X>
    constexpr TILEPROOF_HOST_DEVICE void set_vectorized_elements(
        const coordinate& at, const X& x, long_index_t linear_offset = 0) const {
        buf_.template set<X>(at.get_offset(), linear_offset,
                             coordinate_has_valid_offset_assuming_top_index_is_valid(desc_, at), x);
    }
    // Combines x with the stored value by the view's operation, or by one that the caller names.
    template <class X>
    constexpr TILEPROOF_HOST_DEVICE void update_vectorized_elements(
        const coordinate& at, const X& x, long_index_t linear_offset = 0) const {
        update_vectorized_elements<Operation>(at, x, linear_offset);
    }
    template <memory_operation_enum What, class X>
    constexpr TILEPROOF_HOST_DEVICE void update_vectorized_elements(
        const coordinate& at, const X& x, long_index_t linear_offset = 0) const {
        buf_.template update<What, X>(
            at.get_offset(), linear_offset,
            coordinate_has_valid_offset_assuming_top_index_is_valid(desc_, at), x);
    }
};

template <class T>
inline constexpr bool is_tensor_view_v = false;
template <class B, class D, memory_operation_enum O>
inline constexpr bool is_tensor_view_v<tensor_view<B, D, O>> = true;

// p points to offset 0 of the descriptor, with as many elements as its element space has.
template <address_space_enum AddressSpace = address_space_enum::generic,
          bounds_policy Policy = bounds_policy::unchecked, class T, descriptor_like Descriptor>
constexpr TILEPROOF_HOST_DEVICE auto make_tensor_view(T* p, const Descriptor& descriptor) {
    auto buffer = make_buffer_view<AddressSpace, Policy>(p, descriptor.get_element_space_size());
    return tensor_view<decltype(buffer), Descriptor>{buffer, descriptor};
}
// invalid_element_value is what a pad reads as.
template <address_space_enum AddressSpace = address_space_enum::generic,
          bounds_policy Policy = bounds_policy::unchecked, class T, descriptor_like Descriptor>
constexpr TILEPROOF_HOST_DEVICE auto make_tensor_view(T* p, const Descriptor& descriptor,
                                                      std::remove_cv_t<T> invalid_element_value) {
    auto buffer = make_buffer_view<AddressSpace, Policy>(p, descriptor.get_element_space_size(),
                                                         invalid_element_value);
    return tensor_view<decltype(buffer), Descriptor>{buffer, descriptor};
}

// Descriptor and view in one; arguments and errors as for make_naive_tensor_descriptor.
template <address_space_enum AddressSpace = address_space_enum::generic,
          bounds_policy Policy = bounds_policy::unchecked, class Index = index_t, class T,
          class Lengths, class Strides, index_t VectorLength = -1, index_t VectorStride = -1>
constexpr TILEPROOF_HOST_DEVICE auto make_naive_tensor_view(T* p, const Lengths& lengths,
                                                            const Strides& strides,
                                                            number<VectorLength> = {},
                                                            number<VectorStride> = {}) {
    return make_tensor_view<AddressSpace, Policy>(
        p, make_naive_tensor_descriptor<Index>(lengths, strides, number<VectorLength>{},
                                               number<VectorStride>{}));
}
template <address_space_enum AddressSpace = address_space_enum::generic,
          bounds_policy Policy = bounds_policy::unchecked, class Index = index_t, class T,
          class Lengths, index_t VectorLength = -1>
constexpr TILEPROOF_HOST_DEVICE auto make_naive_tensor_view_packed(T* p, const Lengths& lengths,
                                                                   number<VectorLength> = {}) {
    return make_tensor_view<AddressSpace, Policy>(
        p, make_naive_tensor_descriptor_packed<Index>(lengths, number<VectorLength>{}));
}

// The same with the operation of update(), as in CK Tile; the default is to store.
template <address_space_enum AddressSpace, memory_operation_enum Operation,
          bounds_policy Policy = bounds_policy::unchecked, class T, descriptor_like Descriptor>
constexpr TILEPROOF_HOST_DEVICE auto make_tensor_view(T* p, const Descriptor& descriptor) {
    auto buffer = make_buffer_view<AddressSpace, Policy>(p, descriptor.get_element_space_size());
    return tensor_view<decltype(buffer), Descriptor, Operation>{buffer, descriptor};
}
template <address_space_enum AddressSpace, memory_operation_enum Operation,
          bounds_policy Policy = bounds_policy::unchecked, class Index = index_t, class T,
          class Lengths, class Strides, index_t VectorLength = -1, index_t VectorStride = -1>
constexpr TILEPROOF_HOST_DEVICE auto make_naive_tensor_view(T* p, const Lengths& lengths,
                                                            const Strides& strides,
                                                            number<VectorLength> = {},
                                                            number<VectorStride> = {}) {
    return make_tensor_view<AddressSpace, Operation, Policy>(
        p, make_naive_tensor_descriptor<Index>(lengths, strides, number<VectorLength>{},
                                               number<VectorStride>{}));
}
template <address_space_enum AddressSpace, memory_operation_enum Operation,
          bounds_policy Policy = bounds_policy::unchecked, class Index = index_t, class T,
          class Lengths, index_t VectorLength = -1>
constexpr TILEPROOF_HOST_DEVICE auto make_naive_tensor_view_packed(T* p, const Lengths& lengths,
                                                                   number<VectorLength> = {}) {
    return make_tensor_view<AddressSpace, Operation, Policy>(
        p, make_naive_tensor_descriptor_packed<Index>(lengths, number<VectorLength>{}));
}

// The same buffer through one more stage.
template <class View, class Transforms, class LowerIds, class UpperIds>
constexpr TILEPROOF_HOST_DEVICE auto transform_tensor_view(const View& old,
                                                           const Transforms& transforms,
                                                           LowerIds lower, UpperIds upper) {
    static_assert(is_tensor_view_v<View>, "transform_tensor_view takes a tensor_view.");
    auto descriptor =
        transform_tensor_descriptor(old.get_tensor_descriptor(), transforms, lower, upper);
    return tensor_view<typename View::buffer_view, decltype(descriptor), View::operation>{
        old.buf_, descriptor};
}

namespace detail {

// Pads one dimension for pad_tensor_view.
template <bool Pad, class Length, class Tile>
constexpr TILEPROOF_HOST_DEVICE auto pad_to_multiple(const Length& length,
                                                     [[maybe_unused]] const Tile& tile) {
    if constexpr (is_number_v<Tile>)
        static_assert(Tile::value > 0, "A tile has at least one element in each dimension.");
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    if (static_cast<long_index_t>(tile) < 1)
        throw layout_error("A tile has at least one element in each dimension, but length " +
                           std::to_string(static_cast<long_index_t>(tile)) + " was given.");
#endif
    if constexpr (!Pad) {
        return make_pass_through_transform(length);
    } else if constexpr (is_number_v<Length> && is_number_v<Tile>) {
        return make_right_pad_transform(
            length, number_of<detail::next_multiple(Length::value, Tile::value) - Length::value>{});
    } else {
        const long_index_t margin = round_up(length, tile) - static_cast<long_index_t>(length);
        if constexpr (is_number_v<Tile>)
            return make_right_pad_transform(length,
                                            margin_to_multiple<Tile::value, long_index_t>{margin});
        else
            return make_right_pad_transform(length, margin);
    }
}

}  // namespace detail

// Right-pads each dimension i with DoPads::at(i) to a multiple of tile_lengths[i].
// Errors: a tile length below 1; a padded length that does not fit in the index type.
template <class View, class TileLengths, class DoPads>
constexpr TILEPROOF_HOST_DEVICE auto pad_tensor_view(const View& view,
                                                     const TileLengths& tile_lengths, DoPads) {
    static_assert(is_tensor_view_v<View>, "pad_tensor_view takes a tensor_view.");
    constexpr int rank = View::get_num_of_dimension();
    constexpr bool counts = TileLengths::size() == rank && DoPads::size() == rank;
    static_assert(
        counts,
        "pad_tensor_view needs one tile length and one true or false for each dimension of "
        "the view.");
    if constexpr (!counts) {
        return detail::refused{};
    } else {
        const auto tiles = detail::lengths_as_tuple(tile_lengths);
        return [&]<int... I>(std::integer_sequence<int, I...>) {
            return transform_tensor_view(view,
                                         make_tuple(detail::pad_to_multiple<(DoPads::at(I) != 0)>(
                                             view.get_tensor_descriptor().template get_length<I>(),
                                             tiles.template get<I>())...),
                                         make_tuple(sequence<I>{}...),
                                         make_tuple(sequence<I>{}...));
        }
        (std::make_integer_sequence<int, rank>{});
    }
}

}  // namespace tileproof
