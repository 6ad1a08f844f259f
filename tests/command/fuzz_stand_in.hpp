// SPDX-License-Identifier: MIT
// A stand-in for a fuzz target: a shell script that answers as a libFuzzer program does, in a folder of its
// own where tileproof fuzz is run with it.
#pragma once

#include "tests/command/run_command.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tileproof::command::testing {

namespace fs = std::filesystem;

// Fails for inputs with "bad" in them, and finds such an input at once. Beside it lies an empty one that fails no
// more, as libFuzzer leaves it when a process is ended before it ran any.
inline constexpr const char* stand_in = R"(#!/bin/sh
prefix= merge= seconds=1
for word in "$@"; do
    case $word in
    --describe=*) echo '[]'; exit 0 ;;
    --reached=*) echo '{"transform: pad": 3, "transform: xor": 0}'; exit 0 ;;
    -merge=1) merge=1 ;;
    -artifact_prefix=*) prefix=${word#*=} ;;
    -max_total_time=*) seconds=${word#*=} ;;
    -*) ;;
    *) before=$last; last=$word ;;
    esac
done
if [ -n "$merge" ]; then cp "$last"/* "$before"/; exit 0; fi
if [ -z "$prefix" ]; then
    grep -q bad "$last" || exit 0
    echo 'tileproof: a law is broken' >&2
    echo 'L2 reference: the input is bad.' >&2
    kill -ABRT $$
fi
echo "$TILEPROOF_CPU_WORKERS worker" > "$last/one"
: > "${prefix}crash-0"
printf 'xx1badyy' > "${prefix}crash-1"
echo '#1000: cov: 5 ft: 9 corp: 1 exec/s: 50 oom/timeout/crash: 0/0/1 time: 1s job: 1 dft_time: 0'
sleep "$seconds"
)";

class FuzzStandIn : public ::testing::Test {
  protected:
    FuzzStandIn() {
        fs::create_directories(folder.path() / "bin/fuzz");
        const fs::path target = folder.path() / "bin/fuzz/stand_in";
        std::ofstream(target) << stand_in;
        fs::permissions(target, fs::perms::owner_all);
    }
    command_result fuzz(const std::string& more) {
        return run_shell("TILEPROOF_FUZZ_TARGETS=$PWD/bin \"$TILEPROOF\" fuzz --jobs 1 " + more,
                         folder.path().string());
    }
    std::string text_of(const std::string& file) const {
        std::ostringstream text;
        text << std::ifstream(folder.path() / file).rdbuf();
        return text.str();
    }
    std::vector<fs::path> files_in(const std::string& name) const {
        std::vector<fs::path> files;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder.path() / name, error))
            files.push_back(entry.path());
        return files;
    }
    properties::testing::scratch_folder folder;
};

}  // namespace tileproof::command::testing
