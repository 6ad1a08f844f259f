// SPDX-License-Identifier: MIT
// layout: a tensor layout as a value. It is made from text or a description, checked when it is made, immutable and
// cheap to copy; every question about it is a member function here.
//
//   const layout l = layout::parse("naive [256,128] strides [128,1] -> "
//                                  "{unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}");
//   l.lengths()               4, 64, 128
//   l.offset({1, 3, 2})       8578        = (1 * 64 + 3) * 128 + 2
//   l.hidden_index({1, 3, 2}) 8578, 67, 2, 1, 3, 2
//   l.element_space_size()    32768
//   l.inverse(8578)           1, 3, 2
//
// A layout answers one question: index (1, 3, 2) of this tensor, where in memory is it? It is a base (lengths with
// strides in memory) with stages of transforms on top. Each stage consumes all dimensions below it and makes new
// ones. Every dimension has a hidden id: 0 is the offset, then come the base's dimensions, then those of each stage.
//
//     index        4 x 64 x 128     (1, 3, 2)      ids 3, 4, 5    the user's side: visible
//                    \  /     |       \ /   |
//                  unmerge  pass      67    2        1 * 64 + 3
//                     |       |        |    |
//     rows            256 x 128       (67, 2)       ids 1, 2       hidden
//                       \   /           \  /
//                       embed           8578        67 * 128 + 2
//                         |              |
//     memory           32768           8578         id 0           the offset
//
// Evaluation goes from the index down to memory, from the last stage to the first, although a layout is written from
// memory up. In that direction there is always one answer. The other direction is not a function: under a pad, a
// repetition (insert, modulo) or overlapping strides, several indices share an offset or an index has none.
// (inverse() answers where it is a function.) So a transform is named for what it does to memory's dimensions on
// their way up, and computes the other way. The first transform whose index has no element makes the whole index
// invalid.
//
// Compared with others: a CuTe layout is one tree of (length, stride) pairs, which is one embed here; an algebra
// composes such trees, and whatever is not a sum of strides (a pad, a modulo, a table) is a predicate or another
// type. A Triton linear layout is a matrix over bits: every length is a power of two; in return composition and
// inverse are linear algebra, and xor swizzles are native. Here lengths are arbitrary and a chain does what it says;
// an index costs as many steps as it has transforms, and properties of a chain (bounds, injectivity, safe vectors)
// are derived transform by transform.
//
// All arithmetic is 64-bit; a length, stride or size that does not fit is refused when the layout
// is made.
#pragma once

#include <tileproof/layout/builder.hpp>
#include <tileproof/layout/injectivity.hpp>
#include <tileproof/layout/inverse.hpp>
#include <tileproof/layout_text.hpp>

#include <initializer_list>
#include <memory>
#include <mutex>

namespace tileproof {

// The four tuples that describe a layout, as CK Tile has them.
//   transforms {"embed([256,128],[128,1])", "unmerge(4,64)", "pass"}, lower {{0},{1},{2}},
//   upper {{1,2},{3,4},{5}}, visible {3,4,5}
struct layout_tuples {
    std::vector<std::string> transforms;
    std::vector<std::vector<int>> lower_dimension_ids;
    std::vector<std::vector<int>> upper_dimension_ids;
    std::vector<int> visible_dimension_ids;
};

class layout {
  public:
    using index_span = std::span<const long_index_t>;

    // Errors: layout_error, one sentence with the values, the rule, and the stage and transform at fault.
    explicit layout(layout_description description)
        : state_(std::make_shared<state>(std::move(description))) {}
    static layout parse(std::string_view text) { return layout(parse_layout(text)); }

    const layout_description& description() const { return state_->description; }
    std::string text() const { return print_layout(state_->description); }

    int rank() const { return view().rank(); }  // 0 when every dimension is frozen: one index, ()
    const std::vector<long_index_t>& lengths() const { return state_->built.lengths; }
    // Number of visible indices: the product of the lengths.
    long_index_t size() const { return view().size(); }
    // One past the last element of the base, in elements; 20 for naive [3,4] strides [8,1].
    long_index_t element_space_size() const { return view().header().element_space_size; }
    // Elements of memory with every row in full; 24 for naive [3,4] strides [8,1].
    long_index_t padded_allocation_size() const { return view().header().padded_allocation_size; }
    // No index lies in a pad.
    bool always_valid() const { return view().header().always_valid != 0; }

    // The offset of an index, in elements; nullopt in a pad.
    // Errors: layout_error when the index has the wrong rank or lies outside the lengths.
    std::optional<long_index_t> offset(index_span index) const {
        check_index(index);
        long_index_t result;
        if (!view().offset(index, result)) return std::nullopt;
        return result;
    }
    std::optional<long_index_t> offset(std::initializer_list<long_index_t> index) const {
        return offset(index_span(index.begin(), index.size()));
    }

    // Number of hidden dimensions, and the length of each.
    int hidden_count() const { return view().header().hidden_count; }
    std::vector<long_index_t> hidden_lengths() const {
        std::vector<long_index_t> result;
        for (int i = 0; i < hidden_count(); ++i) result.push_back(view().hidden_length(i));
        return result;
    }
    // The index of every hidden dimension, in the order of their ids. If the index is invalid, the values below the
    // pad are meaningless. Errors: as offset.
    std::vector<long_index_t> hidden_index(index_span index) const {
        check_index(index);
        std::vector<long_index_t> result(static_cast<std::size_t>(hidden_count()));
        view().hidden_index(index, result.data());
        return result;
    }
    std::vector<long_index_t> hidden_index(std::initializer_list<long_index_t> index) const {
        return hidden_index(index_span(index.begin(), index.size()));
    }

