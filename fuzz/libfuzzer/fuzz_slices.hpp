// SPDX-License-Identifier: MIT
// The processes of a fuzz campaign: each free job gets the target that is due, for a slice of the time.
//
//   fuzz_slices s(targets, state, corpus, 2, 0);
//   while (time is left) { s.start(left); s.listen(left); }      // books each slice that has ended in the state
//   s.end_all();
#pragma once

#include "fuzz/libfuzzer/corpus_folder.hpp"
#include "fuzz/libfuzzer/fuzz_report.hpp"

#include <memory>

namespace tileproof::fuzz {

class fuzz_slices {
  public:
    // Refers to all of them. `jobs` 0: one for each processor. `seed` of the first slice, counted on; 0: libFuzzer
    // takes one.
    fuzz_slices(const std::vector<fuzz_target>& targets, fuzz_state& state,
                const corpus_folder& corpus, int jobs, std::uint32_t seed);

    // With more jobs than targets, several jobs each. Throws system::start_error.
    void start(double seconds_left);
    // Waits up to half a second. Ends what has hung.
    void listen(double seconds_left);
    void end_all();

    bool empty() const { return running_.empty(); }
    std::vector<running_target> running() const;

  private:
    struct slice {
        std::size_t target;
        int jobs;
        std::unique_ptr<fuzz_process> process;
    };
    int jobs_running() const;
    void end(std::size_t i);
    std::string why_ended(const slice& ended) const;

    const std::vector<fuzz_target>& targets_;
    fuzz_state& state_;
    const corpus_folder& corpus_;
    const int jobs_;
    const std::uint32_t seed_;
    std::uint32_t started_ = 0;
    std::vector<slice> running_;
};

}  // namespace tileproof::fuzz
