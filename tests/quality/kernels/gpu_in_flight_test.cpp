// Many cases in flight on an NVIDIA GPU: what fails, faults or hangs among them is found as one by one.
#include "kernels/device/device.hpp"
#include "properties/campaign/campaign.hpp"
#include "properties/contracts/transpose_property.hpp"
#include "tests/quality/kernels/planted_transposes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace tileproof::properties {
namespace {

using ::testing::HasSubstr;

const kernels::transpose_kernel& planted_bug(const std::string& name) {
    for (const kernels::transpose_kernel& k : planted::cuda::transposes())
        if (k.name == name) return k;
    throw std::runtime_error("There is no planted kernel " + name + ".");
}

// The bugs one after the other in one process, beside a kernel that is right.
campaign_report run(int jobs) {
    property_list list;
    for (const std::string bug : {"right", "no_tail_guard", "crashes", "hangs"})
        list.push_back(transpose_property({bug, "cuda",
                                           []() -> auto& { return kernels::find_device("cuda");
}
, [bug]() -> const auto& { return planted_bug(bug); }
}  // namespace
));
campaign_options o;
o.seed = 1;
o.cases = 200;
o.jobs = jobs;
o.case_seconds = 2;
o.minimise_seconds = 1;
return run_campaign(list, o);
}  // namespace tileproof::properties

TEST(InFlightOnTheGpu, WhatIsWrongIsFoundAsOneByOne) {
    for (const kernels::known_device& d : kernels::devices())
        if (d.name == "cuda" && !d.status.available) GTEST_SKIP() << d.status.reason;
    const campaign_report one = run(1), many = run(16);
    EXPECT_TRUE(many.troubles.empty()) << many.troubles.front();
    for (std::size_t i = 0; i < one.properties.size(); ++i)
        EXPECT_EQ(many.properties.at(i).counts, one.properties[i].counts) << one.properties[i].name;
    const auto first_seen = [](const campaign_report& r) {
        std::set<std::string> all;
        for (const reported_finding& f : r.findings)
            all.insert(
                f.what.property + title(f.what.law) + std::to_string(f.what.index) +
                (f.what.first_seen_as.is_null() ? f.what.the_case : f.what.first_seen_as).dump());
        return all;
    };
    EXPECT_EQ(first_seen(many), first_seen(one));
    std::string failures;
    for (const reported_finding& f : many.findings) failures += f.what.failure + '\n';
    EXPECT_THAT(failures, HasSubstr("outside the buffer"));
    EXPECT_THAT(failures, HasSubstr("illegal memory access"));
    EXPECT_THAT(failures, HasSubstr("had not ended after 2 s"));
}

}  // namespace
}  // namespace tileproof::properties
