// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/fuzz_slices.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>
#include <thread>

#include "fuzz/libfuzzer/fuzz_process.hpp"
#include "system/file.hpp"

namespace tileproof::fuzz {

fuzz_slices::fuzz_slices(const std::vector<fuzz_target>& targets, fuzz_state& state,
                         const corpus_folder& corpus, int jobs, std::uint32_t seed)
    : targets_(targets),
      state_(state),
      corpus_(corpus),
      jobs_(jobs > 0 ? jobs : static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u))),
      seed_(seed) {}

void fuzz_slices::start(double left) {
    const int each = std::max(1, jobs_ / static_cast<int>(targets_.size()));
    while (left > 1 && jobs_running() + each <= jobs_) {
        std::vector<bool> busy(targets_.size());
        for (const slice& s : running_) busy[s.target] = true;
        const int next = next_target(targets_, state_, busy);
        if (next < 0) return;
        const fuzz_target& t = targets_[static_cast<std::size_t>(next)];
        const double fair =
            state_.asked_seconds * jobs_ / each / (4.0 * static_cast<double>(targets_.size()));
        const int seconds = static_cast<int>(std::clamp(std::min(fair, left), 2.0, 300.0));
        const fuzz_folders folders{corpus_.of(t), corpus_.failing() / (t.name + "-"),
                                   corpus_.scratch()};
        running_.push_back({static_cast<std::size_t>(next), each,
                            std::make_unique<fuzz_process>(t, folders, each, seconds,
                                                           seed_ == 0 ? 0 : seed_ + ++started_)});
    }
}

void fuzz_slices::listen(double left) {
    std::vector<pollfd> descriptors;
    for (const slice& s : running_) descriptors.push_back({s.process->descriptor(), POLLIN, 0});
    ::poll(descriptors.data(), descriptors.size(), 500);
    for (std::size_t i = running_.size(); i-- > 0;)
        // Its own time limit is up long ago: it hangs.
        if (!running_[i].process->listen() || running_[i].process->seconds() > 900 || left < -60)
            end(i);
}

void fuzz_slices::end_all() {
    while (!running_.empty()) end(running_.size() - 1);
}

std::vector<running_target> fuzz_slices::running() const {
    std::vector<running_target> r;
    for (const slice& s : running_)
        r.push_back({targets_[s.target].name, s.process->stats(), s.process->seconds() * s.jobs});
    return r;
}

int fuzz_slices::jobs_running() const {
    int sum = 0;
    for (const slice& s : running_) sum += s.jobs;
    return sum;
}

void fuzz_slices::end(std::size_t i) {
    slice ended = std::move(running_[i]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    target_progress& t = state_.targets[targets_[ended.target].name];
    book_slice(t, ended.process->stats(), ended.process->seconds(), ended.jobs);
    if (ended.process->failed()) t.trouble = why_ended(ended);
}

// Why a target that ended before its first execution did so.
std::string fuzz_slices::why_ended(const slice& ended) const {
    std::error_code error;
    const auto space = std::filesystem::space(corpus_.path(), error);
    constexpr std::uintmax_t full = 1 << 20;
    return fmt::format("{} ended before its first execution: {}{}",
                       targets_[ended.target].program.string(), ended.process->last_words(),
                       !error && space.available < full
                           ? fmt::format(" (the disk of {} is full)", corpus_.path().string())
                           : "");
}

namespace fs = std::filesystem;

corpus_folder::corpus_folder(fs::path corpus, fs::path scratch,
                             const std::vector<fuzz_target>& targets)
    : corpus_(std::move(corpus)),
      scratch_(scratch.empty() ? corpus_ / ".scratch" : std::move(scratch)) {
    std::error_code error;
    for (const fuzz_target& t : targets)
        if (fs::create_directories(of(t), error); error) break;
    if (!error) fs::create_directories(failing(), error);
    if (error)
        throw corpus_error(
            fmt::format("The folder '{}' cannot be made: {}.", corpus_.string(), error.message()));
    lock();
    fs::remove_all(scratch_, error);
    fs::create_directories(scratch_, error);
    system::remove_abandoned(corpus_);
}

corpus_folder::~corpus_folder() {
    if (lock_ >= 0) close(lock_);
}

void corpus_folder::remove_scratch() const {
    std::error_code ignored;
    fs::remove_all(scratch_, ignored);
}

void corpus_folder::lock() {
    lock_ = open((corpus_ / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(lock_);
        throw corpus_error(
            fmt::format("Another campaign works on the corpus '{}'; wait for its end, or give "
                        "this one a corpus of its own with --corpus.",
                        corpus_.string()));
    }
}

std::vector<corpus_folder::failing_input> corpus_folder::failing_inputs(
    const std::vector<fuzz_target>& targets) const {
    std::vector<failing_input> inputs;
    std::error_code error;
    for (fs::directory_iterator it(failing(), error), end; !error && it != end;
         it.increment(error)) {
        if (!it->is_regular_file(error)) continue;
        const std::string name = it->path().filename().string();
        const fuzz_target* owner = nullptr;
        for (const fuzz_target& t : targets)
            if (name.starts_with(t.name + "-")) owner = &t;
        if (owner) inputs.push_back({it->path(), owner});
    }
    std::ranges::sort(inputs, {}, &failing_input::file);
    return inputs;
}

std::string corpus_folder::merge(const fuzz_target& t, const std::function<bool()>& stop) const {
    const fs::path kept = of(t), merged = scratch_ / ("merged-" + t.name);
    std::error_code error;
    fs::create_directories(merged, error);
    if (error || !merge_corpus(t, kept, merged, {.stop = stop}))
        return fmt::format("The corpus of {} was left as it is.", t.name);
    const fs::path old = scratch_ / ("old-" + t.name);
    fs::rename(kept, old, error);
    if (!error) fs::rename(merged, kept, error);
    return error ? fmt::format("The corpus of {}: {}.", t.name, error.message()) : std::string();
}

}  // namespace tileproof::fuzz
