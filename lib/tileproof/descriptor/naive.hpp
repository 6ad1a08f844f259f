// SPDX-License-Identifier: MIT
// make_naive_tensor_descriptor and its variants: the descriptors that others are built on.
//
//   strided   lengths (3, 4), strides (8, 1)   (1, 2) at offset 10, element space 20
//   packed    lengths (3, 4)                   (1, 2) at offset 6,  element space 12
//   aligned   lengths (4, 5), align 8          strides (8, 1),      element space 29
//
// The element space is one past the last element reached, 1 + sum (L_i - 1) S_i, not the memory of whole rows; an
// offset counts as part of it. A tensor with a length 0 has no element, and element space 0.
#pragma once

#include <tileproof/descriptor.hpp>

namespace tileproof {

namespace detail {

// A number<...> when the value is known at compile time, else long_index_t.
template <long_index_t Static>
constexpr TILEPROOF_HOST_DEVICE auto known_or(long_index_t value) {
    if constexpr (Static != unknown)
        return number_of<Static>{};
    else
        return value;
}

// The product of two lengths; a number if both are numbers.
template <class A, class B>
constexpr TILEPROOF_HOST_DEVICE auto multiply(const A& a, const B& b) {
    if constexpr (is_number_v<A> && is_number_v<B>)
        return number_of<saturating_multiply(A::value, B::value)>{};
    else
        return saturating_multiply(static_cast<long_index_t>(a), static_cast<long_index_t>(b));
}

// a rounded up to a multiple of b, too_large if that does not fit in 64 bits. A negative a is returned unchanged, for
// the rules to report. requires b > 0
constexpr TILEPROOF_HOST_DEVICE long_index_t next_multiple(long_index_t a, long_index_t b) {
#if !TILEPROOF_CHECKS_RUN_TIME_VALUES
    if (!__builtin_is_constant_evaluated()) return (a + b - 1) / b * b;
#endif
    const long_index_t excess = a % b;
    return excess <= 0 ? a : saturating_add(a, b - excess);
}
// The same; a number if both are numbers.
template <class A, class B>
constexpr TILEPROOF_HOST_DEVICE auto round_up(const A& a, const B& b) {
    if constexpr (is_number_v<A> && is_number_v<B>)
        return number_of<next_multiple(A::value, B::value)>{};
    else
        return next_multiple(static_cast<long_index_t>(a), static_cast<long_index_t>(b));
}

// The strides (stride of dim 0, .., row stride, 1) of row-major rows that are row_stride apart.
template <int Rank, class Lengths, class RowStride, class... Later>
constexpr TILEPROOF_HOST_DEVICE auto row_major_strides(const Lengths& lengths,
                                                       const RowStride& stride, Later... later) {
    if constexpr (Rank <= 1) {
        return make_tuple(later..., number<1>{});
    } else {
        constexpr int dim = Rank - 2;
        if constexpr (dim == 0)
            return make_tuple(stride, later..., number<1>{});
        else
            return row_major_strides<Rank - 1>(
                lengths, multiply(stride, lengths.template get<dim>()), stride, later...);
    }
}

// Throws the error of a broken rule; out of line.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_naive(transform_rule rule, auto transform,
                                                         long_index_t below, int position) {
    refuse_at_run_time(rule, facts_of(transform), &below, position);
}

// Refuses an element space that the index type cannot address.
template <class Index, long_index_t Static, class Transform>
constexpr TILEPROOF_HOST_DEVICE void check_element_space(
    [[maybe_unused]] long_index_t size, [[maybe_unused]] const Transform& transform) {
    if constexpr (Static != unknown) {
        refuse_at_compile_time<(Static > largest_index<Index>
                                    ? transform_rule::element_space_fits_index
                                    : transform_rule::none),
                               Transform::kind>();
    } else {
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
        if (size > largest_index<Index>)
            refuse_naive(transform_rule::element_space_fits_index, transform, size, 0);
#endif
    }
}

// Checks each value by itself first, so that a meaningless one is reported before sizes are computed from it.
template <class Index, class Transform>
constexpr TILEPROOF_HOST_DEVICE bool check_alone([[maybe_unused]] const Transform& transform) {
    constexpr array<long_index_t, 1> below{unknown};
    constexpr transform_rule broken =
        find_mistake<Transform::kind>(static_facts_of<Transform>(), below.data(),
                                      largest_index<Index>, true)
            .rule;
    refuse_at_compile_time<broken, Transform::kind>();
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    if constexpr (!static_facts_of<Transform>().is_static) {
        const transform_rule rule = find_mistake<Transform::kind>(facts_of(transform), below.data(),
                                                                  largest_index<Index>, true)
                                        .rule;
        if (rule != transform_rule::none) refuse_naive(rule, transform, unknown, 0);
    }
#endif
    return broken == transform_rule::none;
}

template <class Lengths, class Strides>
constexpr TILEPROOF_HOST_DEVICE bool naive_arguments() {
    constexpr bool lists = length_list<Lengths> && length_list<Strides>;
    static_assert(
        lists,
        "The lengths and strides of a descriptor are a make_tuple(...) of number<...> and "
        "integers, a sequence<...> or an array of integers.");
    if constexpr (lists) {
        static_assert(Lengths::size() == Strides::size(),
                      "A descriptor needs one stride for each length.");
        static_assert(Lengths::size() > 0, "A descriptor needs at least one dimension.");
        return Lengths::size() == Strides::size() && Lengths::size() > 0;
    } else {
        return false;
    }
}

struct no_offset {};

// The transforms on the offset must stay inside the element space.
template <class Adaptor, class Size>
constexpr TILEPROOF_HOST_DEVICE void check_on_memory([[maybe_unused]] const Adaptor& adaptor,
                                                     [[maybe_unused]] const Size& size) {
    using index = typename Adaptor::index_type;
    constexpr long_index_t known = [] {
        if constexpr (is_number_v<Size>)
            return Size::value;
        else
            return unknown;
    }();
    refuse_at_compile_time<(known != unknown && known > largest_index<index>
                                ? transform_rule::element_space_fits_index
                                : transform_rule::none),
                           transform_kind::pass>();
    unroll<Adaptor::transform_count>([&](auto position) {
        constexpr int t = static_cast<int>(decltype(position)::value);
        using lower = tuple_element_t<t, typename Adaptor::lower_ids>;
        using transform = tuple_element_t<t, typename Adaptor::transforms_type>;
        if constexpr (std::is_same_v<lower, sequence<0>>) {
            constexpr array<long_index_t, 1> below{known};
            constexpr transform_rule broken =
                find_mistake<transform::kind>(static_facts_of<transform>(), below.data(),
                                              largest_index<index>, true)
                    .rule;
            refuse_at_compile_time<broken, transform::kind>();
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
            const auto given = static_cast<long_index_t>(size);
            const transform& above = adaptor.get_transforms().template get<t>();
            const transform_rule rule =
                given > largest_index<index>
                    ? transform_rule::element_space_fits_index
                    : find_mistake<transform::kind>(facts_of(above), &given, largest_index<index>,
                                                    true)
                          .rule;
            if (rule != transform_rule::none) refuse_naive(rule, above, given, t);
#endif
        }
    });
}

// Checks a guarantee on the last dimension of an embed, at compile time and on the host.
template <class Guarantee, class Embed, long_index_t StaticOffset>
constexpr TILEPROOF_HOST_DEVICE void check_guarantee([[maybe_unused]] const Embed& embed,
                                                     [[maybe_unused]] long_index_t offset) {
    constexpr transform_facts known = static_facts_of<Embed>();
    refuse_guarantee_at_compile_time<find_mistake(Guarantee::claim, known, StaticOffset)>();
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    if constexpr (!known.is_static || StaticOffset == unknown) {
        const transform_facts facts = facts_of(embed);
        const guarantee_rule rule = find_mistake(Guarantee::claim, facts, offset);
        if (rule != guarantee_rule::none)
            refuse_guarantee_at_run_time(rule, Guarantee::claim, facts, offset);
    }
#endif
}

// The common part. Offset is no_offset, a number<...> or an integer.
template <class Index, index_t VectorLength, index_t VectorStride, class Lengths, class Strides,
          class Offset>
constexpr TILEPROOF_HOST_DEVICE auto make_strided(const Lengths& lengths, const Strides& strides,
                                                  [[maybe_unused]] const Offset& offset) {
    constexpr bool has_offset = !std::is_same_v<Offset, no_offset>;
    if constexpr (!naive_arguments<Lengths, Strides>()) {
        return refused{};
    } else {
        const auto embed = make_embed_transform(lengths, strides);
        using embed_type = std::remove_cv_t<decltype(embed)>;
        constexpr transform_facts known = static_facts_of<embed_type>();
        check_alone<Index>(embed);

        constexpr long_index_t static_offset = [] {
            if constexpr (!has_offset)
                return long_index_t{0};
            else if constexpr (is_number_v<Offset>)
                return Offset::value;
            else
                return unknown;
        }();
        long_index_t distance = 0;
        if constexpr (has_offset) distance = static_cast<long_index_t>(offset);
        constexpr long_index_t static_end = saturating_add(known.reach(), static_offset);
        constexpr long_index_t static_size = known.reach() == 0 ? 0 : static_end;
        const long_index_t reach = facts_of(embed).reach();
        const long_index_t end = saturating_add(reach, distance);
        const auto size = known_or<static_size>(reach == 0 ? 0 : end);
        check_element_space<Index, static_size>(size, embed);

        constexpr int last = known.upper_rank + (has_offset ? 1 : 0);
        using guarantee =
            std::conditional_t<VectorLength == -1 && VectorStride == -1, no_vector_guarantee,
                               vector_guarantee<last, VectorLength, VectorStride>>;
        if constexpr (guarantee::hidden_id >= 0)
            check_guarantee<guarantee, embed_type, static_offset>(embed, distance);

        const auto memory = [&] {
            if constexpr (has_offset)
                return append_stage(
                    no_stage<Index, 1>{},
                    make_tuple(make_offset_transform(known_or<known.reach()>(reach), offset)),
                    make_tuple(sequence<0>{}), make_tuple(sequence<0>{}));
            else
                return no_stage<Index, 1>{};
        }();
        auto adaptor = append_stage(memory, make_tuple(embed), make_tuple(sequence<0>{}),
                                    make_tuple(count_from<0, known.upper_rank>{}));
        return tensor_descriptor<decltype(adaptor), std::remove_cv_t<decltype(size)>, guarantee>(
            adaptor, size);
    }
}

// (L_0, L_1, ..) as a tuple, from a tuple, a sequence or an array.
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE auto lengths_as_tuple(const Lengths& lengths) {
    if constexpr (is_tuple_v<Lengths>)
        return lengths;
    else
        return [&]<int... I>(std::integer_sequence<int, I...>) {
            if constexpr (is_sequence_v<Lengths>)
                return make_tuple(number<Lengths::at(I)>{}...);
            else
                return make_tuple(lengths[I]...);
        }
    (std::make_integer_sequence<int, Lengths::size()>{});
}

}  // namespace detail

