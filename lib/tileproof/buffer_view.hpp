// SPDX-License-Identifier: MIT
// buffer_view: a piece of memory with its size, and what to do when an access lies outside it.
//
//   auto b = make_buffer_view<address_space_enum::global>(pointer, 20);
//   b.get(offset, 0, valid)          the element, or the invalid value (0) where valid is false
//   b.set(offset, 0, valid, value)   stored where valid is true
//   b.get<array<float, 4>>(...)      four contiguous elements as one access of 16 bytes, to which their
//                                    address is aligned; T need not be a vector type
//
// The bounds policy says who guarantees that offsets of valid elements are in bounds:
//   unchecked   the caller; no code is generated. The default, for kernels whose descriptors are proven
//   guarded     an access outside reads the invalid value and stores nothing, as the buffer
//               instructions of AMD's GPUs do; it may hide a bug
//   trapping    an access outside is reported as a bug: layout_error on the host, a trap on a device
// A vector access is checked as a whole: all of its elements must lie inside.
#pragma once

#include <concepts>
#include <string>
#include <tileproof/array.hpp>
#include <tileproof/layout_error.hpp>
#include <type_traits>

namespace tileproof {

// The memory that a buffer lies in; as in CK Tile. The library treats all alike, kernels may not.
enum class address_space_enum { generic, global, lds, sgpr, constant, vgpr };

enum class memory_operation_enum { set, atomic_add, atomic_max, add };

enum class bounds_policy { unchecked, guarded, trapping };

namespace detail {

template <class T>
struct vector_of {
    using element = T;
    static constexpr int size = 1;
};
template <class T, int N>
struct vector_of<array<T, N>> {
    using element = T;
    static constexpr int size = N;
};

// A vector loaded or stored as one access: aligned to its size (to 16 bytes if larger), as a safe vector length
// guarantees when offset 0 is aligned.
template <class X>
struct alignas(sizeof(X) % 16 == 0  ? 16
               : sizeof(X) % 8 == 0 ? 8
               : sizeof(X) % 4 == 0 ? 4
               : sizeof(X) % 2 == 0 ? 2
                                    : 1) whole_vector {
    X elements;
};
template <class X, class T>
constexpr TILEPROOF_HOST_DEVICE X read_vector(const T* p) {
    if (!__builtin_is_constant_evaluated()) {
        const whole_vector<X> result = *reinterpret_cast<const whole_vector<X>*>(p);
        return result.elements;
    }
    X result{};
    for (int k = 0; k < vector_of<X>::size; ++k) result[k] = p[k];
    return result;
}
// The invalid value when it is 0: takes no memory, and the compiler knows it.
template <class T>
struct zero_value {
    constexpr TILEPROOF_HOST_DEVICE operator T() const { return T{}; }
};
template <class X, class T>
constexpr TILEPROOF_HOST_DEVICE X filled([[maybe_unused]] const T& value) {
    if constexpr (std::is_same_v<T, zero_value<typename vector_of<X>::element>>) {
        return X{};
    } else if constexpr (std::is_same_v<X, T>) {
        return value;
    } else {
        X result{};
        for (int k = 0; k < vector_of<X>::size; ++k) result[k] = value;
        return result;
    }
}
template <class X, class T>
constexpr TILEPROOF_HOST_DEVICE void write_vector(T* p, const X& x) {
    if (!__builtin_is_constant_evaluated()) {
        reinterpret_cast<whole_vector<X>*>(p)->elements = x;
        return;
    }
    for (int k = 0; k < vector_of<X>::size; ++k) p[k] = x[k];
}

// Knowing that an offset is not negative saves a GPU an instruction per address. On the host a wrong offset must
// reach the memory it names, where fences and checkers see it.
constexpr TILEPROOF_HOST_DEVICE void assume_not_negative([[maybe_unused]] long_index_t offset) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    if (offset < 0) __builtin_unreachable();
#endif
}

// element = next(element), atomically: a compare-and-swap loop.
template <class T, class Next>
constexpr TILEPROOF_HOST_DEVICE void atomically(T& element, const Next& next) {
    if (__builtin_is_constant_evaluated()) {
        element = next(element);
        return;
    }
    static_assert(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "An atomic update is of elements of 2, 4 or 8 bytes.");
    using word = std::conditional_t<
        sizeof(T) == 8, unsigned long long,
        std::conditional_t<sizeof(T) == 4, unsigned int, unsigned short>>;  // widths CUDA can swap
    word* const at = reinterpret_cast<word*>(&element);
#if defined(__CUDA_ARCH__)
    word seen = *const_cast<volatile word*>(at), expected;
    do {
        expected = seen;
        seen = atomicCAS(at, expected,
                         __builtin_bit_cast(word, next(__builtin_bit_cast(T, expected))));
    } while (seen != expected);
#else
    word expected = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(
        at, &expected, __builtin_bit_cast(word, next(__builtin_bit_cast(T, expected))), false,
        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

[[noreturn]] inline void refuse_access(long_index_t offset, int count, long_index_t size) {
    throw layout_error("An access to " + std::to_string(count) + " element(s) at offset " +
                       std::to_string(offset) + " is outside the buffer of " +
                       std::to_string(size) +
                       " elements; the index is outside the tensor, or the "
                       "buffer is smaller than the descriptor's element space.");
}

inline TILEPROOF_HOST_DEVICE void report_access([[maybe_unused]] long_index_t offset,
                                                [[maybe_unused]] int count,
                                                [[maybe_unused]] long_index_t size) {
#if defined(__CUDA_ARCH__)
    __trap();
#elif defined(__HIP_DEVICE_COMPILE__)
    __builtin_trap();
#else
    refuse_access(offset, count, size);
#endif
}

}  // namespace detail

// T may be const, for reading only. Size: number<...> or an integer, in elements. InvalidIsZero: invalid elements
// read as 0, a compile-time constant, so no value is stored.
template <address_space_enum AddressSpace, class T, class Size,
          bounds_policy Policy = bounds_policy::unchecked, bool InvalidIsZero = true>
struct buffer_view {
    using type = T;
    using element_type = std::remove_cv_t<T>;
    using size_type = Size;
    static constexpr address_space_enum address_space = AddressSpace;
    static constexpr bounds_policy policy = Policy;

    T* p_data_ = nullptr;
    [[no_unique_address]] Size buffer_size_{};
    [[no_unique_address]] std::conditional_t<InvalidIsZero, detail::zero_value<element_type>,
                                             element_type>
        invalid_element_value_{};

    static constexpr TILEPROOF_HOST_DEVICE address_space_enum get_address_space() {
        return AddressSpace;
    }
    constexpr TILEPROOF_HOST_DEVICE Size size() const { return buffer_size_; }
    // requires 0 <= i < size(), whatever the policy.
    constexpr TILEPROOF_HOST_DEVICE T& operator[](long_index_t i) const { return p_data_[i]; }
    constexpr TILEPROOF_HOST_DEVICE T& operator()(long_index_t i) const { return p_data_[i]; }
    static constexpr TILEPROOF_HOST_DEVICE bool is_static_buffer() { return false; }
    static constexpr TILEPROOF_HOST_DEVICE bool is_dynamic_buffer() { return true; }

    // The X (an element, or an array of contiguous ones) at offset i + linear_offset; every element
    // is the invalid value where is_valid_element is false.
    template <class X = element_type, class I, class J = int>
    requires(!std::same_as<J, bool>) constexpr TILEPROOF_HOST_DEVICE X
        get(I i, J linear_offset = 0, bool is_valid_element = true) const {
        check_vector_type<X>();
        constexpr int count = detail::vector_of<X>::size;
        const auto at = i + linear_offset;
        if (is_valid_element && inside(static_cast<long_index_t>(at), count)) {
            detail::assume_not_negative(static_cast<long_index_t>(at));
            if constexpr (std::is_same_v<X, element_type>)
                return p_data_[at];
            else
                return detail::read_vector<X>(p_data_ + at);
        }
        return detail::filled<X>(invalid_element_value_);
    }

    // Stores x at offset i + linear_offset where is_valid_element is true.
    template <class X = element_type, class I, class J>
    constexpr TILEPROOF_HOST_DEVICE void set(I i, J linear_offset, bool is_valid_element,
                                             const X& x) const {
        write<memory_operation_enum::set>(i, linear_offset, is_valid_element, x);
    }

    // Stores or adds.
    template <memory_operation_enum Operation, class X = element_type, class I, class J>
    constexpr TILEPROOF_HOST_DEVICE void update(I i, J linear_offset, bool is_valid_element,
                                                const X& x) const {
        write<Operation>(i, linear_offset, is_valid_element, x);
    }

    // The same without linear_offset, as CK Tile had them before it. An element is tested for validity whatever the
    // last argument of get says.
    template <class X = element_type, class I, std::same_as<bool> Valid, bool Checked = true>
    constexpr TILEPROOF_HOST_DEVICE X get(I i, Valid is_valid_element,
                                          bool_constant<Checked> = {}) const {
        return get<X>(i, 0, is_valid_element);
    }
    template <class X = element_type, class I, std::same_as<bool> Valid>
    constexpr TILEPROOF_HOST_DEVICE void set(I i, Valid is_valid_element, const X& x) const {
        set<X>(i, 0, is_valid_element, x);
    }
    template <memory_operation_enum Operation, class X = element_type, class I,
              std::same_as<bool> Valid>
    constexpr TILEPROOF_HOST_DEVICE void update(I i, Valid is_valid_element, const X& x) const {
        update<Operation, X>(i, 0, is_valid_element, x);
    }

  private:
    template <class X>
    static constexpr TILEPROOF_HOST_DEVICE void check_vector_type() {
        static_assert(std::is_same_v<typename detail::vector_of<X>::element, element_type>,
                      "A buffer is read and written as its element type, or an array<..> of it.");
    }
    constexpr TILEPROOF_HOST_DEVICE bool inside([[maybe_unused]] long_index_t at,
                                                [[maybe_unused]] int count) const {
        if constexpr (Policy == bounds_policy::unchecked) {
            return true;
        } else {
            const long_index_t size = static_cast<long_index_t>(buffer_size_);
            const bool result = at >= 0 && count <= size && at <= size - count;
            if constexpr (Policy == bounds_policy::trapping)
                if (!result) detail::report_access(at, count, size);
            return result;
        }
    }
    template <memory_operation_enum Operation, class X, class I, class J>
    constexpr TILEPROOF_HOST_DEVICE void write(I i, J linear_offset, bool is_valid_element,
                                               const X& x) const {
        static_assert(!std::is_const_v<T>, "A buffer of const elements is not written to.");
        check_vector_type<X>();
        constexpr int count = detail::vector_of<X>::size;
        const auto at = i + linear_offset;
        if (!is_valid_element || !inside(static_cast<long_index_t>(at), count)) return;
        detail::assume_not_negative(static_cast<long_index_t>(at));
        const auto put = [&](T& element, const element_type& value) {
            if constexpr (Operation == memory_operation_enum::add)
                element = static_cast<element_type>(element + value);
            else if constexpr (Operation == memory_operation_enum::atomic_add)
                detail::atomically(element, [&](element_type old) {
                    return static_cast<element_type>(old + value);
                });
            else if constexpr (Operation == memory_operation_enum::atomic_max)
                detail::atomically(element,
                                   [&](element_type old) { return old < value ? value : old; });
            else
                element = value;
        };
        if constexpr (std::is_same_v<X, element_type>)
            put(p_data_[at], x);
        else if constexpr (Operation == memory_operation_enum::set)
            detail::write_vector(p_data_ + at, x);
        else
            for (int k = 0; k < count; ++k) put(p_data_[at + k], x[k]);
    }
};

// size is in elements: a number<...> or an integer.
template <address_space_enum AddressSpace = address_space_enum::generic,
          bounds_policy Policy = bounds_policy::unchecked, class T, class Size>
constexpr TILEPROOF_HOST_DEVICE auto make_buffer_view(T* p, const Size& size) {
    return buffer_view<AddressSpace, T, Size, Policy>{p, size, {}};
}
template <address_space_enum AddressSpace = address_space_enum::generic,
          bounds_policy Policy = bounds_policy::unchecked, class T, class Size>
constexpr TILEPROOF_HOST_DEVICE auto make_buffer_view(T* p, const Size& size,
                                                      std::remove_cv_t<T> invalid_element_value) {
    return buffer_view<AddressSpace, T, Size, Policy, false>{p, size, invalid_element_value};
}

}  // namespace tileproof
