// SPDX-License-Identifier: MIT
// The arguments of the tileproof command: read, or refused with a sentence; nothing is run. An
// argument ends with a newline or a zero byte.
#include "command/command_line.hpp"
#include "fuzz/libfuzzer/target.hpp"

#include <string>
#include <vector>

namespace tileproof::fuzz {

void judge_input(input_bytes input) {
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
        command::refusal_of_command_line(static_cast<int>(pointers.size()), pointers.data());
    if (!refusal.empty()) require_sentence(refusal);
}

}  // namespace tileproof::fuzz
