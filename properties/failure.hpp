// SPDX-License-Identifier: MIT
// A failure of a case as data. The sentence is made from it at the end, and nothing parses the sentence.
//
//   failure f{.law = law_id::L2, .kind = failure_kind::wrong_value};
//   f.where = {.text = "packed [2,3]", .index = {1, 2}};
//   f.quantity = "offset", f.actual = {6}, f.expected = {5};
//   sentence(f)     "In packed [2,3], index (1,2) has offset 6, but must have offset 5."
//   cause_key(f)    "wrong value, offset, packed": the same for every failure of this cause
//   is_located(f)   false: no line of source is known
//
// For an operand of a kernel, with where = {.operand = "output", .index = {1, 0}, .affected = 3, .of = 12}:
//   "3 of 12 elements of output are wrong: the first is element (1,0), which must be 4 and is 5."
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "properties/law.hpp"

namespace tileproof::properties {

// The kinds of failures.
//
//   name(failure_kind::out_of_bounds) == "out of bounds"
//
// Stored findings contain the names, so their meaning never changes.

enum class failure_kind : unsigned char {
    unknown,  // only a sentence is known: findings stored without more
    // Values.
    wrong_value,
    missing_element,     // no element where there must be one
    unexpected_element,  // an element where there must be none
    repeated,            // two positions share something that only one may have
    false_claim,         // a subject's statement about itself is wrong
    disagreement,        // two forms, devices or queries disagree
    // Results of a kernel.
    unwritten,
    overwritten,  // an input, a gap, or memory around a buffer
    not_repeatable,
    depends_on_surroundings,
    not_accepted,     // by the predicate of a test
    related_differs,  // a related call gives an unrelated result
// Accesses, their order and ends, as seen by a device that checks each access; out_of_bounds also for an offset.
#define FAULT(kind, ...) kind,
#include "devices/faults.def"
#undef FAULT
    // Ends.
    crash,         // a signal
    process_exit,  // the process ended itself
    device_error,
    not_launched,  // although there is something to write
    threw,         // an unexpected exception
    // Refusals.
    refused_valid,
    accepted_malformed,
    wrong_exception,  // refused, but not with the documented error
    no_sentence,      // refused, but without a sentence that names the rule and the values
    not_read_back,    // accepted, but its printed text reads as something else
};

std::string_view name(failure_kind);  // "wrong value"
std::span<const failure_kind> failure_kinds();

// "Division by zero", for faults whose title depends on nothing else; empty for all others.
std::string_view plain_heading(failure_kind);

// A number, an index or lengths, any text; or nothing: "no element", "no inverse".
using fact = std::variant<std::monostate, std::int64_t, std::vector<std::int64_t>, std::string>;

// One side of a comparison: {5, "on the host"} is "offset 5 on the host".
struct said_value {
    fact value{};
    std::string by{};  // who says so, or when; empty: the subject itself, or the rule
    friend bool operator==(const said_value&, const said_value&) = default;
};

struct failure_place {
    std::string text{};  // what the case is about, as text: a layout, a tile, "65 / 7 in 32 bits"
    std::string operand{};  // of a kernel: "output"
    std::string part{};     // if it is neither an index nor an element: "the gap between the rows"
    std::vector<std::pair<std::string, std::int64_t>> at{};  // {"thread", 1}, {"register", 2}
    std::vector<std::int64_t> index{}, other_index{};        // `other`: a pair's, or the origin
    std::optional<std::int64_t> number{};                    // of the element, in memory
    std::uint64_t affected = 0, of = 0;                      // how many of how many; 0: not counted
    friend bool operator==(const failure_place&, const failure_place&) = default;
};

// One access by a thread of a kernel.
struct kernel_access {
    std::string file{}, function{};
    unsigned line = 0, column = 0;  // line 0: unknown
    std::array<unsigned, 3> block{}, thread{};
    bool write = false;
    friend bool operator==(const kernel_access&, const kernel_access&) = default;
};

enum class memory_space : unsigned char {
    unknown,
    global,    // a buffer, or memory that a kernel allocated
    shared,    // of a block
    constant,  // __constant__
    variable,  // __device__
    local,     // a thread's own
};
// What would order the two accesses of a race.
enum class race_remedy : unsigned char {
    unknown,
    barrier,          // __syncthreads()
    wave_barrier,     // __syncwarp() would do
    separate_blocks,  // separate memory for each block, or atomics, or grid.sync()
    wider_scope,      // an atomic or a fence of device scope
    release,          // a release where a flag is stored, and an acquire where it is loaded
};

// The access, its kernel and its memory.
struct failure_witness {
    std::string kernel{};
    kernel_access access{};
    std::optional<kernel_access> other{};  // of a race
    memory_space memory{};
    std::uint64_t bytes = 0;    // of the access
    std::uint64_t size = 0;     // of the object, in bytes
    kernel_access made{};       // of a buffer: the call that allocated it; line 0: not known
    std::uint64_t of_case = 0;  // and which one of the case it is, from 1; 0: not known
    race_remedy remedy{};
    // What would order the two, or what has set only a part of the memory: a sentence. Empty if the rest says it.
    std::string missing{};
    std::vector<kernel_access> waiting{};  // of a divergent barrier: a thread of each group
    friend bool operator==(const failure_witness&, const failure_witness&) = default;
};

struct failure {
    law_id law{};
    failure_kind kind{};
    failure_place where{};
    std::string
        quantity{};  // what was compared: "offset", "lengths"; empty: the value of `where` itself
    std::optional<said_value> actual{}, expected{};
    std::optional<failure_witness> witness{};
    std::string given{};   // sentences before: a claim of the subject, a change to the case
    std::string detail{};  // sentences after: a tool's message, advice
    friend bool operator==(const failure&, const failure&) = default;
};

// One or more full sentences, without the law's name.
std::string sentence(const failure&);

// A value that differs from that of an old kernel (check --against): which one is right is not known.
inline constexpr std::string_view by_old_kernel = "by the old kernel ";
bool is_by_old_kernel(const failure&);

// Whether a line of source is known.
bool is_located(const failure&);

// Equal for failures that very likely have the same cause. If lines of source are known: the line of a stray access,
// the object and the writing line of a race, otherwise the kind and its line. If none is known: the kind, the
// operand, the part, the quantity and the words of the text. Never the law, nor any number of the case.
std::string cause_key(const failure&);

// The words of a text with repetitions: "packed xor pass".
std::string words_of(std::string_view text);

// "row 3" -> "Row 3"
std::string capital(std::string text);

// "offset 5", "no element", "(1,3,2)"
std::string say(std::string_view quantity, const fact&);
std::string print_index(std::span<const std::int64_t> index);

// Empty members are omitted.
nlohmann::json to_json(const failure&);
// Reads the output of to_json(), or a plain sentence, which becomes kind `unknown`. Throws bad_case with a sentence.
failure failure_from_json(law_id law, const nlohmann::json&);

// The result of one law on one case: it held, it failed (and why), or it does not apply.
//
//   held(law_id::L1).held()                                  true
//   failed({.law = law_id::L1, .kind = ...}).why->kind       see failure.hpp
//   discarded(law_id::L4, "The layout is not injective.")    does not count; the reason is a full sentence

struct law_result {
    law_id law{};
    std::shared_ptr<const failure> why{};  // null: it did not fail
    std::string discarded{};               // not empty: why the law does not apply

    bool failed() const { return why != nullptr; }
    bool held() const { return !why && discarded.empty(); }
    std::string sentence() const { return why ? properties::sentence(*why) : std::string(); }
};

inline law_result held(law_id law) { return {law, nullptr, {}}; }
inline law_result failed(failure why) {
    const law_id law = why.law;
    return {law, std::make_shared<const failure>(std::move(why)), {}};
}
inline law_result discarded(law_id law, std::string reason) {
    return {law, nullptr, std::move(reason)};
}

}  // namespace tileproof::properties
