// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/condition.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>
#include <utility>

namespace tileproof::diagnosis {
namespace {

constexpr std::size_t most_atoms = 3, most_that_all_hold = 5, most_kept = 60;
constexpr double cost_of_another = 0.5;

// "rows * columns > 1" is about rows, "h + 4 > 8" about h, "n is a power of two" about n; sizes of elements are those
// of their type.
bool is_part(const std::string& feature, const atom& a) {
    if (a.kind == feature_kind::size) return feature == "type";
    const bool has_parts = a.kind == feature_kind::count || a.kind == feature_kind::length ||
                           a.kind == feature_kind::flag;
    if (!has_parts) return false;
    std::istringstream words(a.left);
    for (std::string word; words >> word;)
        if (word == feature) return true;
    return false;
}

std::string joined(const std::vector<std::string>& parts, const std::string& word) {
    std::string text;
    for (const std::string& p : parts) text += (text.empty() ? "" : " " + word + " ") + p;
    return text;
}

class learner {
  public:
    learner(std::span<const sample> samples, std::span<const case_features> others,
            const std::set<long>& moduli, bool far_fetched)
        : samples_(samples),
          cases_(merged(samples, others)),
          table_(cases_, samples.size(), moduli, far_fetched),
          most_(far_fetched ? most_that_all_hold : most_atoms) {
        fails_ = passes_ = no_bits(samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i)
            set_bit(samples[i].fails ? fails_ : passes_, i);
    }

    learned run() {
        result_.atoms = table_.atoms;
        if (samples_.empty() || none(fails_)) return std::move(result_);
        if (none(passes_)) keep({});
        for (std::size_t size = 1; size <= most_ && best_.empty(); ++size) {
            for (const class_groups& g : find_groups(table_, fails_, passes_, size))
                variants(g, true);
            if (size == 1 || size > most_atoms) continue;
            for (const class_groups& g : find_groups(table_, passes_, fails_, size))
                variants(g, false);
        }
        for (auto& [cost, c] : best_) {
            if (result_.exact.size() == most_kept) break;
            std::vector<bool>& says = result_.of_others.emplace_back();
            const bit_list bits = bits_of(c, samples_.size(), cases_.size());
            for (std::size_t i = 0; i < cases_.size() - samples_.size(); ++i)
                says.push_back(has_bit(bits, i));
            result_.exact.push_back(std::move(c));
        }
        return std::move(result_);
    }

  private:
    static std::vector<case_features> merged(std::span<const sample> samples,
                                             std::span<const case_features> others) {
        std::vector<case_features> all;
        for (const sample& s : samples) all.push_back(s.features);
        all.insert(all.end(), others.begin(), others.end());
        return all;
    }

    // The cheapest atoms of the classes, and each replaced by one that is alike on the samples. Of what `all` opposites
    // say of the passing ones: any of the atoms.
    void variants(const class_groups& groups, bool all) {
        condition plain{.groups = {}, .all = all};
        for (const auto& group : groups) {
            auto& atoms = plain.groups.emplace_back();
            for (const std::size_t c : group) atoms.push_back(one(table_.classes[c].atoms[0], all));
        }
        keep(plain);
        for (std::size_t g = 0; g < groups.size(); ++g)
            for (std::size_t i = 0; i < groups[g].size(); ++i)
                for (const atom& a : table_.classes[groups[g][i]].atoms) {
                    condition other = plain;
                    other.groups[g][i] = one(a, all);
                    keep(std::move(other));
                }
    }
    static atom one(const atom& a, bool all) { return all ? a : a.negated(); }

    // Lengths first, as one would say it, and rows before columns.
    void arrange(condition& c) const {
        const auto position = [&](const atom& a) {
            const auto& all = cases_.front().all;
            return std::ranges::find_if(all, [&](const feature& f) { return f.name == a.left; }) -
                   all.begin();
        };
        const auto before = [&](const atom& a, const atom& b) {
            return std::tuple(a.kind, a.cost, position(a), a.constant) <
                   std::tuple(b.kind, b.cost, position(b), b.constant);
        };
        for (auto& group : c.groups) std::ranges::sort(group, before);
        std::ranges::sort(c.groups, [&](const auto& a, const auto& b) {
            return a.size() != b.size() ? a.size() < b.size() : before(a[0], b[0]);
        });
    }

