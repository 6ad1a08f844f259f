// SPDX-License-Identifier: MIT
#include "tests/quality/planted_layouts.hpp"

#include "properties/layout/generator/shape.hpp"

#include <tileproof/layout.hpp>

#include <algorithm>

namespace tileproof::quality {

using namespace properties;
using properties::length_list;  // lib has one, too

namespace {

using enum transform_kind;

class planted_evaluator final : public layout_evaluator {
  public:
    planted_evaluator(const layout_description& description, layout_bug bug)
        : m_right(description),
          m_layout(description),
          m_levels(lengths_of_levels(description).value()),
          m_bug(bug) {}

    layout_index lengths() const override { return m_right.lengths(); }
    long_index_t element_space_size() const override {
        if (has(layout_bug::space_in_32_bits) && m_right.element_space_size() > 0) {
            const length_list strides = base_strides();
            std::uint32_t space = 1;
            for (std::size_t d = 0; d < strides.size(); ++d)
                space += static_cast<std::uint32_t>((m_layout.base.lengths[d] - 1) * strides[d]);
            return m_layout.base.offset.value_or(0) + static_cast<std::int32_t>(space);
        }
        const long_index_t right = m_right.element_space_size();
        // In vast ones L4 sees that the offset past the end has an index.
        constexpr long_index_t vast = 1 << 20;
        return right - (has(layout_bug::space_one_short) && right > 0 && right < vast);
    }

    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        layout_index upper(index.begin(), index.end()), lower;
        for (std::size_t s = m_layout.stages.size(); s-- > 0;) {
            lower.assign(m_levels[s].size(), 0);
            const auto& items = m_layout.stages[s].items;
            for (const item_description& item : items)
                if (!has_element(item, s, upper)) return {};
            for (const item_description& item : items) step_down(item, s, upper, lower);
            upper.swap(lower);
        }
        return base_offset(upper);
    }

    bool has_injectivity() const override { return true; }
    injectivity_claim injectivity() const override {
        const base_description& base = m_layout.base;
        if (has(layout_bug::zero_stride_unnoticed) && base.kind == base_kind::naive)
            for (std::size_t d = 0; d < base.strides.size(); ++d)
                if (base.strides[d] == 0 && base.lengths[d] > 1)
                    return {injectivity_claim::kind::injective, "", {}, {}};
        injectivity_claim claim = dynamic_layouts().make(m_layout)->injectivity();
        if (has(layout_bug::wrong_dim_repeats) && claim.what == injectivity_claim::kind::repeats &&
            claim.first.size() > 1)
            std::rotate(claim.second.begin(), claim.second.begin() + 1, claim.second.end());
        return claim;
    }
    bool has_inverse() const override { return true; }
    std::optional<layout_index> inverse(long_index_t offset) const override {
        if (has(layout_bug::inverse_without_offset)) offset += m_layout.base.offset.value_or(0);
        if (has(layout_bug::rows_bottom_up)) offset = bottom_up(offset);
        return m_right.inverse(offset);
    }

  private:
    bool has(layout_bug bug) const { return m_bug == bug; }

    // Rows of a packed base from the last to the first, and back: the same offsets, in another order.
    long_index_t bottom_up(long_index_t offset) const {
        const base_description& base = m_layout.base;
        if (base.kind != base_kind::packed || base.lengths.empty()) return offset;
        const long_index_t row = packed_strides(base.lengths)[0], rows = base.lengths[0],
                           at = offset - base.offset.value_or(0);
        if (row == 0 || at < 0 || at >= rows * row) return offset;
        return offset - at + (rows - 1 - at / row) * row + at % row;
    }

    // Whether the upper index of a pad lies on an element.
    bool has_element(const item_description& item, std::size_t stage,
                     const layout_index& upper) const {
        if (item.kind != pad && item.kind != left_pad && item.kind != right_pad) return true;
        const long_index_t u = upper[static_cast<std::size_t>(item.upper[0])];
        const long_index_t length = m_levels[stage][static_cast<std::size_t>(item.lower[0])];
        const long_index_t left = item.kind == right_pad ? 0 : item.arguments[0];
        if (item.kind == left_pad && has(layout_bug::left_pad_unchecked)) return true;
        const long_index_t end =
            left + length + (item.kind == pad && has(layout_bug::pad_off_by_one));
        return u >= left && u < end;
    }