    layout_tuples tuples() const;

    // Whether distinct valid indices have distinct offsets; computed on first use.
    const injectivity_result& injectivity() const {
        std::call_once(state_->injectivity_once,
                       [&] { state_->injectivity = detail::injectivity_check(view()).run(); });
        return state_->injectivity;
    }

    // The valid index that has an offset, if there is one.
    // Errors: layout_error when the layout is not known to be injective.
    std::optional<std::vector<long_index_t>> inverse(long_index_t offset) const;

    // The offset of every index in row-major order, -1 where there is no element.
    // Errors: layout_error for more than maximum_listing indices; use offsets() for parts.
    void all_offsets(std::vector<long_index_t>& out) const {
        if (size() > maximum_listing)
            throw layout_error("The layout has " + std::to_string(size()) +
                               " indices, more than the " + std::to_string(maximum_listing) +
                               " offsets that are listed at once; ask for parts of it.");
        out.resize(static_cast<std::size_t>(size()));
        detail::offset_enumerator(view()).run(0, out);
    }
    // The same for as many indices as `out` holds, from number `first` on.
    // Errors: layout_error if the layout does not have that many.
    void offsets(long_index_t first, std::span<long_index_t> out) const {
        if (first < 0 || first > size() || static_cast<long_index_t>(out.size()) > size() - first)
            throw layout_error("The indices from number " + std::to_string(first) + " on, " +
                               std::to_string(out.size()) +
                               " of them, are not all in the layout, which has " +
                               std::to_string(size()) + "; ask for fewer.");
        detail::offset_enumerator(view()).run(first, out);
    }
    // The index that is number `position` in row-major order. requires 0 <= position < size()
    std::vector<long_index_t> index_at(long_index_t position) const {
        return detail::index_at(view(), position);
    }

    // For evaluation without checks, and on devices; valid while a copy of this layout lives.
    layout_view view() const { return layout_view(state_->built.image.data()); }
    // The plain data that view() refers to; see layout_view.hpp.
    std::span<const std::byte> image() const {
        return std::as_bytes(std::span(state_->built.image));
    }

    friend bool operator==(const layout& a, const layout& b) {
        return a.description() == b.description();
    }

  private:
    struct state {
        explicit state(layout_description d)
            : description(std::move(d)), built(detail::layout_builder(description).build()) {}
        layout_description description;
        detail::built_layout built;
        std::once_flag injectivity_once, table_once;
        injectivity_result injectivity;
        detail::offset_table table;  // for the inverse of a layout found injective by comparing
    };

    void check_index(index_span index) const {
        if (index.size() != static_cast<std::size_t>(rank()))
            throw layout_error("The index has " + std::to_string(index.size()) +
                               " dimensions, but the layout has " + std::to_string(rank()) +
                               "; give one number for each.");
        for (int d = 0; d < rank(); ++d)
            if (index[d] < 0 || index[d] >= lengths()[d])
                throw layout_error("Index " + std::to_string(index[d]) + " of dimension " +
                                   std::to_string(d) + " is outside its length " +
                                   std::to_string(lengths()[d]) +
                                   "; it must be from 0 to one below the length.");
    }

    std::shared_ptr<state> state_;
};

inline std::optional<std::vector<long_index_t>> layout::inverse(long_index_t offset) const {
    const injectivity_result& known = injectivity();
    if (known.kind != injectivity_kind::injective)
        throw layout_error("An offset of this layout has no one index. " + known.reason);
    if (size() == 0 || offset < 0 || offset >= element_space_size()) return std::nullopt;
    if (!known.by_structure) {
        std::call_once(state_->table_once, [&] { state_->table = detail::sorted_offsets(view()); });
        const auto& table = state_->table;
        const auto entry =
            std::lower_bound(table.begin(), table.end(), std::pair{offset, long_index_t{0}});
        if (entry == table.end() || entry->first != offset) return std::nullopt;
        return index_at(entry->second);
    }
    std::vector<long_index_t> index;
    if (!detail::invert_by_structure(view(), offset, index)) return std::nullopt;
    return index;
}

inline layout_tuples layout::tuples() const {
    layout_tuples result;
    const base_description& base = description().base;
    if (base.offset) result.transforms.push_back("offset(" + std::to_string(*base.offset) + ")");
    item_description item;
    item.kind = base.kind == base_kind::packed ? transform_kind::unmerge : transform_kind::embed;
    item.arguments = base.lengths;
    if (base.kind != base_kind::packed) {
        const layout_operation& embed = view().operations()[state_->built.base_operation_count - 1];
        const long_index_t* strides = view().values(embed) + embed.upper_count;
        item.strides.assign(strides, strides + embed.upper_count);
    }
    result.transforms.push_back(print_transform(item));
    for (const stage_description& stage : description().stages)
        for (const item_description& transform : stage.items)
            result.transforms.push_back(print_transform(transform));
    for (int i = 0; i < view().header().operation_count; ++i) {
        const layout_operation& operation = view().operations()[i];
        const std::int32_t* lower = view().lower_hidden(operation);
        result.lower_dimension_ids.emplace_back(lower, lower + operation.lower_count);
        auto& upper = result.upper_dimension_ids.emplace_back(operation.upper_count);
        std::iota(upper.begin(), upper.end(), operation.upper_hidden);
    }
    result.visible_dimension_ids.assign(view().visible_hidden(), view().visible_hidden() + rank());
    return result;
}

}  // namespace tileproof
