// SPDX-License-Identifier: MIT
// In place of `tileproof prove` in a build with -DTILEPROOF_PROVE=OFF.
#include "command/arguments/arguments.hpp"
#include "command/prove_kernels.hpp"
#include "report/output.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::command {

void add_prove_command(CLI::App&) {}

nlohmann::json kernel_proofs_of(const compiler::user_library&, const compiler::user_build&) {
    throw report::command_error(
        "--prove is not in this build: configure it with -DTILEPROOF_PROVE=ON.");
}
std::string kernel_proofs_text(const nlohmann::json&) { return {}; }
std::vector<fuzz::chosen_case> refuting_cases(const nlohmann::json&) { return {}; }

}  // namespace tileproof::command
