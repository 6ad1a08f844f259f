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
// Unknown keys are ignored. The third part of a field says how its value is written; by default its
// type decides.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "properties/property.hpp"

namespace tileproof::properties {

// Whole numbers from JSON, strictly: nlohmann's get<long>() accepts 1e300 (undefined behaviour) and true, and
// get<unsigned>() accepts -1.
//
//   whole_number<int>(json(7)) == 7      whole_number<int>(json(7.5)) == std::nullopt

// nullopt unless it is a whole number in T's range.
template <class T>
std::optional<T> whole_number(const nlohmann::json& j) {
    if (j.is_number_unsigned()) {
        const auto n = j.get<std::uint64_t>();
        return std::in_range<T>(n) ? std::optional(static_cast<T>(n)) : std::nullopt;
    }
    if (!j.is_number_integer()) return std::nullopt;
    const auto n = j.get<std::int64_t>();
    return std::in_range<T>(n) ? std::optional(static_cast<T>(n)) : std::nullopt;
}

// nullopt unless it is an array of such numbers.
template <class T>
std::optional<std::vector<T>> whole_numbers(const nlohmann::json& j) {
    if (!j.is_array()) return std::nullopt;
    std::vector<T> all;
    for (const nlohmann::json& member : j) {
        const auto n = whole_number<T>(member);
        if (!n) return std::nullopt;
        all.push_back(*n);
    }
    return all;
}

// JSON as one line of text. Bytes that are not UTF-8 (printed by a crashing kernel, say) become U+FFFD instead of an
// exception.

std::string text_of(const nlohmann::json& value);
std::string indented_text_of(const nlohmann::json& value);  // over several lines, for people

// How the values of a table of fields are written to and read from JSON.
//
//   by its type         numbers (whole ones strictly), bool, text, vector, array, optional (null), nested fields
//   within{0, 4096}     a whole number of this range
//   one_of{array{32, 64}}   one of these numbers
//   named{all, name}    one of these values by its name: "tall", "wide"
//   as_text{print, parse}     a text that parse() reads; what it throws is the sentence
//
// A kind is a class with write(value) and read(json, path).

// The path of a value: 'operands[2].leading' of the case.
struct member_path {
    std::string_view key{};    // at the top, the name of the whole in sentences: "case"
    std::ptrdiff_t item = -1;  // otherwise the position in a list
    const member_path* up = nullptr;
};
// "'rows' of the case is 7.5, but must be a whole number from 0 to 4096."
[[noreturn]] void refuse(const member_path& at, const nlohmann::json& found,
                         std::string_view must_be);
[[noreturn]] void refuse_missing(const member_path& at);

// The member's type decides the kind.
struct by_type {};
template <class Value>
struct kind_of_value;

template <std::integral T>
struct within {
    T first, last;
    nlohmann::json write(T value) const { return value; }
    T read(const nlohmann::json& j, const member_path& at) const {
        const auto n = whole_number<T>(j);
        if (!n || *n < first || *n > last)
            refuse(at, j,
                   "a whole number from " + std::to_string(first) + " to " + std::to_string(last));
        return *n;
    }
};
template <class T>
within(T, T) -> within<T>;

template <std::integral T>
struct kind_of_value<T> : within<T> {
    constexpr kind_of_value()
        : within<T>{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()} {}
};

template <>
struct kind_of_value<bool> {
    nlohmann::json write(bool value) const { return value; }
    bool read(const nlohmann::json& j, const member_path& at) const {
        if (!j.is_boolean()) refuse(at, j, "true or false");
        return j.get<bool>();
    }
};

template <std::floating_point T>
struct kind_of_value<T> {
    nlohmann::json write(T value) const { return value; }
    T read(const nlohmann::json& j, const member_path& at) const {
        if (!j.is_number()) refuse(at, j, "a number");
        return j.get<T>();
    }
};

template <>
struct kind_of_value<std::string> {
    nlohmann::json write(const std::string& value) const { return value; }
    std::string read(const nlohmann::json& j, const member_path& at) const {
        if (!j.is_string()) refuse(at, j, "a text");
        return j.get<std::string>();
    }
};

// Each item of a list by its own kind.
template <class Value, class Kind = kind_of_value<Value>>
struct list_of {
    Kind item{};
    nlohmann::json write(const std::vector<Value>& values) const {
        nlohmann::json j = nlohmann::json::array();
        for (const Value& value : values) j.push_back(item.write(value));
        return j;
    }
    std::vector<Value> read(const nlohmann::json& j, const member_path& at) const {
        if (!j.is_array()) refuse(at, j, "a list");
        std::vector<Value> values;
        for (const nlohmann::json& one : j)
            values.push_back(item.read(one, {.item = std::ssize(values), .up = &at}));
        return values;
    }
};
template <class T>
struct kind_of_value<std::vector<T>> : list_of<T> {};

template <class T, std::size_t N>
struct kind_of_value<std::array<T, N>> {
    nlohmann::json write(const std::array<T, N>& values) const { return values; }
    std::array<T, N> read(const nlohmann::json& j, const member_path& at) const {
        const auto list = list_of<T>{}.read(j, at);
        if (list.size() != N) refuse(at, j, "a list of " + std::to_string(N));
        std::array<T, N> values;
        std::copy(list.begin(), list.end(), values.begin());
        return values;
    }
};

template <class T>
struct kind_of_value<std::optional<T>> {
    nlohmann::json write(const std::optional<T>& value) const {
        return value ? kind_of_value<T>{}.write(*value) : nlohmann::json();
    }
    std::optional<T> read(const nlohmann::json& j, const member_path& at) const {
        if (j.is_null()) return std::nullopt;
        return kind_of_value<T>{}.read(j, at);
    }
};

// One of a few numbers.
template <std::integral T, std::size_t N>
struct one_of {
    std::array<T, N> all;
    nlohmann::json write(T value) const { return value; }
    T read(const nlohmann::json& j, const member_path& at) const {
        const auto n = whole_number<T>(j);
        if (n && std::ranges::find(all, *n) != all.end()) return *n;
        std::string numbers;
        for (const T value : all) numbers += (numbers.empty() ? "" : ", ") + std::to_string(value);
        refuse(at, j, "one of " + numbers);
    }
};
template <class T, std::size_t N>
one_of(std::array<T, N>) -> one_of<T, N>;

// `all` is any range of values; name(value) is its text.
template <class All, class Name>
struct named {
    All all;
    Name name;
    template <class Value>
    nlohmann::json write(const Value& value) const {
        return std::string(name(value));
    }
    auto read(const nlohmann::json& j, const member_path& at) const {
        std::string names;
        for (const auto& value : all) {
            const std::string text(name(value));
            if (j == text) return value;
            names += (names.empty() ? "" : ", ") + text;
        }
        refuse(at, j, "one of " + names);
    }
};
template <class A, class N>
named(A, N) -> named<A, N>;

template <class Print, class Parse>
struct as_text {
    Print print;
    Parse parse;
    template <class Value>
    nlohmann::json write(const Value& value) const {
        return print(value);
    }
    auto read(const nlohmann::json& j, const member_path& at) const {
        if (!j.is_string()) refuse(at, j, "a text");
        try {
            return parse(j.get_ref<const std::string&>());
        } catch (const std::exception& e) {
            throw bad_case(e.what());
        }
    }
};
template <class P, class Q>
as_text(P, Q) -> as_text<P, Q>;

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
