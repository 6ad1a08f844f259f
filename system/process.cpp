// SPDX-License-Identifier: MIT
#include "system/process.hpp"

#include "system/file.hpp"
#include "system/sandbox.hpp"
#include "system/stage.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace tileproof::system {
namespace {

using clock = std::chrono::steady_clock;

// Closes all descriptors but the standard streams and `kept`, which is sorted.
void close_all_but(const std::vector<int>& kept) {
    unsigned from = STDERR_FILENO + 1;
    const auto close_to = [&](unsigned last) {
        if (from > last || ::close_range(from, last, 0) == 0) return;
        rlimit most{};  // an old kernel
        getrlimit(RLIMIT_NOFILE, &most);
        for (unsigned fd = from; fd <= std::min<rlim_t>(last, most.rlim_cur); ++fd)
            ::close(static_cast<int>(fd));
    };
    for (const int fd : kept) {
        if (fd <= STDERR_FILENO) continue;
        close_to(static_cast<unsigned>(fd) - 1);
        from = static_cast<unsigned>(fd) + 1;
    }
    close_to(~0u);
}

[[noreturn]] void fail(const std::string& what, int number) {
    throw start_error(what + " cannot be started: " + std::strerror(number) + ".", number);
}

// Living children, so that any other child process is known to be an orphan.
struct own_children {
    std::mutex mutex;
    std::set<pid_t> all;
    bool adopts = false;
};
own_children& children() {
    static own_children c;
    return c;
}

// "4711 (a name) S 1 ..": what follows the name, which may contain anything: state, parent, group. Empty if the process is gone.
std::string fields_of(const std::filesystem::path& stat) {
    const std::string text = read_file(stat).value_or("");
    const std::size_t name = text.rfind(") ");
    return name == text.npos ? "" : text.substr(name + 2);
}

bool read_stat(pid_t process, pid_t& parent, pid_t& group) {
    const std::string fields = fields_of("/proc/" + std::to_string(process) + "/stat");
    return std::sscanf(fields.c_str(), "%*c %d %d", &parent, &group) == 2;
}

// From /proc/4711/task/*/children, which not every system has.
bool read_children(pid_t parent, std::vector<pid_t>& list) {
    std::error_code error;
    std::filesystem::directory_iterator it("/proc/" + std::to_string(parent) + "/task", error);
    for (const std::filesystem::directory_iterator end; !error && it != end; it.increment(error)) {
        const auto text = read_file(it->path() / "children");
        if (!text) return false;
        std::istringstream numbers(*text);
        for (pid_t number = 0; numbers >> number;) list.push_back(number);
    }
    return !error;
}

// Returns whether there were any; processes that they started are now children of this process.
bool end_some_orphans() {
    bool any = false;
    for (const pid_t number : children_of(getpid())) {
        pid_t parent = 0, group = 0;
        // It belongs to a living child, so it is left alone.
        if (children().all.contains(number) || !read_stat(number, parent, group) ||
            children().all.contains(group))
            continue;
        any = true;
        ::kill(number, SIGKILL);
        // Do not wait for one stuck in the kernel (a disk that does not answer); the next call looks at it again.
        for (int i = 0; i < 1000 && waitpid(number, nullptr, WNOHANG) == 0; ++i) usleep(100);
    }
    return any;
}

// Processes left behind by ended children are now children of this process, or of one of its children. A process that forks and ends
// again and again is caught between two of these steps.
void end_orphans() {
    constexpr auto longest = std::chrono::seconds(2);
    const std::lock_guard lock(children().mutex);
    siginfo_t any{};
    if (!children().adopts || waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT) != 0) return;
    for (const auto start = clock::now(); end_some_orphans() && clock::now() - start < longest;) {
    }
}

// Everything a child needs, prepared before the fork: between fork and exec nothing may allocate.
struct prepared {
    explicit prepared(const command& c) : of(c) {
        for (const std::string& w : c.words) arguments.push_back(const_cast<char*>(w.c_str()));
        arguments.push_back(nullptr);
        for (char** e = environ; *e; ++e) {
            const std::string_view entry(*e);
            const auto name = entry.substr(0, entry.find('='));
            if (std::ranges::none_of(c.environment,
                                     [&](const auto& set) { return set.first == name; }))
                environment.push_back(*e);
        }
        for (const auto& [name, value] : c.environment) texts.push_back(name + '=' + value);
        for (std::string& text : texts) environment.push_back(text.data());
        environment.push_back(nullptr);
        if (c.confined) rules = rules_for_child();
        std::ranges::sort(kept);
    }
    ~prepared() {
        if (rules >= 0) close(rules);
    }
    prepared(const prepared&) = delete;
    prepared& operator=(const prepared&) = delete;
    const command& of;
    std::vector<char*> arguments, environment;
    std::vector<std::string> texts;
    std::vector<int> kept = of.keeps;
    int rules = -1;
};

void redirect(command::stream to, int stream, int pipe, int nowhere) {
    if (to == command::stream::captured) dup2(pipe, stream);
    if (to == command::stream::nowhere) dup2(nowhere, stream);
}

