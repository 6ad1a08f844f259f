#include "properties/kernel/mlp/mlp_case.hpp"

#include "properties/kernel/fence_name.hpp"
#include "properties/kernel/product/product_bound.hpp"
#include "properties/property.hpp"
#include "properties/read_case.hpp"
#include "reference/product.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;
using reference::number_format;

constexpr long_index_t most_columns = 1 << 16;
constexpr mlp_relation all_relations[] = {mlp_relation::none, mlp_relation::columns_reversed,
                                          mlp_relation::two_products};

std::vector<double> numbers_of(const std::vector<std::byte>& image, std::size_t lead) {
    std::vector<double> values;
    for (std::size_t at = 2 * lead; at < image.size(); at += 2)
        values.push_back(reference::decode(number_format::f16, &image[at]));
    return values;
}

// S of each element of a layer.
std::vector<double> magnitudes_in_unit(std::int64_t n, std::vector<double> weights,
                                       std::vector<double> inputs) {
    for (std::vector<double>* values : {&weights, &inputs})
        for (double& v : *values) v = magnitude_in_unit(v, 0x1p-14);
    return reference::multiply(16, n, 16, weights, inputs).magnitudes;
}

std::vector<double> finite_part(std::vector<double> values) {
    for (double& v : values)
        if (!std::isfinite(v)) v = 0;
    return values;
}

bool all_whole(const std::vector<double>& values) {
    for (const double v : values)
        if (v != std::trunc(v)) return false;
    return true;
}

double activated(double sum) {
    std::array<std::byte, 2> half{};
    reference::encode(number_format::f16, sum > 0 ? sum : 0.0, half.data());
    return reference::decode(number_format::f16, half.data());
}

// How far the hidden number may be from its reference.
double hidden_error(double sum, double error) {
    const double low = activated(sum - error), middle = activated(sum),
                 high = activated(sum + error);
    return low == high ? 0.0 : std::max(high - middle, middle - low);
}

double layer_bound(double sum, double magnitude, bool whole) {
    product_bound_input p;
    p.k = 16;
    p.sum = std::isfinite(sum) ? sum : 0;
    p.magnitude = magnitude;
    p.whole = whole;
    return product_bound(p);
}

}  // namespace

std::string_view name_of(mlp_relation relation) {
    switch (relation) {
        case mlp_relation::none:
            return "none";
        case mlp_relation::columns_reversed:
            return "columns_reversed";
        case mlp_relation::two_products:
            return "two_products";
    }
    return "";
}

json to_json(const mlp_case& c) {
    return {{"n", c.n},
            {"data", name_of(c.data)},
            {"data_seed", c.data_seed},
            {"relation", name_of(c.relation)},
            {"offset", c.offset},
            {"fence", name_of_fence(c.fence)},
            {"repeats", c.repeats}};
}

