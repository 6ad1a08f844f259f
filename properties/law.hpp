// SPDX-License-Identifier: MIT
// The table of all laws, used by checkers, reports, `tileproof list` and docs.
//
//   about(law_id::L1).code == "L1"     about(law_id::L1).name == "bounds"
//   find_law("K3") == law_id::K3       find_law("contained") == law_id::K3
//
// L laws are about layouts, K laws about kernels. A law's code never changes its meaning, because stored findings
// name it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tileproof::properties {

// clang-format off
enum class law_id : unsigned char {
    L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L13,
    K1, K2, K3, K4, K5, K6, K7, K8, K9,
};
// clang-format on

struct law {
    law_id id;
    std::string_view code;       // "L1"
    std::string_view name;       // "bounds"
    std::string_view statement;  // one sentence: what holds
};

// All laws, L1 to L13, then K1 to K9.
std::span<const law> laws();

const law& about(law_id);

// By code ("L1") or by name ("bounds"), in this spelling; nullopt if there is no such law.
std::optional<law_id> find_law(std::string_view code_or_name);

// "L1 bounds"
std::string title(law_id);

}  // namespace tileproof::properties
