// SPDX-License-Identifier: MIT
#include "properties/kernel/huge_operand.hpp"

#include "properties/kernel/case_call.hpp"
#include "properties/kernel/poison.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::properties {

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

}  // namespace tileproof::properties
