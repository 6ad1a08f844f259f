// layout_error: the one exception of the library. Its message is a full sentence that names the
// values, the rule they break, and what to do instead.
//
//   "Stage 1, item 1: unmerge(4,60) needs lengths whose product is the lower length 256, but 4 * 60
//   is
//    240; change the lengths or the dimension it splits."
#pragma once

#include <stdexcept>

namespace tileproof {

class layout_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof
