// SPDX-License-Identifier: MIT
// When users' wrong kernels fail, and what they do instead: in the right words, and true of cases nobody has seen.
#include "compiler/build/user_library.hpp"
#include "fuzz/diagnosis/diagnose.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "tests/fuzz/diagnosis/planted.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace tileproof::diagnosis {
namespace {

using namespace compiler;
using namespace properties;

const user_library& library_of(const std::string& file) {
    static std::map<std::string, user_library> loaded;
    auto& lib = loaded[file];
    if (lib.tests.empty()) {
        user_build b;
        b.source = std::string(TILEPROOF_SOURCE_DIR) + "/" + file;
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_wrong_kernels_cache";
        lib = load_user(b);
    }
    return lib;
}

struct wrong_kernel {
    const char* name;
    const char* fails_when;  // what it begins with
    const char* instead = "";
    const char* device = "cpu";
};
void PrintTo(const wrong_kernel& k, std::ostream* out) { *out << k.name << "@" << k.device; }

const char* const any_shape = "always";

const wrong_kernel wrong_kernels[] = {
    {"width_for_height", "exactly when columns > 1 and rows != columns",
     "element (r,c) of the input arrives at r + c * columns; must be r + c * rows"},
    {"transposes_a_square", "exactly when columns > rows",
     "element (r,c) of the input is not written where c >= rows"},
    {"height_of_the_input", "exactly when columns > 1 and the rows of the output lie apart",
     "element (r,c) of the input arrives at r + c * rows; must be r + c * output_stride"},
    {"first_matrix_only", "exactly when batch > 1",
     "in the place of element (b,r,c) of the input lies element (0,r,c)"},
    {"one_tile_of_rows", "exactly when rows > 32",
     "element (r,c) of the input is not written where r >= 32"},
    {"vectors_of_four", "exactly when columns % 4 != 0",
     "element (r,c) of the input is not written where c is in the last, partial tile of 4"},
    {"rows_up_to_128", "exactly when rows > 128",
     "element (r,c) of the input is not written where r >= 128"},
    {"last_row_is_left_out", any_shape,
     "element (r,c) of the input is not written where r is the last"},
    {"upside_down", "exactly when rows > 1",
     "in the place of element (r,c) of the input lies element ((rows - 1) - r,c)"},
    {"one_too_early", any_shape,
     "element (r,c) of the input arrives at r * columns + c - 1; must be r * columns + c"},
    {"stride_of_the_input", "exactly when rows > 1 and input_stride != output_stride",
     "element (r,c) of the input arrives at r * input_stride + c; must be r * output_stride + "
     "c"},
    {"whole_tiles_of_rows", "exactly when rows % 16 != 0",
     "element (r,c) of the input is not written where r is in the last, partial tile of 16"},
    {"one_tile", "exactly when rows > 16 or columns > 16",
     "element (r,c) of the input is not written where r >= 16 or c >= 16"},
    {"bits_exchanged", any_shape, "bits 2 and 3 of the offset are exchanged"},
    {"bit_flipped", any_shape, "bit 2 of the offset is flipped"},
    {"vectors_anywhere",
     "exactly when columns % 4 == 0 and (the input is not 16-byte aligned or the output is not "
     "16-byte aligned)",
     "", "cpu-checked"},
    {"adds_one", any_shape},  // and moves nothing
    {"index_of_a_byte", "exactly when n > 256",
     "element (i) of the output is not written where i >= 256"},
    {"whole_blocks", "exactly when n % 64 != 0",
     "element (i) of the output is not written where i is in the last, partial tile of 64"},
    {"element_100", "exactly when n > 100", "element (i) of the output is wrong where i == 100"},
    {"sums_of_one", "exactly when n <= 1 (unless empty"},
    {"sums_of_64", "exactly when columns > 64"},
    {"sums_of_even_rows", "exactly when rows % 2 != 0",
     "element (r) of sums is not written where r is in the last, partial tile of 2"},
    {"half_of_k", "exactly when k % 2 != 0",
     "of the sum over p of a(i,p) * b(p,j), the terms where p is in the last, partial tile of 2 "
     "are missing"},
    {"first_32_of_k", "exactly when k > 32",
     "of the sum over p of a(i,p) * b(p,j), the terms where p >= 32 are missing"},
    {"first_term_twice", "exactly when k > 0",
     "of the sum over p of a(i,p) * b(p,j), the terms where p == 0 are added twice"},
    {"stale_tail", "exactly when k > 7 and k % 8 != 0",
     "of the sum over p of a(i,p) * b(p,j), the terms where p + 8 is beyond the end, in the last "
     "tile of 8 are added twice"},
    {"b_transposed", "exactly when n > 1 and k > 1",
     "element (p,j) of b is read at p + j * k; must be p * n + j"},
};

// The properties of the file, with the place of this kernel's and its smallest failing case.
struct failing_kernel {
    failing_kernel(const wrong_kernel& k, std::uint64_t seed)
        : list(user_properties(library_of("tests/fuzz/diagnosis/wrong_kernels.hip"), "w.hip",
                               k.device)) {
        while (list[place]->subject() != k.name) ++place;
        smallest = smallest_of(list, place, seed);
    }
    sampling_request request() const {
        return {.properties = list, .place = place, .the_case = smallest->the_case};
    }
    property_list list;
    std::size_t place = 0;
    decltype(smallest_of(list, 0, 1)) smallest;
};

class WrongKernels : public testing::TestWithParam<wrong_kernel> {};

TEST_P(WrongKernels, AreExplained) {
    const wrong_kernel& k = GetParam();
    const failing_kernel f(k, 1);
    ASSERT_TRUE(f.smallest);
    const diagnosis d = diagnose(f.request(), {.seconds = 30});
    const bool always = k.fails_when == std::string(any_shape);
    EXPECT_TRUE(d.fails_when.starts_with(std::string(k.fails_when) + " (") ||
                d.fails_when.starts_with(std::string(k.fails_when) + "; ") ||
                (always && d.fails_when.starts_with("always, unless empty (")))
        << d.when();
    EXPECT_TRUE(d.instead.starts_with(k.instead)) << d.instead;
    EXPECT_EQ(d.instead.empty(), std::string(k.instead).empty()) << d.instead;
    EXPECT_NE(d.fails_when.find(always ? " of " : "no exception"), std::string::npos);
}

// The finding shows another wrong element than the one that the rule names.
TEST(ARuleOfElements, IsNotSaidWhereTheFindingContradictsIt) {
    const failing_kernel f({"element_100", ""}, 1);
    ASSERT_TRUE(f.smallest);
    sampling_request request = f.request();
    request.wrong_element = {100};
    EXPECT_NE(diagnose(request, {.seconds = 30}).instead, "");
    request.wrong_element = {5};
    EXPECT_EQ(diagnose(request, {.seconds = 30}).instead, "");
}

// Out of time: a threshold between two cases that lie apart is not guessed.
TEST_P(WrongKernels, AreNotExplainedInHasteByAWrongCondition) {
    const wrong_kernel& k = GetParam();
    const failing_kernel f(k, 1);
    ASSERT_TRUE(f.smallest);
    for (const std::size_t cases : {160, 240}) {
        sampling s(f.request(), {.seconds = 30, .cases = cases});
        s.run();
        if (!s.likely) continue;
        const std::string text =
            s.likely->always() ? any_shape : "exactly when " + s.likely->text();
        EXPECT_EQ(text, k.fails_when) << cases << " cases";
    }
}

// What is said must hold of a thousand cases that it was not learned from, so that it is no false one.
TEST_P(WrongKernels, FailAsIsSaidInAThousandFreshCases) {
    const wrong_kernel& k = GetParam();
    const failing_kernel f(k, 2);
    ASSERT_TRUE(f.smallest);
    sampling s(f.request(), {.seconds = 30, .seed = 2});
    s.run();
    ASSERT_TRUE(s.found);
    const bool slow = std::string(k.device) == "cpu-checked";
    const sampling::trial t = s.try_fresh(slow ? 200 : 1000, 77);
    EXPECT_GE(t.cases, slow ? 150u : 900u);
    EXPECT_LE(t.wrong * 100, t.cases) << s.found->text() << "\n" << t.first_wrong.dump();
    RecordProperty("wrong", static_cast<int>(t.wrong));
}

INSTANTIATE_TEST_SUITE_P(Of, WrongKernels, testing::ValuesIn(wrong_kernels),
                         [](const auto& tested) { return std::string(tested.param.name); });

// n % 96 == 95 fails at 95, and so does n == 95: numbers of the source tell them apart.
TEST(ALength, IsNotSaidWhereARemainderIsMeant) {
    const property_list list =
        user_properties(library_of("tests/fuzz/diagnosis/wrong_kernels.hip"), "w.hip", "cpu");
    std::size_t place = 0;
    while (list[place]->subject() != std::string("last_of_96")) ++place;
    nlohmann::json the_case = list[place]->first_cases().back();
    the_case["dims"] = {95};
    for (const std::uint64_t seed : {1, 2, 3}) {
        const diagnosis d = diagnose(
            {.properties = list, .place = place, .the_case = the_case, .constants = {64, 95, 96}},
            {.seconds = 30, .seed = seed});
        EXPECT_EQ(d.fails_when, "");
        EXPECT_GT(d.failing, 0u);
    }
}

// The example has two bugs. Each has its own condition, by the cause that names it.
TEST(TwoBugs, HaveTheirOwnConditions) {
    const property_list list =
        user_properties(library_of("examples/wrong_transpose.hip"), "w.hip", "cpu-checked");
    std::map<failure_kind, diagnosis> found;
    for (std::uint64_t seed = 1; seed < 8; ++seed) {
        const auto smallest = smallest_of(list, 0, seed);
        ASSERT_TRUE(smallest);
        if (found.contains(smallest->why.kind)) continue;
        found[smallest->why.kind] = diagnose({.properties = list,
                                              .place = 0,
                                              .the_case = smallest->the_case,
                                              .shows = shows_failure({{smallest->why}})},
                                             {.seconds = 30});
    }
    ASSERT_TRUE(found.contains(failure_kind::race));
    EXPECT_TRUE(found[failure_kind::race].fails_when.starts_with("exactly when rows * columns > 1"))
        << found[failure_kind::race].fails_when;
    ASSERT_TRUE(found.contains(failure_kind::out_of_bounds));
    const diagnosis& beyond = found[failure_kind::out_of_bounds];
    EXPECT_TRUE(beyond.fails_when.starts_with("exactly when columns > rows ("))
        << beyond.fails_when;
    EXPECT_TRUE(beyond.instead.starts_with(
        "element (r,c) of the input arrives at r + c * columns; must be r + c * rows"))
        << beyond.instead;
}

}  // namespace
}  // namespace tileproof::diagnosis
