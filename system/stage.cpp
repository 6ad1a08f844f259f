// SPDX-License-Identifier: MIT
#include "system/stage.hpp"

#include <unistd.h>

#include <atomic>
#include <string_view>

#include "system/text.hpp"

namespace tileproof::system {
namespace {

std::atomic<const stage*> now{nullptr};

constexpr std::string_view erased = "\r\x1b[K";

bool on_terminal() { return isatty(STDERR_FILENO) == 1; }

void print(std::string_view text) {
    if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // there is nobody to tell
}

}  // namespace

stage::stage(const std::string& doing)
    : line_(shortened(visible(doing), 75) + " ..."),
      stopped_("tileproof: Stopped while " + visible(doing) + ".\n"),
      before_(now.exchange(this)),
      collecting_(printed_) {
    if (on_terminal()) print(line_);
}

stage::~stage() {
    now = before_;
    if (on_terminal()) print(erased);
    collecting_.reset();
    print_here(printed_);
}

void stage::say_stopped() {
    const stage* const which = now;
    if (!which) return;
    if (on_terminal()) print(erased);
    print(which->stopped_);
}

}  // namespace tileproof::system
