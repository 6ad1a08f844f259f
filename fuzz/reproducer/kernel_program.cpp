// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/kernel_program.hpp"

#include "fuzz/reproducer/reproducer.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

constexpr std::string_view contract_begin = R"(
namespace bug_program {

// An operand in memory, element by element from the start of its buffer.
struct operand {
    const char* name;
    std::size_t element_bytes;
    std::vector<unsigned char> bytes;  // empty: it is only written
    std::vector<bool> live;            // which elements belong to it
};

// What the kernel must make of the problem.
enum class outcome { result, refusal, result_or_refusal, exception };
)";

constexpr std::string_view contract_end = R"(
// Memory and copies that the program itself needs; without a GPU it says nothing of the bug.
static void require(hipError_t error, const char* what) {
    if (error == hipSuccess) return;
    std::printf("The program could not run: %s failed: %s\n", what, hipGetErrorString(error));
    std::exit(2);
}
static hipError_t end_of_kernel() {
    const hipError_t launched = hipGetLastError(), ran = hipDeviceSynchronize();
    return launched != hipSuccess ? launched : ran;
}
static void finish_kernel() {
    const hipError_t error = end_of_kernel();
    if (error == hipSuccess) return;
    std::printf("The bug is there: the kernel failed: %s\n", hipGetErrorString(error));
    std::exit(1);
}

// What lies around and between the elements, and in what is only written: another pattern in each run.
static unsigned char poison(int run, std::size_t position) {
    const auto mixed = static_cast<unsigned char>(((position + 1) * 0x9e3779b97f4a7c15u) >> 56);
    return static_cast<unsigned char>(run % 2 == 0 ? mixed + run : ~mixed - run);
}

#ifdef TILEPROOF_CPU_CHECKED  // a device that sees each access: what lies outside is its own affair,
static constexpr std::size_t margin = 0;
static bool leaves_unwritten(int run) { return run / 2 % 2 == 1; }  // and so is what nobody has written
#else
static constexpr std::size_t margin = 1 << 16;
static bool leaves_unwritten(int) { return false; }
#endif

// An operand on the device, with margins of poison.
struct memory {
    operand what;
    std::vector<unsigned char> before;
    void* device = nullptr;

    explicit memory(const operand& o) : what(o), before(2 * margin + o.live.size() * o.element_bytes) {
        allocate();
    }
    memory(const memory&) = delete;
    ~memory() { (void)hipFree(device); }

    void* begin() const { return static_cast<char*>(device) + margin; }

    void allocate() { require(hipMalloc(&device, before.size() + 16), "hipMalloc"); }
    void hold(int run, const operand& o) {
        what = o;
        for (std::size_t i = 0; i < before.size(); ++i) before[i] = poison(run, i);
        const std::size_t width = what.element_bytes;
        const auto each_live = [&](auto use) {
            for (std::size_t e = 0; !what.bytes.empty() && e < what.live.size(); ++e)
                if (what.live[e]) use(margin + e * width, &what.bytes[e * width]);
        };
        each_live([&](std::size_t at, const unsigned char* value) {
            std::memcpy(&before[at], value, width);
        });
        if (!leaves_unwritten(run))
            return require(hipMemcpy(device, before.data(), before.size(), hipMemcpyHostToDevice), "hipMemcpy");
        (void)hipFree(device);
        allocate();
        each_live([&](std::size_t at, const unsigned char* value) {
            require(hipMemcpy(static_cast<char*>(device) + at, value, width, hipMemcpyHostToDevice), "hipMemcpy");
        });
        require(hipMemcpy(before.data(), device, before.size(), hipMemcpyDeviceToHost), "hipMemcpy");
    }

