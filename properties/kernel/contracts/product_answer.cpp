// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/product_answer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "properties/kernel/data_kinds.hpp"
#include "properties/kernel/element_type.hpp"
#include "reference/product.hpp"

namespace tileproof::properties {
namespace {

using kernels::product_types;
using reference::number_format;

struct survey {
    bool whole = true, ordinary = true;

    void look_at(const std::vector<double>& values, double least_normal) {
        for (const double v : values) {
            whole = whole && v == std::trunc(v);  // infinities make it not `ordinary` instead
            ordinary = ordinary && std::isfinite(v) && (v == 0 || std::abs(v) >= least_normal);
        }
    }
};

// S of each element: determines rounding, and whether the type's range may be exceeded on the way.
std::vector<double> magnitudes_in_unit(const std::vector<long_index_t>& mnk, std::vector<double> a,
                                       std::vector<double> b, double least_normal) {
    for (std::vector<double>* values : {&a, &b})
        for (double& v : *values) v = magnitude_in_unit(v, least_normal);
    return reference::multiply(mnk[0], mnk[1], mnk[2], a, b).magnitudes;
}

// D = alpha A B + beta C modulo 2^32; |alpha|, |beta| < 2^31 and sums below 2^31, so 64 bits hold it all.
double wrapped(double alpha, double sum, double beta, double c) {
    const auto whole = [](double x) { return static_cast<std::int64_t>(x); };
    const std::int64_t all = whole(alpha) * whole(sum) + whole(beta) * whole(c);
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(all)));
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double u32 = 0x1p-24, u16 = 0x1p-11;

bool has_half_result(product_types types) { return types == product_types::f16_f16; }

// Numbers from here on round to infinity.
double overflow_of(product_types types) {
    return has_half_result(types) ? 65520.0 : 0x1.ffffffp127;
}

}  // namespace

std::vector<contract_type> product_type_list() {
    const auto list = [](const char* name, const char* ab, const char* cd) {
        const element_type *in = find_element_type(ab), *out = find_element_type(cd);
        return contract_type{name, {in, in, out, out}};
    };
    return {list("f32_f16", "f16", "float32"), list("f32_bf16", "bf16", "float32"),
            list("f16_f16", "f16", "f16"), list("i32_i8", "int8", "int32"),
            list("f32_from_float", "float32", "float32")};
}

number_format format_of(const element_type& type) {
    if (type.name == "f16") return number_format::f16;
    if (type.name == "bf16") return number_format::bf16;
    if (type.name == "int8") return number_format::i8;
    return type.name == "int32" ? number_format::i32 : number_format::f32;
}

std::vector<double> numbers_of(const packed_call& p, std::size_t operand) {
    const element_type& type = *p.contract.types[p.the_case.type].each[operand];
    const auto width = static_cast<std::size_t>(type.bytes);
    const number_format format = format_of(type);
    std::vector<double> values(p.inputs[operand].size() / width);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = reference::decode(format, &p.inputs[operand][i * width]);
    return values;
}

void set_answer(packed_call& p, std::size_t operand, std::vector<double> values,
                std::vector<double> bounds) {
    const element_type& type = *p.contract.types[p.the_case.type].each[operand];
    const auto width = static_cast<std::size_t>(type.bytes);
    for (std::size_t i = 0; i < values.size(); ++i) {
        reference::encode(format_of(type), values[i], &p.outputs[operand][i * width]);
        p.ordinary = p.ordinary && std::isfinite(bounds[i]);
    }
    p.values[operand] = std::move(values);
    p.bounds[operand] = std::move(bounds);
}

void fill_as(const fill_request& r, char as, std::uint64_t seed, bool from_float, bytes& packed) {
    const element_type& type = *r.contract.types[r.the_case.type].each[r.operand];
    const auto width = static_cast<std::size_t>(type.bytes);
    const auto id = as == 'a'   ? product_operand_id::a
                    : as == 'b' ? product_operand_id::b
                                : product_operand_id::c;
    const number_format format = format_of(type);
    long_index_t e = r.first;
    for (std::size_t at = 0; at < packed.size(); at += width, ++e)
        fill_product_element(static_cast<product_data>(r.the_case.data), seed,
                             {id, e / r.extents[1], e % r.extents[1], r.extents[0], r.extents[1]},
                             format, from_float, &packed[at]);
}

