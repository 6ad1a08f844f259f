// SPDX-License-Identifier: MIT
// Indices and steps as users write them, read into arrays.
//
//   multi_index<2>{1, 3}    make_tuple(1, number<3>{})    std::array<int, 2>{1, 3}    int i[2]
//
// A step of number<0> is known to be zero, so nothing that depends only on it is computed.
#pragma once

#include <tileproof/descriptor/lengths.hpp>
#include <tileproof/transforms/arithmetic.hpp>

namespace tileproof::detail {

// How many numbers T has, or -1 if that is unknown.
template <class T>
constexpr TILEPROOF_HOST_DEVICE int rank_of() {
    using type = std::remove_cvref_t<T>;
    if constexpr (is_tuple_v<type> || is_sequence_v<type>)
        return type::size();
    else if constexpr (std::is_array_v<type>)
        return static_cast<int>(std::extent_v<type>);
    else if constexpr (requires { std::tuple_size<type>::value; })
        return static_cast<int>(std::tuple_size<type>::value);
    else if constexpr (requires { std::integral_constant<int, type::size()>::value; })
        return type::size();
    else
        return -1;
}

template <class T>
concept integer_array = requires(const T& t) {
    requires length_like<decltype(t[0])>;
};

// Whether T can be an index or step of that rank.
template <class T, int Rank>
constexpr TILEPROOF_HOST_DEVICE bool is_index_of_rank() {
    using type = std::remove_cvref_t<T>;
    if constexpr (rank_of<type>() != Rank)
        return false;
    else if constexpr (is_tuple_v<type> || is_sequence_v<type>)
        return is_length_list_v<type>;
    else
        return Rank == 0 || integer_array<type>;
}

template <class Index, int Rank, class T>
constexpr TILEPROOF_HOST_DEVICE_INLINE array<Index, Rank> read_index(
    [[maybe_unused]] const T& values) {
    using type = std::remove_cvref_t<T>;
    if constexpr (Rank == 0) {
        return {};
    } else if constexpr (is_tuple_v<type>) {
        return apply(
            [](const auto&... value) {
                return array<Index, Rank>(static_cast<Index>(static_cast<long_index_t>(value))...);
            },
            values);
    } else {
        // Unrolled rather than a loop, so that the array lives in registers.
        array<Index, Rank> result{};
        transforms::for_each_dimension<Rank>(Rank, [&](int i) {
            if constexpr (is_sequence_v<type>)
                result[i] = static_cast<Index>(values.at(i));
            else
                result[i] = static_cast<Index>(values[i]);
        });
        return result;
    }
}

// Which numbers of a step are number<0>.
template <int Rank, class T>
struct known_zeros {
    static constexpr array<bool, Rank> value{};
};
template <int Rank, class... T>
requires(Rank > 0)  //
    struct known_zeros<Rank, tuple<T...>> {
    static constexpr array<bool, Rank> value{std::is_same_v<T, number<0>>...};
};
template <int Rank, index_t... Values>
requires(Rank > 0)  //
    struct known_zeros<Rank, sequence<Values...>> {
    static constexpr array<bool, Rank> value{(Values == 0)...};
};

}  // namespace tileproof::detail
