// SPDX-License-Identifier: MIT
// Standard output and error of the command; a closed pipe or a full disk is reported as an error.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tileproof::report {

// Why the command cannot do what it was asked, in one sentence; the exit code is 2.
class command_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Writes to standard output, unbuffered. Throws command_error if not everything can be written.
void print_out(std::string_view text);

// Whether output there appears in colour: on a terminal, unless NO_COLOR is set.
bool in_colour(bool standard_error);

// Writes to standard error; a failure to do so cannot be reported anywhere.
void print_error(std::string_view text);

// Writes to standard error, cursor movements included. The other functions show control characters as escapes,
// because text may come from a kernel or from someone else's file.
void move_cursor(std::string_view text);

// Writes a report: atomically to a file, directly to a pipe or a device; "-" is standard output. Throws
// command_error.
void write_report(const std::string& file, std::string_view text);
// A folder of findings that does not exist counts as empty. Throws command_error if it is not a folder or cannot be
// read.
void require_folder(const std::string& folder);
// Called before the work starts: throws command_error if the report could not be written.
void require_writable_report(const std::string& file);

}  // namespace tileproof::report
