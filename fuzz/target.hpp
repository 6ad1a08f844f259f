// What every fuzz target has besides LLVMFuzzerTestOneInput.
//
// A target reads any bytes as a case, judges it with the checkers of the laws, and ends the process
// through
// broken() when a law is broken. So that a finding can be replayed, shrunk and stored as a value,
// it also
// says what case its bytes stand for:
//
//   bin/fuzz/layout_laws --describe=crash-1f2e      (also bin/replay/layout_laws)
//     [{"property": "layout/L1", "case": {"layout": "packed [2,3]"}}, {"property": "layout/L2",
//     ...}]
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace tileproof::fuzz {

using input_bytes = std::span<const std::uint8_t>;

// Defined by each target: the properties that an input may break, each with the case for it. An
// empty
// array: no property knows such cases, and the bytes themselves are the case. Throws nothing.
nlohmann::json cases_of(input_bytes input);

// Prints the sentence of the broken law and ends the process, as a crash.
[[noreturn]] void broken(std::string_view sentence);

}  // namespace tileproof::fuzz
