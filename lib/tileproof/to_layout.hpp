// SPDX-License-Identifier: MIT
// From a descriptor to a layout: the same map as a value that can be printed, stored, compared, minimised and checked
// against the reference.
//
//   to_layout(b).text() ==                                                    b of descriptor.hpp
//       "naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}"
//
// Run-time lengths are taken from this descriptor. Hidden dimensions keep their ids if the descriptor begins as the
// makers of naive.hpp begin it; one made from another adaptor is put on a packed dimension of its element space,
// which shifts the ids up. In a descriptor, a dimension between two stages has an id but no position; the layout
// lists such dimensions in the order of their ids. (`aligned` has become the strides it stands for.)
#pragma once

#include <tileproof/descriptor.hpp>
#include <tileproof/layout.hpp>

namespace tileproof {

namespace detail {

// The transforms of an adaptor at run time.
struct adaptor_listing {
    struct entry {
        transform_facts facts;
        item_description item;          // without dims
        std::vector<int> lower, upper;  // hidden ids
    };
    std::vector<entry> transforms;
    std::vector<int> top;
    std::vector<int> stage_sizes;
};

inline std::vector<long_index_t> values_of(const array<long_index_t, 16>& values, int count) {
    return {values.begin(), values.begin() + count};
}

item_description item_of(const auto& transform, const transform_facts& f) {
    item_description item;
    item.kind = f.kind;
    const transform_shape shape = shape_of(f.kind);
    if (shape.upper == many)
        item.arguments = values_of(f.lengths, f.upper_rank);
    else if (!shape.listed)
        item.arguments = {f.arguments.begin(), f.arguments.begin() + f.argument_count};
    if (shape.strided) item.strides = values_of(f.strides, f.upper_rank);
    if constexpr (requires { transform.table; })
        for (int i = 0; i < transform.table.rank(); ++i)
            item.arguments.push_back(static_cast<long_index_t>(transform.table[i]));
    return item;
}

template <class Ids>
std::vector<int> ids_of() {
    const auto ids = Ids::to_array();
    std::vector<int> result;
    for (int i = 0; i < ids.size(); ++i) result.push_back(static_cast<int>(ids[i]));
    return result;
}

template <class Adaptor>
adaptor_listing list_adaptor(const Adaptor& adaptor) {
    adaptor_listing result;
    unroll<Adaptor::transform_count>([&](auto position) {
        constexpr int t = static_cast<int>(decltype(position)::value);
        const auto& transform = adaptor.get_transforms().template get<t>();
        const transform_facts facts = facts_of(transform);
        result.transforms.push_back({facts, item_of(transform, facts),
                                     ids_of<tuple_element_t<t, typename Adaptor::lower_ids>>(),
                                     ids_of<tuple_element_t<t, typename Adaptor::upper_ids>>()});
    });
    result.top = ids_of<typename Adaptor::top_ids>();
    result.stage_sizes = ids_of<typename Adaptor::stage_sizes>();
    return result;
}

// Puts the stages of a listing on a base.
class layout_writer {
  public:
    layout_writer(const adaptor_listing& listing, long_index_t element_space_size)
        : listing_(listing), element_space_size_(element_space_size) {}

    layout_description write() {
        std::size_t stage = write_base();
        for (std::size_t i = 0; i < stage; ++i)
            next_ += static_cast<std::size_t>(listing_.stage_sizes[i]);
        for (; stage < listing_.stage_sizes.size(); ++stage)
            write_stage(listing_.stage_sizes[stage], stage + 1 == listing_.stage_sizes.size());
        return std::move(result_);
    }

  private:
    using entry = adaptor_listing::entry;

    const entry* only_transform(std::size_t stage) const {
        if (stage >= listing_.stage_sizes.size()) return nullptr;
        std::size_t first = 0;
        for (std::size_t i = 0; i < stage; ++i)
            first += static_cast<std::size_t>(listing_.stage_sizes[i]);
        return listing_.stage_sizes[stage] == 1 ? &listing_.transforms[first] : nullptr;
    }

