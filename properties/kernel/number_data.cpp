// SPDX-License-Identifier: MIT

#include "properties/kernel/data_kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <tuple>

namespace tileproof::properties {
namespace {

constexpr std::array names{"integers", "full_digits", "scales",  "ties",   "one_hot", "equal",
                           "sorted",   "pairs",       "halfway", "powers", "ends",    "subnormal",
                           "zeros",    "infinities",  "nan",     "bits"};
constexpr double no_end = std::numeric_limits<double>::infinity();
constexpr std::uint64_t most_with_any_sum = 256;  // terms
constexpr double small = 4, grid = 64;            // of exact sums: whole numbers to 4, and 64ths

double most_whole_of(const element_type& t) {
    if (t.name == "bool") return 1;
    return std::ldexp(1.0, std::min(8 * t.bytes - (t.is_unsigned ? 0 : 1), 53)) - 1;
}
double least_whole_of(const element_type& t) {
    return t.is_unsigned ? 0 : -std::ldexp(1.0, std::min(8 * t.bytes - 1, 53));
}

// The limits of an operand's numbers other than subnormal and enormous ones.
std::pair<double, double> limits_in(const number_domain& d, const element_type& t,
                                    std::uint32_t seed) {
    std::pair<double, double> range{-small, small};
    if (!d.ranges.empty()) {
        range = d.ranges[seed % d.ranges.size()];
    } else if (!t.is_float()) {
        const bool all = t.bytes == 1 || d.width != number_width::usual;
        range = {all ? least_whole_of(t) : std::max(least_whole_of(t), -1000.0),
                 all ? most_whole_of(t) : 1000.0};
    }
    // A range without an end: ordinary numbers here; the greatest ones and infinities are separate classes.
    if (t.is_float() && range.first == -no_end)
        range.first = std::min(-small, range.second - 2 * small);
    if (t.is_float() && range.second == no_end)
        range.second = std::max(small, range.first + 2 * small);
    if (d.rises_to) range = {0, *d.rises_to};
    if (d.positive) range.first = std::max(range.first, t.is_float() ? 1 / grid : 1.0);
    const double greatest = t.is_float() ? greatest_of(t) : most_whole_of(t);
    const double least = t.is_float() ? -greatest : least_whole_of(t);
    return {std::clamp(range.first, least, greatest), std::clamp(range.second, least, greatest)};
}

class filler {
  public:
    filler(const fill_request& r, const number_domain& d, number_class which)
        : type_(*r.type),
          domain_(d),
          class_(which),
          seed_(r.the_case.data_seed),
          stream_((std::uint64_t{seed_} * 16 + r.operand + (r.member << 48)) * 8) {
        std::tie(least_, most_) = limits_in(d, type_, seed_);
        declared_ = !d.ranges.empty() || d.rises_to;
        if (type_.is_float() && !d.ranges.empty()) {
            const auto& [from, to] = d.ranges[seed_ % d.ranges.size()];
            endless_below_ = from == -no_end && !d.positive;
            endless_above_ = to == no_end;
        }
        low_ = declared_ ? least_ : std::max(least_, -small);
        high_ = declared_ ? most_ : std::min(most_, small);
        count_ = std::max<std::uint64_t>(static_cast<std::uint64_t>(packed_elements(r.extents)), 1);
        hot_ = bits(0, 5) % count_;
    }

    void put(std::uint64_t i, std::byte* to) const {
        if (!domain_.one_of.empty())
            return store_value(type_, domain_.one_of[bits(i) % domain_.one_of.size()], to);
        const bool strewn = class_ >= number_class::ends;
        if (strewn && !is_chosen(i)) return store_value(type_, full(i), to);
        if (class_ == number_class::bits || (class_ == number_class::full_digits && any_whole()))
            return put_bits(
                is_probe(domain_, type_, class_) && bits(i, 3) & 1 ? some_end(i) : any_bits(i), to);
        if (class_ == number_class::nan) return put_bits(some_nan(i), to);
        if (is_probe(domain_, type_, class_)) return store_value(type_, far_off(i), to);
        if (class_ == number_class::ends && !declared_ && domain_.width != number_width::usual)
            return put_bits(some_end(i), to);
        if (class_ == number_class::subnormal || class_ == number_class::zeros) {
            const std::uint64_t tiny =
                class_ == number_class::zeros
                    ? 0
                    : 1 + bits(i) % ((std::uint64_t{1} << type_.mantissa_bits) - 1);
            return put_bits(tiny | (domain_.positive ? 0 : sign_bit(i)), to);
        }
        store_value(type_, value(i) + 0.0, to);  // -0 is a separate class
    }

