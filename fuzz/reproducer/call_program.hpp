// SPDX-License-Identifier: MIT
// A case of a kernel contract as the middle part of a program (kernel_program.hpp): its operands, what is right,
// and the launch.
//
//   call_text({transpose_contract(), range, c, law_id::K1}, start)
//     start(c)    C++ text that defines `static void start_kernel(void* operand0, void* operand1)` and
//                 `static std::optional<std::string> refusal()` for the problem of the case
#pragma once

#include "properties/kernel/contract.hpp"
#include "properties/law.hpp"

#include <functional>
#include <optional>
#include <string>

namespace tileproof::fuzz {

struct shown_case {
    const properties::kernel_contract& contract;
    const properties::kernel_range* range;  // null: what the kernel takes is not known
    const properties::kernel_case& the_case;
    properties::law_id law;
};

using start_text = std::function<std::string(const properties::kernel_case&)>;

// Of K8: the second call. Nothing: the operands are too large for a file.
std::optional<std::string> call_text(const shown_case&, const start_text&);

}  // namespace tileproof::fuzz
