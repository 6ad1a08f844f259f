#include "fuzz/libfuzzer/fuzz_process.hpp"

#include "report/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace tileproof::properties {
namespace {

// The number after a mark, for instance after "cov: ".
std::int64_t number_after(std::string_view line, std::string_view mark) {
    const auto at = line.find(mark);
    if (at == line.npos) return -1;
    std::int64_t number = -1;
    std::from_chars(line.data() + at + mark.size(), line.data() + line.size(), number);
    return number;
}

}  // namespace

bool read_stats(std::string_view line, fuzz_stats& stats) {
    if (!line.starts_with('#')) return false;
    const std::int64_t executions = number_after(line, "#");
    const std::int64_t coverage = number_after(line, "cov: ");
    if (executions < 0 || coverage < 0) return false;
    stats.executions = executions;
    stats.coverage = coverage;
    stats.features = std::max<std::int64_t>(number_after(line, "ft: "), 0);
    stats.corpus = std::max<std::int64_t>(number_after(line, "corp: "), 0);
    stats.executions_a_second = std::max<std::int64_t>(number_after(line, "exec/s"), 0);
    if (const auto n = number_after(line, "exec/s "); n >= 0) stats.executions_a_second = n;
    if (const auto n = number_after(line, "exec/s: "); n >= 0) stats.executions_a_second = n;
    return true;
}

fuzz_process::fuzz_process(const fuzz_target& target, const fuzz_folders& folders, int jobs,
                           int seconds)
    : start_(std::chrono::steady_clock::now()) {
    std::vector<std::string> arguments{target.program.string(),
                                       fmt::format("-fork={}", jobs),
                                       "-ignore_crashes=1",
                                       "-ignore_timeouts=1",
                                       "-ignore_ooms=1",
                                       "-use_value_profile=1",
                                       fmt::format("-max_total_time={}", seconds),
                                       "-artifact_prefix=" + folders.artifacts.string()};
    if (!target.dictionary.empty()) arguments.push_back("-dict=" + target.dictionary.string());
    arguments.insert(arguments.end(), target.flags.begin(), target.flags.end());
    arguments.push_back(folders.corpus.string());
    if (!target.seeds.empty()) arguments.push_back(target.seeds.string());
    std::vector<char*> pointers;
    for (std::string& a : arguments) pointers.push_back(a.data());
    pointers.push_back(nullptr);

    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw command_error("No pipe can be made for a fuzz target.");
    const std::string scratch = folders.scratch.string();
    const std::string campaign = std::to_string(::getpid());
    pid_ = ::fork();
    if (pid_ == 0) {
        ::setpgid(0, 0);  // Ctrl-C on the terminal is for the campaign, which stops its targets
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::setenv("TILEPROOF_FUZZ_CAMPAIGN", campaign.c_str(), 1);
        ::setenv("TMPDIR", scratch.c_str(), 1);
        // Other processes of the campaign have the other processors.
        ::setenv("TILEPROOF_CPU_WORKERS", "1", 0);
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(ends[1], STDERR_FILENO);
        ::execv(pointers[0], pointers.data());
        ::_exit(127);
    }
    ::close(ends[1]);
    output_ = ends[0];
    if (pid_ < 0) {
        ::close(output_);
        throw command_error(fmt::format("{} cannot be started.", target.program.string()));
    }
    ::setpgid(pid_, pid_);
    ::fcntl(output_, F_SETFL, O_NONBLOCK);
}

fuzz_process::~fuzz_process() {
    if (pid_ > 0) {
        ::kill(-pid_, SIGTERM);
        for (int i = 0; i < 20 && ::waitpid(pid_, nullptr, WNOHANG) == 0; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        ::kill(-pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    ::close(output_);
}

double fuzz_process::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool fuzz_process::listen() {
    char chunk[1 << 12];
    for (;;) {
        const ssize_t n = ::read(output_, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return true;  // nothing more for now
        if (n == 0) break;
        pending_.append(chunk, static_cast<std::size_t>(n));
        for (auto end = pending_.find('\n'); end != pending_.npos; end = pending_.find('\n')) {
            const std::string line = pending_.substr(0, end);
            pending_.erase(0, end + 1);
            if (!read_stats(line, stats_) && !line.empty()) last_line_ = line;
        }
        if (pending_.size() > (1 << 16)) pending_.clear();
    }
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    ::kill(-pid_, SIGKILL);  // whatever it has left running
    pid_ = -1;
    failed_ = !(WIFEXITED(status) && WEXITSTATUS(status) == 0) && stats_.executions == 0;
    return false;
}

bool merge_corpus(const fuzz_target& target, const std::filesystem::path& from,
                  const std::filesystem::path& to, const std::function<bool()>& stop) {
    using clock = std::chrono::steady_clock;
    const std::string campaign = std::to_string(::getpid());
    const pid_t child = ::fork();
    if (child < 0) return false;
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr))
            ::_exit(127);
        ::setpgid(0, 0);
        ::setenv("TILEPROOF_FUZZ_CAMPAIGN", campaign.c_str(), 1);
        ::execl(target.program.c_str(), target.program.c_str(), "-merge=1", "-use_value_profile=1",
                to.c_str(), from.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    const auto end = clock::now() + std::chrono::minutes(10);
    int status = 0;
    for (;;) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (clock::now() > end || stop()) {
            ::kill(-child, SIGKILL);
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

}  // namespace tileproof::properties
