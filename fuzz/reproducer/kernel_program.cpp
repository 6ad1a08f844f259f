// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/kernel_program.hpp"

#include "fuzz/reproducer/reproducer.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

constexpr std::string_view program_begin = R"(
#include <unistd.h>

#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

// One matrix in memory, element by element from the start of its buffer.
struct operand {
    const char* name;
    std::size_t element_bytes;
    std::vector<unsigned char> bytes;  // empty: it is only written
    std::vector<bool> live;            // which elements belong to the matrix
};
)";

constexpr std::string_view program_end = R"(
// Memory and copies that the program itself needs; without a GPU it says nothing of the bug.
static void require(hipError_t error, const char* what) {
    if (error == hipSuccess) return;
    std::printf("The program could not run: %s failed: %s\n", what, hipGetErrorString(error));
    std::exit(2);
}
static void finish_kernel() {
    const hipError_t error = hipDeviceSynchronize();
    if (error == hipSuccess) return;
    std::printf("The bug is there: the kernel failed: %s\n", hipGetErrorString(error));
    std::exit(1);
}

// What lies around and between the elements, and in what is only written: another pattern in each run.
static unsigned char poison(int run, std::size_t position) {
    const auto mixed = static_cast<unsigned char>(((position + 1) * 0x9e3779b97f4a7c15u) >> 56);
    return static_cast<unsigned char>(run % 2 == 0 ? mixed + run : ~mixed - run);
}

// An operand on the device, with margins of poison.
struct memory {
    static constexpr std::size_t margin = 1 << 16;
    const operand what;
    std::vector<unsigned char> before;
    void* device = nullptr;

    memory(int run, const operand& o) : what(o) {
        const std::size_t width = what.element_bytes;
        before.resize(2 * margin + what.live.size() * width);
        for (std::size_t i = 0; i < before.size(); ++i) before[i] = poison(run, i);
        if (!what.bytes.empty())
            for (std::size_t e = 0; e < what.live.size(); ++e)
                if (what.live[e])
                    std::memcpy(&before[margin + e * width], &what.bytes[e * width], width);
        require(hipMalloc(&device, before.size()), "hipMalloc");
        require(hipMemcpy(device, before.data(), before.size(), hipMemcpyHostToDevice), "hipMemcpy");
    }
    memory(const memory&) = delete;
    ~memory() { (void)hipFree(device); }

    void* begin() const { return static_cast<char*>(device) + margin; }

    // How many bytes (of live elements of a result: elements) are not what they must be.
    int mistakes(bool is_result, std::size_t which = 0) const {
        std::vector<unsigned char> now(before.size());
        require(hipMemcpy(now.data(), device, now.size(), hipMemcpyDeviceToHost), "hipMemcpy");
        const auto width = static_cast<long long>(what.element_bytes);
        int found = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const long long byte = static_cast<long long>(i) - static_cast<long long>(margin);
            const long long e = byte < 0 ? -1 : byte / width;
            const bool live = e >= 0 && e < static_cast<long long>(what.live.size()) &&
                              what.live[static_cast<std::size_t>(e)];
            if (is_result && live) {
                if (byte % width != 0 || right(which, static_cast<std::size_t>(e), &now[i])) continue;
                if (++found <= 5) std::printf("Element %lld of %s is wrong.\n", e, what.name);
            } else if (now[i] != before[i] && ++found <= 5) {
                std::printf("Byte %lld of %s was overwritten.\n", byte, what.name);
            }
        }
        return found;
    }
};

static bool is_sentence(const std::string& text) {
    return text.size() > 8 && std::isupper(static_cast<unsigned char>(text.front())) &&
           text.find(' ') != text.npos && text.back() == '.';
}

// A problem that makes no sense must be refused with a sentence, when the kernel is asked and when it is
// started; one that makes sense must not be.
static bool refusal_is_right() {
    const std::optional<std::string> said = refusal();
    if (said && !said->empty()) std::printf("The kernel refuses the problem: %s\n", said->c_str());
    if (makes_sense) return !said || said->empty();
    if (said && !is_sentence(*said)) return false;
    try {
        const memory nothing(0, {"nothing", 1, {}, std::vector<bool>(1024)});
        launch({}, {nothing.begin()});
        finish_kernel();
    } catch (const std::runtime_error& e) {
        return is_sentence(e.what());
    }
    std::printf("The kernel starts a problem that makes no sense.\n");
    return false;
}

static int mistakes() {
    if (!refusal_is_right()) return 1;
    if (!makes_sense) return 0;
    int found = 0;
    for (int run = 0; run < 8; ++run) {
        std::vector<std::unique_ptr<memory>> in, out;
        std::vector<void*> in_pointers, out_pointers;
        for (const operand& o : inputs()) {
            in.push_back(std::make_unique<memory>(run, o));
            in_pointers.push_back(in.back()->begin());
        }
        for (const operand& o : results()) {
            out.push_back(std::make_unique<memory>(run, o));
            out_pointers.push_back(out.back()->begin());
        }
        launch(in_pointers, out_pointers);
        finish_kernel();
        for (const auto& m : in) found += m->mistakes(false);
        for (std::size_t k = 0; k < out.size(); ++k) found += out[k]->mistakes(true, k);
    }
    return found;
}

int main() try {
    alarm(60);  // a kernel that never ends is a bug, too
    const int wrong = mistakes();
    std::printf(wrong ? "The bug is there: %d mistakes.\n" : "The bug is gone.\n", wrong);
    return wrong ? 1 : 0;
} catch (const std::exception& e) {
    std::printf("The bug is there: %s\n", e.what());
    return 1;
}
)";

}  // namespace

std::string program_text(const finding& f, const kernel_program& p) {
    std::string text = as_comment(f.failure);
    text += fmt::format(R"(//
// Found on device {}. On an AMD GPU and on an NVIDIA GPU, where TILEPROOF is the project's folder:
//
//   hipcc -std=c++20 -I TILEPROOF -I TILEPROOF/lib THIS_FILE -o bug && ./bug
//   nvcc -x cu -std=c++20 -I TILEPROOF -I TILEPROOF/lib -I TILEPROOF/kernels/device/cuda/include THIS_FILE \
//       -o bug && ./bug
//
// Exit code 1 (or a crash, or the end after a minute) while the bug is there, 0 when it is gone, 2 without a GPU.
#include <hip/hip_runtime.h>

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE reproducer
#endif
#ifndef TILEPROOF_KERNEL_SOURCE
#define TILEPROOF_KERNEL_SOURCE "{}"
#endif
)",
                        f.device, p.source);
    text += "#include TILEPROOF_KERNEL_SOURCE\n";
    for (const std::string& include : p.includes) text += fmt::format("#include \"{}\"\n", include);
    text += '\n' + p.kernel;
    text += program_begin;
    text += p.contract;
    return text + std::string(program_end);
}

}  // namespace tileproof::properties
