// SPDX-License-Identifier: MIT
// The smallest wrong case as two small matrices.
#include "fuzz/diagnosis/moved_elements.hpp"
#include "fuzz/diagnosis/wrong_map.hpp"

#include <fmt/format.h>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

constexpr std::int64_t most_cells = 1024;

std::string name_of(const moved_shape& s, std::int64_t element) {
    if (element == observed_call::unwritten) return "-";
    if (element == observed_call::foreign) return "?";
    return fmt::format("({})", fmt::join(s.elements[static_cast<std::size_t>(element)].index, ","));
}

}  // namespace

side_by_side picture_of(const kernel_contract& contract, const observed_call& call) {
    side_by_side picture;
    if (!is_wrong(call)) return picture;
    const moved_elements all = elements_of(contract, {call}, true);
    const moved_shape& shape = all.shapes[0];
    const auto cells = std::ssize(shape.elements);
    if (cells < 2 || cells > most_cells || call.extents.empty()) return picture;
    picture.columns = static_cast<std::size_t>(call.extents.back());
    for (std::int64_t e = 0; e < cells; ++e) {
        picture.must.push_back(name_of(shape, e));
        picture.is.push_back(name_of(shape, shape.elements[static_cast<std::size_t>(e)].there));
    }
    return picture;
}

}  // namespace tileproof::diagnosis
