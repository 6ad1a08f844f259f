// SPDX-License-Identifier: MIT
// Judges a kernel_call by the laws that do not depend on what is computed: K1 to K7 and K9.
//
//   two runs with different poison, then `repeats` more; then each law looks at the results
//
// On devices with fences a stray access may also end the process; judge_process_end() then says which of K3, K4 and
// K9 that breaks, and where the address was.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "devices/cpu_checked/report.hpp"
#include "properties/failure.hpp"
#include "properties/kernel/call_memory.hpp"
#include "properties/kernel/contract.hpp"
#include "properties/property.hpp"

namespace tileproof::properties {

struct call_outcome {
    case_result result;
    // The first output after the first run, lead included; empty if the launch failed.
    std::vector<std::byte> first_output;

    // Every judged law held, so the result may serve another call.
    bool all_held() const { return !result.first_failure() && result.discarded.empty(); }
};

call_outcome check_call(const kernel_call& call);

// For property::ended_beside(): the host note, unless the host touched an operand, as copies do.
std::string host_of_process_end(const process_end& end);
// For property::judge_end(): uses the note left by check_call().
failure judge_process_end(const process_end& end);

// The laws of kernels, one file each (k1_exact.cpp to k9_refusal.cpp), applied to the results of the runs of a call.
//
//   call_record r{call};            // filled run by run: check_call()
//   law_list laws;
//   k2_written(r, laws);            // laws.results(): {K2, held} or {K2, failed}
//
// Each law has one result per case: its first failure, joined by those at other places of the source. Code that
// examines something for a law calls looked_at() or fail(), in any order; the result is made from all these calls.

class law_list {
  public:
    void fail(failure f);
    // Something was examined for this law; nothing is wrong with it beyond what fail() says.
    void looked_at(law_id law) { looked_at_.insert(law); }
    std::vector<law_result> results() const;  // those that failed, then those that held

  private:
    std::vector<law_result> failed_;
    std::set<law_id> looked_at_;
};

// Where a live element of an output differs from that of the first run.
struct run_difference {
    std::size_t output, element;
    bytes one, two;
};

struct call_record {
    const kernel_call& call;
    std::vector<bytes> first;  // outputs after the first run, lead included
    // By output and element: 1 if the first or the second run left the poison, and it is not right by chance; for
    // structs 2 + k if only some members were left, the k-th first.
    std::vector<std::vector<unsigned char>> kept;
    std::optional<run_difference> with_poison;  // of the second run, which has other poison
    int disagreements = 0;                      // further runs that differ
    std::optional<run_difference> difference;   // the first of them
};

void k1_exact(const call_record&, law_list&);
void k2_written(const call_record&, law_list&);
void k3_contained(const call_memory&, law_list&);  // after each run
void k4_no_stray_reads(const call_record&, law_list&);
void k5_repeatable(const call_record&, law_list&);
// Reports of a device that checks each access: K6, and their share of K3, K4 and K9.
void k6_ordered(const std::vector<cpu_checked::check_report>&, law_list&);
bool stopped(const std::vector<cpu_checked::check_report>&);  // was a launch aborted?
void k7_bounded(const call_record&, law_list&);
// `other` is a call whose result follows from that of the first; `done` is the sentence before the failure: "Moving
// the result back does not give the input." Not judged if memory is short.
law_result k8_metamorphic(kernel_call other, const std::string& done, bool& needs_new_process);
// The kernel refuses something that makes sense.
law_result k9_refuses_plain_case(const std::string& refusal);
// It must refuse, because of `why`: with a sentence when asked (`refusal`; nullopt if it cannot be asked), and at the
// launch.
law_result k9_must_refuse(devices::device&, const std::optional<std::string>& refusal,
                          const std::string& why, const std::function<void()>& launch);
// Thrown by a start that launched no kernel although one was needed.
class nothing_launched : public kernels::device_error {
  public:
    using device_error::device_error;
};
// A launch must throw for an operand that its declaration omits (`why`, a sentence), and write nothing.
law_result k9_must_throw(const kernel_call&, const std::string& why);

// Whether an element of an output is right; and whether its k-th number is.
bool is_right(const call_operand&, const std::byte* value, std::size_t element);
bool is_right_number(const call_operand&, const std::byte* value, std::size_t element,
                     std::size_t k, std::size_t offset, std::size_t bytes);
// Whether two runs differ at an element by no more than the order in which they added. Wrong values may be as far apart as
// right ones, that is, by two bounds, which grow with the values, and by a sixteenth of them at most.
bool is_rounded_otherwise(const call_operand&, const std::byte* one, const std::byte* two,
                          std::size_t element);
// The place of a failure. "0x40490fdb (3.1415927)".
failure_place place_of(const call_operand&, std::size_t element);
std::string print(const call_operand&, const std::byte* value);
// For a struct, only the k-th member: "y = 3.5 (0x40600000)".
std::string print_number(const call_operand&, const std::byte* value, std::size_t k);

}  // namespace tileproof::properties
