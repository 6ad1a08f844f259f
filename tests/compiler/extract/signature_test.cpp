// SPDX-License-Identifier: MIT
#include "compiler/extract/signature.hpp"

#include <gtest/gtest.h>

namespace tileproof::compiler {
namespace {

kernel_signature of(const std::string& text, const std::string& kernel) {
    const auto s = signature_of("# 1 \"app/k.hip\"\n" + text, kernel);
    EXPECT_TRUE(s) << text;
    return s.value_or(kernel_signature{});
}

TEST(Signature, NamesParametersTheirTypesAndWhatIsOnlyRead) {
    const auto s =
        of("int other();\n"
           "__attribute__((global)) void scale(float* __restrict__ y, const float *x, float const* "
           "const z,\n"
           "    unsigned long n = f(1, 2), int) {}",
           "scale");
    EXPECT_EQ(s.file, "app/k.hip");
    ASSERT_EQ(s.parameters.size(), 5u);
    const std::pair<std::string, std::string> right[] = {{"float*", "y"},
                                                         {"const float*", "x"},
                                                         {"float const* const", "z"},
                                                         {"unsigned long", "n"},
                                                         {"int", ""}};
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(s.parameters[i].type, right[i].first);
        EXPECT_EQ(s.parameters[i].name, right[i].second);
        EXPECT_EQ(s.parameters[i].constant, i == 1 || i == 2) << i;
    }
}

TEST(Signature, ReadsTemplatesArraysAndTypesWithCommas) {
    const auto s = of(
        "namespace a { template <class T, int N>\n"
        "__attribute__((global)) __attribute__((launch_bounds(256))) void k(pair<T, N> p, const T "
        "x[], "
        "std::size_t rows) {} }",
        "k");
    ASSERT_EQ(s.parameters.size(), 3u);
    EXPECT_EQ(s.parameters[0].type, "pair<T,N>");
    EXPECT_EQ(s.parameters[0].name, "p");
    EXPECT_EQ(s.parameters[1].name, "x");
    EXPECT_TRUE(s.parameters[1].constant);
    EXPECT_EQ(s.parameters[2].type, "std::size_t");
    EXPECT_EQ(s.parameters[2].name, "rows");
}

TEST(Signature, IsNothingWhereThereIsNoSuchKernel) {
    EXPECT_FALSE(signature_of("void scale(float*);", "scale"));
    EXPECT_FALSE(signature_of("__attribute__((global)) void scaled(float*) {}", "scale"));
}

TEST(Signature, OfAKernelWithoutParametersIsEmpty) {
    EXPECT_TRUE(of("__attribute__((global)) void k() {}", "k").parameters.empty());
}

}  // namespace
}  // namespace tileproof::compiler
