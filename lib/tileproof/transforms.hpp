// SPDX-License-Identifier: MIT
// All transforms: the coordinate maps that layouts and descriptors are made of.
//
//   unmerge(4, 64): upper (1, 3) -> lower 67        merge(4, 64): upper 67 -> lower (1, 3)
//
// transforms/arithmetic.hpp lists what the struct of a transform offers, transforms/book.hpp what else is known of a
// kind; each kind's file has both, and its maker.
#pragma once

#include <tileproof/transforms/arithmetic.hpp>
#include <tileproof/transforms/book.hpp>
#include <tileproof/transforms/cyclic_shift.hpp>
#include <tileproof/transforms/embed.hpp>
#include <tileproof/transforms/freeze.hpp>
#include <tileproof/transforms/gather.hpp>
#include <tileproof/transforms/insert.hpp>
#include <tileproof/transforms/merge_divmod.hpp>
#include <tileproof/transforms/merge_magic.hpp>
#include <tileproof/transforms/modulo.hpp>
#include <tileproof/transforms/offset.hpp>
#include <tileproof/transforms/pad.hpp>
#include <tileproof/transforms/pass_through.hpp>
#include <tileproof/transforms/replicate.hpp>
#include <tileproof/transforms/slice.hpp>
#include <tileproof/transforms/unmerge.hpp>
#include <tileproof/transforms/xor_with.hpp>

namespace tileproof {

// Calls f with a kind known only at run time as a constant: std::integral_constant<transform_kind,
// transform_kind::pad>. A number that is not a kind counts as pass; layouts with such a number are refused when they
// are made. On the host `f` may be a host function.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
constexpr TILEPROOF_HOST_DEVICE auto with_kind(transform_kind kind, auto&& f) {
    switch (kind) {
#define TILEPROOF_X(kind, ...) \
    case transform_kind::kind: \
        return f(std::integral_constant<transform_kind, transform_kind::kind>{});
        TILEPROOF_TRANSFORM_KINDS(TILEPROOF_X)
#undef TILEPROOF_X
    }
    return f(std::integral_constant<transform_kind, transform_kind::pass>{});
}

}  // namespace tileproof
