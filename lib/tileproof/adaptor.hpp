// SPDX-License-Identifier: MIT
// tensor_adaptor: a chain of transforms between bottom dimensions (memory side) and top dimensions
// (user side).
//
//   auto a = make_single_stage_tensor_adaptor(
//       make_tuple(make_unmerge_transform(make_tuple(number<4>{}, number<64>{}))),
//       make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
//   a.calculate_bottom_index(multi_index<2>{1, 3})[0] == 67
//
// Every dimension has a hidden id. The bottom dimensions come first (0, 1, ..); each stage then numbers its upper
// dimensions in the order in which it lists them. A top dimension is a hidden one that no transform has consumed.
// Evaluation goes from the last transform to the first.
//
// Index is the type of every index inside: index_t (the default) or long_index_t. A length that does not fit in it is
// refused. Types and ids are compile-time constants, so an adaptor whose lengths are constants too holds no data, and
// a kernel keeps only the arithmetic.
#pragma once

#include <tileproof/descriptor/bind.hpp>
#include <tileproof/descriptor/ids.hpp>
#include <tileproof/descriptor/index.hpp>
#include <tileproof/descriptor/rules.hpp>

namespace tileproof {

namespace detail {
// The transform that has a hidden dimension as its upper dimension, and which of its upper dimensions it is.
struct made_by {
    int transform = -1;
    int position = 0;
};

// On which sides of a hidden dimension an index may lie outside it, because a checked pad makes it.
template <class Adaptor>
constexpr TILEPROOF_HOST_DEVICE transforms::open_sides open_sides_at(int id) {
    transforms::open_sides sides{};
    unroll<Adaptor::transform_count>([&](auto t) {
        using transform =
            tuple_element_t<static_cast<int>(t.value), typename Adaptor::transforms_type>;
        if constexpr (!transform::always_valid)
            if (Adaptor::makers[id].transform == static_cast<int>(t.value))
                sides = transforms::open_sides_of(transform::kind);
    });
    return sides;
}

constexpr TILEPROOF_HOST_DEVICE bool is_merge(transform_kind kind) {
    return kind == transform_kind::merge || kind == transform_kind::merge_divmod;
}

template <class... T>
constexpr TILEPROOF_HOST_DEVICE bool are_static(const tuple<T...>*) {
    return (true && ... && static_facts_of<T>().is_static);
}
}  // namespace detail

// Transforms: tuple of transforms. LowerIds, UpperIds: tuple of sequence<..> of hidden ids, one for
// each transform. TopIds: sequence of hidden ids. StageSizes: sequence, how many transforms each
// stage has.
template <class Index, class Transforms, class LowerIds, class UpperIds, int BottomCount,
          class TopIds, class StageSizes>
class tensor_adaptor {
    static_assert(std::is_same_v<Index, index_t> || std::is_same_v<Index, long_index_t>,
                  "The index type of a descriptor is index_t or long_index_t.");

  public:
    using index_type = Index;
    using transforms_type = Transforms;
    using lower_ids = LowerIds;
    using upper_ids = UpperIds;
    using top_ids = TopIds;
    using stage_sizes = StageSizes;
    static constexpr int transform_count = Transforms::size();
    static constexpr int hidden_count = BottomCount + detail::id_count<UpperIds>;
    static constexpr int bottom_count = BottomCount;
    static constexpr int top_count = TopIds::size();
    using hidden_index = array<Index, hidden_count>;
    using top_index = array<Index, top_count>;
    using bottom_index = array<Index, bottom_count>;
    // CK Tile's names.
    using HiddenIndex = hidden_index;
    using TopIndex = top_index;
    using BottomIndex = bottom_index;

    constexpr tensor_adaptor() = default;
    constexpr TILEPROOF_HOST_DEVICE explicit tensor_adaptor(const Transforms& transforms)
        : transforms_(transforms) {}

