// SPDX-License-Identifier: MIT
// What a failure of a case is evidence of, so that cases of one bug can be told from those of another.
//
//   a race on `part`, written at line 14   {"race, part, a.hip:14", seen}
//   K1 in the same case                    {"K1, wrong value, the output", beside_seen}: very likely what the race does
//   K1 in a case where nothing else fails  {"K1, wrong value, the output", alone}: no race explains that
//
// A device that sees each access names lines; what the other laws say is then mostly a consequence, but not when it
// happens without any such line. So both are looked for, stored, and made smaller without a step from one to the other.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "fuzz/finding/finding.hpp"
#include "properties/property.hpp"

namespace tileproof::fuzz {

enum class company : unsigned char {
    seen,                 // it names its line
    alone,                // no other law that could explain it fails in its case
    with_others,          // others fail, but no failure names a line
    with_another_output,  // likewise, of another output: it may have a bug of its own
    beside_seen,          // another failure of its case names a line
};

struct cause {
    std::string key;
    company beside{};
    // K3 or K4 of a failure without a line: damage beside the output and a fault are one stray access, seen or not seen
    // by where memory ends, so that a smaller case may show either.
    std::string stray_law{};
    friend bool operator==(const cause&, const cause&) = default;
};

// `others` are the other failures of the same case.
cause cause_of(const properties::failure& f, std::span<const properties::failure> others);
std::string text_of(const cause&);

// Says it nothing beyond what is known, as text_of() says that? Others beside it tell less than that there are none.
bool is_known(const cause& c, const auto& known) {
    const auto has = [&](const cause& one) {
        return std::ranges::find(known, text_of(one)) != known.end();
    };
    const bool more = c.beside == company::with_others || c.beside == company::with_another_output;
    return has(c) || (more && has({c.key, company::alone}));
}

// A smaller case keeps to the bug when this holds: a case that needed others to fail may do without, one that did
// without a named line must not get one, nor one that left the other outputs right a failure of theirs.
bool keeps_to(const cause& first, const cause& smaller);

// Is the same one among the failures of a case?
bool shows(const std::vector<properties::failure>& beside, const properties::failure&);

// Does it name a line, and may other failures of its case follow from it? Not from two writes of one value.
bool has_consequences(const properties::failure&);

// All failures of a case but this one.
std::vector<properties::failure> others_than(const properties::failure* f,
                                             const properties::case_result& result);

// Do two failures have one cause? What bugs_of() asks of each pair.
//
//   race lines 14, 18 on `part`     race lines 15, 18 on `other`    yes: a barrier after line 15 mends both
//   race line 18 on the output      line 18 writes beyond it        yes: the same access
//   race lines 14, 18 on `part`     line 14 reads beyond the input  no: another memory

// Of two failures that name lines. `a_beside`, `b_beside`: what else their cases show.
bool same_cause(const properties::failure& a, const std::vector<properties::failure>& a_beside,
                const properties::failure& b, const std::vector<properties::failure>& b_beside);

// How well a failure that names a line explains one of the same case that names none: 0 not at
// all, 3 very well. `stores_known`: the device that shows the symptom knows which elements no store has reached.
int explains(const properties::failure& located, const properties::failure& symptom,
             bool stores_known);

// A value at a wrong place, and a stray access to device memory: both may come from one wrong index. So may a write
// between the rows of an output, and a read between the rows of an input: the index knows no strides. So may two writes to
// one element of an output, and another element that nobody writes.
bool one_wrong_index(const properties::failure& located, const properties::failure& symptom);

// One statement of one thread reads shared memory that nobody has filled, and stores outside: it should not run there.
bool should_not_run(const properties::failure& store,
                    const std::vector<properties::failure>& store_beside,
                    const properties::failure& read,
                    const std::vector<properties::failure>& read_beside);

// An access that is not aligned, and the end of the process by it on a device that does not watch accesses.
bool misaligned_both(const properties::failure& located, const properties::failure& symptom);

// A wave operation that misses lanes, and elements that nobody writes: threads left too early.
bool threads_left(const properties::failure& located, const properties::failure& symptom);

// A loop that does not end, and a device that does not say which one.
bool both_hang(const properties::failure& located, const properties::failure& symptom);

// A read of an operand where nothing was written, and elements of it that nobody writes: it is not set before the kernel.
bool never_set(const properties::failure& located, const properties::failure& symptom);

// Layouts and tiles: do the smallest cases have transforms in common?
bool same_stages(const finding& a, const finding& b);

// Is it about what a kernel takes, not about what it computes?
bool is_refusal_of_kernel(const properties::failure&);

// A launch that no GPU takes: a grid of no blocks, blocks of too many threads.
bool is_refused_launch(const properties::failure&);
// May one law fail where the other holds because of another bug? Most laws are judged only where others held.
bool may_be_apart(properties::law_id);
// 0: the strongest evidence among failures that name no line.
int weakness(const properties::failure&);

}  // namespace tileproof::fuzz
