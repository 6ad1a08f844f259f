// SPDX-License-Identifier: MIT
// tileproof-hipcc: a compiler for CMake and make that builds programs for a cpu device.
//
//   cmake -DCMAKE_CXX_COMPILER=tileproof-hipcc ...        make CXX=tileproof-hipcc HIPCC=tileproof-hipcc
//   TILEPROOF_DEVICE=cpu tileproof-hipcc -O2 app.hip -o app     without checks, as fast as it gets
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "compiler/build/compilers.hpp"
#include "compiler/program/build.hpp"

int main(int count, char** words) {
    using namespace tileproof::compiler;
    program_settings settings;
    if (const char* device = std::getenv("TILEPROOF_DEVICE");
        device && std::string(device) == "cpu")
        settings.device = cpu_device::cpu;
    if (const char* wave = std::getenv("TILEPROOF_WAVE"); wave && *wave)
        settings.wave_size = std::string(wave) == "64" ? 64 : 32;
    const char* const compiler = std::getenv("TILEPROOF_COMPILER");
    try {
        settings.compiler = compiler_for("cpu", compiler ? compiler : "");
        return build_program(std::vector<std::string>(words + 1, words + count), settings);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
