#include "properties/kernel/product/product_answer.hpp"

#include "properties/kernel/product/product_bound.hpp"
#include "reference/product.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace tileproof::properties {
namespace {

using kernels::product_operand;
using kernels::product_problem;
using kernels::product_types;
using reference::number_format;

number_format operand_format(product_types types) {
    switch (types) {
        case product_types::f32_bf16:
            return number_format::bf16;
        case product_types::i32_i8:
            return number_format::i8;
        case product_types::f32_from_float:
            return number_format::f32;
        case product_types::f32_f16:
        case product_types::f16_f16:
            break;
    }
    return number_format::f16;
}

number_format result_format(product_types types) {
    if (types == product_types::i32_i8) return number_format::i32;
    return types == product_types::f16_f16 ? number_format::f16 : number_format::f32;
}

const element_type* type_of(number_format format) {
    switch (format) {
        case number_format::f16:
            return find_element_type("fp16");
        case number_format::bf16:
            return find_element_type("bf16");
        case number_format::f32:
            return find_element_type("float32");
        case number_format::i8:
            return find_element_type("int8");
        case number_format::i32:
            break;
    }
    return find_element_type("int32");
}

matrices place_of(const product_operand& o, long_index_t rows, long_index_t columns,
                  long_index_t offset) {
    return {.batch = 1,
            .outer = o.column_major ? columns : rows,
            .inner = o.column_major ? rows : columns,
            .leading = o.leading,
            .batch_stride = 0,
            .offset = offset,
            .column_major = o.column_major};
}

// A matrix as row-major doubles.
std::vector<double> numbers_of(const std::vector<std::byte>& image, const matrices& place,
                               number_format format, bool to_f16) {
    const long_index_t rows = place.column_major ? place.inner : place.outer;
    const long_index_t columns = place.column_major ? place.outer : place.inner;
    const auto width = static_cast<std::size_t>(reference::bytes_of(format));
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(rows * columns));
    for (long_index_t r = 0; r < rows; ++r)
        for (long_index_t c = 0; c < columns; ++c) {
            const double v = reference::decode(format, &image[place.place(r, c) * width]);
            values.push_back(to_f16 ? reference::f16_toward_zero(v) : v);
        }
    return values;
}

struct survey {
    bool whole = true, ordinary = true;

    void look_at(const std::vector<double>& values, double least_normal) {
        for (const double v : values) {
            whole = whole && v == std::trunc(v);  // infinities are ordinary's business
            ordinary = ordinary && std::isfinite(v) && (v == 0 || std::abs(v) >= least_normal);
        }
    }
};

// S of each element: what rounding goes by, and what may leave the range of the type on the way.
std::vector<double> magnitudes_in_unit(const product_problem& p, std::vector<double> a,
                                       std::vector<double> b, double least_normal) {
    for (std::vector<double>* values : {&a, &b})
        for (double& v : *values) v = magnitude_in_unit(v, least_normal);
    return reference::multiply(p.m, p.n, p.k, a, b).magnitudes;
}

// D = alpha A B + beta C modulo 2^32; |alpha|, |beta| < 2^31 and sums below 2^31, so 64 bits hold it all.
double wrapped(double alpha, double sum, double beta, double c) {
    const auto whole = [](double x) { return static_cast<std::int64_t>(x); };
    const std::int64_t all = whole(alpha) * whole(sum) + whole(beta) * whole(c);
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(all)));
}

}  // namespace

product_places places_of(const product_case& c) {
    const product_problem& p = c.problem;
    const number_format ab = operand_format(p.types), result = result_format(p.types);
    return {place_of(p.a, p.m, p.k, c.offset),
            place_of(p.b, p.k, p.n, c.offset),
            place_of(p.c, p.m, p.n, c.offset),
            place_of(p.d, p.m, p.n, c.offset),
            type_of(ab),
            type_of(result),
            ab,
            result};
}

