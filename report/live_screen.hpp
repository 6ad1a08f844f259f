// SPDX-License-Identifier: MIT
// Lines at the bottom of a terminal that are redrawn in place; plain lines if there is no terminal.
//
//   live_screen screen;
//   screen.show("2,000 executions\n> layout_laws  1,000\n");    two lines
//   screen.show("4,000 executions\n> layout_laws  3,000\n");    in their place
//   screen.clear();                                             erases them; what is printed now stays
//
// Lines that are too long or too many for the terminal are cut, also after a resize.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tileproof::report {

struct terminal_size {
    std::size_t columns = 80, rows = 24;
};
// The size of standard error's terminal; 80 x 24 if unknown.
terminal_size size_of_terminal();

// Writes to standard error.
class live_screen {
  public:
    live_screen();
    bool on_terminal() const { return terminal_; }
    void show(const std::string& lines);
    void clear();

  private:
    std::string back_to_start() const;  // the sequence that erases the lines shown

    bool terminal_;
    std::vector<std::size_t> shown_;  // lengths of the lines
};

}  // namespace tileproof::report
