// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/index_formula.hpp"

#include "fuzz/diagnosis/learn_all.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace tileproof::diagnosis {
namespace {

constexpr std::size_t least_shapes = 3;

bool is_wrong_shape(const index_shape& s) {
    return std::any_of(s.listed.begin(), s.listed.end(),
                       [](const listed_index& e) { return e.right != e.is; });
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

std::optional<wrong_index> explain_index(const std::vector<index_shape>& all,
                                         const std::vector<std::string>& letters) {
    std::vector<index_shape> shapes;
    std::copy_if(all.begin(), all.end(), std::back_inserter(shapes), is_wrong_shape);
    if (shapes.size() < least_shapes) return std::nullopt;
    const bool same_elements = std::all_of(shapes.begin(), shapes.end(), [](const index_shape& s) {
        return std::all_of(s.listed.begin(), s.listed.end(),
                           [](const listed_index& e) { return (e.right < 0) == (e.is < 0); });
    });
    if (!same_elements) return other_elements(shapes, letters);
    const rewritings ways(shapes[0], letters);
    const auto right = simplest(shapes, ways, &listed_index::right);
    const auto is = right ? simplest(shapes, ways, &listed_index::is) : std::nullopt;
    if (!is || *is == *right) return std::nullopt;
    return wrong_index{*right, *is, "", false, shapes.size()};
}

}  // namespace tileproof::diagnosis