  private:
    std::uint64_t bits(std::uint64_t i, std::uint64_t which = 0) const {
        static const element_type& any = *find_element_type("float64");
        return element_bits(data_kind::random, any, stream_ + which, i);
    }
    static double share(std::uint64_t b) { return static_cast<double>(b >> 11) * 0x1p-53; }
    // Whether an element is strewn in: about a third of them, about two, or all.
    bool is_chosen(std::uint64_t i) const {
        if (seed_ == 0) return true;
        return bits(i, 4) % (seed_ % 2 ? 3 : std::max<std::uint64_t>(count_ / 2, 1)) == 0;
    }
    bool any_whole() const {
        return !type_.is_float() && !declared_ && !domain_.positive && type_.name != "bool" &&
               domain_.width != number_width::usual;
    }
    // What 64 bits are for: numbers that 32 do not hold, and whose products 64 still hold.
    bool is_long() const {
        return !type_.is_float() && type_.bytes == 8 && !declared_ && !domain_.positive &&
               domain_.width == number_width::usual;
    }
    bool can_be_negative() const { return least_ < 0 && !domain_.positive; }
    double signed_as(std::uint64_t b, double size) const {
        if (!can_be_negative()) return size;
        if (domain_.one_sign && type_.is_float()) return signed_as_all(size);
        return b & 1 ? -size : size;
    }
    double signed_as_all(double size) const { return bits(0, 6) & 1 ? -size : size; }
    // The greatest number of a type that is narrower than float; else numbers whose exponentials overflow.
    double far_off(std::uint64_t i) const {
        if (class_ == number_class::infinities) return signed_as_all(no_end);
        const double least = type_.bytes == 8 ? 800 : 100;
        return signed_as_all(type_.exponent_bits < 8 ? greatest_of(type_)
                                                     : least * (1 + share(bits(i))));
    }
    std::uint64_t sign_bit(std::uint64_t i) const {
        return (bits(i, 3) & 1) << (8 * type_.bytes - 1);
    }
    void put_bits(std::uint64_t b, std::byte* to) const {
        if (type_.name == "bool") b &= 1;
        std::memcpy(to, &b, static_cast<std::size_t>(type_.bytes));
    }

    double value(std::uint64_t i) const {
        switch (class_) {
            case number_class::integers:
                return whole(i);
            case number_class::scales:
                return scaled(i);
            case number_class::ties:
                return plain(bits(i, 1) % 3, 2);
            case number_class::one_hot:
                return i == hot_ ? not_zero(plain(0, 2)) : std::clamp(0.0, least_, most_);
            case number_class::equal:
                return bits(0, 7) % 4 == 0 ? std::clamp(0.0, least_, most_) : the_one(i);
            case number_class::sorted:
                return step(i);
            case number_class::pairs:
                return paired(i);
            case number_class::halfway:
                return between_neighbours(i);
            case number_class::powers:
                return power(i);
            case number_class::ends:
                if (is_long())
                    return bits(i, 1) & 1 ? 0x1p31 : type_.is_unsigned ? 0x1p32 : -0x1p31 - 1;
                return bits(i, 1) & 1   ? endless_above_ ? greatest_of(type_) : most_
                       : endless_below_ ? -greatest_of(type_)
                                        : least_;
            case number_class::infinities:
                if (!declared_ || (endless_below_ && endless_above_))
                    return signed_as(bits(i, 3), no_end);
                return endless_below_ ? -no_end : endless_above_ ? no_end : full(i);
            default:
                return full(i);
        }
    }