    // Returns the number of stages that the base stands for.
    std::size_t write_base() {
        const entry* first = only_transform(0);
        const entry* second = only_transform(1);
        base_description& base = result_.base;
        if (first != nullptr && first->facts.kind == transform_kind::offset && second != nullptr &&
            second->facts.kind == transform_kind::embed && begins(*second)) {
            base.offset = first->facts.arguments[0];
            write_naive(*second);
            if (ends_at(second->facts.reach() + *base.offset)) return 2;
        } else if (first != nullptr && first->facts.kind == transform_kind::embed) {
            write_naive(*first);
            if (ends_at(first->facts.reach())) return 1;
        } else if (first != nullptr && first->facts.kind == transform_kind::unmerge) {
            base.kind = base_kind::packed;
            base.lengths = first->item.arguments;
            visible_ = first->upper;
            if (ends_at(first->facts.product())) return 1;
        }
        // The adaptor does not begin like a base: use a packed dimension of the whole element space, sliced to the
        // part in use.
        base = {};
        base.lengths = {element_space_size_};
        visible_ = {0};
        const long_index_t used = used_length();
        if (used != element_space_size_)
            result_.stages.push_back({{{transform_kind::slice, {0, used}, {}, {0}, {0}}}});
        return 0;
    }

    bool begins(const entry& e) const { return e.lower == listing_.transforms[0].upper; }
    bool ends_at(long_index_t size) const {
        const bool empty = element_space_size_ == 0;
        return size == element_space_size_ || empty;
    }
    void write_naive(const entry& embed) {
        result_.base.kind = base_kind::naive;
        result_.base.lengths = embed.item.arguments;
        result_.base.strides = embed.item.strides;
        visible_ = embed.upper;
    }
    // The length that the transform on the offset expects.
    long_index_t used_length() const {
        for (const entry& e : listing_.transforms) {
            if (e.lower != std::vector<int>{0}) continue;
            const bool kept = with_kind(
                e.facts.kind, [](auto k) { return transforms::keeps_lower_lengths<k.value>; });
            if (e.facts.kind == transform_kind::unmerge || (kept && e.facts.lengths[0] != unknown))
                return e.facts.product();
        }
        return element_space_size_;
    }

    void write_stage(int size, bool last) {
        std::vector<int> made;
        for (int i = 0; i < size; ++i) {
            const auto& upper = listing_.transforms[next_ + static_cast<std::size_t>(i)].upper;
            made.insert(made.end(), upper.begin(), upper.end());
        }
        if (last) made = listing_.top;
        stage_description stage;
        for (int i = 0; i < size; ++i) {
            const entry& e = listing_.transforms[next_++];
            if (e.facts.skips_validity)
                throw layout_error(
                    "A pad without check has no counterpart in a layout, whose pads have no "
                    "elements; make the pad with the check to convert the descriptor.");
            item_description item = e.item;
            item.lower = places(e.lower, visible_);
            item.upper = places(e.upper, made);
            stage.items.push_back(std::move(item));
        }
        result_.stages.push_back(std::move(stage));
        visible_ = std::move(made);
    }

    static std::vector<int> places(const std::vector<int>& ids, const std::vector<int>& among) {
        std::vector<int> result;
        for (const int id : ids)
            result.push_back(
                static_cast<int>(std::find(among.begin(), among.end(), id) - among.begin()));
        return result;
    }

    const adaptor_listing& listing_;
    long_index_t element_space_size_;
    layout_description result_;
    std::vector<int> visible_;  // hidden ids, in visible order
    std::size_t next_ = 0;      // transform
};

}  // namespace detail

// Errors: layout_error for a pad without a validity check, which layouts do not have.
template <descriptor_like Descriptor>
layout_description to_layout_description(const Descriptor& descriptor) {
    const detail::adaptor_listing listing = detail::list_adaptor(descriptor);
    return detail::layout_writer(listing,
                                 static_cast<long_index_t>(descriptor.get_element_space_size()))
        .write();
}

// The same, checked. Errors: also for anything beyond the limits of layouts (layout/limits.hpp).
template <descriptor_like Descriptor>
layout to_layout(const Descriptor& descriptor) {
    return layout(to_layout_description(descriptor));
}

}  // namespace tileproof
