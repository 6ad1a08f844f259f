// SPDX-License-Identifier: MIT
// The status screen of tileproof fuzz as a terminal shows it: the command runs behind a pseudo-terminal, and
// what it writes there is put on a screen that knows the few escapes it uses.
#include "tests/command/fuzz_stand_in.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace tileproof::command::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Lines as they were written; the terminal breaks those that are longer than it is wide.
class screen {
  public:
    explicit screen(std::size_t columns) : columns_(columns) {}

    void write(const std::string& bytes) {
        pending_ += bytes;
        while (!pending_.empty()) {
            if (pending_[0] != '\x1b') {
                if (pending_[0] == '\n')
                    lines_.emplace_back();
                else if (pending_[0] != '\r')
                    lines_.back() += pending_[0];
                pending_.erase(0, 1);
                continue;
            }
            const auto end = pending_.find_first_of("FJ");
            if (end == std::string::npos) return;  // the rest of the escape comes later
            if (pending_[end] == 'F') up(std::strtoul(pending_.c_str() + 2, nullptr, 10));
            pending_.erase(0, end + 1);
        }
    }
    void resize(std::size_t columns) { columns_ = columns; }

    // Broken lines, each as a row.
    std::vector<std::string> rows() const {
        std::vector<std::string> all;
        for (const std::string& line : lines_)
            for (std::size_t at = 0; at == 0 || at < line.size(); at += columns_)
                all.push_back(line.substr(at, columns_));
        return all;
    }
    std::string text() const {
        std::string all;
        for (const std::string& row : rows()) all += row + '\n';
        return all;
    }

  private:
    // To the beginning of the n-th row above, from where the command erases all that follows.
    void up(std::size_t n) {
        std::vector<std::string> kept = rows();
        ASSERT_LT(n, kept.size()) << "it goes up beyond what it has written";
        kept.resize(kept.size() - n);
        kept.back().clear();
        lines_ = kept;
    }

    std::size_t columns_;
    std::vector<std::string> lines_{""};
    std::string pending_;
};

class FuzzOnATerminal : public FuzzStandIn {
  protected:
    FuzzOnATerminal() : shown(100) {
        winsize size{};
        size.ws_col = 100;
        size.ws_row = 30;
        child = forkpty(&terminal, nullptr, nullptr, &size);
        if (child < 0) why_none = std::strerror(errno);
        if (child == 0) {
            setenv("TILEPROOF_FUZZ_TARGETS", (folder.path() / "bin").c_str(), 1);
            const int out = open((folder.path() / "out").c_str(), O_WRONLY | O_CREAT, 0600);
            if (chdir(folder.path().c_str()) == 0 && dup2(out, STDOUT_FILENO) >= 0)
                execl(TILEPROOF_PROGRAM, "tileproof", "fuzz", "--jobs", "1", "--budget", "1000s",
                      static_cast<char*>(nullptr));
            _exit(127);
        }
    }
    ~FuzzOnATerminal() override {
        if (child > 0) {
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
        }
        if (terminal >= 0) close(terminal);
    }
    void SetUp() override {
        FuzzStandIn::SetUp();
        if (!why_none.empty())
            GTEST_SKIP() << "This machine has no pseudo-terminal (/dev/pts): " << why_none;
    }
    // Until the screen says this, or has said nothing new for a minute.
    bool wait_for(const std::string& words) {
        while (shown.text().find(words) == std::string::npos)
            if (!read_some(60'000)) return false;
        return true;
    }
    bool read_some(int milliseconds) {
        pollfd waiting{terminal, POLLIN, 0};
        char bytes[4096];
        if (poll(&waiting, 1, milliseconds) <= 0) return false;
        const ssize_t n = read(terminal, bytes, sizeof bytes);
        if (n <= 0) return false;
        shown.write(std::string(bytes, static_cast<std::size_t>(n)));
        return true;
    }
    // A few more of its frames, the last one whole: what follows in one write may come in pieces.
    void watch() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
        while (std::chrono::steady_clock::now() < end) read_some(200);
        while (read_some(100)) {
        }
    }
    void resize(unsigned short columns, unsigned short rows) {
        winsize size{};
        size.ws_col = columns;
        size.ws_row = rows;
        ioctl(terminal, TIOCSWINSZ, &size);
        shown.resize(columns);
    }
    int times(const std::string& words) const {
        const std::string text = shown.text();
        int count = 0;
        for (auto at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++count;
        return count;
    }

    screen shown;
    std::string why_none;
    int terminal = -1;
    pid_t child = -1;
};

TEST_F(FuzzOnATerminal, WritesOneScreenOverAndOverBelowWhatItHasFound) {
    ASSERT_TRUE(wait_for("L2 reference of fuzz/stand_in: L2 reference: the input is bad."));
    watch();
    EXPECT_EQ(times("1 finding,"), 1) << shown.text();
    EXPECT_EQ(times("  coverage"), 1) << shown.text();
    EXPECT_EQ(times("> stand_in"), 1) << shown.text();
    EXPECT_EQ(times("tileproof: L2 reference of"), 1) << shown.text();
}

TEST_F(FuzzOnATerminal, StaysOneScreenWhenTheTerminalBecomesNarrowAndLow) {
    ASSERT_TRUE(wait_for("1 finding,"));
    resize(40, 30);
    watch();
    EXPECT_EQ(times("> stand_in"), 1) << shown.text();
    EXPECT_EQ(times("executions in"), 1) << shown.text();
    resize(40, 4);
    watch();
    EXPECT_EQ(times("executions in"), 1) << shown.text();
    resize(100, 30);
    watch();
    EXPECT_EQ(times("> stand_in"), 1) << shown.text();
    EXPECT_EQ(times("  coverage"), 1) << shown.text();
}

TEST_F(FuzzOnATerminal, LeavesNothingOfTheScreenOnCtrlC) {
    ASSERT_TRUE(wait_for("1 finding,"));
    ASSERT_EQ(::write(terminal, "\x03", 1), 1);
    while (read_some(60'000)) {
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    child = -1;
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status;
    EXPECT_THAT(shown.text(), Not(HasSubstr("executions")));
    EXPECT_THAT(text_of("out"), HasSubstr("Stopped; the corpus was not merged."));
}

}  // namespace
}  // namespace tileproof::command::testing
