// SPDX-License-Identifier: MIT
#include "devices/cpu/fiber.hpp"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "devices/device.hpp"
#include "devices/stack_end.hpp"

#ifdef TILEPROOF_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace tileproof::cpu_engine {
namespace {
constexpr std::size_t page = 4096;
// An odd number of pages between stacks spreads their tops over the sets of the second-level cache.
std::size_t stride() { return (stack_pool::stack_bytes() / page | 1) * page + page + page; }

// The mappings of all pools, for signal handlers. Further mappings are not recorded.
struct mapped_stacks {
    std::atomic<std::byte*> base{nullptr};
    std::atomic<std::size_t> bytes{0};
};
std::array<mapped_stacks, 256> all_stacks;

void remember_stacks(std::byte* base, std::size_t bytes) {
    for (mapped_stacks& m : all_stacks) {
        std::byte* none = nullptr;
        if (!m.base.compare_exchange_strong(none, base)) continue;
        m.bytes = bytes;
        return;
    }
}

void forget_stacks(std::byte* base) {
    for (mapped_stacks& m : all_stacks)
        if (base && m.base == base) {
            m.bytes = 0;
            m.base = nullptr;
        }
}

// Nothing is mapped between two stacks.
std::size_t bytes_of_stack_ended_at(const void* address) {
    for (const mapped_stacks& m : all_stacks) {
        const auto offset =
            static_cast<std::size_t>(static_cast<const std::byte*>(address) - m.base);
        if (!m.base || offset >= m.bytes) continue;
        const std::size_t at = offset % stride();
        return at < page || at >= page + stack_pool::stack_bytes() ? stack_pool::stack_bytes() : 0;
    }
    return 0;
}

[[maybe_unused]] const bool asked_for_stacks = [] {
    devices::device_with_stacks = bytes_of_stack_ended_at;
    return true;
}();

#ifndef __x86_64__
void (*first_function)();
void enter(boost::context::detail::transfer_t arrived) {
    static_cast<fiber*>(arrived.data)->resume_at = arrived.fctx;
    first_function();
}
#endif
}  // namespace

void make_fiber(fiber& f, std::byte* bottom, std::size_t bytes, std::size_t colour,
                void (*main)()) {
#ifdef TILEPROOF_ASAN
    // An abandoned thread has left poisoned frames.
    if (f.resume_at) __asan_unpoison_memory_region(bottom, bytes);
#endif
    f.stack_bottom = bottom;
    f.stack_bytes = bytes;
    f.fake_stack = nullptr;
    std::byte* const top = bottom + bytes - colour;
#ifdef __x86_64__
    // As right after a call: the return address (0, where backtraces end) at the top, 16-byte aligned below. The
    // mapping is fresh or already holds this 0, so nothing is written and no page is touched.
    f.stack_pointer = top - 8 - (reinterpret_cast<std::uintptr_t>(top) & 15);
    f.resume_at = reinterpret_cast<void*>(main);
    f.frame_pointer = nullptr;
    f.base_pointer = nullptr;
#else
    first_function = main;
    f.resume_at = boost::context::detail::make_fcontext(top, bytes - colour, enter);
#endif
    f.first_resume_at = f.resume_at;
}

std::size_t stack_pool::stack_bytes() {
    static const std::size_t bytes = [] {
#ifdef TILEPROOF_ASAN
        std::size_t kib = 512;  // its frames are several times larger
#else
        std::size_t kib = 128;
#endif
        if (const char* text = std::getenv("TILEPROOF_CPU_STACK_KIB")) {
            const long wanted = std::strtol(text, nullptr, 10);
            if (wanted >= 16 && wanted <= 65536) kib = static_cast<std::size_t>(wanted);
        }
        return kib * 1024 / page * page;
    }();
    return bytes;
}

void stack_pool::map(std::size_t count) {
    forget_stacks(base_);
    if (base_) munmap(base_, mapped_);
    base_ = nullptr;
    const std::size_t bytes = count * stride();
    void* const memory =
        mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw kernels::device_error(
            "The cpu device could not map " + std::to_string(count) + " stacks of " +
            std::to_string(stack_bytes()) +
            " bytes: lower TILEPROOF_CPU_STACK_KIB or raise the memory limit.");
    base_ = static_cast<std::byte*>(memory);
    mapped_ = bytes;
    remember_stacks(base_, mapped_);
    for (std::size_t i = 0; i < count; ++i)
        if (mprotect(bottom(i), stack_bytes(), PROT_READ | PROT_WRITE) != 0)
            throw kernels::device_error(
                "The cpu device could not open stack " + std::to_string(i) +
                ": the system's limit on mappings (vm.max_map_count) may be too low.");
}

std::byte* stack_pool::bottom(std::size_t i) const { return base_ + i * stride() + page; }

stack_pool::~stack_pool() {
    forget_stacks(base_);
    if (base_) munmap(base_, mapped_);
}

}  // namespace tileproof::cpu_engine