    void step_down(const item_description& item, std::size_t stage, const layout_index& upper,
                   layout_index& lower) const {
        const auto u = [&](std::size_t i) {
            return upper[static_cast<std::size_t>(item.upper[i])];
        };
        const auto l = [&](std::size_t i) -> long_index_t& {
            return lower[static_cast<std::size_t>(item.lower[i])];
        };
        // A pad that is off by one can lead into an empty dim; divide by 1 then.
        const auto length = [&](std::size_t i) {
            return std::max<long_index_t>(m_levels[stage][static_cast<std::size_t>(item.lower[i])],
                                          1);
        };
        const length_list& n = item.arguments;
        switch (item.kind) {
            case pass:
            case right_pad:
                l(0) = u(0);
                return;
            case pad:
            case left_pad:
                l(0) = std::max<long_index_t>(u(0) - n[0], 0);
                return;
            case slice:
                l(0) = u(0) + (has(layout_bug::slice_begin_ignored) ? 0 : n[0]);
                return;
            case offset_kind:
                l(0) = u(0) + (has(layout_bug::offset_ignored) ? 0 : n[0]);
                return;
            case modulo:
                l(0) = has(layout_bug::modulo_ignored) ? u(0) : u(0) % n[0];
                return;
            case freeze:
                l(0) = has(layout_bug::freeze_takes_first) ? 0 : n[0];
                return;
            case gather: {
                const long_index_t shift = has(layout_bug::gather_shifted) ? 1 : 0;
                const long_index_t entry =
                    std::clamp<long_index_t>(u(0) - shift, 0, std::ssize(n) - 1);
                l(0) = n[static_cast<std::size_t>(entry)];
                return;
            }
            case insert:
            case replicate:
                return;
            case embed:
            case unmerge: {
                length_list strides = item.kind == embed ? item.strides : packed_strides(n);
                if (item.kind == embed && has(layout_bug::embed_swapped))
                    std::reverse(strides.begin(), strides.end());
                if (item.kind == unmerge && has(layout_bug::unmerge_wrong_order)) {
                    strides.assign(n.size(), 1);
                    for (std::size_t i = 1; i < n.size(); ++i)
                        strides[i] = strides[i - 1] * n[i - 1];
                }
                l(0) = 0;
                for (std::size_t i = 0; i < n.size(); ++i) l(0) += u(i) * strides[i];
                return;
            }
            case merge:
            case merge_divmod: {
                const std::size_t count = item.lower.size();
                long_index_t rest = u(0);
                for (std::size_t i = count; i-- > 1;) {
                    const long_index_t divisor =
                        has(layout_bug::merge_swapped) ? length(count - 1 - i) : length(i);
                    l(i) = rest % divisor;
                    rest /= divisor;
                }
                l(0) = rest;
                return;
            }
            case xor_:
                if (has(layout_bug::xor_swapped)) {
                    l(0) = u(0) ^ (u(1) % length(0));
                    l(1) = u(1);
                } else {
                    l(0) = u(0);
                    l(1) = u(1) ^ (u(0) % length(1));
                }
                return;
            default:  // without a bug of its own: by the library's formula
                return with_kind(item.kind, [&](auto kind) {
                    using book = transforms::transform_book<kind.value>;
                    length_list values;
                    for (std::size_t i = 0; i < item.lower.size(); ++i) values.push_back(length(i));
                    if (!transforms::keeps_lower_lengths<kind.value>) values.clear();
                    values.insert(values.end(), n.begin(), n.end());
                    array<long_index_t, maximum_rank> upper_index, lower_index;
                    for (std::size_t i = 0; i < item.upper.size(); ++i)
                        upper_index[static_cast<int>(i)] = u(i);
                    book::of({values.data(), static_cast<int>(values.size()),
                              static_cast<int>(item.lower.size()),
                              static_cast<int>(item.upper.size()), nullptr})
                        .lower(upper_index, lower_index);
                    for (std::size_t i = 0; i < item.lower.size(); ++i)
                        l(i) = lower_index[static_cast<int>(i)];
                });
        }
    }

    length_list base_strides() const {
        const base_description& base = m_layout.base;
        if (base.kind == base_kind::naive) return base.strides;
        length_list rows = base.lengths;
        if (base.kind == base_kind::aligned && !has(layout_bug::aligned_not_rounded))
            rows.back() += (base.alignment - rows.back() % base.alignment) % base.alignment;
        return packed_strides(rows);
    }

    long_index_t base_offset(const layout_index& index) const {
        const length_list strides = base_strides();
        long_index_t offset = m_layout.base.offset.value_or(0);
        for (std::size_t d = 0; d < index.size(); ++d) offset += index[d] * strides[d];
        return has(layout_bug::rows_bottom_up) ? bottom_up(offset) : offset;
    }

    static constexpr transform_kind offset_kind = transform_kind::offset;

    layout m_right;
    layout_description m_layout;
    std::vector<length_list> m_levels;
    layout_bug m_bug;
};

}  // namespace

std::unique_ptr<layout_evaluator> planted_layout_subject::make(
    const layout_description& layout) const {
    return std::make_unique<planted_evaluator>(layout, m_bug);
}

}  // namespace tileproof::quality
