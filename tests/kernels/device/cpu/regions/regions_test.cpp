// SPDX-License-Identifier: MIT
// Threads as a loop between barriers do what threads on stacks of their own do.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "kernels/device/cpu/device_work.hpp"
#include "kernels/device/cpu/launch.hpp"
#include "kernels/device/cpu/poison.hpp"
#include "kernels/device/cpu/regions/barrier_split.hpp"
#include "kernels/user/compile_source.hpp"
#include "system/read_file.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::cpu_regions {
namespace {

constexpr int most = 256;

struct outcome {
    std::string error;
    std::vector<int> out;
    friend bool operator==(const outcome&, const outcome&) = default;
};

class compiled_kernels {
  public:
    explicit compiled_kernels(const std::string& name, const std::vector<std::string>& more,
                              const std::string& compiler = "") {
        const std::string made = folder_.path() / name;
        user::source_request r{.source = std::string(TILEPROOF_SOURCE_DIR) +
                                         "/tests/kernels/device/cpu/regions/regions.hip",
                               .object = made + ".o",
                               .flags = user::include_flags(),
                               .preprocess_flags = {},
                               .wave_size = 32};
        r.flags.insert(r.flags.end(), more.begin(), more.end());
        if (!compiler.empty()) r.compiler = compiler;
        user::compile_source(r);
        object = system::read_file(r.object).value_or("");
        user::run_compiler({r.compiler, "-shared", r.object, "-o", made + ".so"}, r.source);
        handle_ = dlopen((made + ".so").c_str(), RTLD_NOW);
        if (!handle_) throw std::runtime_error(dlerror());
        run_ = reinterpret_cast<run_function>(dlsym(handle_, "run_kernel"));
    }
    bool loops(const std::string& kernel) const {
        return object.find(kernel + ".fibers") != std::string::npos;
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
    // The first bytes of the shared variable that of all kernels only names_shared can name.
    std::uint64_t shared() const {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, reinterpret_cast<int* (*)()>(dlsym(handle_, "with_a_variable"))(),
                    sizeof bytes);
        return bytes;
    }
    std::string object;

