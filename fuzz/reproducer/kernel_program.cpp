// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/kernel_program.hpp"
#include "fuzz/reproducer/kernel_program.texts.hpp"

#include "fuzz/reproducer/reproducer.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
std::string program_text(const finding& f, const kernel_program& p) {
    std::string text = as_comment(f.failure);
    text += fmt::format("//\n// Found on device {}. {}\n//\n", f.device, p.where);
    for (const std::string& line : p.commands) text += "//   " + line + "\n";
    text +=
        "//\n// Exit code 1 (or a crash, or the end after a minute) while the bug is there, 0 when "
        "it "
        "is gone, 2 without a GPU.\n";
    for (const char* header : {"<hip/hip_runtime.h>", "<unistd.h>", "<cctype>", "<cmath>",
                               "<cstdint>", "<cstdio>", "<cstdlib>", "<cstring>", "<memory>",
                               "<optional>", "<stdexcept>", "<string>", "<vector>"})
        text += fmt::format("#include {}\n", header);
    text += fmt::format(
        "\n#ifndef TILEPROOF_DEVICE\n#define TILEPROOF_DEVICE reproducer\n#endif\n"
        "#ifndef TILEPROOF_KERNEL_SOURCE\n#define TILEPROOF_KERNEL_SOURCE \"{}\"\n#endif\n"
        "#include TILEPROOF_KERNEL_SOURCE\n",
        p.source);
    for (const std::string& include : p.includes) text += fmt::format("#include \"{}\"\n", include);
    return text + '\n' + p.kernel + std::string(contract_begin) + p.contract +
           std::string(contract_end);
}

}  // namespace tileproof::properties
