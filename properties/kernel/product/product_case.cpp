#include "properties/kernel/product/product_case.hpp"

#include "properties/kernel/fence_name.hpp"
#include "properties/property.hpp"
#include "properties/read_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

namespace tileproof::properties {
namespace {

using kernels::product_operand;
using kernels::product_problem;
using kernels::product_range;
using kernels::product_types;
using nlohmann::json;

constexpr product_types all_types[] = {product_types::f32_f16, product_types::f32_bf16,
                                       product_types::f16_f16, product_types::i32_i8,
                                       product_types::f32_from_float};
constexpr c_place all_places[] = {c_place::own, c_place::result, c_place::null};
constexpr product_relation all_relations[] = {
    product_relation::none, product_relation::scaled, product_relation::rows_reversed,
    product_relation::k_reversed, product_relation::transposed};

template <class Value, std::size_t N>
Value find_by_name(const Value (&all)[N], const std::string& name, const char* what) {
    std::string names;
    for (const Value v : all) {
        if (name_of(v) == name) return v;
        names += (names.empty() ? "" : ", ") + std::string(name_of(v));
    }
    throw bad_case(
        fmt::format("The {} of a product's case is one of {}, not '{}'.", what, names, name));
}

struct named_operand {
    const char* name;
    product_operand product_problem::*place;
    long_index_t product_problem::*rows;
    long_index_t product_problem::*columns;
};
constexpr named_operand operands[] = {
    {"a", &product_problem::a, &product_problem::m, &product_problem::k},
    {"b", &product_problem::b, &product_problem::k, &product_problem::n},
    {"c", &product_problem::c, &product_problem::m, &product_problem::n},
    {"d", &product_problem::d, &product_problem::m, &product_problem::n}};

long_index_t least_leading(const product_problem& p, const named_operand& o) {
    return (p.*o.place).column_major ? p.*o.rows : p.*o.columns;
}

void check_size(const product_case& c) {
    const product_problem& p = c.problem;
    if (!why_senseless(p).empty()) return;  // such a case gets no memory
    for (const named_operand& o : operands) {
        const bool column = (p.*o.place).column_major;
        const auto outer = static_cast<__int128>(column ? p.*o.columns : p.*o.rows);
        if (outer * (p.*o.place).leading + c.offset > most_product_elements)
            throw bad_case(
                fmt::format("Matrix {} of the case reaches beyond {} elements, the most allowed.",
                            o.name, most_product_elements));
    }
    if (static_cast<__int128>(p.m) * p.n * std::max<long_index_t>(p.k, 1) > most_product_terms)
        throw bad_case(fmt::format("The case has more than {} products a * b, the most allowed.",
                                   most_product_terms));
}

}  // namespace

std::string_view name_of(product_types types) {
    switch (types) {
        case product_types::f32_f16:
            return "f32_f16";
        case product_types::f32_bf16:
            return "f32_bf16";
        case product_types::f16_f16:
            return "f16_f16";
        case product_types::i32_i8:
            return "i32_i8";
        case product_types::f32_from_float:
            return "f32_from_float";
    }
    return "";
}

std::string_view name_of(c_place place) {
    switch (place) {
        case c_place::own:
            return "own";
        case c_place::result:
            return "result";
        case c_place::null:
            return "null";
    }
    return "";
}

std::string_view name_of(product_relation relation) {
    switch (relation) {
        case product_relation::none:
            return "none";
        case product_relation::scaled:
            return "scaled";
        case product_relation::rows_reversed:
            return "rows_reversed";
        case product_relation::k_reversed:
            return "k_reversed";
        case product_relation::transposed:
            return "transposed";
    }
    return "";
}

product_case packed_product(product_types types, long_index_t m, long_index_t n, long_index_t k) {
    product_case c;
    c.problem.m = m;
    c.problem.n = n;
    c.problem.k = k;
    c.problem.types = types;
    c.c = c_place::null;
    pack(c.problem);
    return c;
}

json to_json(const product_case& c) {
    const product_problem& p = c.problem;
    json j{{"types", name_of(p.types)},
           {"m", p.m},
           {"n", p.n},
           {"k", p.k},
           {"alpha", p.alpha},
           {"beta", p.beta},
           {"c_place", name_of(c.c)},
           {"offset", c.offset},
           {"data", name_of(c.data)},
           {"data_seed", c.data_seed},
           {"relation", name_of(c.relation)},
           {"fence", name_of_fence(c.fence)},
           {"repeats", c.repeats}};
    for (const named_operand& o : operands)
        j[o.name] = {{"column_major", (p.*o.place).column_major},
                     {"leading", (p.*o.place).leading}};
    return j;
}

product_case product_case_from_json(const json& j) try {
    product_case c;
    product_problem& p = c.problem;
    p.types = find_by_name(all_types, j.at("types").get<std::string>(), "types");
    read_whole(j, "m", p.m);
    read_whole(j, "n", p.n);
    read_whole(j, "k", p.k);
    j.at("alpha").get_to(p.alpha);
    j.at("beta").get_to(p.beta);
    for (const named_operand& o : operands) {
        j.at(o.name).at("column_major").get_to((p.*o.place).column_major);
        read_whole(j.at(o.name), "leading", (p.*o.place).leading);
    }
    c.c = find_by_name(all_places, j.at("c_place").get<std::string>(), "place of C");
    read_whole(j, "offset", c.offset);
    const auto data = find_product_data(j.at("data").get<std::string>());
    if (!data)
        throw bad_case(
            "The data of a product's case are integers, one_hot, uniform, positive, wide, "
            "subnormal or special.");
    c.data = *data;
    read_whole(j, "data_seed", c.data_seed);
    c.relation = find_by_name(all_relations, j.at("relation").get<std::string>(), "relation");
    c.fence = find_fence(j.at("fence").get<std::string>());
    read_whole(j, "repeats", c.repeats);
    if (c.offset < 0 || c.offset > 4096)
        throw bad_case("The offset of a product's case is 0 to 4096 elements.");
    if (c.repeats < 0 || c.repeats > 10'000) throw bad_case("A case has 0 to 10000 repeats.");
    if (c.c == c_place::null && p.beta != 0)
        throw bad_case("C can be nowhere with beta = 0 alone.");
    for (const double factor : {p.alpha, p.beta})
        if (!std::isfinite(factor) || static_cast<double>(static_cast<float>(factor)) != factor)
            throw bad_case("Alpha and beta of a product's case are finite float32 numbers.");
    if (c.c == c_place::result &&
        (p.c.column_major != p.d.column_major || p.c.leading != p.d.leading))
        throw bad_case("C in D's place has D's leading dimension and order.");
    check_size(c);
    return c;
} catch (const json::exception& e) {
    throw bad_case(fmt::format("The case of a product cannot be read: {}.", e.what()));
}

std::string why_senseless(const product_problem& p) {
    constexpr long_index_t most = 0x7fffffff - 64;
    if (p.m < 0 || p.n < 0 || p.k < 0) return "an extent is negative";
    if (p.m > most || p.n > most || p.k > most) return "an extent is more than 2^31 - 65";
    for (const named_operand& o : operands)
        if ((p.*o.place).leading < least_leading(p, o))
            return fmt::format("the {} of {} overlap",
                               (p.*o.place).column_major ? "columns" : "rows",
                               static_cast<char>(o.name[0] - 'a' + 'A'));
    if (p.types == product_types::i32_i8 &&
        (p.alpha != std::trunc(p.alpha) || p.beta != std::trunc(p.beta)))
        return "alpha or beta is no whole number, and the elements are";
    return "";
}

std::string why_out_of_range(const product_range& range, const product_problem& p) {
    if (std::find(range.types.begin(), range.types.end(), p.types) == range.types.end())
        return "other types";
    if (p.m % range.m_step || p.n % range.n_step || p.k % range.k_step) return "a part of a tile";
    for (const named_operand& o : operands) {
        if (range.row_major_only && (p.*o.place).column_major) return "a column-major matrix";
        if ((p.*o.place).leading % range.leading_step) return "a leading dimension";
    }
    return "";
}

std::vector<std::string> labels_of(const product_case& c) {
    const product_problem& p = c.problem;
    std::vector<std::string> labels{fmt::format("types: {}", name_of(p.types))};
    if (!why_senseless(p).empty()) {
        labels.emplace_back("problem: senseless");
        return labels;
    }
    labels.emplace_back("problem: sensible");
    const auto add = [&](std::string label) {
        if (std::find(labels.begin(), labels.end(), label) == labels.end())
            labels.push_back(std::move(label));
    };
    if (p.m == 0 || p.n == 0)
        add("shape: empty");
    else
        add(p.k == 0 ? "shape: no terms" : p.m == 1 && p.n == 1 ? "shape: 1 x 1" : "shape: other");
    for (const long_index_t length : {p.m, p.n})
        add(length % 64 == 0 ? "tile of 64: whole" : "tile of 64: tail");
    add(p.k % 16 == 0 ? "k of 16: whole" : "k of 16: tail");
    bool packed = true;
    for (const named_operand& o : operands) {
        packed = packed && (p.*o.place).leading == std::max<long_index_t>(1, least_leading(p, o));
        add(fmt::format("{}: {}-major", o.name, (p.*o.place).column_major ? "column" : "row"));
    }
    add(packed ? "strides: packed" : "strides: beyond the extent");
    add(p.alpha == 1 ? "alpha: 1" : "alpha: other");
    add(p.beta == 0 ? "beta: 0" : "beta: other");
    add(fmt::format("c place: {}", name_of(c.c)));
    add(c.offset ? "base: off the start" : "base: at the start");
    add(fmt::format("data: {}", name_of(c.data)));
    add(fmt::format("relation: {}", name_of(c.relation)));
    add(fmt::format("fence: {}", name_of_fence(c.fence)));
    return labels;
}

std::vector<std::string> all_product_labels(const product_range& range) {
    std::vector<std::string> labels{
        "problem: sensible", "problem: senseless", "shape: empty",
        "shape: no terms",   "shape: other",       "tile of 64: whole",
        "k of 16: whole",    "strides: packed",    "strides: beyond the extent",
        "alpha: 1",          "alpha: other",       "beta: 0",
        "beta: other",       "base: at the start", "base: off the start"};
    if (range.m_step == 1 && range.n_step == 1)
        labels.insert(labels.end(), {"shape: 1 x 1", "tile of 64: tail"});
    if (range.k_step == 1) labels.emplace_back("k of 16: tail");
    for (const product_types types : range.types)
        labels.push_back(fmt::format("types: {}", name_of(types)));
    for (const named_operand& o : operands) {
        labels.push_back(fmt::format("{}: row-major", o.name));
        if (!range.row_major_only) labels.push_back(fmt::format("{}: column-major", o.name));
    }
    for (const c_place place : all_places)
        labels.push_back(fmt::format("c place: {}", name_of(place)));
    for (const product_data data : all_product_data)
        labels.push_back(fmt::format("data: {}", name_of(data)));
    for (const product_relation relation : all_relations)
        if (relation != product_relation::transposed || !range.row_major_only)
            labels.push_back(fmt::format("relation: {}", name_of(relation)));
    for (const kernels::placement f : all_fences)
        labels.push_back(fmt::format("fence: {}", name_of_fence(f)));
    return labels;
}

}  // namespace tileproof::properties
