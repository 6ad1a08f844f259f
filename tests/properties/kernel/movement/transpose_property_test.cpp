#include "properties/kernel/movement/transpose_property.hpp"

#include "fuzz/campaign/campaign.hpp"
#include "properties/kernel/movement/transpose_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

TEST(TransposeProperty, IsNamedAfterKernelAndDeviceWithoutWakingIt) {
    const auto p = catalogue_transpose("transpose_tiled", "a device that does not exist");
    EXPECT_EQ(p->name(), "transpose_tiled@a device that does not exist");
    EXPECT_EQ(p->subject(), "transpose_tiled");
    EXPECT_FALSE(p->first_cases().empty());
}

TEST(TransposeProperty, HoldsForTheProjectsKernels) {
    property_list list;
    for (const auto& k : kernels::find_device("cpu").kernels().transposes)
        list.push_back(catalogue_transpose(k.name, "cpu"));
    campaign_options o;
    o.seed = 5;
    o.cases = 300;
    const campaign_report report = run_campaign(list, o);
    for (const law_row& row : report.rows)
        EXPECT_EQ(row.what, law_row::verdict::held)
            << row.property << title(row.law) << row.sentence;
}

TEST(TransposeProperty, DoesNotTurnBackAResultOfSharedInputs) {
    const auto p = catalogue_transpose("transpose_tiled", "cpu");
    transpose_case c = packed_case("float32", 2, 3, 2);
    const auto judges_k8 = [&] {
        for (const law_result& r : p->check(to_json(c)).laws)
            if (r.law == law_id::K8) return true;
        return false;
    };
    EXPECT_TRUE(judges_k8());
    c.problem.input_batch_stride = 0;
    EXPECT_FALSE(judges_k8());
}

TEST(TransposeProperty, ChecksOnlyTheRefusalOfASenselessCase) {
    const auto p = catalogue_transpose("transpose_tiled", "cpu");
    transpose_case c = packed_case("float32", 2, 3);
    c.problem.rows = -2;
    const case_result r = p->check(to_json(c));
    ASSERT_EQ(r.laws.size(), 1u);
    EXPECT_EQ(r.laws[0].law, law_id::K9);
    EXPECT_TRUE(r.laws[0].held()) << r.laws[0].sentence();
}

}  // namespace
}  // namespace tileproof::properties
