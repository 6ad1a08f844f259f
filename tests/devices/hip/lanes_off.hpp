// SPDX-License-Identifier: MIT
// Which matrix instructions of a disassembly run while lanes of the wave are switched off.
//
// WMMA (gfx11, gfx12) reads the registers of all lanes of the wave, whatever the register EXEC says; a compiler that
// does not know this may move one into a branch. The listing of such a kernel:
//
//   v_cmp_gt_i32_e32 vcc_lo, s2, v0
//   s_and_saveexec_b32 s3, vcc_lo          EXEC has the lanes of the branch, s3 what it was
//   s_cbranch_execz 8
//   v_wmma_f32_16x16x16_f16 v[0:7], ...    wrong: lanes are off
//   s_or_b32 exec_lo, exec_lo, s3          EXEC is what it was
//
// Followed along every path through the code: EXEC is whole where a kernel begins, whole again where it is joined with
// a register that was saved while it was whole, and not whole after any other write.
#pragma once

#include <string>
#include <vector>

namespace tileproof::tests {

// The listing is llvm-objdump -d's. An answer names the instruction and its function: "kernel: v_wmma_...".
std::vector<std::string> wmma_with_lanes_off(const std::string& listing);

}  // namespace tileproof::tests
