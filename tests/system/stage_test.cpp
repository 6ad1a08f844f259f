// SPDX-License-Identifier: MIT
#include "system/stage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>

namespace tileproof::system {
namespace {

using ::testing::HasSubstr;

std::string read_to_end(int fd) {
    std::string all;
    char some[512];
    for (ssize_t n = 0; (n = read(fd, some, sizeof some)) > 0;)
        all.append(some, static_cast<std::size_t>(n));
    close(fd);
    return all;
}

// What a process writes to standard error, a terminal or a pipe, while it does `body`.
std::string written(bool on_terminal, const std::function<void()>& body) {
    int fd = -1, pipe[2] = {-1, -1};
    if (!on_terminal && ::pipe(pipe) != 0) return "no pipe";
    const pid_t child = on_terminal ? forkpty(&fd, nullptr, nullptr, nullptr) : fork();
    if (child == 0) {
        if (!on_terminal) dup2(pipe[1], STDERR_FILENO);
        body();
        _exit(0);
    }
    if (!on_terminal) {
        close(pipe[1]);
        fd = pipe[0];
    }
    const std::string all = read_to_end(fd);
    waitpid(child, nullptr, 0);
    return all;
}

void compile_and_warn() {
    const stage compiling("compiling add.hip");
    command c;
    c.output = c.errors = command::stream::here;
    c.words = {"echo", "a warning of a compiler"};
    (void)run(c);
    print_here("a warning of ours\n");
}

void be_stopped() {
    end_children_when_stopped();
    const stage all("checking");
    { const stage before("preprocessing"); }
    const stage compiling("compiling add.hip");
    std::raise(SIGTERM);
}

TEST(Stage, IsALineOnATerminalWhileItLasts) {
    EXPECT_EQ(written(true, compile_and_warn),
              "compiling add.hip ...\r\x1b[Ka warning of a compiler\r\na warning of ours\r\n");
    EXPECT_EQ(written(false, compile_and_warn), "a warning of a compiler\na warning of ours\n");
}

TEST(Stage, IsNamedByACommandThatIsStoppedMeanwhile) {
    EXPECT_EQ(written(false, be_stopped), "tileproof: Stopped while compiling add.hip.\n");
    EXPECT_THAT(written(true, be_stopped),
                HasSubstr("\r\x1b[Ktileproof: Stopped while compiling add.hip.\r\n"));
    EXPECT_EQ(written(false,
                      [] {
                          end_children_when_stopped();
                          { const stage over("compiling add.hip"); }
                          std::raise(SIGTERM);
                      }),
              "");
}

}  // namespace
}  // namespace tileproof::system
