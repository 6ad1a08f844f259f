// SPDX-License-Identifier: MIT
// The touched pages of a huge buffer; each page is filled when first touched.
//
//   sparse_pages p(1 << 34, fill);
//   p.touch(base, 8190, 4) == 2        // pages 1 and 2 are new: fill(4096, ..), fill(8192, ..)
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace tileproof::cpu_checked {

class sparse_pages {
  public:
    static constexpr std::uint64_t page = 4096;
    using source = std::function<void(std::uint64_t offset, std::span<std::byte>)>;

    sparse_pages(std::uint64_t bytes, source contents)
        : bytes_(bytes), contents_(std::move(contents)), bits_(bytes / page / 64 + 1) {}

    // Called before an access of the buffer at `base`; returns the number of pages that it touches first.
    std::uint64_t touch(std::uintptr_t base, std::uint64_t offset, std::uint64_t bytes) {
        std::uint64_t fresh = 0;
        for (std::uint64_t p = offset / page; p <= (offset + bytes - 1) / page; ++p) {
            std::uint64_t& word = bits_[p / 64];
            const std::uint64_t bit = std::uint64_t{1} << (p % 64);
            if (word & bit) continue;
            word |= bit;
            touched_.push_back(p);
            ++fresh;
            if (contents_)
                contents_(
                    p * page,
                    {reinterpret_cast<std::byte*>(base) + p * page,
                     static_cast<std::size_t>(std::min<std::uint64_t>(page, bytes_ - p * page))});
        }
        return fresh;
    }
    bool given() const { return contents_ != nullptr; }  // by the case, not by a kernel
    std::vector<std::uint64_t> in_order() const {
        std::vector<std::uint64_t> all = touched_;
        std::sort(all.begin(), all.end());
        return all;
    }

  private:
    const std::uint64_t bytes_;
    const source contents_;
    std::vector<std::uint64_t> bits_;     // by page
    std::vector<std::uint64_t> touched_;  // pages, in the order of first touch
};

}  // namespace tileproof::cpu_checked
