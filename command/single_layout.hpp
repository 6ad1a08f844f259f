// SPDX-License-Identifier: MIT
// `verify --layout`: the layout laws on one layout.
#pragma once

#include "properties/property.hpp"

#include <string>

namespace tileproof::properties {

struct single_layout {
    property_list properties;  // each has one case: the layout
    std::string
        remark;  // whether every index is checked, or how many are probed; which two share an offset
};

// Throws command_error when the text is no layout.
single_layout properties_of(const std::string& layout_text);

}  // namespace tileproof::properties
