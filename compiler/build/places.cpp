// SPDX-License-Identifier: MIT
#include "compiler/build/places.hpp"

#include "devices/cpu/fiber.hpp"  // TILEPROOF_ASAN

namespace tileproof::compiler {

namespace fs = std::filesystem;

namespace {

// A path below the folder that this program is installed in; empty if it does not exist.
std::string installed(const char* what) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path folder = program.parent_path().parent_path() / what;
    return fs::exists(folder, error) ? folder.string() : "";
}

}  // namespace

std::string project_root() {
    return installed("include/tileproof/sdk").empty() ? TILEPROOF_SOURCE_ROOT
                                                      : installed("include/tileproof");
}

std::string ready_headers() {
    const std::string folder = installed("lib/tileproof/headers");
    return folder.empty() ? TILEPROOF_READY_HEADERS : folder;
}

std::string passes() {
    const std::string file = installed("lib/tileproof/tileproof-passes.so");
    return file.empty() ? TILEPROOF_PASSES : file;
}

std::vector<std::string> include_flags(const fs::path& root) {
    return {
#ifdef TILEPROOF_ASAN
        "-DTILEPROOF_ASAN=1",  // both sides of a fiber switch must tell address sanitizer
#endif
        "-I" + (root / "hip/headers").string(),
        "-I" + (root / "sdk/include").string(),
        "-I" + root.string(),
        "-I" + (root / "lib").string(),
        "-isystem",
        "/usr/include/eigen3"};
}

}  // namespace tileproof::compiler
