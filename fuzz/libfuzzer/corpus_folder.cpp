// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/corpus_folder.hpp"

#include "fuzz/libfuzzer/fuzz_process.hpp"
#include "system/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

namespace tileproof::fuzz {

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
