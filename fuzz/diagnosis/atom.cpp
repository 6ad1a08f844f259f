// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/atom.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace tileproof::diagnosis {
namespace {

using enum comparison;
using enum feature_kind;

bool compare(double a, comparison how, double b) {
    switch (how) {
        case equal:
            return a == b;
        case unequal:
            return a != b;
        case more:
            return a > b;
        case at_most:
            return a <= b;
        case divisible:
            return std::fmod(a, b) == 0;
        case indivisible:
            return std::fmod(a, b) != 0;
    }
    return false;
}

std::string_view sign(comparison how) {
    switch (how) {
        case equal:
            return "==";
        case unequal:
            return "!=";
        case more:
            return ">";
        default:
            return "<=";
    }
}

// Two lengths are above one another in one of two ways; a threshold is better said with the rounder number.
std::string threshold_text(const atom& a) {
    const auto c = static_cast<long>(a.constant);
    if (static_cast<double>(c) != a.constant || a.kind == number)
        return fmt::format("{} {} {}", a.left, sign(a.how), a.constant);
    const bool next_is_round = c >= 15 && std::has_single_bit(static_cast<unsigned long>(c) + 1);
    if (a.how == more)
        return next_is_round ? fmt::format("{} >= {}", a.left, c + 1)
                             : fmt::format("{} > {}", a.left, c);
    if (c == 0 && (a.kind == length || a.kind == count)) return a.left + " == 0";
    return next_is_round ? fmt::format("{} < {}", a.left, c + 1)
                         : fmt::format("{} <= {}", a.left, c);
}

// "n is a power of two": "n is not a power of two"; "transform: xor": "no transform: xor".
std::string denied(const std::string& text) {
    const auto is = text.find(" is ");
    return is == std::string::npos ? "no " + text
                                   : text.substr(0, is) + " is not " + text.substr(is + 4);
}

std::string slack_text(const atom& a) {
    if (a.how == more && a.constant == 0) return fmt::format("the {} lie apart", a.left);
    if (a.how == at_most && a.constant == 0) return fmt::format("the {} are packed", a.left);
    const std::string_view how = a.how == more      ? "more than "
                                 : a.how == at_most ? "at most "
                                 : a.how == unequal ? "not "
                                                    : "";
    return fmt::format("the {} lie {}{} apart", a.left, how, a.constant);
}

// What the values of one feature are in all cases.
struct column {
    feature_kind kind{};
    bool of_harness = false;
    std::set<double> values;
    std::set<std::string> words;
};

class atom_maker {
  public:
    atom_maker(std::span<const case_features> cases, const std::set<long>& moduli)
        : moduli_(moduli) {
        moduli_.insert(plain_moduli().begin(), plain_moduli().end());
        for (const case_features& c : cases)
            for (const feature& f : c.all) {
                const auto [at, is_new] = positions_.emplace(f.name, columns_.size());
                if (is_new) columns_.emplace_back(f.name, column{});
                column& known = columns_[at->second].second;
                known.kind = f.kind;
                known.of_harness = f.of_harness;
                if (f.kind == word)
                    known.words.insert(f.word);
                else
                    known.values.insert(f.number);
            }
    }

    std::vector<atom> all() {
        for (const auto& [name, c] : columns_) {
            if (c.kind == flag)
                both({.left = name, .kind = flag, .how = equal, .constant = 1, .cost = 1.2}, c);
            if (c.kind == word) words(name, c);
            if (c.kind == length || c.kind == count || c.kind == stride || c.kind == slack ||
                c.kind == number)
                thresholds(name, c);
            if (c.kind == size || c.kind == number || c.kind == length || c.kind == slack)
                constants(name, c);
            if (c.kind == length || c.kind == count || c.kind == stride) remainders(name, c);
            if (c.kind == address) alignments(name, c);
        }
        for (auto a = columns_.begin(); a != columns_.end(); ++a)
            for (auto b = std::next(a); b != columns_.end(); ++b) pair(*a, *b);
        return std::move(atoms_);
    }

  private:
    using named = std::pair<std::string, column>;

