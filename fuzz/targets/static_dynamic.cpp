// L5 and L6: a family of static descriptors with lengths, strides and arguments from the input,
// beside the
// layouts they convert to. Element space size, lengths, every offset, validity and hidden index
// agree,
// and a coordinate that is moved step by step equals one made at the new place.
#include "fuzz/target.hpp"
#include "properties/generators/draw.hpp"

#include <tileproof/coordinate.hpp>
#include <tileproof/to_layout.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tileproof::fuzz {

using properties::draw;

nlohmann::json cases_of(input_bytes) { return nlohmann::json::array(); }

namespace {

template <class List>
std::string say(const List& numbers) {
    std::string text;
    for (const auto n : numbers) text += (text.empty() ? "(" : ",") + std::to_string(n);
    return text.empty() ? "()" : text + ")";
}

// Both forms at one index.
template <class Descriptor, class Coordinate, class Index>
void compare(const Descriptor& d, const layout& l, const Coordinate& c, const Index& index,
             const char* how) {
    const std::vector<long_index_t> at(index.begin(), index.end());
    const auto expected = l.offset(at);
    const bool valid = coordinate_has_valid_offset(d, c);
    const auto fail = [&](const std::string& what) {
        broken(std::string(how) + " of the static form of " + l.text() + " at " + say(at) + " " +
               what + ".");
    };
    if (valid != expected.has_value())
        fail(valid ? "has an element, but the layout has none"
                   : "has no element, but the layout has one");
    if (!valid) return;
    if (c.get_offset() != *expected)
        fail("has offset " + std::to_string(c.get_offset()) + ", but the layout has " +
             std::to_string(*expected));
    const auto hidden = l.hidden_index(at);
    const auto& actual = c.get_hidden_index();
    if (!std::equal(actual.begin(), actual.end(), hidden.begin(), hidden.end()))
        fail("has the hidden index " + say(actual) + ", but the layout has " + say(hidden));
}

template <class Descriptor>
void judge(const Descriptor& d, draw& from) {
    constexpr int rank = Descriptor::dimension_count;
    const layout l = to_layout(d);
    if (l.element_space_size() != static_cast<long_index_t>(d.get_element_space_size()))
        broken("L6 forms: the static form of " + l.text() + " has the element space size " +
               std::to_string(d.get_element_space_size()) + ", but the layout has " +
               std::to_string(l.element_space_size()) + ".");
    const auto lengths = apply(
        [](const auto&... length) {
            return std::vector<long_index_t>{static_cast<long_index_t>(length)...};
        },
        d.get_lengths());
    if (lengths != l.lengths())
        broken("L6 forms: the static form of " + l.text() + " has the lengths " + say(lengths) +
               ", but the layout has " + say(l.lengths()) + ".");
    if (l.size() == 0) return;

    array<long_index_t, rank> here{};
    auto moved = make_tensor_coordinate(d, here);
    const long_index_t places = std::min<long_index_t>(l.size(), 24);
    for (long_index_t i = 0; i < places; ++i) {
        // All of a small layout, places anywhere in a larger one.
        const auto index = l.index_at(l.size() <= 24 ? i : from.below(l.size()));
        array<long_index_t, rank> at{}, step{};
        for (int k = 0; k < rank; ++k) {
            at[k] = index[static_cast<std::size_t>(k)];
            step[k] = at[k] - here[k];
        }
        compare(d, l, make_tensor_coordinate(d, at), at, "L6 forms: the coordinate");
        move_tensor_coordinate(d, moved, step);
        compare(d, l, moved, at, "L5 move: the moved coordinate");
        here = at;
    }
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
    judge(split, from);
    judge(
        transform_tensor_descriptor(
            split,
            make_tuple(make_pass_through_transform(a), make_merge_transform(make_tuple(b, n))),
            make_tuple(sequence<0>{}, sequence<1, 2>{}), make_tuple(sequence<1>{}, sequence<0>{})),
        from);
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
    judge(pads, from);
    judge(transform_tensor_descriptor(pads,
                                      make_tuple(make_merge_transform_v3_division_mod(
                                          make_tuple(b + right, c + 2, a + left + right))),
                                      make_tuple(sequence<0, 1, 2>{}), make_tuple(sequence<0>{})),
          from);
}

// A convolution's window: pad, embed, slice, with an offset in front.
void window(draw& from) {
    const index_t length = small(from, 1, 20), pad = small(from, 0, 3);
    const index_t all = length + 2 * pad;
    const index_t taps = small(from, 1, std::min<index_t>(3, all));
    const index_t stride = small(from, 1, 3);
    const index_t outputs = (all - taps) / stride + 1;
    const auto base = make_naive_tensor_descriptor_with_offset(
        make_tuple(length), make_tuple(small(from, 1, 5)), small(from, 0, 40));
    const auto seen = transform_tensor_descriptor(
        transform_tensor_descriptor(base, make_tuple(make_pad_transform(length, pad, pad)),
                                    make_tuple(sequence<0>{}), make_tuple(sequence<0>{})),
        make_tuple(
            make_embed_transform(make_tuple(outputs, taps), make_tuple(stride, number<1>{}))),
        make_tuple(sequence<0>{}), make_tuple(sequence<1, 0>{}));
    judge(seen, from);
    const index_t begin = small(from, 0, outputs), end = small(from, begin, outputs);
    judge(transform_tensor_descriptor(seen,
                                      make_tuple(make_freeze_transform(small(from, 0, taps - 1)),
                                                 make_slice_transform(outputs, begin, end)),
                                      make_tuple(sequence<0>{}, sequence<1>{}),
                                      make_tuple(sequence<>{}, sequence<0>{})),
          from);
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
    judge(mixed, from);
}

// Modulo, offset, gather and replicate.
void repeating(draw& from) {
    const index_t a = small(from, 1, 15), b = small(from, 4, 15);
    const auto base = make_naive_tensor_descriptor_packed(make_tuple(a, b));
    const index_t m = small(from, 1, a), skipped = small(from, 0, b - 4);
    const index_t more = small(from, 0, 40);
    const auto some = transform_tensor_descriptor(
        base,
        make_tuple(make_modulo_transform(m, more), make_offset_transform(b, skipped),
                   make_replicate_transform(make_tuple(small(from, 1, 3)))),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<>{}),
        make_tuple(sequence<2>{}, sequence<0>{}, sequence<1>{}));
    judge(some, from);
    judge(
        transform_tensor_descriptor(
            transform_tensor_descriptor(
                base,
                make_tuple(make_pass_through_transform(a),
                           make_slice_transform(b, number<0>{}, number<4>{})),
                make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{})),
            make_tuple(make_pass_through_transform(a),
                       make_indexing_transform(sequence<3, 0, 0, 2>{})),
            make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{})),
        from);
}

}  // namespace

static void judge(input_bytes input) {
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

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tileproof::fuzz::judge({data, size});
    return 0;
}
