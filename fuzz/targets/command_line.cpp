// SPDX-License-Identifier: MIT
// The arguments of the tileproof command: read, or refused with a sentence; nothing is run. An
// argument ends with a newline or a zero byte.
#include "command/command_line.hpp"
#include "fuzz/libfuzzer/target.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tileproof::fuzz {

nlohmann::json cases_of(input_bytes) { return nlohmann::json::array(); }

static void judge(input_bytes input) {
    std::vector<std::string> arguments{"tileproof", ""};
    for (const std::uint8_t byte : input) {
        if (byte == '\n' || byte == 0)
            arguments.emplace_back();
        else
            arguments.back() += static_cast<char>(byte);
        if (arguments.size() > 64) break;
    }
    if (arguments.back().empty()) arguments.pop_back();
    std::vector<const char*> pointers;
    for (const std::string& a : arguments) pointers.push_back(a.c_str());
    const std::string refusal =
        properties::refusal_of_command_line(static_cast<int>(pointers.size()), pointers.data());
    if (!refusal.empty() &&
        (refusal.size() < 10 || refusal.back() != '.' || refusal.find(' ') == std::string::npos))
        broken("The refusal '" + refusal + "' is no sentence.");
}

}  // namespace tileproof::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tileproof::fuzz::judge({data, size});
    return 0;
}