// A descriptor from lengths and strides. The last two arguments guarantee vectors along the last dimension
// (descriptor/guarantee.hpp); without them only provable vectors are claimed.
// Errors: negative values, an element space that does not fit in Index, a guarantee that contradicts the values: a
// compile error for compile-time values, a layout_error on the host for run-time values.
template <class Index = index_t, class Lengths, class Strides, index_t VectorLength = -1,
          index_t VectorStride = -1>
constexpr TILEPROOF_HOST_DEVICE auto make_naive_tensor_descriptor(const Lengths& lengths,
                                                                  const Strides& strides,
                                                                  number<VectorLength> = {},
                                                                  number<VectorStride> = {}) {
    return detail::make_strided<Index, VectorLength, VectorStride>(lengths, strides,
                                                                   detail::no_offset{});
}

// The same with its first element `offset` elements into memory; the element space begins at 0.
template <class Index = index_t, class Lengths, class Strides, class Offset,
          index_t VectorLength = -1, index_t VectorStride = -1>
constexpr TILEPROOF_HOST_DEVICE auto make_naive_tensor_descriptor_with_offset(
    const Lengths& lengths, const Strides& strides, const Offset& offset, number<VectorLength> = {},
    number<VectorStride> = {}) {
    static_assert(length_like<Offset>,
                  "The offset of a descriptor is a number<...> or an integer.");
    return detail::make_strided<Index, VectorLength, VectorStride>(lengths, strides, offset);
}

