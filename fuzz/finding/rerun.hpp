// SPDX-License-Identifier: MIT
// A stored finding, run again: one meaning for every command that does it.
//
//   rerun_outcome again = rerun(f, known, 10);
//   again.what == fixed            its law judged the case, and no law fails
//                 still_fails      its law fails
//                 other_law_fails  its law does not, but another one does: again.why->law
//                 unchanged        no law fails, and the kernel is the very one that failed: again.sentence
//                 not_judged       its law does not judge the case any more: again.sentence says why
//                 cannot_run       its device, compiler, source or test is not here: again.sentence says which
//
// The case runs in a process of its own, so that findings cannot help or hurt each other; an end of that process
// counts when it happens twice.
#pragma once

#include "fuzz/finding/finding.hpp"
#include "fuzz/worker/worker.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

struct rerun_outcome {
    enum class state { fixed, still_fails, other_law_fails, unchanged, not_judged, cannot_run };
    state what = state::cannot_run;
    std::optional<failure> why = {};      // how it fails
    std::vector<failure> beside = {};     // what else fails in the case
    std::string sentence = {};            // how it fails, or why that is not known; empty: fixed
    std::optional<process_end> end = {};  // the process ended in the case

    bool fails() const { return what == state::still_fails || what == state::other_law_fails; }
    // Of a command that runs this finding alone: 0 fixed, 1 it fails, 2 nothing was judged.
    int exit_code() const { return fails() ? 1 : what == state::fixed ? 0 : 2; }
};

std::string_view name_of(rerun_outcome::state);  // "fixed", "still fails", "another law fails", ..
std::string what_came_of(const rerun_outcome& again, law_id before);  // a sentence or two

// Everything that findings may be about, as properties.
class finding_properties {
  public:
    virtual ~finding_properties() = default;
    struct found {
        std::optional<std::size_t> position;  // in the list
        std::string why_not;                  // else a sentence
        std::string digest = {};              // of a user's kernel as it is now; empty: not known
    };
    // May add to the list, which workers that live must not notice: look for all findings first.
    virtual found find(const finding&) = 0;
    virtual const property_list& list() const = 0;
};

// Those of a list, by the name of the property.
class listed_properties : public finding_properties {
  public:
    explicit listed_properties(const property_list& list) : list_(list) {}
    found find(const finding&) override;
    const property_list& list() const override { return list_; }

  private:
    const property_list& list_;
};

// `stop` is asked meanwhile: true ends it, and it could not run.
rerun_outcome rerun(const finding& f, finding_properties& known, double case_seconds,
                    const std::function<bool()>& stop = {});

// What an answer of a worker, or of the property itself, says about the finding.
rerun_outcome outcome_of(const finding& f, const worker_answer& answer);

}  // namespace tileproof::properties
