// SPDX-License-Identifier: MIT
#include "compiler/build/back_end.hpp"

#include <algorithm>
#include <stdexcept>

#include "compiler/build/compilers.hpp"
#include "system/file.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::compiler {
namespace {

using words = std::vector<std::string>;

std::string passes_of(const source_request& r) {
    const std::string passes = passes_for(r.compiler);
    if (passes.empty())
        throw std::runtime_error(r.compiler +
                                 " cannot load the passes that this tileproof was "
                                 "built with: leave out --compiler.");
    return passes;
}

bool has(const words& flags, std::initializer_list<const char*> beginnings) {
    return std::ranges::any_of(flags, [&](const std::string& f) {
        return std::ranges::any_of(beginnings, [&](const char* b) { return f.starts_with(b); });
    });
}

// Threads as loops between barriers, unless something is requested that such code cannot have.
bool may_loop(const object_request& o, const source_request& r) {
    return !r.whole_program && !o.coverage &&
           !has(r.flags, {"-O", "-Xclang", "-mllvm", "-g", "-fsanitize", "-fprofile", "-fcoverage",
                          "--coverage", "-flto"});
}

// For the plugin, each word after -mllvm.
words options_of(const object_request& o, front_end& f) {
    const source_request& r = f.request();
    // As places name it (front_end.cpp).
    const std::string source = r.source.starts_with("./") ? r.source.substr(2) : r.source;
    words options{"device=" + f.bitcode().device, "source=" + source};
    if (r.shares_device_functions) options.emplace_back("rdc");
    if (o.changes) options.emplace_back("changes");
    if (o.device == cpu_device::cpu_checked) {
        options.emplace_back("checked");
        if (r.whole_program) options.emplace_back("whole-program");
        if (!r.whole_program) options.emplace_back("declares-tests");
    } else {
        if (o.in_double) options.emplace_back("double");
        // In loops a variable that lives across a barrier would go to memory.
        if (o.in_double || !may_loop(o, r)) options.emplace_back("stacks");
        if (o.changes || has(r.flags, {"-g"})) options.emplace_back("keep-places");
    }
    return options;
}

}  // namespace

void compile_for(const object_request& o, front_end& f) {
    const source_request& r = f.request();
    const std::string passes = passes_of(r);
    words all{r.compiler,
              "-x",
              "ir",
              "-c",
              "-fPIC",
              "-Wno-pass-failed",
              "-Wno-unused-command-line-argument"};
    const words flags = flags_after_preprocessing(r.flags);
    if (o.device == cpu_device::cpu_checked) {
        all.insert(all.end(), flags.begin(), flags.end());
        all.insert(all.end(), {"-O2", "-fno-sanitize=all", "-fno-vectorize", "-fno-slp-vectorize",
                               "-fno-lto"});
    } else {
        all.emplace_back("-O2");
        if (o.coverage) all.emplace_back("-fsanitize=fuzzer-no-link");
        // LLVM 19 makes broken code of many changes there, and ends with a fault.
        if (o.changes) all.insert(all.end(), {"-fno-vectorize", "-fno-slp-vectorize"});
        all.insert(all.end(), flags.begin(), flags.end());
    }
    // Twice: for their options, and for the passes.
    all.insert(all.end(), {"-fplugin=" + passes, "-fpass-plugin=" + passes});
    for (const std::string& option : options_of(o, f))
        all.insert(all.end(), {"-mllvm", "-tileproof-" + option});
    all.insert(all.end(), {f.bitcode().host, "-o", o.object});
    with_readable_messages([&] { run_compiler(all, r.source); });
}

std::string accesses_of_kernels(front_end& f) {
    const source_request& r = f.request();
    const std::string passes = passes_of(r);
    if (f.bitcode().device.empty()) return R"({"kernels": []})";
    const system::temporary_folder folder(system::in_folder_of_temporaries("tileproof-accesses-"));
    const std::string file = (folder.path() / "accesses.json").string();
    const words all{r.compiler,
                    "-x",
                    "ir",
                    "-c",
                    "-w",
                    "-O2",
                    "-emit-llvm",
                    "--target=amdgcn-amd-amdhsa",
                    "-nogpulib",
                    "-fplugin=" + passes,
                    "-fpass-plugin=" + passes,
                    "-mllvm",
                    "-tileproof-accesses=" + file,
                    f.bitcode().device,
                    "-o",
                    (folder.path() / "rest.bc").string()};
    with_readable_messages([&] { run_compiler(all, r.source); });
    const auto text = system::read_file(file);
    if (!text)
        throw std::runtime_error("The passes wrote no accesses of the kernels of " + r.source +
                                 ".");
    return *text;
}

}  // namespace tileproof::compiler
