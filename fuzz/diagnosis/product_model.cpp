// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/product_model.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/diagnosis/formula.hpp"
#include "fuzz/diagnosis/wrong_map.hpp"
#include "properties/kernel/case_call.hpp"

namespace tileproof::diagnosis {
namespace {

using namespace properties;

// By offset: the column of A, or the row of B, that lies there; -1: a gap.
std::vector<std::int64_t> hot_index(const std::vector<std::int64_t>& offsets, std::int64_t columns,
                                    bool row) {
    std::vector<std::int64_t> all;
    for (std::size_t e = 0; e < offsets.size(); ++e) {
        const auto at = static_cast<std::size_t>(offsets[e]);
        if (at >= all.size()) all.resize(at + 1, -1);
        const auto element = static_cast<std::int64_t>(e);
        all[at] = row ? element / columns : element % columns;
    }
    return all;
}

constexpr std::size_t least_products = 3;

class product_rules {
  public:
    product_rules(const kernel_contract& contract, std::vector<observed_product> wrong)
        : contract_(contract),
          products_(contract, std::move(wrong)),
          wrong_(products_.shapes()),
          a_(contract.operands[0].name),
          b_(contract.operands[1].name),
          right_(products_.right()) {}

    std::optional<wrong_product> run() const {
        if (auto found = counted()) return found;
        if (auto found = read_elsewhere(1)) return found;
        return read_elsewhere(0);
    }

  private:
    // How often each term of its right elements is there, by shape and term; nothing: it is no matter of counts.
    std::optional<std::vector<std::vector<std::int64_t>>> counts() const {
        std::vector<std::vector<std::int64_t>> all;
        for (std::size_t s = 0; s < wrong_.size(); ++s) {
            auto& of_shape = all.emplace_back();
            for (const term& t : terms_of(wrong_[s])) {
                const std::int64_t seen =
                    wrong_[s].by_b[static_cast<std::size_t>(t.p)][place(t.i, wrong_[s].n, t.j)];
                const std::int64_t one = 2 * right_.b_at(s, t) + 1;
                if (seen < 0 || seen % one != 0) return std::nullopt;
                of_shape.push_back(seen / one);
            }
        }
        hypothesis h = right_;
        h.times = [&](std::size_t s, const term& t) {
            const observed_product& o = wrong_[s];
            return all[s][static_cast<std::size_t>((t.i * o.n + t.j) * o.k + t.p)];
        };
        return products_.gives_all(h) ? std::optional(std::move(all)) : std::nullopt;
    }

    std::optional<wrong_product> counted() const {
        const auto times = counts();
        if (!times) return std::nullopt;
        std::vector<sample> samples;
        std::set<std::int64_t> wrong;
        for (std::size_t s = 0; s < wrong_.size(); ++s) {
            const auto terms = terms_of(wrong_[s]);
            for (std::size_t t = 0; t < terms.size(); ++t) {
                const std::int64_t n = (*times)[s][t];
                if (n != 1) wrong.insert(n);
                samples.push_back({products_.features_of(s, terms[t]), n != 1});
            }
        }
        const bool missing = wrong == std::set<std::int64_t>{0},
                   twice = wrong == std::set<std::int64_t>{2};
        if (wrong.empty() || (!missing && wrong.contains(0))) return std::nullopt;
        const auto rule = learn_from_all(samples);
        if (!rule) return std::nullopt;
        const std::string what = missing ? "missing"
                                 : twice ? "added twice"
                                         : "added more than once";
        return wrong_product{
            fmt::format(
                "of the sum over p of {}(i,p) * {}(p,j), {} {}", a_, b_,
                rule->always() ? "all terms are" : "the terms where " + rule->text() + " are",
                what),
            heading_of(*rule, what), wrong_.size(), ""};
    }

