// SPDX-License-Identifier: MIT
#include "tests/quality/planted_coordinates.hpp"

#include <tileproof/layout.hpp>
#include <tileproof/layout_vectors.hpp>
#include <tileproof/magic_division.hpp>

#include <algorithm>

namespace tileproof::quality {

using properties::division_case;
using properties::layout_evaluator;
using properties::layout_index;
using properties::magic_division;

namespace {

using enum transform_kind;

class planted_coordinates final : public layout_evaluator {
  public:
    planted_coordinates(const layout_description& description, coordinate_bug bug)
        : layout_(description), bug_(bug) {
        if (bug != coordinate_bug::chained_out_of_order || description.stages.empty()) return;
        base_.emplace(layout_description{description.base, {}});
    }

    layout_index lengths() const override { return layout_.lengths(); }
    long_index_t element_space_size() const override { return layout_.element_space_size(); }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        const std::optional<long_index_t> right = layout_.offset(index);
        if (!right || !base_) return right;
        return hidden_index(index)[0];
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        layout_index hidden = layout_.hidden_index(index);
        if (bug_ == coordinate_bug::dims_of_base_renamed) rename_base(hidden);
        if (!base_) return hidden;
        // The dims of the base in the opposite order; kept within the lengths there.
        layout_index between;
        for (int d = base_->rank() - 1; d >= 0; --d)
            between.push_back(
                std::clamp<long_index_t>(hidden[at(base_->view().visible_hidden()[d])], 0,
                                         base_->lengths()[at(base_->rank() - 1 - d)] - 1));
        hidden[0] = base_->size() > 0 ? *base_->offset(between) : 0;
        return hidden;
    }

    bool has_move() const override { return true; }
    void move(layout_index& hidden, std::span<const long_index_t> step) const override {
        if (bug_ == coordinate_bug::dims_of_base_renamed) {
            rename_base(hidden);
            layout_index by(hidden.size());
            layout_.view().move(step, hidden.data(), by.data());
            return rename_base(hidden);
        }
        const layout_index before = hidden;
        layout_index by(hidden.size());
        const layout_view view = layout_.view();
        view.move(step, hidden.data(), by.data());
        for (int i = view.header().operation_count - 1; i >= 0; --i) {
            const layout_operation& operation = view.operations()[i];
            const std::int32_t* lower = view.lower_hidden(operation);
            if (bug_ == coordinate_bug::carry_dropped &&
                (operation.kind == merge || operation.kind == merge_divmod)) {
                const auto moved = by[at(operation.upper_hidden)];
                for (int k = 0; k < operation.lower_count; ++k)
                    hidden[at(lower[k])] = before[at(lower[k])];
                hidden[at(lower[operation.lower_count - 1])] += moved;
            }
        }
        if (bug_ == coordinate_bug::sign_dropped) hidden[0] = before[0] + std::abs(by[0]);
    }

    std::vector<vector_claim> vectors() const override {
        layout_description claimed = layout_.description();
        if (bug_ == coordinate_bug::vectors_over_xor) {
            for (stage_description& stage : claimed.stages)
                for (std::size_t i = 0; i < stage.items.size(); ++i)
                    if (stage.items[i].kind == xor_) replace_by_passes(stage, i);
        }
        std::vector<vector_claim> claims = safe_vectors(layout(claimed));
        if (bug_ == coordinate_bug::vectors_over_slices && !claimed.stages.empty())
            for (const item_description& item : claimed.stages.back().items)
                if (item.kind == slice) {
                    layout_description below = claimed;
                    below.stages.pop_back();
                    claims[at(item.upper[0])] = safe_vectors(layout(below))[at(item.lower[0])];
                }
        return claims;
    }

  private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    void rename_base(layout_index& hidden) const {
        const base_description& base = layout_.description().base;
        const auto first = hidden.begin() + (base.offset ? 2 : 1);
        std::reverse(first, first + std::ssize(base.lengths));
    }
    static void replace_by_passes(stage_description& stage, std::size_t i) {
        const item_description both = stage.items[i];
        stage.items[i] = {pass, {}, {}, {both.lower[0]}, {both.upper[0]}};
        stage.items.insert(stage.items.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                           {pass, {}, {}, {both.lower[1]}, {both.upper[1]}});
    }

    layout layout_;
    std::optional<layout> base_;  // only for chained_out_of_order
    coordinate_bug bug_;
};

// The 32-bit form without any check, its multiplier too small by `short_by`.
long_index_t unchecked_32(std::uint64_t divisor, std::uint64_t dividend, std::uint32_t short_by) {
    int shift = 0;
    while ((std::uint64_t{1} << shift) < divisor) ++shift;
    const auto multiplier = static_cast<std::uint32_t>(
        (((std::uint64_t{1} << shift) - divisor) << 32) / divisor + 1 - short_by);
    const auto x = static_cast<std::uint32_t>(dividend);
    const auto high = static_cast<std::uint32_t>((std::uint64_t{x} * multiplier) >> 32);
    return static_cast<std::uint32_t>(std::uint64_t{high + x} >> shift);
}

}  // namespace

std::unique_ptr<layout_evaluator> planted_coordinate_subject::make(
    const layout_description& layout) const {
    return std::make_unique<planted_coordinates>(layout, bug_);
}

std::optional<long_index_t> planted_division::quotient(const division_case& c) const {
    const auto d = static_cast<std::uint64_t>(c.divisor),
               x = static_cast<std::uint64_t>(c.dividend);
    const std::optional<long_index_t> right = magic_division().quotient(c);
    switch (bug_) {
        case division_bug::multiplier_one_short:
            return right && c.bits == 32 ? unchecked_32(d, x, 1) : right;
        case division_bug::range_unchecked:
            return c.bits == 32 && c.divisor > 0 && d <= 0xffff'ffff ? unchecked_32(d, x, 0)
                                                                     : right;
        case division_bug::used_for_64_bits:
            return right && d <= 0x7fff'ffff ? unchecked_32(d, x, 0) : right;
    }
    return right;
}

}  // namespace tileproof::quality
