// SPDX-License-Identifier: MIT
// What a kernel or the host has written is written: no later launch is told otherwise.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "devices/asked_values.hpp"
#include "devices/cpu_checked/device.hpp"
#include "devices/cpu_checked/session.hpp"
#include "tests/devices/cpu_checked/planted/stores.hpp"

namespace tileproof::planted {
namespace {

class Stores : public testing::TestWithParam<store_way> {
  protected:
    devices::device& device_ = devices::cpu_checked_device();
    devices::buffer sink_ = device_.allocate({.bytes = sizeof(int)});
    int* sink() {
        device_.fill(sink_.data(), 0, sizeof(int));
        return static_cast<int*>(sink_.data());
    }
};

TEST_P(Stores, CountAsWrittenForLaterLaunches) {
    const store_way& way = GetParam();
    const auto bytes = static_cast<std::size_t>(way.bytes * stored_threads);
    const devices::buffer to = device_.allocate({.bytes = bytes});
    device_.run([&] {
        way.write(to.data());
        way.read(to.data(), sink());
        if (!way.padding) read_bytes(to.data(), static_cast<int>(bytes), sink());
    });
    EXPECT_NO_THROW(device_.synchronize());
    // A byte that is left out is seen all the same.
    device_.mark_unwritten(static_cast<std::byte*>(to.data()) + bytes - way.bytes, 1);
    device_.run([&] { read_bytes(to.data(), static_cast<int>(bytes), sink()); });
    try {
        device_.synchronize();
        FAIL() << "the unwritten byte was not seen";
    } catch (const cpu_checked::check_error& e) {
        ASSERT_EQ(e.reports.size(), 1u) << e.what();
        EXPECT_EQ(e.reports[0].kind, cpu_checked::check_kind::uninitialised);
    }
}

// Whoever launches them: device::run() is for hosts that want their exceptions in order.
TEST_P(Stores, CountAsWrittenWhenLaunchedWithoutAsking) {
    const store_way& way = GetParam();
    const devices::buffer to =
        device_.allocate({.bytes = static_cast<std::size_t>(way.bytes * stored_threads)});
    way.write(to.data());
    device_.run([&] { way.read(to.data(), sink()); });
    EXPECT_NO_THROW(device_.synchronize());
}

// Also where they store what was there: an operand that is read and written.
TEST_P(Stores, AreKnownSinceTheContentsWereMarked) {
    const store_way& way = GetParam();
    const auto bytes = static_cast<std::size_t>(way.bytes * stored_threads);
    const devices::buffer to = device_.allocate({.bytes = bytes});
    device_.fill(to.data(), 7, bytes);
    device_.mark_unstored(to.data(), bytes);
    EXPECT_FALSE(devices::known_stores::reached(to.data(), bytes));
    device_.run([&] { way.write(to.data()); });
    device_.synchronize();
    EXPECT_TRUE(devices::known_stores::reached(to.data(), bytes));
    device_.mark_unstored(to.data(), bytes);
    EXPECT_FALSE(devices::known_stores::reached(to.data(), bytes));
}

INSTANTIATE_TEST_SUITE_P(All, Stores, testing::ValuesIn(store_ways()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Launches, AreCheckedWithoutAsking) {
    devices::device& d = devices::cpu_checked_device();
    const devices::buffer from = d.allocate({.bytes = 4}), sink = d.allocate({.bytes = 4});
    read_bytes(from.data(), 5, static_cast<int*>(sink.data()));
    try {
        d.synchronize();
        FAIL();
    } catch (const cpu_checked::check_error& e) {
        EXPECT_EQ(e.reports.size(), 2u) << e.what();
    }
}

// A host may launch from several threads, one of them inside a run() of the other.
TEST(Launches, OfSeveralHostThreadsAreAllChecked) {
    devices::device& d = devices::cpu_checked_device();
    const devices::buffer from = d.allocate({.bytes = 4}), sink = d.allocate({.bytes = 4});
    d.fill(from.data(), 0, 4);
    d.run([&] {
        std::thread other([&] { read_bytes(from.data(), 4, static_cast<int*>(sink.data())); });
        other.join();
    });
    EXPECT_NO_THROW(d.synchronize());
    std::thread other([&] { read_bytes(from.data(), 5, static_cast<int*>(sink.data())); });
    other.join();
    EXPECT_THROW(d.synchronize(), cpu_checked::check_error);
}

}  // namespace
}  // namespace tileproof::planted
