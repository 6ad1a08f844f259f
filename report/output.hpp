// SPDX-License-Identifier: MIT
// Standard output and error of the command: a closed pipe or a full disk is an error, not a surprise.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tileproof::properties {

// What keeps the command from doing what it was asked: one sentence; the exit code is 2.
class command_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// To standard output, at once. Throws command_error when it cannot all be written.
void print_out(std::string_view text);

// Does what is written there appear in colours? On a terminal, unless NO_COLOR says no.
bool in_colour(bool standard_error);

// To standard error; what cannot be written there cannot be reported anywhere.
void print_error(std::string_view text);

// To standard error, with what moves the cursor. All others show control characters of a text as escapes: it may
// come from a kernel, or a file of somebody else.
void move_cursor(std::string_view text);

// A report: to the file (whole or not at all), or as it is to a pipe or a device; "-" is standard
// output. Throws command_error.
void write_report(const std::string& file, std::string_view text);
// A folder of findings that is not there is an empty one. Throws command_error when it is no folder, or cannot be read.
void require_folder(const std::string& folder);
// Before the work that it will be about: throws command_error when it could not be written.
void require_writable_report(const std::string& file);

}  // namespace tileproof::properties
