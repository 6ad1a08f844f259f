// SPDX-License-Identifier: MIT
// Kernels that fail from 2^31 elements on: each is found on cpu-checked, without the memory for so many, and shrinks
// to a shape of hardly more; their right twins are held.
#include "compiler/build/user_library.hpp"
#include "fuzz/finding/minimize.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "properties/law.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

namespace tileproof::quality {

using namespace properties;

namespace {

using nlohmann::json;

const std::string source = TILEPROOF_SOURCE_DIR "/tests/quality/huge/overflows.hip";

const compiler::user_library& library() {
    static const compiler::user_library loaded = [] {
        compiler::user_build b;
        b.source = source;
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_huge_cache";
        return compiler::load_user(b);
    }();
    return loaded;
}

const property& property_of(const std::string& test) {
    static const property_list all = user_properties(library(), source, "cpu-checked");
    return **std::find_if(all.begin(), all.end(),
                          [&](const auto& p) { return p->subject() == test; });
}

// "transpose_int": {"K3", "K4"}; of right twins nothing.
std::map<std::string, std::set<std::string>> marks() {
    static const std::regex name("_with<[^>]*>\\(\"(\\w+)\"\\);( *// wrong:(( K\\d)+))?");
    std::map<std::string, std::set<std::string>> all;
    std::ifstream in(source);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::sregex_iterator m(text.begin(), text.end(), name), end; m != end; ++m) {
        auto& laws = all[(*m)[1]];
        const std::string codes = (*m)[3];
        for (std::size_t at = 0; (at = codes.find('K', at)) != codes.npos; ++at)
            laws.insert(codes.substr(at, 2));
    }
    return all;
}

std::vector<std::string> names(bool wrong) {
    std::vector<std::string> list;
    for (const auto& [name, laws] : marks())
        if (laws.empty() != wrong) list.push_back(name);
    return list;
}

// The huge ones among the first cases, and as many random ones.
std::vector<json> huge_cases(const property& p) {
    std::vector<json> all;
    for (const json& c : p.first_cases())
        if (c.contains("huge")) all.push_back(c);
    rc::Random random(7);
    for (int i = 0; i < 20'000 && all.size() < 16; ++i)
        if (json c = p.generate(random, i % 101); c.contains("huge")) all.push_back(std::move(c));
    return all;
}

long_index_t largest_operand(const property& p, const json& c) {
    const kernel_view& view = *view_of(p);
    long_index_t most = 0;
    const kernel_case k = view.case_of(c);
    for (std::size_t o = 0; o < k.operands.size(); ++o)
        most = std::max(most, packed_elements(extents_of(view.contract(), k, o)));
    return most;
}

// The most memory that this process has had, compiler's library and all, is less than a gibibyte.
class WithoutTheMemory : public testing::TestWithParam<std::string> {
  protected:
    void TearDown() override {
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        std::printf("most resident memory: %ld MiB\n", used.ru_maxrss / 1024);
        EXPECT_LT(used.ru_maxrss, 1l << 20);
    }
};
class HugeShapes : public WithoutTheMemory {};
class RightTwins : public WithoutTheMemory {};

TEST_P(HugeShapes, FindAnOverflowAndEndNearIt) {
    const property& p = property_of(GetParam());
    std::optional<json> found;
    for (const json& c : huge_cases(p)) {
        const case_result result = p.check(c);
        const failure* const why = result.first_failure();
        if (!why) continue;
        EXPECT_TRUE(marks().at(GetParam()).contains(std::string(about(why->law).code)))
            << sentence(*why);
        found = c;
        break;
    }
    ASSERT_TRUE(found) << "no huge case fails";
    const law_id law = p.check(*found).first_failure()->law;
    const auto fails = [&](const json& c) {
        try {
            return p.check(c).failure_of(law) != nullptr;
        } catch (const bad_case&) {
            return false;
        }
    };
    const auto least =
        fuzz::minimize(*found, [&](const json& c) { return p.smaller(c); }, fails, {.tries = 3000});
    const failure again = *p.check(least.value).failure_of(law);
    EXPECT_EQ(sentence(again), sentence(*p.check(least.value).failure_of(law)));
    // Bytes overflow from 2^29 floats on, and grids of unsigned from 2^32 on.
    const long_index_t elements = largest_operand(p, least.value);
    EXPECT_GE(elements, long_index_t{1} << 29) << least.value;
    EXPECT_LE(elements, (long_index_t{1} << 32) + (1 << 18)) << least.value;
    RecordProperty("least", least.value.dump());
    std::printf("%s, %lld tries: %s\n  %s\n", least.value.dump().c_str(),
                static_cast<long long>(least.tries), GetParam().c_str(), sentence(again).c_str());
}

TEST_P(RightTwins, AreHeldAtHugeShapes) {
    const property& p = property_of(GetParam());
    int judged = 0;
    for (const json& c : huge_cases(p)) {
        const case_result result = p.check(c);
        const failure* const why = result.first_failure();
        EXPECT_FALSE(why) << c << '\n' << (why ? sentence(*why) : "");
        judged += result.discarded.empty();
        if (!result.discarded.empty()) std::printf("%s\n", result.discarded.c_str());
    }
    // What reads what other blocks have written is not judged: it may differ when all of them run.
    if (GetParam() == "right_workspace_copy" || GetParam() == "right_queue")
        EXPECT_EQ(judged, 0);
    else
        EXPECT_GE(judged, 4);
}

std::string name_of(const testing::TestParamInfo<std::string>& i) { return i.param; }
INSTANTIATE_TEST_SUITE_P(Kernels, HugeShapes, testing::ValuesIn(names(true)), name_of);
INSTANTIATE_TEST_SUITE_P(Kernels, RightTwins, testing::ValuesIn(names(false)), name_of);

}  // namespace
}  // namespace tileproof::quality
