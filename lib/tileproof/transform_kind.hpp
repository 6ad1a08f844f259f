// The kinds of transform, and the words by which layout text, errors and printed descriptors know
// them.
//
//   name_of(transform_kind::merge_divmod) == "merge_divmod"
#pragma once

#include <tileproof/config.hpp>

namespace tileproof {

enum class transform_kind {
    pass,
    pad,
    left_pad,
    right_pad,
    embed,
    merge,  // by magic division; `merge` and `merge_magic` in text
    merge_divmod,
    unmerge,
    freeze,
    insert,
    replicate,
    slice,
    modulo,
    xor_,  // `xor` in text
    offset,
    gather,
};

inline constexpr int transform_kind_count = 16;

constexpr TILEPROOF_HOST_DEVICE const char* name_of(transform_kind kind) {
    switch (kind) {
        case transform_kind::pass:
            return "pass";
        case transform_kind::pad:
            return "pad";
        case transform_kind::left_pad:
            return "left_pad";
        case transform_kind::right_pad:
            return "right_pad";
        case transform_kind::embed:
            return "embed";
        case transform_kind::merge:
            return "merge";
        case transform_kind::merge_divmod:
            return "merge_divmod";
        case transform_kind::unmerge:
            return "unmerge";
        case transform_kind::freeze:
            return "freeze";
        case transform_kind::insert:
            return "insert";
        case transform_kind::replicate:
            return "replicate";
        case transform_kind::slice:
            return "slice";
        case transform_kind::modulo:
            return "modulo";
        case transform_kind::xor_:
            return "xor";
        case transform_kind::offset:
            return "offset";
        case transform_kind::gather:
            return "gather";
    }
    return "";
}

}  // namespace tileproof
