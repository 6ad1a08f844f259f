// SPDX-License-Identifier: MIT
// Cases are written, compiled, and judged in a process of its own: a library may crash, hang or print what it likes. A valid
// case that does not compile is a failure like any other.
//
//   judge(b, {{either(c)}})[0].failures    {L1: packed [4] -> {..}: ..}
//
// L1 to L5, L7 and L9 as they are in properties/layout, L2 and L11 of tiles. L6 compares the case with the same layout written
// with other kinds of numbers, or as a chain; and one that says that it is static with one that is made of its type alone.
// L13: is a case made that no layout is?
#pragma once

#include "extras/subject/program.hpp"
#include "properties/failure.hpp"

#include <compare>
#include <optional>

namespace tileproof::subject {

// The forms that a layout is compared with (L6).
inline const std::string at_run_time = "with numbers of run time";
inline const std::string at_compile_time = "with numbers of compile time";
inline const std::string as_a_chain = "as a chain of adaptors";

// The case in another form; nothing when it is in this form already.
std::optional<outside_case> in_form(const outside_case&, const std::string& words);

// What failures of one cause have in common: the law, the kind, what was compared, and of L6 the other form, of L13 the
// rule, of a program that does not compile the error without its types and numbers.
struct symptom {
    properties::law_id law{};
    properties::failure_kind kind{};
    std::string quantity = {}, more = {};
    std::string text() const;  // "L1 wrong value element space size"
    auto operator<=>(const symptom&) const = default;
};
symptom symptom_of(const properties::failure&);
bool is_not_compiled(const properties::failure&);

struct verdict {
    std::vector<properties::law_id> judged;  // that had something to say
    std::vector<properties::failure> failures;
    std::vector<std::string> not_judged = {};  // why not: what its compiler needed
    const properties::failure* find(const symptom&) const;
};

struct asked_case {
    any_case what;
    std::vector<std::string> forms = {};
    asked_parts parts = {};
};

std::vector<verdict> judge(builder&, const std::vector<asked_case>&);
// Is there nothing to compile, as cases of the same structure were judged?
bool is_compiled(const builder&, const asked_case&);

}  // namespace tileproof::subject
