// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/lib_program.hpp"
#include "fuzz/reproducer/lib_program.texts.hpp"

#include "system/text_layout.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
std::string literal(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else if (byte >= 0x20 && byte < 0x7f && c != '?')
            result += c;
        else  // octal ends after three digits, whatever follows
            result += fmt::format("\\{:03o}", byte);
    }
    return result + '"';
}

std::string numbers(const std::vector<long_index_t>& values) {
    std::string text;
    for (const long_index_t v : values) text += (text.empty() ? "" : ", ") + std::to_string(v);
    return wrapped("{" + text + "};", "    ", 100);
}

std::vector<reproducer> lib_reproducers(const finding& f, const std::vector<std::string>& headers,
                                        const std::string& body) {
    if (body.empty()) return {};
    const std::string what = as_comment(f.failure) + "//\n";
    std::string includes;
    for (const std::string& header : headers) includes += fmt::format("#include <{}>\n", header);
    includes +=
        "\n#include <algorithm>\n#include <cstdio>\n#include <map>\n#include <string>\n#include "
        "<string_view>\n#include <vector>\n\nusing namespace std::literals;\nusing namespace "
        "tileproof;\n\n";
    const std::string name = file_name(f);
    return {
        {"cpp", what +
                    "//   c++ -std=c++20 -I TILEPROOF/lib THIS_FILE -o bug && ./bug\n"
                    "//\n// Exit code 1 while the bug is there, 0 when it is gone.\n" +
                    includes + body + std::string(main_end)},
        {"test.cpp", what + "#include <gtest/gtest.h>\n\n" + includes + "namespace {\n\n" + body +
                         fmt::format("\nTEST(Findings, {}{}IsKept) {{\n"
                                     "    EXPECT_EQ(failures(), 0);\n}}\n\n}}  // namespace\n",
                                     about(f.law).code, name.substr(name.size() - 21, 16))}};
}

}  // namespace tileproof::properties
