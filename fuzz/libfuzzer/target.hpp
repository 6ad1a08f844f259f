// SPDX-License-Identifier: MIT
// What every fuzz target has, and the one function that it defines: judge_input().
//
// A target reads any bytes as a case, judges it with the checkers of the laws, and ends the process
// through broken() when a law is broken. So that a finding can be replayed, shrunk and stored as a
// value, it also says what case its bytes stand for:
//
//   bin/fuzz/layout_laws --describe=crash-1f2e      (also bin/replay/layout_laws)
//     [{"property": "layout/L1", "case": {"layout": "packed [2,3]"}},
//      {"property": "layout/L2", ...}]
//
// And what a corpus reaches, in how many inputs; 0 is what could be reached and is not:
//
//   bin/fuzz/layout_laws --reached=CORPUS
//     {"transform: pad": 120, "pair: pad -> merge": 17, "law: L3 may repeat": 0, ...}
#pragma once

#include "properties/failure.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <source_location>
#include <span>
#include <string>
#include <string_view>

namespace tileproof::fuzz {

using input_bytes = std::span<const std::uint8_t>;

// Defined by each target: reads the bytes as a case, and ends through broken() when a law does not hold for it.
void judge_input(input_bytes input);

// Defined by targets that can say it: the properties that an input may break, each with the case for it. By default none:
// no property knows such cases, and the bytes themselves are the case. Throws nothing.
nlohmann::json cases_of(input_bytes input);

using reached_counts = std::map<std::string, std::int64_t, std::less<>>;

// Defined by targets that can say it: adds what the input reaches. `counts` is empty at the first call;
// an empty input then only names what can be reached.
void note_reached_by(input_bytes input, reached_counts& counts);

// Prints the sentence of the broken law and ends the process, as a crash.
// The cause is the line that calls this.
[[noreturn]] void broken(std::string_view sentence,
                         std::source_location cause = std::source_location::current());
[[noreturn]] inline void broken(const properties::law_result& failed,
                                std::source_location cause = std::source_location::current()) {
    broken(properties::title(failed.law) + ": " + failed.sentence(), cause);
}
inline void require(const properties::law_result& r,
                    std::source_location cause = std::source_location::current()) {
    if (r.failed()) broken(r, cause);
}
// What a parser says of an input that it does not take.
void require_sentence(std::string_view refusal);

// What a fuzz target prints when a law is broken, for the campaign that runs it:
//
//   tileproof: a law is broken
//   L2 reference: packed [2,2]: index (1,0) has offset 1, but must have offset 2.
//   cause layout_laws.cpp:34
//
// The second line begins with the law's code where there is one. Inputs with one cause are one finding.

inline constexpr std::string_view broken_mark = "tileproof: a law is broken";
inline constexpr std::string_view cause_mark = "\ncause ";

}  // namespace tileproof::fuzz
