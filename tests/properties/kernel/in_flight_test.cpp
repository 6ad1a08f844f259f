// SPDX-License-Identifier: MIT
// Kernels judged several cases at a time, on the cpu device in the place of a GPU: the same counts, the same findings.
#include "fuzz/campaign/campaign.hpp"
#include "properties/device/device_layout_property.hpp"
#include "properties/kernel/contracts/contracts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace tileproof::properties {

using fuzz::campaign_options;
using fuzz::campaign_report;
using fuzz::finding;
using fuzz::run_campaign;

namespace {

using ::testing::HasSubstr;

campaign_report run(const property_list& list, int jobs, std::int64_t cases) {
    campaign_options o;
    o.seed = 3;
    o.cases = cases;
    o.jobs = jobs;
    o.minimize_seconds = 60;
    o.one_process = {"cpu"};
    return run_campaign(list, o);
}

TEST(KernelsInFlight, AreJudgedAsOneByOne) {
    property_list list;
    list.push_back(catalogue_property("transpose", "transpose_tiled", "cpu"));
    list.push_back(catalogue_property("copy", "copy_lds", "cpu"));
    list.push_back(catalogue_property("product", "product_tiled", "cpu"));
    list.push_back(catalogue_property("mlp", "mlp_16", "cpu"));
    list.push_back(device_layout_property(catalogue_evaluations("cpu")));
    list.push_back(device_tile_property(catalogue_evaluations("cpu")));
    const campaign_report one = run(list, 1, 60), four = run(list, 4, 60);
    EXPECT_EQ(one.exit_code(), 0) << one.verdict();
    EXPECT_EQ(four.exit_code(), 0) << four.verdict();
    for (std::size_t i = 0; i < list.size(); ++i)
        EXPECT_EQ(four.properties.at(i).counts, one.properties.at(i).counts) << list[i]->name();
}

// Writes the element after the last one for 7 columns, stops the process for 9.
kernels::transpose_kernel wrong_at_some_widths() {
    kernels::transpose_kernel k;
    k.name = "wrong";
    k.refusal = kernels::transpose_refusal;
    k.start = [](const kernels::transpose_problem& p, const void* in, void* out, void*) {
        if (const std::string no = kernels::transpose_refusal(p); !no.empty())
            throw kernels::device_error(no);
        const auto width = static_cast<std::size_t>(p.element_bytes);
        const auto* from = static_cast<const std::byte*>(in);
        auto* to = static_cast<std::byte*>(out);
        for (long_index_t b = 0; b < p.batch; ++b)
            for (long_index_t r = 0; r < p.rows; ++r)
                for (long_index_t c = 0; c < p.columns; ++c)
                    std::memcpy(to + width * (b * p.output_batch_stride + c * p.output_leading + r),
                                from + width * (b * p.input_batch_stride + r * p.input_leading + c),
                                width);
        if (p.columns == 7) to[width * p.output_elements()] ^= std::byte{1};
        if (p.columns == 9) std::abort();
    };
    return k;
}

TEST(KernelsInFlight, AreFoundToBeWrongAsOneByOne) {
    const kernels::transpose_kernel kernel = wrong_at_some_widths();
    property_list list;
    list.push_back(kernel_property(
        contract_named("transpose"),
        {"wrong", "cpu", []() -> devices::device& { return devices::find_device("cpu"); },
         [&] { return under(kernel); }}));
    const campaign_report one = run(list, 1, 1000), four = run(list, 4, 1000);
    EXPECT_EQ(four.properties[0].counts, one.properties[0].counts);
    ASSERT_EQ(four.findings.size(), one.findings.size());
    ASSERT_GE(one.findings.size(), 2u);
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
        const finding &a = one.findings[i].what, &b = four.findings[i].what;
        EXPECT_EQ(b.law, a.law);
        EXPECT_EQ(b.index, a.index);
        EXPECT_EQ(b.first_seen_as, a.first_seen_as);
        EXPECT_EQ(b.the_case, a.the_case);
    }
    EXPECT_THAT(one.findings[0].what.failure + one.findings[1].what.failure, HasSubstr("SIGABRT"));
}

}  // namespace
}  // namespace tileproof::properties
