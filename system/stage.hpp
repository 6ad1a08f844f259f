// SPDX-License-Identifier: MIT
// What the command is doing before it has anything to show: a line on a terminal while it lasts, and a sentence if the command
// is stopped meanwhile (end_children_when_stopped in process.hpp). Output that would break the line (print_here, and programs
// whose streams are `here`) comes after it.
//
//   const stage compiling("compiling add.hip for cpu, cpu-checked");
//   // on a terminal: "compiling add.hip for cpu, cpu-checked ..."
//   // after Ctrl-C: "tileproof: Stopped while compiling add.hip for cpu, cpu-checked."
#pragma once

#include <optional>
#include <string>

#include "system/process.hpp"

namespace tileproof::system {

class stage {
  public:
    explicit stage(const std::string& doing);
    ~stage();  // erases the line, and prints what was held back
    stage(const stage&) = delete;
    stage& operator=(const stage&) = delete;

    // For handlers of signals: writes the sentence to standard error; nothing if there is no stage.
    static void say_stopped();

  private:
    const std::string line_, stopped_;
    const stage* const before_;
    std::string printed_;
    std::optional<collect_output> collecting_;
};

}  // namespace tileproof::system
