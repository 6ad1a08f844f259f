// SPDX-License-Identifier: MIT
#include "properties/kernel/kernel_property.hpp"

#include "kernels/catalogue.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/contracts/contracts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::properties {
namespace {

using ::testing::ElementsAre;
using enum law_id;

// Has memory for so many buffers, one after the other.
class poor_device : public devices::device {
  public:
    int buffers_left = 0;

    std::string_view name() const override { return "poor"; }
    std::string_view description() const override { return "memory that comes to an end"; }
    devices::availability status() const override { return {true, ""}; }
    const kernels::catalogue& kernels() const override {
        static const kernels::catalogue none{};
        return none;
    }
    void copy_in(void* to, const void* from, std::size_t n) override { std::memcpy(to, from, n); }
    void copy_out(void* to, const void* from, std::size_t n) override { std::memcpy(to, from, n); }
    void fill(void* at, std::uint8_t value, std::size_t n) override { std::memset(at, value, n); }
    void synchronize() override {}

  protected:
    allocation acquire(const devices::buffer_request& r) override {
        if (buffers_left-- == 0) throw kernels::device_error("No more buffers.");
        const std::size_t front = (r.margin + 4095) / 4096 * 4096;
        auto* const base = static_cast<std::byte*>(
            std::aligned_alloc(4096, (front + r.bytes + r.margin + 4095) / 4096 * 4096));
        return {base + front, base, r.margin, r.margin};
    }
    void release(void* handle) noexcept override { std::free(handle); }
};

// Of one element.
std::vector<law_id> judged_with(int buffers) {
    poor_device device;
    device.buffers_left = buffers;
    kernels::transpose_kernel kernel;
    kernel.refusal = [](const kernels::transpose_problem&) { return std::string(); };
    kernel.start = [](const kernels::transpose_problem& p, const void* in, void* out, void*) {
        std::memcpy(out, in, static_cast<std::size_t>(p.element_bytes));
    };
    const auto p = kernel_property(contract_named("transpose"),
                                   {"one", "poor", [&]() -> devices::device& { return device; },
                                    [&] { return under(kernel); }});
    std::vector<law_id> laws;
    for (const nlohmann::json& c : p->first_cases()) {
        if (c.at("rows") != 1 || c.at("columns") != 1) continue;
        for (const law_result& r : p->check(c).laws) {
            EXPECT_TRUE(r.held()) << r.sentence();
            laws.push_back(r.law);
        }
        std::sort(laws.begin(), laws.end());
        break;
    }
    return laws;
}

TEST(KernelProperty, JudgesASecondCallOnlyWhenItHasMemory) {
    EXPECT_THAT(judged_with(2), ElementsAre(K1, K2, K3, K4, K5, K8, K9));
    EXPECT_THAT(judged_with(1), ElementsAre(K1, K2, K3, K4, K5, K9));
    EXPECT_THAT(judged_with(0), ElementsAre());
}

// A transpose of one row is right for the contents that it sees first. For others it keeps the old result and clears its input.
TEST(KernelProperty, TellsAllThatFailsInASecondCallWithOtherContents) {
    poor_device device;
    device.buffers_left = 100;
    std::string first;
    kernels::transpose_kernel kernel;
    kernel.refusal = [](const kernels::transpose_problem&) { return std::string(); };
    kernel.start = [&](const kernels::transpose_problem& p, const void* in, void* out, void*) {
        const auto bytes = static_cast<std::size_t>(p.rows * p.columns * p.element_bytes);
        const std::string row(static_cast<const char*>(in), bytes);
        if (first.empty()) first = row;
        std::memcpy(out, first.data(), bytes);
        if (row != first) std::memset(const_cast<void*>(in), 0, bytes);
    };
    auto contract = std::make_shared<kernel_contract>(*contract_named("transpose"));
    contract->second_call = true;
    contract->data.fill = [](const fill_request& r, bytes& packed) {
        std::fill(packed.begin(), packed.end(), static_cast<std::byte>(1 + r.the_case.data_seed));
    };
    const kernel_case c = plain_case(*contract, {1, 8, 1});
    const case_result judged =
        kernel_property(contract, {"one", "poor", [&]() -> devices::device& { return device; },
                                   [&] { return under(kernel); }})
            ->check(to_json(*contract, c));
    for (const law_id law : {K1, K3}) {
        const failure* const f = judged.failure_of(law);
        ASSERT_NE(f, nullptr) << "law " << static_cast<int>(law);
        EXPECT_THAT(f->given, ::testing::StartsWith("With other contents of the inputs"));
    }
}

// A right product of one element that takes row-major operands only and refuses others, as its range says or not.
std::vector<law_result> judged_where_it_is_turned(bool range_says_so) {
    poor_device device;
    device.buffers_left = 100;
    kernels::product_kernel kernel;
    kernel.takes.row_major_only = range_says_so;
    kernel.refusal = [](const kernels::product_problem& p) -> std::string {
        return p.a.column_major || p.d.column_major ? "Column-major operands are not supported."
                                                    : "";
    };
    kernel.start = [](const kernels::product_problem&, const void* a, const void* b, const void*,
                      void* d, void*) {
        const auto value = [](const void* p) {
            return static_cast<float>(
                value_of(*find_element_type("f16"), static_cast<const std::byte*>(p)));
        };
        const float product = value(a) * value(b);
        std::memcpy(d, &product, 4);
    };
    const auto contract = contract_named("product");
    kernel_case c = plain_case(*contract, {1, 1, 1});
    for (const contract_relation& r : contract->relations) {
        if (r.name == "transposed") break;
        ++c.relation;
    }
    return kernel_property(contract, {"one", "poor", [&]() -> devices::device& { return device; },
                                      [&] { return under(kernel); }})
        ->check(to_json(*contract, c))
        .laws;
}

TEST(KernelProperty, JudgesNoRelatedCaseThatItsRangeLeavesOutAndTheKernelRefuses) {
    for (const law_result& r : judged_where_it_is_turned(true)) {
        EXPECT_TRUE(r.held()) << r.sentence();
        EXPECT_NE(r.law, K8);
    }
    const law_result last = judged_where_it_is_turned(false).back();
    EXPECT_EQ(last.law, K8);
    ASSERT_TRUE(last.failed());
    EXPECT_EQ(last.why->kind, failure_kind::refused_valid);
}

TEST(KernelProperty, HasTheLawsOfItsDeviceInTheirOrder) {
    EXPECT_THAT(catalogue_property("transpose", "k", "cpu")->laws(),
                ElementsAre(K1, K2, K3, K4, K5, K8, K9));
    EXPECT_THAT(catalogue_property("transpose", "k", "cpu-checked")->laws(),
                ElementsAre(K1, K2, K3, K4, K5, K6, K8, K9));
}

}  // namespace
}  // namespace tileproof::properties
