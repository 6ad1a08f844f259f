// SPDX-License-Identifier: MIT
#include "compiler/extract/lengths.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tileproof::compiler {

std::int64_t lengths::product(const std::vector<std::size_t>& of) const {
    std::int64_t p = 1;
    for (const std::size_t i : of)
        if (__builtin_mul_overflow(p, all_[i].value, &p)) return -1;
    return p;
}

std::vector<std::vector<std::size_t>> lengths::products() const {
    const std::size_t n = std::min<std::size_t>(all_.size(), 8);
    std::vector<std::vector<std::size_t>> list;
    for (std::size_t i = 0; i < n; ++i) list.push_back({i});
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) list.push_back({i, j});
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (std::size_t k = j + 1; k < n; ++k) list.push_back({i, j, k});
    for (std::size_t i = 0; i < n; ++i) list.insert(list.end(), {{i, i}, {i, i, i}});
    return list;
}

std::vector<std::string> lengths::use(const std::vector<std::size_t>& of) {
    std::vector<std::string> names;
    for (const std::size_t i : of) {
        all_[i].used = true;
        names.push_back(all_[i].name);
    }
    return names;
}

std::vector<std::string> lengths::extents(std::int64_t count) {
    for (const auto& of : products())
        if (product(of) == count) return use(of);
    if (const std::string sum = sum_with(count, 2); !sum.empty()) return {sum};
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (count % all_[i].value == 0 && count / all_[i].value <= 16)
            return {use({i})[0], std::to_string(count / all_[i].value)};
    if (const std::string sum = sum_with(count, 64); !sum.empty()) return {sum};
    return {std::to_string(count)};
}

// "n + 2", for a length that is much larger than the added number.
std::string lengths::sum_with(std::int64_t count, std::int64_t most) {
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (const std::int64_t more = count - all_[i].value;
            std::abs(more) <= std::min(most, std::max<std::int64_t>(all_[i].value / 8, 2)))
            return fmt::format("{} {} {}", use({i})[0], more < 0 ? '-' : '+', std::abs(more));
    return "";
}

std::vector<std::string> lengths::invent(std::int64_t count) {
    for (const length& l : all_)
        if (l.value == count) return {l.name};
    if (const std::string sum = sum_with(count, 64); !sum.empty()) return {sum};
    std::string name = "n";
    for (int i = 2; std::any_of(all_.begin(), all_.end(), [&](auto& l) { return l.name == name; });
         ++i)
        name = "n" + std::to_string(i);
    all_.push_back({name, count, true});
    return {name};
}

std::string lengths::blocks(unsigned grid, unsigned block, const std::vector<std::string>& first,
                            std::string* other) {
    std::vector<std::vector<std::size_t>> order;
    for (const std::string& name : first)
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i].name == name) order.push_back({i});
    for (auto& of : products()) order.push_back(std::move(of));
    const auto take = [&](auto&& fits) -> std::string {
        const auto found = std::find_if(order.begin(), order.end(), fits);
        if (found == order.end()) return "";
        for (const auto& of : order)
            if (other && of.size() == 1 && of != *found && fits(of)) *other = all_[of[0]].name;
        return fmt::format("{}", fmt::join(use(*found), " * "));
    };
    const std::string covered = take([&](const auto& of) {
        const std::int64_t p = product(of);
        return block > 1 && p > 0 && (p + block - 1) / block == grid;
    });
    if (!covered.empty()) return fmt::format("({} + {}) / {}", covered, block - 1, block);
    return grid == 1 ? "1" : take([&](const auto& of) { return product(of) == grid; });
}

std::string lengths::doubt() const {
    for (std::size_t i = 0; i < all_.size(); ++i)
        for (std::size_t j = i + 1; j < all_.size(); ++j)
            if (all_[i].value == all_[j].value && (all_[i].used || all_[j].used))
                return fmt::format("{} and {} were both {}", all_[i].name, all_[j].name,
                                   all_[i].value);
    return "";
}

std::vector<length> lengths::used() const {
    std::vector<length> list;
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(list),
                 [](const length& l) { return l.used; });
    return list;
}

bool lengths::is_used(const std::string& name) const {
    return std::any_of(all_.begin(), all_.end(),
                       [&](const length& l) { return l.used && l.name == name; });
}

}  // namespace tileproof::compiler
