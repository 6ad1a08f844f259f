// SPDX-License-Identifier: MIT
#include "report/live_screen.hpp"

#include "report/output.hpp"
#include "system/text_layout.hpp"
#include "system/visible_text.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace tileproof::report {

terminal_size size_of_terminal() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20 || size.ws_row < 4)
        return {};
    return {size.ws_col, size.ws_row};
}

live_screen::live_screen() : terminal_(isatty(STDERR_FILENO) == 1) {}

void live_screen::show(const std::string& lines) {
    if (!terminal_) return print_error(lines);
    std::string text = back_to_start();
    shown_.clear();
    const terminal_size size = size_of_terminal();
    for (std::size_t at = 0; at < lines.size() && shown_.size() + 1 < size.rows;) {
        const std::size_t end = std::min(lines.find('\n', at), lines.size());
        const std::string line =
            system::shortened(system::visible(lines.substr(at, end - at)), size.columns - 1);
        shown_.push_back(line.size());
        text += line + '\n';
        at = end + 1;
    }
    move_cursor(text);  // in one write, so that it does not flicker
}

void live_screen::clear() {
    if (terminal_) move_cursor(back_to_start());
    shown_.clear();
}

std::string live_screen::back_to_start() const {
    if (shown_.empty()) return "";
    // A terminal that became narrower has wrapped the lines.
    const terminal_size size = size_of_terminal();
    std::size_t rows = 0;
    for (const std::size_t length : shown_)
        rows += 1 + (length > 0 ? length - 1 : 0) / size.columns;
    return fmt::format("\x1b[{}F\x1b[J", std::min(rows, size.rows - 1));
}

}  // namespace tileproof::report
