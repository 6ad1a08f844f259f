// SPDX-License-Identifier: MIT
#include "properties/failure.hpp"
#include "properties/fields.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::properties {

using nlohmann::json;
using std::string_view_literals::operator""sv;

template <>
struct kind_of_value<fact> {
    json write(const fact& value) const {
        return std::visit(
            [](const auto& v) -> json {
                if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>)
                    return nullptr;
                else
                    return v;
            },
            value);
    }
    fact read(const json& j, const member_path& at) const {
        if (j.is_null()) return {};
        if (j.is_string()) return j.get<std::string>();
        if (j.is_array()) return kind_of_value<std::vector<std::int64_t>>{}.read(j, at);
        return kind_of_value<std::int64_t>{}.read(j, at);
    }
};

// {"thread", 1} as ["thread", 1], because an object would lose the order.
template <>
struct kind_of_value<std::pair<std::string, std::int64_t>> {
    json write(const std::pair<std::string, std::int64_t>& value) const { return value; }
    std::pair<std::string, std::int64_t> read(const json& j, const member_path& at) const {
        if (!j.is_array() || j.size() != 2) refuse(at, j, "a text and a whole number");
        return {kind_of_value<std::string>{}.read(j[0], {.item = 0, .up = &at}),
                kind_of_value<std::int64_t>{}.read(j[1], {.item = 1, .up = &at})};
    }
};

static constexpr auto fields_of(std::type_identity<said_value>) {
    return std::tuple{field{"value", &said_value::value}, optional_field{"by", &said_value::by}};
}

static constexpr auto fields_of(std::type_identity<failure_place>) {
    using p = failure_place;
    return std::tuple{
        optional_field{"text", &p::text},     optional_field{"operand", &p::operand},
        optional_field{"part", &p::part},     optional_field{"at", &p::at},
        optional_field{"index", &p::index},   optional_field{"other_index", &p::other_index},
        optional_field{"number", &p::number}, optional_field{"affected", &p::affected},
        optional_field{"of", &p::of}};
}

static constexpr auto fields_of(std::type_identity<kernel_access>) {
    using a = kernel_access;
    return std::tuple{optional_field{"file", &a::file}, optional_field{"function", &a::function},
                      optional_field{"line", &a::line}, optional_field{"column", &a::column},
                      field{"block", &a::block},        field{"thread", &a::thread},
                      field{"write", &a::write}};
}

constexpr std::array memory_names{"unknown"sv,  "global"sv,   "shared"sv,
                                  "constant"sv, "variable"sv, "local"sv};
constexpr std::array remedy_names{"unknown"sv, "barrier"sv, "wave barrier"sv, "separate blocks"sv,
                                  "wider scope"sv};

// The values of an enumeration that counts from 0, by their names.
template <class Value, std::size_t N>
auto by_name(const std::array<std::string_view, N>& names) {
    static const auto all = [] {
        std::array<Value, N> values{};
        for (std::size_t i = 0; i < N; ++i) values[i] = static_cast<Value>(i);
        return values;
    }();
    return named{std::span<const Value>(all),
                 [&names](Value v) { return names[static_cast<std::size_t>(v)]; }};
}

static auto fields_of(std::type_identity<failure_witness>) {
    using w = failure_witness;
    return std::tuple{field{"kernel", &w::kernel},
                      field{"access", &w::access},
                      optional_field{"other", &w::other},
                      optional_field{"memory", &w::memory, by_name<memory_space>(memory_names)},
                      optional_field{"bytes", &w::bytes},
                      optional_field{"size", &w::size},
                      optional_field{"remedy", &w::remedy, by_name<race_remedy>(remedy_names)},
                      optional_field{"waiting", &w::waiting}};
}

static auto fields_of(std::type_identity<failure>) {
    using f = failure;
    return std::tuple{
        field{"kind", &f::kind, named{failure_kinds(), [](failure_kind k) { return name(k); }}},
        optional_field{"where", &f::where},
        optional_field{"quantity", &f::quantity},
        optional_field{"actual", &f::actual},
        optional_field{"expected", &f::expected},
        optional_field{"witness", &f::witness},
        optional_field{"given", &f::given},
        optional_field{"detail", &f::detail}};
}

json to_json(const failure& f) { return to_json<failure>(f); }

failure failure_from_json(law_id law, const json& j) {
    failure f{.law = law};
    if (j.is_string()) {
        f.detail = j.get<std::string>();
        return f;
    }
    f = from_json<failure>(j, "failure");
    f.law = law;
    return f;
}

}  // namespace tileproof::properties
