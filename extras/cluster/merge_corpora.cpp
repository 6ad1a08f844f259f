// SPDX-License-Identifier: MIT
#include "extras/cluster/merge_corpora.hpp"

#include "extras/cluster/campaign_folder.hpp"
#include "extras/cluster/shared_corpus.hpp"
#include "system/atomic_file.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <memory>
#include <thread>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using properties::fuzz_target;
using properties::store_error;

namespace {

constexpr std::size_t largest_merged = 1 << 20;

struct part {
    fs::path from, to;
    std::int64_t inputs = 0;
};

// The number after a mark of libFuzzer's last lines: "MERGE-OUTER: 12 new files with 4066 new features added; 1234 new
// coverage edges".
std::int64_t number_before(const std::string& said, const std::string& mark) {
    const auto at = said.rfind(mark);
    if (at == said.npos) return 0;
    const auto start = said.rfind(' ', at == 0 ? 0 : at - 1) + 1;
    std::int64_t number = 0;
    std::from_chars(said.data() + start, said.data() + at, number);
    return number;
}

std::int64_t count_files(const fs::path& folder) {
    std::error_code error;
    return std::distance(fs::directory_iterator(folder, error), {});
}

class target_merge {
  public:
    target_merge(const fs::path& folder, const fuzz_target& target, const merge_options& o,
                 corpus_merge& all)
        : folder_(folder),
          target_(target),
          options_(o),
          all_(all),
          scratch_(o.scratch / target.name) {}

    void run() {
        corpus_reader shared(folder_ / "corpus" / target_.name);
        for (std::string& p : shared.read_new([&](const packed_input& i) { put(i.bytes, i.id); }))
            all_.problems.push_back(std::move(p));
        take_loose(shared);
        merged_target& m = all_.targets[target_.name];
        m.before = inputs_;
        if (inputs_ == 0 || stopped()) return;
        std::vector<fs::path> rest = merge_parts();
        const fs::path merged = rest.size() > 1 ? merge_rest(rest) : rest.front();
        if (stopped()) return;
        publish(merged);
        m.after = count_files(merged);
        m.coverage = number_before(said_, " new coverage edges");
        m.features = number_before(said_, " new features added");
        for (const fs::path& file : shared.archives())
            all_.archives.push_back(file.lexically_relative(folder_).string());
        std::error_code ignored;
        fs::remove_all(scratch_, ignored);
    }

  private:
    bool stopped() const { return options_.stop && options_.stop(); }

    void put(std::string_view bytes, const input_id& id) {
        if (parts_.empty() || parts_.back().inputs >= static_cast<std::int64_t>(options_.part)) {
            const std::size_t n = parts_.size();
            parts_.push_back(
                {scratch_ / fmt::format("part-{}", n), scratch_ / fmt::format("rest-{}", n), 0});
            fs::create_directories(parts_.back().from);
        }
        // Nobody else is there, and nothing of it need last: a plain file.
        std::ofstream file(parts_.back().from / id.text(), std::ios::binary);
        if (!file.write(bytes.data(), std::ssize(bytes)).flush())
            throw store_error(fmt::format("The folder '{}' takes no more inputs: is its disk full?",
                                          scratch_.string()));
        ++inputs_;
        ++parts_.back().inputs;
    }

    // What attempts had not shown to the others when they ended.
    void take_loose(corpus_reader& shared) {
        for (const attempt& a : attempts_in(folder_)) {
            std::error_code error;
            for (fs::directory_iterator it(a.folder / "corpus" / target_.name, error), end;
                 !error && it != end; it.increment(error)) {
                std::error_code broken;
                if (!it->is_regular_file(broken)) continue;
                try {
                    const std::string bytes = properties::read_bounded(it->path(), largest_merged);
                    const input_id id = id_of(bytes);
                    if (shared.know(id)) put(bytes, id);
                } catch (const store_error&) {
                    // It is gone: its attempt still runs.
                }
            }
        }
    }

