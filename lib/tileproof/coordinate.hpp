// SPDX-License-Identifier: MIT
// A coordinate: an index of a descriptor (or adaptor) together with every hidden index below it.
//
//   auto c = make_tensor_coordinate(b, multi_index<3>{1, 3, 2});   b of descriptor.hpp
//   c.get_offset() == 8578      c.get_hidden_index() is (8578, 67, 2, 1, 3, 2)
//   move_tensor_coordinate(b, c, make_tuple(number<0>{}, 0, number<1>{}));     c is at (1, 3, 3)
//
// Moving costs less than making a new coordinate: below a linear transform (pass, pads, embed, unmerge, slice,
// offset) the index moves by the step, and nothing that depends only on a step of number<0> is computed. Below a
// transform whose digits carry (merge, modulo, xor, indexing) the index is recomputed from the upper one, never from
// the step. So no step is too long, and no move leaves a wrong carry: not a negative one, and not one through a pad
// and back.
//
// A coordinate may be where there is no element: in a pad, or outside the tensor. Its hidden indices below that point
// are meaningless but may be read, and moving back makes them right again.
#pragma once

#include <tileproof/descriptor.hpp>

namespace tileproof {

template <class Index, int HiddenCount, class BottomIds, class TopIds>
class tensor_adaptor_coordinate {
  public:
    using index_type = Index;
    using hidden_index = array<Index, HiddenCount>;
    // CK Tile's names.
    using HiddenIndex = hidden_index;
    using TopIndex = array<Index, TopIds::size()>;
    using BottomIndex = array<Index, BottomIds::size()>;

    constexpr tensor_adaptor_coordinate() = default;
    constexpr TILEPROOF_HOST_DEVICE explicit tensor_adaptor_coordinate(const hidden_index& hidden)
        : hidden_(hidden) {}

    static constexpr TILEPROOF_HOST_DEVICE int get_num_of_hidden_dimension() { return HiddenCount; }
    constexpr TILEPROOF_HOST_DEVICE_INLINE auto get_top_index() const {
        return detail::take(hidden_, TopIds{});
    }
    constexpr TILEPROOF_HOST_DEVICE_INLINE auto get_bottom_index() const {
        return detail::take(hidden_, BottomIds{});
    }
    constexpr TILEPROOF_HOST_DEVICE const hidden_index& get_hidden_index() const { return hidden_; }
    constexpr TILEPROOF_HOST_DEVICE hidden_index& get_hidden_index() { return hidden_; }
    TILEPROOF_CK_CLASSIC_ADAPTOR_COORDINATE

