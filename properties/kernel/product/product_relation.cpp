#include "properties/kernel/product/product_relation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace tileproof::properties {
namespace {

using kernels::product_types;
using reference::number_format;

long_index_t rows_of(const matrices& m) { return m.column_major ? m.inner : m.outer; }
long_index_t columns_of(const matrices& m) { return m.column_major ? m.outer : m.inner; }

// Element (r, c) of the result is (rows - 1 - r, c) of the image, or (r, columns - 1 - c).
std::vector<std::byte> reversed(const std::vector<std::byte>& image, const matrices& m, int bytes,
                                bool rows) {
    std::vector<std::byte> result = image;
    const auto width = static_cast<std::size_t>(bytes);
    for (long_index_t r = 0; r < rows_of(m); ++r)
        for (long_index_t c = 0; c < columns_of(m); ++c) {
            const std::size_t from =
                rows ? m.place(rows_of(m) - 1 - r, c) : m.place(r, columns_of(m) - 1 - c);
            std::memcpy(&result[m.place(r, c) * width], &image[from * width], width);
        }
    return result;
}

// Twice each live element; nothing when one of them has no double in the format, or loses a digit.
std::optional<std::vector<std::byte>> doubled(const std::vector<std::byte>& image,
                                              const matrices& m, number_format format) {
    std::vector<std::byte> result = image;
    const auto width = static_cast<std::size_t>(reference::bytes_of(format));
    const std::vector<unsigned char> live = m.live();
    for (std::size_t e = 0; e < live.size(); ++e) {
        if (!live[e]) continue;
        const double twice = 2 * reference::decode(format, &image[e * width]);
        reference::encode(format, twice, &result[e * width]);
        if (reference::decode(format, &result[e * width]) != twice) return std::nullopt;
    }
    return result;
}

// i32: alpha and beta times two, and all results times two modulo 2^32.
bool double_factors(product_case& c) {
    if (std::abs(c.problem.alpha) >= 0x1p30 || std::abs(c.problem.beta) >= 0x1p30) return false;
    c.problem.alpha *= 2;
    c.problem.beta *= 2;
    return true;
}

// What the first result says of the second: its bytes, to be met within `slack` of each element.
call_operand expectation(const product_places& places, std::vector<std::byte> contents,
                         std::vector<double> slack) {
    call_operand out = operand("D", *places.c_type, places.d);
    out.contents = std::move(contents);
    const auto width = static_cast<std::size_t>(reference::bytes_of(places.c_format));
    out.accepts = [format = places.c_format, expected = out.contents, slack, width](
                      const std::byte* value, std::size_t e) {
        const double got = reference::decode(format, value);
        const double right = reference::decode(format, &expected[e * width]);
        return std::abs(got - right) <= slack[e];
    };
    out.print_bound = [slack](std::size_t e) {
        return slack[e] == 0 ? std::string() : fmt::format("{:.3g}", slack[e]);
    };
    return out;
}

}  // namespace

const char* what_was_done(product_relation relation) {
    switch (relation) {
        case product_relation::none:
            return "";
        case product_relation::scaled:
            return "All products were scaled by two, and the result was not. ";
        case product_relation::rows_reversed:
            return "The rows of A and C were put in reverse order, and those of the result are not "
                   "the same. ";
        case product_relation::k_reversed:
            return "The columns of A and the rows of B were put in reverse order, and the result "
                   "changed by more than rounding. ";
        case product_relation::transposed:
            return "The product of the transposed matrices is not the transposed product. ";
    }
    return "";
}

std::optional<related_product> related(const product_case& c, const product_images& images,
                                       std::shared_ptr<const product_answer> answer,
                                       const std::vector<std::byte>& first) {
    if (c.relation == product_relation::none || !answer->ordinary) return std::nullopt;
    const product_places places = places_of(c);
    const int ab = reference::bytes_of(places.ab_format),
              result = reference::bytes_of(places.c_format);
    related_product other{c, images, {}};
    std::vector<double> slack(places.d.elements());
    std::vector<std::byte> contents = first;
    switch (c.relation) {
        case product_relation::none:
            break;
        case product_relation::scaled: {
            if (c.problem.types == product_types::i32_i8) {
                if (!double_factors(other.the_case)) return std::nullopt;
                const auto width = sizeof(std::uint32_t);
                for (std::size_t e = 0; e < places.d.elements(); ++e) {
                    std::uint32_t value = 0;
                    std::memcpy(&value, &first[e * width], width);
                    value *= 2;
                    std::memcpy(&contents[e * width], &value, width);
                }
                break;
            }
            auto a = doubled(images.a, places.a, places.ab_format);
            auto old = doubled(images.c, places.c, places.c_format);
            auto d = doubled(first, places.d, places.c_format);
            if (!a || !old || !d) return std::nullopt;
            other.images.a = std::move(*a);
            other.images.c = std::move(*old);
            // Sums that alpha = 0 hides from the result may leave the range.
            if (!answer_of(c, places, other.images).ordinary) return std::nullopt;
            contents = std::move(*d);
            // Small numbers of f16 have fewer digits, so that there scaling does change the rounding.
            if (c.problem.types == product_types::f16_f16)
                for (std::size_t e = 0; e < slack.size(); ++e) slack[e] = 4 * answer->bound[e];
            break;
        }
        case product_relation::rows_reversed:
            other.images.a = reversed(images.a, places.a, ab, true);
            other.images.c = reversed(images.c, places.c, result, true);
            contents = reversed(first, places.d, result, true);
            break;
        case product_relation::k_reversed:
            other.images.a = reversed(images.a, places.a, ab, false);
            other.images.b = reversed(images.b, places.b, ab, true);
            break;
        case product_relation::transposed: {
            auto& p = other.the_case.problem;
            std::swap(p.m, p.n);
            std::swap(p.a, p.b);
            for (auto* o : {&p.a, &p.b, &p.c, &p.d}) o->column_major = !o->column_major;
            std::swap(other.images.a, other.images.b);
            break;
        }
    }
    if (c.relation == product_relation::k_reversed || c.relation == product_relation::transposed)
        for (std::size_t e = 0; e < slack.size(); ++e) slack[e] = 2 * answer->bound[e];
    other.output = expectation(places_of(other.the_case), std::move(contents), std::move(slack));
    return other;
}

}  // namespace tileproof::properties
