// SPDX-License-Identifier: MIT
// The smallest wrong case as two small matrices.
#include "fuzz/diagnosis/moved_elements.hpp"
#include "fuzz/diagnosis/wrong_map.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

constexpr std::int64_t most_rows = 12, most_columns = 8;

std::string name_of(const moved_shape& s, std::int64_t element) {
    if (element == observed_call::unwritten) return "-";
    if (element == observed_call::foreign) return "?";
    return fmt::format("({})", fmt::join(s.elements[static_cast<std::size_t>(element)].index, ","));
}

}  // namespace

std::string picture_of(const kernel_contract& contract, const observed_call& call) {
    if (!is_wrong(call)) return {};
    const moved_elements all = elements_of(contract, {call});
    const moved_shape& shape = all.shapes[0];
    const std::int64_t columns = call.extents.empty() ? 1 : call.extents.back();
    const auto rows = std::ssize(shape.elements) / std::max<std::int64_t>(columns, 1);
    if (rows > most_rows || columns > most_columns || rows * columns < 2) return {};
    std::size_t width = 1;
    for (std::int64_t e = 0; e < rows * columns; ++e)
        width = std::max(width, name_of(shape, e).size());
    const auto line_width = static_cast<std::size_t>(columns) * (width + 2);
    std::string text = fmt::format("{:<{}}   {}\n", "must be", line_width, "is");
    for (std::int64_t r = 0; r < rows; ++r) {
        std::string must, is;
        for (std::int64_t e = r * columns; e < (r + 1) * columns; ++e) {
            const std::int64_t there = shape.elements[static_cast<std::size_t>(e)].there;
            must += fmt::format(" {:<{}} ", name_of(shape, e), width);
            is += fmt::format("{}{:<{}} ", there == e ? ' ' : '*', name_of(shape, there), width);
        }
        is.erase(is.find_last_not_of(' ') + 1);
        text += fmt::format("{:<{}}   {}\n", must, line_width, is);
    }
    return text;
}

}  // namespace tileproof::diagnosis
