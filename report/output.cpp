// SPDX-License-Identifier: MIT
#include "report/output.hpp"

#include "system/file.hpp"
#include "system/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <sys/ioctl.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace tileproof::report {
namespace {

[[noreturn]] void fail(std::string_view where) {
    throw command_error("{} cannot be written: {}.", where, std::strerror(errno));
}

}  // namespace

void print_out(std::string_view text) {
    if (!system::write_whole(STDOUT_FILENO, system::visible(text, in_colour(false))))
        fail("Standard output");
}

bool in_colour(bool standard_error) {
    const char* const no = std::getenv("NO_COLOR");
    const char* const term = std::getenv("TERM");
    return !(no && *no) && term && std::string_view(term) != "dumb" &&
           isatty(standard_error ? STDERR_FILENO : STDOUT_FILENO);
}

void print_error(std::string_view text) {
    (void)system::write_whole(STDERR_FILENO, system::visible(text, in_colour(true)));
}

void move_cursor(std::string_view text) { (void)system::write_whole(STDERR_FILENO, text); }

void write_report(const std::string& file, std::string_view text) {
    if (file == "-") return print_out(text);
    std::error_code ignored;
    const auto status = std::filesystem::status(file, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
        !std::filesystem::is_directory(status)) {
        const int fd = open(file.c_str(), O_WRONLY | O_CLOEXEC);
        const bool written = fd >= 0 && system::write_whole(fd, text);
        if (fd >= 0) close(fd);
        if (!written) fail(fmt::format("The file '{}'", file));
        return;
    }
    try {
        system::write_atomically(file, text);
    } catch (const system::store_error& e) {
        throw command_error(e.what());
    }
}

void require_folder(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_directory(folder, error))
        throw command_error("The store '{}' is not a folder; name one with --store.", folder);
    if (fs::is_directory(folder, error) && access(folder.c_str(), R_OK | X_OK) != 0)
        throw command_error("The store '{}' cannot be read: {}.", folder, std::strerror(errno));
}

void require_writable_report(const std::string& file) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (file.empty() || file == "-") return;
    if (fs::is_directory(file, ignored))
        throw command_error("The report '{}' cannot be written: it is a folder.", file);
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
        return;  // a pipe, a device
    const std::string probe = file + fmt::format(".{}.probe", getpid());
    try {
        system::write_atomically(probe, "");
    } catch (const system::store_error& e) {
        throw command_error("The report '{}' cannot be written. {}", file, e.what());
    }
    fs::remove(probe, ignored);
}

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
