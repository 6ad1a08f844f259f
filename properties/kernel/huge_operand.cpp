// SPDX-License-Identifier: MIT
#include "properties/kernel/huge_case.hpp"

#include <algorithm>
#include <numeric>

#include "properties/kernel/case_call.hpp"
#include "properties/kernel/poison.hpp"

namespace tileproof::properties {
namespace {

using chosen_indices = std::vector<std::vector<long_index_t>>;  // by dim; empty: all

// The dim that is this extent, if its indices are independent; nullopt: the whole extent is used.
std::optional<std::size_t> dim_of(const kernel_contract& contract, std::size_t o,
                                  std::size_t extent) {
    for (std::size_t d = 0; d < contract.dims.size(); ++d)
        if (contract.dims[d].apart && contract.dims[d].name == contract.operands[o].extents[extent])
            return d;
    return std::nullopt;
}

// The values of an input at the chosen indices, as a packed array.
bytes gathered(const kernel_contract& contract, const huge_operand& from,
               const chosen_indices& chosen) {
    const std::size_t n = from.extents().size();
    std::vector<std::vector<long_index_t>> lists(n);
    std::size_t count = 1;
    for (std::size_t e = 0; e < n; ++e) {
        if (const auto d = dim_of(contract, from.number(), e)) {
            lists[e] = chosen[*d];
        } else {
            lists[e].resize(static_cast<std::size_t>(from.extents()[e]));
            std::iota(lists[e].begin(), lists[e].end(), long_index_t{0});
        }
        count *= lists[e].size();
    }
    bytes all(count * from.width());
    std::vector<std::size_t> at(n);
    huge_operand::index index(n);
    for (std::size_t k = 0; k < count;) {
        for (std::size_t e = 0; e < n; ++e) index[e] = lists[e][at[e]];
        // Neighbours in the last extent are read together.
        std::size_t run = 1;
        if (n > 0) {
            const auto& last = lists[n - 1];
            while (at[n - 1] + run < last.size() &&
                   last[at[n - 1] + run] == index[n - 1] + static_cast<long_index_t>(run))
                ++run;
        }
        from.elements(from.position_of(index),
                      std::span(all).subspan(k * from.width(), run * from.width()));
        k += run;
        if (n > 0) at[n - 1] += run;
        for (std::size_t e = n; e-- > 1 && at[e] == lists[e].size();) {
            at[e] = 0;
            ++at[e - 1];
        }
    }
    return all;
}

chosen_indices indices_of(const kernel_contract& contract, std::size_t o,
                          std::span<const huge_operand::index> asked) {
    chosen_indices chosen(contract.dims.size());
    for (std::size_t e = 0; e < contract.operands[o].extents.size(); ++e)
        if (const auto d = dim_of(contract, o, e))
            for (const huge_operand::index& i : asked) chosen[*d].push_back(i[e]);
    for (std::size_t d = 0; d < chosen.size(); ++d) {
        std::ranges::sort(chosen[d]);
        chosen[d].erase(std::unique(chosen[d].begin(), chosen[d].end()), chosen[d].end());
        // The output does not have this index, so any value will do.
        if (contract.dims[d].apart && chosen[d].empty()) chosen[d] = {0};
    }
    return chosen;
}

}  // namespace

huge_operand::huge_operand(const kernel_contract& contract, const kernel_case& c,
                           std::size_t operand)
    : contract_(contract),
      case_(c),
      operand_(operand),
      extents_(extents_of(contract, c, operand)),
      strides_(strides_of(contract, c, operand)),
      order_(
          contract.operands[operand].orders[static_cast<std::size_t>(c.operands[operand].order)]),
      lead_(c.operands[operand].offset),
      reach_(reach_of(contract, c, operand)) {
    long_index_t tight = 1;
    for (std::size_t i = extents_.size(); i-- > 0; tight *= extents_[i])
        packed_ = packed_ && (extents_[i] == 1 || strides_[i] == tight);
}

std::optional<huge_operand::index> huge_operand::index_at(long_index_t location) const {
    long_index_t rest = location - lead_;
    if (rest < 0 || location >= reach_) return std::nullopt;
    index i(extents_.size());
    for (const int level : order_) {
        const auto e = static_cast<std::size_t>(level);
        if (extents_[e] <= 1 || strides_[e] == 0) continue;
        i[e] = rest / strides_[e];
        if (i[e] >= extents_[e]) return std::nullopt;
        rest -= i[e] * strides_[e];
    }
    if (rest != 0) return std::nullopt;
    return i;
}

long_index_t huge_operand::location_of(const index& i) const {
    long_index_t at = lead_;
    for (std::size_t e = 0; e < i.size(); ++e) at += i[e] * strides_[e];
    return at;
}

long_index_t huge_operand::position_of(const index& i) const {
    long_index_t at = 0;
    for (std::size_t e = 0; e < i.size(); ++e) at = at * extents_[e] + i[e];
    return at;
}

void huge_operand::elements(long_index_t position, std::span<std::byte> to) const {
    scratch_.resize(to.size());
    contract_.data.fill({contract_, case_, operand_, extents_, position}, scratch_);
    std::copy(scratch_.begin(), scratch_.end(), to.begin());
}

void huge_operand::fill(std::uint64_t offset, std::span<std::byte> to) const {
    paint_poison(poison::first, static_cast<std::size_t>(offset), type().bytes, to);
    if (use_of(contract_, case_, operand_) == operand_use::unread) return;
    const auto first = static_cast<long_index_t>(offset / width());
    const auto count = static_cast<long_index_t>(to.size() / width());
    for (long_index_t done = 0; done < count;) {
        const std::optional<index> i = index_at(first + done);
        long_index_t run = 1;
        if (i && packed_) run = count - done;
        // Up to the end of the row, if neighbours in it are neighbours in memory.
        if (i && !packed_ && !i->empty() && strides_.back() == 1)
            run = std::min(count - done, extents_.back() - i->back());
        if (i)
            elements(position_of(*i), to.subspan(static_cast<std::size_t>(done) * width(),
                                                 static_cast<std::size_t>(run) * width()));
        done += run;
    }
}

huge_answer right_answer(const kernel_contract& contract, const kernel_case& c,
                         const std::vector<huge_operand>& operands, std::size_t o,
                         std::span<const huge_operand::index> asked) {
    const chosen_indices chosen = indices_of(contract, o, asked);
    kernel_case small = c;
    small.huge = false;
    for (std::size_t d = 0; d < small.dims.size(); ++d)
        if (contract.dims[d].apart) small.dims[d] = std::ssize(chosen[d]);
    for (operand_layout& l : small.operands) l.offset = 0;
    pack(contract, small);
    packed_call p = empty_call(contract, small);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const operand_use use = use_of(contract, c, i);
        if (use == operand_use::read) p.inputs[i] = gathered(contract, operands[i], chosen);
        if (use == operand_use::written)
            p.outputs[i].resize(static_cast<std::size_t>(packed_elements(p.extents[i])) *
                                operands[i].width());
    }
    contract.reference(p);
    huge_answer answer;
    answer.right.name = operands[o].name();
    answer.right.type = &operands[o].type();
    answer.right.element_bytes = answer.right.type->bytes;
    answer.right.contents = std::move(p.outputs[o]);
    answer.right.values = std::move(p.values[o]);
    answer.right.bounds = std::move(p.bounds[o]);
    for (const huge_operand::index& i : asked) {
        std::size_t at = 0;
        for (std::size_t e = 0; e < i.size(); ++e) {
            const auto d = dim_of(contract, o, e);
            const std::size_t k =
                d ? static_cast<std::size_t>(
                        std::lower_bound(chosen[*d].begin(), chosen[*d].end(), i[e]) -
                        chosen[*d].begin())
                  : static_cast<std::size_t>(i[e]);
            at = at * static_cast<std::size_t>(p.extents[o][e]) + k;
        }
        answer.where.push_back(at);
    }
    return answer;
}

}  // namespace tileproof::properties
