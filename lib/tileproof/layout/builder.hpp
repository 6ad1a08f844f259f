// SPDX-License-Identifier: MIT
// From a description to the image that layout_view evaluates: checks every rule and assigns hidden ids.
//
//   naive [256,128] strides [128,1] -> {unmerge(4,64): 0 -> 0,1; pass: 1 -> 2}
//   operations: embed (hidden 1,2 -> 0), unmerge (3,4 -> 1), pass (5 -> 2); visible 3,4,5
//
// Hidden id 0 is the offset. Each stage appends the upper dims of its items, in order. A base offset is an `offset`
// transform below the embed.
#pragma once

#include <tileproof/layout/base.hpp>
#include <tileproof/layout/rules.hpp>
#include <tileproof/layout_view.hpp>

#include <algorithm>
#include <cstring>

namespace tileproof::detail {

struct built_layout {
    std::vector<std::uint64_t>
        image;  // of 8-byte words, for alignment; a layout_view may be made of data()
    std::vector<long_index_t> lengths;
    int base_operation_count = 0;
};

class layout_builder {
  public:
    explicit layout_builder(const layout_description& description) : description_(description) {}

    // Errors: layout_error; see the rules in base.hpp, rules.hpp and check_dimensions below.
    built_layout build() {
        check_totals();
        reserve();
        add_base();
        base_operation_count_ = static_cast<int>(operations_.size());
        for (const stage_description& stage : description_.stages) add_stage(stage);
        return assemble();
    }

  private:
    void check_totals() const {
        std::size_t transforms = 0;
        std::size_t arguments = description_.base.lengths.size() + description_.base.strides.size();
        for (const stage_description& stage : description_.stages) {
            transforms += stage.items.size();
            for (const item_description& item : stage.items)
                arguments += item.arguments.size() + item.strides.size();
        }
        if (transforms > static_cast<std::size_t>(maximum_transforms))
            throw layout_error("The layout has " + std::to_string(transforms) +
                               " transforms, more than the " + std::to_string(maximum_transforms) +
                               " allowed; merge some of them.");
        if (arguments > static_cast<std::size_t>(maximum_arguments))
            throw layout_error("The layout has " + std::to_string(arguments) +
                               " lengths, strides, arguments and table entries, more than the " +
                               std::to_string(maximum_arguments) + " allowed; use smaller tables.");
    }

    // Allocates once for most layouts; unusual ones grow further.
    void reserve() {
        std::size_t transforms = 2;
        for (const stage_description& stage : description_.stages) transforms += stage.items.size();
        operations_.reserve(transforms);
        hidden_lengths_.reserve(2 * transforms + maximum_rank);
        values_.reserve(4 * transforms);
        lower_hidden_.reserve(2 * transforms);
        lower_slots_.reserve(2 * transforms);
        visible_.reserve(maximum_rank);
        new_visible_.reserve(maximum_rank);
    }

    // Appends an operation from hidden lower dims to `upper_lengths.size()` new hidden dims.
    void add_operation(transform_kind kind, std::span<const int> lower_positions,
                       std::span<const long_index_t> upper_lengths,
                       std::span<const long_index_t> values,
                       std::span<const long_index_t> more_values = {}) {
        layout_operation operation;
        operation.kind = kind;
        operation.always_valid =
            with_kind(kind, [](auto k) { return !transforms::transform_book<k.value>::pads; });
        operation.lower_count = static_cast<std::int16_t>(lower_positions.size());
        operation.upper_count = static_cast<std::int16_t>(upper_lengths.size());
        operation.upper_slot =
            static_cast<std::int16_t>(upper_row_ + static_cast<int>(new_visible_.size()));
        operation.upper_hidden = static_cast<std::int32_t>(hidden_lengths_.size());
        operation.lower_at = static_cast<std::int32_t>(lower_hidden_.size());
        operation.value_at = static_cast<std::int32_t>(values_.size());
        operation.value_count = static_cast<std::int32_t>(values.size());
        operation.divisor_at = static_cast<std::int32_t>(divisors_.size());
        for (const int position : lower_positions) {
            lower_hidden_.push_back(visible_[position].hidden);
            lower_slots_.push_back(visible_[position].slot);
        }
        values_.insert(values_.end(), values.begin(), values.end());
        values_.insert(values_.end(), more_values.begin(), more_values.end());
        if (kind == transform_kind::merge)
            for (const long_index_t length : values)
                divisors_.push_back(make_magic_divisor<long_index_t>(length == 0 ? 1 : length));
        for (const long_index_t length : upper_lengths) {
            new_visible_.push_back({static_cast<std::int32_t>(hidden_lengths_.size()),
                                    upper_row_ + static_cast<std::int32_t>(new_visible_.size())});
            hidden_lengths_.push_back(length);
        }
        operations_.push_back(operation);
    }

