// SPDX-License-Identifier: MIT
#include "extras/cluster/merge_corpora.hpp"

#include "extras/cluster/campaign_folder.hpp"
#include "fuzz/libfuzzer/fuzz_process.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <atomic>
#include <thread>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using fuzz::fuzz_target;
using system::store_error;

namespace {

std::int64_t count_files(const fs::path& folder) {
    std::error_code error;
    return std::distance(fs::directory_iterator(folder, error), {});
}

// Inputs of one name have the same bytes: libFuzzer names them so. What is gone meanwhile is of an attempt that runs.
void copy_files(const fs::path& from, const fs::path& to) {
    for (const auto& file : fs::directory_iterator(from)) {
        std::error_code error;
        fs::copy_file(file, to / file.path().filename(), fs::copy_options::skip_existing, error);
        if (error && fs::exists(file.path()))
            throw store_error(fmt::format("The folder '{}' takes no more inputs: {}.", to.string(),
                                          error.message()));
    }
}

class target_merge {
  public:
    target_merge(const fs::path& folder, const fuzz_target& target, const merge_options& o,
                 corpus_merge& all)
        : merged_before_(folder / "corpus" / target.name),
          target_(target),
          options_(o),
          all_(all),
          scratch_(o.scratch / target.name) {
        for (const attempt& a : attempts_in(folder)) add(a.folder / "corpus" / target.name);
        std::error_code none;
        for (fs::directory_iterator it(merged_before_, none), end; !none && it != end;
             it.increment(none))
            if (add(it->path())) taken_.push_back(it->path());
    }

    void run() {
        merged_target& m = all_.targets[target_.name];
        for (const fs::path& corpus : corpora_) m.before += count_files(corpus);
        if (corpora_.empty() || stopped()) return;
        if (options_.say)
            options_.say(fmt::format("{}: {} inputs of {} corpora", target_.name, m.before,
                                     corpora_.size()));
        merge_each();
        const fs::path all = scratch_ / "all", least = scratch_ / "least";
        fs::create_directories(all);
        for (const fs::path& corpus : corpora_) copy_files(corpus, all);
        const bool well = merge(all, least, m);
        if (stopped()) return;
        m.after = publish(well ? least : all);
        all_.taken.insert(all_.taken.end(), taken_.begin(), taken_.end());
        std::error_code ignored;
        fs::remove_all(scratch_, ignored);
    }

  private:
    bool stopped() const { return options_.stop && options_.stop(); }

    bool add(const fs::path& corpus) {
        std::error_code error;
        if (!fs::is_directory(corpus, error) || fs::is_empty(corpus, error)) return false;
        corpora_.push_back(corpus);
        return true;
    }

    bool merge(const fs::path& from, const fs::path& to, merged_target& m) const {
        fs::create_directories(to);
        const auto reached =
            merge_corpus(target_, from, to,
                         {.scratch = scratch_, .seconds = options_.seconds, .stop = options_.stop});
        m.coverage = reached ? reached->coverage : 0;
        m.features = reached ? reached->features : 0;
        return reached.has_value();
    }

    // In the place of each corpus that could be merged is what is left of it.
    void merge_each() {
        fs::create_directories(scratch_);
        std::vector<std::string> problems(corpora_.size());
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t i = next++; i < corpora_.size() && !stopped(); i = next++) {
                const fs::path rest = scratch_ / fmt::format("rest-{}", i);
                merged_target ignored;
                if (merge(corpora_[i], rest, ignored))
                    corpora_[i] = rest;
                else if (!stopped())
                    problems[i] = fmt::format(
                        "Of {} inputs of {} all were kept: libFuzzer's merge of them failed or "
                        "took "
                        "too long.",
                        count_files(corpora_[i]), target_.name);
            }
        };
        std::vector<std::thread> others;
        for (int j = 1; j < options_.jobs; ++j) others.emplace_back(work);
        work();
        for (std::thread& t : others) t.join();
        for (std::string& p : problems)
            if (!p.empty()) all_.problems.push_back(std::move(p));
    }

    // Whole, or not there.
    std::int64_t publish(const fs::path& merged) const {
        const fs::path part = merged_before_ / ("." + options_.name);
        fs::create_directories(part);
        copy_files(merged, part);
        fs::rename(part, merged_before_ / options_.name);
        return count_files(merged);
    }

    const fs::path merged_before_;
    const fuzz_target& target_;
    const merge_options& options_;
    corpus_merge& all_;
    const fs::path scratch_;
    std::vector<fs::path> corpora_, taken_;
};

}  // namespace

corpus_merge merge_corpora(const fs::path& folder, const std::vector<fuzz_target>& targets,
                           const merge_options& o) try {
    corpus_merge all;
    for (const fuzz_target& t : targets) {
        if (o.stop && o.stop()) break;
        target_merge(folder, t, o, all).run();
    }
    return all;
} catch (const fs::filesystem_error& e) {
    throw store_error(fmt::format("The corpora cannot be merged in '{}': {}.", o.scratch.string(),
                                  e.code().message()));
}

}  // namespace tileproof::cluster