    void keep(condition c) {
        arrange(c);
        for (const auto& group : c.groups)
            for (const atom& a : group) c.cost += a.cost;
        c.cost += cost_of_another * static_cast<double>(c.size());
        if (c.groups.size() > 1 && c.size() > c.groups.size()) c.cost += 0.3;
        bit_list says = bits_of(c, 0, samples_.size());
        if (says != fails_) return;  // a feature that some cases lack
        says = bits_of(c, samples_.size(), cases_.size());
        const auto known = said_.find(says);
        if (known != said_.end() && known->second->first <= c.cost) return;
        if (known != said_.end()) best_.erase(known->second);
        said_[says] = best_.emplace(c.cost, std::move(c));
    }

    bit_list bits_of(const condition& c, std::size_t first, std::size_t last) const {
        bit_list bits = no_bits(last - first);
        for (std::size_t i = first; i < last && c.groups.empty(); ++i) set_bit(bits, i - first);
        for (std::size_t g = 0; g < c.groups.size(); ++g) {
            bit_list inner = table_.bits_of(c.groups[g][0], first, last);
            for (std::size_t i = 1; i < c.groups[g].size(); ++i)
                combine(inner, table_.bits_of(c.groups[g][i], first, last), !c.all);
            if (g == 0)
                bits = inner;
            else
                combine(bits, inner, c.all);
        }
        return bits;
    }
    static void combine(bit_list& into, const bit_list& other, bool both) {
        for (std::size_t i = 0; i < into.size(); ++i)
            into[i] = both ? into[i] & other[i] : into[i] | other[i];
    }

    std::span<const sample> samples_;
    const std::vector<case_features> cases_;
    const atom_table table_;
    const std::size_t most_;
    bit_list fails_, passes_;
    std::multimap<double, condition> best_;
    std::map<bit_list, std::multimap<double, condition>::iterator> said_;
    learned result_;
};

constexpr std::size_t most_found = 200, most_looked_at = 300'000, most_outer = 80;

class search {
  public:
    search(const atom_table& table, const bit_list& wanted, const bit_list& unwanted)
        : table_(table), wanted_(wanted), unwanted_(unwanted) {
        for (std::size_t c = 0; c < table.classes.size(); ++c)
            if (within(wanted, table.classes[c].holds) && !within(unwanted, table.classes[c].holds))
                necessary_.push_back(c);
        std::ranges::stable_sort(necessary_, [&](auto a, auto b) {
            return table.classes[a].atoms[0].cost < table.classes[b].atoms[0].cost;
        });
    }

    // All of `size` classes, each necessary.
    void all_of(std::size_t size) { extend({}, unwanted_, size); }

