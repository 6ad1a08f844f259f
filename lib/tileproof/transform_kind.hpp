// SPDX-License-Identifier: MIT
// The table of all kinds of transform. Each row has the kind, its word in layout text, errors and printed
// descriptors, and how many lower dims, upper dims and arguments it takes.
//
//   name_of(transform_kind::xor_) == "xor"      shape_of(transform_kind::slice) is {1, 1, 2}
//
// The formula of each kind is in its own file in transforms/.
#pragma once

#include <tileproof/config.hpp>

#include <string_view>

namespace tileproof {

inline constexpr int many = -1;                 // 1 or more
inline constexpr int listed = -2;               // 1 or more in brackets: gather([0,2,1])
inline constexpr int listed_with_strides = -3;  // and a second list: embed([3,4],[8,1])

// X(kind, word, lower dims, upper dims, arguments)
#define TILEPROOF_TRANSFORM_KINDS(X)                      \
    X(pass, "pass", 1, 1, 0)                              \
    X(pad, "pad", 1, 1, 2)                                \
    X(left_pad, "left_pad", 1, 1, 1)                      \
    X(right_pad, "right_pad", 1, 1, 1)                    \
    X(embed, "embed", 1, many, listed_with_strides)       \
    X(merge, "merge", many, 1, 0) /* by magic division */ \
    X(merge_divmod, "merge_divmod", many, 1, 0)           \
    X(unmerge, "unmerge", 1, many, many)                  \
    X(freeze, "freeze", 1, 0, 1)                          \
    X(insert, "insert", 0, 1, 1)                          \
    X(replicate, "replicate", 0, many, many)              \
    X(slice, "slice", 1, 1, 2)                            \
    X(modulo, "modulo", 1, 1, 2)                          \
    X(xor_, "xor", 2, 2, 0)                               \
    X(offset, "offset", 1, 1, 1)                          \
    X(gather, "gather", 1, 1, listed)                     \
    X(cyclic_shift, "cyclic_shift", 2, 2, 0)              \
    X(inverse_cyclic_shift, "inverse_cyclic_shift", 2, 2, 0)

enum class transform_kind : std::uint8_t {
#define TILEPROOF_X(kind, ...) kind,
    TILEPROOF_TRANSFORM_KINDS(TILEPROOF_X)
#undef TILEPROOF_X
};
#define TILEPROOF_X(...) +1
inline constexpr int transform_kind_count = TILEPROOF_TRANSFORM_KINDS(TILEPROOF_X);
#undef TILEPROOF_X

// The word for a transform in layout text: "unmerge", "xor".
constexpr std::string_view name_of(transform_kind kind) {
    constexpr std::string_view names[transform_kind_count] = {
#define TILEPROOF_X(kind, word, ...) word,
        TILEPROOF_TRANSFORM_KINDS(TILEPROOF_X)
#undef TILEPROOF_X
    };
    const auto i = static_cast<int>(kind);
    return i < transform_kind_count ? names[i] : std::string_view("(unknown transform)");
}

// Each number is a count or `many`. `many` upper dims are as many as there are arguments: the arguments are their
// lengths.
struct transform_shape {
    int lower = 0, upper = 0, arguments = 0;
    bool listed = false;   // the arguments are written as a list
    bool strided = false;  // and each has a stride
};

constexpr TILEPROOF_HOST_DEVICE transform_shape shape_of(transform_kind kind) {
    switch (kind) {
#define TILEPROOF_X(kind, word, lower, upper, arguments)                 \
    case transform_kind::kind:                                           \
        return {lower, upper, arguments < many ? many : arguments,       \
                arguments == listed || arguments == listed_with_strides, \
                arguments == listed_with_strides};
        TILEPROOF_TRANSFORM_KINDS(TILEPROOF_X)
#undef TILEPROOF_X
    }
    return {};
}

}  // namespace tileproof
