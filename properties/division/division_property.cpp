#include "properties/division/division_property.hpp"

#include "properties/draw.hpp"
#include "properties/read_case.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

constexpr long_index_t largest(int bits) {
    return bits == 32 ? 0x7fff'ffff : 0x7fff'ffff'ffff'ffff;
}

json to_case(const division_case& c) {
    return {{"bits", c.bits}, {"divisor", c.divisor}, {"dividend", c.dividend}};
}

division_case from_case(const json& c) try {
    division_case result;
    read_whole(c, "bits", result.bits);
    read_whole(c, "divisor", result.divisor);
    read_whole(c, "dividend", result.dividend);
    if (result.bits != 32 && result.bits != 64)
        throw bad_case(fmt::format("A division has 32 or 64 bits, not {}.", result.bits));
    return result;
} catch (const json::exception& e) {
    throw bad_case(fmt::format("The case of L8 cannot be read: {}.", e.what()));
}

class divisions : public property {
  public:
    explicit divisions(const division_subject& subject) : subject_(&subject) {}

    std::string name() const override { return fmt::format("{}/L8", subject_->name()); }
    std::string subject() const override { return std::string(subject_->name()); }
    std::vector<law_id> laws() const override { return {law_id::L8}; }

    json generate(rc::Random& random, int) const override {
        draw from(random);
        division_case c;
        c.bits = from.chance(50) ? 32 : 64;
        const long_index_t last = largest(c.bits);
        // One in twenty outside the range, where the divisor must be refused.
        if (from.chance(5))
            c.divisor =
                c.bits == 32 && from.chance(50) ? last + 1 + from.below(last) : -from.below(9);
        else
            c.divisor = from.chance(50) ? from.boundary(1, last)
                                        : 1 + (from.between(0, last - 1) >> from.below(c.bits - 1));
        const long_index_t most = c.divisor > 0 ? last / c.divisor : 0;
        // Around multiples of the divisor, where a wrong multiplier shows; or anywhere.
        const long_index_t multiple = most > 0 ? c.divisor * from.between(0, most) : 0;
        c.dividend = from.chance(70) ? std::max<long_index_t>(multiple - from.below(2), 0)
                                     : from.boundary(0, last);
        return to_case(c);
    }
    std::vector<json> first_cases() const override {
        std::vector<json> cases;
        for (const int bits : {32, 64})
            for (const long_index_t divisor : {long_index_t{1}, long_index_t{3}, largest(bits)})
                for (const long_index_t dividend : {long_index_t{0}, divisor, largest(bits)})
                    cases.push_back(to_case({bits, divisor, dividend}));
        return cases;
    }

    case_result check(const json& c) const override {
        const verdict v = check_division(*subject_, from_case(c));
        case_result result;
        if (v.discarded)
            result.discarded = v.message;
        else
            result.laws.push_back({law_id::L8, v.held ? std::string() : v.message});
        return result;
    }
    std::vector<json> smaller(const json& c) const override {
        std::vector<json> cases;
        for (const division_case& simpler : properties::smaller(from_case(c)))
            cases.push_back(to_case(simpler));
        return cases;
    }

    std::vector<std::string> classify(const json& c) const override {
        const division_case d = from_case(c);
        const bool in_range = d.divisor >= 1 && d.divisor <= largest(d.bits);
        return {fmt::format("bits: {}", d.bits),
                !in_range                            ? "divisor: refused"
                : (d.divisor & (d.divisor - 1)) == 0 ? "divisor: power of two"
                : d.divisor < 1000                   ? "divisor: small"
                : d.divisor > largest(d.bits) / 1000 ? "divisor: near the end"
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
