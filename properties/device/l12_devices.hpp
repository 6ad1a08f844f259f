// SPDX-License-Identifier: MIT
// L12: the dynamic form evaluated inside a kernel gives the same results as on the host.
//
//   check_devices(device, layouts)      held, or a failure: "In packed [2,3], index (1,2) has offset 6 on cuda,
//                                       but offset 5 on the host."
//
// A whole batch goes to the device at once, as consecutive images of plain data, each at its own address; one thread
// evaluates one index. Small layouts are evaluated completely, large ones at their first and last indices and at some
// in between. Then everything is repeated by moving coordinates.
#pragma once

#include "kernels/layout/evaluation.hpp"
#include "properties/failure.hpp"

#include <tileproof/layout_description.hpp>
#include <tileproof/tile/tile_encoding.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tileproof::properties {

// The input of a device: see kernels/layout/evaluation.hpp.
struct evaluation_batch {
    std::vector<std::uint64_t> images;
    std::vector<kernels::evaluation_job> jobs;
    long_index_t results = 0;
};

// The object under test: something that evaluates batches.
class batch_evaluator {
  public:
    virtual ~batch_evaluator() = default;
    virtual std::string_view name() const = 0;  // "cuda"
    // Returns batch.results numbers. Exceptions pass through the checker.
    virtual std::vector<long_index_t> run(kernels::evaluation what,
                                          const evaluation_batch& batch) const = 0;
};

// At most this many indices of a layout or tile are looked at (at least 16).
inline constexpr long_index_t most_evaluated = 4096;

// Every offset, by making coordinates and by moving them (if the layout has at most kernels::most_moved_hidden hidden
// dims). Throws layout_error for a description that is not a layout.
law_result check_devices(const batch_evaluator& device, std::span<const layout_description> layouts,
                         long_index_t most = most_evaluated);

// (P, Y) -> X and back. Throws layout_error for a malformed encoding.
law_result check_tile_devices(const batch_evaluator& device, std::span<const tile_encoding> tiles,
                              long_index_t most = most_evaluated);

}  // namespace tileproof::properties