    std::string heading_of(const condition& rule, const std::string& what) const {
        const std::string text = rule.text();
        const std::string& k = products_.dim(0, 1);
        if (what == "missing" && text.starts_with("p is in the last, partial tile of ") &&
            rule.size() == 1)
            return fmt::format("The last, partial tile of {} is left out",
                               k + text.substr(text.rfind(" of ")));
        if (what != "missing" && rule.size() == 1 &&
            text.find(" is beyond the end, in the last") != text.npos)
            return fmt::format("Steps beyond the last whole tile of {} add stale values", k);
        return fmt::format("Terms of the product are {}", what);
    }

    // One operand's elements are others.
    std::optional<wrong_product> read_elsewhere(std::size_t operand) const {
        const bool is_b = operand == 1;
        std::vector<seen_shape> must, is;
        for (std::size_t s = 0; s < wrong_.size(); ++s) {
            const observed_product& o = wrong_[s];
            must.push_back({sizes_of(contract_, o.the_case), {}});
            is.push_back(must.back());
            for (const term& t : terms_of(o)) {
                const std::vector<std::int64_t> index =
                    is_b ? std::vector{t.p, t.j} : std::vector{t.i, t.p};
                const auto& seen = (is_b ? o.by_b : o.by_a)[static_cast<std::size_t>(t.p)];
                const std::int64_t value = seen[place(t.i, o.n, t.j)];
                if (value < 0 || value % 2 == 0) return std::nullopt;
                must.back().numbers.push_back(
                    {index, is_b ? right_.b_at(s, t) : right_.a_at(s, t)});
                is.back().numbers.push_back({index, value / 2});
            }
        }
        const std::vector<std::string> letters =
            is_b ? std::vector<std::string>{"p", "j"} : std::vector<std::string>{"i", "p"};
        const auto right = fit(must, letters), wrong = fit(is, letters);
        if (!right || !wrong || right->text == wrong->text) return std::nullopt;
        hypothesis h = right_;
        (is_b ? h.b_at : h.a_at) = [&](std::size_t s, const term& t) {
            return wrong->at(s, is_b ? std::vector{t.p, t.j} : std::vector{t.i, t.p});
        };
        if (!products_.gives_all(h)) return std::nullopt;
        const std::string& name = is_b ? b_ : a_;
        return wrong_product{fmt::format("element {} of {} is read at {}; must be {}",
                                         is_b ? "(p,j)" : "(i,p)", name, wrong->text, right->text),
                             name_of_read(operand, *right, *wrong), wrong_.size(), name};
    }

    // The factors of the other order: (p,j) at p + j * k, where it must be p * n + j; or those of both indices exchanged.
    std::string name_of_read(std::size_t operand, const formula& right,
                             const formula& wrong) const {
        const auto& extents = contract_.operands[operand].extents;
        const bool packed = wrong.terms[0] == "1" && wrong.terms[1] == extents[0];
        const bool exchanged = wrong.terms[0] == right.terms[1] && wrong.terms[1] == right.terms[0];
        const bool transposed = (packed || exchanged) && wrong.terms[2] == right.terms[2];
        return fmt::format("{} is read {}", contract_.operands[operand].name,
                           transposed ? "transposed" : "at wrong places");
    }

