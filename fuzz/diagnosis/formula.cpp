// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/formula.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <map>

#include "fuzz/diagnosis/diagnose.hpp"

namespace tileproof::diagnosis {
namespace {

constexpr std::int64_t tiles[] = {4, 8, 16, 32, 64};

// What a factor is in each shape; nothing where the shape does not tell (an index that is always 0).
using factor = std::vector<std::optional<std::int64_t>>;

struct expression {
    std::string text;
    std::vector<std::int64_t> values;
};

bool fits(const expression& e, const factor& f) {
    for (std::size_t s = 0; s < f.size(); ++s)
        if (f[s] && *f[s] != e.values[s]) return false;
    return true;
}

// The simplest first.
class expression_list {
  public:
    explicit expression_list(const std::vector<seen_shape>& shapes) : shapes_(shapes) {
        for (const std::int64_t n : {0, 1, -1}) number(n);
        const std::size_t sizes = shapes[0].sizes.size();
        for (std::size_t a = 0; a < sizes; ++a) size(a, "{}", [](auto v) { return v; });
        for (std::size_t a = 0; a < sizes; ++a) size(a, "-{}", [](auto v) { return -v; });
        for (std::size_t a = 0; a < sizes; ++a) {
            size(a, "({} + 1)", [](auto v) { return v + 1; });
            size(a, "({} - 1)", [](auto v) { return v - 1; });
        }
        for (std::size_t a = 0; a < sizes; ++a)
            for (std::size_t b = a; b < sizes; ++b) product(a, b);
        for (const std::int64_t n : {2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024}) number(n);
        for (const std::int64_t t : tiles)
            for (std::size_t a = 0; a < sizes; ++a)
                size(a, "({} rounded up to " + std::to_string(t) + ")",
                     [t](auto v) { return (v + t - 1) / t * t; });
        for (std::size_t a = 0; a < sizes; ++a)
            for (std::size_t b = 0; b < sizes; ++b)
                if (a != b) rounded(a, b);
    }
    const expression* find(const factor& f) const {
        for (const expression& e : all_)
            if (fits(e, f)) return &e;
        return nullptr;
    }

