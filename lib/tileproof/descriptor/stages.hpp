// SPDX-License-Identifier: MIT
// Makers of adaptors: one stage, a stage on top of an adaptor, adaptors on top of each other.
//
// Every stage is checked here: its ids (a permutation of the visible ones), and each transform against the dimensions
// it is put on (rules.hpp). Compile-time values are checked at compile time, run-time values on the host when the
// stage is made.
#pragma once

#include <tileproof/adaptor.hpp>

namespace tileproof {

namespace detail {

// A maker returns this after a failed static_assert, to keep the compiler's further messages short.
struct refused {};

template <class Transforms, class LowerIds, class UpperIds>
constexpr TILEPROOF_HOST_DEVICE bool ranks_fit() {
    bool result = true;
    unroll<Transforms::size()>([&](auto position) {
        constexpr int i = static_cast<int>(decltype(position)::value);
        using transform = tuple_element_t<i, Transforms>;
        result = result && tuple_element_t<i, LowerIds>::size() == transform::lower_rank &&
                 tuple_element_t<i, UpperIds>::size() == transform::upper_rank;
    });
    return result;
}

// Whether the ids of a stage are right. The first wrong one is a compile error.
template <int OldTopCount, class Transforms, class LowerIds, class UpperIds>
constexpr TILEPROOF_HOST_DEVICE bool check_stage() {
    if constexpr (!(is_tuple_v<Transforms> && is_id_list_v<LowerIds> && is_id_list_v<UpperIds>)) {
        static_assert(
            is_tuple_v<Transforms> && is_id_list_v<LowerIds> && is_id_list_v<UpperIds>,
            "A stage needs a make_tuple(...) of transforms, and two of sequence<...>: the "
            "lower and the upper dimension ids of each transform.");
        return false;
    } else if constexpr (Transforms::size() != LowerIds::size() ||
                         Transforms::size() != UpperIds::size()) {
        static_assert(
            Transforms::size() == LowerIds::size() && Transforms::size() == UpperIds::size(),
            "A stage needs one sequence of lower and one of upper dimension ids for each "
            "transform.");
        return false;
    } else if constexpr (!ranks_fit<Transforms, LowerIds, UpperIds>()) {
        static_assert(ranks_fit<Transforms, LowerIds, UpperIds>(),
                      "A transform needs as many lower and upper dimension ids as it has lower and "
                      "upper dimensions.");
        return false;
    } else {
        constexpr bool lower = is_permutation_of<OldTopCount, LowerIds>();
        static_assert(
            lower,
            "Every visible dimension must be consumed by exactly one transform of a stage: "
            "the lower ids together must be a permutation of 0, 1, .. up to the last "
            "visible dimension.");
        constexpr bool upper = is_permutation_of<id_count<UpperIds>, UpperIds>();
        static_assert(
            upper,
            "Every new dimension must have exactly one place: the upper ids together must "
            "be a permutation of 0, 1, .. up to the number of upper dimensions.");
        return lower && upper;
    }
}

template <class Index>
inline constexpr long_index_t largest_index = std::numeric_limits<Index>::max();
// One less than the type can hold: the greatest value means "too large".
template <>
inline constexpr long_index_t largest_index<long_index_t> =
    std::numeric_limits<long_index_t>::max() - 1;

// The facts of a transform that is put on dimensions Ids of Old.
template <class Old, index_t... Ids>
constexpr TILEPROOF_HOST_DEVICE_INLINE transform_facts put_on(transform_facts facts,
                                                              sequence<Ids...>) {
    if constexpr (sizeof...(Ids) == 1) ((facts.open = open_sides_at<Old>(Ids)), ...);
    return facts;
}

// The rule that compile-time values break, if any.
template <class Index, class Transform, class Old, class Ids>
constexpr TILEPROOF_HOST_DEVICE transform_rule static_mistake(Ids ids) {
    const auto below = take(Old::static_lengths, ids);
    return find_mistake<Transform::kind>(put_on<Old>(static_facts_of<Transform>(), ids),
                                         below.data(), largest_index<Index>, false)
        .rule;
}

// The lengths of the hidden dimensions of an existing adaptor.
template <class Adaptor>
constexpr TILEPROOF_HOST_DEVICE_INLINE auto hidden_lengths(const Adaptor& adaptor) {
    array<long_index_t, Adaptor::hidden_count> lengths = Adaptor::static_lengths;
    unroll<Adaptor::transform_count>([&](auto position) {
        constexpr int t = static_cast<int>(decltype(position)::value);
        using upper = tuple_element_t<t, typename Adaptor::upper_ids>;
        if constexpr (upper::size() > 0)
            for (int k = 0; k < upper::size(); ++k)
                lengths[static_cast<int>(upper::at(k))] = static_cast<long_index_t>(
                    adaptor.get_transforms().template get<t>().upper_length(k));
    });
    return lengths;
}

// Throws the error of a broken rule. Out of line and by value, so that correct transforms stay in registers.
template <int Position, class Transform, class Old, index_t... Ids>
[[noreturn, gnu::cold, gnu::noinline]] void refuse_transform(transform_rule rule,
                                                             Transform transform, Old old,
                                                             sequence<Ids...> ids) {
    const auto lengths = hidden_lengths(old);
    const auto below = take(lengths, ids);
    refuse_at_run_time(rule, facts_of(transform), below.data(), Position);
}

// Checks transform `position` of a stage on the dimensions `Ids` of `old`. memory_length: the length of hidden
// dimension 0 if that is a descriptor's offset, else unknown.
template <class Index, int Position, class Transform, class Old, index_t... Ids>
constexpr TILEPROOF_HOST_DEVICE void check_transform([[maybe_unused]] const Transform& transform,
                                                     [[maybe_unused]] const Old& old,
                                                     sequence<Ids...> ids) {
    constexpr transform_rule broken = static_mistake<Index, Transform, Old>(sequence<Ids...>{});
    refuse_at_compile_time<broken, Transform::kind>();
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    constexpr bool all_known = static_facts_of<Transform>().is_static &&
                               (true && ... && (Old::static_lengths[Ids] != unknown));
    if constexpr (!all_known) {
        const auto lengths = hidden_lengths(old);
        const auto below = take(lengths, ids);
        const transform_rule rule =
            find_mistake<Transform::kind>(put_on<Old>(facts_of(transform), ids), below.data(),
                                          largest_index<Index>, false)
                .rule;
        if (rule != transform_rule::none) refuse_transform<Position>(rule, transform, old, ids);
    }
#endif
}

template <class Index, class LowerIds, class Old, class... T, int... I>
constexpr TILEPROOF_HOST_DEVICE void check_transforms(const tuple<T...>& transforms, const Old& old,
                                                      std::integer_sequence<int, I...>) {
    (check_transform<Index, I>(transforms.template get<I>(), old, tuple_element_t<I, LowerIds>{}),
     ...);
}

template <class Index, class... T>
constexpr TILEPROOF_HOST_DEVICE auto bind_all([[maybe_unused]] const tuple<T...>& transforms) {
    return apply([](const auto&... t) { return make_tuple(bind<Index>(t)...); }, transforms);
}

// `old` with one more stage. The ids are visible ones, before and after.
template <class Old, class Transforms, class LowerVisible, class UpperVisible>
constexpr TILEPROOF_HOST_DEVICE auto append_stage(const Old& old, const Transforms& transforms,
                                                  LowerVisible, UpperVisible) {
    if constexpr (!check_stage<Old::top_count, Transforms, LowerVisible, UpperVisible>()) {
        return refused{};
    } else {
        using index = typename Old::index_type;
        using ids = stage_ids<Old::hidden_count, typename Old::top_ids, LowerVisible, UpperVisible>;
        check_transforms<index, typename ids::lower>(
            transforms, old, std::make_integer_sequence<int, Transforms::size()>{});
        auto all = join_tuples(old.get_transforms(), bind_all<index>(transforms));
        return tensor_adaptor<
            index, decltype(all), join<typename Old::lower_ids, typename ids::lower>,
            join<typename Old::upper_ids, typename ids::upper>, Old::bottom_count,
            typename ids::top, join<typename Old::stage_sizes, sequence<Transforms::size()>>>(all);
    }
}

// An adaptor without transforms, all of whose bottom dimensions are visible.
template <class Index, int BottomCount>
using no_stage = tensor_adaptor<Index, tuple<>, tuple<>, tuple<>, BottomCount,
                                count_from<0, BottomCount>, sequence<>>;

}  // namespace detail

// An adaptor of one stage. The lower ids name the bottom dimensions, the upper ids the top ones.
template <class Index = index_t, class Transforms, class LowerIds, class UpperIds>
constexpr TILEPROOF_HOST_DEVICE auto make_single_stage_tensor_adaptor(const Transforms& transforms,
                                                                      LowerIds lower,
                                                                      UpperIds upper) {
    constexpr int bottom_count = detail::id_count<LowerIds>;
    return detail::append_stage(detail::no_stage<Index, bottom_count>{}, transforms, lower, upper);
}

// The adaptor with one more stage on top of it.
constexpr TILEPROOF_HOST_DEVICE auto transform_tensor_adaptor(const auto& old,
                                                              const auto& transforms, auto lower,
                                                              auto upper) {
    return detail::append_stage(old, transforms, lower, upper);
}

// `upper` on top of `lower`: the bottom dimensions of `upper` are the top dimensions of `lower`.
template <class Lower, class Upper>
constexpr TILEPROOF_HOST_DEVICE auto chain_tensor_adaptors(const Lower& lower, const Upper& upper) {
    constexpr bool ranks = Lower::top_count == Upper::bottom_count;
    static_assert(ranks,
                  "Chained adaptors must meet: the upper one needs as many bottom dimensions as "
                  "the lower one has top dimensions.");
    constexpr bool indices = std::is_same_v<typename Lower::index_type, typename Upper::index_type>;
    static_assert(indices, "Chained adaptors must have the same index type.");
    if constexpr (!ranks || !indices) {
        return detail::refused{};
    } else {
        using index = typename Lower::index_type;
        // Hidden ids of `upper` in the chain: its bottom ones are the top ones of `lower`.
        using map = detail::join<
            typename Lower::top_ids,
            detail::count_from<Lower::hidden_count, Upper::hidden_count - Upper::bottom_count>>;
        using lower_ids = typename detail::mapped<map, typename Upper::lower_ids>::type;
        using upper_ids = typename detail::mapped<map, typename Upper::upper_ids>::type;
        using top_ids = typename detail::mapped<map, typename Upper::top_ids>::type;
        auto all = detail::join_tuples(lower.get_transforms(), upper.get_transforms());
        const tensor_adaptor<
            index, decltype(all), detail::join<typename Lower::lower_ids, lower_ids>,
            detail::join<typename Lower::upper_ids, upper_ids>, Lower::bottom_count, top_ids,
            detail::join<typename Lower::stage_sizes, typename Upper::stage_sizes>>
            chained(all);
        detail::check_transforms<index, lower_ids>(
            upper.get_transforms(), chained,
            std::make_integer_sequence<int, Upper::transform_count>{});
        return chained;
    }
}

// Several adaptors, the lowest first.
template <class Lower, class Middle, class... Rest>
requires(sizeof...(Rest) > 0)  //
    constexpr TILEPROOF_HOST_DEVICE auto chain_tensor_adaptors(const Lower& lower,
                                                               const Middle& middle,
                                                               const Rest&... rest) {
    return chain_tensor_adaptors(chain_tensor_adaptors(lower, middle), rest...);
}

}  // namespace tileproof
