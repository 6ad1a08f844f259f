// SPDX-License-Identifier: MIT
// Element types of operands: numbers, and structs of them.
//
//   struct particle { float x, y; int id; };
//   TILEPROOF_STRUCT(particle, x, y, id)       // at file scope, after the struct: the members that matter
//   custom("move", {"n"}).in_out<particle>("p", {"n"})
//
// Members are numbers, arrays, and structs that are listed the same way. Each is drawn, compared and printed
// separately, as "y", "box.low" or "at[2]". Members that are not listed are padding: poison before the launch, and
// anything after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tileproof/kernel_test_data.hpp"

namespace tileproof::sdk {

// "__half" for a class of that name, whatever namespace a device's headers put it in.
template <class T>
constexpr std::string_view class_name() {
    std::string_view all = __PRETTY_FUNCTION__;
    const std::size_t begin = all.find("T = ") + 4;
    all = all.substr(begin, all.find_first_of(";]", begin) - begin);
    return all.substr(all.rfind(':') + 1);
}

template <class T>
constexpr const char* known_type() {
    if constexpr (std::is_integral_v<T>) {
        constexpr bool is_signed = std::is_signed_v<T>;
        return sizeof(T) == 1   ? (is_signed ? "int8" : "uint8")
               : sizeof(T) == 2 ? (is_signed ? "int16" : "uint16")
               : sizeof(T) == 4 ? (is_signed ? "int32" : "uint32")
                                : (is_signed ? "int64" : "uint64");
    } else {
        constexpr std::string_view name = class_name<T>();
        if (name == "__half" || name == "_Float16") return "f16";
        if (name == "__bf16" || name == "__hip_bfloat16" || name == "hip_bfloat16" ||
            name == "__nv_bfloat16")
            return "bf16";
        if (name == "__hip_fp8_e4m3" || name == "__nv_fp8_e4m3") return "e4m3";
        if (name == "__hip_fp8_e5m2" || name == "__nv_fp8_e5m2") return "e5m2";
        if (name == "__hip_fp8_e4m3_fnuz") return "e4m3_fnuz";
        if (name == "__hip_fp8_e5m2_fnuz") return "e5m2_fnuz";
        return nullptr;
    }
}

template <class T>
struct type_name {
    static_assert(known_type<T>() != nullptr,
                  "An operand holds numbers, or structs whose members "
                  "TILEPROOF_STRUCT(type, members...) names at file scope.");
    static constexpr const char* value = known_type<T>();
};
#define TILEPROOF_TYPE_NAME(type, name)            \
    template <>                                    \
    struct type_name<type> {                       \
        static constexpr const char* value = name; \
    }
TILEPROOF_TYPE_NAME(float, "float32");
TILEPROOF_TYPE_NAME(double, "float64");
TILEPROOF_TYPE_NAME(bool, "bool");
#undef TILEPROOF_TYPE_NAME

// Classes convert to float, some of them also to other numbers.
template <class T>
double as_double(const T& value) {
    if constexpr (std::is_class_v<T>)
        return static_cast<double>(static_cast<float>(value));
    else
        return static_cast<double>(value);
}

// How far a result may be from a value. For an infinite value: the share of the type's greatest number by which a
// result that did not overflow may fall short of it.
inline double bound_around(double value, double relative, double absolute) {
    const double size = value < 0 ? -value : value;
    return size > std::numeric_limits<double>::max() ? relative : relative * size + absolute;
}

struct readable_member {
    member what;
    double (*value)(const void* at);
};

// For structs listed by TILEPROOF_STRUCT: all().
template <class T>
struct members {};
template <class T>
concept named_struct = requires {
    members<T>::all();
};

template <class M>
void add_member(std::vector<readable_member>& to, const std::string& name, std::size_t offset) {
    if constexpr (std::is_array_v<M>) {
        using element = std::remove_extent_t<M>;
        for (std::size_t i = 0; i < std::extent_v<M>; ++i)
            add_member<element>(to, name + "[" + std::to_string(i) + "]",
                                offset + i * sizeof(element));
    } else if constexpr (named_struct<M>) {
        for (const readable_member& m : members<M>::all())
            to.push_back(
                {{name + "." + m.what.name, m.what.type, static_cast<int>(offset) + m.what.offset},
                 m.value});
    } else {
        to.push_back({{name, type_name<M>::value, static_cast<int>(offset)}, [](const void* at) {
                          M value;
                          std::memcpy(static_cast<void*>(&value), at, sizeof value);
                          return as_double(value);
                      }});
    }
}

// The i-th number of an array; structs are counted member by member.
template <class T>
double number_in(const void* array, std::size_t i) {
    if constexpr (named_struct<T>) {
        static const std::vector<readable_member> all = members<T>::all();
        const readable_member& m = all[i % all.size()];
        return m.value(static_cast<const char*>(array) + i / all.size() * sizeof(T) +
                       m.what.offset);
    } else {
        return as_double(static_cast<const T*>(array)[i]);
    }
}

template <class T>
operand make_operand(std::string name, std::vector<std::string> extents,
                     operand_use use = operand_use::input) {
    operand o{std::move(name), type_name<T>::value, sizeof(T), std::move(extents), use};
    if constexpr (named_struct<T>)
        for (const readable_member& m : members<T>::all()) o.members.push_back(m.what);
    return o;
}

}  // namespace tileproof::sdk

// clang-format off
#define TILEPROOF_PARENTHESES ()
#define TILEPROOF_AGAIN(...) TILEPROOF_AGAIN3(TILEPROOF_AGAIN3(TILEPROOF_AGAIN3(TILEPROOF_AGAIN3(__VA_ARGS__))))
#define TILEPROOF_AGAIN3(...) TILEPROOF_AGAIN2(TILEPROOF_AGAIN2(TILEPROOF_AGAIN2(TILEPROOF_AGAIN2(__VA_ARGS__))))
#define TILEPROOF_AGAIN2(...) TILEPROOF_AGAIN1(TILEPROOF_AGAIN1(TILEPROOF_AGAIN1(TILEPROOF_AGAIN1(__VA_ARGS__))))
#define TILEPROOF_AGAIN1(...) __VA_ARGS__
#define TILEPROOF_MEMBERS(name, ...)                             \
    add_member<decltype(of::name)>(list, #name, offsetof(of, name)); \
    __VA_OPT__(TILEPROOF_MORE TILEPROOF_PARENTHESES (__VA_ARGS__))
#define TILEPROOF_MORE() TILEPROOF_MEMBERS
// clang-format on

#define TILEPROOF_STRUCT(type, ...)                                      \
    template <>                                                          \
    struct tileproof::sdk::type_name<type> {                             \
        static constexpr const char* value = #type;                      \
    };                                                                   \
    template <>                                                          \
    struct tileproof::sdk::members<type> {                               \
        using of = type;                                                 \
        static std::vector<tileproof::sdk::readable_member> all() {      \
            std::vector<tileproof::sdk::readable_member> list;           \
            TILEPROOF_AGAIN(TILEPROOF_MEMBERS(__VA_ARGS__)) return list; \
        }                                                                \
    };