  private:
    using run_function = const char* (*)(const char*, int, int, int*);
    const system::temporary_folder folder_{system::in_folder_of_temporaries("tileproof-regions-")};
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
                           "some_meet"};
const char* const not_cut[] = {"counts", "shuffles", "meets_twice", "waits_out_of_line",
                               "takes_an_object"};

TEST(Regions, AreMadeOfKernelsThatWaitAtBarriersOnly) {
    for (const char* const k : cut) EXPECT_TRUE(as_loops().loops(k)) << k;
    for (const char* const k : not_cut) EXPECT_FALSE(as_loops().loops(k)) << k;
    for (const char* const k : cut) EXPECT_FALSE(as_fibers().loops(k)) << k;
}

TEST(Regions, DoWhatFibersDo) {
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

TEST(Regions, NameTheThreadsThatWaitAtDifferentBarriers) {
    EXPECT_EQ(as_loops().run("some_end", 32, 32).error, "");
    EXPECT_NE(as_loops().run("some_end", 32, 31).error, "");
    const std::string two = as_loops().run("two_branches", 32, 5).error;
    EXPECT_NE(two.find("regions.hip:47"), std::string::npos) << two;
    EXPECT_NE(two.find("regions.hip:49"), std::string::npos) << two;
    const std::string called = as_loops().run("some_meet", 32, 31).error;
    EXPECT_EQ(as_loops().run("some_meet", 32, 32).error, "");
    EXPECT_NE(called.find("regions.hip:161"), std::string::npos) << called;
    EXPECT_EQ(as_loops().run("reverse", 32, 3).error, "")
        << "a block that was given up leaves nothing behind";
}

// A compiler of tomorrow, which does not know what was made of its module.
TEST(Regions, GiveWayToFibersWhenTheCompilerRefusesTheModule) {
    const system::temporary_folder folder(system::in_folder_of_temporaries("tileproof-refuses-"));
    const std::string compiler = folder.path() / "clang++", log = folder.path() / "refused";
    std::ofstream(compiler) << "#!/bin/sh\nfor word; do\n"
                               "  case $word in *.ll) module=$word ;; ir) reads=1 ;; esac\n"
                               "done\n"
                               "if [ \"$reads\" ] && grep -q '\\.barriers' \"$module\"; then\n"
                               "  echo 'error: expected type' | tee -a "
                            << log
                            << " >&2\n"
                               "  exit 1\nfi\nexec clang++-19 \"$@\"\n";
    std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
    testing::internal::CaptureStderr();
    const compiled_kernels given_up("given_up", {}, compiler);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(system::read_file(log).value_or(""), "error: expected type\n") << "asked once";
    for (const char* const k : cut) {
        EXPECT_FALSE(given_up.loops(k)) << k;
        EXPECT_EQ(given_up.run(k, 64, 7), as_fibers().run(k, 64, 7)) << k;
    }
}

TEST(Regions, GiveWayToFibersWhenTheOrderOfThreadsIsDrawn) {
    for (const char* const k : cut) {
        const outcome drawn = as_loops().run(k, 64, 64, 7);
        EXPECT_EQ(drawn, as_fibers().run(k, 64, 64, 7)) << k;
        EXPECT_EQ(drawn.out, as_loops().run(k, 64, 64).out) << k;
    }
}

TEST(Regions, FillInEachBlockTheSharedVariablesThatTheKernelCanName) {
    const std::uint64_t launch = cpu_engine::mixed(5);  // run() has begun case 5
    as_loops().run("no_barrier", 32, 0);
    EXPECT_EQ(as_loops().shared(), cpu_engine::block_seed(launch, 0)) << "of three blocks";
    as_fibers().run("no_barrier", 32, 0);
    EXPECT_EQ(as_fibers().shared(), cpu_engine::block_seed(launch, 2));
    const outcome named = as_loops().run("names_shared", 32, 0);
    for (const std::uint64_t block : {0, 1, 2}) {
        const std::uint64_t bytes = cpu_engine::block_seed(launch, block);
        EXPECT_EQ(std::memcmp(&named.out[4 * block], &bytes, sizeof bytes), 0) << block;
    }
}

// The home of a variable of a kernel with one barrier, before which `body` is done.
kernel_variable::home home_of(const std::string& name, const std::string& body) {
    const auto f = read_function(
        "define void @k(ptr noundef %p, i32 noundef %n) #0 {\nentry:\n"
        "  %n.addr = alloca i32, align 4\n  %a = alloca i32, align 4\n"
        "  %b = alloca i32, align 4\n  store i32 %n, ptr %n.addr, align 4\n" +
        body +
        "  call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 noundef 0, ptr "
        "noundef @.str, i32 noundef 18, i32 noundef 5)\n"
        "  %6 = load i32, ptr %a, align 4\n  %7 = load i32, ptr %b, align 4\n"
        "  %8 = add i32 %6, %7\n  store i32 %8, ptr %p, align 4\n  ret void\n}");
    const auto parts = f ? cut_at_barriers(*f) : std::nullopt;
    if (!parts) throw std::runtime_error("not cut: " + body);
    for (const kernel_variable& v : parts->variables)
        if (v.name == name) return v.where;
    throw std::runtime_error("no variable " + name);
}

// Libraries of tiles inline that much into one kernel.
TEST(Regions, AreMadeOfThousandsOfVariablesInSeconds) {
    const std::string barrier =
        "  call void @_ZN9tileproof6hip_on7abi_cpu13__syncthreadsEiPKcii(i32 noundef 0, ptr "
        "noundef @.str, i32 noundef 18, i32 noundef 5)\n";
    std::string text = "define void @k(ptr noundef %p, i32 noundef %n) #0 {\nentry:\n", set, used;
    for (int v = 0; v < 3000; ++v) {
        const std::string n = std::to_string(v);
        text += "  %x" + n + " = alloca i32, align 4\n";
        set += "  %a" + n + " = load i32, ptr %p, align 4\n  store i32 %a" + n + ", ptr %x" + n +
               ", align 4\n  br label %b" + n + "\nb" + n + ":\n";
        used += "  %c" + n + " = load i32, ptr %x" + n + ", align 4\n  store i32 %c" + n +
                ", ptr %p, align 4\n";
    }
    const auto f = read_function(text + set + barrier + used + "  ret void\n}");
    const auto start = std::chrono::steady_clock::now();
    const auto parts = cut_at_barriers(*f);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->variables.size(), 3000u);
}

TEST(Regions, ComputeAgainWhatFollowsFromIndicesAndParameters) {
    using home = kernel_variable::home;
    const std::string index =
        "  %0 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 "
        "@_ZN9tileproof10cpu_engine9threadIdxE)\n"
        "  %1 = load i32, ptr %0, align 4\n  store i32 %1, ptr %a, align 4\n";
    const std::string sum =
        "  %2 = load i32, ptr %a, align 4\n  %3 = load i32, ptr %n.addr, align 4\n"
        "  %4 = add i32 %2, %3\n  store i32 %4, ptr %b, align 4\n";
    EXPECT_EQ(home_of("%a", index + sum), home::own);
    EXPECT_EQ(home_of("%b", index + sum), home::own);
    const std::string again = "  store i32 5, ptr %a, align 4\n";
    EXPECT_EQ(home_of("%a", index + sum + again), home::copied) << "it is set twice";
    EXPECT_EQ(home_of("%b", index + sum + again), home::copied) << "it is made of that";
    const std::string read = "  %1 = load i32, ptr %p, align 4\n  store i32 %1, ptr %a, align 4\n";
    EXPECT_EQ(home_of("%a", read + sum), home::copied) << "memory changes";
}

// One place for all threads of a block: what each sets at the same time, to the same.
TEST(Regions, KeepOnceWhatAllThreadsSetAlike) {
    using home = kernel_variable::home;
    const std::string set = "  store i32 5, ptr %a, align 4\n",
                      index =
                          "  %0 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 "
                          "@_ZN9tileproof10cpu_engine9threadIdxE)\n"
                          "  %1 = load i32, ptr %0, align 4\n";
    const auto when = [&](const std::string& condition) {
        return set + index + "  %2 = load i32, ptr %n.addr, align 4\n  %3 = icmp slt i32 " +
               condition +
               ", 3\n  br i1 %3, label %then, label %join\nthen:\n  store i32 6, ptr %a, align 4\n"
               "  br label %join\njoin:\n";
    };
    const auto until = [&](const std::string& bound) {
        return set + index +
               "  %2 = load i32, ptr %n.addr, align 4\n  br label %loop\nloop:\n"
               "  %3 = load i32, ptr %a, align 4\n  %4 = add i32 %3, 1\n"
               "  store i32 %4, ptr %a, align 4\n  %5 = icmp slt i32 %4, " +
               bound + "\n  br i1 %5, label %loop, label %end\nend:\n";
    };
    EXPECT_EQ(home_of("%a", set + set), home::one_for_all);
    EXPECT_EQ(home_of("%a", when("%2")), home::one_for_all);
    EXPECT_EQ(home_of("%a", when("%1")), home::copied) << "some threads set it";
    EXPECT_EQ(home_of("%a", until("%2")), home::one_for_all);
    EXPECT_EQ(home_of("%a", until("%1")), home::copied) << "some threads set it more often";
    EXPECT_EQ(home_of("%a", set + index + "  store i32 %1, ptr %a, align 4\n"), home::copied);
    EXPECT_EQ(
        home_of("%a", set + "  %1 = load i32, ptr %p, align 4\n  store i32 %1, ptr %a, align 4\n"),
        home::copied)
        << "memory changes";
}

}  // namespace
}  // namespace tileproof::cpu_regions