void lower_limit(decltype(RLIMIT_AS) of, std::uint64_t most) {
    rlimit limit{};
    if (most == 0 || getrlimit(of, &limit) != 0 || most >= limit.rlim_cur) return;
    limit.rlim_cur = limit.rlim_max = most;
    setrlimit(of, &limit);
}

[[noreturn]] void be_the_child(const prepared& p, pid_t parent, int output, int errors) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);  // the parent died before the line above
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDIN_FILENO);
    redirect(p.of.output, STDOUT_FILENO, output, nowhere);
    redirect(p.of.errors, STDERR_FILENO, output, nowhere);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGCHLD, SIGALRM, SIGQUIT})
        std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    lower_limit(RLIMIT_AS, p.of.memory);
    lower_limit(RLIMIT_FSIZE, p.of.largest_file);
    if (p.of.largest_file > 0) std::signal(SIGXFSZ, SIG_IGN);  // EFBIG, not a signal
    const bool confined = p.rules < 0 || confine_this_process(p.rules);
    if (confined && (p.of.folder.empty() || chdir(p.of.folder.c_str()) == 0)) {
        if (p.of.words.empty()) {
            close_all_but(p.kept);
            p.of.body();
            _exit(0);
        }
        execvpe(p.arguments[0], p.arguments.data(), p.environment.data());
    }
    const int number = errno;
    [[maybe_unused]] const ssize_t n = write(errors, &number, sizeof number);
    _exit(127);
}

}  // namespace

process::process(const command& c) : kept_(c.kept) {
    const std::string name = c.words.empty() ? "A child process" : c.words[0];
    int output[2], errors[2];
    if (pipe2(output, O_CLOEXEC) != 0) fail(name, errno);
    if (pipe2(errors, O_CLOEXEC) != 0) {
        const int number = errno;
        ::close(output[0]);
        ::close(output[1]);
        fail(name, number);
    }
    const prepared p(c);
    keep_ends_of_children();
    std::fflush(nullptr);  // otherwise the fork would print this process's buffered output again
    const pid_t parent = getpid();
    std::unique_lock births(children().mutex);  // or it could be taken for an orphan
    child_ = fork();
    if (child_ == 0) {
        ::close(output[0]);
        ::close(errors[0]);
        children().all.clear();  // they are not children of the new process
        children().adopts = false;
        births.unlock();
        be_the_child(p, parent, output[1], errors[1]);
    }
    if (child_ > 0) children().all.insert(child_);
    births.unlock();
    int number = child_ < 0 ? errno : 0;
    ::close(output[1]);
    ::close(errors[1]);
    ssize_t n = 0;
    int from_child = 0;
    while (child_ > 0 && (n = ::read(errors[0], &from_child, sizeof from_child)) < 0 &&
           errno == EINTR) {
    }
    if (n == static_cast<ssize_t>(sizeof from_child)) number = from_child;
    ::close(errors[0]);
    output_ = output[0];
    if (number != 0) {
        if (child_ > 0) {
            setpgid(child_, child_);
            kill();
        }
        close_output();
        fail(name, number);
    }
    setpgid(child_, child_);  // in the parent too: either may come first
    fcntl(output_, F_SETFL, O_NONBLOCK);
    end_ = static_cast<int>(syscall(SYS_pidfd_open, child_, 0));  // -1 on an old kernel: polled
    if (end_ >= 0) fcntl(end_, F_SETFD, FD_CLOEXEC);
}

process::~process() {
    if (child_ > 0) kill();
    close_output();
}

void process::close_output() {
    for (int* fd : {&output_, &end_}) {
        if (*fd < 0) continue;
        ::close(*fd);
        *fd = -1;
    }
}