    void finish_stage() {
        visible_.swap(new_visible_);
        new_visible_.clear();
        upper_row_ = maximum_rank - upper_row_;
    }

    void add_base() {
        const base_description& base = description_.base;
        const base_sizes sizes = base_checker(base).check();
        element_space_size_ = sizes.element_space_size;
        padded_allocation_size_ = sizes.padded_allocation_size;
        hidden_lengths_.push_back(element_space_size_);
        visible_.push_back({0, 0});
        const int first[] = {0};
        if (base.offset) {
            const bool empty = element_space_size_ == 0;
            const long_index_t values[] = {empty ? *base.offset : element_space_size_,
                                           *base.offset};
            const long_index_t upper[] = {values[0] - values[1]};
            add_operation(transform_kind::offset, first, upper, values);
            finish_stage();
        }
        if (base.kind == base_kind::packed)
            add_operation(transform_kind::unmerge, first, base.lengths, base.lengths);
        else
            add_operation(transform_kind::embed, first, base.lengths, base.lengths, sizes.strides);
        finish_stage();
    }

    // A pad makes each dim that it makes alone, so the operation that begins at the dim is its maker.
    open_sides open_sides_below(const item_description& item) const {
        if (item.lower.size() != 1) return {};
        const std::int32_t below = visible_[item.lower[0]].hidden;
        for (const layout_operation& operation : operations_)
            if (operation.upper_count == 1 && operation.upper_hidden == below)
                return transforms::open_sides_of(operation.kind);
        return {};
    }

    void add_stage(const stage_description& stage) {
        ++stage_;
        if (stage.items.empty())
            throw layout_error("Stage " + std::to_string(stage_) +
                               " has no transform; give it one or leave the stage out.");
        std::vector<int> upper;
        check_dimensions(stage, upper);
        int position = 0;
        std::vector<long_index_t> lower_lengths, upper_lengths;
        for (const item_description& item : stage.items) {
            ++position;
            lower_lengths.clear();
            for (const int d : item.lower)
                lower_lengths.push_back(hidden_lengths_[visible_[d].hidden]);
            check_item(item, lower_lengths, open_sides_below(item), {stage_, position},
                       upper_lengths);
            add_item(item, lower_lengths, upper_lengths);
        }
        // Upper dims are listed item by item; `upper` maps each to its visible position.
        dimension placed[maximum_rank];
        for (std::size_t i = 0; i < upper.size(); ++i) placed[upper[i]] = new_visible_[i];
        std::copy_n(placed, upper.size(), new_visible_.begin());
        finish_stage();
    }

    void add_item(const item_description& item, std::span<const long_index_t> lower_lengths,
                  std::span<const long_index_t> upper_lengths) {
        values_of_item_.clear();
        if (with_kind(item.kind, [](auto k) { return transforms::keeps_lower_lengths<k.value>; }))
            values_of_item_.assign(lower_lengths.begin(), lower_lengths.end());
        values_of_item_.insert(values_of_item_.end(), item.arguments.begin(), item.arguments.end());
        add_operation(item.kind, item.lower, upper_lengths, values_of_item_, item.strides);
    }

    // The lower dims of all items must be a permutation of the dims before the stage, and the upper dims a
    // permutation of those after it. `upper` receives the latter, item by item.
    void check_dimensions(const stage_description& stage, std::vector<int>& upper) const {
        std::vector<int> lower;
        for (const item_description& item : stage.items) {
            lower.insert(lower.end(), item.lower.begin(), item.lower.end());
            upper.insert(upper.end(), item.upper.begin(), item.upper.end());
        }
        check_permutation(lower, visible_.size(), "lower", "the layout before it has ");
        if (upper.size() > static_cast<std::size_t>(maximum_rank))
            refuse_stage("makes " + std::to_string(upper.size()) + " dimensions, more than the " +
                         std::to_string(maximum_rank) + " allowed");
        check_permutation(upper, upper.size(), "upper", "its transforms make ");
    }

