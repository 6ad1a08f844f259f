// SPDX-License-Identifier: MIT
#include "compiler/build/header_cache.hpp"

#include "tests/compiler/build/header_cache_fixture.hpp"

namespace tileproof::compiler::header_tests {
namespace {

TEST(EndsOfHeaders, AreWhereTheFileGoesOn) {
    EXPECT_EQ(ends_of_headers(text_of_k, "/ours"), places{headers_of_k.size()});
    EXPECT_EQ(ends_of_headers(headers_of_k + second_header + rest_of_k, "/ours"),
              (places{headers_of_k.size(), headers_of_k.size() + second_header.size()}));
}

TEST(EndsOfHeaders, AreNotAfterWhatIsTheUsers) {
    EXPECT_EQ(ends_of_headers(text_of_k, "/other"), places{}) << "a header that the user may edit";
    EXPECT_EQ(
        ends_of_headers("# 1 \"k.hip\"\nint own;\n" + headers_of_k.substr(11) + rest_of_k, "/ours"),
        places{});
    const std::string own = "# 1 \"mine.h\" 1\nint m();\n# 9 \"k.hip\" 2\n";
    EXPECT_EQ(ends_of_headers(headers_of_k + "# 8 \"k.hip\" 2\n" + own + rest_of_k, "/ours"),
              places{headers_of_k.size()});
    EXPECT_EQ(ends_of_headers("", "/ours"), places{});
    EXPECT_EQ(ends_of_headers("int x;", "/ours"), places{});
}

TEST(EndsOfHeaders, AreInFrontOfAPragmaThatMayLast) {
    for (const std::string pragma : {"#pragma STDC FP_CONTRACT OFF\n", "#pragma pack(1)\n"}) {
        std::string text = text_of_k;
        text.insert(text.find("int g"), pragma);
        EXPECT_EQ(ends_of_headers(text, "/ours"), places{}) << pragma;
    }
    std::string text = text_of_k;
    text.insert(text.find("int g"), "#pragma GCC diagnostic push\n");
    EXPECT_NE(ends_of_headers(text, "/ours"), places{});
}

TEST(SharedText, IsTheSameForFilesThatDifferInTheirNameAndTheirOwnLines) {
    std::string other = headers_of_k;
    for (std::size_t at; (at = other.find("\"k.hip\"")) != other.npos;)
        other.replace(at, 7, "\"scale.hip\"");
    other.insert(other.find("# 1 \"/ours/hip_runtime.h\""), "\n\n# 7 \"scale.hip\"\n\n");
    EXPECT_NE(shared(headers_of_k), "");
    const std::string expected = shared(headers_of_k);
    EXPECT_EQ(shared(other), expected);
    std::string by_option = headers_of_k;
    by_option.erase(by_option.find("# 1 \"k.hip\" 2\n"), 14);
    by_option += "# 2 \"<built-in>\" 2\n";
    EXPECT_EQ(shared(by_option), expected) << "-include";
    EXPECT_EQ(ends_of_headers(by_option + "# 1 \"k.hip\" 2\nint x;", "/ours"),
              places{by_option.size()});
    for (const char* kept : {"int f();\n", "int g();\n", "# 2 \"/ours/hip_runtime.h\" 2\n"})
        EXPECT_NE(expected.find(kept), expected.npos) << kept;
    EXPECT_EQ(expected.find(".hip\""), expected.npos);
}

}  // namespace
}  // namespace tileproof::compiler::header_tests
