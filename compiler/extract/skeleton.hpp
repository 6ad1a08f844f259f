// SPDX-License-Identifier: MIT
// Writes a recorded launch as a kernel test that runs unchanged: operands with their types and with lengths as
// expressions of the launch's numbers, the grid likewise, and no reference yet.
//
//   scale<<<4, 256>>>(y, x, 2.5f, n) with n = 1000, y and x of 4000 bytes each
//     tileproof::custom("scale", {"n"}).output<float>("y", {"n"}).input<float>("x", {"n"}) ...
//         scale<<<dim3((n + 255) / 256, 1, 1), dim3(256, 1, 1)>>>(p.out<float>("y"), p.in<float>("x"), 2.5f, ...
//
// If several numbers of the launch were equal, the expression for a length is a guess; such lines say so.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/extract/launch_record.hpp"

namespace tileproof::compiler {

// `include` is the name by which the file includes the kernel's source.
std::string skeleton(const launch_record&, const std::string& include);

// Which numbers of a launch are lengths, and how counts can be expressed with them.
//
//   lengths l({{"rows", 64}, {"columns", 48}});
//   l.extents(3072)          // {"rows", "columns"}, and both are dims from now on
//   l.blocks(3, 16, ..)      // "(columns + 15) / 16"
//   l.blocks(7, 16, ..)      // "": nothing known fits

struct length {
    std::string name;
    std::int64_t value = 0;
    bool used = false;
};

class lengths {
  public:
    explicit lengths(std::vector<length> candidates) : all_(std::move(candidates)) {}

    // As dims, products of up to three, a dim plus or times a small constant, or else the number itself.
    std::vector<std::string> extents(std::int64_t count);
    // For counts of a launch without numbers, the smallest first: a new dim, or an existing one plus a small
    // constant.
    std::vector<std::string> invent(std::int64_t count);
    // This many blocks of this many threads, as an expression of a dim or of a product; those named first are tried
    // first. Empty: nothing fits. `other`: another dim that fits.
    std::string blocks(unsigned grid, unsigned block, const std::vector<std::string>& first,
                       std::string* other = nullptr);
    // Dims of the same value, among which the choice was a guess.
    std::string doubt() const;
    std::vector<length> used() const;
    bool is_used(const std::string& name) const;

  private:
    std::string sum_with(std::int64_t count, std::int64_t most);
    std::int64_t product(const std::vector<std::size_t>& of) const;
    // Products of up to three lengths, those of different ones first, each as indices into all_.
    std::vector<std::vector<std::size_t>> products() const;
    std::vector<std::string> use(const std::vector<std::size_t>& of);
    std::vector<length> all_;
};

}  // namespace tileproof::compiler
