// SPDX-License-Identifier: MIT
// One program for itself: what is confined once is confined for good.
#include "system/sandbox.hpp"

#include "system/process.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>

namespace tileproof::system {
namespace {

TEST(Sandbox, LetsAChildWriteToTheFoldersThatAreNamedAndNowhereElse) {
    const properties::testing::scratch_folder folder;
    const std::filesystem::path inside = folder.path() / "inside",
                                outside = folder.path() / "outside";
    std::filesystem::create_directory(inside);
    std::filesystem::create_directory(outside);
    if (const std::string why_not = confine_children({inside, folder.path() / "none"});
        !why_not.empty())
        GTEST_SKIP() << why_not;
    const auto exit_code = [&](const std::string& line, bool confined) {
        return run({.words = {"/bin/sh", "-c", line},
                    .folder = folder.path(),
                    .confined = confined})
            .how.number;
    };
    EXPECT_EQ(exit_code("echo a > inside/a && mkdir inside/b && rm inside/a", true), 0);
    EXPECT_EQ(exit_code("cat /etc/passwd > /dev/null", true), 0);
    for (const char* line :
         {"echo a > outside/a", "mkdir outside/b", "ln -s x outside/c", "mkfifo outside/d",
          "mv inside/b outside/e", "rmdir outside", "sh -c 'echo a > outside/a'"})
        EXPECT_NE(exit_code(line, true), 0) << line;
    EXPECT_TRUE(std::filesystem::is_empty(outside));
    EXPECT_EQ(exit_code("echo a > outside/a", false), 0) << "compilers write to the cache";
    EXPECT_NE(exit_code("echo b >> outside/a", true), 0);
    EXPECT_NE(exit_code(": > outside/a", true), 0);
}

constexpr int no_filters = 77;

ending guarded(const std::function<void()>& what) {
    return run({.body =
                    [&] {
                        if (!guard_signals(getppid())) _exit(no_filters);
                        what();
                    },
                .seconds = 60})
        .how;
}

TEST(SignalGuard, EndsWhoeverSendsASignalToTheProcessThatJudgesItOrStopsAny) {
    if (guarded([] {}).number == no_filters)
        GTEST_SKIP() << "This system has no filters of system calls.";
    const pid_t judge = getpid();
    const std::function<void()> senders[] = {
        [=] { kill(judge, SIGWINCH); },
        [=] { kill(-getpgid(judge), SIGWINCH); },
        [=] { syscall(SYS_tgkill, judge, judge, SIGWINCH); },
        [=] { sigqueue(judge, SIGWINCH, {}); },
        [] { kill(-1, SIGWINCH); },
        [] { raise(SIGSTOP); },
        [] { kill(0, SIGTSTP); },
        [] { kill(getpid(), SIGTTOU); },
        [=] {
            syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, judge, 0), SIGWINCH, nullptr, 0);
        },
    };
    int which = 0;
    for (const auto& send : senders) {
        const ending how = guarded(send);
        EXPECT_EQ(how.what, ending::kind::signal) << which;
        EXPECT_EQ(how.number, SIGSYS) << which;
        ++which;
    }
}

TEST(SignalGuard, LeavesSignalsToOneselfAndToOnesChildren) {
    const ending how = guarded([] {
        std::signal(SIGUSR1, SIG_IGN);
        raise(SIGUSR1);
        kill(getpid(), SIGUSR1);
        kill(0, 0);
        const result child = run({.words = {"/bin/sleep", "100"}, .seconds = 0.1});
        _exit(child.how.what == ending::kind::time_limit ? 0 : 1);
    });
    EXPECT_TRUE(how.well() || how.number == no_filters) << how.number;
}

TEST(SignalGuard, HoldsForWhatTheProcessStarts) {
    const pid_t judge = getpid();
    const ending how = guarded([=] {
        const ending inner = run({.body = [=] { kill(judge, SIGWINCH); }}).how;
        _exit(inner.what == ending::kind::signal && inner.number == SIGSYS ? 0 : 1);
    });
    EXPECT_TRUE(how.well() || how.number == no_filters) << how.number;
}

}  // namespace
}  // namespace tileproof::system
