// SPDX-License-Identifier: MIT
// The text of a kernel test from a recorded launch: what each operand is, of which lengths, and what is a guess.
#include "compiler/extract/skeleton.hpp"

#include <gtest/gtest.h>

namespace tileproof::compiler {
namespace {

using kind = recorded_argument::kind;

recorded_argument buffer(const std::string& type, std::uint64_t element, std::uint64_t count,
                         bool set, bool changed) {
    recorded_argument a;
    a.what = kind::pointer;
    a.type = type;
    a.element = element;
    a.bytes = element * count;
    a.set = set;
    a.changed = changed;
    return a;
}
recorded_argument whole(const std::string& type, std::int64_t value) {
    recorded_argument a;
    a.what = kind::whole;
    a.type = type;
    a.whole = value;
    return a;
}

launch_record two_blocks(std::vector<recorded_argument> arguments) {
    launch_record r;
    r.kernel = "k";
    r.grid = {2, 1, 1};
    r.block = {32, 1, 1};
    r.arguments = std::move(arguments);
    return r;
}

launch_record scale(std::int64_t rows, std::int64_t columns) {
    launch_record r;
    r.kernel = "app::scale<float>";
    r.number = 3;
    r.grid = {static_cast<unsigned>((columns + 15) / 16), static_cast<unsigned>(rows), 1};
    r.block = {16, 1, 1};
    const auto count = static_cast<std::uint64_t>(rows * columns);
    r.arguments = {buffer("float", 4, count, true, false), buffer("float", 4, count, false, true),
                   whole("int", rows), whole("int", columns), whole("bool", 1)};
    return r;
}
// Names the parameters; "const x": the kernel does not write through it.
std::string written(launch_record r, const std::vector<std::string>& parameters) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const bool constant = parameters[i].starts_with("const ");
        r.arguments[i].constant = constant;
        r.arguments[i].name = parameters[i].substr(constant ? 6 : 0);
    }
    return skeleton(r, "k.hip");
}
const std::vector<std::string> of_scale{"const x", "y", "rows", "columns", "up"};

// The line of the text that begins so, without its indentation.
std::string line(const std::string& text, const std::string& begins) {
    const std::size_t at = text.find(begins);
    return at == text.npos ? "" : text.substr(at, text.find('\n', at) - at);
}

TEST(Skeleton, DeclaresOperandsByWhatTheLaunchDidToThem) {
    const std::string text = written(scale(24, 40), of_scale);
    EXPECT_EQ(line(text, "tileproof::custom("),
              "tileproof::custom(\"scale\", {\"rows\", \"columns\"})");
    EXPECT_EQ(line(text, ".input"), ".input<float>(\"x\", {\"rows\", \"columns\"})");
    EXPECT_EQ(line(text, ".output"), ".output<float>(\"y\", {\"rows\", \"columns\"})");
    EXPECT_EQ(line(text, "app::scale<float><<<"),
              "app::scale<float><<<dim3((columns + 15) / 16, rows, 1), dim3(16, 1, 1), 0>>>(");
    EXPECT_EQ(line(text, "p.in<"), "p.in<float>(\"x\"),");
    EXPECT_EQ(line(text, "static_cast<int>(rows"), "static_cast<int>(rows),");
    EXPECT_EQ(line(text, "true"), "true);");
    EXPECT_EQ(line(text, "// ?"), "") << text;
}

TEST(Skeleton, CallsWhatWasSetBeforeAndIsWrittenReadAndWritten) {
    launch_record r = scale(24, 40);
    r.arguments[1].set = true;
    const std::string text = written(r, of_scale);
    EXPECT_EQ(line(text, ".in_out"), ".in_out<float>(\"y\", {\"rows\", \"columns\"})");
}

TEST(Skeleton, SaysThatEqualNumbersAreAGuess) {
    EXPECT_EQ(line(written(scale(32, 32), of_scale), "// ? rows"),
              "// ? rows and columns were both 32: which of them each line below means is a guess");
}

TEST(Skeleton, KeepsWholeNumbersWhereTheyMayBeIndices) {
    launch_record r =
        two_blocks({buffer("int", 4, 64, true, false), buffer("float", 4, 20, true, false),
                    whole("int", 64), whole("int", 20)});
    r.arguments[0].least = 0;
    r.arguments[0].most = 19;
    const std::vector<std::string> names{"const index", "const x", "n", "m"};
    EXPECT_EQ(line(written(r, names), ".input<std::int32_t>"),
              ".input<std::int32_t>(\"index\", {\"n\"}).indices_below(\"m\")");
    r.arguments[0].most = 3;
    EXPECT_EQ(line(written(r, names), ".input<std::int32_t>"),
              ".input<std::int32_t>(\"index\", {\"n\"}).values_from(0, 3)");
}