void process::read() {
    char chunk[1 << 14];
    // Bounded, so that a child that prints forever does not keep its parent here.
    for (int round = 0; round < 64 && output_ >= 0; ++round) {
        const ssize_t n = ::read(output_, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return;
        if (n == 0) {
            ::close(output_);
            output_ = -1;
            return;
        }
        printed_.append(chunk, static_cast<std::size_t>(n));
        if (printed_.size() > 2 * kept_) printed_.erase(0, printed_.size() - kept_);
    }
}

bool process::has_ended() const {
    if (child_ < 0) return true;
    siginfo_t ended{};
    return waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == child_;
}

void process::pause(double seconds) const {
    pollfd files[] = {{output_, POLLIN, 0}, {end_, POLLIN, 0}};
    if (end_ < 0) seconds = std::min(seconds, 0.01);
    ::poll(files, 2, static_cast<int>(std::clamp(seconds, 0.0, 3600.0) * 1000) + 1);
}

ending process::wait(double seconds, const std::function<bool()>& stop) {
    const auto start = clock::now();
    for (;;) {
        read();
        if (has_ended()) return reap(ending::kind::exit);
        const double left = seconds - std::chrono::duration<double>(clock::now() - start).count();
        if (left <= 0) return reap(ending::kind::time_limit);
        if (stop && stop()) return reap(ending::kind::stopped);
        pause(stop ? std::min(left, 0.1) : left);
    }
}

ending process::end(double grace) {
    if (child_ > 0) ::kill(-child_, SIGTERM);
    return wait(grace);
}

ending process::kill() { return reap(ending::kind::stopped); }

// Kill the group before reaping the child, so that its number cannot have been reused.
ending process::reap(ending::kind why) {
    if (child_ < 0) return how_;
    ::kill(-child_, SIGKILL);
    if (why != ending::kind::exit) ::kill(child_, SIGKILL);  // it may not lead its group yet
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    read();
    {
        const std::lock_guard lock(children().mutex);
        children().all.erase(child_);
    }
    child_ = -1;
    end_orphans();
    how_.what = why;
    if (why == ending::kind::exit && WIFSIGNALED(status)) how_.what = ending::kind::signal;
    how_.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (printed_.size() > kept_) printed_.erase(0, printed_.size() - kept_);
    return how_;
}

std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> list;
    if (read_children(parent, list)) return list;
    list.clear();
    std::error_code error;
    for (std::filesystem::directory_iterator it("/proc", error), end; !error && it != end;
         it.increment(error)) {
        const pid_t number = std::atoi(it->path().filename().c_str());
        pid_t its_parent = 0, group = 0;
        if (number > 0 && read_stat(number, its_parent, group) && its_parent == parent)
            list.push_back(number);
    }
    return list;
}

namespace {

// In a handler of a signal: nothing may allocate.
void end_children_and_stop(int signal) {
    static char path[64], list[1 << 14];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/children", static_cast<int>(getpid()));
    // What a child has started is a child of this process once that has ended.
    for (int generation = 0; generation < 1000; ++generation) {
        const int file = open(path, O_RDONLY | O_CLOEXEC);
        const ssize_t length = file < 0 ? 0 : ::read(file, list, sizeof list - 1);
        if (file >= 0) close(file);
        if (length <= 0) break;
        list[length] = '\0';
        for (char* at = list; *at;) {
            const auto child = static_cast<pid_t>(std::strtol(at, &at, 10));
            while (*at == ' ') ++at;
            if (child <= 0) break;
            ::kill(child, SIGKILL);
            for (int i = 0; i < 1000 && waitpid(child, nullptr, WNOHANG) == 0; ++i) usleep(100);
        }
    }
    stage::say_stopped();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

void end_children_when_stopped() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, end_children_and_stop) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void keep_ends_of_children() {
    struct sigaction now {};
    if (sigaction(SIGCHLD, nullptr, &now) == 0 && now.sa_handler == SIG_IGN)
        std::signal(SIGCHLD, SIG_DFL);
}

void adopt_orphans() {
    const std::lock_guard lock(children().mutex);
    children().adopts = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

namespace {

thread_local std::string* collected = nullptr;  // collect_output's

result run_here(const command& c) {
    process p(c);
    const ending how =
        p.wait(c.seconds > 0 ? c.seconds : std::numeric_limits<double>::infinity(), c.stop);
    return {how, p.take_output()};
}

}  // namespace

result run(const command& c) {
    using stream = command::stream;
    if (!collected || (c.output != stream::here && c.errors != stream::here)) return run_here(c);
    command quiet = c;
    for (stream* s : {&quiet.output, &quiet.errors})
        if (*s == stream::here) *s = stream::captured;
    result r = run_here(quiet);
    collected->append(r.output);
    if (c.output != stream::captured && c.errors != stream::captured) r.output.clear();
    return r;
}

collect_output::collect_output(std::string& text) : before_(std::exchange(collected, &text)) {}
collect_output::~collect_output() { collected = before_; }

void print_here(const std::string& text) {
    if (collected)
        collected->append(text);
    else
        std::fputs(text.c_str(), stderr);
}

namespace {

double seconds_on(clockid_t clock) {
    timespec t{};
    if (clock_gettime(clock, &t) != 0) return 0;
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Whether the states of its threads are all among these; nothing where nobody can say.
std::optional<bool> all_are(pid_t process, std::string_view states, bool among) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::directory_iterator it("/proc/" + std::to_string(process) + "/task", error);
    if (error) return std::nullopt;
    for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
        const std::string fields = fields_of(it->path() / "stat");
        const char state = fields.empty() ? 'X' : fields[0];
        if ((states.find(state) != states.npos) != among) return false;
    }
    return true;
}

}  // namespace

double processor_seconds(pid_t process) {
    clockid_t clock{};
    return clock_getcpuclockid(process, &clock) == 0 ? seconds_on(clock) : 0;
}

double own_processor_seconds() { return seconds_on(CLOCK_PROCESS_CPUTIME_ID); }

double resident_bytes(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    double all = 0, resident = 0;
    return file >> all >> resident ? resident * static_cast<double>(sysconf(_SC_PAGE_SIZE)) : 0;
}

bool wants_to_run(pid_t process) { return !all_are(process, "RDTt", false).value_or(false); }

bool is_stopped(pid_t process) { return all_are(process, "Tt", true).value_or(false); }

}  // namespace tileproof::system
