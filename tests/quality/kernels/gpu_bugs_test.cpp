// SPDX-License-Identifier: MIT
// Planted bugs run on a GPU: found and made small there too, and a fault of the device is a finding like any other,
// after which the campaign goes on. Compiled for each device of GPUs: TILEPROOF_DEVICE is cuda or hip.
#include "devices/device.hpp"
#include "properties/device/device_layout_property.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "tests/quality/kernels/planted_evaluations.hpp"
#include "tests/quality/kernels/planted_products.hpp"
#include "tests/quality/kernels/planted_transposes.hpp"
#include "tests/quality/planted_bug.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::quality {

using namespace fuzz;
using namespace properties;

namespace {

using enum law_id;
using nlohmann::json;

template <class Kernel>
const Kernel& named(const std::vector<Kernel>& kernels, const std::string& name) {
    for (const Kernel& k : kernels)
        if (k.name == name) return k;
    throw std::runtime_error("There is no planted kernel " + name + ".");
}

#define TILEPROOF_TEXT_OF(x) #x
#define TILEPROOF_NAME_OF(x) TILEPROOF_TEXT_OF(x)
constexpr const char* device_name = TILEPROOF_NAME_OF(TILEPROOF_DEVICE);
namespace planted_here = planted::TILEPROOF_DEVICE;

// An address that is nobody's: CUDA's runtime says so; AMD's ends the process.
const bool fault_is_told = device_name == std::string_view("cuda");
const char* const fault_words = fault_is_told ? "illegal memory access" : "SIGABRT";

devices::device& gpu() { return devices::find_device(device_name); }

std::unique_ptr<property> product(const std::string& kernel) {
    return kernel_property(contract_named("product", device_name),
                           {kernel, device_name, gpu,
                            [kernel] { return under(named(planted_here::products(), kernel)); }});
}

std::unique_ptr<property> transpose(const std::string& kernel) {
    return kernel_property(contract_named("transpose", device_name),
                           {kernel, device_name, gpu,
                            [kernel] { return under(named(planted_here::transposes(), kernel)); }});
}

device_layout_subject evaluations(const std::string& bug) {
    device_layout_subject s = catalogue_evaluations(device_name);
    s.find_kernels = [bug]() -> const std::vector<kernels::evaluation_kernel>& {
        return planted_here::evaluations(bug);
    };
    return s;
}
std::unique_ptr<property> layouts(const std::string& bug) {
    return device_layout_property(evaluations(bug));
}
std::unique_ptr<property> tiles(const std::string& bug) {
    return device_tile_property(evaluations(bug));
}

using contract = std::unique_ptr<property> (*)(const std::string&);

// No minimum: that of the cpu device is asserted there, and a GPU is asked for what it finds.
planted_bug planted_in(contract make, const char* kernel, law_id law, std::vector<json> minima,
                       const char* says) {
    if (minima.empty()) minima.push_back(json::object());
    return {kernel, [=] { return make(kernel); }, law, std::move(minima), says};
}

void skip_without_gpu() {
    for (const devices::known_device& d : devices::devices())
        if (d.name == device_name && !d.status.available) GTEST_SKIP() << d.status.reason;
}

class PlantedOnTheGpu : public testing::TestWithParam<planted_bug> {
  protected:
    void SetUp() override { skip_without_gpu(); }
};

TEST_P(PlantedOnTheGpu, IsFoundAndShrinksToItsMinimum) {
    expect_found(GetParam(), hunt(GetParam(), 1, 100));
}

json moved(int rows, int columns) { return {{"rows", rows}, {"columns", columns}}; }
json shape(int m, int n, int k) { return {{"m", m}, {"n", n}, {"k", k}}; }

INSTANTIATE_TEST_SUITE_P(
    Kernels, PlantedOnTheGpu,
    testing::Values(
        planted_in(transpose, "width_for_height", K2, {moved(1, 2)}, "not written"),
        planted_in(transpose, "no_tail_guard", K3, {moved(1, 1)}, "outside the buffer of 4 bytes"),
        planted_in(transpose, "input_modified", K3, {moved(1, 1)}, "was overwritten"),
        planted_in(transpose, "truncates_values", K1, {{{"type", "float64"}}}, "must be"),
        planted_in(transpose, "crashes", K9, {moved(1, 2)}, fault_words),
        planted_in(layouts, "offset_in_32_bits", L12, {},
                   "on " TILEPROOF_NAME_OF(TILEPROOF_DEVICE) ", but offset 2147483648"),
        planted_in(layouts, "move_into_pads", L12, {},
                   "on " TILEPROOF_NAME_OF(TILEPROOF_DEVICE) " after a move from"),
        planted_in(layouts, "first_result_of_a_job", L12, {},
                   "on " TILEPROOF_NAME_OF(TILEPROOF_DEVICE) ", but"),
        planted_in(tiles, "holder_in_another_replica", L12, {},
                   "register 0 on " TILEPROOF_NAME_OF(TILEPROOF_DEVICE) ", but holder thread 1"),
        planted_in(product, "k_tail_not_zeroed", K7, {shape(1, 1, 1)}, "of D"),
        planted_in(product, "swapped_lanes", K7, {shape(2, 1, 1)}, "of D"),
        planted_in(product, "beta_zero_reads_c", K7, {shape(1, 1, 1)}, "of D"),
        planted_in(product, "f16_accumulator", K7, {shape(1, 1, 1)}, "give or take"),
        planted_in(product, "nearest_conversion", K7, {shape(1, 1, 1)}, "give or take"),
        planted_in(product, "packed_result", K2, {}, "not written"),
        planted_in(product, "far_write", K9, {shape(1, 2, 1)}, fault_words)),
    name_of_bug);

campaign_report run_to_the_end(std::unique_ptr<property> one, std::int64_t cases) {
    property_list list;
    list.push_back(std::move(one));
    campaign_options o;
    o.seed = 1;
    o.cases = cases;
    return run_campaign(list, o);
}

TEST(PlantedOnTheGpu, IsNotSeenWhereThereIsNone) {
    if (skip_without_gpu(); IsSkipped()) return;
    for (const auto contract : {product, transpose}) {
        const campaign_report report = run_to_the_end(contract("right"), 1000);
        EXPECT_EQ(report.exit_code(), 0) << report.verdict();
        for (const law_row& row : report.rows)
            EXPECT_EQ(row.what, law_row::verdict::held) << row.sentence;
        for (const reported_finding& f : report.findings)
            ADD_FAILURE() << f.what.the_case << ": " << f.what.failure;
    }
}

TEST(PlantedOnTheGpu, FaultsEndInAFindingAndTheCampaignGoesOn) {
    if (skip_without_gpu(); IsSkipped()) return;
    const campaign_report report = run_to_the_end(product("far_write"), 60);
    std::set<law_id> found;
    for (const reported_finding& f : report.findings) {
        found.insert(f.what.law);
        EXPECT_NE(f.what.failure.find(fault_words), std::string::npos) << f.what.failure;
    }
    // Of a related case too, which a narrow one becomes when it is transposed.
    EXPECT_TRUE(found.contains(K9));
    ASSERT_EQ(report.properties.size(), 1u);
    // Where a fault ends the process, as with AMD's runtime, a kernel is given up after three, and its other laws say so.
    const bool given_up = std::any_of(report.rows.begin(), report.rows.end(), [](const law_row& r) {
        return r.what == law_row::verdict::stopped;
    });
    if (!given_up) {
        EXPECT_EQ(report.properties[0].counts.cases, 60);
        // Cases without the element of the fault were judged by every law, in fresh processes after the faults.
        for (const law_row& row : report.rows) EXPECT_GT(row.judged, 3) << title(row.law);
    }
    for (const law_row& row : report.rows)
        EXPECT_EQ(row.what, row.law == K9 || found.contains(row.law) ? law_row::verdict::failed
                            : given_up                               ? law_row::verdict::stopped
                                                                     : law_row::verdict::held)
            << title(row.law) << ' ' << row.sentence;
    EXPECT_TRUE(report.troubles.empty()) << testing::PrintToString(report.troubles);
}

campaign_report run_together(const std::vector<std::string>& transposes, int jobs,
                             std::int64_t cases) {
    property_list list;
    for (const std::string& kernel : transposes) list.push_back(transpose(kernel));
    campaign_options o;
    o.seed = 1;
    o.cases = cases;
    o.jobs = jobs;
    o.case_seconds = 2;
    o.minimize_seconds = 1;
    return run_campaign(list, o);
}

// What was found, where, and in which case at first.
std::set<std::string> found_in(const campaign_report& report) {
    std::set<std::string> all;
    for (const reported_finding& f : report.findings) {
        const json& first = f.what.first_seen_as.is_null() ? f.what.the_case : f.what.first_seen_as;
        all.insert(f.what.property + ' ' + title(f.what.law) + ' ' + std::to_string(f.what.index) +
                   ' ' + first.dump());
    }
    return all;
}

bool says(const campaign_report& report, const char* words) {
    return std::any_of(
        report.findings.begin(), report.findings.end(),
        [&](const reported_finding& f) { return f.what.failure.find(words) != std::string::npos; });
}

TEST(PlantedOnTheGpu, IsFoundAmongManyCasesInFlightAsOneByOne) {
    if (skip_without_gpu(); IsSkipped()) return;
    const std::vector<std::string> kernels{"right", "wrong_batch", "truncates_values"};
    const campaign_report one = run_together(kernels, 1, 300),
                          many = run_together(kernels, 16, 300);
    EXPECT_TRUE(many.troubles.empty()) << many.troubles.front();
    for (std::size_t i = 0; i < kernels.size(); ++i)
        EXPECT_TRUE(many.properties.at(i).counts == one.properties.at(i).counts) << kernels[i];
    EXPECT_EQ(found_in(many), found_in(one));
    EXPECT_TRUE(says(many, "must be"));
}

TEST(PlantedOnTheGpu, FaultsAmongManyCasesInFlightHarmNoOther) {
    if (skip_without_gpu(); IsSkipped()) return;
    const campaign_report report = run_together({"crashes", "right"}, 16, 12);
    EXPECT_TRUE(report.troubles.empty()) << report.troubles.front();
    EXPECT_TRUE(says(report, fault_words));
    for (const reported_finding& f : report.findings) EXPECT_EQ(f.what.subject, "crashes");
    EXPECT_EQ(report.properties.at(1).counts.cases, 12);
}

TEST(PlantedOnTheGpu, HangsAmongManyCasesInFlightHarmNoOther) {
    if (skip_without_gpu(); IsSkipped()) return;
    const campaign_report report = run_together({"hangs", "right"}, 16, 40);
    EXPECT_TRUE(says(report, "had not ended after 2 s"));
    for (const reported_finding& f : report.findings) EXPECT_EQ(f.what.subject, "hangs");
    EXPECT_EQ(report.properties.at(1).counts.cases, 40);
}

}  // namespace
}  // namespace tileproof::quality
