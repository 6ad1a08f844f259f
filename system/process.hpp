// SPDX-License-Identifier: MIT
// A child process: started, read from, ended together with everything it started, and always reaped.
//
//   result r = run({.words = {"cc", "-c", "a.c"}, .seconds = 60});
//   r.how.well()              // it exited with code 0
//   r.how.what, r.how.number  // else: kind::exit and 1, kind::signal and 11, kind::time_limit, ...
//   r.output                  // the last 64 KiB that it printed, both streams interleaved
//
//   process p({.words = {"server"}});    // several at once: poll p.descriptor(), then read()
//   p.read();
//   if (p.has_ended()) p.wait()
//
// The child has its own process group: Ctrl-C reaches this process only, and the group can be killed at once. It dies
// with its parent, has default signals and no core file, and its standard input is empty.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::system {

struct command {
    enum class stream { here, nowhere, captured };

    std::vector<std::string> words =
        {};  // the program (searched in PATH unless it contains a slash) and its arguments
    std::function<void()> body =
        {};  // without words: runs in a fork of this process, which must be single-threaded
    std::vector<std::pair<std::string, std::string>> environment =
        {};                             // in addition to this process's environment
    std::filesystem::path folder = {};  // working directory; empty: this process's
    stream output = stream::captured, errors = stream::captured;
    std::vector<int> keeps =
        {};                 // descriptors a body uses: it has no others but the standard streams
    bool confined = false;  // writes only where confine_children() allows
    std::size_t kept = 1 << 16;       // how many bytes of captured output to keep: the last ones
    double seconds = 0;               // time limit of run(); 0: none
    std::uint64_t memory = 0;         // bytes of address space that each process may have; 0: any
    std::uint64_t largest_file = 0;   // bytes: writing more fails with EFBIG; 0: any
    std::function<bool()> stop = {};  // polled by run() ten times a second: true ends the child
};

struct ending {
    enum class kind { exit, signal, time_limit, stopped } what = kind::exit;
    int number = 0;  // the exit code, or the signal
    bool well() const { return what == kind::exit && number == 0; }
};

// The child could not be started: a sentence with the system's reason; `number` is its errno.
class start_error : public std::runtime_error {
  public:
    start_error(const std::string& sentence, int errno_value)
        : std::runtime_error(sentence), number(errno_value) {}
    const int number;
};

class process {
  public:
    explicit process(const command&);  // throws start_error
    ~process();                        // kills it if it still runs
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    int descriptor() const { return output_; }  // readable when there is output; -1: closed
    void read();                                // reads available output; never blocks
    const std::string& output() const { return printed_; }
    std::string take_output() { return std::exchange(printed_, {}); }

    pid_t number() const { return child_; }  // -1: already reaped
    bool has_ended() const;                  // wait() would not block
    // Waits until it ends; kills it after `seconds`, or when `stop` returns true. Processes that it left running are
    // killed too. Further calls return the same.
    ending wait(double seconds = std::numeric_limits<double>::infinity(),
                const std::function<bool()>& stop = {});
    // Asks it to end (SIGTERM), and kills it after `grace` seconds.
    ending end(double grace);
    ending kill();

  private:
    ending reap(ending::kind why);
    void pause(double seconds) const;  // until it may have ended or printed
    void close_output();

    pid_t child_ = -1;  // -1: reaped
    int output_ = -1, end_ = -1;
    std::size_t kept_;
    std::string printed_;
    ending how_;
};

// From now on this process inherits processes that a child leaves running, even daemons (setsid), when their parent
// ends; they are killed when the next child is waited for.
void adopt_orphans();

// From now on SIGINT, SIGTERM and SIGHUP end this process only after its children and all that these have left, unless they are
// ignored or handled otherwise.
void end_children_when_stopped();

// A process may have been started with SIGCHLD ignored, in which case nobody learns how a child ended. From now on this one
// learns it; `process` calls it by itself.
void keep_ends_of_children();

// Living children and those not yet reaped.
std::vector<pid_t> children_of(pid_t parent);

struct result {
    ending how;
    std::string output;
};
// Throws start_error.
result run(const command&);

// While it exists, output that run() in this thread would print here (stream::here) goes to `text`. So compilers that
// run in parallel threads do not mix their messages, and the caller prints those worth printing with print_here().
class collect_output {
  public:
    explicit collect_output(std::string& text);
    ~collect_output();
    collect_output(const collect_output&) = delete;
    collect_output& operator=(const collect_output&) = delete;

  private:
    std::string* const before_;
};
// Prints to standard error, or to this thread's collect_output.
void print_here(const std::string& text);

// Processor time (of all its threads since it started) and state of a process: they tell whether it hangs or waits for
// its turn. 0 if it is gone.
double processor_seconds(pid_t);
double own_processor_seconds();
double resident_bytes(pid_t);
// False: all its threads sleep. True if one is runnable, paused or waits for the disk, or if unknown.
bool wants_to_run(pid_t);
// All of it is stopped, until somebody sends SIGCONT. False where nobody can say.
bool is_stopped(pid_t);

}  // namespace tileproof::system
