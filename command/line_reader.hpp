// SPDX-License-Identifier: MIT
// Lines of standard input, in bounded memory: a line that is too long is read to its end and reported.
#pragma once

#include <cstddef>
#include <string>

namespace tileproof::properties {

class line_reader {
  public:
    explicit line_reader(std::size_t longest) : longest_(longest) {}

    enum class result { line, too_long, end };
    // The next line without its end ("\n" or "\r\n"). The last one may lack it. Throws command_error
    // when standard input cannot be read.
    result next(std::string& line);
    // Whether a whole line is there already, so that next() would not wait.
    bool has_line() const { return buffer_.find('\n', start_) != std::string::npos; }

  private:
    bool read_more();  // false at the end

    std::size_t longest_;
    std::string buffer_;
    std::size_t start_ = 0;  // of what is not yet given out
    bool ended_ = false;
};

}  // namespace tileproof::properties
