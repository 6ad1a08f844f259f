// SPDX-License-Identifier: MIT
// Threads as a loop between barriers do what threads on stacks of their own do.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "compiler/build/back_end.hpp"
#include "compiler/build/compilers.hpp"
#include "devices/cpu/device_work.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/cpu/poison.hpp"
#include "system/file.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::passes {
namespace {

constexpr int most = 256;

struct outcome {
    std::string error;
    std::vector<int> out;
    friend bool operator==(const outcome&, const outcome&) = default;
};

class compiled_kernels {
  public:
    explicit compiled_kernels(const std::string& name, const std::vector<std::string>& more) {
        const std::string made = folder_.path() / name;
        compiler::source_request r{
            .source = std::string(TILEPROOF_SOURCE_DIR) + "/tests/compiler/passes/thread_loops.hip",
            .scratch = "",
            .flags = compiler::include_flags(),
            .preprocess_flags = {},
            .wave_size = 32};
        r.flags.insert(r.flags.end(), more.begin(), more.end());
        compiler::front_end f(r);
        compiler::compile_for({.object = made + ".o"}, f);
        object = system::read_file(made + ".o").value_or("");
        compiler::run_compiler({r.compiler, "-shared", made + ".o", "-o", made + ".so"}, r.source);
        handle_ = dlopen((made + ".so").c_str(), RTLD_NOW);
        if (!handle_) throw std::runtime_error(dlerror());
        run_ = reinterpret_cast<run_function>(dlsym(handle_, "run_kernel"));
    }
    bool loops(const std::string& kernel) const {
        return object.find(kernel + ".kernel.fibers") != std::string::npos;
    }
    outcome run(const char* kernel, int threads, int n,
                std::optional<std::uint64_t> shuffle_seed = {}) const {
        cpu_engine::settings().shuffle_seed = shuffle_seed;
        cpu_engine::begin_case_of(5);  // what nobody has written is the same each time
        outcome o{{}, std::vector<int>(most, -1)};
        o.error = run_(kernel, threads, n, o.out.data());
        cpu_engine::settings().shuffle_seed.reset();
        return o;
    }
    std::string object;

  private:
    using run_function = const char* (*)(const char*, int, int, int*);
    const system::temporary_folder folder_{system::in_folder_of_temporaries("tileproof-loops-")};
    void* handle_ = nullptr;
    run_function run_ = nullptr;
};

const compiled_kernels& as_loops() {
    static const compiled_kernels k("loops", {});
    return k;
}
const compiled_kernels& as_fibers() {
    static const compiled_kernels k("fibers", {"-g"});
    return k;
}

const char* const cut[] = {"sums_in_tiles",
                           "reverse",
                           "some_end",
                           "two_branches",
                           "in_a_switch",
                           "reads_large",
                           "derives",
                           "asks_a_function",
                           "halves",
                           "modes",
                           "no_barrier",
                           "some_return",
                           "names_shared",
                           "changes_large",
                           "lends_large",
                           "converts",
                           "waits_in_a_function",
                           "waits_deeper",
                           "some_meet",
                           "adds_atomically",
                           "waits_out_of_line",
                           "takes_an_object"};
const char* const not_cut[] = {"counts", "shuffles", "meets_twice"};

TEST(ThreadLoops, AreMadeOfKernelsThatWaitAtBarriersOnly) {
    for (const char* const k : cut) EXPECT_TRUE(as_loops().loops(k)) << k;
    for (const char* const k : not_cut) EXPECT_FALSE(as_loops().loops(k)) << k;
    for (const char* const k : cut) EXPECT_FALSE(as_fibers().loops(k)) << k;
}

TEST(ThreadLoops, DoWhatFibersDo) {
    for (const auto& names : {std::vector<const char*>(std::begin(cut), std::end(cut)),
                              std::vector<const char*>(std::begin(not_cut), std::end(not_cut))})
        for (const char* const k : names)
            for (const int threads : {2, 32, 64})
                for (const int n : {0, 1, 2, 7, 64, 150}) {
                    const outcome loop = as_loops().run(k, threads, n);
                    const outcome fiber = as_fibers().run(k, threads, n);
                    EXPECT_EQ(loop.error, fiber.error) << k << " " << threads << " " << n;
                    EXPECT_EQ(loop.out, fiber.out) << k << " " << threads << " " << n;
                }
}

// Threads of a loop would wait for one that comes after them.
TEST(ThreadLoops, AreNotMadeOfKernelsWhoseThreadsWaitForWhatOthersWrite) {
    for (const char* const k :
         {"polls_by_adding_nothing", "polls_volatile", "polls_with_a_scope"}) {
        EXPECT_FALSE(as_loops().loops(k)) << k;
        for (const int threads : {2, 64, 256}) {
            const outcome o = as_loops().run(k, threads, 0);
            EXPECT_EQ(o.error, "") << k;
            for (int t = 0; t + 1 < threads; ++t)
                ASSERT_EQ(o.out[static_cast<std::size_t>(t)], 7) << k << ", thread " << t;
        }
    }
}

TEST(ThreadLoops, KeepALoopThatNeverEnds) {
    EXPECT_TRUE(as_loops().loops("never_ends"));
    for (const auto* kernels : {&as_loops(), &as_fibers()}) {
        EXPECT_EQ(kernels->run("never_ends", 2, 3).out[1], 3);
        EXPECT_EXIT((alarm(1), kernels->run("never_ends", 2, 4), std::_Exit(0)),
                    testing::KilledBySignal(SIGALRM), "");
    }
}

TEST(ThreadLoops, NameTheThreadsThatWaitAtDifferentBarriers) {
    EXPECT_EQ(as_loops().run("some_end", 32, 32).error, "");
    EXPECT_NE(as_loops().run("some_end", 32, 31).error, "");
    const std::string two = as_loops().run("two_branches", 32, 5).error;
    EXPECT_NE(two.find("thread_loops.hip:47"), std::string::npos) << two;
    EXPECT_NE(two.find("thread_loops.hip:49"), std::string::npos) << two;
    const std::string called = as_loops().run("some_meet", 32, 31).error;
    EXPECT_EQ(as_loops().run("some_meet", 32, 32).error, "");
    EXPECT_NE(called.find("thread_loops.hip:161"), std::string::npos) << called;
    EXPECT_EQ(as_loops().run("reverse", 32, 3).error, "")
        << "a block that was given up leaves nothing behind";
}

TEST(ThreadLoops, GiveWayToFibersWhenTheOrderOfThreadsIsDrawn) {
    for (const char* const k : cut) {
        const outcome drawn = as_loops().run(k, 64, 64, 7);
        EXPECT_EQ(drawn, as_fibers().run(k, 64, 64, 7)) << k;
        EXPECT_EQ(drawn.out, as_loops().run(k, 64, 64).out) << k;
    }
}

TEST(ThreadLoops, FillInEachBlockTheSharedVariablesThatTheKernelCanName) {
    const std::uint64_t launch = cpu_engine::mixed(5);  // run() has begun case 5
    const outcome named = as_loops().run("names_shared", 32, 0);
    for (const std::uint64_t block : {0, 1, 2}) {
        const std::uint64_t bytes = cpu_engine::block_seed(launch, block);
        EXPECT_EQ(std::memcmp(&named.out[4 * block], &bytes, sizeof bytes), 0) << block;
    }
}

}  // namespace
}  // namespace tileproof::passes
