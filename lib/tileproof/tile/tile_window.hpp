// SPDX-License-Identifier: MIT
// tile_window: a tile's position in a tensor view, as one thread sees it; load_tile, store_tile, update_tile.
//
//   auto d = make_static_tile_distribution(copy{});                     // 128 x 8, see tile_encoding.hpp
//   auto w = make_tile_window(view, make_tuple(number<128>{}, number<8>{}), make_tuple(row, 0), d,
//                             d.get_partition_index(thread));
//   auto tile = load_tile(w);              // 16 registers: elements (row + 2, 4..7), (row + 34, ..), ..
//   store_tile(other_window, tile);
//   move_tile_window(w, make_tuple(0, 8)); // the next 8 columns
//
// The thread's P index is the fifth argument, where CK Tile asks the hardware for it: so a window also works
// on the host, thread by thread. (kernels/tile_window.hpp has the form with four arguments.)
//
// Every element of the window must be inside the view: pad the view to multiples of the tile (pad_tensor_view); then
// elements without memory read as the pad's value and are not written.
//
// Vectors: along the X dim whose fastest H dim is a Y dim, a thread holds neighbours. They move as one access of at
// most 16 bytes if the view's safe vector length allows it and the window's origin is a multiple of it, otherwise one
// by one. If the compiler can prove that of the origin (a block index times the tile), there is no run-time test.
#pragma once

#include <tileproof/tensor_view.hpp>
#include <tileproof/tile/space_filling_curve.hpp>
#include <tileproof/tile/static_distributed_tensor.hpp>

namespace tileproof {

namespace detail {

// How a tile moves to or from memory: `length` neighbours along X dim `x`, which are Y dim `y`.
struct tile_access {
    int x = -1, y = -1;
    int length = 1;
};

// The largest vector that tile and view allow. safe: the view's vector lengths, 1 unless the stride is 1.
consteval tile_access find_tile_access(const tile_encoding& e, const auto& safe,
                                       int element_bytes) {
    tile_access best;
    for (int y = 0; y < e.y.size(); ++y) {
        const rh_id id = e.y[y];
        const auto& h = e.h[id.major - 1];
        long_index_t faster = 1;  // the distance between two neighbours of this Y
        for (int minor = id.minor + 1; minor < h.size(); ++minor) faster *= h[minor];
        if (faster != 1) continue;
        int length = 1;
        while (2 * length * element_bytes <= 16 && h[id.minor] % (2 * length) == 0 &&
               safe[id.major - 1] % (2 * length) == 0)
            length *= 2;
        if (length > best.length) best = {id.major - 1, y, length};
    }
    return best;
}

template <class View, int RankX>
consteval array<long_index_t, RankX> contiguous_lengths() {
    array<long_index_t, RankX> safe{};
    if constexpr (RankX > 0) {
        const auto claims = View::tensor_descriptor::get_top_dimension_safe_vector_length_strides();
        for (int i = 0; i < RankX; ++i)
            safe[i] = claims.template get<1>()[i] == 1 ? claims.template get<0>()[i] : 1;
    }
    return safe;
}

template <class View, class Distribution>
struct tile_access_of {
    static constexpr int rank = Distribution::num_dim_x;
    static constexpr tile_access value =
        find_tile_access(Distribution::encoding::value, contiguous_lengths<View, rank>(),
                         static_cast<int>(sizeof(typename View::element_type)));
    static constexpr tile_access single{};
};

// The register at which access number `position` begins: Y packed, with Y dim `y` counting vectors.
consteval int register_of_access(const tile_map& map, tile_access access, int position) {
    int reg = 0, weight = 1;
    for (int y = map.y_lengths.size() - 1; y >= 0; --y) {
        const int length = static_cast<int>(map.y_lengths[y]);
        const int step = y == access.y ? access.length : 1;
        reg += position % (length / step) * step * weight;
        position /= length / step;
        weight *= length;
    }
    return reg;
}
// The number of registers between two neighbours of a vector.
consteval int register_stride(const tile_map& map, tile_access access) {
    int stride = 1;
    for (int y = map.y_lengths.size() - 1; y > access.y; --y)
        stride *= static_cast<int>(map.y_lengths[y]);
    return stride;
}

// number<..> in a tuple, or a sequence.
template <class Lengths>
inline constexpr bool lengths_are_known = is_sequence_v<Lengths>;
template <class... T>
inline constexpr bool lengths_are_known<tuple<T...>> = (true && ... && is_number_v<T>);

template <class Lengths, class Distribution, int... I>
consteval bool window_lengths_fit(std::integer_sequence<int, I...>) {
    if constexpr (is_tuple_v<Lengths>)
        return (... &&
                (tuple_element_t<I, Lengths>::value == Distribution::encoding::map.x_lengths[I]));
    else
        return (... && (Lengths::at(I) == Distribution::encoding::map.x_lengths[I]));
}

template <class Lengths, class Distribution>
constexpr TILEPROOF_HOST_DEVICE void check_window_lengths() {
    constexpr bool rank = Lengths::size() == Distribution::num_dim_x;
    static_assert(rank,
                  "make_tile_window: one length for each X dim of the distribution is needed.");
    if constexpr (rank)
        static_assert(detail::window_lengths_fit<Lengths, Distribution>(
                          std::make_integer_sequence<int, Distribution::num_dim_x>{}),
                      "make_tile_window: the lengths are not the X lengths of the distribution.");
}

// The type of {row, column} in functions that take any kind of index.
template <class View>
using origin_of = array<index_t, View::get_num_of_dimension()>;

}  // namespace detail

template <class View, class Distribution>
class tile_window {
    static_assert(is_tensor_view_v<View>, "make_tile_window takes a tensor_view.");
    static_assert(View::get_num_of_dimension() == Distribution::num_dim_x,
                  "make_tile_window: the view and the tile have different numbers of dimensions.");

