// SPDX-License-Identifier: MIT
// What mutated sources are written in: every mutant of a build is in it, and at run time at most one of them acts.
//
//   x + 1   is rewritten as   ::mutant::add(17, x, ::mutant::one_more(18, 1))
//     no mutant active        x + 1
//     17 active               x - 1
//     18 active               x + 2
//
// A constant that the compiler computes stays what it was: constant expressions cannot ask what is active.
#pragma once
#pragma GCC system_header
// dim3{2 * n}: what was a constant that fits is one that is not known before it runs.
#pragma clang diagnostic ignored "-Wc++11-narrowing"

// Whether the mutant acts. Notes that it was asked for: the code of the mutant was reached. In the engine's namespace, whose
// functions kernels may call.
namespace tileproof::cpu_engine {
#ifdef __HIP__
__attribute__((host)) __attribute__((device))
#endif
bool mutant_active(int id) noexcept;
}  // namespace tileproof::cpu_engine

namespace mutant {

constexpr bool active(int id) {
    return !__builtin_is_constant_evaluated() && tileproof::cpu_engine::mutant_active(id);
}

// NAME(id, a, b) is a OP b, or a WRONG b.
#define TILEPROOF_MUTANT_BINARY(NAME, OP, WRONG) \
    template <class A, class B>                  \
    constexpr auto NAME(int id, A a, B b) {      \
        if (active(id)) return a WRONG b;        \
        return a OP b;                           \
    }
TILEPROOF_MUTANT_BINARY(add, +, -)
TILEPROOF_MUTANT_BINARY(subtract, -, +)
TILEPROOF_MUTANT_BINARY(multiply, *, +)
TILEPROOF_MUTANT_BINARY(divide, /, *)
TILEPROOF_MUTANT_BINARY(remainder, %, /)
TILEPROOF_MUTANT_BINARY(bit_and, &, |)
TILEPROOF_MUTANT_BINARY(bit_or, |, &)
TILEPROOF_MUTANT_BINARY(bit_xor, ^, &)
TILEPROOF_MUTANT_BINARY(shift_left, <<, >>)
TILEPROOF_MUTANT_BINARY(shift_right, >>, <<)
TILEPROOF_MUTANT_BINARY(less, <, <=)
TILEPROOF_MUTANT_BINARY(less_or_equal, <=, <)
TILEPROOF_MUTANT_BINARY(greater, >, >=)
TILEPROOF_MUTANT_BINARY(greater_or_equal, >=, >)
TILEPROOF_MUTANT_BINARY(equal, ==, !=)
TILEPROOF_MUTANT_BINARY(not_equal, !=, ==)
#undef TILEPROOF_MUTANT_BINARY

// A literal, or one more.
template <class T>
constexpr T one_more(int id, T n) {
    return active(id) ? static_cast<T>(n + 1) : n;
}
// A condition, or its opposite.
template <class T>
constexpr bool flip(int id, const T& condition) {
    return static_cast<bool>(condition) != active(id);
}
// The first, or the second: of two arguments that change places.
template <class A, class B>
constexpr A pick(int id, A a, B b) {
    return active(id) ? static_cast<A>(b) : a;
}
// Whether a statement is executed.
constexpr bool keep(int id) { return !active(id); }

}  // namespace mutant