    void both(atom a, const column& c) {
        a.kind = c.kind;
        a.cost += (c.kind == stride ? 0.3 : c.kind == count ? 0.45 : 0) + (c.of_harness ? 0.6 : 0);
        atom opposite = a.negated();
        const bool positive = a.how == equal && (c.kind == word || c.kind == flag);
        if (positive) opposite.cost += 0.1;
        atoms_.push_back(std::move(opposite));
        atoms_.push_back(std::move(a));
    }
    void words(const std::string& name, const column& c) {
        if (c.words.size() < 2) return;
        for (const std::string& w : c.words)
            both({.left = name, .kind = word, .how = equal, .word = w, .cost = 1}, c);
    }
    static double roundness(double x) {
        const auto n = static_cast<unsigned long>(std::abs(x));
        if (n <= 2) return 0;
        if (std::has_single_bit(n) || std::has_single_bit(n + 1)) return 0.05;
        return n % 10 == 0 ? 0.1 : 0.2;
    }
    // The shortest decimal from `low` to below `high`: 3.5 of 3.4893798828125 and 3.5206.
    static double shortest_between(double low, double high) {
        for (int digits = 1; digits < 17; ++digits) {
            const double unit = std::pow(10, std::floor(std::log10(high - low)) + 2 - digits);
            const double up = std::stod(fmt::format("{:.15g}", std::ceil(low / unit) * unit));
            if (up >= low && up < high) return up;
        }
        return low;
    }
    void thresholds(const std::string& name, const column& c) {
        if (c.values.empty()) return;
        for (auto v = c.values.begin(); std::next(v) != c.values.end(); ++v) {
            const double at =
                c.kind == number && std::floor(*v) != *v ? shortest_between(*v, *std::next(v)) : *v;
            both({.left = name, .how = more, .constant = at, .cost = 1.05 + roundness(*v)}, c);
        }
    }
    void constants(const std::string& name, const column& c) {
        if (c.values.size() < 2) return;
        for (const double v : c.values) {
            if (c.kind == slack && v == 0) continue;  // packed, or apart
            both({.left = name,
                  .how = equal,
                  .constant = v,
                  .cost = (c.kind == length ? 1.1 : 1) + roundness(v)},
                 c);
        }
    }
    void remainders(const std::string& name, const column& c) {
        for (const long m : moduli_)
            both({.left = name,
                  .how = divisible,
                  .constant = static_cast<double>(m),
                  .cost = 1.25 + roundness(static_cast<double>(m))},
                 c);
    }
    void alignments(const std::string& name, const column& c) {
        for (const int bytes : {2, 4, 8, 16, 32})
            both({.left = name,
                  .how = divisible,
                  .constant = static_cast<double>(bytes),
                  .cost = 1.3},
                 c);
    }
    void pair(const named& a, const named& b) {
        const bool lengths = a.second.kind == length && b.second.kind == length;
        const auto strided = [](const named& x) {
            return x.second.kind == stride || x.second.kind == length;
        };
        if (!strided(a) || !strided(b)) return;
        const double cost = lengths ? 1.15 : 1.6;
        both({.left = a.first, .how = unequal, .right = b.first, .cost = cost - 0.05}, a.second);
        both({.left = a.first, .how = more, .right = b.first, .cost = cost}, a.second);
        both({.left = b.first, .how = more, .right = a.first, .cost = cost}, b.second);
    }

    std::set<long> moduli_;
    std::vector<named> columns_;  // in the order in which features come: rows before columns
    std::map<std::string, std::size_t> positions_;
    std::vector<atom> atoms_;
};

constexpr std::size_t most_alike = 16;  // atoms of a class that are kept

}  // namespace

bool atom::holds(const case_features& c) const {
    const feature* const f = c.find(left);
    if (kind == flag) return (f != nullptr) == (how == equal);
    if (!f) return false;
    if (kind == feature_kind::word) return (f->word == word) == (how == equal);
    if (right.empty()) return compare(f->number, how, constant);
    const feature* const other = c.find(right);
    return other && compare(f->number, how, other->number);
}

atom atom::negated() const {
    static constexpr comparison opposite[] = {unequal, equal,       at_most,
                                              more,    indivisible, divisible};
    atom a = *this;
    a.how = opposite[static_cast<std::size_t>(how)];
    return a;
}

