// SPDX-License-Identifier: MIT
// Windows as CK Tile's kernels make them, with {row, column} as origin: first without a distribution, which a later
// step adds; and windows without memory.
//
//   auto w = make_tile_window(view, make_tuple(number<128>{}, number<8>{}), {row, 0});
//   auto mine = make_tile_window(w, distribution);                            // the thread's part of it
//   auto next = make_tile_window(w, {row + 128, 0}, distribution);            // the same at another origin
//   auto same = make_tile_window(view, lengths, {row, 0}, distribution);      // in one step
//   store_tile(w, tile);              each thread stores what it holds: the tile knows its distribution
//   make_null_tile_window(lengths)    loads null_tensor{}, stores nothing
//
// hardware_place names the calling thread (ck_tile.hpp has one for GPUs and one for a host that plays a thread).
#pragma once

#include <tileproof/tile/tile_window.hpp>

namespace tileproof {

template <class View, class Lengths>
class tile_window_with_static_lengths {
    static_assert(is_tensor_view_v<View>, "make_tile_window takes a tensor_view.");
    static_assert(detail::lengths_are_known<Lengths>,
                  "make_tile_window: the lengths of a tile are known at compile time; give "
                  "number<...> in a make_tuple(...), or a sequence<...>.");

  public:
    using BottomTensorView = View;
    using BottomTensorDesc = typename View::tensor_descriptor;
    using BottomTensorIndex = detail::origin_of<View>;
    using WindowLengths = Lengths;
    using DataType = typename View::DataType;
    static constexpr index_t rank = View::get_num_of_dimension();

    constexpr tile_window_with_static_lengths() = default;
    constexpr TILEPROOF_HOST_DEVICE tile_window_with_static_lengths(const View& view,
                                                                    const Lengths&,
                                                                    const BottomTensorIndex& origin)
        : view_(view), origin_(origin) {
        static_assert(Lengths::size() == rank,
                      "make_tile_window: one length for each dimension of the view is needed.");
    }

    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_dimension() { return rank; }
    static constexpr TILEPROOF_HOST_DEVICE Lengths get_window_lengths() { return {}; }
    constexpr TILEPROOF_HOST_DEVICE const View& get_bottom_tensor_view() const { return view_; }
    constexpr TILEPROOF_HOST_DEVICE const BottomTensorIndex& get_window_origin() const {
        return origin_;
    }
    constexpr TILEPROOF_HOST_DEVICE void set_window_origin(const BottomTensorIndex& origin) {
        origin_ = origin;
    }
    constexpr TILEPROOF_HOST_DEVICE void move(const BottomTensorIndex& step) {
        for (int i = 0; i < rank; ++i) origin_[i] += step[i];
    }
    template <class T>
    constexpr TILEPROOF_HOST_DEVICE void set_bottom_tensor_view_data_ptr(T* data) {
        view_.buf_.p_data_ = data;
    }

