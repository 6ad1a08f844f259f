// SPDX-License-Identifier: MIT
// A fiber: its own stack, and the point at which it continues. A GPU thread that has to wait keeps its state on one;
// switching to another costs 2 to 5 ns.
//
// switch_fiber saves four words and declares all other registers clobbered, so the compiler saves only what is live,
// which is little. Processors other than x86-64 use Boost.Context. The rounding mode and the other floating-point
// control bits are not part of a fiber.
//
// Address sanitizer is told of each switch (it keeps a shadow of the current stack), so backtraces and
// use-after-return work as usual.
#pragma once

#include <cstddef>
#include <cstdint>

#include "devices/cpu/call_site.hpp"
#include "devices/cpu/index.hpp"

#if defined(TILEPROOF_ASAN) || defined(__SANITIZE_ADDRESS__)
#undef TILEPROOF_ASAN
#define TILEPROOF_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TILEPROOF_ASAN 1
#endif
#endif
#ifdef TILEPROOF_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifndef __x86_64__
#include <boost/context/detail/fcontext.hpp>
#endif

namespace tileproof::cpu_engine {

// The lanes of a wave that meet at one operation.
struct wave_meeting {
    enum class kind : std::uint8_t {
        whoever_comes,  // those at its place when the others have ended or wait elsewhere
        group,          // those of `lanes` that have not ended
        all             // all existing ones of `lanes`
    };
    kind who = kind::whoever_comes;
    std::uint64_t lanes = ~std::uint64_t{0};
    friend bool operator==(const wave_meeting&, const wave_meeting&) = default;
};

// Memory that a thread has read repeatedly while it stayed the same: it waits for a change.
struct awaited_memory {
    const void* at = nullptr;  // null: it does not
    std::size_t bytes = 0;     // up to 8
    std::uint64_t value = 0;
    const call_site* place = nullptr;  // null: not known
    std::uint64_t value_now() const;
    friend bool operator==(const awaited_memory&, const awaited_memory&) = default;
};

// The first cache line is all that a switch and a barrier touch.
struct alignas(64) fiber {
    // The point at which to continue; written by switch_fiber, first by make_fiber (the assembly knows the offsets).
    void* stack_pointer = nullptr;
    void* resume_at = nullptr;
    void* frame_pointer = nullptr;
    void* base_pointer = nullptr;

    uint3 index{};  // threadIdx of the thread that waits on this fiber
    call_site at;   // where it waits: the barrier or wave operation
    bool in_wave_operation = false;
    bool orders_memory = false;     // ... which is a __syncwarp()
    bool gives_way = false;         // waits for nothing: continues in the next sweep
    bool waits_for_others = false;  // until nobody else can continue

    wave_meeting meeting;           // the lanes it meets there
    const void* deposit = nullptr;  // its contribution to the wave operation
    unsigned deposit_bytes = 0;

    std::byte* stack_bottom = nullptr;
    std::size_t stack_bytes = 0;
    void* fake_stack = nullptr;       // address sanitizer's
    void* first_resume_at = nullptr;  // where make_fiber made it begin
    awaited_memory awaited;           // why it gives way
    bool has_thread = false;          // a thread runs or waits on it (careful launches only)
    // The iteration of its loops and the call that the thread is in, as far as barriers depend on them; written by
    // instrumented kernels, else 0.
    std::uint64_t occasion = 0;
};

// Suspends `from` and continues `to`; returns when somebody switches back to `from`.
__attribute__((always_inline)) inline void switch_fiber(fiber* from, fiber* to) {
#ifdef TILEPROOF_ASAN
    __sanitizer_start_switch_fiber(&from->fake_stack, to->stack_bottom, to->stack_bytes);
    fiber* const self = from;
#endif
#if defined(__HIP_DEVICE_COMPILE__)
    (void)from, (void)to;  // the host does it
#elif defined(__x86_64__)
    asm volatile(
        "leaq 1f(%%rip), %%rax\n\t"
        "movq %%rsp, 0(%0)\n\t"
        "movq %%rax, 8(%0)\n\t"
        "movq %%rbp, 16(%0)\n\t"
        "movq %%rbx, 24(%0)\n\t"
        "movq 0(%1), %%rsp\n\t"
        "movq 16(%1), %%rbp\n\t"
        "movq 24(%1), %%rbx\n\t"
        "jmpq *8(%1)\n"
        "1:\n"
        : "+D"(from), "+S"(to)
        :
        : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory",
          "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
          "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)", "st(4)",
          "st(5)", "st(6)", "st(7)"
#ifdef __AVX512F__
          ,
          "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",
          "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6",
          "k7"
#endif
    );
#else
    // The suspended fiber's point of return is known only inside the one that is entered.
    const auto arrived = boost::context::detail::jump_fcontext(to->resume_at, from);
    static_cast<fiber*>(arrived.data)->resume_at = arrived.fctx;
#endif
#ifdef TILEPROOF_ASAN
    __sanitizer_finish_switch_fiber(self->fake_stack, nullptr, nullptr);
#endif
}

// Makes `f` start with main() on its stack [bottom, bottom + bytes), `colour` bytes below the top, at the next
// switch. main never returns and must call entered_fiber() first.
void make_fiber(fiber& f, std::byte* bottom, std::size_t bytes, std::size_t colour, void (*main)());

inline void entered_fiber() {
#ifdef TILEPROOF_ASAN
    __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
}

// Stacks of equal size in one mapping, each with an unmapped page below it, so that an overflow is a fault instead of
// a change to a neighbour. The system allocates memory page by page when it is touched.
class stack_pool {
  public:
    stack_pool() = default;
    stack_pool(const stack_pool&) = delete;
    stack_pool& operator=(const stack_pool&) = delete;
    ~stack_pool();
    // Replaces the mapping by one with `count` stacks. Throws device_error if memory is short.
    void map(std::size_t count);
    std::byte* bottom(std::size_t i) const;
    static std::size_t
    stack_bytes();  // TILEPROOF_CPU_STACK_KIB, default 128 (512 with address sanitizer)

  private:
    std::byte* base_ = nullptr;
    std::size_t mapped_ = 0;
};

}  // namespace tileproof::cpu_engine
