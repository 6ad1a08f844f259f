// SPDX-License-Identifier: MIT
// Planted bugs of transposes and copies, crashes, hangs and divergent barriers among them.
#include "devices/device.hpp"
#include "fuzz/mutate/case/case_edit.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "tests/quality/kernels/planted_copies.hpp"
#include "tests/quality/kernels/planted_transposes.hpp"
#include "tests/quality/planted_bug.hpp"

#include <iterator>
#include <stdexcept>

namespace tileproof::quality {

using namespace properties;

namespace {

using enum law_id;
using nlohmann::json;

contract_kernel find_planted(const std::string& kernel) {
    for (const auto& k : planted::transposes())
        if (k.name == kernel) return under(k);
    for (const auto& k : planted::copies())
        if (k.name == kernel) return under(k);
    throw std::runtime_error("There is no planted kernel " + kernel + ".");
}

std::unique_ptr<property> contract_of(const std::string& kernel) {
    return kernel_property(
        contract_named(kernel.starts_with("copy_") ? "copy" : "transpose"),
        {kernel, "cpu", []() -> devices::device& { return devices::find_device("cpu"); },
         [kernel] { return find_planted(kernel); }});
}

planted_bug planted_in(const char* kernel, law_id law, std::vector<json> minima, const char* says,
                       double case_seconds = 10, int largest_size = 100) {
    return {kernel,      [kernel] { return contract_of(kernel); },
            law,         std::move(minima),
            says,        case_seconds,
            largest_size};
}

json shape(int rows, int columns) { return {{"rows", rows}, {"columns", columns}}; }

// The smallest cases without sense: a negative extent, or rows or matrices that overlap.
const std::vector<json> senseless{shape(1, 1), shape(-1, 1), shape(1, -1), shape(1, 2)};

INSTANTIATE_TEST_SUITE_P(
    Copies, PlantedBug,
    testing::Values(
        planted_in("copy_without_a_pad_of_rows", K3, {shape(1, 1)}, "the output"),
        planted_in("copy_with_the_width_for_the_leading_dimension", K1,
                   {{{"rows", 2}, {"columns", 1}, {"input_leading", 2}, {"output_leading", 1}},
                    {{"rows", 2}, {"columns", 2}, {"input_leading", 2}, {"output_leading", 3}}},
                   "element (1,0), which must be"),
        planted_in("copy_with_the_width_for_the_leading_dimension", K2,
                   {{{"rows", 2}, {"columns", 1}, {"input_leading", 1}, {"output_leading", 2}}},
                   "not written: the first is element (1,0)")),
    name_of_bug);

INSTANTIATE_TEST_SUITE_P(
    Transposes, PlantedBug,
    testing::Values(
        planted_in("width_for_height", K2, {shape(1, 2)}, "element (1,0)"),
        planted_in("width_for_height", K3, {shape(1, 2)}, "past its last byte"),
        // A square hides it, unless rows of the result lie apart. Of one row, which cannot become a square of
        // fewer elements, those where the wrong width hits an element.
        planted_in("width_for_height", K1,
                   {shape(2, 2),
                    {{"rows", 1}, {"columns", 3}, {"output_leading", 6}},
                    {{"rows", 1}, {"columns", 4}, {"output_leading", 2}}},
                   "wrong"),
        planted_in("no_tail_guard", K3, {shape(1, 1)}, "outside the buffer of 4 bytes"),
        planted_in("unwritten_last_row", K2, {shape(1, 1)}, "not written"),
        planted_in("one_past_the_end", K3, {shape(1, 1)}, "is 1 byte past its last byte"),
        planted_in("reads_past_the_end", K4, {{{"rows", 1}, {"columns", 1}, {"fence", "after"}}},
                   "1 byte past the last byte of the input"),
        planted_in("uses_what_it_reads", K4, {{{"rows", 2}, {"columns", 1}, {"input_leading", 2}}},
                   "changes with what lies around and between the inputs"),
        planted_in("input_modified", K3, {shape(1, 1)}, "of the input was overwritten"),
        planted_in("not_repeatable", K5, {shape(1, 1)}, "gave other bits"),
        planted_in("wrong_batch", K1, {{{"rows", 1}, {"columns", 1}, {"batch", 2}}},
                   "element (1,0,0), which must be"),
        planted_in("truncates_values", K1, {{{"rows", 1}, {"columns", 1}, {"type", "float64"}}},
                   "must be"),
        planted_in("hangs", K9, {shape(2, 1), shape(1, 2)}, "had not ended after", 0.5),
        planted_in("crashes", K3, {shape(1, 2)}, "SIGSEGV"),
        planted_in("diverges", K9, {shape(1, 2)}, "barrier"),
        planted_in("refuses_long_rows", K9, {shape(1, 6)}, "refuses a plain case"),
        planted_in("accepts_overlapping_rows", K9, {shape(1, 1)},
                   "accepts a case that makes no sense"),
        planted_in("runs_what_it_refuses", K9, senseless, "a launch is not refused"),
        planted_in("refuses_without_a_word", K9, senseless, "not with a sentence: 'wrong!'"),
        // Nor does it refuse at the launch what it refuses when asked.
        planted_in("fails_after_accepting", K9,
                   {shape(1, 3),
                    shape(1, -1),
                    shape(-1, 1),
                    {{"rows", 1}, {"columns", 1}, {"input_batch_stride", -1}},
                    {{"rows", 1}, {"columns", 1}, {"output_batch_stride", -1}}},
                   "")),
    name_of_bug);

// What ends a process, from cases that the mutator of the fuzz target made out of one another.
class FuzzedBug : public testing::TestWithParam<planted_bug> {};

TEST_P(FuzzedBug, EndsAtItsMinimumFromTwentyMutatedCases) {
    bug_under_test bug(GetParam());
    draw from{std::uint64_t{7}};
    std::vector<json> corpus = bug.contract().first_cases();
    bug.expect_minimum_from_twenty_cases([&] {
        json c = corpus[static_cast<std::size_t>(from.below(std::ssize(corpus)))];
        try {
            do {
                c = fuzz::edited(c, bug.contract(), from);
            } while (from.chance(40));
        } catch (const bad_case&) {  // the edit before made no sense of it
            c = fuzz::drawn_case(bug.contract(), from);
        }
        corpus.push_back(c);
        return c;
    });
}

INSTANTIATE_TEST_SUITE_P(Transposes, FuzzedBug,
                         testing::Values(planted_in("crashes", K3, {shape(1, 2)}, "SIGSEGV"),
                                         planted_in("hangs", K9, {shape(2, 1), shape(1, 2)},
                                                    "had not ended after", 0.5),
                                         planted_in("diverges", K9, {shape(1, 2)}, "barrier")),
                         name_of_bug);

TEST(PlantedKernels, AreRightWhereNothingIsPlanted) {
    for (const char* kernel : {"right", "copy_right"}) {
        property_list list;
        list.push_back(contract_of(kernel));
        fuzz::campaign_options o;
        o.seed = 1;
        o.cases = 1500;
        const fuzz::campaign_report report = fuzz::run_campaign(list, o);
        EXPECT_EQ(report.exit_code(), 0) << report.verdict();
        EXPECT_EQ(report.rows.size(), 7u);
        for (const fuzz::law_row& row : report.rows)
            EXPECT_EQ(row.what, fuzz::law_row::verdict::held) << row.sentence;
    }
}

}  // namespace
}  // namespace tileproof::quality