// Row-major without gaps. VectorLength guarantees vectors along the last dimension, as above.
template <class Index = index_t, class Lengths, index_t VectorLength = -1>
constexpr TILEPROOF_HOST_DEVICE auto make_naive_tensor_descriptor_packed(
    const Lengths& lengths, number<VectorLength> = {}) {
    static_assert(
        length_list<Lengths>,
        "The lengths of a descriptor are a make_tuple(...) of number<...> and integers, a "
        "sequence<...> or an array of integers.");
    if constexpr (!length_list<Lengths>) {
        return detail::refused{};
    } else {
        const auto unmerge = make_unmerge_transform(lengths);
        using unmerge_type = std::remove_cv_t<decltype(unmerge)>;
        constexpr detail::transform_facts known = detail::static_facts_of<unmerge_type>();
        detail::check_alone<Index>(unmerge);
        const auto size = detail::known_or<known.product()>(detail::facts_of(unmerge).product());
        detail::check_element_space<Index, known.product()>(size, unmerge);
        using guarantee = std::conditional_t<VectorLength == -1, no_vector_guarantee,
                                             vector_guarantee<known.upper_rank, VectorLength, 1>>;
        if constexpr (VectorLength != -1) {
            // Every other stride is a multiple of the last length, so only that one needs a check.
            const auto last =
                detail::lengths_as_tuple(lengths).template get<known.upper_rank - 1>();
            const auto row = make_embed_transform(make_tuple(last), make_tuple(number<1>{}));
            detail::check_guarantee<guarantee, std::remove_cv_t<decltype(row)>, 0>(row, 0);
        }
        auto adaptor = detail::append_stage(detail::no_stage<Index, 1>{}, make_tuple(unmerge),
                                            make_tuple(sequence<0>{}),
                                            make_tuple(detail::count_from<0, known.upper_rank>{}));
        return tensor_descriptor<decltype(adaptor), std::remove_cv_t<decltype(size)>, guarantee>(
            adaptor, size);
    }
}

