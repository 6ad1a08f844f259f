// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "devices/cpu_checked/device.hpp"
#include "devices/cpu_checked/session.hpp"

namespace tileproof::cpu_checked {
namespace {

TEST(DeviceMemory, KeepsBuffersFarApart) {
    device_memory m;
    const auto& a = m.allocate({.bytes = 100}, 1);
    const auto& b = m.allocate({.bytes = 100}, 1);
    const auto distance = b.memory.base > a.memory.base ? b.memory.base - a.memory.base
                                                        : a.memory.base - b.memory.base;
    EXPECT_GE(distance, std::uintptr_t{1} << 24);
    EXPECT_EQ(m.find(a.memory.base + (distance >> 2)), &a)
        << "what is near a buffer belongs to its slot";
}

TEST(DeviceMemory, TellsFreedBuffersForAWhile) {
    device_memory m;
    auto& a = m.allocate({.bytes = 8}, 1);
    const auto base = a.memory.base;
    m.free(a);
    m.allocate({.bytes = 8}, 1);
    ASSERT_NE(m.find(base), nullptr);
    EXPECT_TRUE(m.find(base)->memory.freed);
}

// What a program asks for beyond the wide slots lies in narrower ones, and is known all the same.
TEST(DeviceMemory, HoldsThousandsOfBuffersOfOneProgram) {
    device_memory m;
    std::vector<device_memory::slot*> all;
    for (int i = 0; i < 1000; ++i) all.push_back(&m.allocate({.bytes = 64}, 1, true));
    for (device_memory::slot* s : all) {
        EXPECT_EQ(m.find(s->memory.base), s);
        EXPECT_EQ(m.find(s->memory.base + (1 << 20)), s) << "what is near a buffer is its slot's";
        EXPECT_EQ(m.buffer(reinterpret_cast<void*>(s->memory.base), 64), &s->memory);
    }
    for (device_memory::slot* s : all) m.free(*s);
    EXPECT_EQ(m.buffer(reinterpret_cast<void*>(all[999]->memory.base), 64), nullptr);
    m.allocate({.bytes = std::size_t{2} << 30}, 1,
               true);  // there is room among the wide ones again
}

// The 257th buffer of a program is as alone as most indices need: 2 GiB to either side belong to nobody else.
TEST(DeviceMemory, KeepsBuffersBeyondTheWideSlotsTwoGibibytesApart) {
    device_memory m;
    constexpr std::uintptr_t far = std::uintptr_t{2} << 30;
    std::vector<device_memory::slot*> all;
    for (int i = 0; i < 300; ++i) all.push_back(&m.allocate({.bytes = 4096}, 1, true));
    for (std::size_t i = 256; i < all.size(); ++i) {
        EXPECT_EQ(m.find(all[i]->memory.base - far), all[i]) << "buffer " << i + 1;
        EXPECT_EQ(m.find(all[i]->memory.base + far), all[i]) << "buffer " << i + 1;
    }
}

// The largest of a program's buffers that an index which wraps around 32 bits cannot enter.
TEST(DeviceMemory, LetsNoWrappedIndexOfTheBuffersBeyondMeetAnother) {
    device_memory m;
    std::vector<std::uintptr_t> at;
    for (int i = 0; i < 300; ++i) at.push_back(m.allocate({.bytes = 64}, 1, true).memory.base);
    constexpr std::uintptr_t large = std::uintptr_t{32} << 20;
    for (std::size_t i = 256; i < at.size(); ++i)
        for (std::size_t j = 256; j < at.size(); ++j)
            for (const std::uintptr_t element : {1, 2, 4, 8, 16})
                EXPECT_GE(at[i] + (element << 32) - at[j] + large, 2 * large)
                    << "buffer " << i + 1 << ", " << j + 1 << ", " << element;
}

// No two at a distance that an index of 32 bits reaches by wrapping around.
TEST(DeviceMemory, PlacesBuffersAtDistancesThatAreNoPowerOfTwo) {
    device_memory m;
    std::vector<std::uintptr_t> at;
    for (int i = 0; i < 20; ++i) at.push_back(m.allocate({.bytes = 4096}, 1).memory.base);
    for (const std::uintptr_t a : at)
        for (const std::uintptr_t b : at)
            for (const std::uintptr_t element : {1, 2, 4, 8, 16}) {
                const std::uintptr_t wrapped = a + (element << 32) - element;
                EXPECT_FALSE(wrapped >= b && wrapped < b + 4096) << element;
            }
}

TEST(DeviceHeap, KnowsItsBlocksAndTheGapsBetweenThem) {
    device_heap h;
    const auto a = reinterpret_cast<std::uintptr_t>(h.allocate(10, 16, 1));
    const auto b = reinterpret_cast<std::uintptr_t>(h.allocate(100, 64, 1));
    EXPECT_EQ(b % 64, 0u);
    EXPECT_TRUE(h.near(a + 12));
    EXPECT_TRUE(h.find(a + 9)->holds(a + 9, 1));
    EXPECT_FALSE(h.find(a + 9)->holds(a + 9, 2));
    EXPECT_FALSE(h.find(a + 12)->holds(a + 12, 1));
    EXPECT_EQ(h.find(a + 200)->begin, a);
    h.memory.records[written][a - h.memory.base] = 7;
    h.free(*h.find(a));
    EXPECT_FALSE(h.find(a)->holds(a, 1));
    EXPECT_EQ(h.find(a)->bytes, 10u);
    EXPECT_EQ(h.allocate(std::size_t{1} << 30, 16, 1), nullptr);
}

TEST(DeviceHeap, UsesFreedBlocksAgainWhenNoFreshRoomIsLeft) {
    device_heap h;
    void* const first = h.allocate(1000, 16, 1);
    const auto at = reinterpret_cast<std::uintptr_t>(first);
    h.memory.records[written][at - h.memory.base] = 7;
    h.free(*h.find(at));
    h.allocate(std::size_t{200} << 20, 16, 1);
    h.allocate(std::size_t{55} << 20, 16, 1);
    EXPECT_EQ(h.allocate(std::size_t{1} << 20, 16, 1), nullptr);
    while (void* const p = h.allocate(1000, 16, 1))
        if (p == first) break;
    EXPECT_TRUE(h.find(at)->live);
    EXPECT_EQ(h.memory.records[written][at - h.memory.base], 0u) << "nobody has written it yet";
}

TEST(DeviceMemory, AlignsAndLeavesMargins) {
    device_memory m;
    const auto& s = m.allocate({.bytes = 10, .alignment = 1024, .margin = 300}, 1);
    EXPECT_EQ(s.memory.base % 1024, 0u);
    EXPECT_EQ(s.margin_before, 300u);
    EXPECT_EQ(s.margin_after, 300u);
    EXPECT_GE(reinterpret_cast<std::uintptr_t>(s.mapped) + s.mapped_bytes, s.memory.base + 310);
}

TEST(Region, RemembersWhichBytesTheHostHasWritten) {
    region r;
    r.reset(&r, 200, 1);
    EXPECT_EQ(r.first_uninitialised(0, 4), 0u);
    r.set_initialised(3, 130);
    EXPECT_EQ(r.first_uninitialised(3, 130), 130u);
    EXPECT_EQ(r.first_uninitialised(0, 8), 0u);
    EXPECT_EQ(r.first_uninitialised(130, 8), 3u);
    r.set_initialised(0, 200);
    EXPECT_TRUE(r.initialised);
    r.records[written][17] = r.records[written][18] = 5;  // bytes 68 to 75
    r.set_uninitialised(70, 2);
    EXPECT_EQ(r.records[written][69], 5u);
    EXPECT_EQ(r.records[written][70], 0u);
    EXPECT_EQ(r.records[written][72], 5u);
    EXPECT_EQ(r.first_uninitialised(0, 200), 70u);
    EXPECT_EQ(r.first_uninitialised(72, 128), 128u);
}

TEST(Region, KeepsItsRecordsWhenItIsRefinedToBytes) {
    region r;
    r.reset(&r, 10, 1);
    r.records[written][0] = 11;
    r.records[written][2] = 33;
    r.refine();
    EXPECT_EQ(r.shift, 0);
    EXPECT_EQ(r.records[written][0], 11u);
    EXPECT_EQ(r.records[written][3], 11u);
    EXPECT_EQ(r.records[written][4], 0u);
    EXPECT_EQ(r.records[written][8], 33u);
    EXPECT_EQ(r.records[written][9], 33u);
}

TEST(Region, IsRefinedNoFurtherThanTheAccessAsks) {
    region r;
    r.reset(&r, 10, 1);
    r.records[written][1] = 22;
    r.refine(6 | 2);  // two bytes at offset 6
    EXPECT_EQ(r.shift, 1);
    EXPECT_EQ(r.records[written][1], 0u);
    EXPECT_EQ(r.records[written][2], 22u);
    EXPECT_EQ(r.records[written][3], 22u);
    r.refine(8 | 4);
    EXPECT_EQ(r.shift, 1);
    r.refine(3 | 2);
    EXPECT_EQ(r.shift, 0);
    EXPECT_EQ(r.records[written][4], 22u);
    EXPECT_EQ(r.records[written][7], 22u);
    EXPECT_EQ(r.records[written][8], 0u);
}

TEST(CheckedDevice, ReportsAnAccessThroughTheFreedBuffersPointer) {
    devices::device& d = devices::cpu_checked_device();
    const auto& k = d.kernels().transposes.front();
    devices::buffer in = d.allocate({.bytes = 16}), out = d.allocate({.bytes = 16});
    const void* const gone = in.data();
    d.fill(in.data(), 0, 16);
    k.launch(kernels::packed_transpose(2, 2, 4), gone, out.data());  // right, and remembered
    EXPECT_NO_THROW(d.synchronize());
    { const devices::buffer dropped = std::move(in); }
    k.launch(kernels::packed_transpose(2, 2, 4), gone, out.data());
    try {
        d.synchronize();
        FAIL();
    } catch (const check_error& e) {
        ASSERT_EQ(e.reports.size(), 1u) << e.what();
        EXPECT_EQ(e.reports[0].kind, check_kind::use_after_free) << e.what();
        EXPECT_EQ(e.reports[0].memory.size, 16u) << e.what();
    }
    EXPECT_NO_THROW(d.synchronize()) << "told once";
}

TEST(CheckedDevice, RaisesNoAlarmOverAnyKernelOfTheProject) {
    devices::device& d = devices::cpu_checked_device();
    for (const auto& k : d.kernels().transposes)
        for (const auto& [rows, columns] : {std::pair{1, 1}, {7, 5}, {33, 65}, {64, 64}, {130, 3}})
            for (const int bytes : {1, 2, 4, 8}) {
                const auto p = kernels::packed_transpose(rows, columns, bytes, 2);
                if (!k.refusal(p).empty()) continue;
                const auto size = static_cast<std::size_t>(p.input_elements() * bytes);
                const devices::buffer in = d.allocate({.bytes = size}),
                                      out = d.allocate({.bytes = size});
                d.fill(in.data(), 1, size);
                k.launch(p, in.data(), out.data());
                EXPECT_NO_THROW(d.synchronize())
                    << k.name << " " << rows << " x " << columns << " of " << bytes;
            }
}

// A buffer of zeros that the host has written.
devices::buffer filled(devices::device& d, long_index_t elements, int bytes) {
    devices::buffer b = d.allocate({.bytes = static_cast<std::size_t>(elements * bytes)});
    d.fill(b.data(), 0, b.size());
    return b;
}

TEST(CheckedDevice, RaisesNoAlarmOverCopies) {
    devices::device& d = devices::cpu_checked_device();
    ASSERT_FALSE(d.kernels().copies.empty());
    for (const auto& k : d.kernels().copies)
        for (const auto& [rows, columns] : {std::pair{1, 1}, {7, 5}, {64, 64}, {128, 256}})
            for (const int bytes : {1, 2, 4, 8}) {
                const auto p = kernels::packed_copy(rows, columns, bytes);
                if (!k.refusal(p).empty()) continue;
                const devices::buffer in = filled(d, p.input_elements(), bytes),
                                      out = d.allocate({.bytes = in.size()});
                k.launch(p, in.data(), out.data());
                k.launch(p, out.data(), in.data());  // what the first wrote is read
                EXPECT_NO_THROW(d.synchronize())
                    << k.name << " " << rows << " x " << columns << " of " << bytes;
            }
}

TEST(CheckedDevice, RaisesNoAlarmOverProductsAndReadsWhatTheyWrote) {
    devices::device& d = devices::cpu_checked_device();
    ASSERT_FALSE(d.kernels().products.empty());
    using enum kernels::product_types;
    for (const auto& k : d.kernels().products)
        for (const auto types : {f32_f16, f32_bf16, f16_f16, i32_i8, f32_from_float}) {
            kernels::product_problem p{.m = 17, .n = 33, .k = 21, .types = types, .beta = 1};
            kernels::pack(p);
            if (!k.refusal(p).empty()) continue;
            const auto info = kernels::info_of(types);
            const devices::buffer a = filled(d, p.a.elements(p.m, p.k), info.ab_bytes),
                                  b = filled(d, p.b.elements(p.k, p.n), info.ab_bytes),
                                  c = filled(d, p.c.elements(p.m, p.n), info.c_bytes),
                                  out = d.allocate({.bytes = c.size()});
            k.start(p, a.data(), b.data(), c.data(), out.data(), nullptr);
            k.start(p, a.data(), b.data(), out.data(), c.data(), nullptr);
            EXPECT_NO_THROW(d.synchronize()) << k.name << ", " << info.name;
            // And they are checked at all: the last element of A is missing.
            p.a.leading += 1;
            EXPECT_THROW(
                {
                    k.start(p, a.data(), b.data(), c.data(), out.data(), nullptr);
                    d.synchronize();
                },
                check_error)
                << k.name << ", " << info.name;
        }
}

TEST(CheckedDevice, RaisesNoAlarmOverPerceptrons) {
    devices::device& d = devices::cpu_checked_device();
    ASSERT_FALSE(d.kernels().mlps.empty());
    for (const auto& k : d.kernels().mlps)
        for (const long_index_t n : {1, 16, 40}) {
            const devices::buffer w1 = filled(d, 256, 2), w2 = filled(d, 256, 2),
                                  x = filled(d, 16 * n, 2), y = filled(d, 16 * n, 4);
            k.start(n, w1.data(), w2.data(), x.data(), y.data(), nullptr);
            EXPECT_NO_THROW(d.synchronize()) << k.name << ", " << n;
        }
}

}  // namespace
}  // namespace tileproof::cpu_checked
