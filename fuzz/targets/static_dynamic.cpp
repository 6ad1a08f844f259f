// SPDX-License-Identifier: MIT
// The laws L1, L5 and L6 on a fixed family of static descriptors, each with random lengths: compared
// with the layouts that they convert to, in lengths, element space size, every offset, validity and
// hidden index, and moved from index to index.
#include "fuzz/libfuzzer/target.hpp"
#include "properties/draw.hpp"
#include "properties/layout/layout_laws.hpp"

#include <tileproof/coordinate.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/to_layout.hpp>

#include <algorithm>

namespace tileproof::fuzz {

namespace {

using namespace properties;

// A static descriptor as the laws see layouts, so that they judge it as they judge the dynamic form.
template <class Descriptor>
class static_evaluator final : public layout_evaluator {
    using index_type = typename Descriptor::index_type;
    static constexpr int rank = Descriptor::dimension_count;

  public:
    explicit static_evaluator(const Descriptor& d) : d_(d) {}

    layout_index lengths() const override {
        return apply(
            [](const auto&... length) {
                return layout_index{static_cast<long_index_t>(length)...};
            },
            d_.get_lengths());
    }
    long_index_t element_space_size() const override {
        return static_cast<long_index_t>(d_.get_element_space_size());
    }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        const auto c = make_tensor_coordinate(d_, top(index));
        if (!coordinate_has_valid_offset(d_, c)) return std::nullopt;
        return c.get_offset();
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        const auto c = make_tensor_coordinate(d_, top(index));
        return {c.get_hidden_index().begin(), c.get_hidden_index().end()};
    }
    bool has_move() const override { return true; }
    void move(layout_index& hidden, std::span<const long_index_t> step) const override {
        array<index_type, Descriptor::hidden_count> all{};
        for (int i = 0; i < Descriptor::hidden_count; ++i)
            all[i] = static_cast<index_type>(hidden[static_cast<std::size_t>(i)]);
        coordinate_of<Descriptor> c(all);
        move_tensor_coordinate(d_, c, top(step));
        hidden.assign(c.get_hidden_index().begin(), c.get_hidden_index().end());
    }

  private:
    static array<index_type, rank> top(std::span<const long_index_t> index) {
        array<index_type, rank> result{};
        for (int i = 0; i < rank; ++i)
            result[i] = static_cast<index_type>(index[static_cast<std::size_t>(i)]);
        return result;
    }

    const Descriptor& d_;
};

// Makes evaluators of this descriptor, whatever description it is asked for: that of to_layout(d).
template <class Descriptor>
class static_subject final : public layout_subject {
  public:
    explicit static_subject(const Descriptor& d) : d_(d) {}
    std::string_view name() const override { return "descriptor"; }
    std::unique_ptr<layout_evaluator> make(const layout_description&) const override {
        return std::make_unique<static_evaluator<Descriptor>>(d_);
    }

  private:
    const Descriptor& d_;
};

template <class Descriptor>
void judge(const Descriptor& d) {
    const layout_description description = to_layout(d).description();
    const observed_layout seen(static_subject<Descriptor>(d), description);
    require(check_bounds(seen));
    require(check_forms(*dynamic_layouts().make(description), seen));
    require(check_move(seen));
}

index_t small(draw& from, index_t least, index_t most) {
    return static_cast<index_t>(from.boundary(least, most));
}

// Rows with a gap, split and merged again.
void split_and_merge(draw& from) {
    const index_t a = small(from, 1, 6), b = small(from, 1, 6), n = small(from, 1, 20);
    const auto base = make_naive_tensor_descriptor(make_tuple(a * b, n),
                                                   make_tuple(n + small(from, 0, 9), number<1>{}));
    const auto split = transform_tensor_descriptor(
        base, make_tuple(make_unmerge_transform(make_tuple(a, b)), make_pass_through_transform(n)),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));
    judge(split);
    judge(transform_tensor_descriptor(
        split, make_tuple(make_pass_through_transform(a), make_merge_transform(make_tuple(b, n))),
        make_tuple(sequence<0>{}, sequence<1, 2>{}), make_tuple(sequence<1>{}, sequence<0>{})));
}

