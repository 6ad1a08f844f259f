// From an offset back to its index, operation by operation from the memory side to the user side.
//
//   naive [3,4] strides [8,1]: offset 10 -> 10 / 8 = 1, rest 2 -> index (1, 2);
//   offset 5 -> none, because its row has only elements 0 to 3
//
// Right where every transform maps distinct indices to distinct indices (injectivity.hpp proves
// it).
#pragma once

#include <tileproof/layout_view.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace tileproof::detail {

// The index u with sum u_i strides_i == target, if there is one: the dimension with the largest
// stride first, each within what the others can still make up. Where strides do not overlap there
// is one candidate a dimension; otherwise it searches.
class embed_solver {
  public:
    embed_solver(span_extents lengths, span_extents strides)
        : lengths_(lengths), strides_(strides) {
        std::iota(order_, order_ + lengths.rank(), 0);
        std::sort(order_, order_ + lengths.rank(),
                  [&](int a, int b) { return strides[a] > strides[b]; });
        rest_[lengths.rank()] = 0;
        for (int k = lengths.rank() - 1; k >= 0; --k)
            rest_[k] = rest_[k + 1] + (lengths[order_[k]] - 1) * strides[order_[k]];
    }

    // u[0..rank) on success. requires no zero length
    bool solve(long_index_t target, long_index_t* u) const { return solve_from(0, target, u); }

  private:
    bool solve_from(int k, long_index_t target, long_index_t* u) const {
        if (target < 0 || target > rest_[k]) return false;
        if (k == lengths_.rank()) return true;
        const int d = order_[k];
        const long_index_t stride = strides_[d];
        if (stride == 0) {
            u[d] = 0;
            return solve_from(k + 1, target, u);
        }
        const long_index_t most = std::min(lengths_[d] - 1, target / stride);
        for (long_index_t i = most; i >= 0 && target - i * stride <= rest_[k + 1]; --i) {
            u[d] = i;
            if (solve_from(k + 1, target - i * stride, u)) return true;
        }
        return false;
    }

    span_extents lengths_, strides_;
    int order_[maximum_rank];
    long_index_t rest_[maximum_rank + 1];  // the most that dimensions order_[k..] add
};

// Upper indices of an operation from its lower ones; false where no upper index has them. They may
// come out of range, which the caller refuses.
class operation_inverter {
  public:
    operation_inverter(layout_view view, const layout_operation& operation)
        : operation_(operation), values_(view.values(operation)) {}

    bool invert(const scattered& l, long_index_t* u) const {
        switch (operation_.kind) {
            case transform_kind::pass:
                u[0] = l[0];
                return true;
            case transform_kind::pad:
            case transform_kind::left_pad:
                u[0] = l[0] + values_[1];
                return true;
            case transform_kind::right_pad:
                u[0] = l[0];
                return true;
            case transform_kind::embed:
                return invert_embed(l[0], u);
            case transform_kind::merge:
            case transform_kind::merge_divmod:
                u[0] = 0;
                for (int i = 0; i < operation_.value_count; ++i) u[0] = u[0] * values_[i] + l[i];
                return true;
            case transform_kind::unmerge:
                return split(l[0], u);
            case transform_kind::freeze:
                return l[0] == values_[0];
            case transform_kind::insert:
            case transform_kind::replicate:
                std::fill_n(u, operation_.upper_count, long_index_t{0});
                return true;
            case transform_kind::slice:
                u[0] = l[0] - values_[0];
                return true;
            case transform_kind::modulo:
                u[0] = l[0];  // injective, so no longer than the modulus
                return true;
            case transform_kind::xor_:
                u[0] = l[0];
                u[1] = l[1] ^ (l[0] & (values_[1] - 1));
                return true;
            case transform_kind::offset:
                u[0] = l[0] - values_[1];
                return true;
            case transform_kind::gather: {
                const auto* end = values_ + operation_.value_count;
                const auto* entry = std::find(values_, end, l[0]);
                u[0] = entry - values_;
                return entry != end;
            }
        }
        return false;
    }

  private:
    bool invert_embed(long_index_t target, long_index_t* u) const {
        const int rank = operation_.upper_count;
        if (std::find(values_, values_ + rank, 0) != values_ + rank) return false;
        return embed_solver({values_, rank}, {values_ + rank, rank}).solve(target, u);
    }
    bool split(long_index_t rest, long_index_t* u) const {
        for (int i = operation_.value_count - 1; i >= 0; --i) {
            u[i] = rest % values_[i];
            rest /= values_[i];
        }
        return rest == 0;
    }

    const layout_operation& operation_;
    const long_index_t* values_;
};

// index[0..rank) of an offset; false where no valid index has it.
// requires that every operation is injective and view.size() > 0, 0 <= offset < element_space_size
inline bool invert_by_structure(layout_view view, long_index_t offset,
                                std::vector<long_index_t>& index) {
    long_index_t slots[layout_slot_count] = {offset};
    for (int i = 0; i < view.header().operation_count; ++i) {
        const layout_operation& operation = view.operations()[i];
        const scattered lower{slots, view.lower_slots(operation)};
        long_index_t* upper = slots + operation.upper_slot;
        if (!operation_inverter(view, operation).invert(lower, upper)) return false;
        for (int k = 0; k < operation.upper_count; ++k)
            if (upper[k] < 0 || upper[k] >= view.hidden_length(operation.upper_hidden + k))
                return false;
    }
    index.resize(static_cast<std::size_t>(view.rank()));
    for (int d = 0; d < view.rank(); ++d) index[d] = slots[view.visible_slots()[d]];
    return true;
}

}  // namespace tileproof::detail
