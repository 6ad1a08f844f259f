// SPDX-License-Identifier: MIT
// Findings whose case is the bytes that a fuzz target was given: a script that gives them to it again.
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/layout/layout_json.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

// For printf: letters and digits as they are, all else in octal.
std::string printable(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        text += plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
    }
    return text;
}

std::string as_shell_comment(const std::string& text) {
    std::string lines = as_comment(text);
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        lines.replace(at, 2, "# ");
    return lines;
}

}  // namespace

std::vector<reproducer> input_reproducers(const finding& f) {
    const std::string bytes = bytes_from_json_text(f.the_case.at("bytes").get<std::string>());
    const std::string target = f.property.substr(f.property.find('/') + 1);
    return {{"sh",
             "#!/bin/sh\n" + as_shell_comment(f.failure) +
                 fmt::format("#\n# sh THIS_FILE PROGRAM, where PROGRAM is bin/replay/{0} or "
                             "bin/fuzz/{0} of a build of tileproof.\n"
                             "# Ends with 1 while the bug is there, and with 0 when it is gone.\n"
                             "input=$(mktemp) && printf '{1}' > \"$input\" || exit 2\n"
                             "\"$1\" \"$input\" && wrong=0 || wrong=1\n"
                             "rm -f \"$input\"\n"
                             "test $wrong = 0 && echo The bug is gone. || echo The bug is there.\n"
                             "exit $wrong\n",
                             target, printable(bytes))}};
}

}  // namespace tileproof::properties
