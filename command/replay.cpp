// SPDX-License-Identifier: MIT
#include "command/options.hpp"
#include "command/replayable.hpp"
#include "command/sandboxed.hpp"
#include "fuzz/finding/finding_store.hpp"
#include "fuzz/worker/case_round.hpp"
#include "properties/json_text.hpp"
#include "report/output.hpp"
#include "system/atomic_file.hpp"
#include "system/text_layout.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

// For debuggers: a crash stays a crash, and nothing is confirmed by a rerun.
rerun_outcome run_in_this_process(const finding& f, finding_properties& known) {
    const auto found = known.find(f);
    if (!found.position)
        return {.what = rerun_outcome::state::cannot_run, .sentence = found.why_not};
    const property& p = *known.list()[*found.position];
    for (const nlohmann::json& earlier : cases_before(f.the_case))
        (void)check_or_explain(p, earlier);
    worker_answer answer;
    answer.result = check_or_explain(p, f.the_case);
    return outcome_of(f, answer);
}

}  // namespace

int replay(const replay_options& o) {
    finding f;
    try {
        f = load_finding(o.file);
    } catch (const store_error& e) {
        throw command_error(e.what());
    }
    print_out(fmt::format("{} of {}\ncase    {}\n", title(f.law), f.property, text_of(f.the_case)));
    if (o.sandbox) confine_user_code({});
    replayable_properties known({.all = o.trust_source});
    const rerun_outcome again =
        o.in_this_process ? run_in_this_process(f, known) : rerun(f, known, o.case_seconds);
    if (again.exit_code() == 2) throw command_error(what_came_of(again, f.law));
    print_out("\n" + wrapped(what_came_of(again, f.law), ""));
    return again.exit_code();
}

}  // namespace tileproof::properties