    // How many bytes (of live elements of a result: elements) are not what they must be.
    template <class Right>
    int mistakes(Right right) const {
        std::vector<unsigned char> now(before.size());
        require(hipMemcpy(now.data(), device, now.size(), hipMemcpyDeviceToHost), "hipMemcpy");
        const auto width = static_cast<long long>(what.element_bytes);
        int found = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const long long byte = static_cast<long long>(i) - static_cast<long long>(margin);
            const long long e = byte < 0 ? -1 : byte / width;
            const bool live = e >= 0 && e < static_cast<long long>(what.live.size()) &&
                              what.live[static_cast<std::size_t>(e)];
            if (live) {
                if (byte % width != 0 || right(static_cast<std::size_t>(e), &now[i], &before[i])) continue;
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

// A problem that is refused must be refused with a sentence, when the kernel is asked and when it is started.
static bool refuses_well(const std::optional<std::string>& said) {
    if (said && !is_sentence(*said)) return false;
    try {
        const memory nothing({"nothing", 1, {}, std::vector<bool>(1024)});
        launch_on(nothing.begin());
        finish_kernel();
    } catch (const std::runtime_error& e) {
        return said || is_sentence(e.what());
    }
    std::printf("The kernel starts a problem that it must refuse.\n");
    return false;
}

using memories = std::vector<std::unique_ptr<memory>>;

// The same memory in each run, so that a kernel that remembers its results is found.
static std::vector<void*> hold(memories& all, const std::vector<operand>& operands, int run) {
    std::vector<void*> pointers;
    for (std::size_t k = 0; k < operands.size(); ++k) {
        if (k == all.size()) all.push_back(std::make_unique<memory>(operands[k]));
        all[k]->hold(run, operands[k]);
        pointers.push_back(all[k]->begin());
    }
    return pointers;
}

static int mistakes_in(int run, memories& in, memories& out) {
    const int call = run % calls;
    const std::vector<void*> in_pointers = hold(in, inputs(call), run);
    const std::vector<void*> out_pointers = hold(out, results(call), run);
    bool threw = false;
    if (must_give == outcome::exception) {
        try {
            launch(in_pointers, out_pointers);
        } catch (const std::exception&) {
            threw = true;
        }
        if (end_of_kernel() != hipSuccess) threw = true;
        if (!threw) std::printf("The launch takes a problem for which it must throw an exception.\n");
    } else {
        launch(in_pointers, out_pointers);
        finish_kernel();
    }
    int found = must_give == outcome::exception && !threw ? 1 : 0;
    for (const auto& m : in)
        found += m->mistakes([&](std::size_t, const unsigned char* now, const unsigned char* before) {
            return std::memcmp(now, before, m->what.element_bytes) == 0;
        });
    for (std::size_t k = 0; k < out.size(); ++k)
        found += out[k]->mistakes([&](std::size_t e, const unsigned char* now, const unsigned char*) {
            return right(call, k, e, now);
        });
    return found;
}

static int mistakes() {
    const std::optional<std::string> said = refusal();
    const bool refused = said && !said->empty();
    if (refused) std::printf("The kernel refuses the problem: %s\n", said->c_str());
    if (must_give == outcome::refusal || (refused && must_give == outcome::result_or_refusal))
        return refuses_well(said) ? 0 : 1;
    int found = refused ? 1 : 0;
    memories in, out;
    for (int run = 0; run < 8 && !refused; ++run) found += mistakes_in(run, in, out);
    return found;
}

}  // namespace bug_program

int main() try {
    alarm(60);  // a kernel that never ends is a bug, too
    const int wrong = bug_program::mistakes();
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
    text += fmt::format("//\n// Found on device {}. {}\n//\n", f.device, p.where);
    for (const std::string& line : p.commands) text += "//   " + line + "\n";
    text +=
        "//\n// Exit code 1 (or a crash, or the end after a minute) while the bug is there, 0 when "
        "it "
        "is gone, 2 without a GPU.\n";
    for (const char* header : {"<hip/hip_runtime.h>", "<unistd.h>", "<cctype>", "<cmath>",
                               "<cstdint>", "<cstdio>", "<cstdlib>", "<cstring>", "<memory>",
                               "<optional>", "<stdexcept>", "<string>", "<vector>"})
        text += fmt::format("#include {}\n", header);
    text += fmt::format(
        "\n#ifndef TILEPROOF_DEVICE\n#define TILEPROOF_DEVICE reproducer\n#endif\n"
        "#ifndef TILEPROOF_KERNEL_SOURCE\n#define TILEPROOF_KERNEL_SOURCE \"{}\"\n#endif\n"
        "#include TILEPROOF_KERNEL_SOURCE\n",
        p.source);
    for (const std::string& include : p.includes) text += fmt::format("#include \"{}\"\n", include);
    return text + '\n' + p.kernel + std::string(contract_begin) + p.contract +
           std::string(contract_end);
}

}  // namespace tileproof::properties