    static constexpr TILEPROOF_HOST_DEVICE int get_num_of_transform() { return transform_count; }
    static constexpr TILEPROOF_HOST_DEVICE int get_num_of_hidden_dimension() {
        return hidden_count;
    }
    static constexpr TILEPROOF_HOST_DEVICE int get_num_of_top_dimension() { return top_count; }
    static constexpr TILEPROOF_HOST_DEVICE int get_num_of_bottom_dimension() {
        return bottom_count;
    }
    static constexpr TILEPROOF_HOST_DEVICE auto get_lower_dimension_hidden_idss() {
        return LowerIds{};
    }
    static constexpr TILEPROOF_HOST_DEVICE auto get_upper_dimension_hidden_idss() {
        return UpperIds{};
    }
    static constexpr TILEPROOF_HOST_DEVICE auto get_top_dimension_hidden_ids() { return TopIds{}; }
    static constexpr TILEPROOF_HOST_DEVICE auto get_bottom_dimension_hidden_ids() {
        return detail::count_from<0, BottomCount>{};
    }
    constexpr TILEPROOF_HOST_DEVICE const Transforms& get_transforms() const { return transforms_; }

    TILEPROOF_CK_CLASSIC_ADAPTOR

    // Whether every length is known at compile time.
    static constexpr TILEPROOF_HOST_DEVICE bool is_static() { return all_static; }
    static constexpr TILEPROOF_HOST_DEVICE bool is_known_at_compile_time() { return is_static(); }

