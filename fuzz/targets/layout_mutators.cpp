// SPDX-License-Identifier: MIT
// libFuzzer's hooks for targets whose inputs are layouts.
#include "fuzz/mutate/layout/layout_edit.hpp"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    return tileproof::fuzz::mutate_layout({data, most}, size, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second,
                                                 std::size_t second_size, std::uint8_t* out,
                                                 std::size_t most, unsigned seed) {
    return tileproof::fuzz::cross_layouts({first, first_size}, {second, second_size}, {out, most},
                                          seed);
}
