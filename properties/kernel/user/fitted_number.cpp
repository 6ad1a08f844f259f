// SPDX-License-Identifier: MIT
#include "properties/kernel/user/fitted_number.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace tileproof::properties {
namespace {

using numbers = std::vector<std::int64_t>;
constexpr std::int64_t largest_divisor = 4096, largest_factor = 1 << 20;
constexpr std::int64_t tiles[] = {4, 8, 16, 24, 32, 48, 64, 96, 128, 256, 512};

struct factor {
    std::vector<std::string> names;
    std::int64_t by = 1;
    std::string text() const {
        return by == 1 ? fmt::format("{}", fmt::join(names, "*"))
                       : fmt::format("ceil({}/{})", fmt::join(names, "*"), by);
    }
};

struct form {
    std::vector<factor> factors;
    std::int64_t times = 1, plus = 0, most = 0;

    nlohmann::json json() const {
        std::string text;
        for (const factor& f : factors) text += (text.empty() ? "" : "*") + f.text();
        if (factors.empty())
            text = std::to_string(times + plus);
        else if (times != 1)
            text = fmt::format("{}*{}", times, text);
        if (plus != 0 && !factors.empty())
            text += fmt::format(" {} {}", plus < 0 ? '-' : '+', std::abs(plus));
        if (most != 0) text = fmt::format("min({}, {})", text, most);
        nlohmann::json list = nlohmann::json::array();
        for (const factor& f : factors) list.push_back({{"names", f.names}, {"by", f.by}});
        return {
            {"text", text}, {"factors", list}, {"times", times}, {"plus", plus}, {"most", most}};
    }
};

numbers rounded_up(const numbers& of, std::int64_t by) {
    numbers all;
    for (const std::int64_t n : of) all.push_back((n + by - 1) / by);
    return all;
}
numbers times(const numbers& a, const numbers& b) {
    numbers all;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::int64_t p = 0;
        all.push_back(__builtin_mul_overflow(a[i], b[i], &p) ? -1 : p);
    }
    return all;
}

class fitter {
  public:
    fitter(const std::vector<values_of_length>& lengths, const numbers& values, std::int64_t most)
        : values_(values), most_(most) {
        const std::size_t n = lengths.size();
        for (std::size_t i = 0; i < n; ++i)
            products_.emplace_back(factor{{lengths[i].first}}, lengths[i].second);
        for (std::size_t i = 0, begin = 0; i < 2; ++i)  // of two, then of three
            for (const std::size_t end = products_.size(); begin < end; ++begin)
                for (std::size_t j = 0; j < n; ++j) {
                    const auto product = products_[begin];
                    if (product.first.names.back() > lengths[j].first) continue;
                    products_.emplace_back(factor{product.first.names},
                                           times(product.second, lengths[j].second));
                    products_.back().first.names.push_back(lengths[j].first);
                }
    }

    std::optional<form> fit() const {
        if (std::ranges::all_of(values_, [&](auto v) { return v == values_[0]; }))
            return form{{}, values_[0], 0, 0};
        for (const auto& [f, of] : products_)
            if (const auto found = linear(f, of)) return found;
        for (const auto& [f, of] : products_)
            for (std::int64_t by = 2; by <= largest_divisor; ++by)
                if (const auto found = linear({f.names, by}, rounded_up(of, by))) return found;
        for (const auto& [f, of] : products_)
            for (const auto& [g, other] : products_)
                for (const std::int64_t a : tiles)
                    for (const std::int64_t b : tiles)
                        if (f.names.size() == 1 && g.names.size() == 1 && f.names < g.names &&
                            fits(times(rounded_up(of, a), rounded_up(other, b)), 1, 0))
                            return form{{{f.names, a}, {g.names, b}}, 1, 0, most_};
        return {};
    }

  private:
    bool fits(const numbers& of, std::int64_t factor, std::int64_t plus) const {
        for (std::size_t i = 0; i < of.size(); ++i) {
            std::int64_t v = 0;
            if (of[i] < 0 || __builtin_mul_overflow(of[i], factor, &v)) return false;
            v += plus;
            if (most_ != 0) v = std::min(v, most_);
            if (v != values_[i]) return false;
        }
        return true;
    }

    // By two values below the greatest.
    std::optional<form> linear(const factor& f, const numbers& of) const {
        std::size_t first = 0, second = 0;
        for (std::size_t i = 0; i < of.size(); ++i)
            if (values_[i] != most_) first = i;
        for (std::size_t i = 0; i < of.size(); ++i)
            if (values_[i] != most_ && of[i] != of[first]) second = i;
        if (of[first] == of[second]) return {};
        const std::int64_t run = of[second] - of[first], rise = values_[second] - values_[first];
        if (rise % run != 0 || rise == 0) return {};
        const std::int64_t factor = rise / run;
        if (factor < 0 || factor > largest_factor) return {};
        const std::int64_t plus = values_[first] - factor * of[first];
        if (std::abs(plus) > largest_divisor || !fits(of, factor, plus)) return {};
        return form{{f}, factor, plus, most_};
    }

    const numbers& values_;
    const std::int64_t most_;
    std::vector<std::pair<factor, numbers>> products_;
};

}  // namespace

nlohmann::json fitted_number(const std::vector<values_of_length>& lengths, const numbers& values) {
    if (values.empty()) return nullptr;
    if (const auto found = fitter(lengths, values, 0).fit()) return found->json();
    const std::int64_t most = std::ranges::max(values);
    if (most > 0 && std::ranges::count(values, most) > 2)
        if (const auto found = fitter(lengths, values, most).fit()) return found->json();
    return nullptr;
}

}  // namespace tileproof::properties
