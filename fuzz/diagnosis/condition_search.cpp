// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/condition_search.hpp"

#include <algorithm>

namespace tileproof::diagnosis {
namespace {

constexpr std::size_t most_found = 200, most_looked_at = 300'000, most_outer = 80;

class search {
  public:
    search(const atom_table& table, const bit_list& wanted, const bit_list& unwanted)
        : table_(table), wanted_(wanted), unwanted_(unwanted) {
        for (std::size_t c = 0; c < table.classes.size(); ++c)
            if (within(wanted, table.classes[c].holds) && !within(unwanted, table.classes[c].holds))
                necessary_.push_back(c);
        std::stable_sort(necessary_.begin(), necessary_.end(), [&](auto a, auto b) {
            return table.classes[a].atoms[0].cost < table.classes[b].atoms[0].cost;
        });
    }

    // All of `size` classes, each necessary.
    void all_of(std::size_t size) { extend({}, unwanted_, size); }

    // A and (B or C).
    void one_and_any_of_two() {
        std::vector<std::size_t> outer = necessary_;
        std::stable_sort(outer.begin(), outer.end(),
                         [&](auto a, auto b) { return left_by(a) < left_by(b); });
        if (outer.size() > most_outer) outer.resize(most_outer);
        for (const std::size_t a : outer) any_of_two(a);
    }

    std::vector<class_groups> found;

  private:
    std::size_t left_by(std::size_t c) const {
        return count_of(intersection(unwanted_, table_.classes[c].holds));
    }
    const bit_list& holds(std::size_t c) const { return table_.classes[c].holds; }
    bool spent() { return found.size() >= most_found || ++looked_at_ > most_looked_at; }

    // `rest`: unwanted cases for which all of `chosen` hold. The next class must exclude the first of them.
    void extend(class_groups chosen, const bit_list& rest, std::size_t more) {
        if (none(rest)) {
            found.push_back(std::move(chosen));
            return;
        }
        if (more == 0) return;
        const std::size_t first = hardest(rest);
        for (const std::size_t c : necessary_) {
            if (spent()) return;
            if (has_bit(holds(c), first)) continue;
            class_groups longer = chosen;
            longer.push_back({c});
            extend(std::move(longer), intersection(rest, holds(c)), more - 1);
        }
    }

    // One of the cases that the fewest classes exclude, of the first few.
    std::size_t hardest(const bit_list& rest) const {
        std::size_t best = 0, least = necessary_.size() + 1, seen = 0;
        for (std::size_t i = first_of(rest); i < rest.size() * 64 && seen < 16; ++i) {
            if (!has_bit(rest, i)) continue;
            ++seen;
            const auto excluding = static_cast<std::size_t>(
                std::count_if(necessary_.begin(), necessary_.end(),
                              [&](std::size_t c) { return !has_bit(holds(c), i); }));
            if (excluding < least) least = excluding, best = i;
        }
        return best;
    }

    void any_of_two(std::size_t a) {
        const bit_list rest = intersection(unwanted_, holds(a));
        if (none(rest)) return;
        std::vector<std::size_t>
            inner;  // hold for no unwanted case that is left, and for some wanted one
        for (std::size_t c = 0; c < table_.classes.size(); ++c)
            if (disjoint(holds(c), rest) && !disjoint(holds(c), wanted_)) inner.push_back(c);
        if (wanted_.empty() || none(wanted_)) return;
        const std::size_t first = first_of(wanted_);
        for (const std::size_t b : inner) {
            if (!has_bit(holds(b), first)) continue;
            const bit_list uncovered = without(wanted_, holds(b));
            if (none(uncovered)) continue;  // A and B is simpler
            for (const std::size_t c : inner) {
                if (spent()) return;
                if (within(uncovered, holds(c))) found.push_back({{a}, {b, c}});
            }
        }
    }

    const atom_table& table_;
    const bit_list &wanted_, &unwanted_;
    std::vector<std::size_t> necessary_;
    std::size_t looked_at_ = 0;
};

}  // namespace

std::vector<class_groups> find_groups(const atom_table& table, const bit_list& wanted,
                                      const bit_list& unwanted, std::size_t size) {
    search s(table, wanted, unwanted);
    s.all_of(size);
    if (size == 3) s.one_and_any_of_two();
    return std::move(s.found);
}

}  // namespace tileproof::diagnosis
