// SPDX-License-Identifier: MIT
// A fuzz target for the test of the replay program: it fails for inputs with "ab" in them.
#include "fuzz/libfuzzer/target.hpp"

#include <nlohmann/json.hpp>

nlohmann::json tileproof::fuzz::cases_of(input_bytes) { return nlohmann::json::array(); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (std::size_t i = 1; i < size; ++i)
        if (data[i - 1] == 'a' && data[i] == 'b') tileproof::fuzz::broken("L13: ab is in it.");
    return 0;
}
