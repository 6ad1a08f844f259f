// SPDX-License-Identifier: MIT
// Reruns a stored finding, with the same meaning in every command.
//
//   rerun_outcome again = rerun(f, known, 10);
//   again.what == fixed            its law judged the case, and no law fails
//                 still_fails      its law fails
//                 other_law_fails  its law holds, but another one fails: again.why->law
//                 unchanged        no law fails although the kernel is exactly the one that failed: again.sentence
//                 not_judged       its law no longer judges the case: again.sentence says why
//                 cannot_run       its device, compiler, source or test is missing: again.sentence says which
//
// The case runs in its own process, so that findings cannot affect each other; an end of that process counts if it
// happens twice.
#pragma once

#include "fuzz/finding/finding.hpp"
#include "fuzz/worker/worker.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::fuzz {

struct rerun_outcome {
    enum class state { fixed, still_fails, other_law_fails, unchanged, not_judged, cannot_run };
    state what = state::cannot_run;
    std::optional<properties::failure> why = {};   // how it fails
    std::vector<properties::failure> beside = {};  // what else fails in the case
    std::string sentence = {};  // how it fails, or why that is unknown; empty: fixed
    std::optional<properties::process_end> end = {};  // the process ended in the case

    bool fails() const { return what == state::still_fails || what == state::other_law_fails; }
    // For a command that runs only this finding: 0 fixed, 1 it fails, 2 nothing was judged.
    int exit_code() const { return fails() ? 1 : what == state::fixed ? 0 : 2; }
};

std::string_view name_of(rerun_outcome::state);  // "fixed", "still fails", "another law fails", ..
std::string what_came_of(const rerun_outcome& again,
                         properties::law_id before);  // a sentence or two

// The properties of everything that findings may be about.
class finding_properties {
  public:
    virtual ~finding_properties() = default;
    struct found {
        std::optional<std::size_t> position;  // in the list
        std::string why_not;                  // otherwise a sentence
        std::string digest = {};              // of a user's kernel as it is now; empty if unknown
    };
    // May add to the list, which must not happen while workers are alive: look up all findings first.
    virtual found find(const finding&) = 0;
    virtual const properties::property_list& list() const = 0;
};

// The properties of a list, by name.
class listed_properties : public finding_properties {
  public:
    explicit listed_properties(const properties::property_list& list) : list_(list) {}
    found find(const finding&) override;
    const properties::property_list& list() const override { return list_; }

  private:
    const properties::property_list& list_;
};

// `stop` is polled meanwhile: true ends the rerun, which then could not run.
rerun_outcome rerun(const finding& f, finding_properties& known, double case_seconds,
                    const std::function<bool()>& stop = {});

// What an answer of a worker, or of the property itself, means for the finding.
rerun_outcome outcome_of(const finding& f, const worker_answer& answer);

}  // namespace tileproof::fuzz
