// SPDX-License-Identifier: MIT
// A planted kernel as a kernel contract runs it: what is told names the operand and the line, as the
// checked device sees one buffer for each operand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "devices/cpu_checked/device.hpp"
#include "devices/cpu_checked/report.hpp"
#include "properties/kernel/call_memory.hpp"
#include "properties/kernel/poison.hpp"
#include "tests/devices/cpu_checked/planted/list.hpp"

namespace tileproof::planted {
namespace {

using cpu_checked::check_kind;
using cpu_checked::check_report;

properties::call_operand operand(const char* name, int elements) {
    properties::call_operand o;
    o.name = name;
    o.element_bytes = 4;
    o.contents.resize(static_cast<std::size_t>(elements) * 4);
    o.live.assign(static_cast<std::size_t>(elements), 1);
    return o;
}

// What the checked device tells about the planted kernel of this name.
std::vector<check_report> reports_of_call(const char* kernel) {
    const auto& all = entries();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const entry* e) { return std::strcmp(e->name, kernel) == 0; });
    if (found == all.end()) return {};
    const entry& e = **found;
    properties::kernel_call call;
    call.device = &devices::cpu_checked_device();
    call.inputs = {operand("the input", e.blocks * e.threads)};
    call.outputs = {operand("the output", e.blocks * e.threads), operand("the scratch", 64)};
    call.outputs[1].starts_as.resize(256);
    call.launch = [&](std::span<void* const> in, std::span<void* const> out) {
        e.launch(static_cast<const float*>(in[0]), static_cast<float*>(out[0]),
                 static_cast<int*>(out[1]), e.blocks * e.threads);
    };
    const auto memory = properties::place_call(call);
    std::vector<check_report> reports;
    memory->run(properties::poison::first, [&] {
        try {
            call.device->synchronize();
        } catch (const cpu_checked::check_error& error) {
            reports = error.reports;
        }
    });
    return reports;
}

TEST(OperandsOfACall, AreNamedWhereTheKernelReadsBehindThem) {
    const auto reports = reports_of_call("reads_one_past_the_end");
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].kind, check_kind::out_of_bounds);
    EXPECT_EQ(reports[0].memory.name, "the input");
    EXPECT_EQ(reports[0].memory.size, 4u);
    EXPECT_GT(reports[0].access.at.line, 0u);
}

TEST(OperandsOfACall, AreNamedWhereTheKernelWritesInFrontOfThem) {
    const auto reports = reports_of_call("writes_in_front");
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].kind, check_kind::out_of_bounds);
    EXPECT_EQ(reports[0].memory.name, "the output");
    EXPECT_EQ(reports[0].memory.size, 4u);
}

TEST(OperandsOfACall, AreUnwrittenUntilTheKernelWritesThem) {
    const auto reports = reports_of_call("adds_to_an_unset_output");
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].kind, check_kind::uninitialised);
    EXPECT_EQ(reports[0].memory.name, "the output");
    EXPECT_EQ(reports[0].memory.size, 4u);
}

}  // namespace
}  // namespace tileproof::planted
