// SPDX-License-Identifier: MIT
#include "fuzz/mutate/layout/mutator.hpp"

#include "fuzz/mutate/layout/layout_edit.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"

#include <tileproof/layout_text.hpp>

#include <algorithm>
#include <string>

namespace tileproof::fuzz {
namespace {

std::size_t write(const layout_description& layout, std::span<std::uint8_t> out) {
    const std::string text = print_layout(layout);
    if (text.size() > out.size()) return 0;
    std::copy(text.begin(), text.end(), out.begin());
    remember(text, layout);
    return text.size();
}

}  // namespace

std::size_t mutate_layout(std::span<std::uint8_t> data, std::size_t size, std::uint64_t seed) {
    properties::draw from{seed};
    layout_description layout = layout_of(data.first(size));
    do {
        layout = edited(layout, from);
    } while (from.chance(35));  // mostly one edit or two
    if (const std::size_t written = write(layout, data)) return written;
    return write(layout_of(data.first(size)), data);
}

std::size_t cross_layouts(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                          std::span<std::uint8_t> out, std::uint64_t seed) {
    properties::draw from{seed};
    return write(crossed(layout_of(first), layout_of(second), from), out);
}

}  // namespace tileproof::fuzz