TEST(Skeleton, CastsWhatNoContractHasAndInventsLengths) {
    launch_record r = two_blocks({buffer("float4", 16, 64, false, true)});
    r.arguments.emplace_back();
    r.arguments[1].type = "options";
    const std::string text = written(r, {"out", "o"});
    EXPECT_EQ(line(text, ".output"), ".output<float>(\"out\", {\"n\", \"4\"})");
    EXPECT_EQ(line(text, "reinterpret_cast"), "reinterpret_cast<float4*>(p.out<float>(\"out\")),");
    EXPECT_EQ(line(text, "// ? o"), "// ? o is of type options: fill it in");
    EXPECT_EQ(line(text, "options{}"), "options{});");
    EXPECT_EQ(line(text, "k<<<"), "k<<<dim3((n + 31) / 32, 1, 1), dim3(32, 1, 1), 0>>>(");
}

TEST(Skeleton, DrawsFactorsAndKeepsWholeNumbersThatAreNoLengths) {
    recorded_argument alpha;
    alpha.what = kind::real;
    alpha.type = "float";
    alpha.real = 2.5;
    const launch_record r =
        two_blocks({buffer("float", 4, 64, true, true), whole("int", 64), alpha, whole("int", 7)});
    const std::string text = written(r, {"x", "n", "alpha", "mode"});
    EXPECT_EQ(line(text, ".scalar"),
              ".scalar<float>(\"alpha\", {2.5, 0, 1, -1})  // or a range: 0, 2.5");
    EXPECT_EQ(line(text, "p.scalar"), "p.scalar<float>(\"alpha\"),");
    EXPECT_EQ(line(text, "static_cast<int>(7"), "static_cast<int>(7));");
}

TEST(Skeleton, PassesNullWhereThePointerLedIntoNoBuffer) {
    launch_record r;
    r.kernel = "k";
    r.grid = r.block = {1, 1, 1};
    r.arguments = {buffer("float", 4, 0, false, false)};
    const std::string text = written(r, {"x"});
    EXPECT_EQ(line(text, "// ? x"), "// ? x pointed into no buffer of the device");
    EXPECT_EQ(line(text, "nullptr"), "nullptr);");
}

using texts = std::vector<std::string>;

TEST(Lengths, MakeCountsOfNumbersOfTheLaunch) {
    lengths l({{"rows", 64}, {"columns", 48}, {"batch", 5}});
    EXPECT_EQ(l.extents(48), (texts{"columns"}));
    EXPECT_EQ(l.extents(64 * 48), (texts{"rows", "columns"}));
    EXPECT_EQ(l.extents(64 * 48 * 5), (texts{"rows", "columns", "batch"}));
    EXPECT_EQ(l.extents(3 * 64), (texts{"rows", "3"}));
    EXPECT_EQ(l.extents(65), (texts{"rows + 1"}));
    EXPECT_EQ(l.extents(64 * 64), (texts{"rows", "rows"}));
    EXPECT_EQ(l.extents(71), (texts{"rows + 7"}));
    EXPECT_EQ(l.extents(1009), (texts{"1009"}));
}

TEST(Lengths, AreDimsOnlyWhereTheyAreUsed) {
    lengths l({{"rows", 64}, {"columns", 48}});
    EXPECT_TRUE(l.used().empty());
    l.extents(48);
    ASSERT_EQ(l.used().size(), 1u);
    EXPECT_EQ(l.used()[0].name, "columns");
    EXPECT_FALSE(l.is_used("rows"));
}

TEST(Lengths, MakeGridsOfThem) {
    lengths l({{"rows", 64}, {"columns", 40}});
    EXPECT_EQ(l.blocks(3, 16, {"columns"}), "(columns + 15) / 16");
    EXPECT_EQ(l.blocks(10, 256, {}), "(rows * columns + 255) / 256");
    EXPECT_EQ(l.blocks(64, 256, {}), "rows");
    EXPECT_EQ(l.blocks(1, 1, {}), "1");
    EXPECT_EQ(l.blocks(77, 256, {}), "");
    std::string other;
    EXPECT_EQ(l.blocks(1, 64, {"columns"}, &other), "(columns + 63) / 64");
    EXPECT_EQ(other, "rows");
    EXPECT_EQ(l.blocks(3, 16, {"columns"}, &(other = "")), "(columns + 15) / 16");
    EXPECT_EQ(other, "");
}

TEST(Lengths, SayWhereTwoAreTheSame) {
    lengths l({{"rows", 64}, {"columns", 64}});
    EXPECT_EQ(l.doubt(), "");
    l.extents(64 * 64);
    EXPECT_EQ(l.doubt(), "rows and columns were both 64");
}

TEST(Lengths, InventsOneForACountThatNoNumberSays) {
    lengths l({});
    EXPECT_EQ(l.invent(100), (texts{"n"}));
    EXPECT_EQ(l.invent(100), (texts{"n"}));
    EXPECT_EQ(l.invent(107), (texts{"n + 7"}));
    EXPECT_EQ(l.invent(7), (texts{"n2"}));
    EXPECT_EQ(l.used().size(), 2u);
}

}  // namespace
}  // namespace tileproof::compiler