contract_data product_contents() {
    contract_data data;
    for (const product_data kind : all_product_data) data.kinds.emplace_back(name_of(kind));
    data.weights = {25, 15, 20, 10, 15, 7, 8};
    data.fill = [](const fill_request& r, bytes& packed) {
        fill_as(r, "abc"[r.operand], r.the_case.data_seed,
                static_cast<product_types>(r.the_case.type) == product_types::f32_from_float,
                packed);
    };
    data.dense = static_cast<int>(product_data::uniform);
    return data;
}

void multiplied(packed_call& p) {
    const kernel_case& c = p.the_case;
    const auto types = static_cast<product_types>(c.type);
    const double alpha = c.parameters[0], beta = c.parameters[1];
    const long_index_t m = c.dims[0], n = c.dims[1], k = c.dims[2];
    std::vector<double> a = numbers_of(p, 0), b = numbers_of(p, 1);
    if (types == product_types::f32_from_float)
        for (std::vector<double>* values : {&a, &b})
            for (double& v : *values) v = reference::f16_toward_zero(v);
    std::vector<double> old(static_cast<std::size_t>(m * n));
    if (beta != 0) old = numbers_of(p, 2);
    survey all;
    const double least_normal = types == product_types::f32_bf16 ? 0x1p-126 : 0x1p-14;
    all.look_at(a, least_normal);
    all.look_at(b, least_normal);
    all.look_at(old, types == product_types::f16_f16 ? 0x1p-14 : 0x1p-126);

    const reference::product_terms terms = reference::multiply(m, n, k, a, b);
    const std::vector<double> magnitudes =
        all.ordinary ? terms.magnitudes : magnitudes_in_unit(c.dims, a, b, least_normal);
    p.ordinary = all.ordinary;
    std::vector<double> values(terms.sums.size()), bounds(terms.sums.size());
    const bool wraps = types == product_types::i32_i8;
    for (std::size_t e = 0; e < values.size(); ++e) {
        const double sum = terms.sums[e], plain = alpha * sum;
        values[e] = wraps       ? wrapped(alpha, sum, beta, old[e])
                    : beta == 0 ? plain
                                : plain + beta * old[e];
        if (!wraps)
            bounds[e] =
                product_bound({types, k, alpha, beta, std::isfinite(sum) ? sum : 0, magnitudes[e],
                               std::isfinite(old[e]) ? old[e] : 0, all.whole});
    }
    set_answer(p, 3, std::move(values), std::move(bounds));
}

double magnitude_in_unit(double value, double least_normal) {
    if (value == 0 || !std::isfinite(value)) return 0;
    return std::max(std::abs(value), least_normal);
}

double gamma_of(double n, double u) { return n * u < 1 ? n * u / (1 - n * u) : infinity; }

double sum_bound(product_types types, std::int64_t k, double magnitude) {
    if (k == 0) return 0;
    const auto terms = static_cast<double>(k);
    const double blocks = std::ceil(terms / 8), steps = 2 * (terms + 2 * blocks);
    const double wide = gamma_of(steps, u32);
    const double least = steps * 0x1p-149;
    if (!has_half_result(types)) return wide * magnitude + least;
    const double narrow = gamma_of(2 * blocks, u16);
    return ((1 + wide) * (1 + narrow) - 1) * magnitude + blocks * 0x1p-24;
}

double product_bound(const product_bound_input& p) {
    const double most_exact = has_half_result(p.types) ? 0x1p11 : 0x1p24;
    const double alpha = std::abs(p.alpha), c = std::abs(p.beta * p.c);
    if (p.whole && p.magnitude <= most_exact && alpha * p.magnitude + c <= most_exact &&
        p.alpha == std::trunc(p.alpha) && p.beta == std::trunc(p.beta))
        return 0;
    const double sum_error = sum_bound(p.types, p.k, p.magnitude);
    const double overflow = overflow_of(p.types);
    if (!(p.magnitude + sum_error < overflow)) return infinity;
    double error = alpha * sum_error;
    double terms = alpha * (p.magnitude + sum_error) + c;
    if (!(terms < 0x1.ffffffp127)) return infinity;
    if (p.alpha != 1 || p.beta != 0) error += gamma_of(2, u32) * terms + 0x1p-147;
    if (has_half_result(p.types)) {
        const double most = std::abs(p.alpha * p.sum + p.beta * p.c) + error;
        if (!(most < overflow)) return infinity;
        error += u16 * most + 0x1p-25;
    }
    return error;
}

