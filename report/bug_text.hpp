// SPDX-License-Identifier: MIT
// A bug as text: its heading, the lines of source that show it, and how to reproduce it.
//
//   1. Barrier missing between line 14 and line 18: race on shared memory `part`
//      examples/wrong_transpose.hip:18:57, in transpose
//         14 |     part[threadIdx.y][threadIdx.x] = in[y * columns + x];
//            |     ^ thread 1 of block 0 writes 4 bytes
//            | ... __syncthreads() is missing here
//         18 |     out[y * columns + x] = part[threadIdx.x][threadIdx.y];
//            |                            ^ thread (0,1) of block 0 reads 4 bytes
//      seen by  K1 K5 on cpu, K6 on cpu-checked
//      case     {"dims":[1,2,1], ...}
//      replay   tileproof replay .tileproof/findings/...
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/finding/bug.hpp"
#include "report/code_frame.hpp"

#include <string>
#include <vector>

namespace tileproof::report {

// Where the bug is, from its best evidence; a column or line of 0 is unknown.
struct bug_place {
    std::string file, function;
    unsigned line = 0, column = 0;
};
bug_place place_of(const fuzz::bug&);
// Where to look: that place, or where a wrong value was stored.
bug_place nearest_place(const fuzz::bug&);
std::string text_of(const bug_place&);          // "t.hip:18:57"; empty: no line is known
std::string text_of(const fuzz::likely_line&);  // "k.hip:8:15: with 0 in place of 1, .."

// The part that each line of the frame plays in it.
std::vector<frame_mark> marks_of(const fuzz::bug&);

// "__syncthreads() is missing here", printed after the first mark; empty if nothing is missing.
std::string missing_between(const fuzz::bug&);

std::string bug_text(const fuzz::bug& b, const std::vector<fuzz::bug_evidence>& evidence,
                     std::size_t number, const text_colours& colours,
                     const source_reader& read = read_source);

// A file of a kernel that lies outside the current folder is named from a folder above it: main/examples/k.hip of
// /work/main/examples/k.hip, which is looked for from each of these.
source_reader reader_for(const fuzz::finding&, const source_reader&);

// The expected and the actual output of a small case, for a terminal.
//
//   must be         is (* wrong, - not written)
//    (0,0)  (1,0)    (0,0) *-
//    (0,1)  (1,1)    (0,1)  (1,1)
//
//   one row or one column: "must be (0,0) (0,1); is (0,0) - (- not written)"

struct picture_room {
    std::size_t rows = 4, columns = 8;
};

// Lines with their newlines; empty if there is nothing to show or no room.
std::string text_of(const fuzz::side_by_side&, picture_room);

}  // namespace tileproof::report