mlp_case mlp_case_from_json(const json& j) try {
    mlp_case c;
    read_whole(j, "n", c.n);
    const auto data = find_product_data(j.at("data").get<std::string>());
    if (!data) throw bad_case("There is no such kind of data for products.");
    c.data = *data;
    read_whole(j, "data_seed", c.data_seed);
    const auto relation = j.at("relation").get<std::string>();
    bool found = false;
    for (const mlp_relation r : all_relations)
        if (relation == name_of(r)) {
            c.relation = r;
            found = true;
        }
    if (!found)
        throw bad_case(fmt::format(
            "The relation of two layers is none, columns_reversed or two_products, not '{}'.",
            relation));
    read_whole(j, "offset", c.offset);
    c.fence = find_fence(j.at("fence").get<std::string>());
    read_whole(j, "repeats", c.repeats);
    if (c.n > most_columns)
        throw bad_case(fmt::format("A case of two layers has at most {} columns.", most_columns));
    if (c.offset < 0 || c.offset > 4096 || c.repeats < 0 || c.repeats > 10'000)
        throw bad_case("A case has an offset of 0 to 4096 elements and 0 to 10000 repeats.");
    return c;
} catch (const json::exception& e) {
    throw bad_case(fmt::format("The case of two layers cannot be read: {}.", e.what()));
}

std::vector<mlp_case> smaller(const mlp_case& c) {
    std::vector<mlp_case> list;
    const auto with = [&](auto mlp_case::*member, auto value) {
        if (c.*member == value) return;
        mlp_case next = c;
        next.*member = value;
        list.push_back(next);
    };
    if (c.n == 0 || c.n > 1) with(&mlp_case::n, long_index_t{1});
    if (c.n > 3) with(&mlp_case::n, c.n / 2);
    if (c.n > 2) with(&mlp_case::n, c.n - 1);
    if (c.n < -1) with(&mlp_case::n, long_index_t{-1});
    with(&mlp_case::relation, mlp_relation::none);
    with(&mlp_case::offset, long_index_t{0});
    with(&mlp_case::fence, kernels::placement::plain);
    for (const product_data simpler :
         {product_data::integers, product_data::one_hot, product_data::uniform})
        if (simpler < c.data) with(&mlp_case::data, simpler);
    with(&mlp_case::data_seed, std::uint32_t{0});
    if (c.data_seed > 15) with(&mlp_case::data_seed, c.data_seed % 16);
    if (c.repeats > 1) with(&mlp_case::repeats, 1);
    return list;
}

std::vector<std::string> labels_of(const mlp_case& c) {
    if (c.n < 0) return {"columns: less than none"};
    return {c.n == 0        ? "columns: none"
            : c.n % 16 == 0 ? "columns: whole tiles"
            : c.n < 16      ? "columns: less than a tile"
                            : "columns: tail",
            fmt::format("data: {}", name_of(c.data)),
            fmt::format("relation: {}", name_of(c.relation)),
            c.offset ? "base: off the start" : "base: at the start",
            fmt::format("fence: {}", name_of_fence(c.fence))};
}

std::vector<std::string> all_mlp_labels() {
    std::vector<std::string> labels{"columns: less than none", "columns: none",
                                    "columns: whole tiles",    "columns: less than a tile",
                                    "columns: tail",           "base: off the start",
                                    "base: at the start"};
    for (const product_data data : all_product_data)
        labels.push_back(fmt::format("data: {}", name_of(data)));
    for (const mlp_relation r : all_relations)
        labels.push_back(fmt::format("relation: {}", name_of(r)));
    for (const kernels::placement f : all_fences)
        labels.push_back(fmt::format("fence: {}", name_of_fence(f)));
    return labels;
}

matrices weight_place(const mlp_case& c) { return {1, 16, 16, 16, 0, c.offset}; }
matrices column_place(const mlp_case& c) { return {1, 16, c.n, c.n, 0, c.offset}; }

mlp_images images_of(const mlp_case& c) {
    mlp_images images;
    const auto fill = [&](std::vector<std::byte>& image, const matrices& place,
                          product_operand_id id, std::uint64_t seed) {
        image.resize(place.elements() * 2);
        for (long_index_t row = 0; row < place.outer; ++row)
            for (long_index_t column = 0; column < place.inner; ++column)
                fill_product_element(c.data, seed, {id, row, column, place.outer, place.inner},
                                     number_format::f16, false,
                                     &image[place.place(row, column) * 2]);
    };
    const std::uint64_t seed = c.data_seed;
    fill(images.w1, weight_place(c), product_operand_id::a, seed);
    // Another matrix; of one-hot data, the one that counts.
    fill(images.w2, weight_place(c), product_operand_id::a, seed + 0x100000001u);
    fill(images.x, column_place(c), product_operand_id::b, seed);
    return images;
}

mlp_answer answer_of(const mlp_case& c, const mlp_images& images) {
    const auto lead = static_cast<std::size_t>(c.offset);
    const auto w1 = numbers_of(images.w1, lead), w2 = numbers_of(images.w2, lead),
               x = numbers_of(images.x, lead);
    const bool whole = all_whole(w1) && all_whole(w2) && all_whole(x);
    const auto first = reference::multiply(16, c.n, 16, w1, x);
    const auto first_magnitudes = magnitudes_in_unit(c.n, w1, x);
    std::vector<double> hidden(x.size()), off(x.size()), reach(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        hidden[i] = activated(first.sums[i]);
        off[i] =
            hidden_error(first.sums[i], layer_bound(first.sums[i], first_magnitudes[i], whole));
        reach[i] = (std::isfinite(hidden[i]) ? hidden[i] : 0) + off[i];
    }
    const auto second = reference::multiply(16, c.n, 16, w2, hidden);
    // What the hidden numbers' errors become, and the magnitudes that rounding goes by.
    const auto passed = reference::multiply(16, c.n, 16, finite_part(w2), off).magnitudes;
    const auto magnitudes = magnitudes_in_unit(c.n, w2, reach);
    mlp_answer answer;
    const std::size_t elements = lead + x.size();
    answer.image.resize(4 * elements);
    answer.value.resize(elements);
    answer.bound.resize(elements);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t place = lead + i;
        answer.value[place] = second.sums[i];
        const double rounding = layer_bound(second.sums[i], magnitudes[i], whole && passed[i] == 0);
        // 0 times infinity: a hidden number that may be infinite says nothing.
        const double bound = passed[i] + rounding;
        answer.bound[place] = std::isnan(bound) ? HUGE_VAL : bound;
        reference::encode(number_format::f32, answer.value[place], &answer.image[4 * place]);
    }
    return answer;
}

}  // namespace tileproof::properties