// Row-major, each row beginning at a multiple of `align` elements.
template <class Index = index_t, class Lengths, class Align>
constexpr TILEPROOF_HOST_DEVICE auto make_naive_tensor_descriptor_aligned(const Lengths& lengths,
                                                                          const Align& align) {
    static_assert(length_like<Align>, "The alignment of rows is a number<...> or an integer.");
    if constexpr (is_number_v<Align>)
        static_assert(Align::value > 0, "The alignment of rows must be at least 1.");
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    if (static_cast<long_index_t>(align) < 1)
        throw layout_error("The alignment of rows must be at least 1, but " +
                           std::to_string(static_cast<long_index_t>(align)) + " was given.");
#endif
    const auto all = detail::lengths_as_tuple(lengths);
    constexpr int rank = decltype(all)::size();
    static_assert(rank > 0, "A descriptor needs at least one dimension.");
    const auto row_stride = detail::round_up(all.template get<rank - 1>(), align);
    return make_naive_tensor_descriptor<Index>(all,
                                               detail::row_major_strides<rank>(all, row_stride));
}

// A descriptor from an adaptor that ends at one bottom dimension, the offset.
// Errors: an element space smaller than what the adaptor reaches.
template <class Adaptor, class ElementSpaceSize>
constexpr TILEPROOF_HOST_DEVICE auto make_tensor_descriptor_from_adaptor(
    const Adaptor& adaptor, const ElementSpaceSize& element_space_size) {
    static_assert(is_tensor_adaptor_v<Adaptor>, "A descriptor is made from a tensor_adaptor.");
    static_assert(Adaptor::bottom_count == 1,
                  "A descriptor is made from an adaptor with one bottom dimension, the offset.");
    static_assert(length_like<ElementSpaceSize>,
                  "The element space size of a descriptor is a number<...> or an integer.");
    detail::check_on_memory(adaptor, element_space_size);
    using size = detail::held_as_t<long_index_t, ElementSpaceSize>;
    return tensor_descriptor<Adaptor, size>(adaptor,
                                            detail::hold<long_index_t>(element_space_size));
}

}  // namespace tileproof
