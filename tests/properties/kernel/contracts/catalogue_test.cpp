// SPDX-License-Identifier: MIT
// The contracts of the catalogue on its kernels, and what is special about each.
#include "fuzz/campaign/campaign.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/product_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

bool judges(const property& p, const json& c, law_id law) {
    const case_result r = p.check(c);
    EXPECT_FALSE(r.first_failure()) << sentence(*r.first_failure()) << c;
    return std::any_of(r.laws.begin(), r.laws.end(),
                       [&](const law_result& l) { return l.law == law; });
}

json plain(const std::string& contract, std::vector<long_index_t> dims) {
    return to_json(*contract_named(contract),
                   plain_case(*contract_named(contract), std::move(dims)));
}

class Catalogue : public ::testing::TestWithParam<std::string> {};

TEST_P(Catalogue, HoldsItsContracts) {
    for (const devices::known_device& d : devices::devices())
        if (d.name == GetParam() && !d.status.available) GTEST_SKIP() << d.status.reason;
    const kernels::catalogue& all = devices::find_device(GetParam()).kernels();
    property_list list;
    const auto add = [&](const char* contract, const auto& kernels) {
        for (const auto& k : kernels)
            list.push_back(catalogue_property(contract, k.name, GetParam()));
    };
    add("transpose", all.transposes);
    add("copy", all.copies);
    add("permute", all.permutes);
    add("relayout", all.relayouts);
    add("product", all.products);
    add("mlp", all.mlps);
    fuzz::campaign_options o;
    o.seed = 5;
    o.cases = GetParam() == "cpu-checked" ? 60 : 300;
    const fuzz::campaign_report report = fuzz::run_campaign(list, o);
    EXPECT_GE(report.rows.size(), list.size() * 6);
    for (const fuzz::law_row& row : report.rows)
        EXPECT_EQ(row.what, fuzz::law_row::verdict::held)
            << row.property << ' ' << title(row.law) << ": " << row.sentence;
}

INSTANTIATE_TEST_SUITE_P(Devices, Catalogue, ::testing::Values("cpu", "cpu-checked"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(CatalogueProperty, IsNamedAfterKernelAndDeviceWithoutWakingIt) {
    const auto p = catalogue_property("product", "product_tiled", "a device that does not exist");
    EXPECT_EQ(p->name(), "product_tiled@a device that does not exist");
    EXPECT_EQ(p->subject(), "product_tiled");
    EXPECT_THROW(catalogue_property("copy", "no such copy", "cpu")->check(plain("copy", {1, 1})),
                 std::runtime_error);
}

TEST(CatalogueProperty, ChecksOnlyTheRefusalOfASenselessCase) {
    json rows = plain("transpose", {2, 3, 1}), leading = plain("product", {2, 3, 4});
    rows["rows"] = -2;
    leading["b"]["leading"] = 1;
    for (const auto& [contract, kernel, c] : {std::tuple{"transpose", "transpose_tiled", rows},
                                              {"product", "product_tiled", leading}}) {
        const case_result r = catalogue_property(contract, kernel, "cpu")->check(c);
        ASSERT_EQ(r.laws.size(), 1u);
        EXPECT_EQ(r.laws[0].law, law_id::K9);
        EXPECT_TRUE(r.laws[0].held()) << r.laws[0].sentence();
    }
}

TEST(Transposes, DoNotTurnBackAResultOfSharedInputs) {
    const auto p = catalogue_property("transpose", "transpose_tiled", "cpu");
    json c = plain("transpose", {2, 3, 2});
    EXPECT_TRUE(judges(*p, c, law_id::K8));
    for (const int shared : {0, 1, 5}) {
        c["input_batch_stride"] = shared;
        EXPECT_FALSE(judges(*p, c, law_id::K8)) << shared;
    }
}

TEST(Products, AreJudgedByTheRelationOfACase) {
    const auto p = catalogue_property("product", "product_tiled", "cpu");
    json c = plain("product", {3, 2, 5});
    c["types"] = "f32_bf16";
    EXPECT_FALSE(judges(*p, c, law_id::K8));
    for (const char* relation : {"scaled", "rows_reversed", "k_reversed", "transposed"}) {
        c["relation"] = relation;
        for (const char* data : {"integers", "uniform", "wide"}) {
            c["data"] = data;
            EXPECT_TRUE(judges(*p, c, law_id::K8)) << relation << ' ' << data;
        }
        c["data"] = "subnormal";
        EXPECT_FALSE(judges(*p, c, law_id::K8)) << relation;
    }
}

// Twice the sum is infinite, and alpha = 0 makes a NaN of that.
TEST(Products, AreNotScaledBeyondTheRangeThatAlphaHides) {
    json c = plain("product", {1, 1, 5});
    c["types"] = "f32_bf16";
    c["alpha"] = 0.0;
    c["relation"] = "scaled";
    c["data"] = "special";
    c["data_seed"] = 1395235384;
    judges(*catalogue_property("product", "product_tiled", "cpu"), c, law_id::K8);
}

// With beta = 0 C may hold anything, NaN too, or be nowhere.
TEST(Products, LeaveCAloneWithoutBeta) {
    const auto p = catalogue_property("product", "product_tiled", "cpu");
    json c = plain("product", {5, 4, 3});
    for (const char* place : {"own", "result", "null"}) {
        c["c_place"] = place;
        EXPECT_TRUE(judges(*p, c, law_id::K7)) << place;
    }
    c["beta"] = 3.0;
    c["alpha"] = -1.0;
    for (const char* place : {"own", "result"}) {
        c["c_place"] = place;
        EXPECT_TRUE(judges(*p, c, law_id::K7)) << place;
    }
}

TEST(TwoLayers, AreJudgedByBothRelations) {
    const auto p = catalogue_property("mlp", "mlp_16", "cpu");
    json c = plain("mlp", {19});
    c["data"] = "uniform";
    for (const char* relation : {"columns_reversed", "two_products"}) {
        c["relation"] = relation;
        EXPECT_TRUE(judges(*p, c, law_id::K8)) << relation;
    }
}

// The bound of both layers is not vacuous: wide is what one unit of f16 in a hidden number makes of it.
TEST(TwoLayers, HaveABoundNearRounding) {
    const auto contract = contract_named("mlp");
    kernel_case c = plain_case(*contract, {40});
    const auto bounds = [&](product_data data) {
        c.data = static_cast<int>(data);
        packed_call packed = contents_of(*contract, c);
        contract->reference(packed);
        return packed.bounds[3];
    };
    for (const product_data data : {product_data::integers, product_data::one_hot})
        for (const double bound : bounds(data)) EXPECT_EQ(bound, 0);
    std::vector<double> sorted = bounds(product_data::uniform);
    std::sort(sorted.begin(), sorted.end());
    EXPECT_GT(sorted.back(), 0);
    EXPECT_LT(sorted.back(),
              16 * 0x1p-9);  // each hidden number below 16, off by a unit of 2^-9 at most
    EXPECT_LT(sorted[sorted.size() / 2], 1e-3);
}

}  // namespace
}  // namespace tileproof::properties