    // Length of top dimension I: a number<...> where it is known at compile time, else an Index.
    template <int I>
    constexpr TILEPROOF_HOST_DEVICE auto get_top_dimension_length() const {
        static_assert(I >= 0 && I < top_count, "There is no such top dimension.");
        return get_hidden_dimension_length(number<static_cast<int>(TopIds::at(I))>{});
    }
    template <index_t Id>
    constexpr TILEPROOF_HOST_DEVICE auto get_hidden_dimension_length(number<Id>) const {
        constexpr int id = static_cast<int>(Id);
        static_assert(id >= bottom_count, "A dimension that no transform made has no length.");
        if constexpr (static_lengths[id] != detail::unknown) {
            return number_of<static_lengths[id]>{};
        } else {
            constexpr detail::made_by maker = makers[id];
            return static_cast<Index>(
                transforms_.template get<maker.transform>().upper_length(maker.position));
        }
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE auto get_top_dimension_length(number<I>) const {
        return get_top_dimension_length<static_cast<int>(I)>();
    }
    // The lengths of all top dimensions, as a tuple.
    constexpr TILEPROOF_HOST_DEVICE auto get_top_dimension_lengths() const {
        return [&]<int... I>(std::integer_sequence<int, I...>) {
            return make_tuple(get_top_dimension_length<I>()...);
        }
        (std::make_integer_sequence<int, top_count>{});
    }

    // How many top indices there are: the product of the lengths.
    constexpr TILEPROOF_HOST_DEVICE auto get_element_size() const {
        return apply([](const auto&... length) { return (number<1>{} * ... * length); },
                     get_top_dimension_lengths());
    }

    // The bottom index of a top index. requires 0 <= index[i] < length i. In a pad the result is meaningless; ask
    // coordinate_has_valid_offset first.
    template <class TopIndex>
    constexpr TILEPROOF_HOST_DEVICE_INLINE bottom_index
    calculate_bottom_index(const TopIndex& index) const {
        static_assert(detail::is_index_of_rank<TopIndex, top_count>(),
                      "An index needs one integer for each dimension of the descriptor.");
        if constexpr (detail::is_index_of_rank<TopIndex, top_count>()) {
            hidden_index hidden{};
            detail::put(hidden, detail::read_index<Index, top_count>(index), TopIds{});
            evaluate<true>(hidden, std::make_integer_sequence<int, transform_count>{});
            return detail::take(hidden, detail::count_from<0, BottomCount>{});
        } else {
            return {};
        }
    }

    // All hidden dimensions at a top index, bottom ones first.
    constexpr TILEPROOF_HOST_DEVICE_INLINE hidden_index
    calculate_hidden_index(const auto& index) const {
        hidden_index hidden{};
        detail::put(hidden, detail::read_index<Index, top_count>(index), TopIds{});
        evaluate<false>(hidden, std::make_integer_sequence<int, transform_count>{});
        return hidden;
    }

    // The lengths of all hidden dimensions; detail::unknown at the bottom and where a length is known at run time
    // only.
    static constexpr TILEPROOF_HOST_DEVICE auto compute_static_lengths() {
        array<long_index_t, hidden_count> lengths{};
        if constexpr (bottom_count > 0)
            for (int i = 0; i < bottom_count; ++i) lengths[i] = detail::unknown;
        unroll<transform_count>([&](auto t) {
            constexpr int i = static_cast<int>(decltype(t)::value);
            using transform = tuple_element_t<i, Transforms>;
            const auto facts = detail::static_facts_of<transform>();
            using upper = tuple_element_t<i, UpperIds>;
            if constexpr (upper::size() > 0)
                for (int k = 0; k < upper::size(); ++k)
                    lengths[static_cast<int>(upper::at(k))] =
                        detail::book_of<transform>::upper_length(facts, k);
        });
        return lengths;
    }
    static constexpr TILEPROOF_HOST_DEVICE auto compute_makers() {
        array<detail::made_by, hidden_count> result{};
        unroll<transform_count>([&](auto t) {
            constexpr int i = static_cast<int>(decltype(t)::value);
            using upper = tuple_element_t<i, UpperIds>;
            if constexpr (upper::size() > 0)
                for (int k = 0; k < upper::size(); ++k)
                    result[static_cast<int>(upper::at(k))] = {i, k};
        });
        return result;
    }
    static constexpr array<long_index_t, hidden_count> static_lengths = compute_static_lengths();
    static constexpr array<detail::made_by, hidden_count> makers = compute_makers();
    static constexpr bool all_static = detail::are_static(static_cast<const Transforms*>(nullptr));

  private:
    // Whether a merge joins neighbouring digits of a single unmerge. Nobody asks for those digits, so the merge need
    // not split its index: ((a B + b) C + c) with b = x / C and c = x % C equals (a B + 0) C + x, so the last digit
    // may hold x and the others 0. Their lengths are those of the unmerge (rules.hpp).
    template <int I>
    static constexpr TILEPROOF_HOST_DEVICE bool joins_digits() {
        using lower = tuple_element_t<I, LowerIds>;
        if constexpr (!detail::is_merge(tuple_element_t<I, Transforms>::kind) ||
                      lower::size() == 0) {
            return false;
        } else {
            constexpr detail::made_by first = makers[static_cast<int>(lower::at(0))];
            if constexpr (first.transform < 0) {
                return false;
            } else {
                bool result =
                    tuple_element_t<first.transform, Transforms>::kind == transform_kind::unmerge;
                for (int k = 0; k < lower::size(); ++k) {
                    const detail::made_by digit = makers[static_cast<int>(lower::at(k))];
                    result = result && digit.transform == first.transform &&
                             digit.position == first.position + k;
                }
                return result;
            }
        }
    }
    // BottomOnly: only the bottom index is needed; other hidden indices may be wrong.
    template <bool BottomOnly, int... I>
    constexpr TILEPROOF_HOST_DEVICE_INLINE void evaluate(hidden_index& hidden,
                                                         std::integer_sequence<int, I...>) const {
        (evaluate_one<BottomOnly, transform_count - 1 - I>(hidden), ...);
    }
    template <bool BottomOnly, int I>
    constexpr TILEPROOF_HOST_DEVICE_INLINE void evaluate_one(hidden_index& hidden) const {
        using lower = tuple_element_t<I, LowerIds>;
        const auto u = detail::take(hidden, tuple_element_t<I, UpperIds>{});
        array<Index, lower::size()> l{};
        if constexpr (BottomOnly && joins_digits<I>())
            l[lower::size() - 1] = u[0];
        else
            transforms_.template get<I>().lower(u, l);
        detail::put(hidden, l, lower{});
    }

    [[no_unique_address]] Transforms transforms_{};
};

template <class T>
inline constexpr bool is_tensor_adaptor_v = false;
template <class I, class T, class L, class U, int B, class O, class S>
inline constexpr bool is_tensor_adaptor_v<tensor_adaptor<I, T, L, U, B, O, S>> = true;

}  // namespace tileproof

#include <tileproof/descriptor/stages.hpp>