  private:
    View view_{};
    BottomTensorIndex origin_{};
};

template <class T>
inline constexpr bool is_plain_window_v = false;
template <class V, class L>
inline constexpr bool is_plain_window_v<tile_window_with_static_lengths<V, L>> = true;
template <class T>
inline constexpr bool is_tile_distribution_v = false;
template <class E>
inline constexpr bool is_tile_distribution_v<tile_distribution<E>> = true;
template <class T>
concept thread_place = requires {
    T::thread();
};

// A window without a distribution.
template <class View, class Lengths, class Origin = detail::origin_of<View>>
requires(is_tensor_view_v<View>) constexpr TILEPROOF_HOST_DEVICE auto make_tile_window(
    const View& view, const Lengths& lengths, const Origin& origin) {
    return tile_window_with_static_lengths<View, Lengths>(
        view, lengths, detail::read_index<index_t, View::get_num_of_dimension()>(origin));
}
// The same window at another origin.
template <class View, class Lengths, class Origin = detail::origin_of<View>>
requires(!is_tile_distribution_v<Origin>) constexpr TILEPROOF_HOST_DEVICE auto make_tile_window(
    const tile_window_with_static_lengths<View, Lengths>& window, const Origin& origin) {
    return make_tile_window(window.get_bottom_tensor_view(), Lengths{}, origin);
}

// The calling thread's part. Lengths given as integers must equal those of the distribution.
template <class View, class Lengths, class Origin = detail::origin_of<View>, class Distribution,
          class Place = hardware_place>
requires(is_tensor_view_v<View>&& is_tile_distribution_v<Distribution>&& thread_place<Place>)  //
    TILEPROOF_HOST_DEVICE auto make_tile_window(const View& view,
                                                [[maybe_unused]] const Lengths& lengths,
                                                const Origin& origin, const Distribution&) {
    if constexpr (detail::lengths_are_known<Lengths>)
        detail::check_window_lengths<Lengths, Distribution>();
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
    if constexpr (!detail::lengths_are_known<Lengths>) {
        const auto given = detail::read_index<index_t, Distribution::num_dim_x>(lengths);
        for (int i = 0; i < Distribution::num_dim_x; ++i)
            if (given[i] != static_cast<index_t>(Distribution::encoding::map.x_lengths[i]))
                throw layout_error(
                    "make_tile_window: the lengths are not the X lengths of the distribution: " +
                    std::to_string(given[i]) + " was given for dim " + std::to_string(i) + ", " +
                    std::to_string(Distribution::encoding::map.x_lengths[i]) + " is its length.");
    }
#endif
    using window = tile_window<View, Distribution>;
    return window(view, detail::read_index<typename window::index_type, window::rank>(origin),
                  Distribution::template get_partition_index<Place>());
}
template <class View, class Lengths, class Origin = detail::origin_of<View>, class Distribution,
          index_t Coordinates, class Place = hardware_place>
requires(is_tensor_view_v<View>&& is_tile_distribution_v<Distribution>&& thread_place<Place>)  //
    TILEPROOF_HOST_DEVICE auto make_tile_window(const View& view, const Lengths& lengths,
                                                const Origin& origin, const Distribution& d,
                                                number<Coordinates>) {
    return make_tile_window(view, lengths, origin,
                            d);  // d decides how many coordinates it keeps
}
template <class View, class Lengths, class Origin = detail::origin_of<View>, class Distribution>
requires(is_tile_distribution_v<Distribution>)  //
    TILEPROOF_HOST_DEVICE auto make_tile_window(
        const tile_window_with_static_lengths<View, Lengths>& window, const Origin& origin,
        const Distribution& d) {
    return make_tile_window(window.get_bottom_tensor_view(), Lengths{}, origin, d);
}
template <class View, class Lengths, class Distribution>
requires(is_tile_distribution_v<Distribution>)  //
    TILEPROOF_HOST_DEVICE auto make_tile_window(
        const tile_window_with_static_lengths<View, Lengths>& window, const Distribution& d) {
    return make_tile_window(window, window.get_window_origin(), d);
}

template <class View, class Lengths, class Step = detail::origin_of<View>>
constexpr TILEPROOF_HOST_DEVICE void move_tile_window(
    tile_window_with_static_lengths<View, Lengths>& window, const Step& step) {
    window.move(detail::read_index<index_t, View::get_num_of_dimension()>(step));
}
template <class View, class Lengths, class Origin = detail::origin_of<View>>
constexpr TILEPROOF_HOST_DEVICE void set_window_origin(
    tile_window_with_static_lengths<View, Lengths>& window, const Origin& origin) {
    window.set_window_origin(detail::read_index<index_t, View::get_num_of_dimension()>(origin));
}

// The tile knows its distribution.
template <class View, class Lengths, class Tensor>
TILEPROOF_HOST_DEVICE void store_tile(const tile_window_with_static_lengths<View, Lengths>& window,
                                      const Tensor& tile) {
    store_tile(make_tile_window(window, Tensor::get_tile_distribution()), tile);
}
template <class View, class Lengths, class Tensor>
TILEPROOF_HOST_DEVICE void update_tile(const tile_window_with_static_lengths<View, Lengths>& window,
                                       const Tensor& tile) {
    update_tile(make_tile_window(window, Tensor::get_tile_distribution()), tile);
}
// The part Begins <= X < Ends of the window, counted from its origin.
template <class View, class Lengths, index_t... Begins, index_t... Ends>
constexpr TILEPROOF_HOST_DEVICE auto get_slice_tile(
    const tile_window_with_static_lengths<View, Lengths>& window, sequence<Begins...>,
    sequence<Ends...>) {
    static_assert(sizeof...(Begins) == View::get_num_of_dimension() &&
                      sizeof...(Ends) == View::get_num_of_dimension(),
                  "get_slice_tile: one begin and one end for each dimension are needed.");
    detail::origin_of<View> origin = window.get_window_origin();
    int i = 0;
    ((origin[i++] += Begins), ...);
    return make_tile_window(window.get_bottom_tensor_view(), make_tuple(number<Ends - Begins>{}...),
                            origin);
}

// Stands for an operand that is left out.
struct null_tensor {};
struct null_tensor_view {};
template <class Lengths>
struct null_tile_window {
    using BottomTensorView = null_tensor_view;
    using WindowLengths = Lengths;
    using BottomTensorIndex = array<index_t, Lengths::size()>;
    static constexpr TILEPROOF_HOST_DEVICE Lengths get_window_lengths() { return {}; }
    static constexpr TILEPROOF_HOST_DEVICE null_tensor_view get_bottom_tensor_view() { return {}; }
    static constexpr TILEPROOF_HOST_DEVICE BottomTensorIndex get_window_origin() { return {}; }
};
template <class T>
inline constexpr bool is_null_tile_window_v = false;
template <class L>
inline constexpr bool is_null_tile_window_v<null_tile_window<L>> = true;
template <class T>
constexpr TILEPROOF_HOST_DEVICE bool is_null_tile_window(const T&) {
    return is_null_tile_window_v<T>;
}

template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE null_tile_window<Lengths> make_null_tile_window(const Lengths&) {
    static_assert(detail::lengths_are_known<Lengths>,
                  "make_null_tile_window: the lengths of a tile are known at compile time.");
    return {};
}
template <class Lengths, class Origin = array<index_t, Lengths::size()>, class... Distribution>
constexpr TILEPROOF_HOST_DEVICE null_tile_window<Lengths> make_tile_window(null_tensor_view,
                                                                           const Lengths&,
                                                                           const Origin&,
                                                                           const Distribution&...) {
    return {};
}
template <class Lengths, class Distribution>
constexpr TILEPROOF_HOST_DEVICE null_tile_window<Lengths> make_tile_window(
    const null_tile_window<Lengths>&, const Distribution&) {
    return {};
}
template <class Lengths, class Step = array<index_t, Lengths::size()>>
constexpr TILEPROOF_HOST_DEVICE void move_tile_window(null_tile_window<Lengths>&, const Step&) {}
template <class Lengths>
constexpr TILEPROOF_HOST_DEVICE null_tensor load_tile(const null_tile_window<Lengths>&) {
    return {};
}
template <class Lengths, class Tensor>
constexpr TILEPROOF_HOST_DEVICE void store_tile(const null_tile_window<Lengths>&, const Tensor&) {}
template <class Lengths, class Tensor>
constexpr TILEPROOF_HOST_DEVICE void update_tile(const null_tile_window<Lengths>&, const Tensor&) {}
constexpr TILEPROOF_HOST_DEVICE null_tensor tile_elementwise_in(const auto&, const null_tensor&) {
    return {};
}
constexpr TILEPROOF_HOST_DEVICE void tile_elementwise_inout(const auto&, null_tensor&) {}
constexpr TILEPROOF_HOST_DEVICE void set_tile(null_tensor&, const auto&) {}
constexpr TILEPROOF_HOST_DEVICE void clear_tile(null_tensor&) {}
template <class T>
constexpr TILEPROOF_HOST_DEVICE null_tensor cast_tile(const null_tensor&) {
    return {};
}

}  // namespace tileproof