    system::command command_for(const part& p) const {
        return {.words = {target_.program.string(), "-merge=1", "-use_value_profile=1",
                          "-rss_limit_mb=4096", p.to.string(), p.from.string()},
                .environment = {{"TMPDIR", scratch_.string()},
                                {"TILEPROOF_CPU_WORKERS", "1"},
                                {"TILEPROOF_FUZZ_CAMPAIGN", std::to_string(::getpid())}}};
    }

    // Where the inputs of the part are afterwards: fewer, or all of them.
    fs::path outcome(const part& p, const system::ending& how, const std::string& said) {
        if (how.well()) {
            said_ = said;
            return p.to;
        }
        if (!stopped())
            all_.problems.push_back(fmt::format(
                "Of {} inputs of {} all were kept: libFuzzer's merge of them {}.", p.inputs,
                target_.name,
                how.what == system::ending::kind::time_limit ? "took too long" : "failed"));
        return p.from;
    }

    std::vector<fs::path> merge_parts() {
        struct running {
            std::size_t place;
            std::unique_ptr<system::process> process;
            std::chrono::steady_clock::time_point end;
        };
        if (options_.say)
            options_.say(
                fmt::format("{}: {} inputs in {} parts", target_.name, inputs_, parts_.size()));
        std::vector<fs::path> rest(parts_.size());
        std::vector<running> now;
        std::size_t next = 0;
        while (next < parts_.size() || !now.empty()) {
            while (next < parts_.size() && std::ssize(now) < options_.jobs && !stopped()) {
                fs::create_directories(parts_[next].to);
                now.push_back(
                    {next, std::make_unique<system::process>(command_for(parts_[next])),
                     std::chrono::steady_clock::now() +
                         std::chrono::seconds(static_cast<std::int64_t>(options_.part_seconds))});
                ++next;
            }
            if (now.empty()) break;  // stopped
            for (std::size_t i = now.size(); i-- > 0;) {
                now[i].process->read();
                const bool late = std::chrono::steady_clock::now() > now[i].end;
                if (!now[i].process->has_ended() && !late && !stopped()) continue;
                system::ending how =
                    late || stopped() ? now[i].process->kill() : now[i].process->wait();
                if (late) how.what = system::ending::kind::time_limit;
                rest[now[i].place] = outcome(parts_[now[i].place], how, now[i].process->output());
                now.erase(now.begin() + static_cast<std::ptrdiff_t>(i));
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        for (std::size_t i = 0; i < rest.size(); ++i)
            if (rest[i].empty()) rest[i] = parts_[i].from;
        return rest;
    }

    fs::path merge_rest(const std::vector<fs::path>& rest) {
        part all{scratch_ / "rest", scratch_ / "merged", 0};
        fs::create_directories(all.from);
        fs::create_directories(all.to);
        for (const fs::path& folder : rest)
            for (const auto& file : fs::directory_iterator(folder))
                fs::rename(file.path(), all.from / file.path().filename());
        all.inputs = count_files(all.from);
        system::command c = command_for(all);
        c.seconds = options_.part_seconds;
        c.stop = options_.stop;
        const system::result r = system::run(c);
        return outcome(all, r.how, r.output);
    }

    void publish(const fs::path& merged) {
        corpus_writer out(folder_ / "corpus" / target_.name, options_.name);
        for (const auto& file : fs::directory_iterator(merged))
            out.add(properties::read_bounded(file.path(), largest_merged));
        out.publish();
    }

    const fs::path folder_;
    const fuzz_target& target_;
    const merge_options& options_;
    corpus_merge& all_;
    const fs::path scratch_;
    std::vector<part> parts_;
    std::int64_t inputs_ = 0;
    std::string said_;
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
} catch (const system::start_error& e) {
    throw store_error(e.what());
}

}  // namespace tileproof::cluster
