// SPDX-License-Identifier: MIT
// CK Tile's number types, their limits, vectors and conversions, in namespace ck_tile.
//
//   half_t x = type_convert<half_t>(1.5f);       bf16_t y = type_convert<bf16_t>(1.5f);    type_convert<float>(y) == 1.5f
//   fp32x4_t v = {1, 2, 3, 4};                   vector_traits<fp32x4_t>::vector_size == 4
//   numeric<half_t>::max() == 65504              bit_cast<float>(0x3f800000) == 1
//
// bf16_t is 16 bits of storage, as in CK Tile: only type_convert<float> makes it a number. A float becomes a bf16_t
// by dropping its lower half, which is CK Tile's default.
#pragma once

#include <limits>
#include <tileproof/array.hpp>
#include <tileproof/ck_tile/float8.hpp>
#include <tileproof/ck_tile/math.hpp>
#include <type_traits>

namespace ck_tile {

using tileproof::index_t;
using tileproof::long_index_t;

template <class T>
using remove_reference_t = std::remove_reference_t<T>;
template <class T>
using remove_cv_t = std::remove_cv_t<T>;
template <class T>
using remove_cvref_t = std::remove_cvref_t<T>;
template <class T>
using remove_pointer_t = std::remove_pointer_t<T>;
template <class From, class To>
using copy_const_t = std::conditional_t<std::is_const_v<From>, const To, To>;

struct null_type {};
struct ignore_t {
    template <class T>
    constexpr TILEPROOF_HOST_DEVICE const ignore_t& operator=(T&&) const {
        return *this;
    }
};
inline constexpr ignore_t ignore{};

using fp32_t = float;
using fp64_t = double;
using half_t = _Float16;
using fp16_t = half_t;
using bfloat16_t = unsigned short;
using bf16_t = bfloat16_t;
using int8_t = std::int8_t;
using int32_t = std::int32_t;
using int64_t = std::int64_t;
using uint8_t = std::uint8_t;
using uint32_t = std::uint32_t;

// Compiler vectors.
namespace detail {
template <class T, index_t N>
struct vector_of {
#if defined(__clang__)
    using type = T __attribute__((ext_vector_type(N)));
#else
    typedef T type __attribute__((vector_size(sizeof(T) * N)));
#endif
};
template <class T>
struct vector_of<T, 1> {
    using type = T;
};
}  // namespace detail
template <class T, index_t N>
using ext_vector_t = typename detail::vector_of<T, N>::type;

// The element type and size of a vector: a single element, a compiler vector, or an array.
template <class T>
struct vector_traits {
    using scalar_type = std::remove_cvref_t<T>;
    static constexpr index_t vector_size = 1;
};
template <class T, index_t N>
struct vector_traits<tileproof::array<T, N>> {
    using scalar_type = T;
    static constexpr index_t vector_size = N;
};
#define TILEPROOF_VECTOR(name, type, n)           \
    using name = ext_vector_t<type, n>;           \
    template <>                                   \
    struct vector_traits<name> {                  \
        using scalar_type = type;                 \
        static constexpr index_t vector_size = n; \
    };
#define TILEPROOF_VECTORS(name, type)       \
    TILEPROOF_VECTOR(name##x2_t, type, 2)   \
    TILEPROOF_VECTOR(name##x4_t, type, 4)   \
    TILEPROOF_VECTOR(name##x8_t, type, 8)   \
    TILEPROOF_VECTOR(name##x16_t, type, 16) \
    TILEPROOF_VECTOR(name##x32_t, type, 32) \
    TILEPROOF_VECTOR(name##x64_t, type, 64)
TILEPROOF_VECTORS(fp64, double)
TILEPROOF_VECTORS(fp32, float)
TILEPROOF_VECTORS(fp16, half_t)
TILEPROOF_VECTORS(bf16, bf16_t)
TILEPROOF_VECTORS(int32, std::int32_t)
TILEPROOF_VECTORS(uint32, std::uint32_t)
TILEPROOF_VECTORS(int8, std::int8_t)
TILEPROOF_VECTORS(uint8, std::uint8_t)
#if defined(__clang__)
TILEPROOF_VECTORS(fp8, fp8_t)
TILEPROOF_VECTORS(bf8, bf8_t)
#endif
#undef TILEPROOF_VECTORS
#undef TILEPROOF_VECTOR

template <class To, class From>
constexpr TILEPROOF_HOST_DEVICE To bit_cast(const From& x) {
    static_assert(sizeof(To) == sizeof(From), "bit_cast: the types differ in size");
    return __builtin_bit_cast(To, x);
}

constexpr TILEPROOF_HOST_DEVICE float bf16_to_float(bf16_t x) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(x) << 16);
}
constexpr TILEPROOF_HOST_DEVICE bf16_t float_to_bf16(float x) {
    return static_cast<bf16_t>(__builtin_bit_cast(std::uint32_t, x) >> 16);
}

// static_cast, except that a bf16_t, fp8_t or bf8_t counts as a number when the other type is float.
template <class To, class From>
constexpr TILEPROOF_HOST_DEVICE To type_convert(From x) {
    using to = std::remove_cvref_t<To>;
    using from = std::remove_cvref_t<From>;
    if constexpr (std::is_same_v<to, float> && std::is_same_v<from, bf16_t>)
        return bf16_to_float(x);
    else if constexpr (std::is_same_v<to, bf16_t> && std::is_same_v<from, float>)
        return float_to_bf16(x);
    else if constexpr (std::is_same_v<to, float> && std::is_same_v<from, fp8_t>)
        return fp8_to_float(x);
    else if constexpr (std::is_same_v<to, float> && std::is_same_v<from, bf8_t>)
        return bf8_to_float(x);
    else if constexpr (std::is_same_v<to, fp8_t> && std::is_same_v<from, float>)
        return float_to_fp8(x);
    else if constexpr (std::is_same_v<to, bf8_t> && std::is_same_v<from, float>)
        return float_to_bf8(x);
    else
        return static_cast<to>(x);
}

// Limits; for float, double and the integers the language's own.
template <class T>
struct numeric {
    using limits = std::numeric_limits<T>;
    static constexpr TILEPROOF_HOST_DEVICE T min() { return limits::min(); }
    static constexpr TILEPROOF_HOST_DEVICE T lowest() { return limits::lowest(); }
    static constexpr TILEPROOF_HOST_DEVICE T max() { return limits::max(); }
    static constexpr TILEPROOF_HOST_DEVICE T epsilon() { return limits::epsilon(); }
    static constexpr TILEPROOF_HOST_DEVICE T round_error() { return limits::round_error(); }
    static constexpr TILEPROOF_HOST_DEVICE T infinity() { return limits::infinity(); }
    static constexpr TILEPROOF_HOST_DEVICE T quiet_NaN() { return limits::quiet_NaN(); }
    static constexpr TILEPROOF_HOST_DEVICE T denorm_min() { return limits::denorm_min(); }
    static constexpr TILEPROOF_HOST_DEVICE T zero() { return T{}; }
};
namespace detail {
// Limits of types of 8 or 16 bits, given by their bits.
template <class T, unsigned Min, unsigned Max, unsigned Epsilon, unsigned Half, unsigned Infinity,
          unsigned NaN>
struct limits_by_bits {
    using word = std::conditional_t<sizeof(T) == 1, unsigned char, unsigned short>;
    static constexpr TILEPROOF_HOST_DEVICE T of(unsigned bits) {
        return __builtin_bit_cast(T, static_cast<word>(bits));
    }
    static constexpr TILEPROOF_HOST_DEVICE T min() { return of(Min); }
    static constexpr TILEPROOF_HOST_DEVICE T lowest() {
        return of(Max | (sizeof(T) == 1 ? 0x80u : 0x8000u));
    }
    static constexpr TILEPROOF_HOST_DEVICE T max() { return of(Max); }
    static constexpr TILEPROOF_HOST_DEVICE T epsilon() { return of(Epsilon); }
    static constexpr TILEPROOF_HOST_DEVICE T round_error() { return of(Half); }
    static constexpr TILEPROOF_HOST_DEVICE T infinity() { return of(Infinity); }
    static constexpr TILEPROOF_HOST_DEVICE T quiet_NaN() { return of(NaN); }
    static constexpr TILEPROOF_HOST_DEVICE T denorm_min() { return of(1); }
    static constexpr TILEPROOF_HOST_DEVICE T zero() { return of(0); }
};
}  // namespace detail
// IEEE 754 binary16: 2^-14, 65504, 2^-10, 1/2.
template <>
struct numeric<half_t>
    : detail::limits_by_bits<half_t, 0x0400, 0x7bff, 0x1400, 0x3800, 0x7c00, 0x7e00> {};
// The upper half of a binary32: 2^-126, 3.39e38, 2^-7, 1/2.
template <>
struct numeric<bf16_t>
    : detail::limits_by_bits<bf16_t, 0x0080, 0x7f7f, 0x3c00, 0x3f00, 0x7f80, 0x7fc0> {};
// 2^-7, 240, 2^-3, 1/2 and 2^-15, 57344, 2^-2, 1/2; there is no infinity.
template <>
struct numeric<fp8_t> : detail::limits_by_bits<fp8_t, 0x08, 0x7f, 0x28, 0x38, 0x80, 0x80> {};
template <>
struct numeric<bf8_t> : detail::limits_by_bits<bf8_t, 0x04, 0x7f, 0x38, 0x3c, 0x80, 0x80> {};

// The nearest value that a To can have, in the type that was given.
template <class To>
struct saturates {
    template <class From>
    requires(std::is_arithmetic_v<From>) constexpr TILEPROOF_HOST_DEVICE From operator()(
        const From& from) const {
        return clamp(from, type_convert<From>(numeric<To>::lowest()),
                     type_convert<From>(numeric<To>::max()));
    }
};

// For a type or an object.
template <class T>
struct is_static {
    static constexpr bool value = [] {
        if constexpr (requires { std::remove_cvref_t<T>::is_static(); })
            return std::remove_cvref_t<T>::is_static();
        else
            return std::is_empty_v<std::remove_cvref_t<T>>;
    }();
};
template <class T>
inline constexpr bool is_static_v = is_static<T>::value;
template <class T>
using is_known_at_compile_time = is_static<T>;

}  // namespace ck_tile