  private:
    void number(std::int64_t n) {
        all_.push_back({std::to_string(n), std::vector<std::int64_t>(shapes_.size(), n)});
    }
    void size(std::size_t a, const std::string& pattern, auto value) {
        expression e{fmt::format(fmt::runtime(pattern), shapes_[0].sizes[a].first), {}};
        for (const seen_shape& s : shapes_) e.values.push_back(value(s.sizes[a].second));
        all_.push_back(std::move(e));
    }
    void product(std::size_t a, std::size_t b) {
        expression e{fmt::format("{} * {}", shapes_[0].sizes[a].first, shapes_[0].sizes[b].first),
                     {}};
        for (const seen_shape& s : shapes_)
            e.values.push_back(s.sizes[a].second * s.sizes[b].second);
        all_.push_back(std::move(e));
    }
    // One size up to a multiple of another.
    void rounded(std::size_t a, std::size_t b) {
        expression e{fmt::format("({} rounded up to {})", shapes_[0].sizes[a].first,
                                 shapes_[0].sizes[b].first),
                     {}};
        for (const seen_shape& s : shapes_) {
            const std::int64_t n = s.sizes[a].second, t = s.sizes[b].second;
            if (n < 0 || t <= 0) return;
            e.values.push_back((n + t - 1) / t * t);
        }
        all_.push_back(std::move(e));
    }
    const std::vector<seen_shape>& shapes_;
    std::vector<expression> all_;
};

// By index, the constant last, nothing of a shape without numbers: from pairs of numbers that differ in one index. Nothing: no factors give all numbers.
std::optional<std::vector<std::optional<std::int64_t>>> factors_of(const seen_shape& s,
                                                                   std::size_t rank) {
    std::vector<std::optional<std::int64_t>> result(rank + 1);
    if (s.numbers.empty()) return result;
    for (std::size_t i = 0; i < rank; ++i) {
        std::map<std::vector<std::int64_t>, const seen_number*> lines;
        bool varies = false;
        for (const seen_number& n : s.numbers) {
            varies = varies || n.index[i] != s.numbers[0].index[i];
            std::vector<std::int64_t> rest = n.index;
            rest[i] = 0;
            const auto [at, is_new] = lines.emplace(rest, &n);
            const std::int64_t steps = n.index[i] - at->second->index[i];
            if (is_new || steps == 0) continue;
            const std::int64_t difference = n.value - at->second->value;
            if (difference % steps) return std::nullopt;
            result[i] = difference / steps;
            break;
        }
        if (varies && !result[i]) return std::nullopt;
    }
    std::int64_t constant = s.numbers[0].value;
    for (std::size_t i = 0; i < rank; ++i)
        constant -= result[i].value_or(0) * s.numbers[0].index[i];
    // An index that never changes may have part in the constant, unless it is 0.
    bool zero = true;
    for (std::size_t i = 0; i < rank; ++i)
        if (!result[i]) zero = zero && s.numbers[0].index[i] == 0;
    if (!zero) return std::nullopt;
    result[rank] = constant;
    for (const seen_number& n : s.numbers) {
        std::int64_t value = constant;
        for (std::size_t i = 0; i < rank; ++i) value += result[i].value_or(0) * n.index[i];
        if (value != n.value) return std::nullopt;
    }
    return result;
}

// Terms that are added come first: "(rows - 1) - r".
struct sum_text {
    std::string added, taken;
    void add(const std::string& factor, const std::string& letter) {
        if (factor == "0") return;
        const bool minus = factor.starts_with('-');
        const std::string size = minus ? factor.substr(1) : factor;
        std::string term = letter.empty() ? size : size == "1" ? letter : letter + " * " + size;
        if (minus)
            taken += " - " + term;
        else
            added += (added.empty() ? "" : " + ") + term;
    }
    std::string text() const {
        if (added.empty() && taken.empty()) return "0";
        return added.empty() ? "-" + taken.substr(3) : added + taken;
    }
};

constexpr std::size_t least_shapes = 3;

bool is_wrong_shape(const index_shape& s) {
    return std::ranges::any_of(s.listed, [](const listed_index& e) { return e.right != e.is; });
}

// Other numbers in the place of an index: nothing where a shape does not have them.
struct rewriting {
    std::vector<std::string> letters;
    std::function<std::optional<std::vector<std::int64_t>>(const index_shape&,
                                                           const std::vector<std::int64_t>&)>
        rewrite;
};

class rewritings {
  public:
    rewritings(const index_shape& first, const std::vector<std::string>& letters)
        : letters_(letters) {
        all.push_back(
            {letters, [](const auto&, const auto& index) { return std::optional(index); }});
        for (std::size_t d = 0; d < letters.size(); ++d) {
            for (std::size_t s = 0; s < first.sizes.size(); ++s) digits(d, s, first.sizes[s].first);
            for (std::size_t by = 0; by < letters.size(); ++by)
                if (by != d) exclusive_or(d, by);
        }
    }
    std::vector<rewriting> all;

