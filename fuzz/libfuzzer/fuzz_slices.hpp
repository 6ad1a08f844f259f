// SPDX-License-Identifier: MIT
// The processes of a fuzz campaign: each free job gets the target that is due, for a slice of the time.
//
//   fuzz_slices s(targets, state, corpus, 2, 0);
//   while (time is left) { s.start(left); s.listen(left); }      // books each slice that has ended in the state
//   s.end_all();
#pragma once

#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "fuzz/libfuzzer/fuzz_targets.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tileproof::fuzz {

// The folder of a fuzz campaign: a corpus for each target, inputs that failed and wait to be judged, what need not last.
//
//   .tileproof/corpus/layout_laws/..             inputs of a target that reach something
//   .tileproof/corpus/.failing/layout_laws-ab12  an input that failed
//   .tileproof/corpus/campaign.json              how the campaign stands (fuzz_state.hpp)

// A sentence.
class corpus_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class corpus_folder {
  public:
    // Makes its folders, and holds it until the end: two campaigns on one corpus would count and delete what the other
    // one has. `scratch` empty: within the corpus. Throws corpus_error.
    corpus_folder(std::filesystem::path corpus, std::filesystem::path scratch,
                  const std::vector<fuzz_target>& targets);
    ~corpus_folder();
    corpus_folder(const corpus_folder&) = delete;
    corpus_folder& operator=(const corpus_folder&) = delete;

    const std::filesystem::path& path() const { return corpus_; }
    std::filesystem::path of(const fuzz_target& t) const { return corpus_ / t.name; }
    std::filesystem::path failing() const { return corpus_ / ".failing"; }
    const std::filesystem::path& scratch() const { return scratch_; }
    void remove_scratch() const;
    std::filesystem::path state_file() const { return corpus_ / "campaign.json"; }

    // Inputs that failed, in the order of their names, and whose they are.
    struct failing_input {
        std::filesystem::path file;
        const fuzz_target* owner;
    };
    std::vector<failing_input> failing_inputs(const std::vector<fuzz_target>& targets) const;

    // Leaves a target the inputs that reach all that its corpus reaches. Both corpora are whole at every moment. A
    // sentence when it was left as it is or something failed on the way; empty when all went well.
    std::string merge(const fuzz_target& t, const std::function<bool()>& stop) const;

  private:
    void lock();

    std::filesystem::path corpus_, scratch_;
    int lock_ = -1;
};

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
