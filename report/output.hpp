// SPDX-License-Identifier: MIT
// Standard output and error of the command; a closed pipe or a full disk is reported as an error.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tileproof::report {

// Why the command cannot do what it was asked, in one sentence; the exit code is 2. These and print_out() and print_error()
// also take the arguments of fmt::format().
class command_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    template <class First, class... More>
    command_error(fmt::format_string<First, More...> text, First&& first, More&&... more)
        : runtime_error(
              fmt::format(text, std::forward<First>(first), std::forward<More>(more)...)) {}
};

// Writes to standard output, unbuffered. Throws command_error if not everything can be written.
void print_out(std::string_view text);
template <class First, class... More>
void print_out(fmt::format_string<First, More...> text, First&& first, More&&... more) {
    print_out(fmt::format(text, std::forward<First>(first), std::forward<More>(more)...));
}

// Whether output there appears in colour: on a terminal, unless NO_COLOR is set.
bool in_colour(bool standard_error);

// Writes to standard error; a failure to do so cannot be reported anywhere.
void print_error(std::string_view text);
template <class First, class... More>
void print_error(fmt::format_string<First, More...> text, First&& first, More&&... more) {
    print_error(fmt::format(text, std::forward<First>(first), std::forward<More>(more)...));
}

// Writes to standard error, cursor movements included. The other functions show control characters as escapes,
// because text may come from a kernel or from someone else's file.
void move_cursor(std::string_view text);

// Writes a report: atomically to a file, directly to a pipe or a device, "-": standard output. Throws command_error.
void write_report(const std::string& file, std::string_view text);
// Throws command_error if a folder of findings is no folder or cannot be read; one that does not exist is empty.
void require_folder(const std::string& folder);
// Called before the work starts: throws command_error if the report could not be written.
void require_writable_report(const std::string& file);

// Lines at the bottom of a terminal that are redrawn in place; plain lines if there is no terminal.
//
//   live_screen screen;
//   screen.show("2,000 executions\n> layout_laws  1,000\n");    two lines
//   screen.show("4,000 executions\n> layout_laws  3,000\n");    in their place
//   screen.clear();                                             erases them; what is printed now stays
//
// Lines that are too long or too many for the terminal are cut, also after a resize.

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
