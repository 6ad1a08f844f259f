// SPDX-License-Identifier: MIT
// A program that shows a broken L12: layouts or tiles evaluated by a kernel, beside the host.
#include "fuzz/reproducer/device_program.texts.hpp"
#include "fuzz/reproducer/lib_program.hpp"
#include "properties/bad_case.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
std::vector<reproducer> device_reproducers(const finding& f) {
    const bool layouts = f.the_case.contains("layouts");
    std::string text = as_comment(f.failure);
    text += fmt::format(R"(//
// Found on device {}. On an AMD GPU and on an NVIDIA GPU, where TILEPROOF is the project's folder:
//
//   hipcc -std=c++20 -I TILEPROOF/lib THIS_FILE -o bug && ./bug
//   nvcc -x cu -std=c++20 -I TILEPROOF/lib -I TILEPROOF/devices/cuda/include THIS_FILE -o bug && ./bug
//
// Exit code 1 (or a crash) while the bug is there, 0 when it is gone, 2 without a GPU.
)",
                        f.device);
    text += program_begin;
    for (const auto& one : f.the_case.at(layouts ? "layouts" : "tiles"))
        text += "    " + literal(one.get<std::string>()) + "sv,\n";
    text += "};\n";
    text += layouts ? of_layouts : of_tiles;
    return {{"hip", text + std::string(program_end)}};
}

}  // namespace tileproof::properties
