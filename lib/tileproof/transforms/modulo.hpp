// SPDX-License-Identifier: MIT
// modulo(m, U): the dimension repeated with period m, U indices long.
//
//   m = 3, U = 7: upper index 5 -> lower index 5 mod 3 = 2
#pragma once

#include <tileproof/transforms/book.hpp>

namespace tileproof::transforms {

template <class Modulus, class Length>
struct modulo {
    static constexpr transform_kind kind = transform_kind::modulo;
    static constexpr int lower_rank = 1;
    static constexpr int upper_rank = 1;
    static constexpr bool always_valid = true;

    [[no_unique_address]] Modulus modulus{};
    [[no_unique_address]] Length length{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE auto fields(const auto& f) const {
        return f(modulus, length);
    }
    template <class... T>
    using with = modulo<T...>;
    TILEPROOF_CK_TILE_MEMBERS(*this)

    static constexpr TILEPROOF_HOST_DEVICE long_index_t static_upper_length(int) {
        return static_length<Length>;
    }
    constexpr TILEPROOF_HOST_DEVICE long_index_t upper_length(int) const { return length; }

    constexpr TILEPROOF_HOST_DEVICE void lower(const auto& u, auto& l) const {
        using index = element_of<decltype(l)>;
        using word = std::make_unsigned_t<index>;
        l[0] = static_cast<index>(static_cast<word>(static_cast<index>(u[0])) %
                                  divisor_of<word>(modulus));
    }
};

template <>
struct transform_book<transform_kind::modulo> : plain_book {
    static constexpr field fields[] = {field::argument, field::argument};
    static constexpr const char* maker = "make_modulo_transform";
    static constexpr bool linear = false;

    TILEPROOF_RULE("A modulo needs a modulus from 1 to the length of the dimension below.")
    static constexpr TILEPROOF_HOST_DEVICE auto of(const operation_values& v) {
        return modulo<long_index_t, long_index_t>{v[0], v[1]};
    }
    static bool invert(const operation_values&, const auto& l, long_index_t* u) {
        u[0] = l[0];  // injective, so no longer than the modulus
        return true;
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t
    upper_length(const transform_facts& f, int) {
        return f.arguments[1];
    }
    static constexpr TILEPROOF_HOST_DEVICE_INLINE argument_range range(int i,
                                                                       const transform_facts&,
                                                                       const long_index_t* below) {
        return i == 0 ? argument_range{"the modulus", 1, below[0]} : argument_range{"a length"};
    }
    static constexpr TILEPROOF_HOST_DEVICE void claim(const transform_facts& f,
                                                      const vector_claim* below,
                                                      const long_index_t*, vector_claim* above) {
        above[0] = within_length({common_divisor(below[0].length, f.arguments[0]), below[0].stride},
                                 f.arguments[1]);
    }
    static std::string repeats(const operation_values& v) {
        return v[1] <= v[0] ? ""
                            : "modulo begins again after " + std::to_string(v[0]) + " of its " +
                                  std::to_string(v[1]) + " indices";
    }
};

}  // namespace tileproof::transforms

namespace tileproof {

// Index u is lower index u mod modulus; 1 <= modulus <= the length below.
template <class Modulus, class Length>
constexpr TILEPROOF_HOST_DEVICE auto make_modulo_transform(const Modulus& modulus,
                                                           const Length& up_length) {
    TILEPROOF_REQUIRE_LENGTH(Modulus, "The modulus of a modulo");
    TILEPROOF_REQUIRE_LENGTH(Length, "The length of a modulo");
    return transforms::modulo<transforms::held<Modulus>, transforms::held<Length>>{
        transforms::hold_length(modulus), transforms::hold_length(up_length)};
}

}  // namespace tileproof