    void check_permutation(const std::vector<int>& dimensions, std::size_t count, const char* which,
                           const char* there_are) const {
        bool seen[maximum_rank] = {};
        for (const int d : dimensions) {
            if (d < 0 || static_cast<std::size_t>(d) >= count)
                refuse_stage("names " + std::string(which) + " dimension " + std::to_string(d) +
                             ", but " + there_are + std::to_string(count) +
                             (count == 0 ? "" : ", which are 0 to " + std::to_string(count - 1)));
            if (seen[d])
                refuse_stage("names " + std::string(which) + " dimension " + std::to_string(d) +
                             " twice; each must be named once");
            seen[d] = true;
        }
        for (std::size_t d = 0; d < count; ++d)
            if (!seen[d])
                refuse_stage("leaves out " + std::string(which) + " dimension " +
                             std::to_string(d) +
                             "; each must be named once, so pass it, freeze it or transform it");
    }
    [[noreturn]] void refuse_stage(const std::string& rule) const {
        throw layout_error("Stage " + std::to_string(stage_) + " " + rule + ".");
    }

    built_layout assemble() const {
        built_layout result;
        result.base_operation_count = base_operation_count_;
        for (const dimension d : visible_) result.lengths.push_back(hidden_lengths_[d.hidden]);
        const auto size = checked_product(result.lengths);
        if (!size)
            throw layout_error(
                "The number of indices, the product of the visible lengths, does not fit 64 "
                "bits; make lengths smaller.");
        layout_header header;
        header.size = *size;
        header.element_space_size = element_space_size_;
        header.padded_allocation_size = padded_allocation_size_;
        header.rank = static_cast<std::int32_t>(visible_.size());
        header.operation_count = static_cast<std::int32_t>(operations_.size());
        header.hidden_count = static_cast<std::int32_t>(hidden_lengths_.size());
        for (const layout_operation& operation : operations_)
            header.always_valid = header.always_valid != 0 && operation.always_valid != 0;
        std::vector<std::int32_t> visible_slots, visible_hidden;
        for (const dimension d : visible_) {
            visible_slots.push_back(d.slot);
            visible_hidden.push_back(d.hidden);
        }
        result.image.reserve(64 + 16 * operations_.size() + values_.size());  // usually enough
        result.image.resize((sizeof(layout_header) + 7) / 8);
        header.hidden_lengths_at = append(result.image, hidden_lengths_);
        header.operations_at = append(result.image, operations_);
        header.values_at = append(result.image, values_);
        header.divisors_at = append(result.image, divisors_);
        header.lower_slots_at = append(result.image, lower_slots_);
        header.lower_hidden_at = append(result.image, lower_hidden_);
        header.visible_slots_at = append(result.image, visible_slots);
        header.visible_hidden_at = append(result.image, visible_hidden);
        header.image_bytes = static_cast<long_index_t>(result.image.size() * 8);
        std::memcpy(result.image.data(), &header, sizeof header);
        return result;
    }

    // Appends the bytes of a vector of plain data, padded to whole words. Returns the position in bytes.
    template <class T>
    static std::int32_t append(std::vector<std::uint64_t>& image, const std::vector<T>& data) {
        const std::size_t at = image.size();
        const std::size_t bytes = data.size() * sizeof(T);
        image.resize(at + (bytes + 7) / 8);
        if (bytes != 0) std::memcpy(image.data() + at, data.data(), bytes);
        return static_cast<std::int32_t>(at * 8);
    }

    struct dimension {
        std::int32_t hidden;
        std::int32_t slot;
    };

    const layout_description& description_;
    std::vector<dimension> visible_, new_visible_;
    std::vector<layout_operation> operations_;
    std::vector<long_index_t> hidden_lengths_, values_, values_of_item_;
    std::vector<magic_divisor<long_index_t>> divisors_;
    std::vector<std::int32_t> lower_slots_, lower_hidden_;
    long_index_t element_space_size_ = 0, padded_allocation_size_ = 0;
    int upper_row_ = maximum_rank;  // row of slots of the stage being added
    int base_operation_count_ = 0;
    int stage_ = 0;
};

}  // namespace tileproof::detail
