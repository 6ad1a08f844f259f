// SPDX-License-Identifier: MIT
// Reads lines of standard input in bounded memory; a line that is too long is skipped and reported.
#pragma once

#include <cstddef>
#include <string>

namespace tileproof::properties {

class line_reader {
  public:
    explicit line_reader(std::size_t longest) : longest_(longest) {}

    enum class result { line, too_long, end };
    // The next line without its end ("\n" or "\r\n"), which the last line may lack. Throws command_error if standard
    // input cannot be read.
    result next(std::string& line);
    // Whether a whole line is buffered, so that next() would not block.
    bool has_line() const { return buffer_.find('\n', start_) != std::string::npos; }

  private:
    bool read_more();  // false at the end

    std::size_t longest_;
    std::string buffer_;
    std::size_t start_ = 0;  // start of the unread part
    bool ended_ = false;
};

}  // namespace tileproof::properties
