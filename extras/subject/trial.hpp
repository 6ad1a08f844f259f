// SPDX-License-Identifier: MIT
// Cases are written, compiled and judged; what does not compile is a failure like any other.
//
//   trial t(b);
//   t.judge({c})[0].failures       of a layout, with the other forms that `words` names
#pragma once

#include "extras/subject/cases.hpp"
#include "extras/subject/judge.hpp"

namespace tileproof::subject {

// The forms that a layout is compared with (L6).
inline const std::string at_run_time = "with numbers of run time";
inline const std::string at_compile_time = "with numbers of compile time";
inline const std::string as_a_chain = "as a chain of adaptors";

struct asked_case {
    outside_case what;
    std::vector<std::string> forms = {};
    asked_parts parts = {};
};

class trial {
  public:
    explicit trial(builder& b) : builder_(b) {}

    std::vector<verdict> judge(std::span<const asked_case>);
    std::vector<verdict> judge(std::span<const tile_encoding>);
    std::vector<verdict> judge(std::span<const outside_mistake>);
    // Is there nothing to compile, as cases of the same structure were judged?
    bool is_compiled(const asked_case&) const;
    const library& of() const { return builder_.of(); }
    builder& programs() { return builder_; }

  private:
    struct form {
        std::string words;  // empty: the case itself
        outside_case what;
        std::vector<long_index_t> numbers;
        std::string unit;
    };
    std::vector<form> forms_of(const asked_case&) const;

    builder& builder_;
};

// The case in another form; nothing when it is in this form already.
std::optional<outside_case> in_form(const outside_case&, const std::string& words);

}  // namespace tileproof::subject