    const kernel_contract& contract_;
    const probed_products products_;
    const std::vector<observed_product>& wrong_;
    const std::string a_, b_;
    const hypothesis right_;
};

}  // namespace

std::vector<term> terms_of(const observed_product& o) {
    std::vector<term> all;
    for (std::int64_t i = 0; i < o.m; ++i)
        for (std::int64_t j = 0; j < o.n; ++j)
            for (std::int64_t p = 0; p < o.k; ++p) all.push_back({i, j, p});
    return all;
}

hypothesis probed_products::right() const {
    hypothesis h;
    h.times = [](std::size_t, const term&) { return 1; };
    h.a_at = [this](std::size_t s, const term& t) {
        return shapes_[s].a_offsets[place(t.i, shapes_[s].k, t.p)];
    };
    h.b_at = [this](std::size_t s, const term& t) {
        return shapes_[s].b_offsets[place(t.p, shapes_[s].n, t.j)];
    };
    return h;
}

bool probed_products::gives_all(const hypothesis& h) const {
    for (std::size_t s = 0; s < shapes_.size(); ++s) {
        const observed_product& o = shapes_[s];
        std::vector<std::vector<std::int64_t>> by_a(o.by_a.size()), by_b(o.by_b.size());
        const auto elements = static_cast<std::size_t>(o.m * o.n);
        for (auto* all : {&by_a, &by_b})
            for (auto& values : *all) values.assign(elements, 0);
        const std::vector<std::int64_t> columns = hot_index(o.a_offsets, o.k, false),
                                        rows = hot_index(o.b_offsets, o.n, true);
        for (const term& t : terms_of(o)) {
            const std::int64_t times = h.times(s, t), a = h.a_at(s, t), b = h.b_at(s, t);
            if (times == 0) continue;
            if (a < 0 || b < 0 || a >= std::ssize(columns) || b >= std::ssize(rows)) return false;
            const std::int64_t q = columns[static_cast<std::size_t>(a)],
                               r = rows[static_cast<std::size_t>(b)];
            if (q < 0 || r < 0) return false;
            const std::size_t e = place(t.i, o.n, t.j);
            by_b[static_cast<std::size_t>(q)][e] += times * (2 * b + 1);
            by_a[static_cast<std::size_t>(r)][e] += times * (2 * a + 1);
        }
        if (by_a != o.by_a || by_b != o.by_b) return false;
    }
    return true;
}

case_features probed_products::features_of(std::size_t s, const term& t) const {
    const observed_product& o = shapes_[s];
    case_features f;
    const auto add = [&](const char* letter, std::int64_t value, const std::string& name,
                         std::int64_t length) {
        f.all.push_back({letter, feature_kind::length, static_cast<double>(value)});
        f.all.push_back({name, feature_kind::length, static_cast<double>(length)});
        for (const std::int64_t tile : {2, 4, 8, 16, 32, 64}) {
            if (value >= length / tile * tile)
                f.all.push_back({fmt::format("{} is in the last, partial tile of {}", letter, tile),
                                 feature_kind::flag, 1});
            if (value + tile >= length && value + tile < (length + tile - 1) / tile * tile)
                f.all.push_back({fmt::format("{} + {} is beyond the end, in the last tile of {}",
                                             letter, tile, tile),
                                 feature_kind::flag, 1});
        }
        if (value == length - 1)
            f.all.push_back({fmt::format("{} is the last", letter), feature_kind::flag, 1});
    };
    add("p", t.p, dim(0, 1), o.k);
    add("i", t.i, dim(0, 0), o.m);
    add("j", t.j, dim(1, 1), o.n);
    return f;
}

bool is_wrong(const observed_product& o) {
    if (!o.tells) return false;
    for (std::int64_t p = 0; p < o.k; ++p)
        for (std::int64_t i = 0; i < o.m; ++i)
            for (std::int64_t j = 0; j < o.n; ++j) {
                const std::size_t e = place(i, o.n, j);
                if (o.by_b[static_cast<std::size_t>(p)][e] !=
                        2 * o.b_offsets[place(p, o.n, j)] + 1 ||
                    o.by_a[static_cast<std::size_t>(p)][e] != 2 * o.a_offsets[place(i, o.k, p)] + 1)
                    return true;
            }
    return false;
}

std::optional<wrong_product> explain_product(const kernel_contract& contract,
                                             const std::vector<observed_product>& all) {
    std::vector<observed_product> wrong;
    std::set<std::vector<std::int64_t>> shapes;
    for (const observed_product& o : all)
        if (is_wrong(o) && shapes.insert({o.m, o.n, o.k}).second) wrong.push_back(o);
    if (shapes.size() < least_products) return std::nullopt;
    return product_rules(contract, std::move(wrong)).run();
}

bool shows(const kernel_contract& contract, const wrong_product& w, const failure& f) {
    if (!is_located(f))
        return f.kind == failure_kind::wrong_value &&
               f.where.operand == contract.operands[first_output(contract)].name;
    return !w.operand.empty() && f.where.operand == w.operand && !f.witness->access.write &&
           f.witness->memory == memory_space::global;
}

}  // namespace tileproof::diagnosis