    // The same for all elements. Sums of many must be exact in a float, as those of whole numbers are.
    double the_one(std::uint64_t i) const {
        const double any = not_zero(plain(0, 2));
        if (!type_.is_float() || count_ <= most_with_any_sum) return any;
        for (const double one : {std::round(any), any < 0 ? -1.0 : 1.0})
            if (one != 0 && one >= least_ && one <= most_ &&
                std::abs(one) * static_cast<double>(count_) < 0x1p24)
                return one;
        return whole(i);
    }

    double whole(std::uint64_t i) const {
        const double from = std::ceil(low_), to = std::floor(high_);
        if (from > to || (from == to && type_.is_float() && least_ < most_)) return full(i);
        const std::uint64_t b = bits(i);
        const double v = std::min(from + std::floor(share(b) * (to - from + 1)), to);
        return v == 0 && to >= 1 && b & 1 ? 1 : v;  // fewer zeros
    }
    double full(std::uint64_t i) const {
        const std::uint64_t b = bits(i);
        if (!type_.is_float())
            return std::min(least_ + std::floor(share(b) * (most_ - least_ + 1)), most_);
        if (declared_ && domain_.one_sign && least_ < 0 && most_ > 0)
            return share(b) * (bits(0, 6) & 1 ? least_ : most_);
        if (declared_) return least_ + share(b) * (most_ - least_);
        return signed_as(b, 1 + share(b));
    }
    // 64ths, or whole numbers if those are needed.
    double plain(std::uint64_t i, std::uint64_t which) const {
        const double s = share(bits(i, which));
        if (!type_.is_float() || declared_) {
            const double v = low_ + s * (high_ - low_);
            return type_.is_float() && high_ - low_ < 8 ? v : std::round(v);
        }
        return std::max(std::round((low_ + s * (high_ - low_)) * grid) / grid, low_);
    }
    double not_zero(double v) const { return v == 0 ? std::clamp(1.0, least_, most_) : v; }

    double scaled(std::uint64_t i) const {
        const std::uint64_t b = bits(i), e = bits(i, 1);
        if (declared_ || !type_.is_float()) {
            const double size = std::max(std::abs(least_), std::abs(most_));
            const int halvings = type_.is_float() ? 12 : std::ilogb(std::max(size, 1.0)) + 1;
            const double v = signed_as(
                b, std::ldexp(size * (1 - share(b) / 2),
                              -static_cast<int>(e % static_cast<std::uint64_t>(halvings))));
            const double near = type_.is_float() ? v : std::trunc(v);
            return near >= least_ && near <= most_ ? near : full(i);
        }
        const auto [from, to] = exponents();
        const int span = to - from + 1;
        return signed_as(b,
                         std::ldexp(1 + share(b),
                                    from + static_cast<int>(e % static_cast<std::uint64_t>(span))));
    }
    // For normal numbers within the type; usually below 4.
    std::pair<int, int> exponents() const {
        const int bias = (1 << (type_.exponent_bits - 1)) - 1;
        const int wide = domain_.width == number_width::usual ? 1 : 20;
        const int least = domain_.width == number_width::usual ? -8 : -20;
        return {std::max(least, 1 - bias + 1), std::min(wide, bias - 1)};
    }
    double step(std::uint64_t i) const {
        const std::uint64_t at = bits(0, 2) & 1 ? count_ - 1 - i : i;
        const double t =
            static_cast<double>(at) / static_cast<double>(std::max<std::uint64_t>(count_ - 1, 1));
        const double v = low_ + t * (high_ - low_);
        if (!type_.is_float()) return std::floor(v);
        return declared_ ? v : std::max(std::floor(v * grid) / grid, low_);
    }
    double paired(std::uint64_t i) const {
        const double v = plain(i / 2, 2), next = type_.is_float() && !declared_ ? 1 / grid : 1;
        if (i % 2 == 0) return v;
        return std::clamp(-v + (bits(i / 2, 3) & 1 ? next : 0), least_, most_);
    }
    // 1 + (m + 1/2) / 2^p, midway between two numbers with p binary digits; or off by one last digit of the type.
    double between_neighbours(std::uint64_t i) const {
        static constexpr int digits[] = {7, 7, 10, 3, 2};
        const std::uint64_t b = bits(i);
        int p = digits[b % 5];
        while (p >= type_.mantissa_bits) p /= 2;
        const double m = static_cast<double>(b >> 8 & ((1u << p) - 1));
        double v = 1 + (m + 0.5) / std::ldexp(1.0, p);
        if (domain_.width != number_width::usual && b >> 32 & 1)
            v += std::ldexp(b >> 33 & 1 ? 1.0 : -1.0, -type_.mantissa_bits);
        const int far = domain_.width == number_width::usual ? 2 : 12;
        v = signed_as(b >> 40, std::ldexp(v, static_cast<int>(b >> 48) % far - (far > 2 ? 6 : 0)));
        return v >= least_ && v <= most_ ? v : declared_ ? full(i) : v;
    }
    double power(std::uint64_t i) const {
        const std::uint64_t b = bits(i), e = bits(i, 1);
        double v = 0;
        if (type_.is_float() && !declared_) {
            const auto [from, to] = exponents();
            v = std::ldexp(1.0,
                           from + static_cast<int>(e % static_cast<std::uint64_t>(to - from + 1)));
        } else {
            const double size = std::max(std::abs(least_), std::abs(most_));
            v = std::ldexp(1.0, static_cast<int>(e % static_cast<std::uint64_t>(
                                                         std::ilogb(std::max(size, 1.0)) + 1)));
        }
        v = signed_as(b, v);
        return v >= least_ && v <= most_ ? v : type_.is_float() && !declared_ ? v : full(i);
    }

