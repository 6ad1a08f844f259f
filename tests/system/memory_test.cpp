// SPDX-License-Identifier: MIT
#include "system/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>

#include "system/process.hpp"

namespace tileproof::system {
namespace {

TEST(AvailableMemory, IsWhatTheLeastOfAllLimitsLeaves) {
    const memory_left here = available_memory();
    EXPECT_GT(here.bytes, 0u);
    // A child whose address space may grow to 1 GiB and no further.
    const result r = run({.body = [] {
        const rlimit limit{1u << 30, 1u << 30};
        setrlimit(RLIMIT_AS, &limit);
        const memory_left left = available_memory();
        _exit(left.bytes < (1u << 30) && left.where.find("ulimit -v") != std::string::npos ? 0 : 1);
    }});
    EXPECT_TRUE(r.how.well()) << r.output;
}

TEST(RequireMemory, RefusesMoreThanThereIsWithBothFigures) {
    EXPECT_NO_THROW(require_memory(4096, "A page"));
    try {
        require_memory(double(1ull << 50), "A copy of everything");
        FAIL() << "A PiB was granted.";
    } catch (const not_enough_memory& e) {
        const std::string said = e.what();
        EXPECT_TRUE(said.starts_with("A copy of everything needs 1048576.0 GiB of memory, and "))
            << said;
    }
}

}  // namespace
}  // namespace tileproof::system