  public:
    using view_type = View;
    using distribution = Distribution;
    using element_type = typename View::element_type;
    using index_type = typename View::tensor_descriptor::index_type;
    static constexpr int rank = Distribution::num_dim_x;
    using x_index = array<index_type, rank>;
    using p_index = typename Distribution::p_index;
    // CK Tile's names.
    using BottomTensorView = View;
    using BottomTensorDesc = typename View::tensor_descriptor;
    using BottomTensorIndex = x_index;
    using TileDstr = Distribution;
    using DataType = element_type;
    using WindowLengths = decltype(Distribution::get_lengths());
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_dimension() { return rank; }
    static constexpr TILEPROOF_HOST_DEVICE bool has_static_tile_distribution() { return true; }

    constexpr TILEPROOF_HOST_DEVICE tile_window(const View& view, const x_index& origin,
                                                const p_index& p)
        : view_(view), origin_(origin), partition_(p) {
        const auto x = Distribution::calculate_index(p);
        if constexpr (rank > 0)
            for (int i = 0; i < rank; ++i) thread_[i] = static_cast<index_type>(x[i]);
    }

    static constexpr TILEPROOF_HOST_DEVICE Distribution get_tile_distribution() { return {}; }
    static constexpr TILEPROOF_HOST_DEVICE auto get_window_lengths() {
        return Distribution::get_lengths();
    }
    constexpr TILEPROOF_HOST_DEVICE const View& get_bottom_tensor_view() const { return view_; }
    constexpr TILEPROOF_HOST_DEVICE const x_index& get_window_origin() const { return origin_; }
    constexpr TILEPROOF_HOST_DEVICE const p_index& get_partition_index() const {
        return partition_;
    }
    constexpr TILEPROOF_HOST_DEVICE void set_origin(const x_index& origin) { origin_ = origin; }
    constexpr TILEPROOF_HOST_DEVICE void set_window_origin(const x_index& origin) {
        origin_ = origin;
    }
    // The same window over other memory of the same shape.
    template <class T>
    constexpr TILEPROOF_HOST_DEVICE void set_bottom_tensor_view_data_ptr(T* data) {
        view_.buf_.p_data_ = data;
    }
    constexpr TILEPROOF_HOST_DEVICE void move(const x_index& step) {
        if constexpr (rank > 0)
            for (int i = 0; i < rank; ++i) origin_[i] += step[i];
    }

    // The index in the view of the element that register Y of this thread holds.
    template <index_t... Y>
    constexpr TILEPROOF_HOST_DEVICE x_index calculate_index(sequence<Y...> y) const {
        x_index x{};
        if constexpr (rank > 0) {
            constexpr auto of_y = Distribution::calculate_index_of_y(sequence<Y...>{});
            for (int i = 0; i < rank; ++i)
                x[i] = origin_[i] + thread_[i] + static_cast<index_type>(of_y[i]);
        }
        return (void)y, x;
    }

    // The largest number of elements that move as one access.
    static constexpr TILEPROOF_HOST_DEVICE int get_vector_length() {
        return detail::tile_access_of<View, Distribution>::value.length;
    }

