// SPDX-License-Identifier: MIT
#include "command/progress_line.hpp"

#include "report/live_screen.hpp"
#include "report/output.hpp"
#include "system/text_layout.hpp"
#include "system/visible_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace tileproof::properties {

progress_line::progress_line(const campaign_options& options)
    : options_(options), terminal_(isatty(STDERR_FILENO) == 1) {}

progress_line::~progress_line() {
    if (terminal_) move_cursor("\r\x1b[K");
}

void progress_line::show(const campaign_progress& p) {
    if (!terminal_) return;
    const std::string time =
        options_.cases ? fmt::format("{:.0f} s", p.seconds)
                       : fmt::format("{:.0f} of {:.0f} s", p.seconds, options_.budget_seconds);
    const std::string line =
        fmt::format("{}, {} cases, {} finding{}, {}", time, with_separators(p.cases), p.findings,
                    p.findings == 1 ? "" : "s", p.now);
    move_cursor("\r" + shortened(system::visible(line), size_of_terminal().columns - 1) + "\x1b[K");
}

}  // namespace tileproof::properties
