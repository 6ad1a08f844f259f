// SPDX-License-Identifier: MIT
// Numbers and lengths that find bugs: kernels that are wrong for one class alone fail with it alone, and their right twins are
// left alone; what is declared of an operand is what it gets.
#include "devices/device.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace tileproof::compiler {

using namespace properties;

namespace {

using ::testing::IsSubsetOf;

const char* const number_data_file = "tests/compiler/build/number_data.hip";

// The classes of data with which one of 500 cases fails.
std::set<std::string> classes_that_fail(const user_library& lib, const std::string& kernel) {
    std::set<std::string> classes;
    for (const auto& p : user_properties(lib, number_data_file, "cpu")) {
        if (p->subject() != kernel) continue;
        std::vector<nlohmann::json> cases = p->first_cases();
        rc::Random random(7);
        while (cases.size() < 500)
            cases.push_back(p->generate(random, static_cast<int>(cases.size() % 101)));
        for (const nlohmann::json& c : cases)
            if (p->check(c).first_failure()) classes.insert(c.at("data").get<std::string>());
    }
    return classes;
}

struct planted_numbers {
    const char* kernel;
    const char* must;                // fails with this class
    std::set<std::string> may = {};  // and perhaps with these
};
const planted_numbers wrong_for[] = {
    {"loses_nan", "nan", {"bits"}},
    {"ends_at_the_greatest", "infinities", {"bits"}},
    {"forgets_the_sign_of_zero", "zeros", {"bits"}},
    {"flushes_to_zero", "subnormal", {"bits"}},
    {"ends_at_65504", "ends", {"scales", "powers", "infinities", "bits"}},
    {"cuts_off", "halfway", {"full_digits", "scales", "subnormal", "zeros"}},
    {"rounds_ties_up", "halfway"},
    {"rounds_nan", "nan", {"bits"}},
    {"nibble_without_sign", "full_digits", {"scales", "powers", "ends", "bits"}},
    {"size_but_of_the_least", "ends", {"powers"}},
    {"least_below_2_to_31", "bits"},
    {"int16_sum", "full_digits", {"scales", "powers", "ends", "equal", "sorted", "bits"}},
    {"argmax_of_the_last",
     "ties",
     {"integers", "one_hot", "equal", "pairs", "sorted", "powers", "halfway", "zeros"}},
    {"takes_minus_zero_for_negative", "zeros"},
    {"int32_sum_of_int64", "ends", {"bits"}},
    {"exponent_but_of_subnormals", "subnormal"},
    {"mean_in_f16", "ends"},
    {"log_sum_of_leading_infinity", "infinities"},
    {"softmax_without_its_maximum", "ends"},
    {"whole_shares",
     "full_digits",
     {"scales", "ties", "one_hot", "equal", "sorted", "pairs", "halfway", "powers", "ends"}},
    {"next_of_whole_numbers",
     "integers",
     {"scales", "ties", "one_hot", "equal", "sorted", "pairs", "halfway", "powers", "bits"}},
    {"length_but_of_powers", "powers", {"scales", "ends"}},
    {"root_of_the_square", "bits", {"scales", "powers"}},
    {"span_of_two", "one_hot", {"ties"}},
    {"spread_without_a_guard", "equal", {"ties"}},
    {"rise_up_to_10", "sorted"},
    {"shares_of_nothing",
     "pairs",
     {"integers", "ties", "one_hot", "equal", "sorted", "zeros", "halfway", "powers"}},
};

class NumberData : public testing::TestWithParam<planted_numbers> {};

TEST_P(NumberData, FindsWhatIsWrongForItsClassAlone) {
    const std::set<std::string> failed =
        classes_that_fail(library_of(number_data_file), GetParam().kernel);
    EXPECT_TRUE(failed.contains(GetParam().must)) << testing::PrintToString(failed);
    std::set<std::string> allowed = GetParam().may;
    allowed.insert(GetParam().must);
    EXPECT_THAT(failed, IsSubsetOf(allowed));
}

INSTANTIATE_TEST_SUITE_P(All, NumberData, testing::ValuesIn(wrong_for),
                         [](const auto& test) { return std::string(test.param.kernel); });

// Of a NaN in the first element alone, too, where a case with many elements would hold some such NaN anyway.
TEST(NumberDatas, OftenHoldANaNWhoseDigitsRoundingCarriesIntoTheSign) {
    const user_library& lib = library_of(number_data_file);
    int failed = 0;
    for (const auto& p : user_properties(lib, number_data_file, "cpu")) {
        if (p->subject() != "rounds_nan") continue;
        rc::Random random(7);
        nlohmann::json c = p->generate(random, 20);
        c["dims"] = {1};
        c["data"] = "nan";
        for (int seed = 0; seed < 40; ++seed) {
            c["data_seed"] = seed;
            failed += p->check(c).first_failure() != nullptr;
        }
    }
    EXPECT_GE(failed, 5);
}

TEST(NumberDatas, LeaveRightTwinsAlone) {
    for (const char* device : {"cpu", "cpu-checked"})
        for (const auto& p :
             user_properties(library_of(number_data_file), number_data_file, device)) {
            if (!p->subject().starts_with("right_")) continue;
            const auto broken = broken_laws(*p, device == std::string("cpu") ? 500 : 60);
            EXPECT_TRUE(broken.empty()) << p->name() << "\n" << text(broken);
        }
}

std::size_t number_of_test(const user_library& lib, const std::string& name) {
    std::size_t i = 0;
    while (lib.tests.at(i).name != name) ++i;
    return i;
}

TEST(FarLengths, AreThoseOfKernelsThatLookAtEachElementAFewTimes) {
    user_library& lib = library_of(number_data_file);
    const auto learned = [&](const char* name) {
        const std::size_t i = number_of_test(lib, name);
        add_far_lengths(lib, i, far_lengths(lib, i, true));
        return lib.tests[i].far;
    };
    EXPECT_EQ(learned("right_long_copy"), std::vector<long>{1 << 17});
    EXPECT_EQ(learned("copy_of_4096"), std::vector<long>{1 << 17});
    EXPECT_EQ(learned("copy_of_16_bits"), std::vector<long>{1 << 17});
    EXPECT_EQ(learned("right_ranks"), std::vector<long>{0});
    for (const auto& p : user_properties(lib, number_data_file, "cpu")) {
        if (!p->subject().starts_with("copy_of") && p->subject() != "right_long_copy") continue;
        const auto cases = p->first_cases();
        ASSERT_LT(cases.size(), 200u);
        bool failed = false;
        long longest = 0;
        for (const nlohmann::json& c : cases) {
            longest = std::max(longest, c.at("dims")[0].get<long>());
            failed |= p->check(c).first_failure() != nullptr;
        }
        EXPECT_EQ(longest, 65537);
        EXPECT_EQ(failed, p->subject() != "right_long_copy") << p->subject();
    }
    for (sdk::test_data& t : lib.tests) t.far.clear();
}

TEST(FarLengths, HaveCountersOfOneValueThatAreFull) {
    user_library& lib = library_of(number_data_file);
    const std::set<std::string> full{"counts_of_16_bits", "byte_counters"};
    const std::set<std::string> right{"right_counts", "right_counters", "right_mean_of_many"};
    for (const auto* names : {&full, &right})
        for (const std::string& name : *names) {
            const std::size_t i = number_of_test(lib, name);
            add_far_lengths(lib, i, far_lengths(lib, i, true));
            EXPECT_EQ(lib.tests[i].far, std::vector<long>{1 << 17});
        }
    for (const auto& p : user_properties(lib, number_data_file, "cpu")) {
        if (!full.contains(p->subject()) && !right.contains(p->subject())) continue;
        std::set<std::pair<std::string, long>> failed;
        for (const nlohmann::json& c : p->first_cases())
            if (p->check(c).first_failure())
                failed.emplace(c.at("data").get<std::string>(), c.at("dims")[0].get<long>());
        if (right.contains(p->subject()))
            EXPECT_TRUE(failed.empty()) << testing::PrintToString(failed);
        else
            EXPECT_EQ(failed, (std::set<std::pair<std::string, long>>{{"equal", 65537}}));
    }
    for (sdk::test_data& t : lib.tests) t.far.clear();
}

// Numbers that nobody has asked for are a question to the reference first, and say no more than that there is an answer.
TEST(Probes, AreJudgedWhereTheReferenceHasAFiniteAnswerAlone) {
    std::map<std::string, std::size_t> judged, discarded;
    for (const auto& p : user_properties(library_of(number_data_file), number_data_file, "cpu")) {
        if (p->subject() != "right_log_sum") continue;
        rc::Random random(7);
        for (int i = 0; i < 600; ++i) {
            const nlohmann::json c = p->generate(random, 30);
            (p->check(c).discarded.empty() ? judged : discarded)[c.at("data")]++;
        }
    }
    EXPECT_GT(judged["infinities"], 2u);
    EXPECT_GT(discarded["infinities"], 2u);
    EXPECT_GT(judged["ends"], 10u);
    EXPECT_EQ(discarded.size(), 1u) << testing::PrintToString(discarded);
}

// The midpoint overflows where its reference does not, and is no element: nobody knows for which numbers it is meant.
TEST(Probes, OfWholeNumbersAreJudgedWhereTheAnswerConsistsOfTheInputsAndOfSmallNumbers) {
    std::map<std::string, std::map<std::string, std::size_t>> judged, discarded;
    for (const auto& p : user_properties(library_of(number_data_file), number_data_file, "cpu")) {
        rc::Random random(7);
        for (int i = 0; i < 600; ++i) {
            if (p->subject() != "right_least" && p->subject() != "right_middles") break;
            const nlohmann::json c = p->generate(random, 30);
            (p->check(c).discarded.empty() ? judged : discarded)[p->subject()][c.at("data")]++;
        }
    }
    EXPECT_GT(judged["right_least"]["bits"], 20u);
    EXPECT_TRUE(discarded["right_least"].empty());
    EXPECT_GT(discarded["right_middles"]["bits"], 20u);
    EXPECT_EQ(discarded["right_middles"].size(), 1u);
}

// What an operand holds in so many random cases.
template <class See>
void each_content(const char* kernel, const char* operand, See see) {
    const user_library& lib = library_of(number_data_file);
    const sdk::test_data& t = lib.tests[number_of_test(lib, kernel)];
    const kernel_contract contract = user_contract(t);
    const kernel_range range = range_of(contract, user_range(t));
    std::size_t o = 0;
    while (contract.operands.at(o).name != operand) ++o;
    const element_type& type = *contract.types[0].each[o];
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        draw from(seed);
        const kernel_case c = random_case(from, contract, range, 50);
        if (!why_outside(contract, range, c).empty()) continue;
        const packed_call p = contents_of(contract, c);
        std::vector<double> values;
        for (std::size_t at = 0; at < p.inputs[o].size();
             at += static_cast<std::size_t>(type.bytes))
            values.push_back(value_of(type, &p.inputs[o][at]));
        see(c, values);
    }
}

