// Every planted bug is found within ten seconds by the law that names it, and its case shrinks to the
// known minimum.
#include "kernels/device/device.hpp"
#include "properties/campaign/campaign.hpp"
#include "properties/contracts/transpose_property.hpp"
#include "tests/quality/kernels/planted_copies.hpp"
#include "tests/quality/kernels/planted_transposes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

namespace tileproof::properties {
namespace {

using ::testing::HasSubstr;

property_list property_of(const std::string& kernel) {
    transpose_subject s;
    s.kernel = kernel;
    s.device = "cpu";
    s.find_device = []() -> kernels::device& { return kernels::find_device("cpu"); };
    if (kernel.starts_with("copy_")) s.moves = movement::copy;
    s.find_kernel = [kernel]() -> const kernels::transpose_kernel& {
        static const std::vector<kernels::transpose_kernel> copies = [] {
            std::vector<kernels::transpose_kernel> all;
            for (const auto& k : planted::copies()) all.push_back(as_movement(k));
            return all;
        }();
        for (const auto& k : copies)
            if (k.name == kernel) return k;
        for (const auto& k : planted::transposes())
            if (k.name == kernel) return k;
        throw std::runtime_error("There is no planted kernel " + kernel + ".");
    };
    property_list list;
    list.push_back(transpose_property(std::move(s)));
    return list;
}

// Address sanitizer costs these kernels a factor of thirty.
#ifdef __has_feature
constexpr double most_seconds = __has_feature(address_sanitizer) ? 120 : 10;
#else
constexpr double most_seconds = 10;
#endif

// Looks for one law until it is broken, ten seconds at most.
campaign_report hunt(const std::string& kernel, law_id law, std::uint64_t seed) {
    const property_list list = property_of(kernel);
    campaign_options o;
    o.seed = seed;
    o.budget_seconds = most_seconds;
    o.minimise_seconds = 10;
    o.case_seconds = 3;
    o.wanted = [law](const property&, law_id l) { return l == law; };
    std::size_t findings = 0;
    o.on_progress = [&](const campaign_progress& p) { findings = p.findings; };
    o.interrupted = [&] { return findings > 0; };
    return run_campaign(list, o);
}

struct planted_bug {
    const char* kernel;
    law_id law;
    std::vector<nlohmann::json> minima;  // what the smallest case holds; one of them
    const char* says;                    // part of the sentence
};

void PrintTo(const planted_bug& b, std::ostream* out) { *out << b.kernel << title(b.law); }

nlohmann::json shape(int rows, int columns) { return {{"rows", rows}, {"columns", columns}}; }

// The smallest cases without sense: a negative extent, or rows or matrices that overlap.
const std::vector<nlohmann::json> senseless{shape(1, 1), shape(-1, 1), shape(1, -1), shape(1, 2)};

class PlantedKernel : public ::testing::TestWithParam<planted_bug> {};

TEST_P(PlantedKernel, IsFoundAndShrinksToItsMinimum) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const campaign_report report = hunt(GetParam().kernel, GetParam().law, seed);
        ASSERT_EQ(report.findings.size(), 1u) << "seed " << seed;
        const finding& f = report.findings[0].what;
        EXPECT_TRUE(f.minimised) << f.the_case;
        EXPECT_THAT(f.failure, HasSubstr(GetParam().says));
        bool is_minimum = false;
        for (const nlohmann::json& minimum : GetParam().minima) {
            nlohmann::json merged = f.the_case;
            merged.update(minimum);
            is_minimum = is_minimum || merged == f.the_case;
        }
        EXPECT_TRUE(is_minimum) << "seed " << seed << " ends at " << f.the_case << ": "
                                << f.failure;
    }
}

using enum law_id;

