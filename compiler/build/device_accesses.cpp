// SPDX-License-Identifier: MIT
#include "compiler/build/device_accesses.hpp"

#include <stdexcept>

#include "compiler/build/compilers.hpp"
#include "compiler/build/run_compiler.hpp"
#include "system/read_file.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::compiler {

std::string accesses_of_kernels(front_end& f) {
    const source_request& r = f.request();
    const std::string passes = passes_for(r.compiler);
    if (passes.empty())
        throw std::runtime_error(r.compiler +
                                 " cannot load the passes that this tileproof was built with: "
                                 "leave out --compiler.");
    if (f.bitcode().device.empty()) return R"({"kernels": []})";
    const system::temporary_folder folder(system::in_folder_of_temporaries("tileproof-accesses-"));
    const std::string file = (folder.path() / "accesses.json").string();
    const std::vector<std::string> words{r.compiler,
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
    with_readable_messages([&] { run_compiler(words, r.source); });
    const auto text = system::read_file(file);
    if (!text)
        throw std::runtime_error("The passes wrote no accesses of the kernels of " + r.source +
                                 ".");
    return *text;
}

}  // namespace tileproof::compiler
