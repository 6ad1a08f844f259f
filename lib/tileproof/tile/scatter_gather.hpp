// SPDX-License-Identifier: MIT
// tile_scatter_gather: a window whose rows are where each thread says, under CK Tile's name.
//
//   statically_indexed_array<index_t, 4> pages;      // rows 5, 2, 7 and 0 of rows of 64: 320, 128, 448, 0
//   auto w = make_tile_scatter_gather(view, lengths, {0, 0}, distribution, pages);
//   load_tile(w)       register (y0, ..) is the element pages[y0] after the origin, at its own column
//
// Along the gathered X dim (the first, or number<dim> as sixth argument) the distribution's own index is replaced by
// the thread's pages: element offsets, one for each index of Y dim 0.
#pragma once

#include <tileproof/tile/plain_window.hpp>

namespace tileproof {

template <class View, class Distribution, class Pages, index_t GatherDim>
class tile_scatter_gather {
    using window = tile_window<View, Distribution>;
    static constexpr detail::tile_access access = detail::tile_access_of<View, Distribution>::value;
    static_assert(access.length == 1 || access.x != GatherDim,
                  "tile_scatter_gather: the elements of a vector lie along the gathered dim");

  public:
    using DataType = typename window::element_type;
    using TileDstr = Distribution;
    using BottomTensorIndex = typename window::x_index;
    Pages page_idx_;

    constexpr TILEPROOF_HOST_DEVICE tile_scatter_gather(const window& plain, const Pages& pages)
        : page_idx_(pages), window_(plain) {}

    static constexpr TILEPROOF_HOST_DEVICE Distribution get_tile_distribution() { return {}; }
    static constexpr TILEPROOF_HOST_DEVICE auto get_window_lengths() {
        return window::get_window_lengths();
    }
    constexpr TILEPROOF_HOST_DEVICE const View& get_bottom_tensor_view() const {
        return window_.get_bottom_tensor_view();
    }
    constexpr TILEPROOF_HOST_DEVICE const BottomTensorIndex& get_window_origin() const {
        return window_.get_window_origin();
    }
    constexpr TILEPROOF_HOST_DEVICE void move(const BottomTensorIndex& step) { window_.move(step); }
    constexpr TILEPROOF_HOST_DEVICE void update_page_idx(const Pages& pages) { page_idx_ = pages; }

    // f(coordinate, registers, offset of the page) for each access of the tile.
    constexpr TILEPROOF_HOST_DEVICE void for_each_access(auto&& f) const {
        const index_t origin = static_cast<index_t>(window_.get_window_origin()[GatherDim]);
        window_.for_each_access(
            [&]<index_t First, index_t... Rest>(const auto& at, sequence<First, Rest...> places) {
                using y = typename Distribution::template y_of_register<First>;
                f(at, places, static_cast<index_t>(page_idx_[y::template at<0>()]));
            },
            [&](auto& x) { x[GatherDim] = origin; });
    }

  private:
    window window_;
};

template <class View, class Lengths, class Origin = detail::origin_of<View>, class Distribution,
          class Pages, index_t GatherDim = 0>
TILEPROOF_HOST_DEVICE auto make_tile_scatter_gather(const View& view, const Lengths& lengths,
                                                    const Origin& origin, const Distribution& d,
                                                    const Pages& pages, number<GatherDim> = {}) {
    return tile_scatter_gather<View, Distribution, Pages, GatherDim>(
        make_tile_window(view, lengths, origin, d), pages);
}

template <class V, class D, class P, index_t G, class Step = detail::origin_of<V>>
constexpr TILEPROOF_HOST_DEVICE void move_tile_window(tile_scatter_gather<V, D, P, G>& window,
                                                      const Step& step) {
    using index = typename tile_scatter_gather<V, D, P, G>::BottomTensorIndex;
    window.move(detail::read_index<typename index::value_type, index::size()>(step));
}

template <class V, class D, class P, index_t G>
constexpr TILEPROOF_HOST_DEVICE auto load_tile(const tile_scatter_gather<V, D, P, G>& window) {
    using element = typename V::element_type;
    static_distributed_tensor<element, D> tile;
    const V& view = window.get_bottom_tensor_view();
    window.for_each_access([&]<index_t... Place>(const auto& at, sequence<Place...> places,
                                                 index_t page) {
        using vector = array<element, sizeof...(Place)>;
        if constexpr (sizeof...(Place) == 1)
            ((tile.thread_buf_[Place] = view.template get_vectorized_elements<element>(at, page)),
             ...);
        else
            detail::put_registers(tile.thread_buf_,
                                  view.template get_vectorized_elements<vector>(at, page), places);
    });
    return tile;
}
template <class V, class D, class P, index_t G, class Tensor>
constexpr TILEPROOF_HOST_DEVICE void store_tile(const tile_scatter_gather<V, D, P, G>& window,
                                                const Tensor& tile) {
    const V& view = window.get_bottom_tensor_view();
    window.for_each_access([&]<index_t... Place>(const auto& at, sequence<Place...> places,
                                                 index_t page) {
        using vector = array<typename V::element_type, sizeof...(Place)>;
        if constexpr (sizeof...(Place) == 1)
            (view.set_vectorized_elements(at, tile.thread_buf_[Place], page), ...);
        else
            view.set_vectorized_elements(
                at, detail::get_registers<vector>(tile.thread_buf_, places), page);
    });
}

// In CK Tile this window precomputes offsets; here it is an ordinary window.
template <class View, class Lengths, class Origin = detail::origin_of<View>, class Distribution,
          class LinearDims = sequence<>>
requires(is_tensor_view_v<View>)
    TILEPROOF_HOST_DEVICE auto make_tile_window_linear(const View& view, const Lengths& lengths,
                                                       const Origin& origin, const Distribution& d,
                                                       LinearDims = {}) {
    return make_tile_window(view, lengths, origin, d);
}
template <class Window, class Distribution, class LinearDims = sequence<>>
requires(is_plain_window_v<Window>)
    TILEPROOF_HOST_DEVICE auto make_tile_window_linear(const Window& window, const Distribution& d,
                                                       LinearDims = {}) {
    return make_tile_window(window, d);
}

}  // namespace tileproof