INSTANTIATE_TEST_SUITE_P(
    Copies, PlantedKernel,
    ::testing::Values(
        planted_bug{"copy_without_a_pad_of_rows", K3, {shape(1, 1)}, "the output"},
        planted_bug{"copy_with_the_width_for_the_leading_dimension",
                    K1,
                    {{{"rows", 2}, {"columns", 1}, {"input_leading", 2}, {"output_leading", 1}},
                     {{"rows", 2}, {"columns", 2}, {"input_leading", 2}, {"output_leading", 3}}},
                    "element (1,0) of the output, which must be"},
        planted_bug{"copy_with_the_width_for_the_leading_dimension",
                    K2,
                    {{{"rows", 2}, {"columns", 1}, {"input_leading", 1}, {"output_leading", 2}}},
                    "not written: the first is element (1,0) of the output"},
        planted_bug{"copy_in_vectors_without_proof",  // which its own descriptor does not believe
                    K9,
                    {{{"rows", 1}, {"columns", 1}, {"input_leading", 4}, {"output_leading", 4}},
                     {{"rows", 1}, {"columns", 2}, {"input_leading", 4}, {"output_leading", 4}},
                     {{"rows", 1}, {"columns", 3}, {"input_leading", 4}, {"output_leading", 4}}},
                    "A guaranteed vector length must divide the length of the last dimension"}),
    [](const auto& test) {
        return std::string(test.param.kernel) + "_" + std::string(about(test.param.law).code);
    });

INSTANTIATE_TEST_SUITE_P(
    Transposes, PlantedKernel,
    ::testing::Values(
        planted_bug{"width_for_height", K2, {shape(1, 2)}, "element (1,0) of the output"},
        planted_bug{"width_for_height", K3, {shape(1, 2)}, "past its last byte"},
        planted_bug{"width_for_height", K1, {shape(2, 2), shape(2, 3)}, "wrong"},
        planted_bug{"no_tail_guard", K3, {shape(1, 1)}, "outside the buffer of 4 bytes"},
        planted_bug{"unwritten_last_row", K2, {shape(1, 1)}, "not written"},
        planted_bug{"one_past_the_end", K3, {shape(1, 1)}, "is 1 byte past its last byte"},
        planted_bug{"reads_past_the_end",
                    K4,
                    {{{"rows", 1}, {"columns", 1}, {"fence", "after"}}},
                    "1 byte past the last byte of the input"},
        planted_bug{"uses_what_it_reads",
                    K4,
                    {{{"rows", 2}, {"columns", 1}, {"input_leading", 2}}},
                    "changes with what lies around and between the inputs"},
        planted_bug{"input_modified", K3, {shape(1, 1)}, "of the input was overwritten"},
        planted_bug{"not_repeatable", K5, {shape(1, 1)}, "gave other bits"},
        planted_bug{
            "wrong_batch", K1, {{{"rows", 1}, {"columns", 1}, {"batch", 2}}}, "of matrix 1"},
        planted_bug{"truncates_values",
                    K1,
                    {{{"rows", 1}, {"columns", 1}, {"type", "float64"}}},
                    "must be"},
        planted_bug{"hangs", K9, {shape(2, 1), shape(1, 2)}, "had not ended after 3 s"},
        planted_bug{"crashes", K3, {shape(1, 2)}, "SIGSEGV"},
        planted_bug{"refuses_long_rows", K9, {shape(1, 6)}, "refuses a plain case"},
        planted_bug{
            "accepts_overlapping_rows", K9, {shape(1, 1)}, "accepts a case that makes no sense"},
        planted_bug{"runs_what_it_refuses", K9, senseless, "a launch is not refused"},
        planted_bug{"refuses_without_a_word", K9, senseless, "not with a sentence: 'wrong!'"},
        planted_bug{"fails_after_accepting", K9, {shape(1, 3)}, "Three columns were too many."}),
    [](const auto& test) {
        return std::string(test.param.kernel) + "_" + std::string(about(test.param.law).code);
    });

TEST(PlantedKernels, AreRightWhereNothingIsPlanted) {
    for (const char* kernel : {"right", "copy_right"}) {
        campaign_options o;
        o.seed = 1;
        o.cases = 1500;
        const campaign_report report = run_campaign(property_of(kernel), o);
        EXPECT_EQ(report.exit_code(), 0) << report.verdict();
        EXPECT_EQ(report.rows.size(), 7u);
        for (const law_row& row : report.rows)
            EXPECT_EQ(row.what, law_row::verdict::held) << row.sentence;
    }
}

}  // namespace
}  // namespace tileproof::properties
