// The steps that make a product case simpler.
#include "properties/kernel/product/product_case.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace tileproof::properties {
namespace {

using kernels::placement;
using kernels::product_operand;
using kernels::product_problem;
using kernels::product_range;
using kernels::product_types;

constexpr product_operand product_problem::*operands[] = {&product_problem::a, &product_problem::b,
                                                          &product_problem::c, &product_problem::d};

// What each leading dimension has beyond what the shape needs: kept when the shape shrinks.
using slack = std::array<long_index_t, 4>;

product_problem packed(product_problem p) {
    pack(p);
    return p;
}
slack slack_of(const product_problem& p) {
    const product_problem tight = packed(p);
    slack s{};
    for (std::size_t i = 0; i < s.size(); ++i)
        s[i] = (p.*operands[i]).leading - (tight.*operands[i]).leading;
    return s;
}
void add_slack(const slack& s, product_problem& p) {
    pack(p);
    for (std::size_t i = 0; i < s.size(); ++i) (p.*operands[i]).leading += s[i];
}

class steps {
  public:
    steps(const product_case& c, const product_range& range)
        : case_(c), range_(range), slack_(slack_of(c.problem)) {}

    std::vector<product_case> all() {
        length(&product_problem::m, range_.m_step);
        length(&product_problem::n, range_.n_step);
        length(&product_problem::k, range_.k_step);
        member(&product_case::relation, product_relation::none);
        for (std::size_t i = 0; i < 4; ++i)
            if (operands[i] != &product_problem::c || case_.c != c_place::result) leading(i);
        for (const auto o : operands)
            if (o != &product_problem::c || case_.c != c_place::result) row_major(o);
        factor(&product_problem::beta, {0, 1});
        factor(&product_problem::alpha, {1});
        if (case_.problem.beta == 0) member(&product_case::c, c_place::null);
        if (case_.c == c_place::result) member(&product_case::c, c_place::own);
        member(&product_case::offset, 0);
        member(&product_case::fence, placement::plain);
        if (case_.fence == placement::fence_before)
            member(&product_case::fence, placement::fence_after);
        for (const product_data simpler :
             {product_data::integers, product_data::one_hot, product_data::uniform})
            if (simpler < case_.data) member(&product_case::data, simpler);
        member(&product_case::data_seed, 0);
        if (case_.data_seed > 15) member(&product_case::data_seed, case_.data_seed % 16);
        if (case_.repeats > 1) member(&product_case::repeats, 1);
        for (const product_types simpler : range_.types) {
            if (simpler >= case_.problem.types) continue;
            product_case next = case_;
            next.problem.types = simpler;
            add(next);
        }
        return std::move(list_);
    }

  private:
    void add(product_case next) {
        // C in D's place is D.
        if (next.c == c_place::result) next.problem.c = next.problem.d;
        if (next.c == c_place::null && next.problem.beta != 0) return;
        list_.push_back(next);
    }

    // Towards one step: an element says more than none. Each shorter case also with numbers of which none is 0
    // and no sum is 0 by chance, and with a fence, in case these are what it takes.
    void length(long_index_t product_problem::*which, long_index_t step) {
        const long_index_t now = case_.problem.*which;
        const auto to = [&](long_index_t value) {
            product_case next = case_;
            next.problem.*which = value;
            add_slack(slack_, next.problem);
            add(next);
            if (next.fence == placement::plain) {
                next.fence = placement::fence_after;
                add(next);
                next.fence = case_.fence;
            }
            if (next.data == product_data::uniform) return;
            next.data = product_data::uniform;
            next.data_seed = 0;
            add(next);
        };
        if (now == 0 || now > step) to(step);
        for (long_index_t gap = now / 2 / step * step; gap >= step; gap = gap / 2 / step * step)
            if (now - gap > step) to(now - gap);
        if (now < -1) to(-1);
        if (now > 0x7fffffff - 63) to(0x7fffffff - 63);
    }

    void leading(std::size_t which) {
        const long_index_t now = slack_[which];
        const auto to = [&](long_index_t value) {
            slack less = slack_;
            less[which] = value;
            product_case next = case_;
            add_slack(less, next.problem);
            add(next);
        };
        if (now != 0) to(0);
        if (now > 2 || now < -2) to(now / 2);
        if (now > 1) to(now - 1);
        if (now < -1) to(now + 1);
    }

    void row_major(product_operand product_problem::*which) {
        if (!(case_.problem.*which).column_major) return;
        product_case next = case_;
        (next.problem.*which).column_major = false;
        if (next.c == c_place::result) next.problem.c.column_major = next.problem.d.column_major;
        add_slack(slack_, next.problem);
        add(next);
    }

    void factor(double product_problem::*which, std::initializer_list<double> values) {
        const double now = case_.problem.*which;
        // The simplest first; what comes after the present value is not simpler.
        for (const double value : values) {
            if (now == value) return;
            product_case next = case_;
            next.problem.*which = value;
            add(next);
        }
        if (now != std::trunc(now)) {
            product_case next = case_;
            next.problem.*which = std::trunc(now);
            add(next);
        }
    }

    template <class T>
    void member(T product_case::*which, std::type_identity_t<T> value) {
        if (case_.*which == value) return;
        product_case next = case_;
        next.*which = value;
        add(next);
    }

    const product_case& case_;
    const product_range& range_;
    const slack slack_;
    std::vector<product_case> list_;
};

}  // namespace

std::vector<product_case> smaller(const product_case& c, const product_range& range) {
    return steps(c, range).all();
}

}  // namespace tileproof::properties
