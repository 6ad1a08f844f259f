// SPDX-License-Identifier: MIT
// Findings grouped to bugs by their cause: one bug has many findings, by many laws and on many devices.
//
//   K6 cpu-checked  race on `part`, lines 14 and 18     \
//   K5 cpu          other bits; beside: that race        } bug 1, led by the race
//   K1 cpu          wrong value; beside: that race      /
//   K3 cpu-checked  line 18 writes beyond the output    \ bug 2, led by line 18
//   K2 cpu          unwritten; beside: that write       /
//
// What is one bug:
//   the same access: the same line, the same memory, and reading or writing in both
//   races on shared memory that one barrier mends: their lines overlap
//   a failure without a line, when every known case of it also shows one with a line (finding::beside)
//   a value at a wrong place, and a stray access to device memory by the same kernel: one wrong index does both
//   two writes to one element of an output, and another one of it that nobody writes: one wrong index does both
//   misaligned accesses of one size by the same kernel, and the crash of its process
//   a write and a read between rows by the same kernel: one index that knows no strides does both
//   a race on a flag that is announced without a release, and one on what is stored before the flag and read after it
//   wave operations that miss lanes in one case, and elements that the same kernel leaves unwritten: threads that left
//   reads and writes outside of several operands by one thread in one case, at the same element of each: one wrong index
//   a read of an output where nothing was written, and elements of it that are never written: one that is not set before
//   what else names no line, by its kernel, unless one law fails in a case where the other holds, and the other way
//   of layouts: the same transforms in the smallest case
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "devices/asked_values.hpp"
#include "devices/tried_barriers.hpp"
#include "fuzz/finding/finding.hpp"

namespace tileproof::fuzz {

// The output of a small case as two matrices: which element must lie in each place, and which one does.
//
//   2 x 1 output of a transpose that writes its second element too far:
//   columns 1, must {"(0,0)", "(0,1)"}, is {"(0,0)", "-"}       "-" not written, "?" no element's value

struct side_by_side {
    std::size_t columns = 0;
    std::vector<std::string> must, is;  // row by row
    std::size_t rows() const { return columns ? must.size() / columns : 0; }
};

// Cases of a bug as points over two lengths, for a picture of its condition.
//
//   x "rows", y "columns", points {1, 2, fails}, {2, 1, passes}, ...      y empty: there is one length only

struct case_point {
    double x = 0, y = 0;
    bool fails = false;
};

struct case_scatter {
    std::string x, y;
    std::vector<case_point> points;
};

// Where a barrier mends a race, as was tried.
enum class missing_barrier : unsigned char { none, between, before_next_round, both };
using line_pair = std::pair<unsigned, unsigned>;

// A line that may be the wrong one, and why: "with 0 in place of 1, all 24 cases are right".
struct likely_line {
    std::string file;
    unsigned line = 0, column = 0;
    std::string why;
};

struct bug {
    std::string heading;       // "Race on shared memory `part` between line 14 and line 18"
    properties::failure lead;  // the best evidence: the subject's own line, else a value
    std::size_t leading = 0;   // position of the finding whose case shows `lead`
    std::vector<std::size_t> findings;  // positions of all, ascending
    bool changes = false;  // no line is known, and further runs of a case give other results
    bool keeps = false;    // a variable of the device keeps what an earlier launch left
    // Of a race within a block: between which lines a barrier may be missing, and is.
    std::optional<line_pair> lines;
    std::optional<line_pair> round;  // the first and the last line of its races
    missing_barrier barrier = missing_barrier::none;
    std::vector<unsigned> barriers;  // the lines in front of which those stand
    devices::tried_meeting meeting;  // the smallest in front of these lines
    // How cases fail with them, by another bug, which the race hides; empty: none was seen.
    std::string hides;
    // What the variables held that the address of the lead's access was computed of, and of the other one's of a race.
    // Empty: none are known.
    std::vector<devices::asked_values::variable> values, other_values;
    // Of a wrong value, which names no line: who stored the first one that is wrong.
    std::optional<devices::asked_values::access> writer;
    // Of a wrong value: what may be wrong, the likeliest first.
    std::vector<likely_line> likely;
    std::string why_no_values;        // a sentence, where asking for them did not end in time
    std::string fails_when, instead;  // the condition, and what is done instead; empty: not known
    side_by_side smallest;  // what the smallest case must give and gives; empty: not known
    case_scatter cases;     // that the condition was learned from
};

// The bugs of findings: those that name a line, those that name none, and values stored several times; each in the order
// of their findings.
std::vector<bug> bugs_of(std::span<const finding* const> findings);

// "K1 K3 on cpu, K6 on cpu-checked": the laws that saw it, by device.
std::string seen_by(const bug& b, std::span<const finding* const> findings);

}  // namespace tileproof::fuzz
