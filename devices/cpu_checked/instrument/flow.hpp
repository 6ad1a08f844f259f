// SPDX-License-Identifier: MIT
// The basic blocks of a function in LLVM IR and its loops.
//
//   entry -> 5 (header) -> 9 (body) -> 5, 5 -> 14      one loop: header 5, blocks {5, 9}
//
// Loops that can be entered at two places (goto) are left out.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tileproof::cpu_checked {

struct flow_block {
    std::size_t first = 0, terminator = 0;  // lines
    std::vector<std::size_t> next, before;  // blocks
};

struct flow_loop {
    std::size_t header = 0;
    std::vector<bool> blocks;  // by number: is it inside?
};

class flow {
  public:
    // The lines of a body: behind "define ... {", in front of "}".
    explicit flow(const std::vector<std::string_view>& body);
    const std::vector<flow_block>& blocks() const { return blocks_; }
    std::size_t block_of(std::size_t line) const;
    std::vector<flow_loop> loops() const;

  private:
    std::vector<std::vector<bool>> dominators() const;
    std::vector<flow_block> blocks_;
};

}  // namespace tileproof::cpu_checked
