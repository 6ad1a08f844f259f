// SPDX-License-Identifier: MIT
// A struct as JSON, written and strictly read by one table of its members.
//
//   struct division_case {
//       int bits = 32;
//       long_index_t divisor = 1, dividend = 0;
//       static constexpr auto fields() {
//           return std::tuple{field{"bits", &division_case::bits}, field{"divisor", &division_case::divisor},
//                             field{"dividend", &division_case::dividend, within{0l, 99l}}};
//       }
//       std::string fault() const { ... }     // if there is one: a rule between members, "" or a sentence
//   };
//   to_json(division_case{32, 7, 65})       {"bits": 32, "dividend": 65, "divisor": 7}
//   from_json<division_case>(j)             throws bad_case: "'bits' of the case is 7.5, but must be a whole number
//                                           from -2147483648 to 2147483647."
//
// A member is given by a pointer, or by a function that leads to it: [](auto& c) -> auto& { return c.problem.rows; }.
// Unknown keys are ignored. The third part of a field (field_kinds.hpp) says how its value is written; by default its
// type decides.
#pragma once

#include "properties/field_kinds.hpp"

#include <functional>
#include <tuple>

namespace tileproof::properties {

// A required key.
template <class Member, class Kind = by_type>
struct field {
    const char* key;
    Member member;
    Kind kind{};
    static constexpr bool may_lack = false;
};
template <class M>
field(const char*, M) -> field<M>;
template <class M, class K>
field(const char*, M, K) -> field<M, K>;

// Omitted if it has the value of a new object; a missing key gives that value.
template <class Member, class Kind = by_type>
struct optional_field {
    const char* key;
    Member member;
    Kind kind{};
    static constexpr bool may_lack = true;
};
template <class M>
optional_field(const char*, M) -> optional_field<M>;
template <class M, class K>
optional_field(const char*, M, K) -> optional_field<M, K>;

// The table is a static function of the type, or fields_of(std::type_identity<type>) next to the type.
template <class T>
concept has_fields = requires {
    T::fields();
}
|| requires { fields_of(std::type_identity<T>{}); };

template <has_fields T>
constexpr auto table_of() {
    if constexpr (requires { T::fields(); })
        return T::fields();
    else
        return fields_of(std::type_identity<T>{});
}

template <class Kind, class Value>
decltype(auto) kind_for(const Kind& kind) {
    if constexpr (std::is_same_v<Kind, by_type>)
        return kind_of_value<Value>{};
    else
        return (kind);
}

template <has_fields T>
nlohmann::json to_json(const T& from) {
    nlohmann::json j = nlohmann::json::object();
    const auto put = [&](const auto& f) {
        const auto& value = std::invoke(f.member, from);
        using value_type = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::remove_cvref_t<decltype(f)>::may_lack) {
            const T plain{};
            if (value == std::invoke(f.member, plain)) return;
        }
        j[f.key] = kind_for<std::remove_cvref_t<decltype(f.kind)>, value_type>(f.kind).write(value);
    };
    std::apply([&](const auto&... all) { (put(all), ...); }, table_of<T>());
    return j;
}

template <has_fields T>
T read_fields(const nlohmann::json& j, const member_path& at) {
    if (!j.is_object()) refuse(at, j, "an object");
    T into{};
    const auto take = [&](const auto& f) {
        auto& value = std::invoke(f.member, into);
        using value_type = std::remove_cvref_t<decltype(value)>;
        const member_path here{.key = f.key, .up = &at};
        const auto it = j.find(f.key);
        if (it != j.end())
            value =
                kind_for<std::remove_cvref_t<decltype(f.kind)>, value_type>(f.kind).read(*it, here);
        else if (!std::remove_cvref_t<decltype(f)>::may_lack)
            refuse_missing(here);
    };
    std::apply([&](const auto&... all) { (take(all), ...); }, table_of<T>());
    if constexpr (requires { into.fault(); })
        if (const std::string fault = into.fault(); !fault.empty()) throw bad_case(fault);
    return into;
}

// `whole` is the object's name in sentences.
template <has_fields T>
T from_json(const nlohmann::json& j, std::string_view whole = "case") {
    return read_fields<T>(j, {.key = whole});
}

// A member that itself has fields.
template <has_fields T>
struct kind_of_value<T> {
    nlohmann::json write(const T& value) const { return to_json(value); }
    T read(const nlohmann::json& j, const member_path& at) const { return read_fields<T>(j, at); }
};

}  // namespace tileproof::properties