product_images images_of(const product_case& c, const product_places& places) {
    const product_problem& p = c.problem;
    product_images images;
    const auto fill = [&](std::vector<std::byte>& image, const matrices& place,
                          number_format format, product_operand_id id, long_index_t rows,
                          long_index_t columns) {
        const auto width = static_cast<std::size_t>(reference::bytes_of(format));
        image.resize(place.elements() * width);
        for (long_index_t row = 0; row < rows; ++row)
            for (long_index_t column = 0; column < columns; ++column)
                fill_product_element(c.data, c.data_seed, {id, row, column, rows, columns}, format,
                                     p.types == product_types::f32_from_float,
                                     &image[place.place(row, column) * width]);
    };
    fill(images.a, places.a, places.ab_format, product_operand_id::a, p.m, p.k);
    fill(images.b, places.b, places.ab_format, product_operand_id::b, p.k, p.n);
    fill(images.c, places.c, places.c_format, product_operand_id::c, p.m, p.n);
    return images;
}

product_answer answer_of(const product_case& c, const product_places& places,
                         const product_images& images) {
    const product_problem& p = c.problem;
    const bool from_float = p.types == product_types::f32_from_float;
    const auto a = numbers_of(images.a, places.a, places.ab_format, from_float);
    const auto b = numbers_of(images.b, places.b, places.ab_format, from_float);
    std::vector<double> old(static_cast<std::size_t>(p.m * p.n));
    if (p.beta != 0) old = numbers_of(images.c, places.c, places.c_format, false);
    survey all;
    const double least_normal = p.types == product_types::f32_bf16 ? 0x1p-126 : 0x1p-14;
    all.look_at(a, least_normal);
    all.look_at(b, least_normal);
    all.look_at(old, places.c_format == number_format::f16 ? 0x1p-14 : 0x1p-126);

    const reference::product_terms terms = reference::multiply(p.m, p.n, p.k, a, b);
    const std::vector<double> magnitudes =
        all.ordinary ? terms.magnitudes : magnitudes_in_unit(p, a, b, least_normal);
    product_answer answer;
    answer.ordinary = all.ordinary;
    const std::size_t elements = places.d.elements();
    const auto width = static_cast<std::size_t>(reference::bytes_of(places.c_format));
    answer.image.resize(elements * width);
    answer.value.resize(elements);
    answer.bound.resize(elements);
    for (long_index_t i = 0; i < p.m; ++i)
        for (long_index_t j = 0; j < p.n; ++j) {
            const auto at = static_cast<std::size_t>(i * p.n + j);
            const std::size_t place = places.d.place(i, j);
            const double sum = terms.sums[at];
            const double plain = p.alpha * sum;
            const double exact = p.beta == 0 ? plain : plain + p.beta * old[at];
            const bool wraps = p.types == product_types::i32_i8;
            answer.value[place] = wraps ? wrapped(p.alpha, sum, p.beta, old[at]) : exact;
            if (!wraps)
                answer.bound[place] = product_bound(
                    {p.types, p.k, p.alpha, p.beta, std::isfinite(sum) ? sum : 0, magnitudes[at],
                     std::isfinite(old[at]) ? old[at] : 0, all.whole});
            reference::encode(places.c_format, answer.value[place], &answer.image[place * width]);
            answer.ordinary = answer.ordinary && std::isfinite(answer.bound[place]);
        }
    return answer;
}

call_operand bounded_output(const product_places& places,
                            std::shared_ptr<const product_answer> answer) {
    call_operand out = operand("D", *places.c_type, places.d);
    out.contents = answer->image;
    out.accepts = [answer, format = places.c_format](const std::byte* value, std::size_t e) {
        const double got = reference::decode(format, value), right = answer->value[e];
        if (std::isnan(right)) return std::isnan(got);
        if (std::isinf(answer->bound[e])) return true;
        return std::isinf(right) ? got == right : std::abs(got - right) <= answer->bound[e];
    };
    out.print_bound = [answer](std::size_t e) {
        const double bound = answer->bound[e];
        return bound == 0 || !std::isfinite(answer->value[e]) ? "" : fmt::format("{:.3g}", bound);
    };
    return out;
}

}  // namespace tileproof::properties