    // A and (B or C).
    void one_and_any_of_two() {
        std::vector<std::size_t> outer = necessary_;
        std::ranges::stable_sort(outer, [&](auto a, auto b) { return left_by(a) < left_by(b); });
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
            const auto excluding = static_cast<std::size_t>(std::ranges::count_if(
                necessary_, [&](std::size_t c) { return !has_bit(holds(c), i); }));
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

bool condition::predicts(const case_features& c) const {
    if (with_elements && c.empty) return false;
    if (always()) return true;
    const auto group_holds = [&](const std::vector<atom>& group) {
        const auto holds = [&](const atom& a) { return a.holds(c); };
        return all ? std::ranges::any_of(group, holds) : std::ranges::all_of(group, holds);
    };
    return all ? std::ranges::all_of(groups, group_holds)
               : std::ranges::any_of(groups, group_holds);
}

std::size_t condition::size() const {
    std::size_t n = 0;
    for (const auto& group : groups) n += group.size();
    return n;
}

bool condition::mentions(const std::string& feature) const {
    for (const auto& group : groups)
        for (const atom& a : group)
            if (a.left == feature || a.right == feature || is_part(feature, a)) return true;
    return false;
}

std::string condition::text() const {
    std::vector<std::string> parts;
    for (const auto& group : groups) {
        std::vector<std::string> inner;
        for (const atom& a : group) inner.push_back(a.text());
        const bool nested = inner.size() > 1 && groups.size() > 1;
        const std::string text = joined(inner, all ? "or" : "and");
        parts.push_back(nested ? "(" + text + ")" : text);
    }
    return joined(parts, all ? "and" : "or");
}

std::vector<condition> condition::without_each() const {
    std::vector<condition> less;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto at = static_cast<std::ptrdiff_t>(g);
        less.push_back(*this);
        less.back().groups.erase(less.back().groups.begin() + at);
        for (std::size_t i = 0; groups[g].size() > 1 && i < groups[g].size(); ++i) {
            auto& group = less.emplace_back(*this).groups[g];
            group.erase(group.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    return less;
}

learned learn(std::span<const sample> samples, std::span<const case_features> others,
              const std::set<long>& moduli, bool far_fetched) {
    return learner(samples, others, moduli, far_fetched).run();
}

// What few drawn cases have in common by chance: that a length is none of the largest, or not one number, or where memory lies.
static bool may_be_chance(const atom& a) {
    constexpr long greatest_modulus = 64;  // what is no multiple of more is nearly everything
    return a.kind == feature_kind::address ||
           (a.how == comparison::indivisible && a.modulus > greatest_modulus) ||
           (a.right.empty() && a.modulus == 0 &&
            (a.how == comparison::at_most || a.how == comparison::unequal) &&
            (a.kind == feature_kind::length || a.kind == feature_kind::count));
}

condition needed(std::span<const sample> samples) {
    constexpr std::size_t most = 2, least_failing = 40, least_excluded = 20;
    constexpr double nearly_as_many = 0.8;  // a simpler comparison may exclude fewer
    std::vector<case_features> cases;
    bit_list failing = no_bits(samples.size()), passing = failing;
    for (const sample& s : samples) {
        if (s.features.empty) continue;
        set_bit(s.fails ? failing : passing, cases.size());
        cases.push_back(s.features);
    }
    failing.resize(no_bits(cases.size()).size());
    passing.resize(failing.size());
    condition found;
    if (count_of(failing) < least_failing) return found;
    const atom_table table(cases, cases.size(), {}, false);
    // Beyond the greatest that fails, other things may matter.
    const auto within_failing = [&](const atom& a) {
        double greatest = 0;
        bit_list near = no_bits(cases.size());
        for (const bool looks : {true, false})
            for (std::size_t i = 0; i < cases.size(); ++i) {
                const feature* const f = cases[i].find(a.left);
                if (looks && f && has_bit(failing, i)) greatest = std::max(greatest, f->number);
                if (!looks && (!f || f->number <= greatest)) set_bit(near, i);
            }
        return near;
    };
    bit_list first;
    for (std::size_t n = 0; n < most; ++n) {
        const auto excluded = [&](const atom_class& c) {
            const atom& a = c.atoms[0];
            if (may_be_chance(a) || !within(failing, c.holds)) return std::size_t{0};
            const bit_list out = without(passing, c.holds);
            return count_of(a.how == comparison::indivisible ? intersection(out, within_failing(a))
                                                             : out);
        };
        std::size_t most_excluded = 0;
        for (const atom_class& c : table.classes)
            most_excluded = std::max(most_excluded, excluded(c));
        if (most_excluded < least_excluded) break;
        const atom_class* best = nullptr;
        for (const atom_class& c : table.classes)
            if (static_cast<double>(excluded(c)) >=
                    nearly_as_many * static_cast<double>(most_excluded) &&
                (!best || c.atoms[0].cost < best->atoms[0].cost))
                best = &c;
        if (n == 0)
            first = best->holds;
        else if (within(best->holds, first))
            found.groups.clear();  // it says the first one, too
        found.groups.push_back({best->atoms[0]});
        passing = intersection(passing, best->holds);
    }
    return found;
}

std::vector<std::string> indifferent(std::span<const sample> samples, const condition& c) {
    std::map<std::string, std::set<std::pair<double, std::string>>> values;
    std::vector<std::string> order, result;
    for (const sample& s : samples) {
        if (!s.fails) continue;
        for (const feature& f : s.features.all) {
            if (f.kind == feature_kind::count || f.kind == feature_kind::flag) continue;
            if (!values.contains(f.name)) order.push_back(f.name);
            values[f.name].insert({f.number, f.word});
        }
    }
    for (const std::string& name : order)
        if (values[name].size() > 1 && !c.mentions(name)) result.push_back(name);
    return result;
}

std::vector<class_groups> find_groups(const atom_table& table, const bit_list& wanted,
                                      const bit_list& unwanted, std::size_t size) {
    search s(table, wanted, unwanted);
    s.all_of(size);
    if (size == 3) s.one_and_any_of_two();
    return std::move(s.found);
}

}  // namespace tileproof::diagnosis