  private:
    // i as i / n and i % n.
    void digits(std::size_t d, std::size_t size, const std::string& name) {
        std::vector<std::string> letters = letters_;
        letters[d] = fmt::format("({} / {})", letters_[d], name);
        letters.insert(letters.begin() + static_cast<std::ptrdiff_t>(d) + 1,
                       fmt::format("({} % {})", letters_[d], name));
        all.push_back({letters,
                       [d, size](const index_shape& s, std::vector<std::int64_t> index)
                           -> std::optional<std::vector<std::int64_t>> {
                           const std::int64_t n = s.sizes[size].second;
                           if (n <= 0) return std::nullopt;
                           const std::int64_t i = index[d];
                           index[d] = i / n;
                           index.insert(index.begin() + static_cast<std::ptrdiff_t>(d) + 1, i % n);
                           return index;
                       }});
    }
    // j as j xor (i mod its length).
    void exclusive_or(std::size_t d, std::size_t by) {
        std::vector<std::string> letters = letters_;
        letters[d] = fmt::format("({} xor {} % L{})", letters_[d], letters_[by], d);
        all.push_back({letters,
                       [d, by](const index_shape& s, std::vector<std::int64_t> index)
                           -> std::optional<std::vector<std::int64_t>> {
                           const std::int64_t n = s.lengths[d];
                           if (n <= 0) return std::nullopt;
                           index[d] ^= index[by] % n;
                           return index;
                       }});
    }
    const std::vector<std::string>& letters_;
};

std::optional<std::string> fitted(const std::vector<index_shape>& shapes, const rewriting& r,
                                  std::int64_t listed_index::*value) {
    std::vector<seen_shape> seen;
    for (const index_shape& s : shapes) {
        seen_shape& one = seen.emplace_back(seen_shape{s.sizes, {}});
        for (const listed_index& e : s.listed) {
            if (e.*value < 0) continue;
            const auto index = r.rewrite(s, e.index);
            if (!index) return std::nullopt;
            one.numbers.push_back({*index, e.*value});
        }
    }
    const auto f = fit(seen, r.letters);
    return f ? std::optional(f->text) : std::nullopt;
}

std::optional<std::string> simplest(const std::vector<index_shape>& shapes, const rewritings& ways,
                                    std::int64_t listed_index::*value) {
    for (const rewriting& r : ways.all)
        if (auto text = fitted(shapes, r, value)) return text;
    return std::nullopt;
}

case_features features_of(const index_shape& s, const listed_index& e,
                          const std::vector<std::string>& letters) {
    case_features f;
    const auto flag = [&](bool holds, std::string text) {
        if (holds) f.all.push_back({std::move(text), feature_kind::flag, 1});
    };
    for (std::size_t d = 0; d < letters.size(); ++d) {
        const std::string length = fmt::format("L{}", d);
        f.all.push_back({letters[d], feature_kind::length, static_cast<double>(e.index[d])});
        f.all.push_back({length, feature_kind::length, static_cast<double>(s.lengths[d])});
        for (const auto& [name, n] : s.sizes) {
            if (name == length) continue;
            flag(e.index[d] < n, fmt::format("{} < {}", letters[d], name));
            flag(e.index[d] == n, fmt::format("{} == {}", letters[d], name));
            flag(e.index[d] == s.lengths[d] - n,
                 fmt::format("{} == {} - {}", letters[d], length, name));
        }
    }
    return f;
}

// The offsets agree, but not which indices have one.
std::optional<wrong_index> other_elements(const std::vector<index_shape>& shapes,
                                          const std::vector<std::string>& letters) {
    std::vector<sample> samples;
    bool too_many = false, too_few = false;
    for (const index_shape& s : shapes)
        for (const listed_index& e : s.listed) {
            if (e.right >= 0 && e.is >= 0 && e.right != e.is) return std::nullopt;
            const bool wrong = (e.right < 0) != (e.is < 0);
            if (wrong) (e.is >= 0 ? too_many : too_few) = true;
            samples.push_back({features_of(s, e, letters), wrong});
        }
    if (too_many == too_few) return std::nullopt;
    const auto rule = learn_from_all(samples);
    if (!rule || rule->always()) return std::nullopt;
    return wrong_index{"", "", rule->text(), too_many, shapes.size()};
}

}  // namespace

std::int64_t formula::at(std::size_t shape, const std::vector<std::int64_t>& index) const {
    std::int64_t value = factors[shape].back();
    for (std::size_t i = 0; i < index.size(); ++i) value += factors[shape][i] * index[i];
    return value;
}

std::optional<formula> fit(const std::vector<seen_shape>& shapes,
                           const std::vector<std::string>& letters) {
    if (shapes.empty()) return std::nullopt;
    const std::size_t rank = letters.size();
    std::vector<factor> factors(rank + 1);
    for (const seen_shape& s : shapes) {
        const auto of_shape = factors_of(s, rank);
        if (!of_shape) return std::nullopt;
        for (std::size_t i = 0; i <= rank; ++i) factors[i].push_back((*of_shape)[i]);
    }
    const expression_list expressions(shapes);
    formula result;
    sum_text text;
    result.factors.resize(shapes.size());
    for (std::size_t i = 0; i <= rank; ++i) {
        const expression* const e = expressions.find(factors[i]);
        if (!e) return std::nullopt;
        text.add(e->text, i < rank ? letters[i] : "");
        result.terms.push_back(e->text);
        for (std::size_t s = 0; s < shapes.size(); ++s) result.factors[s].push_back(e->values[s]);
    }
    result.text = text.text();
    return result;
}

std::optional<wrong_index> explain_index(const std::vector<index_shape>& all,
                                         const std::vector<std::string>& letters) {
    std::vector<index_shape> shapes;
    std::copy_if(all.begin(), all.end(), std::back_inserter(shapes), is_wrong_shape);
    if (shapes.size() < least_shapes) return std::nullopt;
    const bool same_elements = std::ranges::all_of(shapes, [](const index_shape& s) {
        return std::ranges::all_of(
            s.listed, [](const listed_index& e) { return (e.right < 0) == (e.is < 0); });
    });
    if (!same_elements) return other_elements(shapes, letters);
    const rewritings ways(shapes[0], letters);
    const auto right = simplest(shapes, ways, &listed_index::right);
    const auto is = right ? simplest(shapes, ways, &listed_index::is) : std::nullopt;
    if (!is || *is == *right) return std::nullopt;
    return wrong_index{*right, *is, "", false, shapes.size()};
}

}  // namespace tileproof::diagnosis
