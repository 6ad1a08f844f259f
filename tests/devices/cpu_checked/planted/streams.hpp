// SPDX-License-Identifier: MIT
// Programs of several streams, right as they stand, of which each order and each wait can be left out.
//
//   PROGRAM(reads_what_another_stream_made, order) {
//       fill<<<...>>>(p, 1);
//       if (order.keeps()) hipEventRecord(e, a);        // the first order: left out by order{1}
//       ...
//   }
#pragma once

#include <vector>

#include "devices/cpu_checked/report.hpp"

namespace tileproof::planted {

class orders {
  public:
    explicit orders(int left_out) : left_out_(left_out) {}
    bool keeps() { return ++asked_ != left_out_; }
    int asked() const { return asked_; }

  private:
    int left_out_, asked_ = 0;
};

struct stream_program {
    stream_program(const char* name, void (*run)(orders&));
    const char* name;
    void (*run)(orders&);
};
std::vector<const stream_program*>& stream_programs();

// Of which nothing can be left out: `kind` is found at the lines marked "// finding: NAME", or nothing is.
struct wrong_program {
    wrong_program(const char* name, const char* file, cpu_checked::check_kind, void (*run)());
    const char *name, *file;
    cpu_checked::check_kind kind;
    void (*run)();
};
std::vector<const wrong_program*>& wrong_programs();

}  // namespace tileproof::planted