    // The accesses of a tile whose origin allows vectors, under CK Tile's names.
    struct load_store_traits {
        static constexpr int vector_dim = detail::tile_access_of<View, Distribution>::value.y;
        static constexpr index_t VectorDimY = vector_dim < 0 ? 0 : vector_dim;
        static constexpr index_t ScalarPerVector = get_vector_length();
        using vector_t = array<element_type, ScalarPerVector>;
        template <int... Y>
        static auto curve(std::integer_sequence<int, Y...>)
            -> space_filling_curve<sequence<Distribution::encoding::map.y_lengths[Y]...>,
                                   sequence<Y...>,
                                   sequence<(Y == VectorDimY ? ScalarPerVector : 1)...>>;
        using SFC_Ys = decltype(curve(std::make_integer_sequence<int, Distribution::num_dim_y>{}));
        static constexpr index_t NumAccess = Distribution::num_registers / ScalarPerVector;
    };
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_access() {
        return load_store_traits::NumAccess;
    }
    template <bool Checked = true>
    constexpr TILEPROOF_HOST_DEVICE auto load(bool_constant<Checked> = {}) const {
        return load_tile(*this);
    }
    constexpr TILEPROOF_HOST_DEVICE void store(const auto& tile) const { store_tile(*this, tile); }

    // f(coordinate, sequence of the registers of the access) for each access of the whole tile.
    template <class F>
    constexpr TILEPROOF_HOST_DEVICE void for_each_access(F&& f) const {
        for_each_access(static_cast<F&&>(f), [](x_index&) {});
    }
    // The same at indices modified by `change`, which must not change the dim of the vectors.
    constexpr TILEPROOF_HOST_DEVICE void for_each_access(auto&& f, const auto& change) const {
        using plan = detail::tile_access_of<View, Distribution>;
        constexpr detail::tile_access access = plan::value;
        if constexpr (access.length > 1) {
            if (origin_[access.x] % access.length == 0) {
                run<true>(f, change);
            } else {
                run<false>(f, change);
            }
        } else {
            run<false>(f, change);
        }
    }

  private:
    template <bool Vectors>
    static constexpr TILEPROOF_HOST_DEVICE detail::tile_access access() {
        using plan = detail::tile_access_of<View, Distribution>;
        return Vectors ? plan::value : plan::single;
    }
    // The registers First, First + Stride, ...; nvcc needs the stride as a separate parameter.
    template <int First, int Stride, int... I>
    static auto registers(std::integer_sequence<int, I...>) -> sequence<(First + I * Stride)...>;
    template <bool Vectors, class F, class Change>
    constexpr TILEPROOF_HOST_DEVICE void run(F& f, const Change& change) const {
        constexpr detail::tile_access how = access<Vectors>();
        unroll<Distribution::num_registers / how.length>([&](auto position) {
            constexpr int first = detail::register_of_access(
                Distribution::encoding::map, how, static_cast<int>(decltype(position)::value));
            constexpr int stride = detail::register_stride(Distribution::encoding::map, how);
            using y = typename Distribution::template y_of_register<first>;
            x_index x = calculate_index(y{});
            change(x);
            f(make_tensor_coordinate(view_.get_tensor_descriptor(), x),
              decltype(registers<first, stride>(std::make_integer_sequence<int, how.length>{})){});
        });
    }

    View view_;
    x_index origin_{};
    p_index partition_{};
    x_index thread_{};  // P's contribution to X
};

// lengths: the tile's, as number<..> in a tuple or as a sequence; origin: one integer for each dim.
template <class View, class Lengths, class Origin = detail::origin_of<View>, class Distribution>
constexpr TILEPROOF_HOST_DEVICE auto make_tile_window(const View& view, const Lengths&,
                                                      const Origin& origin, Distribution,
                                                      const typename Distribution::p_index& p) {
    constexpr bool known = detail::lengths_are_known<Lengths>;
    static_assert(known,
                  "make_tile_window: the lengths of a tile are known at compile time; give "
                  "number<...> in a make_tuple(...), or a sequence<...>.");
    if constexpr (known) detail::check_window_lengths<Lengths, Distribution>();
    using window = tile_window<View, Distribution>;
    return window(view, detail::read_index<typename window::index_type, window::rank>(origin), p);
}

template <class View, class Distribution, class Step = detail::origin_of<View>>
constexpr TILEPROOF_HOST_DEVICE void move_tile_window(tile_window<View, Distribution>& window,
                                                      const Step& step) {
    using type = tile_window<View, Distribution>;
    window.move(detail::read_index<typename type::index_type, type::rank>(step));
}
template <class View, class Distribution, class Origin = detail::origin_of<View>>
constexpr TILEPROOF_HOST_DEVICE void set_window_origin(tile_window<View, Distribution>& window,
                                                       const Origin& origin) {
    using type = tile_window<View, Distribution>;
    window.set_origin(detail::read_index<typename type::index_type, type::rank>(origin));
}

namespace detail {

// A tile fits a window when both are of one encoding and one element type.
template <class Window, class Tensor>
constexpr TILEPROOF_HOST_DEVICE bool require_tile_of_window() {
    static_assert(
        std::is_same_v<typename Window::distribution::encoding, typename Tensor::encoding>,
        "The tile is not distributed as the window is; give both the same distribution, or "
        "shuffle_tile it.");
    static_assert(std::is_same_v<typename Window::element_type, typename Tensor::data_type>,
                  "The tile's elements are not of the view's element type; cast_tile it.");
    return std::is_same_v<typename Window::distribution::encoding, typename Tensor::encoding> &&
           std::is_same_v<typename Window::element_type, typename Tensor::data_type>;
}

// The registers first, first + stride, .. of a vector. Adjacent ones move as a whole: element by element, 16-bit
// values would be packed and unpacked.
template <class Places>
inline constexpr bool neighbours = false;
template <index_t First, index_t Second, index_t... Rest>
inline constexpr bool neighbours<sequence<First, Second, Rest...>> = Second == First + 1;

template <class Vector, class Buffer, index_t First, index_t... Rest>
constexpr TILEPROOF_HOST_DEVICE void put_registers(Buffer& registers, const Vector& v,
                                                   sequence<First, Rest...> places) {
    if (neighbours<decltype(places)> && !__builtin_is_constant_evaluated()) {
        __builtin_memcpy(static_cast<void*>(&registers[First]), v.data(), sizeof(Vector));
    } else {
        int k = 0;
        registers[First] = v[k++];
        ((registers[Rest] = v[k++]), ...);
    }
}
template <class Vector, class Buffer, index_t First, index_t... Rest>
constexpr TILEPROOF_HOST_DEVICE Vector get_registers(const Buffer& registers,
                                                     sequence<First, Rest...> places) {
    if (neighbours<decltype(places)> && !__builtin_is_constant_evaluated()) {
        Vector v;
        __builtin_memcpy(static_cast<void*>(v.data()), &registers[First], sizeof(Vector));
        return v;
    }
    return Vector{registers[First], registers[Rest]...};
}

template <memory_operation_enum Operation, class Window, class Tensor>
constexpr TILEPROOF_HOST_DEVICE void write_tile(const Window& window, const Tensor& tile) {
    window.for_each_access([&]<index_t... Place>(const auto& at, sequence<Place...>) {
        const auto& registers = tile.get_thread_buffer();
        const auto& view = window.get_bottom_tensor_view();
        if constexpr (sizeof...(Place) == 1) {
            (view.template update_vectorized_elements<Operation>(at, registers[Place]), ...);
        } else {
            using vector = array<typename Window::element_type, sizeof...(Place)>;
            view.template update_vectorized_elements<Operation>(
                at, detail::get_registers<vector>(registers, sequence<Place...>{}));
        }
    });
}

}  // namespace detail

// Loads the thread's registers from memory. Pads are respected whatever CK Tile's last argument says.
template <class Tensor, class View, class Distribution>
constexpr TILEPROOF_HOST_DEVICE void load_tile(Tensor& tile,
                                               const tile_window<View, Distribution>& window) {
    using window_type = tile_window<View, Distribution>;
    if constexpr (detail::require_tile_of_window<window_type, Tensor>())
        window.for_each_access([&]<index_t... Place>(const auto& at, sequence<Place...>) {
            auto& registers = tile.get_thread_buffer();
            const auto& view = window.get_bottom_tensor_view();
            if constexpr (sizeof...(Place) == 1) {
                ((registers[Place] = view.get(at)), ...);
            } else {
                using vector = array<typename View::element_type, sizeof...(Place)>;
                detail::put_registers(registers, view.template get_vectorized_elements<vector>(at),
                                      sequence<Place...>{});
            }
        });
}
template <class View, class Distribution, bool Checked = true>
constexpr TILEPROOF_HOST_DEVICE auto load_tile(const tile_window<View, Distribution>& window,
                                               bool_constant<Checked> = {}) {
    static_distributed_tensor<typename View::element_type, Distribution> tile;
    load_tile(tile, window);
    return tile;
}

// Stores the registers to memory. If R replicates, all holders store the same value.
template <class View, class Distribution, class Tensor>
constexpr TILEPROOF_HOST_DEVICE void store_tile(const tile_window<View, Distribution>& window,
                                                const Tensor& tile) {
    if constexpr (detail::require_tile_of_window<tile_window<View, Distribution>, Tensor>())
        detail::write_tile<memory_operation_enum::set>(window, tile);
}

// Applies the view's operation to the registers: by default stores them, otherwise adds them to memory. The addition
// is not atomic: other blocks must not add to the same elements.
template <class View, class Distribution, class Tensor>
constexpr TILEPROOF_HOST_DEVICE void update_tile(const tile_window<View, Distribution>& window,
                                                 const Tensor& tile) {
    static_assert(
        View::operation == memory_operation_enum::set || Distribution::encoding::map.replicas == 1,
        "update_tile: the tile is replicated, so that every holder would add the same "
        "element; reduce it to one holder first.");
    if constexpr (detail::require_tile_of_window<tile_window<View, Distribution>, Tensor>())
        detail::write_tile<View::operation>(window, tile);
}

}  // namespace tileproof
