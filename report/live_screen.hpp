// SPDX-License-Identifier: MIT
// Lines at the bottom of a terminal that are written over and over; where there is no terminal, plain lines.
//
//   live_screen screen;
//   screen.show("2,000 executions\n> layout_laws  1,000\n");    two lines
//   screen.show("4,000 executions\n> layout_laws  3,000\n");    in their place
//   screen.clear();                                             gone; what is printed now stays
//
// Lines that are too long for the terminal, and too many of them, are cut, also after it was resized.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tileproof::properties {

struct terminal_size {
    std::size_t columns = 80, rows = 24;
};
// Of standard error; 80 x 24 where it cannot be told.
terminal_size size_of_terminal();

// On standard error.
class live_screen {
  public:
    live_screen();
    bool on_terminal() const { return terminal_; }
    void show(const std::string& lines);
    void clear();

  private:
    std::string back_to_start() const;  // what a terminal does to erase the lines that are shown

    bool terminal_;
    std::vector<std::size_t> shown_;  // lengths of the lines
};

}  // namespace tileproof::properties
