// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/condition.hpp"

#include "fuzz/diagnosis/condition_search.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>
#include <utility>

namespace tileproof::diagnosis {
namespace {

constexpr std::size_t most_atoms = 3, most_kept = 60;
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
            const std::set<long>& moduli)
        : samples_(samples),
          cases_(merged(samples, others)),
          table_(cases_, samples.size(), moduli) {
        fails_ = passes_ = no_bits(samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i)
            set_bit(samples[i].fails ? fails_ : passes_, i);
    }

    learned run() {
        result_.atoms = table_.atoms;
        if (samples_.empty() || none(fails_)) return std::move(result_);
        if (none(passes_)) keep({});
        for (std::size_t size = 1; size <= most_atoms && best_.empty(); ++size) {
            for (const class_groups& g : find_groups(table_, fails_, passes_, size))
                variants(g, true);
            if (size == 1) continue;
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
            return std::find_if(all.begin(), all.end(),
                                [&](const feature& f) { return f.name == a.left; }) -
                   all.begin();
        };
        const auto before = [&](const atom& a, const atom& b) {
            return std::tuple(a.kind, a.cost, position(a), a.constant) <
                   std::tuple(b.kind, b.cost, position(b), b.constant);
        };
        for (auto& group : c.groups) std::sort(group.begin(), group.end(), before);
        std::sort(c.groups.begin(), c.groups.end(), [&](const auto& a, const auto& b) {
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
    bit_list fails_, passes_;
    std::multimap<double, condition> best_;
    std::map<bit_list, std::multimap<double, condition>::iterator> said_;
    learned result_;
};

}  // namespace

bool condition::predicts(const case_features& c) const {
    if (with_elements && c.empty) return false;
    if (always()) return true;
    const auto group_holds = [&](const std::vector<atom>& group) {
        const auto holds = [&](const atom& a) { return a.holds(c); };
        return all ? std::any_of(group.begin(), group.end(), holds)
                   : std::all_of(group.begin(), group.end(), holds);
    };
    return all ? std::all_of(groups.begin(), groups.end(), group_holds)
               : std::any_of(groups.begin(), groups.end(), group_holds);
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
              const std::set<long>& moduli) {
    return learner(samples, others, moduli).run();
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

}  // namespace tileproof::diagnosis
