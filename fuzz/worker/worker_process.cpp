#include "fuzz/worker/worker_process.hpp"

#include "fuzz/worker/worker_child.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <set>
#include <system_error>
#include <thread>

namespace tileproof::properties {
namespace {

constexpr std::size_t kept_output = 2000;  // bytes of what a child printed

// Descriptors of all workers of this process: a new child closes those of its siblings, or a
// sibling's end would go unseen.
std::set<int>& open_descriptors() {
    static std::set<int> all;
    return all;
}

void close_descriptor(int& fd) {
    if (fd < 0) return;
    open_descriptors().erase(fd);
    close(fd);
    fd = -1;
}

[[noreturn]] void be_the_child(const property_list& properties, int channel, int output,
                               pid_t parent, std::span<shared_case> slots) {
    setpgid(0, 0);  // Ctrl-C is for the parent, and the whole group can be killed at once
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);  // the parent died before the line above
    for (const int fd : open_descriptors()) close(fd);
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD, SIGALRM})
        std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    for (shared_case& slot : slots) slot.fault_signal = 0;
    run_worker_child(properties, channel, slots);
}

}  // namespace

worker_process::worker_process(const property_list& properties, std::span<shared_case> slots) {
    int channel[2], output[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0)
        throw std::system_error(errno, std::generic_category(), "No channel to a worker process");
    if (pipe2(output, O_CLOEXEC) != 0) {
        const int error = errno;
        close(channel[0]);
        close(channel[1]);
        throw std::system_error(error, std::generic_category(), "No pipe to a worker process");
    }
    std::fflush(nullptr);  // or the child would print what this process has not yet printed
    const pid_t parent = getpid();
    child_ = fork();
    if (child_ == 0) {
        close(channel[0]);
        close(output[0]);
        be_the_child(properties, channel[1], output[1], parent, slots);
    }
    const int error = errno;
    close(channel[1]);
    close(output[1]);
    channel_ = channel[0];
    output_ = output[0];
    open_descriptors().insert({channel_, output_});
    fcntl(channel_, F_SETFL, O_NONBLOCK);
    fcntl(output_, F_SETFL, O_NONBLOCK);
    if (child_ < 0) {
        close_descriptor(channel_);
        close_descriptor(output_);
        throw std::system_error(error, std::generic_category(),
                                "A worker process cannot be forked");
    }
    setpgid(child_, child_);  // here too: whoever comes first
}

worker_process::~worker_process() {
    if (child_ > 0) finish(true);
    close_descriptor(channel_);
    close_descriptor(output_);
}

bool worker_process::send(std::string_view line) {
    while (!line.empty()) {
        const ssize_t n = ::send(channel_, line.data(), line.size(), MSG_NOSIGNAL);
        if (n >= 0) {
            line.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {  // a long case and a slow reader
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

worker_process::received worker_process::receive(std::string& line) {
    read_output();
    char chunk[1 << 14];
    for (;;) {
        const std::size_t newline = received_.find('\n');
        if (newline != std::string::npos) {
            line = received_.substr(0, newline);
            received_.erase(0, newline + 1);
            return received::answer;
        }
        const bool ended = has_ended();  // asked first: what it wrote before is then read below
        const ssize_t n = read(channel_, chunk, sizeof chunk);
        if (n > 0)
            received_.append(chunk, static_cast<std::size_t>(n));
        else if (n < 0 && errno == EAGAIN)
            return ended ? received::end : received::nothing;
        else if (n == 0 || errno != EINTR)
            return received::end;
    }
}

// What a child had started may hold its channel open after its end.
bool worker_process::has_ended() const {
    siginfo_t ended{};
    return waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == child_;
}

void worker_process::read_output() {
    char chunk[1 << 14];
    // A bounded number of rounds: a child that prints for ever must not keep its parent here.
    for (int round = 0; round < 64 && output_ >= 0; ++round) {
        const ssize_t n = read(output_, chunk, sizeof chunk);
        if (n < 0) return;
        if (n == 0) return close_descriptor(output_);
        printed_.append(chunk, static_cast<std::size_t>(n));
        if (printed_.size() > 2 * kept_output) printed_.erase(0, printed_.size() - kept_output);
    }
}

process_end worker_process::finish(bool kill_first) {
    if (kill_first) kill(-child_, SIGKILL);
    // A child that closed its channel and lives on is not waited for longer than a second.
    int status = 0;
    for (int tries = 0; waitpid(child_, &status, WNOHANG) == 0; ++tries) {
        if (tries == 1000) kill(-child_, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(tries < 1000 ? 1 : 20));
        read_output();
    }
    read_output();
    kill(-child_, SIGKILL);  // what the child itself had started
    child_ = -1;
    process_end end;
    if (kill_first) {
        end.what = process_end::kind::time_limit;
    } else if (WIFSIGNALED(status)) {
        end.what = process_end::kind::signal;
        end.number = WTERMSIG(status);
    } else {
        end.what = process_end::kind::exit;
        end.number = WEXITSTATUS(status);
    }
    while (!printed_.empty() && (printed_.back() == '\n' || printed_.back() == ' '))
        printed_.pop_back();
    end.output = printed_;
    return end;
}

}  // namespace tileproof::properties
