// SPDX-License-Identifier: MIT
// Times as people type them: "60s", "1.5m", "8h", "500ms", or plain seconds.
#pragma once

#include <optional>
#include <string_view>

namespace tileproof::properties {

// Seconds; nullopt if the text is not a duration, is negative, or is longer than a year.
std::optional<double> parse_duration(std::string_view text);

}  // namespace tileproof::properties
