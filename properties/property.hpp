// SPDX-License-Identifier: MIT
// A property: one kind of case, and the laws that are checked together on it.
//
// An implementer supplies a generator that draws a case from random numbers, the check of one case, the steps that
// make a case smaller, and labels that say what kind of case it is. The campaign runner does the rest: seeds,
// budgets, child processes, findings, minimizing, reports.
//
//   case (JSON, stored before it runs)    {"layout": "packed [2,3]"}
//   check(case)                           {L1: held}
//   smaller(case)                         {"layout": "packed [1,3]"}, {"layout": "packed [2,2]"}, ...
//   classify(case)                        "rank: 2", "stages: 0"
//
// A case is a JSON value, so it can be stored before it runs, replayed next year, and shrunk without going back to
// random numbers. The result of a check must depend on nothing but its case.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "devices/reached_code.hpp"
#include "properties/failure.hpp"

namespace rc {
class Random;
}

namespace tileproof::properties {

// The result of checking one case. Laws that this case could not judge are left out.
struct case_result {
    std::vector<law_result> laws;
    std::string discarded;  // why the case does not count; empty: it counts
    // Why holding laws prove nothing here: "There is no element to write." Failures count all the same.
    std::string no_evidence = {};
    // The process must not run another case, for instance after a device fault.
    bool needs_new_process = false;

    const failure* first_failure() const;         // null when nothing failed
    const failure* failure_of(law_id law) const;  // null when that law held or was not judged
};
// The result of a check of one law.
case_result result_of(law_result);

// How a process ended in the middle of a case.
struct process_end {
    enum class kind { signal, exit, time_limit } what{};
    int number = 0;            // the signal, or the exit code
    double seconds = 0;        // how long the case had been running
    bool has_address = false;  // a memory fault: address, and whether it was a write
    bool was_write = false;
    std::uint64_t address = 0;
    std::string notes;             // left by the check, see crash_note.hpp
    std::string host_note;         // not empty: it ended in the host's code, and whose that is
    std::string at;                // "sums.hip:14", in the user's code; empty: unknown
    std::string output;            // the last lines that it wrote to standard output and error
    std::string sentence() const;  // "The process was ended by signal SIGSEGV (...) ..."
};
failure_kind kind_of(const process_end&);  // crash, process_exit or hang

class property {
  public:
    virtual ~property() = default;

    virtual std::string name() const = 0;     // unique: "layout", "transpose_tiled@cpu"
    virtual std::string subject() const = 0;  // what is under test: "layout", "transpose_tiled"
    virtual std::string device() const { return "host"; }
    virtual std::vector<law_id> laws() const = 0;

    // A random case. size grows from 0 to 100, starts again at 0, and so on.
    virtual nlohmann::json generate(rc::Random& random, int size) const = 0;
    // Cases to run before any random one: the boundaries.
    virtual std::vector<nlohmann::json> first_cases() const;

    // Judges one case. An exception is a failure of the first law. The case may come from a file that somebody
    // edited: if it makes no sense, throw bad_case with a sentence.
    virtual case_result check(const nlohmann::json& c) const = 0;

    // One-step simplifications, the boldest first. Empty: nothing is simpler.
    virtual std::vector<nlohmann::json> smaller(const nlohmann::json& c) const = 0;

    // Labels of the form "group: value", counted over all cases ("transform: merge", "rank: 3").
    virtual std::vector<std::string> classify(const nlohmann::json& c) const = 0;
    // Labels that a campaign of at least cases_before_judging() cases must have reached.
    virtual std::vector<std::string> required_labels() const;
    virtual std::int64_t cases_before_judging() const { return 500; }

    // How much a case has to do, in steps of any kind; and a case like it with about this share of them, or nothing if there is none.
    virtual double work(const nlohmann::json&) const { return 0; }
    virtual std::optional<nlohmann::json> lighter(const nlohmann::json&, double share) const;

    // What has run in this process of the source of the user's kernels, if the device knows.
    virtual devices::reached_code reached() const { return {}; }

    // The law that is broken, and how, if the process ends during check(c).
    virtual failure judge_end(const nlohmann::json& c, const process_end& end) const;
    // A sentence about what ended the process if it was not the subject but, say, a reference; empty if it was.
    virtual std::string ended_beside(const process_end& end) const;
};

using property_list = std::vector<std::unique_ptr<property>>;

}  // namespace tileproof::properties

// Thrown for a case that cannot be read: missing keys, values of the wrong type or out of range. The message is a
// full sentence.
namespace tileproof::properties {

class bad_case : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof::properties

// A mistake of the test itself, found while a case runs: a launch that asks for an undeclared operand. Then no law is
// judged, and the run says why it could not be done (exit code 2).
//
//   throw wrong_declaration("There is no scalar 'gamma'; there are alpha, beta.");
namespace tileproof::properties {

class wrong_declaration : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

}  // namespace tileproof::properties
