// SPDX-License-Identifier: MIT
// Classic CK's spelling: sources that use the tensor descriptors of CK's include/ck compile with this one include.
//
//   #include <tileproof/ck_classic.hpp>
//   using namespace ck;
//   UnMerge<Tuple<int, int>> unmerge{make_tuple(4, 64)};
//   auto d = transform_tensor_descriptor(
//       make_naive_tensor_descriptor_packed(make_tuple(256, Number<128>{})),
//       make_tuple(unmerge, PassThrough<Number<128>>{Number<128>{}}),
//       make_tuple(Sequence<0>{}, Sequence<1>{}), make_tuple(Sequence<0, 1>{}, Sequence<2>{}));
//   d.CalculateOffset(make_multi_index(1, 3, 2)) == 8578      d.GetLength(Number<1>{}) == 64
//
// The types and functions are those of CK Tile's spelling under other names; classic names of members are in
// ck_classic/members.hpp. docs/for-ck-tile-users.md says what is different.
#pragma once

#include <bit>
#include <tileproof/ck_tile.hpp>
#include <tileproof/tile/space_filling_curve.hpp>
#include <tuple>

// Functions are in namespace tileproof, whose types their arguments have, so that they are found without `ck::`.
namespace tileproof {

// Transforms that have another name here.
constexpr TILEPROOF_HOST_DEVICE auto make_merge_transform_v1_carry_check(const auto& lengths) {
    return make_merge_transform_v3_division_mod(lengths);
}
constexpr TILEPROOF_HOST_DEVICE auto make_xor_with_modulo_transform(const auto& lengths) {
    return make_xor_transform(lengths);
}
// Index i stands for the first of the elements i * size to i * size + size - 1.
constexpr TILEPROOF_HOST_DEVICE auto make_vectorize_transform(const auto& size,
                                                              const auto& length) {
    return make_embed_transform(make_tuple(length), make_tuple(size));
}

// A step is the index that it adds.
constexpr TILEPROOF_HOST_DEVICE auto make_tensor_coordinate_step(const auto& /*descriptor*/,
                                                                 const auto& step,
                                                                 const auto&... /*hints*/) {
    return to_multi_index(step);
}
constexpr TILEPROOF_HOST_DEVICE bool coordinate_has_valid_offset_assuming_visible_index_is_valid(
    const auto& descriptor, const auto& coordinate) {
    return coordinate_has_valid_offset_assuming_top_index_is_valid(descriptor, coordinate);
}

// Threads 0, 1, .. as indices of a box, the last dim of the order fastest.
template <class Lengths, class Order = make_index_sequence<Lengths::size()>>
constexpr TILEPROOF_HOST_DEVICE auto make_cluster_descriptor(const Lengths& lengths,
                                                             Order order = {}) {
    return make_single_stage_tensor_adaptor(
        make_tuple(make_merge_transform(container_reorder_given_new2old(lengths, order))),
        make_tuple(order), make_tuple(sequence<0>{}));
}

// Nested tuples.
template <index_t Depth = 0, index_t MaxDepth = -1>
constexpr TILEPROOF_HOST_DEVICE auto UnrollNestedTuple(const auto& t) {
    return unroll_nested_tuple<Depth, MaxDepth>(t);
}
template <class... T>
constexpr TILEPROOF_HOST_DEVICE auto TupleReverse(const tuple<T...>& t) {
    return generate_tuple([&](auto i) { return t.at(number<sizeof...(T) - 1 - i.value>{}); },
                          number<sizeof...(T)>{});
}
// f(element Begin, f(element Begin + 1, .. element End - 1))
template <index_t Begin, index_t End>
constexpr TILEPROOF_HOST_DEVICE auto TupleReduce(auto f, const auto& t) {
    static_assert(Begin < End, "TupleReduce: there are no elements between its ends.");
    if constexpr (Begin + 1 == End)
        return t.at(number<Begin>{});
    else
        return f(t.at(number<Begin>{}), TupleReduce<Begin + 1, End>(f, t));
}
template <index_t Begin, index_t End>
constexpr TILEPROOF_HOST_DEVICE auto TupleSlice(const auto& t) {
    return generate_tuple([&](auto i) { return t.at(number<Begin + i.value>{}); },
                          number<End - Begin>{});
}
template <class... T>
constexpr TILEPROOF_HOST_DEVICE bool IsNestedTuple(const tuple<T...>&) {
    return (is_tuple_v<T> || ...);
}
template <index_t Depth = 0, class T>
constexpr TILEPROOF_HOST_DEVICE index_t TupleDepth(const T&) {
    return Depth;
}
template <index_t Depth = 0, class... T>
constexpr TILEPROOF_HOST_DEVICE index_t TupleDepth(const tuple<T...>&) {
    index_t depth = Depth + 1;
    ((depth = ck_tile::max(depth, TupleDepth<Depth + 1>(T{}))), ...);
    return depth;
}

// A multi index may also be a tuple.
#define TILEPROOF_X(op)                                                                      \
    template <class... A, class B>                                                           \
    requires(B::size() == sizeof...(A)) constexpr TILEPROOF_HOST_DEVICE auto operator op(    \
        const tuple<A...>& a, const B& b) {                                                  \
        return generate_tuple([&](auto i) { return a[i] op b[i]; }, number<sizeof...(A)>{}); \
    }
TILEPROOF_X(+)
TILEPROOF_X(-)
TILEPROOF_X(*)
#undef TILEPROOF_X

}  // namespace tileproof

