// SPDX-License-Identifier: MIT
#include "compiler/build/run_compiler.hpp"

#include <stdexcept>

#include "compiler/build/compiler_messages.hpp"

namespace tileproof::compiler {

void run_compiler(const std::vector<std::string>& words, const std::string& source,
                  std::uint64_t largest_file) {
    constexpr std::size_t most_kept = 16u << 20;  // bytes of messages
    const system::limited_result said =
        system::run_limited({.words = words, .kept = most_kept, .largest_file = largest_file});
    if (!said.limit.empty()) throw system::limit_met(source + " was not compiled: " + said.limit);
    system::print_here(said.how.well() ? said.output : without_warnings(said.output));
    if (!said.how.well())
        throw std::runtime_error(source + " could not be compiled; see the messages of " +
                                 words[0] + " above." + advice_on(said.output));
}

}  // namespace tileproof::compiler