    std::uint64_t any_bits(std::uint64_t i) const {
        const std::uint64_t b = bits(i, 7);
        if (!type_.is_float() || !domain_.flushes) return b;
        const std::uint64_t one = std::uint64_t{1} << type_.mantissa_bits;
        const std::uint64_t exponent = b >> type_.mantissa_bits & ((1u << type_.exponent_bits) - 1);
        return exponent == 0 ? b | one : b;
    }
    // Quiet, with a payload, of either sign.
    std::uint64_t some_nan(std::uint64_t i) const {
        const std::uint64_t sign = std::uint64_t{1} << (8 * type_.bytes - 1);
        if (type_.codes == float_codes::fnuz) return sign;
        const std::uint64_t magnitude = sign - 1,
                            quiet = (std::uint64_t{1} << type_.mantissa_bits) >> 1;
        if (type_.codes == float_codes::few_nans) return magnitude | sign_bit(i);
        const std::uint64_t infinity = magnitude & ~((std::uint64_t{1} << type_.mantissa_bits) - 1);
        // None, all ones (which rounding up carries into the sign), any, and only low digits (which truncation drops).
        const std::uint64_t b = bits(i, 1) & 3, any = bits(i) & (quiet - 1);
        const std::uint64_t payload = b == 0 ? 0 : b == 1 ? quiet - 1 : b == 2 ? any : any & 0xff;
        return infinity | quiet | payload | sign_bit(i);
    }
    // The greatest finite numbers and the least normal ones; 2^24 + 1, where the type's digits end; for whole numbers
    // the ends of their range.
    std::uint64_t some_end(std::uint64_t i) const {
        const std::uint64_t b = bits(i), sign = std::uint64_t{1} << (8 * type_.bytes - 1);
        if (!type_.is_float()) {
            const std::uint64_t list[] = {sign, sign - 1, sign | (sign - 1), 0,
                                          1,    sign + 1, sign - 2};
            const std::uint64_t end = list[b % 7];
            return domain_.positive && (end == 0 || (!type_.is_unsigned && end >= sign)) ? sign - 1
                                                                                         : end;
        }
        std::array<std::byte, 8> most{};
        store_value(type_, greatest_of(type_), most.data());
        std::uint64_t greatest = 0;
        std::memcpy(&greatest, most.data(), 8);
        const std::uint64_t one = std::uint64_t{1} << type_.mantissa_bits;
        const std::uint64_t list[] = {greatest, greatest, greatest - 1,
                                      one,      one + 1,  greatest - one};
        return list[b % 6] | (domain_.positive ? 0 : sign_bit(i));
    }

