// SPDX-License-Identifier: MIT
#include "system/process.hpp"

#include "tests/properties/scratch_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace tileproof::system {
namespace {

using kind = ending::kind;
using stream = command::stream;

command shell(const std::string& line) { return {.words = {"/bin/sh", "-c", line}}; }

bool no_child_is_left() { return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

// Whether it is gone, or only waits to be reaped by somebody else.
bool ends_soon(pid_t process) {
    for (int i = 0; i < 500; ++i) {
        std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
        std::string number, name, state;
        if (!(stat >> number >> name >> state) || state == "Z" || state == "X") return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

TEST(Process, SaysHowAProgramEndedAndWhatItPrinted) {
    const result well = run(shell("echo one; echo two >&2"));
    EXPECT_TRUE(well.how.well());
    EXPECT_EQ(well.output, "one\ntwo\n");
    const result exit = run(shell("exit 7"));
    EXPECT_EQ(exit.how.what, kind::exit);
    EXPECT_EQ(exit.how.number, 7);
    const result killed = run(shell("kill -SEGV $$"));
    EXPECT_EQ(killed.how.what, kind::signal);
    EXPECT_EQ(killed.how.number, SIGSEGV);
    EXPECT_TRUE(no_child_is_left());
}

TEST(Process, PassesArgumentsUnchangedAndSetsTheEnvironmentAndTheFolder) {
    EXPECT_EQ(run({.words = {"printf", "%s|", "a b", "$HOME", "\"'\\", "\n"}}).output,
              "a b|$HOME|\"'\\|\n|");
    command c = shell("echo $PROCESS_TEST; pwd; cat");
    c.environment = {{"PROCESS_TEST", "seen"}};
    c.folder = "/usr";
    EXPECT_EQ(run(c).output, "seen\n/usr\n");  // and nothing comes from standard input
    EXPECT_EQ(getenv("PROCESS_TEST"), nullptr);
}

TEST(Process, ThrowsTheReasonWhenAProgramCannotBeStarted) {
    try {
        run({.words = {"/nowhere/at/all"}});
        FAIL() << "nothing was thrown";
    } catch (const start_error& e) {
        EXPECT_EQ(e.number, ENOENT);
    }
    EXPECT_THROW(run({.words = {"true"}, .folder = "/nowhere"}), start_error);
    EXPECT_TRUE(no_child_is_left());
}

TEST(Process, KeepsTheLastBytesOfLongOutput) {
    command c = shell("i=0; while [ $i -lt 20000 ]; do echo 123456789; i=$((i+1)); done; echo end");
    c.kept = 100;
    const result r = run(c);
    EXPECT_EQ(r.output.size(), 100u);
    EXPECT_TRUE(r.output.ends_with("123456789\nend\n"));
}

TEST(Process, LeavesOutWhatIsNotCaptured) {
    command c = shell("echo one; echo two >&2");
    c.errors = stream::nowhere;
    EXPECT_EQ(run(c).output, "one\n");
    c.output = stream::nowhere;
    c.errors = stream::captured;
    EXPECT_EQ(run(c).output, "two\n");
}

TEST(Process, IsKilledWithWhatItStartedWhenItsTimeIsUp) {
    command c = shell("sleep 1000 & echo $!; wait");
    c.seconds = 0.5;
    const result r = run(c);
    EXPECT_EQ(r.how.what, kind::time_limit);
    EXPECT_TRUE(ends_soon(std::stoi(r.output)));
    EXPECT_TRUE(no_child_is_left());
}

TEST(Process, HasNoMoreMemoryThanItMay) {
    command c = shell("ulimit -v");
    c.memory = std::size_t{1} << 30;
    EXPECT_EQ(run(c).output, "1048576\n");
}

TEST(Process, DoesNotWaitForWhatItLeftRunning) {
    const result r = run(shell("sleep 1000 & echo $!"));  // which holds the pipe open
    EXPECT_TRUE(r.how.well());
    EXPECT_TRUE(ends_soon(std::stoi(r.output)));
}

TEST(Process, IsStoppedWhenTheCallerSaysSo) {
    command c = shell("sleep 1000");
    int asked = 0;
    c.stop = [&] { return ++asked == 3; };
    EXPECT_EQ(run(c).how.what, kind::stopped);
}

TEST(Process, IsAskedToEndBeforeItIsKilled) {
    // Some shells say on standard error what a signal ended.
    process polite(
        shell("exec 2>/dev/null; trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.01; "
              "done"));
    while (polite.output().empty()) polite.read();
    const ending how = polite.end(60);
    EXPECT_EQ(how.what, kind::exit);
    EXPECT_EQ(how.number, 3);
    EXPECT_EQ(polite.output(), "ready\nbye\n");
    process stubborn(shell("trap '' TERM; echo ready; while :; do sleep 0.01; done"));
    while (stubborn.output().empty()) stubborn.read();
    EXPECT_EQ(stubborn.end(0.1).what, kind::time_limit);
    EXPECT_TRUE(no_child_is_left());
}

TEST(Process, DiesWithItsParentWhateverEndsThat) {
    const result r = run({.body = [] {
        static process inner(shell("exec sleep 1000"));
        std::printf("%d", static_cast<int>(inner.number()));
        std::fflush(stdout);
        raise(SIGKILL);
    }});
    EXPECT_EQ(r.how.number, SIGKILL);
    EXPECT_TRUE(ends_soon(std::stoi(r.output)));
}

TEST(Process, OfADestroyedObjectIsGone) {
    { process p(shell("sleep 1000")); }
    EXPECT_TRUE(no_child_is_left());
}

TEST(Process, HasDefaultSignalsAndAGroupOfItsOwn) {
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    command c;
    c.body = [] {
        const bool default_pipe = std::signal(SIGPIPE, SIG_DFL) == SIG_DFL;
        _exit(default_pipe && getpgrp() == getpid() ? 0 : 1);
    };
    EXPECT_TRUE(run(c).how.well());
    std::signal(SIGPIPE, before);
}

TEST(Process, RunsAFunctionInAFork) {
    int value = 1;
    command c;
    c.body = [&] {
        value = 2;
        std::printf("%d", value);
        std::fflush(stdout);
        _exit(5);
    };
    const result r = run(c);
    EXPECT_EQ(r.output, "2");
    EXPECT_EQ(r.how.number, 5);
    EXPECT_EQ(value, 1);
}

TEST(Process, IsWaitedForWhereThisOneWasStartedWithSigchldIgnored) {
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    command c = shell("exit 7");
    c.seconds = 20;
    const ending how = run(c).how;
    std::signal(SIGCHLD, before);
    EXPECT_EQ(how.what, kind::exit);
    EXPECT_EQ(how.number, 7);
}

TEST(Process, OfAFunctionHasNoDescriptorButTheStandardStreamsAndThoseThatItKeeps) {
    int pipe[2], other[2];
    ASSERT_EQ(::pipe(pipe), 0);
    ASSERT_EQ(::pipe(other), 0);
    const process sibling(shell("sleep 30"));
    command c;
    c.keeps = {other[1], pipe[1]};
    c.body = [&] {
        for (int fd = 0; fd < 1024; ++fd)
            if (fcntl(fd, F_GETFD) >= 0) std::printf("%d ", fd);
        std::fflush(stdout);
    };
    EXPECT_EQ(run(c).output,
              "0 1 2 " + std::to_string(pipe[1]) + " " + std::to_string(other[1]) + " ");
    for (const int fd : {pipe[0], pipe[1], other[0], other[1]}) ::close(fd);
}

TEST(CollectOutput, KeepsWhatThreadsPrintAtOnceApart) {
    std::vector<std::string> texts(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < texts.size(); ++i)
        threads.emplace_back([&, i] {
            const collect_output into(texts[i]);
            command c = shell("for i in 1 2 3; do echo " + std::to_string(i) + " >&2; done");
            c.output = c.errors = command::stream::here;
            EXPECT_EQ(run(c).output, "");
        });
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(texts,
              (std::vector<std::string>{"0\n0\n0\n", "1\n1\n1\n", "2\n2\n2\n", "3\n3\n3\n"}));
}

TEST(CollectOutput, EndsWithItsScopeAndLeavesWhatIsCapturedAnyway) {
    std::string text;
    {
        const collect_output into(text);
        EXPECT_EQ(run(shell("echo captured")).output, "captured\n");
    }
    ::testing::internal::CaptureStdout();
    command c = shell("echo after");
    c.output = command::stream::here;
    run(c);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "after\n");
    EXPECT_EQ(text, "");
}

// A fork closes what it need not have, the pipe of a sibling for instance; its number may soon be that of a pipe which the fork's own child needs.
TEST(Process, AForkBesideAnotherHasChildrenOfItsOwn) {
    const process sibling(shell("sleep 30"));
    command c;
    c.body = [] {
        int pipe[2];
        if (::pipe(pipe) != 0) _exit(2);
        command reader;
        reader.keeps = {pipe[0]};
        reader.body = [&] {
            char letter = 0;
            _exit(::read(pipe[0], &letter, 1) == 1 && letter == 'x' ? 0 : 3);
        };
        process child(reader);
        (void)!::write(pipe[1], "x", 1);
        _exit(child.wait().number);
    };
    EXPECT_EQ(run(c).how.number, 0);
}

TEST(Process, ManyAtATimeAreAllReaped) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([i] {
            for (int k = 0; k < 10; ++k)
                EXPECT_EQ(run(shell("exit " + std::to_string(i))).how.number, i);
        });
    for (std::thread& t : threads) t.join();
    EXPECT_TRUE(no_child_is_left());
}

// In a fork: an adopted orphan is a child of this process for good.
TEST(Process, KillsWhatLeftItsGroupOnceOrphansAreAdopted) {
    const properties::testing::scratch_folder folder;
    const pid_t tester = fork();
    if (tester == 0) {
        adopt_orphans();
        process lives(shell("sleep 100"));
        const std::string told = (folder.path() / "pid").string();
        const result r =
            run(shell("setsid sh -c 'echo $$ >" + told + "; exec sleep 100' & until [ -s " + told +
                      " ]; do sleep 0.1; done; cat " + told));
        const pid_t stray = std::atoi(r.output.c_str());
        _exit(stray > 0 && kill(stray, 0) == -1 && errno == ESRCH && !lives.has_ended() ? 0 : 1);
    }
    int status = -1;
    waitpid(tester, &status, 0);
    EXPECT_EQ(status, 0);
}

// A process that starts another one and ends, over and over.
TEST(Process, KillsWhatForksFasterThanProcessesCanBeListed) {
    const properties::testing::scratch_folder folder;
    const auto diary = folder.path() / "diary";
    const pid_t tester = fork();
    if (tester == 0) {
        adopt_orphans();
        run({.body = [&] {
            if (fork() != 0) {
                usleep(50000);
                return;
            }
            for (int turn = 0; turn < 20000; ++turn) {
                if (fork() != 0) _exit(0);
                setsid();
                if (turn % 50 == 0) std::ofstream(diary) << turn;
            }
        }});
        usleep(100000);
        const auto length = [&] {
            std::string text;
            std::ifstream(diary) >> text;
            return text;
        };
        const std::string before = length();
        usleep(300000);
        _exit(before == length() && children_of(getpid()).empty() ? 0 : 1);
    }
    int status = -1;
    waitpid(tester, &status, 0);
    EXPECT_EQ(status, 0);
}

// Without it the child dies with its parent, and what the child has put out of reach does not.
TEST(Process, EndsWithAllThatItsChildrenHaveStartedWhenItIsStopped) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t tester = fork();
    if (tester == 0) {
        adopt_orphans();
        end_children_when_stopped();
        command c;
        c.keeps = {pipe[1]};
        c.body = [&] {
            pid_t stray = fork();
            if (stray == 0) {
                setsid();
                stray = getpid();
                (void)!::write(pipe[1], &stray, sizeof stray);
            }
            for (;;) pause();
        };
        const process child(c);
        for (;;) pause();
    }
    pid_t stray = 0;
    ASSERT_EQ(::read(pipe[0], &stray, sizeof stray), static_cast<ssize_t>(sizeof stray));
    kill(tester, SIGTERM);
    int status = -1;
    waitpid(tester, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
    EXPECT_TRUE(ends_soon(stray));
    kill(stray, SIGKILL);
    for (const int fd : pipe) ::close(fd);
}

TEST(ProcessTimes, TellWhoWorksFromWhoSleepsAndWhoIsPaused) {
    process works({.body = [] {
        for (;;) {
        }
    }});
    process sleeps({.body = [] {
        for (;;) pause();
    }});
    for (int i = 0;
         i < 1000 && (processor_seconds(works.number()) < 0.1 || wants_to_run(sleeps.number()));
         ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GE(processor_seconds(works.number()), 0.1);
    EXPECT_TRUE(wants_to_run(works.number()));
    EXPECT_LT(processor_seconds(sleeps.number()), 0.1);
    EXPECT_FALSE(wants_to_run(sleeps.number()));
    kill(sleeps.number(), SIGSTOP);
    for (int i = 0; i < 1000 && !wants_to_run(sleeps.number()); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(wants_to_run(sleeps.number()));
}

}  // namespace
}  // namespace tileproof::system
