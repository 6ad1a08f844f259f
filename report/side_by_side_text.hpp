// SPDX-License-Identifier: MIT
// The expected and the actual output of a small case, for a terminal.
//
//   must be         is (* wrong, - not written)
//    (0,0)  (1,0)    (0,0) *-
//    (0,1)  (1,1)    (0,1)  (1,1)
//
//   one row or one column: "must be (0,0) (0,1); is (0,0) - (- not written)"
#pragma once

#include "fuzz/finding/bug.hpp"

#include <string>

namespace tileproof::report {

struct picture_room {
    std::size_t rows = 4, columns = 8;
};

// Lines with their newlines; empty if there is nothing to show or no room.
std::string text_of(const fuzz::side_by_side&, picture_room);

}  // namespace tileproof::report
