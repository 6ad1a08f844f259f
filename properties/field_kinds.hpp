// SPDX-License-Identifier: MIT
// How the values of a table of fields are written to and read from JSON.
//
//   by its type         numbers (whole ones strictly), bool, text, vector, array, optional (null), nested fields
//   within{0, 4096}     a whole number of this range
//   one_of{array{32, 64}}   one of these numbers
//   named{all, name}    one of these values by its name: "tall", "wide"
//   as_text{print, parse}     a text that parse() reads; what it throws is the sentence
//
// A kind is a class with write(value) and read(json, path).
#pragma once

#include "properties/bad_case.hpp"
#include "properties/whole_number.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tileproof::properties {

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
        if (n && std::find(all.begin(), all.end(), *n) != all.end()) return *n;
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

}  // namespace tileproof::properties
