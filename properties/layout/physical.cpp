// SPDX-License-Identifier: MIT
#include "properties/layout/physical.hpp"

namespace tileproof::properties {
namespace {

reference::step physical(const item_description& item) {
    return {name_of(item.kind), item.arguments, item.strides, item.lower, item.upper};
}

reference::arrangement physical(base_kind kind) {
    switch (kind) {
        case base_kind::packed:
            return reference::arrangement::packed;
        case base_kind::naive:
            return reference::arrangement::strided;
        case base_kind::aligned:
            return reference::arrangement::aligned;
    }
    return reference::arrangement::packed;
}

}  // namespace

reference::physical_layout physical(const layout_description& layout) {
    reference::physical_layout result;
    result.memory = {physical(layout.base.kind), layout.base.lengths, layout.base.strides,
                     layout.base.offset.value_or(0), layout.base.alignment};
    result.stages.reserve(layout.stages.size());
    for (const stage_description& stage : layout.stages) {
        auto& steps = result.stages.emplace_back();
        steps.reserve(stage.items.size());
        for (const item_description& item : stage.items) steps.push_back(physical(item));
    }
    return result;
}

}  // namespace tileproof::properties
