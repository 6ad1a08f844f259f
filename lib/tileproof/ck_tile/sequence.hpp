// SPDX-License-Identifier: MIT
// Sequences made from sequences, under CK Tile's names.
//
//   merge_sequences(sequence<1, 2>{}, sequence<3>{})                          sequence<1, 2, 3>
//   uniform_sequence_gen_t<3, 8>                                              sequence<8, 8, 8>
//   arithmetic_sequence_gen<2, 8, 3>::type                                    sequence<2, 5>
//   reduce_on_sequence(sequence<2, 3, 4>{}, multiplies{}, number<1>{})        24
//   reverse_exclusive_scan_sequence(sequence<2, 3, 4>{}, multiplies{}, number<1>{})   sequence<12, 4, 1>
//   sequence<1, 2>{} + sequence<10, 20>{}                                     sequence<11, 22>
//
// All results are types, computed once by the compiler.
#pragma once

#include <tileproof/ck_tile/math.hpp>
#include <tileproof/sequence.hpp>

namespace tileproof {

namespace detail {
template <class Positions>
struct counted;
template <index_t... I>
struct counted<std::integer_sequence<index_t, I...>> {
    using type = sequence<I...>;
};
template <class Source, class Positions>
struct read_array;
template <class Source, index_t... I>
struct read_array<Source, sequence<I...>> {
    using type = sequence<static_cast<index_t>(Source::value[I])...>;
};
// F{}(0), F{}(1), ..
template <class F, class Positions>
struct generated;
template <class F, index_t... I>
struct generated<F, sequence<I...>> {
    using type = sequence<F{}(I)...>;
};
template <index_t Begin, index_t Step>
struct straight {
    constexpr TILEPROOF_HOST_DEVICE index_t operator()(index_t i) const { return Begin + i * Step; }
};
}  // namespace detail

template <index_t Count>
using make_index_sequence =
    typename detail::counted<std::make_integer_sequence<index_t, Count>>::type;

// A compile-time array as a sequence. Source::value is the array.
template <class Source>
using sequence_of_array = typename detail::read_array<
    Source, make_index_sequence<static_cast<index_t>(Source::value.size())>>::type;

template <class... Sequences>
struct sequence_merge;
template <>
struct sequence_merge<> {
    using type = sequence<>;
};
template <index_t... A>
struct sequence_merge<sequence<A...>> {
    using type = sequence<A...>;
};
template <index_t... A, index_t... B, class... Rest>
struct sequence_merge<sequence<A...>, sequence<B...>, Rest...> {
    using type = typename sequence_merge<sequence<A..., B...>, Rest...>::type;
};
template <class... Sequences>
using sequence_merge_t = typename sequence_merge<Sequences...>::type;
template <class... Sequences>
constexpr TILEPROOF_HOST_DEVICE sequence_merge_t<Sequences...> merge_sequences(Sequences...) {
    return {};
}

template <index_t Count, class F>
struct sequence_gen {
    using type = typename detail::generated<F, make_index_sequence<Count>>::type;
};
template <index_t Begin, index_t End, index_t Step>
struct arithmetic_sequence_gen {
    static constexpr index_t count = (End - Begin) / Step > 0 ? (End - Begin) / Step : 0;
    using type = typename sequence_gen<count, detail::straight<Begin, Step>>::type;
};
template <index_t Count, index_t Value>
struct uniform_sequence_gen {
    using type = typename sequence_gen<Count, detail::straight<Value, 0>>::type;
};
template <index_t Count, index_t Value>
using uniform_sequence_gen_t = typename uniform_sequence_gen<Count, Value>::type;

template <index_t... Values>
constexpr TILEPROOF_HOST_DEVICE sequence<Values...> make_sequence(number<Values>...) {
    return {};
}
template <class F, index_t Count>
constexpr TILEPROOF_HOST_DEVICE auto generate_sequence(F, number<Count>) {
    return typename sequence_gen<Count, F>::type{};
}
// f maps a number<..> to a number<..>; it may be a lambda.
template <class F, index_t Count>
constexpr TILEPROOF_HOST_DEVICE auto generate_sequence_v2(F&& f, number<Count>) {
    return [&]<index_t... I>(sequence<I...>) {
        return sequence<decltype(f(number<I>{}))::value...>{};
    }
    (make_index_sequence<Count>{});
}
template <index_t... Values>
constexpr TILEPROOF_HOST_DEVICE sequence<Values...> to_sequence(tuple<number<Values>...>) {
    return {};
}

template <class F, index_t... A>
constexpr TILEPROOF_HOST_DEVICE auto transform_sequences(F f, sequence<A...>) {
    return sequence<f(A)...>{};
}
template <class F, index_t... A, index_t... B>
constexpr TILEPROOF_HOST_DEVICE auto transform_sequences(F f, sequence<A...>, sequence<B...>) {
    static_assert(sizeof...(A) == sizeof...(B), "the sequences have different lengths");
    return sequence<f(A, B)...>{};
}
template <class F, index_t... A, index_t... B, index_t... C>
constexpr TILEPROOF_HOST_DEVICE auto transform_sequences(F f, sequence<A...>, sequence<B...>,
                                                         sequence<C...>) {
    static_assert(sizeof...(A) == sizeof...(B) && sizeof...(A) == sizeof...(C),
                  "the sequences have different lengths");
    return sequence<f(A, B, C)...>{};
}

#define TILEPROOF_X(op)                                                                            \
    template <index_t... A, index_t... B>                                                          \
    constexpr TILEPROOF_HOST_DEVICE auto operator op(sequence<A...>, sequence<B...>) {             \
        static_assert(sizeof...(A) == sizeof...(B), "the sequences have different lengths");       \
        return sequence<(A op B)...>{};                                                            \
    }                                                                                              \
    template <index_t... A, index_t B>                                                             \
    constexpr TILEPROOF_HOST_DEVICE sequence<(A op B)...> operator op(sequence<A...>, number<B>) { \
        return {};                                                                                 \
    }                                                                                              \
    template <index_t A, index_t... B>                                                             \
    constexpr TILEPROOF_HOST_DEVICE sequence<(A op B)...> operator op(number<A>, sequence<B...>) { \
        return {};                                                                                 \
    }
TILEPROOF_X(+)
TILEPROOF_X(-)
TILEPROOF_X(*)
TILEPROOF_X(/)
TILEPROOF_X(%)
#undef TILEPROOF_X

// f(... f(f(Init, element 0), element 1) ...): from the first element to the last.
template <class Sequence, class F, index_t Init>
constexpr TILEPROOF_HOST_DEVICE index_t reduce_on_sequence(Sequence, F f, number<Init>) {
    index_t result = Init;
    for (index_t i = 0; i < Sequence::size(); ++i) result = f(result, Sequence::at(i));
    return result;
}
template <class Sequence, class F>
constexpr TILEPROOF_HOST_DEVICE bool sequence_any_of(Sequence, F f) {
    for (index_t i = 0; i < Sequence::size(); ++i)
        if (f(Sequence::at(i))) return true;
    return false;
}
template <class Sequence, class F>
constexpr TILEPROOF_HOST_DEVICE bool sequence_all_of(Sequence, F f) {
    for (index_t i = 0; i < Sequence::size(); ++i)
        if (!f(Sequence::at(i))) return false;
    return true;
}

namespace detail {
// The scan of a sequence from its last element (Backwards) or its first; each result includes the element itself
// (Inclusive) or not.
template <class Sequence, class F, index_t Init, bool Backwards, bool Inclusive>
struct scanned {
    static constexpr auto value = [] {
        constexpr index_t size = Sequence::size();
        array<index_t, size> result{};
        index_t sum = Init;
        if constexpr (size > 0)
            for (index_t k = 0; k < size; ++k) {
                const index_t i = Backwards ? size - 1 - k : k;
                const index_t with = F{}(Sequence::at(i), sum);
                result[i] = Inclusive ? with : sum;
                sum = with;
            }
        return result;
    }();
};
}  // namespace detail
template <class Sequence, class F, index_t Init>
constexpr TILEPROOF_HOST_DEVICE auto reverse_inclusive_scan_sequence(Sequence, F, number<Init>) {
    return sequence_of_array<detail::scanned<Sequence, F, Init, true, true>>{};
}
template <class Sequence, class F, index_t Init>
constexpr TILEPROOF_HOST_DEVICE auto reverse_exclusive_scan_sequence(Sequence, F, number<Init>) {
    return sequence_of_array<detail::scanned<Sequence, F, Init, true, false>>{};
}
template <class Sequence, class F, index_t Init>
constexpr TILEPROOF_HOST_DEVICE auto inclusive_scan_sequence(Sequence, F, number<Init>) {
    return sequence_of_array<detail::scanned<Sequence, F, Init, false, true>>{};
}
template <class Sequence, class F, index_t Init>
constexpr TILEPROOF_HOST_DEVICE auto exclusive_scan_sequence(Sequence, F, number<Init>) {
    return sequence_of_array<detail::scanned<Sequence, F, Init, false, false>>{};
}
// (2, 3, 4) -> (0, 2, 5, 9)
template <class Sequence>
constexpr TILEPROOF_HOST_DEVICE auto prefix_sum_sequence(Sequence) {
    return decltype(inclusive_scan_sequence(Sequence{}, ck_tile::plus<index_t>{},
                                            number<0>{}))::push_front(number<0>{});
}

template <class Sequence, index_t... Places>
constexpr TILEPROOF_HOST_DEVICE auto pick_sequence_elements_by_ids(Sequence,
                                                                   sequence<Places...> p) {
    return Sequence::extract(p);
}
namespace detail {
template <class Mask>
struct places_of_mask {
    static constexpr index_t count = reduce_on_sequence(
        Mask{}, [](index_t sum, index_t m) { return sum + (m != 0 ? 1 : 0); }, number<0>{});
    static constexpr auto value = [] {
        array<index_t, count> result{};
        index_t next = 0;
        if constexpr (count > 0)
            for (index_t i = 0; i < Mask::size(); ++i)
                if (Mask::at(i) != 0) result[next++] = i;
        return result;
    }();
};
template <class Sequence, class Values, class Places>
struct modified {
    static constexpr auto value = [] {
        array<index_t, Sequence::size()> result{};
        for (index_t i = 0; i < Sequence::size(); ++i) result[i] = Sequence::at(i);
        for (index_t i = 0; i < Places::size(); ++i) result[Places::at(i)] = Values::at(i);
        return result;
    }();
};
}  // namespace detail
template <class Sequence, class Mask>
constexpr TILEPROOF_HOST_DEVICE auto pick_sequence_elements_by_mask(Sequence, Mask) {
    static_assert(Sequence::size() == Mask::size(), "the mask has one number for each element");
    return Sequence::extract(sequence_of_array<detail::places_of_mask<Mask>>{});
}
template <class Sequence, class Values, class Places>
constexpr TILEPROOF_HOST_DEVICE auto modify_sequence_elements_by_ids(Sequence, Values, Places) {
    static_assert(Values::size() == Places::size(), "one value for each place is needed");
    return sequence_of_array<detail::modified<Sequence, Values, Places>>{};
}
template <class Sequence>
constexpr TILEPROOF_HOST_DEVICE auto sequence_pop_front(Sequence) {
    return Sequence::pop_front();
}
template <class Sequence>
constexpr TILEPROOF_HOST_DEVICE auto sequence_pop_back(Sequence) {
    return Sequence::pop_back();
}
template <class Sequence>
struct sequence_reverse {
    using type = decltype(Sequence::reverse());
};
template <class Sequence, index_t Place>
struct sequence_split {
    using left_type = detail::part<Sequence, 0, Place>;
    using right_type = detail::part<Sequence, Place, Sequence::size() - Place>;
};

}  // namespace tileproof