namespace {

// 64 random bits of the element; `which` selects further ones.
std::uint64_t bits_of(std::uint64_t seed, const product_element& e, int which = 0) {
    static const element_type& any = *find_element_type("float64");
    const std::uint64_t stream =
        (seed * 3 + static_cast<std::uint64_t>(e.operand)) * 4 + static_cast<std::uint64_t>(which);
    return element_bits(data_kind::random, any, stream,
                        static_cast<std::uint64_t>(e.row * e.columns + e.column));
}

double sign(std::uint64_t bits) { return bits >> 63 ? -1 : 1; }
double fraction(std::uint64_t bits) { return static_cast<double>(bits & 0xffffff) * 0x1p-24; }

// Whether this is the single non-zero element of the operand.
bool is_hot(std::uint64_t seed, const product_element& e) {
    product_element corner = e;
    corner.row = corner.column = 0;
    return static_cast<std::int64_t>(bits_of(seed, corner) >> 1) % (e.rows * e.columns) ==
           e.row * e.columns + e.column;
}

double one_hot(std::uint64_t seed, const product_element& e) {
    const auto hot = seed % 2 ? product_operand_id::b : product_operand_id::a;
    if (e.operand == hot) return is_hot(seed, e);
    return static_cast<double>((e.row * e.columns + e.column) % 127 + 1);
}

// Numbers below the normal range of the format that is multiplied.
double subnormal(std::uint64_t bits, const product_element& e, number_format format) {
    const bool bf16 = format == number_format::bf16;
    if (e.operand != product_operand_id::a)
        return sign(bits) * (1 + fraction(bits)) * (bf16 ? 0x1p60 : 0x1p10);
    const double units = static_cast<double>(1 + (bits & 0xffffff) % (bf16 ? 127 : 1023));
    return sign(bits) * units * (bf16 ? 0x1p-133 : 0x1p-24);
}

double ordinary(product_data data, std::uint64_t seed, const product_element& e,
                number_format format, bool from_float) {
    const std::uint64_t bits = bits_of(seed, e);
    switch (data) {
        case product_data::integers:
            return static_cast<double>((bits & 0xffff) % 5) - 2;
        case product_data::one_hot:
            return one_hot(seed, e);
        case product_data::positive:
            return 1 + fraction(bits);
        case product_data::wide:
            return sign(bits) * (1 + fraction(bits)) *
                   std::ldexp(1.0, static_cast<int>(bits >> 32 & 0xffff) % 10 - 6);
        case product_data::subnormal: {
            if (e.operand == product_operand_id::c) break;
            const double value = subnormal(bits, e, format);
            // With an excess below one unit, which the conversion to f16 must truncate.
            const bool cut = from_float && e.operand == product_operand_id::a;
            return cut ? value + sign(bits) * 0.75 * 0x1p-24 : value;
        }
        case product_data::uniform:
        case product_data::special:
            break;
    }
    return sign(bits) * fraction(bits);
}

// C is not part of the sum over k, so there one in four is special. In A and B only few are, or nothing finite would
// remain.
bool is_special(std::uint64_t seed, const product_element& e) {
    const std::int64_t k = e.operand == product_operand_id::b ? e.rows : e.columns;
    const std::int64_t one_in = e.operand == product_operand_id::c ? 4 : 3 * k + 2;
    return static_cast<std::int64_t>(bits_of(seed, e, 1) >> 1) % one_in == 0;
}

const element_type& type_of(number_format format) {
    switch (format) {
        case number_format::f16:
            return *find_element_type("f16");
        case number_format::bf16:
            return *find_element_type("bf16");
        case number_format::f32:
            return *find_element_type("float32");
        case number_format::i8:
            return *find_element_type("int8");
        case number_format::i32:
            break;
    }
    return *find_element_type("int32");
}

bool is_whole(number_format format) {
    return format == number_format::i8 || format == number_format::i32;
}

}  // namespace

std::string_view name_of(product_data data) {
    static constexpr std::string_view names[] = {"integers", "one_hot",   "uniform", "positive",
                                                 "wide",     "subnormal", "special"};
    return names[static_cast<std::size_t>(data)];
}

void fill_product_element(product_data data, std::uint64_t seed, const product_element& which,
                          number_format format, bool from_float, std::byte* element) {
    if (data == product_data::special && is_special(seed, which)) {
        const auto values = special_values(type_of(format));
        const std::uint64_t bits = values[bits_of(seed, which, 2) % values.size()];
        std::memcpy(element, &bits, static_cast<std::size_t>(reference::bytes_of(format)));
    } else if (is_whole(format) && data != product_data::one_hot) {
        const std::uint64_t bits = bits_of(seed, which);
        std::memcpy(element, &bits, static_cast<std::size_t>(reference::bytes_of(format)));
    } else {
        reference::encode(format, ordinary(data, seed, which, format, from_float), element);
    }
}

}  // namespace tileproof::properties