    const element_type& type_;
    const number_domain& domain_;
    const number_class class_;
    const std::uint32_t seed_;
    const std::uint64_t stream_;
    double least_ = 0, most_ = 0, low_ = 0, high_ = 0;  // the range; of small numbers
    bool declared_ = false, endless_below_ = false, endless_above_ = false;
    std::uint64_t count_ = 1, hot_ = 0;
};

void sort_values(const element_type& type, bytes& packed) {
    const auto width = static_cast<std::size_t>(type.bytes);
    std::vector<std::size_t> order(packed.size() / width);
    std::iota(order.begin(), order.end(), std::size_t{0});
    // A double does not tell all of 64 bits apart.
    const auto bits = [&](std::size_t i) {
        std::uint64_t n = 0;
        std::memcpy(&n, &packed[i * width], sizeof n);
        return type.is_unsigned ? n : n ^ (std::uint64_t{1} << 63);
    };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (width == sizeof(std::uint64_t) && !type.is_float()) return bits(a) < bits(b);
        return value_of(type, &packed[a * width]) < value_of(type, &packed[b * width]);
    });
    const bytes before = packed;
    for (std::size_t i = 0; i < order.size(); ++i)
        std::memcpy(&packed[i * width], &before[order[i] * width], width);
}

}  // namespace

std::string_view name_of(number_class c) { return names[static_cast<std::size_t>(c)]; }

bool takes(const number_domain& d, const element_type& t, number_class c) {
    using enum number_class;
    const bool beyond = d.ranges.empty() && !d.rises_to, numbers = t.is_float();
    switch (c) {
        case halfway:
            return numbers && t.mantissa_bits > 2;
        case ends:
            return !beyond || !numbers || d.probes || d.width >= number_width::finite;
        case subnormal:
            return numbers && beyond && !d.flushes && (d.tiny || d.width >= number_width::finite);
        case zeros:
            return numbers && !d.positive && t.codes != float_codes::fnuz &&
                   (beyond ? d.tiny || d.minus_zero || d.width >= number_width::finite
                           : d.minus_zero && std::ranges::all_of(d.ranges, [](const auto& range) {
                                 return range.first < 0 && range.second > 0;
                             }));
        case infinities:
            return numbers && t.codes == float_codes::ieee &&
                   (beyond ? d.probes || d.width >= number_width::numbers
                           : std::ranges::any_of(d.ranges, [](const auto& range) {
                                 return range.first == -no_end || range.second == no_end;
                             }));
        case nan:
            return numbers && beyond && !d.positive && !d.sorted && d.width == number_width::any;
        case bits:
            return beyond && !d.positive && !d.sorted && t.name != "bool" &&
                   (numbers ? d.width == number_width::any
                            : (d.probes && t.bytes > 1) || d.width != number_width::usual);
        default:
            return true;
    }
}

bool is_probe(const number_domain& d, const element_type& t, number_class c) {
    number_domain without = d;
    without.probes = false;
    return d.probes && takes(d, t, c) && !takes(without, t, c);
}

number_class class_in(const number_domain& d, const element_type& t, number_class of_case) {
    return takes(d, t, of_case) ? of_case : number_class::full_digits;
}

bool has_the_class(std::uint32_t data_seed, std::size_t reader, std::size_t readers) {
    if (data_seed == 0 || readers < 2) return true;
    static const element_type& any = *find_element_type("float64");
    const std::uint64_t alone = element_bits(data_kind::random, any, data_seed, 77) % (2 * readers);
    return alone >= readers || alone == reader;
}

void fill_with(const fill_request& r, const number_domain& d, number_class which, bytes& packed) {
    const auto width = static_cast<std::size_t>(r.type->bytes);
    const filler fill(r, d, which);
    for (std::size_t i = 0; i < packed.size() / width; ++i)
        fill.put(static_cast<std::uint64_t>(r.first) + i, &packed[i * width]);
    if (d.sorted || d.rises_to) sort_values(*r.type, packed);
    if (!d.rises_to || packed.empty()) return;
    store_value(*r.type, *d.rises_to, &packed[packed.size() - width]);
    store_value(*r.type, 0, packed.data());
}

}  // namespace tileproof::properties
