// SPDX-License-Identifier: MIT
#include "command/line_reader.hpp"

#include "report/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tileproof::properties {

bool line_reader::read_more() {
    if (ended_) return false;
    buffer_.erase(0, start_);
    start_ = 0;
    char chunk[1 << 16];
    for (;;) {
        const ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0)
            throw command_error(
                fmt::format("Standard input cannot be read: {}.", std::strerror(errno)));
        ended_ = n == 0;
        buffer_.append(chunk, static_cast<std::size_t>(n));
        return !ended_;
    }
}

line_reader::result line_reader::next(std::string& line) {
    bool too_long = false;
    for (std::size_t searched = 0;;) {
        const std::size_t newline = buffer_.find('\n', start_ + searched);
        const std::size_t length =
            (newline == std::string::npos ? buffer_.size() : newline) - start_;
        too_long = too_long || length > longest_ + 1;  // one more for a '\r'
        if (newline != std::string::npos || (ended_ && (length > 0 || too_long))) {
            line = too_long ? std::string() : buffer_.substr(start_, length);
            if (line.ends_with('\r')) line.pop_back();
            start_ += length + (newline != std::string::npos ? 1 : 0);
            return too_long || line.size() > longest_ ? result::too_long : result::line;
        }
        if (ended_) return result::end;
        if (too_long) start_ = buffer_.size();  // drop what nobody will see
        searched = buffer_.size() - start_;
        read_more();
    }
}

}  // namespace tileproof::properties