TEST(DeclaredNumbers, HaveFractionsAndTheirEndsAtAnyPosition) {
    std::set<double> first;
    std::size_t fractions = 0, all = 0, ends_inside = 0;
    each_content("right_shares", "input 0", [&](const kernel_case&, const std::vector<double>& x) {
        if (!x.empty()) first.insert(x[0]);
        for (std::size_t i = 0; i < x.size(); ++i) {
            EXPECT_GE(x[i], 0);
            EXPECT_LE(x[i], 1);
            fractions += x[i] != std::trunc(x[i]);
            ends_inside += i > 1 && x[i] == 1;
            ++all;
        }
    });
    EXPECT_GT(fractions, all / 3);
    EXPECT_GT(ends_inside, 100u);
    EXPECT_GT(first.size(), 50u);
}

TEST(DeclaredNumbers, HaveAnInfinityAndTheGreatestWhereTheirRangeHasNoEnd) {
    std::set<double> seen;
    each_content(
        "right_up_to_20", "input 0",
        [&](const kernel_case&, const std::vector<double>& x) { seen.insert(x.begin(), x.end()); });
    EXPECT_EQ(*seen.rbegin(), 20);
    EXPECT_TRUE(seen.contains(-INFINITY));
    EXPECT_TRUE(seen.contains(-double{std::numeric_limits<float>::max()}));
    EXPECT_GT(std::distance(seen.lower_bound(-4), seen.end()), 1000);
    EXPECT_FALSE(std::ranges::any_of(seen, [](double v) { return std::isnan(v); }));
}

