// SPDX-License-Identifier: MIT
#include "command/duration.hpp"

#include <charconv>

namespace tileproof::properties {

std::optional<double> parse_duration(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    double factor = 0;
    if (unit == "ms") factor = 1e-3;
    if (unit.empty() || unit == "s") factor = 1;
    if (unit == "m" || unit == "min") factor = 60;
    if (unit == "h") factor = 3600;
    const double seconds = number * factor;
    // Written so that NaN and infinity fail, too.
    if (factor == 0 || !(seconds >= 0 && seconds <= 366.0 * 24 * 3600)) return std::nullopt;
    return seconds;
}

}  // namespace tileproof::properties
