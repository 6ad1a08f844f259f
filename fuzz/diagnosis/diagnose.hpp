// SPDX-License-Identifier: MIT
// All that more cases tell about one bug: when it fails, what does not matter, and what the kernel does instead.
//
//   diagnosis d = diagnose({.properties = list, .place = 0, .the_case = smallest}, {.seconds = 4});
//   d.fails_when     "exactly when columns > 1 and columns != rows (212 fail, 540 pass, no exception; rows up to ...)"
//   d.whatever       "any batch, type, strides, alignment, data"
//   d.instead        "element (r,c) of the input arrives at r + c * columns; must be r + c * rows (5 shapes)"
//   d.heading        "Rows and columns are swapped in the output index"
//   d.smallest       the smallest case as two matrices; d.cases: all cases, for a scatter
//
// Nothing is said that a single case denies. Then d.tried says how many conditions and cases were tried.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/diagnosis/other_failure.hpp"
#include "fuzz/diagnosis/product_model.hpp"
#include "fuzz/diagnosis/sampling.hpp"
#include "fuzz/finding/bug.hpp"
#include "fuzz/worker/rerun.hpp"

namespace tileproof::diagnosis {

struct diagnosis {
    std::string fails_when, whatever, tried, instead, heading;
    fuzz::side_by_side smallest;
    fuzz::case_scatter cases;
    std::optional<properties::observed_call> seen;    // the smallest case
    std::optional<wrong_product> product;             // what `instead` says
    std::size_t failing = 0, passing = 0, empty = 0;  // empty: of the passing
    bool late = false;                                // time was over
    bool some_data = false;                           // other contents of a failing case pass
    std::vector<std::string> otherwise{};             // laws that fail in other cases, "K1"
    std::optional<other_failure> other{};             // one of these cases
    std::vector<std::string> about{};                 // what the condition compares: "rows", "p"
    std::string needs{};  // without a condition: what all cases that fail have in common

    std::string when() const;  // fails_when with what does not matter; or what was tried
    // What can be said without a condition: "in all 40 cases ..."; empty: hardly any was tried.
    std::string how_often() const;
    // What a kernel does instead is no news of a failure that its elements do not show.
    void keep_to(const properties::kernel_contract&, const properties::failure&);
};

diagnosis diagnose(sampling_request, sampling_limits);

// Does the answer show one of these failures, which are those of one bug? By the law and its cause; nothing where another
// failure may hide it, or be the reason.
std::function<std::optional<bool>(const fuzz::worker_answer&)> shows_failure(
    std::span<const properties::failure>);

// A diagnosis that is made in a child process, because the subject is known to be wrong: a crash, a hang, an exception or
// endless memory on the way costs what it would have said, and nothing else.
//
//   diagnosis d = diagnose_apart([&] { return diagnose_finding(f, f.why, known, {.seconds = 4}); }, 5);

// Without `seen` and `product`. Throws std::runtime_error with a sentence when the child comes to no end in so many seconds,
// or to a bad one.
diagnosis diagnose_apart(const std::function<diagnosis()>& find_out, double seconds);

// The simplest condition that all of many samples agree with: learned from some of them, and from those of the rest
// that say otherwise, until none does.
//
//   learn_from_all(8000 elements, those with r >= 32 not written)->text()      "r >= 32", exact on all 8000

std::optional<condition> learn_from_all(const std::vector<sample>&);

// The diagnosis of a finding of a kernel, a layout or a tile distribution: when it fails, and what is done instead.
//
//   diagnosis d = diagnose_finding(f, {{f.why}}, known, {.seconds = 4});
//   d.when(), d.instead            both empty: of another subject, or of one that is not here
//
// Of a kernel a case fails that shows a failure of the finding's bug: a kernel with two bugs has a condition for each.

// `of_bug`: the failures that belong to one bug with the finding's, first the one that its case is shown for.
diagnosis diagnose_finding(const fuzz::finding&, std::span<const properties::failure> of_bug,
                           fuzz::finding_properties& known, const sampling_limits&);

// Whole numbers above 1 that stand in a source, the first few dozens; none where it cannot be read.
std::set<long> constants_of(const std::string& file);

}  // namespace tileproof::diagnosis
