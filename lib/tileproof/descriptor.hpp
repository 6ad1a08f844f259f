// SPDX-License-Identifier: MIT
// tensor_descriptor: how the index of a tensor becomes an offset into memory, at compile time.
//
//   constexpr auto a = make_naive_tensor_descriptor(make_tuple(number<256>{}, number<128>{}),
//                                                   make_tuple(number<128>{}, number<1>{}));
//   constexpr auto b = transform_tensor_descriptor(
//       a, make_tuple(make_unmerge_transform(make_tuple(number<4>{}, number<64>{})),
//                     make_pass_through_transform(number<128>{})),
//       make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));
//   b.calculate_offset(multi_index<3>{1, 3, 2}) == 8578      (1 * 64 + 3) * 128 + 2
//   b.get_lengths()   (4, 64, 128), three numbers known at compile time
//
// A descriptor is an adaptor (adaptor.hpp) whose only bottom dimension is the offset, together with
// the element space: offsets of valid coordinates are below get_element_space_size(). Lengths and
// strides are number<...> or integers, in any mix; index_t (the default) or long_index_t is the
// first template argument: make_naive_tensor_descriptor<long_index_t>(...).
#pragma once

#include <tileproof/adaptor.hpp>
#include <tileproof/descriptor/guarantee.hpp>

namespace tileproof {

// ElementSpaceSize: number<...> or long_index_t. Guarantee: vector_guarantee<..>.
template <class Adaptor, class ElementSpaceSize, class Guarantee = no_vector_guarantee>
class tensor_descriptor : public Adaptor {
  public:
    using adaptor_type = Adaptor;
    using index_type = typename Adaptor::index_type;
    using guarantee = Guarantee;
    static constexpr int dimension_count = Adaptor::top_count;

    constexpr tensor_descriptor() = default;
    constexpr TILEPROOF_HOST_DEVICE tensor_descriptor(const Adaptor& adaptor,
                                                      ElementSpaceSize element_space_size)
        : Adaptor(adaptor), element_space_size_(element_space_size) {}

    static constexpr TILEPROOF_HOST_DEVICE int get_num_of_dimension() { return dimension_count; }

    // Length of dimension I: number<...> or an integer of the index type.
    template <int I>
    constexpr TILEPROOF_HOST_DEVICE auto get_length() const {
        static_assert(I >= 0 && I < dimension_count, "The descriptor has no such dimension.");
        return Adaptor::template get_top_dimension_length<I>();
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE auto get_length(number<I>) const {
        return get_length<static_cast<int>(I)>();
    }
    // All of them, as a tuple.
    constexpr TILEPROOF_HOST_DEVICE auto get_lengths() const {
        return Adaptor::get_top_dimension_lengths();
    }

    // One past the last offset that a valid coordinate can have; 0 for an empty tensor.
    constexpr TILEPROOF_HOST_DEVICE ElementSpaceSize get_element_space_size() const {
        return element_space_size_;
    }

    // The offset of an index, in elements. requires 0 <= index[i] < length i. In a pad the result is meaningless: ask
    // coordinate_has_valid_offset (coordinate.hpp) first.
    constexpr TILEPROOF_HOST_DEVICE_INLINE index_type calculate_offset(const auto& index) const {
        return Adaptor::calculate_bottom_index(index)[0];
    }

    static constexpr TILEPROOF_HOST_DEVICE bool is_static() {
        return Adaptor::is_static() && is_number_v<ElementSpaceSize>;
    }
    static constexpr TILEPROOF_HOST_DEVICE bool is_known_at_compile_time() { return is_static(); }

    TILEPROOF_CK_CLASSIC_DESCRIPTOR

    // The vector lengths and strides that are safe along each dimension, as two arrays. descriptor/vector_claims.hpp
    // says what they guarantee; length 1 guarantees nothing.
    static constexpr TILEPROOF_HOST_DEVICE auto get_top_dimension_safe_vector_length_strides() {
        constexpr auto claims =
            detail::claims_of_top<Adaptor, Guarantee>(typename Adaptor::top_ids{});
        array<index_type, dimension_count> lengths{}, strides{};
        if constexpr (dimension_count > 0) {
            for (int i = 0; i < dimension_count; ++i) {
                lengths[i] = static_cast<index_type>(claims[i].length);
                strides[i] = static_cast<index_type>(claims[i].stride);
            }
        }
        return make_tuple(lengths, strides);
    }

    [[no_unique_address]] ElementSpaceSize element_space_size_{};
};

template <class T>
inline constexpr bool is_tensor_descriptor_v = false;
template <class A, class E, class G>
inline constexpr bool is_tensor_descriptor_v<tensor_descriptor<A, E, G>> = true;
template <class T>
concept descriptor_like = is_tensor_descriptor_v<std::remove_cvref_t<T>>;

// The descriptor with one more stage: lower ids name its visible dimensions, each consumed by one
// transform; upper ids name the new ones.
// Errors: compile errors and layout_error, see descriptor/stages.hpp.
template <descriptor_like Old, class Transforms, class LowerIds, class UpperIds>
constexpr TILEPROOF_HOST_DEVICE auto transform_tensor_descriptor(const Old& old,
                                                                 const Transforms& transforms,
                                                                 LowerIds lower, UpperIds upper) {
    const typename Old::adaptor_type& adaptor = old;
    auto next = transform_tensor_adaptor(adaptor, transforms, lower, upper);
    if constexpr (std::is_same_v<decltype(next), detail::refused>)
        return next;
    else
        return tensor_descriptor<decltype(next),
                                 std::remove_cvref_t<decltype(old.get_element_space_size())>,
                                 typename Old::guarantee>(next, old.get_element_space_size());
}

}  // namespace tileproof

#include <tileproof/descriptor/naive.hpp>
