// SPDX-License-Identifier: MIT
#include "properties/division/division.hpp"

#include "properties/typed_property.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {

static constexpr auto fields_of(std::type_identity<division_case>) {
    return std::tuple{field{"bits", &division_case::bits, one_of{std::array{32, 64}}},
                      field{"divisor", &division_case::divisor},
                      field{"dividend", &division_case::dividend}};
}

namespace {

class divisions : public typed_property<division_case> {
  public:
    explicit divisions(const division_subject& subject) : subject_(&subject) {}

    std::string name() const override { return fmt::format("{}/L8", subject_->name()); }
    std::string subject() const override { return std::string(subject_->name()); }
    std::vector<law_id> laws() const override { return {law_id::L8}; }

    division_case generate(draw& from, int) const override {
        division_case c;
        c.bits = from.chance(50) ? 32 : 64;
        const long_index_t last = largest_of_bits(c.bits);
        // One in twenty is outside the range, where the divisor must be refused.
        if (from.chance(5))
            c.divisor =
                c.bits == 32 && from.chance(50) ? last + 1 + from.below(last) : -from.below(9);
        else
            c.divisor = from.chance(50) ? from.boundary(1, last)
                                        : 1 + (from.between(0, last - 1) >> from.below(c.bits - 1));
        const long_index_t most = c.divisor > 0 ? last / c.divisor : 0;
        // Mostly around multiples of the divisor, where a wrong multiplier shows.
        const long_index_t multiple = most > 0 ? c.divisor * from.between(0, most) : 0;
        c.dividend = from.chance(70) ? std::max<long_index_t>(multiple - from.below(2), 0)
                                     : from.boundary(0, last);
        return c;
    }
    std::vector<division_case> boundary_cases() const override {
        std::vector<division_case> cases;
        for (const int bits : {32, 64})
            for (const long_index_t divisor :
                 {long_index_t{1}, long_index_t{3}, largest_of_bits(bits)})
                for (const long_index_t dividend :
                     {long_index_t{0}, divisor, largest_of_bits(bits)})
                    cases.push_back({bits, divisor, dividend});
        // The divisors just outside the range.
        for (const long_index_t divisor : {long_index_t{0}, largest_of_bits(32) + 1})
            cases.push_back({32, divisor, 1});
        return cases;
    }

    case_result check(const division_case& c) const override {
        return result_of(check_division(*subject_, c));
    }
    std::vector<division_case> smaller(const division_case& c) const override {
        return properties::smaller(c);
    }

    std::vector<std::string> classify(const division_case& d) const override {
        const bool in_range = d.divisor >= 1 && d.divisor <= largest_of_bits(d.bits);
        return {fmt::format("bits: {}", d.bits),
                !in_range                                    ? "divisor: refused"
                : (d.divisor & (d.divisor - 1)) == 0         ? "divisor: power of two"
                : d.divisor < 1000                           ? "divisor: small"
                : d.divisor > largest_of_bits(d.bits) / 1000 ? "divisor: near the end"
                                                             : "divisor: between"};
    }
    std::vector<std::string> required_labels() const override {
        return {"bits: 32",         "bits: 64",
                "divisor: refused", "divisor: power of two",
                "divisor: small",   "divisor: near the end",
                "divisor: between"};
    }

  private:
    const division_subject* subject_;
};

}  // namespace

std::unique_ptr<property> division_property(const division_subject& subject) {
    return std::make_unique<divisions>(subject);
}

}  // namespace tileproof::properties
