// SPDX-License-Identifier: MIT
// Kernels that pass messages in order give the right result under every seed; with any one of their fences left out some seed
// gives a wrong one, and the load that got an older value is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "devices/cpu_checked/device.hpp"
#include "devices/cpu_checked/session.hpp"
#include "tests/devices/cpu_checked/planted/messages.hpp"

namespace tileproof::planted {

std::vector<const message_kernel*>& message_kernels() {
    static std::vector<const message_kernel*> all;
    return all;
}
message_kernel::message_kernel(const char* n, int o, int r, void (*l)(int, int*))
    : name(n), orders(o), right(r), launch(l) {
    message_kernels().push_back(this);
}

namespace {

struct answer {
    int result = 0;
    std::vector<cpu_checked::check_report> found, older;
};

answer run_message(const message_kernel& k, int without, std::uint64_t seed) {
    devices::device& d = devices::cpu_checked_device();
    const devices::buffer scratch = d.allocate({.bytes = 256});
    cpu_checked::name_buffer(scratch.data(), "scratch");
    d.fill(scratch.data(), 0, 256);
    cpu_checked::set_shuffle_seed(seed);
    cpu_checked::set_block_seconds(2);
    cpu_checked::session& s = cpu_checked::session::only();
    s.run([&] { k.launch(without, static_cast<int*>(scratch.data())); });
    answer a;
    a.older = s.take_older_reads();
    try {
        d.synchronize();
    } catch (const cpu_checked::check_error& e) {
        a.found = e.reports;
    }
    d.copy_out(&a.result, scratch.data(), sizeof a.result);
    return a;
}

class Messages : public testing::TestWithParam<const message_kernel*> {};

TEST_P(Messages, ArriveAndDoNotWithoutAnyOneOfTheirOrders) {
    const message_kernel& k = *GetParam();
    for (int without = 0; without <= k.orders; ++without) {
        int wrong = 0;
        for (std::uint64_t seed = 1; seed <= 24; ++seed) {
            const answer a = run_message(k, without, seed);
            EXPECT_TRUE(a.found.empty()) << text(a.found.front());
            if (a.result == k.right) continue;
            ++wrong;
            ASSERT_FALSE(a.older.empty()) << "seed " << seed;
            for (const cpu_checked::check_report& r : a.older) {
                EXPECT_EQ(r.kind, cpu_checked::check_kind::older_value);
                EXPECT_EQ(r.kernel, k.name);
                ASSERT_TRUE(r.other) << text(r);
                EXPECT_NE(r.access.at.line, 0u) << text(r);
                EXPECT_NE(r.other->at.line, 0u) << text(r);
            }
            EXPECT_EQ(run_message(k, without, seed).result, a.result) << "seed " << seed;
        }
        if (without == 0)
            EXPECT_EQ(wrong, 0);
        else
            EXPECT_GT(wrong, 0) << "order " << without;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Messages, testing::ValuesIn(message_kernels()),
                         [](const auto& test) { return std::string(test.param->name); });

TEST(Messages, AreSaidInFullSentences) {
    for (std::uint64_t seed = 1; seed < 24; ++seed) {
        const answer a =
            run_message(**std::find_if(message_kernels().begin(), message_kernels().end(),
                                       [](const message_kernel* k) {
                                           return !std::strcmp(k->name, "relaxed_with_fences");
                                       }),
                        1, seed);
        if (a.result == 7) continue;
        std::string said;
        for (const cpu_checked::check_report& r : a.older) said += text(r) + "\n";
        for (const char* part : {"older value read: thread (0,0,0) of block (1,0,0) of "
                                 "relaxed_with_fences reads 4 bytes at "
                                 "offset 4 of scratch (256 bytes)",
                                 "thread (0,0,0) of block (0,0,0)", "__threadfence()"})
            EXPECT_NE(said.find(part), said.npos) << part << "\n" << said;
        return;
    }
    FAIL();
}

}  // namespace
}  // namespace tileproof::planted
