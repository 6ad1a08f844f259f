// SPDX-License-Identifier: MIT
// tileproof-instrument SOURCE -o OBJECT [OPTIONS] -- FLAGS...
// Compiles a kernel source for the cpu-checked device (compile.hpp).
#include <cstdio>
#include <exception>
#include <string>

#include "devices/cpu_checked/instrument/compile.hpp"

int main(int count, char** words) {
    using namespace tileproof::cpu_checked;
    compile_request request;
    request.passes = TILEPROOF_PASSES;
    bool flags = false;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool more = i + 1 < count;
        if (flags)
            request.flags.push_back(word);
        else if (word == "--")
            flags = true;
        else if (word == "-o" && more)
            request.object = words[++i];
        else if (word == "--compiler" && more)
            request.compiler = words[++i];
        else if (word == "--dependencies" && more)
            request.dependencies = words[++i];
        else if (word == "--header")
            request.header = true;
        else if (word == "--keep-steps")
            request.keep_steps = true;
        else if (request.source.empty() && !word.starts_with('-'))
            request.source = word;
        else
            request.object.clear(), request.source.clear(), i = count;
    }
    if (request.source.empty() || request.object.empty()) {
        std::fputs(
            "Usage: tileproof-instrument SOURCE -o OBJECT [--compiler CLANG] [--dependencies FILE] "
            "[--header] [--keep-steps] -- FLAGS...\n",
            stderr);
        return 2;
    }
    try {
        compile_checked(request);
        return 0;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "tileproof-instrument: %s\n", e.what());
        return 1;
    }
}