namespace ck {

using namespace tileproof;
namespace math = ck_tile;

template <class T, T Value>
using integral_constant = constant<Value>;
template <index_t Value>
using Number = number<Value>;
template <long_index_t Value>
using LongNumber = long_number<Value>;
template <index_t... Values>
using Sequence = sequence<Values...>;
template <class... T>
using Tuple = tuple<T...>;
template <class T, index_t N>
using Array = array<T, N>;
template <class T, index_t N>
using StaticallyIndexedArray = array<T, N>;
template <index_t N>
using MultiIndex = multi_index<N>;
using half_t = ck_tile::half_t;
using bhalf_t = ck_tile::bf16_t;

template <class T>
using remove_cv_t = std::remove_cv_t<T>;
template <class T>
using remove_cvref_t = std::remove_cvref_t<T>;
using std::ignore;
using std::is_same;
using std::is_same_v;
template <template <class...> class Operation, class... T>
    struct is_detected : std::bool_constant < requires {
    typename Operation<T...>;
} > {};

// Transforms by their types, made of their lengths: PassThrough<int>{128}.
#define TILEPROOF_X(Name, make)                                                 \
    template <class... Values>                                                  \
    struct Name : decltype(tileproof::make(std::declval<const Values&>()...)) { \
        constexpr Name() = default;                                             \
        constexpr TILEPROOF_HOST_DEVICE Name(const Values&... values)           \
            : decltype(tileproof::make(std::declval<const Values&>()...))(      \
                  tileproof::make(values...)) {}                                \
    };
TILEPROOF_X(PassThrough, make_pass_through_transform)
TILEPROOF_X(Pad, make_pad_transform)
TILEPROOF_X(LeftPad, make_left_pad_transform)
TILEPROOF_X(RightPad, make_right_pad_transform)
TILEPROOF_X(Embed, make_embed_transform)
TILEPROOF_X(Merge_v1_carry_check, make_merge_transform_v3_division_mod)
TILEPROOF_X(Merge_v2_magic_division, make_merge_transform_v2_magic_division)
TILEPROOF_X(Merge_v3_division_mod, make_merge_transform_v3_division_mod)
TILEPROOF_X(Merge_v4_no_carry, make_merge_transform_v3_division_mod)
TILEPROOF_X(Freeze, make_freeze_transform)
TILEPROOF_X(Insert, make_insert_transform)
TILEPROOF_X(Slice, make_slice_transform)
TILEPROOF_X(Modulo, make_modulo_transform)
#undef TILEPROOF_X
template <class Lengths, bool Use24BitIntegerCalculation = false>
using UnMerge = ck_tile::unmerge<Lengths, Use24BitIntegerCalculation>;

template <class Lengths, class Order, class Packs, bool SnakeCurved = true>
using SpaceFillingCurve = space_filling_curve<Lengths, Order, Packs, SnakeCurved>;

// Registers: N elements, seen as vectors of 1, 2, .. elements.
template <class T, index_t N>
struct vector_type : array<T, N> {
    using d1_t = T;
    using d2_t = ck_tile::ext_vector_t<T, 2>;
    using d4_t = ck_tile::ext_vector_t<T, 4>;
    using d8_t = ck_tile::ext_vector_t<T, 8>;
    using d16_t = ck_tile::ext_vector_t<T, 16>;
    using type = ck_tile::ext_vector_t<T, N>;

    constexpr vector_type() = default;
    template <class X>
    TILEPROOF_HOST_DEVICE auto& AsType() {
        return this->template get_as<X>();
    }
    template <class X>
    TILEPROOF_HOST_DEVICE const auto& AsType() const {
        return this->template get_as<X>();
    }
};

enum struct AddressSpaceEnum { Generic, Global, Lds, Sgpr, Vgpr };

// Memory: an element, or a vector of elements, at an offset.
template <AddressSpaceEnum AddressSpace, class T, class Size>
struct DynamicBuffer : buffer_view<address_space_enum::generic, T, Size> {
    using element = std::remove_cv_t<T>;
    template <class X>
    using elements = std::conditional_t<std::is_same_v<X, element>, element,
                                        array<element, sizeof(X) / sizeof(element)>>;

    template <class X = element>
    constexpr TILEPROOF_HOST_DEVICE X Get(index_t i, bool valid) const {
        return std::bit_cast<X>(this->template get<elements<X>>(i, valid));
    }
    template <class X = element>
    constexpr TILEPROOF_HOST_DEVICE void Set(index_t i, bool valid, const X& x) const {
        this->template set<elements<X>>(i, valid, std::bit_cast<elements<X>>(x));
    }
};
template <AddressSpaceEnum AddressSpace, class T, class Size>
constexpr TILEPROOF_HOST_DEVICE auto make_dynamic_buffer(T* p, const Size& size) {
    return DynamicBuffer<AddressSpace, T, Size>{{p, size}};
}

}  // namespace ck
