// SPDX-License-Identifier: MIT
// tileproof-loops [LAUNCHER] CLANG FLAGS... -o OBJECT -c SOURCE
// Does what that command says, in two steps: between them the threads of kernels become loops (region_pass.hpp). A command
// that compiles nothing, or asks for what such code cannot have, is run as it is.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/device/cpu/regions/compile.hpp"
#include "system/process.hpp"

namespace {

using words = std::vector<std::string>;

struct failed {
    int code;
};

void run(words command) {
    const tileproof::system::result said =
        tileproof::system::run({.words = std::move(command), .kept = std::size_t{16} << 20});
    tileproof::system::print_here(said.output);
    if (!said.how.well()) throw failed{said.how.number};
}

// What the second step is told of the flags: how code is made, not how the source is read.
bool makes_code(const std::string& flag) {
    constexpr const char* begins[] = {"-O", "-f", "-m", "-w", "--target", "--gcc"};
    return std::ranges::any_of(begins, [&](const char* b) { return flag.starts_with(b); });
}

bool optimises(const std::string& flag) { return flag.starts_with("-O") && flag != "-O0"; }

void compile(words command, std::size_t compiler) {
    const auto output = std::ranges::find(command, "-o") + 1;
    const std::string object = *output, module = object + ".ll";
    words flags{"-Qunused-arguments"};
    std::ranges::copy_if(command, std::back_inserter(flags), makes_code);
    *output = module;
    std::erase(command, "-c");
    command.insert(command.end(), std::begin(tileproof::cpu_regions::first_step_flags),
                   std::end(tileproof::cpu_regions::first_step_flags));
    command.insert(command.end(), {"-S", "-emit-llvm"});
    run(command);
    tileproof::cpu_regions::compile_with_regions({.compiler = command[compiler],
                                                  .module = module,
                                                  .object = object,
                                                  .flags = flags,
                                                  .run = run});
    std::remove(module.c_str());
}

}  // namespace

int main(int count, char** given) {
    const words command(given + 1, given + count);
    const auto flag = std::ranges::find_if(
        command, [](const std::string& word) { return word.starts_with('-'); });
    const auto has = [&](const char* word) {
        return std::ranges::find(command, word) != command.end();
    };
    try {
        if (flag != command.begin() && has("-c") && has("-o") && command.back() != "-o" &&
            std::ranges::any_of(command, optimises) &&
            std::ranges::none_of(command, tileproof::cpu_regions::keeps_fibers))
            return compile(command, static_cast<std::size_t>(flag - command.begin()) - 1), 0;
        if (!command.empty()) execvp(given[1], given + 1);
        std::fputs("Usage: tileproof-loops CLANG FLAGS... -o OBJECT -c SOURCE\n", stderr);
        return 2;
    } catch (const failed& f) {
        return f.code;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "tileproof-loops: %s\n", e.what());
    }
    return 1;
}
