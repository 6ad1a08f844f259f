// SPDX-License-Identifier: MIT
// EXPECT_FAULT(statement): the statement touches memory that is not mapped. Any other end of the
// process, an assertion for instance, does not count.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>

#include "devices/cpu/fiber.hpp"

namespace tileproof::kernels {

inline bool ended_by_a_fault(int status) {
#ifdef TILEPROOF_ASAN  // it reports the fault and exits
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
#else
    return WIFSIGNALED(status) && (WTERMSIG(status) == SIGSEGV || WTERMSIG(status) == SIGBUS);
#endif
}

}  // namespace tileproof::kernels

#define EXPECT_FAULT(statement) EXPECT_EXIT(statement, ::tileproof::kernels::ended_by_a_fault, "")