std::string atom::text() const {
    if (kind == flag) return how == equal ? left : denied(left);
    if (kind == feature_kind::word) return fmt::format("{} {} {}", left, sign(how), word);
    if (kind == address)
        return fmt::format("{} is {}{}-byte aligned", left, how == divisible ? "" : "not ",
                           constant);
    if (!right.empty() && how == at_most) return fmt::format("{} >= {}", right, left);
    if (!right.empty()) return fmt::format("{} {} {}", left, sign(how), right);
    if (kind == slack) return slack_text(*this);
    if (how == more || how == at_most) return threshold_text(*this);
    if (how == equal || how == unequal) return fmt::format("{} {} {}", left, sign(how), constant);
    const std::string number = kind == count ? "(" + left + ")" : left;
    return fmt::format("{} % {} {} 0", number, constant, how == divisible ? "==" : "!=");
}

std::vector<atom> atoms_of(std::span<const case_features> cases, const std::set<long>& moduli) {
    return atom_maker(cases, moduli).all();
}

bit_list intersection(const bit_list& a, const bit_list& b) {
    bit_list c(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) c[i] = a[i] & b[i];
    return c;
}

bit_list without(const bit_list& a, const bit_list& b) {
    bit_list c(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) c[i] = a[i] & ~b[i];
    return c;
}

std::size_t count_of(const bit_list& a) {
    std::size_t n = 0;
    for (const std::uint64_t w : a) n += static_cast<std::size_t>(std::popcount(w));
    return n;
}

std::size_t first_of(const bit_list& a) {
    std::size_t i = 0;
    while (a[i] == 0) ++i;
    return i * 64 + static_cast<std::size_t>(std::countr_zero(a[i]));
}

atom_table::atom_table(std::span<const case_features> cases, std::size_t labelled,
                       const std::set<long>& moduli) {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < cases.size(); ++i)
        for (const feature& f : cases[i].all) {
            feature_column& c = columns_[f.name];
            c.kind = f.kind;
            if (c.values.empty()) c.values.assign(cases.size(), missing);
            c.values[i] =
                f.kind == feature_kind::word
                    ? c.words.emplace(f.word, static_cast<double>(c.words.size())).first->second
                    : f.number;
        }
    std::vector<atom> all = atoms_of(cases, moduli);
    atoms = all.size();
    std::ranges::stable_sort(all, [](const atom& a, const atom& b) { return a.cost < b.cost; });
    std::map<bit_list, std::size_t> found;
    std::vector<std::set<bit_list>> beyond;
    for (atom& a : all) {
        const bit_list bits = bits_of(a, 0, labelled);
        const auto [at, is_new] = found.emplace(bits, classes.size());
        if (is_new) {
            classes.push_back({bits, {}});
            beyond.emplace_back();
        }
        atom_class& c = classes[at->second];
        if (c.atoms.size() < most_alike &&
            beyond[at->second].insert(bits_of(a, labelled, cases.size())).second)
            c.atoms.push_back(std::move(a));
    }
}

bool atom_table::holds(const atom& a, const feature_column& left, const feature_column* right,
                       std::size_t i) const {
    const double x = left.values[i];
    if (a.kind == feature_kind::flag) return !std::isnan(x) == (a.how == comparison::equal);
    double y = right ? right->values[i] : a.constant;
    if (a.kind == feature_kind::word) {
        const auto word = left.words.find(a.word);
        y = word == left.words.end() ? -1 : word->second;
    }
    if (std::isnan(x) || std::isnan(y)) return false;
    switch (a.how) {
        case comparison::equal:
            return x == y;
        case comparison::unequal:
            return x != y;
        case comparison::more:
            return x > y;
        case comparison::at_most:
            return x <= y;
        case comparison::divisible:
            return static_cast<long>(x) % static_cast<long>(y) == 0;
        case comparison::indivisible:
            return static_cast<long>(x) % static_cast<long>(y) != 0;
    }
    return false;
}

bit_list atom_table::bits_of(const atom& a, std::size_t first, std::size_t last) const {
    bit_list bits = no_bits(last - first);
    const feature_column& left = columns_.at(a.left);
    const feature_column* const right = a.right.empty() ? nullptr : &columns_.at(a.right);
    for (std::size_t i = first; i < last; ++i)
        if (holds(a, left, right, i)) set_bit(bits, i - first);
    return bits;
}

}  // namespace tileproof::diagnosis
