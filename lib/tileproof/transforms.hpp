// All transforms: the coordinate maps that layouts and descriptors are made of.
//
//   unmerge(4, 64): upper (1, 3) -> lower 67        merge(4, 64): upper 67 -> lower (1, 3)
//
// transforms/arithmetic.hpp says what a transform offers; each file has its formula.
#pragma once

#include <tileproof/transforms/arithmetic.hpp>
#include <tileproof/transforms/embed.hpp>
#include <tileproof/transforms/freeze.hpp>
#include <tileproof/transforms/gather.hpp>
#include <tileproof/transforms/insert.hpp>
#include <tileproof/transforms/left_pad.hpp>
#include <tileproof/transforms/merge_divmod.hpp>
#include <tileproof/transforms/merge_magic.hpp>
#include <tileproof/transforms/modulo.hpp>
#include <tileproof/transforms/offset.hpp>
#include <tileproof/transforms/pad.hpp>
#include <tileproof/transforms/pass_through.hpp>
#include <tileproof/transforms/replicate.hpp>
#include <tileproof/transforms/right_pad.hpp>
#include <tileproof/transforms/slice.hpp>
#include <tileproof/transforms/unmerge.hpp>
#include <tileproof/transforms/xor_with.hpp>
