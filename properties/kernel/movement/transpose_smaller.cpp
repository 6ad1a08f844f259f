// The steps that make a transpose or copy case simpler.
#include "properties/kernel/movement/transpose_case.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

namespace tileproof::properties {
namespace {

using kernels::transpose_problem;

// What a stride has beyond what the shape needs: kept when the shape shrinks.
struct slack {
    long_index_t input_leading, output_leading, input_batch, output_batch;
};

long_index_t one_input(const transpose_problem& p) { return p.rows * p.input_leading; }
long_index_t one_output(const transpose_problem& p) { return p.columns * p.output_leading; }

slack slack_of(const transpose_case& c) {
    const transpose_problem& p = c.problem;
    slack s{p.input_leading - p.columns, p.output_leading - c.output_columns(), 0, 0};
    if (c.moves == movement::transpose) {
        s.input_batch = p.input_batch_stride - one_input(p);
        s.output_batch = p.output_batch_stride - one_output(p);
    }
    return s;
}

void apply(const slack& s, transpose_case& c) {
    transpose_problem& p = c.problem;
    p.input_leading = p.columns + s.input_leading;
    p.output_leading = c.output_columns() + s.output_leading;
    if (c.moves == movement::copy) return;
    p.input_batch_stride = one_input(p) + s.input_batch;
    p.output_batch_stride = one_output(p) + s.output_batch;
}

class steps {
  public:
    explicit steps(const transpose_case& c) : case_(c), slack_(slack_of(c)) {}

    std::vector<transpose_case> all() {
        plain_and_small();
        shape(&transpose_problem::rows);
        shape(&transpose_problem::columns);
        lay_flat();
        if (case_.moves == movement::transpose) shape(&transpose_problem::batch);
        stride(&slack::input_leading);
        stride(&slack::output_leading);
        stride(&slack::input_batch);
        stride(&slack::output_batch);
        number(&transpose_case::input_offset, 0);
        number(&transpose_case::output_offset, 0);
        number(&transpose_case::fence, kernels::placement::plain);
        if (case_.fence == kernels::placement::fence_before)
            number(&transpose_case::fence, kernels::placement::fence_after);
        number(&transpose_case::data, data_kind::coordinates);
        number(&transpose_case::data_seed, 0);
        if (case_.repeats > 1) {
            number(&transpose_case::repeats, 1);
            number(&transpose_case::repeats, case_.repeats - 1);
        }
        if (case_.type->name != "float32") {
            transpose_case next = case_;
            next.type = find_element_type("float32");
            next.problem.element_bytes = next.type->bytes;
            list_.push_back(next);
        }
        return std::move(list_);
    }

  private:
    // The plainest cases of all, from any larger one: of two things that must change together, neither alone
    // may still fail.
    void plain_and_small() {
        constexpr long_index_t shapes[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}};
        const transpose_problem& p = case_.problem;
        if (p.rows < 1 || p.columns < 1 || p.batch < 1) return;
        const bool copies = case_.moves == movement::copy;
        const long_index_t elements = p.rows * p.columns * p.batch;
        std::vector<transpose_case> plain;
        for (const auto& [rows, columns] : shapes) {
            if (rows * columns > elements) continue;
            plain.push_back(copies ? packed_copy_case("float32", rows, columns)
                                   : packed_case("float32", rows, columns));
            if (to_json(plain.back()) == to_json(case_)) return;  // it is one of them itself
        }
        if (elements > 4) {  // 2 x 2 again, with rows apart
            plain.push_back(plain.back());
            apply({1, 1, 0, 0}, plain.back());
        }
        list_ = std::move(plain);
    }

    // Towards 1: an element says more than none. Negative extents go towards -1. Rows lie as far apart as
    // before, or as much further as they are long.
    void shape(long_index_t transpose_problem::*extent) {
        const long_index_t now = case_.problem.*extent;
        const auto to = [&](long_index_t value) {
            transpose_case next = case_;
            next.problem.*extent = value;
            const transpose_problem as_far = next.problem;
            apply(slack_, next);
            list_.push_back(next);
            if (value < 1 || now < 1) return;
            next.problem = as_far;
            list_.push_back(next);
        };
        if (now == 0 || now > 1) to(1);
        if (now > 3) to(now / 2);
        if (now > 2) to(now - 1);
        if (now < -1) to(-1);
    }

    // Rows and columns changed for each other, so that a tall matrix becomes a wide one: from 31 x 1 no
    // shorter one may fail, though 1 x 2 does. Never back, so that steps end.
    void lay_flat() {
        if (case_.moves != movement::transpose || case_.problem.columns < 1 ||
            case_.problem.rows <= case_.problem.columns)
            return;
        transpose_case next = case_;
        std::swap(next.problem.rows, next.problem.columns);
        apply(slack_, next);
        list_.push_back(next);
    }

    void stride(long_index_t slack::*which) {
        const long_index_t now = slack_.*which;
        const auto to = [&](long_index_t value) {
            slack less = slack_;
            less.*which = value;
            transpose_case next = case_;
            apply(less, next);
            list_.push_back(next);
        };
        if (now != 0) to(0);
        if (now > 2 || now < -2) to(now / 2);
        if (now > 1) to(now - 1);
        if (now < -1) to(now + 1);
        // What needs aligned rows is not found one element away.
        const transpose_problem& p = case_.problem;
        const long_index_t row = which == &slack::input_leading    ? p.columns
                                 : which == &slack::output_leading ? case_.output_columns()
                                                                   : 0;
        for (const long_index_t alignment : {2, 4, 8, 16})
            if (const long_index_t gap = (alignment - row % alignment) % alignment;
                row > 0 && gap > 0 && gap < now)
                to(gap);
    }

    template <class T>
    void number(T transpose_case::*member, std::type_identity_t<T> value) {
        if (case_.*member == value) return;
        transpose_case next = case_;
        next.*member = value;
        list_.push_back(next);
    }

    const transpose_case& case_;
    const slack slack_;
    std::vector<transpose_case> list_;
};

}  // namespace

std::vector<transpose_case> smaller(const transpose_case& c) { return steps(c).all(); }

}  // namespace tileproof::properties
