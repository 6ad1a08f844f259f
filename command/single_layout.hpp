// SPDX-License-Identifier: MIT
// `verify --layout`: the layout laws on a single layout.
#pragma once

#include "properties/property.hpp"

#include <string>

namespace tileproof::command {

struct single_layout {
    properties::property_list properties;  // each has one case: the layout
    std::string remark;  // all or how many indices are checked; two indices that share an offset
};

// Throws command_error if the text is not a layout.
single_layout properties_of(const std::string& layout_text);

}  // namespace tileproof::command