// Pads on every side, then all dims as one.
void padded(draw& from) {
    const index_t a = small(from, 0, 12), b = small(from, 1, 12), c = small(from, 1, 5);
    const index_t left = small(from, 0, 4), right = small(from, 0, 4);
    const auto base = make_naive_tensor_descriptor_packed(make_tuple(a, b, c));
    const auto pads = transform_tensor_descriptor(
        base,
        make_tuple(make_pad_transform(a, left, right), make_right_pad_transform(b, right),
                   make_left_pad_transform(c, number<2>{})),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}),
        make_tuple(sequence<2>{}, sequence<0>{}, sequence<1>{}));
    judge(pads);
    judge(transform_tensor_descriptor(pads,
                                      make_tuple(make_merge_transform_v3_division_mod(
                                          make_tuple(b + right, c + 2, a + left + right))),
                                      make_tuple(sequence<0, 1, 2>{}), make_tuple(sequence<0>{})));
}

// A convolution's window: pad, embed, slice, with an offset in front.
void window(draw& from) {
    const index_t length = small(from, 1, 20), pad = small(from, 0, 3);
    const index_t all = length + 2 * pad;
    const index_t taps = small(from, 1, std::min<index_t>(3, all));
    const index_t stride = small(from, 1, 3);
    const index_t outputs = (all - taps) / stride + 1;
    // From 1: an offset of 0 is a hidden dim more of the descriptor, but none of the layout.
    const auto base = make_naive_tensor_descriptor_with_offset(
        make_tuple(length), make_tuple(small(from, 1, 5)), small(from, 1, 40));
    const auto seen = transform_tensor_descriptor(
        transform_tensor_descriptor(base, make_tuple(make_pad_transform(length, pad, pad)),
                                    make_tuple(sequence<0>{}), make_tuple(sequence<0>{})),
        make_tuple(
            make_embed_transform(make_tuple(outputs, taps), make_tuple(stride, number<1>{}))),
        make_tuple(sequence<0>{}), make_tuple(sequence<1, 0>{}));
    judge(seen);
    const index_t begin = small(from, 0, outputs), end = small(from, begin, outputs);
    judge(transform_tensor_descriptor(seen,
                                      make_tuple(make_freeze_transform(small(from, 0, taps - 1)),
                                                 make_slice_transform(outputs, begin, end)),
                                      make_tuple(sequence<0>{}, sequence<1>{}),
                                      make_tuple(sequence<>{}, sequence<0>{})));
}

// A swizzle with repetition around it, in 64 bits.
void swizzled(draw& from) {
    const long_index_t rows = small(from, 1, 20);
    const auto base = make_naive_tensor_descriptor_aligned<long_index_t>(
        make_tuple(rows, number<8>{}), small(from, 1, 9));
    const auto mixed = transform_tensor_descriptor(
        base,
        make_tuple(make_xor_transform(make_tuple(rows, number<8>{})),
                   make_insert_transform(small(from, 1, 3))),
        make_tuple(sequence<0, 1>{}, sequence<>{}), make_tuple(sequence<0, 2>{}, sequence<1>{}));
    judge(mixed);
}

// Modulo, offset, gather and replicate.
void repeating(draw& from) {
    const index_t a = small(from, 1, 15), b = small(from, 4, 15);
    const auto base = make_naive_tensor_descriptor_packed(make_tuple(a, b));
    const index_t m = small(from, 1, a), skipped = small(from, 0, b - 4);
    const index_t more = small(from, 0, 40);
    const auto some = transform_tensor_descriptor(
        base,
        make_tuple(make_modulo_transform(m, more), make_offset_transform(b - skipped, skipped),
                   make_replicate_transform(make_tuple(small(from, 1, 3)))),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<>{}),
        make_tuple(sequence<2>{}, sequence<0>{}, sequence<1>{}));
    judge(some);
    judge(transform_tensor_descriptor(
        transform_tensor_descriptor(base,
                                    make_tuple(make_pass_through_transform(a),
                                               make_slice_transform(b, number<0>{}, number<4>{})),
                                    make_tuple(sequence<0>{}, sequence<1>{}),
                                    make_tuple(sequence<0>{}, sequence<1>{})),
        make_tuple(make_pass_through_transform(a), make_indexing_transform(sequence<3, 0, 0, 2>{})),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{})));
}

}  // namespace

void judge_input(input_bytes input) {
    static constexpr void (*family[])(draw&) = {split_and_merge, padded, window, swizzled,
                                                repeating};
    draw from(input);
    try {
        from.pick(family)(from);
    } catch (const layout_error& e) {
        broken(std::string("A descriptor with sensible lengths is refused: ") + e.what());
    }
}

}  // namespace tileproof::fuzz
