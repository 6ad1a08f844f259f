// SPDX-License-Identifier: MIT
// Do two failures have one cause? What bugs_of() asks of each pair.
//
//   race lines 14, 18 on `part`     race lines 15, 18 on `other`    yes: a barrier after line 15 mends both
//   race line 18 on the output      line 18 writes beyond it        yes: the same access
//   race lines 14, 18 on `part`     line 14 reads beyond the input  no: another memory
#pragma once

#include "fuzz/finding/finding.hpp"

#include <vector>

namespace tileproof::properties {

// Of two failures that name lines. `a_beside`, `b_beside`: what else their cases show.
bool same_cause(const failure& a, const std::vector<failure>& a_beside, const failure& b,
                const std::vector<failure>& b_beside);

// How well a failure that names a line explains one of the same case that names none: 0 not at
// all, 3 very well. `stores_known`: the device that shows the symptom knows which elements no store has reached.
int explains(const failure& located, const failure& symptom, bool stores_known);

// A value at a wrong place, and a stray access to device memory: both may come from one wrong index. So may a write
// between the rows of an output, and a read between the rows of an input: the index knows no strides.
bool one_wrong_index(const failure& located, const failure& symptom);

// An access that is not aligned, and the end of the process by it on a device that does not watch accesses.
bool misaligned_both(const failure& located, const failure& symptom);

// A wave operation that misses lanes, and elements that nobody writes: threads left too early.
bool threads_left(const failure& located, const failure& symptom);

// Layouts and tiles: do the smallest cases have transforms in common?
bool same_stages(const finding& a, const finding& b);

// Is it about what a kernel takes, not about what it computes?
bool is_refusal_of_kernel(const failure&);
// May one law fail where the other holds because of another bug? Most laws are judged only where others held.
bool may_be_apart(law_id);
// 0: the strongest evidence among failures that name no line.
int weakness(const failure&);

}  // namespace tileproof::properties