TEST(DeclaredNumbers, RiseFromZeroToTheDimWithEmptyRowsAmongThem) {
    std::size_t empty_rows = 0, rows = 0;
    each_content("right_ragged_sums", "begin",
                 [&](const kernel_case& c, const std::vector<double>& begin) {
                     EXPECT_EQ(begin.front(), 0);
                     EXPECT_EQ(begin.back(), static_cast<double>(c.dims[1]));
                     EXPECT_TRUE(std::is_sorted(begin.begin(), begin.end()));
                     for (std::size_t r = 1; r < begin.size(); ++r, ++rows)
                         empty_rows += begin[r] == begin[r - 1];
                 });
    EXPECT_GT(empty_rows, rows / 20);
    EXPECT_LT(empty_rows, rows);
}

TEST(DeclaredNumbers, AreSortedOrOfAListWhereThatIsSaid) {
    each_content("right_begins", "keys", [](const kernel_case&, const std::vector<double>& keys) {
        EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    });
    std::set<double> seen;
    each_content("right_begins", "mask", [&](const kernel_case&, const std::vector<double>& mask) {
        seen.insert(mask.begin(), mask.end());
    });
    EXPECT_EQ(seen, (std::set<double>{-INFINITY, 0}));
}

TEST(RaggedRows, ThatAreEmptyAreFound) {
    for (const auto& p : user_properties(library_of(number_data_file), number_data_file, "cpu"))
        if (p->subject() == "takes_rows_to_have_elements") {
            const auto broken = broken_laws(*p, 60);
            EXPECT_TRUE(broken.contains("K7")) << text(broken);
        }
}

TEST(Coverage, NamesTheClassThatEachOperandWasGiven) {
    std::set<std::string> labels;
    for (const auto& p : user_properties(library_of(number_data_file), number_data_file, "cpu")) {
        if (p->subject() != "right_begins") continue;
        rc::Random random(7);
        for (int i = 0; i < 300; ++i)
            for (const std::string& l : p->classify(p->generate(random, 30))) labels.insert(l);
    }
    for (const char* label :
         {"data of keys: integers", "data of keys: ties", "data of mask: one_of"})
        EXPECT_TRUE(labels.contains(label)) << label;
    EXPECT_FALSE(labels.contains("data of y: integers"));
}

}  // namespace
}  // namespace tileproof::compiler