  private:
    hidden_index hidden_{};
};

// The coordinate of a descriptor: its bottom index is one number, the offset.
template <class Index, int HiddenCount, class TopIds>
class tensor_coordinate
    : public tensor_adaptor_coordinate<Index, HiddenCount, sequence<0>, TopIds> {
    using base = tensor_adaptor_coordinate<Index, HiddenCount, sequence<0>, TopIds>;

  public:
    using base::base;
    constexpr TILEPROOF_HOST_DEVICE_INLINE auto get_index() const { return base::get_top_index(); }
    constexpr TILEPROOF_HOST_DEVICE Index get_offset() const { return base::get_hidden_index()[0]; }
    TILEPROOF_CK_CLASSIC_COORDINATE
};

template <class Adaptor>
using adaptor_coordinate_of =
    tensor_adaptor_coordinate<typename Adaptor::index_type, Adaptor::hidden_count,
                              detail::count_from<0, Adaptor::bottom_count>,
                              typename Adaptor::top_ids>;
template <class Descriptor>
using coordinate_of = tensor_coordinate<typename Descriptor::index_type, Descriptor::hidden_count,
                                        typename Descriptor::top_ids>;

// requires 0 <= index[i] < length i
template <class Adaptor, class TopIndex>
constexpr TILEPROOF_HOST_DEVICE_INLINE auto make_tensor_adaptor_coordinate(const Adaptor& adaptor,
                                                                           const TopIndex& index) {
    constexpr bool rank = detail::is_index_of_rank<TopIndex, Adaptor::top_count>();
    static_assert(rank, "An index needs one integer for each dimension of the descriptor.");
    if constexpr (rank)
        return adaptor_coordinate_of<Adaptor>(adaptor.calculate_hidden_index(index));
    else
        return detail::refused{};
}
template <descriptor_like Descriptor, class TopIndex>
constexpr TILEPROOF_HOST_DEVICE_INLINE auto make_tensor_coordinate(const Descriptor& descriptor,
                                                                   const TopIndex& index) {
    constexpr bool rank = detail::is_index_of_rank<TopIndex, Descriptor::dimension_count>();
    static_assert(rank, "An index needs one integer for each dimension of the descriptor.");
    if constexpr (rank)
        return coordinate_of<Descriptor>(descriptor.calculate_hidden_index(index));
    else
        return detail::refused{};
}

namespace detail {

// What a move does to a hidden dimension or a transform.
enum class movement : unsigned char {
    none,  // its index stays
    step,  // its index moves by a known step
    anew,  // its index is recomputed
};

template <class Adaptor>
struct movement_plan {
    array<movement, Adaptor::transform_count> of_transform{};
    array<movement, Adaptor::hidden_count> of_dimension{};
};

template <class Adaptor>
constexpr TILEPROOF_HOST_DEVICE movement_plan<Adaptor> plan_movement(
    const array<bool, Adaptor::top_count>& step_is_zero) {
    movement_plan<Adaptor> plan{};
    const auto top = Adaptor::top_ids::to_array();
    for (int i = 0; i < Adaptor::top_count; ++i)
        if (!step_is_zero[i]) plan.of_dimension[static_cast<int>(top[i])] = movement::step;
    unroll<Adaptor::transform_count>([&](auto position) {
        constexpr int t =
            Adaptor::transform_count - 1 - static_cast<int>(decltype(position)::value);
        using lower = tuple_element_t<t, typename Adaptor::lower_ids>;
        using upper = tuple_element_t<t, typename Adaptor::upper_ids>;
        movement most = movement::none;
        const auto above = upper::to_array();
        if constexpr (upper::size() > 0)
            for (int i = 0; i < upper::size(); ++i)
                if (plan.of_dimension[static_cast<int>(above[i])] > most)
                    most = plan.of_dimension[static_cast<int>(above[i])];
        using transform = tuple_element_t<t, typename Adaptor::transforms_type>;
        if (most == movement::step && !book_of<transform>::linear) most = movement::anew;
        plan.of_transform[t] = most;
        const auto below = lower::to_array();
        if constexpr (lower::size() > 0)
            for (int i = 0; i < lower::size(); ++i)
                plan.of_dimension[static_cast<int>(below[i])] = most;
    });
    return plan;
}

template <class Adaptor, class StepIsZero, int T>
constexpr TILEPROOF_HOST_DEVICE_INLINE void move_one(const Adaptor& adaptor,
                                                     typename Adaptor::hidden_index& hidden,
                                                     typename Adaptor::hidden_index& steps) {
    constexpr movement how = plan_movement<Adaptor>(StepIsZero::value).of_transform[T];
    if constexpr (how != movement::none) {
        using index = typename Adaptor::index_type;
        using lower = tuple_element_t<T, typename Adaptor::lower_ids>;
        using upper = tuple_element_t<T, typename Adaptor::upper_ids>;
        const auto& transform = adaptor.get_transforms().template get<T>();
        const auto u = take(hidden, upper{});
        auto l = take(hidden, lower{});
        if constexpr (how == movement::step) {
            array<index, lower::size()> step_below{};
            transforms::move(transform, take(steps, upper{}), u, l, step_below);
            put(steps, step_below, lower{});
        } else {
            transform.lower(u, l);
        }
        put(hidden, l, lower{});
    }
}

template <class Adaptor, class StepIsZero, int... I>
constexpr TILEPROOF_HOST_DEVICE_INLINE void move_all(const Adaptor& adaptor,
                                                     typename Adaptor::hidden_index& hidden,
                                                     typename Adaptor::hidden_index& steps,
                                                     std::integer_sequence<int, I...>) {
    (move_one<Adaptor, StepIsZero, Adaptor::transform_count - 1 - I>(adaptor, hidden, steps), ...);
}

template <class Adaptor, int... T>
constexpr TILEPROOF_HOST_DEVICE_INLINE bool all_valid(const Adaptor& adaptor,
                                                      const typename Adaptor::hidden_index& hidden,
                                                      std::integer_sequence<int, T...>) {
    // Combined with &, one comparison each, without branches.
    unsigned valid = 1;
    const auto check = [&](auto position) {
        constexpr int t = static_cast<int>(decltype(position)::value);
        if constexpr (!tuple_element_t<t, typename Adaptor::transforms_type>::always_valid) {
            const auto u = take(hidden, tuple_element_t<t, typename Adaptor::upper_ids>{});
            valid &= adaptor.get_transforms().template get<t>().valid(u) ? 1u : 0u;
        }
    };
    (check(number<T>{}), ...);
    return valid != 0;
}

}  // namespace detail

// Moves the coordinate by a step of any length and sign: one integer or number<..> for each dimension. Every hidden
// index ends up as make_tensor_adaptor_coordinate would compute it there. CK Tile's first template argument, whether to
// look for steps of 0 at run time, has no effect.
template <bool JudgeDoTransforms = true, class Adaptor, class Coordinate, class Step>
constexpr TILEPROOF_HOST_DEVICE_INLINE void move_tensor_adaptor_coordinate(const Adaptor& adaptor,
                                                                           Coordinate& coordinate,
                                                                           const Step& step) {
    using index = typename Adaptor::index_type;
    constexpr int rank = Adaptor::top_count;
    constexpr bool step_fits = detail::is_index_of_rank<Step, rank>();
    static_assert(step_fits, "A step needs one integer for each dimension of the descriptor.");
    constexpr bool same_dimensions =
        std::is_base_of_v<adaptor_coordinate_of<Adaptor>, Coordinate> ||
        std::is_same_v<coordinate_of<Adaptor>, Coordinate>;
    static_assert(same_dimensions,
                  "This coordinate was made for another descriptor: its dimensions are not those "
                  "of the one given.");
    if constexpr (step_fits && same_dimensions) {
        using zeros = detail::known_zeros<rank, std::remove_cvref_t<Step>>;
        const array<index, rank> given = detail::read_index<index, rank>(step);
        typename Adaptor::hidden_index& hidden = coordinate.get_hidden_index();
        typename Adaptor::hidden_index steps{};
        auto top_index = detail::take(hidden, typename Adaptor::top_ids{});
        if constexpr (rank > 0)
            transforms::for_each_dimension<rank>(rank, [&](int i) {
                top_index[i] = transforms::wrap_add<index>(top_index[i], given[i]);
            });
        detail::put(hidden, top_index, typename Adaptor::top_ids{});
        detail::put(steps, given, typename Adaptor::top_ids{});
        detail::move_all<Adaptor, zeros>(
            adaptor, hidden, steps, std::make_integer_sequence<int, Adaptor::transform_count>{});
    }
}
// The same, and by how much the bottom index has moved.
template <bool JudgeDoTransforms = true, class Adaptor, class Coordinate, class Step,
          class BottomStep>
constexpr TILEPROOF_HOST_DEVICE_INLINE void move_tensor_adaptor_coordinate(
    const Adaptor& adaptor, Coordinate& coordinate, const Step& step, BottomStep& bottom_step) {
    using index = typename Adaptor::index_type;
    const auto before = coordinate.get_bottom_index();
    move_tensor_adaptor_coordinate(adaptor, coordinate, step);
    const auto after = coordinate.get_bottom_index();
    transforms::for_each_dimension<Adaptor::bottom_count>(Adaptor::bottom_count, [&](int i) {
        bottom_step[i] = transforms::wrap_subtract<index>(after[i], before[i]);
    });
}
template <bool JudgeDoTransforms = true, descriptor_like Descriptor, class Coordinate, class Step>
constexpr TILEPROOF_HOST_DEVICE_INLINE void move_tensor_coordinate(const Descriptor& descriptor,
                                                                   Coordinate& coordinate,
                                                                   const Step& step) {
    const typename Descriptor::adaptor_type& adaptor = descriptor;
    move_tensor_adaptor_coordinate(adaptor, coordinate, step);
}

// Whether an index inside the tensor has an element, that is, lies in no pad.
template <class Adaptor, class Coordinate>
constexpr TILEPROOF_HOST_DEVICE bool adaptor_coordinate_is_valid_assuming_top_index_is_valid(
    const Adaptor& adaptor, const Coordinate& coordinate) {
    return detail::all_valid(adaptor, coordinate.get_hidden_index(),
                             std::make_integer_sequence<int, Adaptor::transform_count>{});
}
template <descriptor_like Descriptor, class Coordinate>
constexpr TILEPROOF_HOST_DEVICE bool coordinate_has_valid_offset_assuming_top_index_is_valid(
    const Descriptor& descriptor, const Coordinate& coordinate) {
    const typename Descriptor::adaptor_type& adaptor = descriptor;
    return adaptor_coordinate_is_valid_assuming_top_index_is_valid(adaptor, coordinate);
}

// The same, for an index that may also lie outside the tensor.
template <class Adaptor, class Coordinate>
constexpr TILEPROOF_HOST_DEVICE bool adaptor_coordinate_is_valid(const Adaptor& adaptor,
                                                                 const Coordinate& coordinate) {
    using index = typename Adaptor::index_type;
    const auto top_index = detail::take(coordinate.get_hidden_index(), typename Adaptor::top_ids{});
    unsigned inside = 1;
    unroll<Adaptor::top_count>([&](auto position) {
        constexpr int i = static_cast<int>(decltype(position)::value);
        const index length = static_cast<index>(
            static_cast<long_index_t>(adaptor.template get_top_dimension_length<i>()));
        inside &= transforms::in_range<index>(top_index[i], length) ? 1u : 0u;
    });
    return inside != 0 &&
           adaptor_coordinate_is_valid_assuming_top_index_is_valid(adaptor, coordinate);
}
template <descriptor_like Descriptor, class Coordinate>
constexpr TILEPROOF_HOST_DEVICE bool coordinate_has_valid_offset(const Descriptor& descriptor,
                                                                 const Coordinate& coordinate) {
    const typename Descriptor::adaptor_type& adaptor = descriptor;
    return adaptor_coordinate_is_valid(adaptor, coordinate);
}

}  // namespace tileproof
