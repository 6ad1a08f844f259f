#include "properties/layout/physical.hpp"

namespace tileproof::properties {
namespace {

using reference::operation;

reference::step physical(const item_description& item) {
    reference::step step{operation::pass, item.arguments, item.strides, item.lower, item.upper};
    switch (item.kind) {
        case transform_kind::pass:
            break;
        case transform_kind::pad:
            step.what = operation::surround;
            break;
        case transform_kind::left_pad:
            step.what = operation::surround;
            step.numbers = {item.arguments[0], 0};
            break;
        case transform_kind::right_pad:
            step.what = operation::surround;
            step.numbers = {0, item.arguments[0]};
            break;
        case transform_kind::embed:
            step.what = operation::spread;
            break;
        case transform_kind::merge:
        case transform_kind::merge_divmod:
            step.what = operation::join;
            break;
        case transform_kind::unmerge:
            step.what = operation::split;
            break;
        case transform_kind::freeze:
            step.what = operation::select;
            break;
        case transform_kind::insert:
        case transform_kind::replicate:
            step.what = operation::copies;
            break;
        case transform_kind::slice:
            step.what = operation::block;
            break;
        case transform_kind::modulo:
            step.what = operation::wrap;
            break;
        case transform_kind::xor_:
            step.what = operation::swizzle;
            break;
        case transform_kind::offset:
            step.what = operation::drop_front;
            break;
        case transform_kind::gather:
            step.what = operation::pick;
            break;
    }
    return step;
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
