// SPDX-License-Identifier: MIT
#include "properties/division/division.hpp"
#include "properties/law.hpp"

#include <tileproof/magic_division.hpp>

#include <algorithm>
#include <string>

namespace tileproof::properties {
namespace {

class library_division final : public division_subject {
  public:
    std::string_view name() const override { return "magic_divisor"; }
    std::optional<long_index_t> quotient(const division_case& c) const override {
        try {
            return c.bits == 32 ? make_magic_divisor<index_t>(c.divisor).quotient(
                                      static_cast<index_t>(c.dividend))
                                : make_magic_divisor<long_index_t>(c.divisor).quotient(c.dividend);
        } catch (const layout_error&) {
            return std::nullopt;
        }
    }
};

failure wrong(failure_kind kind, const division_case& c, std::string detail = "") {
    return {.law = law_id::L8,
            .kind = kind,
            .where = {.text = std::to_string(c.dividend) + " / " + std::to_string(c.divisor) +
                              " in " + std::to_string(c.bits) + " bits"},
            .detail = std::move(detail)};
}

}  // namespace

const division_subject& magic_division() {
    static const library_division subject;
    return subject;
}

law_result check_division(const division_subject& subject, const division_case& c) {
    if (c.dividend < 0 || c.dividend > largest_of_bits(c.bits))
        return discarded(law_id::L8, "The dividend lies outside the documented range.");
    const std::optional<long_index_t> found = subject.quotient(c);
    const bool in_range = c.divisor >= 1 && c.divisor <= largest_of_bits(c.bits);
    if (!in_range)
        return found ? failed(wrong(failure_kind::accepted_malformed, c,
                                    "Its divisor lies outside the documented range."))
                     : held(law_id::L8);
    if (!found)
        return failed(wrong(failure_kind::refused_valid, c, "It lies in the documented range."));
    const long_index_t right = c.dividend / c.divisor;
    if (*found == right) return held(law_id::L8);
    failure f = wrong(failure_kind::wrong_value, c);
    f.actual = said_value{*found};
    f.expected = said_value{right};
    return failed(std::move(f));
}

law_result check_divisor(const division_subject& subject, int bits, long_index_t divisor) {
    const long_index_t last = largest_of_bits(bits);
    std::vector<long_index_t> dividends{0, 1, 2, last, last - 1, last / 2, last / 2 + 1};
    if (divisor >= 1 && divisor <= last) {
        const long_index_t most = last / divisor;
        for (const long_index_t n : {long_index_t{1}, long_index_t{2}, long_index_t{3}, most / 3,
                                     most / 2, most - 1, most})
            for (const long_index_t around : {-1, 0, 1})
                if (n > 0 && n <= most && (n * divisor < last || around <= 0))
                    dividends.push_back(n * divisor + around);
    }
    long_index_t spread = 0;
    for (int i = 0; i < 16; ++i) {
        spread =
            static_cast<long_index_t>((static_cast<std::uint64_t>(spread) + 0x9E3779B97F4A7C15u) &
                                      static_cast<std::uint64_t>(last));
        dividends.push_back(spread);
    }
    for (const long_index_t dividend : dividends) {
        if (dividend < 0) continue;
        law_result one = check_division(subject, {bits, divisor, dividend});
        if (one.failed()) return one;
    }
    return held(law_id::L8);
}

// In the order of bits, divisor, dividend. A smaller divisor may come with a larger dividend, so that a failure that
// needs a large dividend can still reach divisor 1.
std::vector<division_case> smaller(const division_case& c) {
    std::vector<division_case> result;
    const auto add = [&](int bits, long_index_t divisor, long_index_t dividend) {
        const bool lighter =
            bits < c.bits || divisor < c.divisor || (divisor == c.divisor && dividend < c.dividend);
        if (lighter && divisor >= 1 && dividend >= 0 && dividend <= largest_of_bits(bits))
            result.push_back({bits, divisor, dividend});
    };
    // The largest power of two that is at most n.
    const auto power = [](long_index_t n) {
        long_index_t p = 1;
        while (p <= n / 2) p *= 2;
        return p;
    };
    if (c.bits == 64 && c.divisor <= largest_of_bits(32)) add(32, c.divisor, c.dividend);
    const long_index_t quotient = c.divisor > 0 ? c.dividend / c.divisor : 0;
    for (const long_index_t d : {long_index_t{1}, long_index_t{2}, long_index_t{3}, long_index_t{5},
                                 power(c.divisor), c.divisor / 2, c.divisor - 1}) {
        if (d >= c.divisor || d < 1) continue;
        for (const long_index_t x :
             {long_index_t{0}, d, d * std::min(quotient, largest_of_bits(c.bits) / d), c.dividend,
              power(c.dividend)})
            add(c.bits, d, x);
        if (power(c.dividend) <= largest_of_bits(c.bits) / 2) add(c.bits, d, 2 * power(c.dividend));
    }
    for (const long_index_t x : {long_index_t{0}, c.divisor, power(c.dividend), c.dividend / 2,
                                 c.divisor * quotient, c.divisor * (quotient - 1), c.dividend - 1})
        add(c.bits, c.divisor, x);
    return result;
}

}  // namespace tileproof::properties
