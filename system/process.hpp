// SPDX-License-Identifier: MIT
// A child process: started, listened to, ended with everything it started, and always reaped.
//
//   result r = run({.words = {"cc", "-c", "a.c"}, .seconds = 60});
//   r.how.well()              // it exited with code 0
//   r.how.what, r.how.number  // else: kind::exit and 1, kind::signal and 11, kind::time_limit, ...
//   r.output                  // the last 64 KiB that it printed, both streams as they came
//
//   process p({.words = {"server"}});    // several at once: poll p.descriptor(), then read()
//   p.read();
//   if (p.has_ended()) p.wait()
//
// The child has a process group of its own, so that Ctrl-C is for this process alone and the group can be killed at
// once; it dies with its parent, has default signals and no core file, and reads nothing from standard input.
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
        {};  // the program, looked for in PATH unless it has a slash, and arguments
    std::function<void()> body =
        {};  // without words: runs in a fork of this process, which must have one thread
    std::vector<std::pair<std::string, std::string>> environment =
        {};                             // on top of this process's own
    std::filesystem::path folder = {};  // to run in; empty: this one's
    stream output = stream::captured, errors = stream::captured;
    bool confined = false;            // writes only where confine_children() says (sandbox.hpp)
    std::size_t kept = 1 << 16;       // bytes of what is captured: the last ones
    double seconds = 0;               // time limit of run(); 0: none
    std::uint64_t memory = 0;         // bytes of address space that each process may have; 0: any
    std::uint64_t largest_file = 0;   // bytes: writing more fails with EFBIG; 0: any
    std::function<bool()> stop = {};  // asked by run() ten times a second: true ends the child
};

struct ending {
    enum class kind { exit, signal, time_limit, stopped } what = kind::exit;
    int number = 0;  // the exit code, or the signal
    bool well() const { return what == kind::exit && number == 0; }
};

// The child could not be started: a sentence with the reason of the system, whose errno is `number`.
class start_error : public std::runtime_error {
  public:
    start_error(const std::string& sentence, int errno_value)
        : std::runtime_error(sentence), number(errno_value) {}
    const int number;
};

class process {
  public:
    explicit process(const command&);  // throws start_error
    ~process();                        // kills what still runs
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    int descriptor() const {
        return output_;
    }             // readable when there is something to read; -1: closed
    void read();  // takes what it has printed; never waits
    const std::string& output() const { return printed_; }
    std::string take_output() { return std::exchange(printed_, {}); }

    pid_t number() const { return child_; }  // -1: it has been waited for
    bool has_ended() const;                  // it can be waited for without delay
    // Until it ends, `seconds` have passed or `stop` says so; in these cases it is killed. What it left running is
    // killed too. Called again, it says the same.
    ending wait(double seconds = std::numeric_limits<double>::infinity(),
                const std::function<bool()>& stop = {});
    // Asks it to end (SIGTERM), and kills it when it has not after `grace` seconds.
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

// From now on what a child leaves running, whatever it has done to be out of reach (setsid, a daemon), comes to this
// process when its parent ends, and is killed with the next child that is waited for.
void adopt_orphans();

// Those that live, and those that nobody has waited for.
std::vector<pid_t> children_of(pid_t parent);

struct result {
    ending how;
    std::string output;
};
// Throws start_error.
result run(const command&);

// While it lives, what run() of this thread would print here (stream::here) goes into `text`: of several threads that
// run compilers at once each has its messages whole, and the caller says what is worth it with print_here().
class collect_output {
  public:
    explicit collect_output(std::string& text);
    ~collect_output();
    collect_output(const collect_output&) = delete;
    collect_output& operator=(const collect_output&) = delete;

  private:
    std::string* const before_;
};
// To standard error, or to the collect_output of this thread.
void print_here(const std::string& text);

}  // namespace tileproof::system
