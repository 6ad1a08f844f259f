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
        case indivisible:
            return (b == 0 || static_cast<long>(a) % static_cast<long>(b) != 0) ==
                   (how == indivisible);
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
    const std::string left = a.modulus ? fmt::format("{} % {}", a.left, a.modulus) : a.left;
    if (static_cast<double>(c) != a.constant || a.kind == number)
        return fmt::format("{} {} {}", left, sign(a.how), a.constant);
    const bool next_is_round = c >= 15 && std::has_single_bit(static_cast<unsigned long>(c) + 1);
    if (a.how == more)
        return next_is_round ? fmt::format("{} >= {}", left, c + 1)
                             : fmt::format("{} > {}", left, c);
    if (c == 0 && (a.kind == length || a.kind == count)) return left + " == 0";
    return next_is_round ? fmt::format("{} < {}", left, c + 1) : fmt::format("{} <= {}", left, c);
}

std::string in_tiles(const std::string& name, long tile) {
    return tile == 1 ? name : fmt::format("ceil({} / {})", name, tile);
}

double in_tiles(double length, long tile) {
    return tile == 1 ? length : std::ceil(length / static_cast<double>(tile));
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
    atom_maker(std::span<const case_features> cases, const std::set<long>& moduli, bool far_fetched)
        : moduli_(moduli) {
        for (const bool usual : {true, false})
            for (const long m : moduli)
                if (far_fetched && m >= 4 && m <= 1024 && tiles_.size() < most_tiles &&
                    std::has_single_bit(static_cast<unsigned long>(m)) == usual)
                    tiles_.push_back(m);
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
        if (c.kind == length)
            for (const long m : tiles_)
                for (const long at : remainders_below(m))
                    both({.left = name,
                          .how = more,
                          .constant = static_cast<double>(at),
                          .cost = 1.9 + roundness(static_cast<double>(at)),
                          .modulus = m},
                         c);
    }
    // Where a part of a tile may begin or end.
    std::set<long> remainders_below(long m) const {
        std::set<long> all{1, 2, 3, m / 2, m - 4, m - 3, m - 2};
        for (const long part : tiles_) all.insert({part - 1, part, m - part - 1, m - part});
        std::erase_if(all, [&](long at) { return at < 1 || at > m - 2; });
        return all;
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
        const auto counts = [](const named& x) {  // a radius, a window, as a number of elements
            return x.second.kind == number && x.second.values.size() > 1 &&
                   std::ranges::all_of(x.second.values,
                                       [](double v) { return std::floor(v) == v; });
        };
        const bool with_number =
            (a.second.kind == length && counts(b)) || (b.second.kind == length && counts(a));
        if ((!strided(a) || !strided(b)) && !with_number) return;
        const double cost = lengths ? 1.15 : 1.6;
        both({.left = a.first, .how = unequal, .right = b.first, .cost = cost - 0.05}, a.second);
        both({.left = a.first, .how = more, .right = b.first, .cost = cost}, a.second);
        both({.left = b.first, .how = more, .right = a.first, .cost = cost}, b.second);
        if (!lengths) return;
        for (const auto& [x, y] : {std::pair(&a, &b), {&b, &a}})
            both({.left = x->first, .how = indivisible, .right = y->first, .cost = 1.5}, x->second);
        for (const long one : tiles_)
            for (const long other : tiles_) {
                const double dear = one == other ? 1.9 : 2.1;
                for (const auto& [x, y] : {std::pair(&a, &b), {&b, &a}})
                    both({.left = x->first,
                          .how = more,
                          .right = y->first,
                          .cost = dear,
                          .tile = x == &a ? one : other,
                          .right_tile = x == &a ? other : one},
                         x->second);
                both({.left = a.first,
                      .how = unequal,
                      .right = b.first,
                      .cost = dear - 0.05,
                      .tile = one,
                      .right_tile = other},
                     a.second);
            }
    }

    static constexpr std::size_t most_tiles = 8;
    std::set<long> moduli_;
    std::vector<long> tiles_;
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
    if (right.empty()) return compare(left_of(f->number), how, constant);
    const feature* const other = c.find(right);
    return other && compare(left_of(f->number), how, in_tiles(other->number, right_tile));
}

double atom::left_of(double value) const {
    return modulus ? static_cast<double>(static_cast<long>(value) % modulus)
                   : in_tiles(value, tile);
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
    const std::string l = in_tiles(left, tile), r = in_tiles(right, right_tile);
    if (!right.empty() && how >= divisible)
        return fmt::format("{} % {} {} 0", l, r, how == divisible ? "==" : "!=");
    if (!right.empty() && how == at_most) return fmt::format("{} >= {}", r, l);
    if (!right.empty()) return fmt::format("{} {} {}", l, sign(how), r);
    if (kind == slack) return slack_text(*this);
    if (how == more || how == at_most) return threshold_text(*this);
    if (how == equal || how == unequal) return fmt::format("{} {} {}", left, sign(how), constant);
    const std::string number = kind == count ? "(" + left + ")" : left;
    return fmt::format("{} % {} {} 0", number, constant, how == divisible ? "==" : "!=");
}

std::vector<atom> atoms_of(std::span<const case_features> cases, const std::set<long>& moduli,
                           bool far_fetched) {
    return atom_maker(cases, moduli, far_fetched).all();
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
                       const std::set<long>& moduli, bool far_fetched) {
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
    std::vector<atom> all = atoms_of(cases, moduli, far_fetched);
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
    if (a.kind == feature_kind::flag)
        return !std::isnan(left.values[i]) == (a.how == comparison::equal);
    if (std::isnan(left.values[i])) return false;  // the case does not have it
    const double x = a.left_of(left.values[i]);
    double y = right ? in_tiles(right->values[i], a.right_tile) : a.constant;
    if (a.kind == feature_kind::word) {
        const auto word = left.words.find(a.word);
        y = word == left.words.end() ? -1 : word->second;
    }
    return !std::isnan(y) && compare(x, a.how, y);
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
