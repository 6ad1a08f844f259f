// The program that shows a broken law of a transpose on a GPU: one file that includes the kernel's
// source.
#include "properties/contracts/transpose_case.hpp"
#include "properties/property.hpp"
#include "properties/reproducer/reproducer.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

struct kernel_source {
    std::string_view kernel, file, maker;
};

constexpr kernel_source sources[] = {
    {"transpose_read_contiguous", "read_contiguous.cpp", "read_contiguous_transpose"},
    {"transpose_write_contiguous", "write_contiguous.cpp", "write_contiguous_transpose"},
    {"transpose_tiled", "tiled.cpp", "tiled_transpose"},
    {"transpose_register_4x4", "register.cpp", "register_transpose"},
    {"transpose_best", "best.cpp", "best_transpose"},
    {"transpose_vector", "best.cpp", "vector_transpose"},
    {"transpose_gather", "best.cpp", "gather_transpose"},
};

constexpr std::string_view program_begin = R"(
#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE reproducer
#endif
#include "kernels/catalogue.cpp"
#include "kernels/transpose/make_transpose.cpp"
#include TILEPROOF_KERNEL_SOURCE

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace tileproof;
using namespace tileproof::kernels;

static void require(hipError_t error, const char* what) {
    if (error == hipSuccess) return;
    std::printf("%s failed: %s\n", what, hipGetErrorString(error));
    std::exit(1);
}
)";

constexpr std::string_view program_end = R"(
// Memory around and between what the kernel may touch holds these; two different ones.
static unsigned char poison(int run, std::size_t place) {
    const auto mixed = static_cast<unsigned char>((place * 0x9e3779b97f4a7c15u) >> 56);
    return run == 0 ? mixed : static_cast<unsigned char>(~mixed);
}

static std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

int main() {
    constexpr long_index_t margin = 4096;  // elements of poison on both sides
    const auto bytes = static_cast<std::size_t>(problem.element_bytes);
    const auto in_elements = static_cast<std::size_t>(input_offset + problem.input_elements());
    const auto out_elements = static_cast<std::size_t>(output_offset + problem.output_elements());
    int wrong = 0;
    for (int run = 0; run < 2; ++run) {
        std::vector<unsigned char> in((in_elements + 2 * margin) * bytes);
        std::vector<unsigned char> out((out_elements + 2 * margin) * bytes);
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = poison(run, i);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = poison(run, i);
        std::vector<unsigned char> expected = out;
        const auto place = [&](long_index_t offset) {
            return static_cast<std::size_t>(margin + offset) * bytes;
        };
        for (long_index_t b = 0; b < problem.batch; ++b)
            for (long_index_t r = 0; r < problem.rows; ++r)
                for (long_index_t c = 0; c < problem.columns; ++c) {
                    const long_index_t from = input_offset + b * problem.input_batch_stride +
                                              r * problem.input_leading + c;
                    const long_index_t to = output_offset + b * problem.output_batch_stride +
                                            c * problem.output_leading + r;
                    const std::uint64_t bits = mix(static_cast<std::uint64_t>(from) + 1);
                    std::memcpy(&in[place(from)], &bits, bytes);
                    std::memcpy(&expected[place(to)], &bits, bytes);
                }
        void *device_in = nullptr, *device_out = nullptr;
        require(hipMalloc(&device_in, in.size()), "hipMalloc");
        require(hipMalloc(&device_out, out.size()), "hipMalloc");
        require(hipMemcpy(device_in, in.data(), in.size(), hipMemcpyHostToDevice), "hipMemcpy");
        require(hipMemcpy(device_out, out.data(), out.size(), hipMemcpyHostToDevice), "hipMemcpy");
        const transpose_kernel kernel = tileproof::kernels::TILEPROOF_DEVICE::make_kernel();
        if (const std::string no = kernel.refusal(problem); !no.empty()) {
            std::printf("The kernel refuses the problem: %s\n", no.c_str());
            return refusal_is_right ? 0 : 1;
        }
        if (refusal_is_right) {
            std::printf("The kernel accepts a problem that makes no sense.\n");
            return 1;
        }
        kernel.start(problem, static_cast<char*>(device_in) + place(input_offset),
                     static_cast<char*>(device_out) + place(output_offset), nullptr);
        require(hipDeviceSynchronize(), "the kernel");
        require(hipMemcpy(out.data(), device_out, out.size(), hipMemcpyDeviceToHost), "hipMemcpy");
        for (std::size_t e = 0; e < out_elements + 2 * margin; ++e) {
            if (std::memcmp(&out[e * bytes], &expected[e * bytes], bytes) == 0) continue;
            if (++wrong <= 5)
                std::printf("Run %d: element %lld of the output is wrong or was not to be touched.\n",
                            run + 1, static_cast<long long>(e) - margin - output_offset);
        }
        require(hipFree(device_in), "hipFree");
        require(hipFree(device_out), "hipFree");
    }
    std::printf(wrong ? "The bug is there: %d wrong elements.\n" : "The bug is gone.\n", wrong);
    return wrong ? 1 : 0;
}
)";

}  // namespace

std::vector<reproducer> transpose_reproducers(const finding& f) {
    const kernel_source* source = nullptr;
    for (const kernel_source& s : sources)
        if (s.kernel == f.subject) source = &s;
    if (source == nullptr) return {};
    const transpose_case c = transpose_case_from_json(f.the_case);
    const kernels::transpose_problem& p = c.problem;
    std::string text = as_comment(f.failure);
    text += fmt::format(
        "//\n//   hipcc -std=c++20 -I TILEPROOF -I TILEPROOF/lib THIS_FILE -o bug && ./bug\n"
        "//\n// Exit code 1 while the bug is there, 0 when it is gone. Found on device {}.\n"
        "#include <hip/hip_runtime.h>\n\n"
        "#ifndef TILEPROOF_KERNEL_SOURCE\n#define TILEPROOF_KERNEL_SOURCE "
        "\"kernels/transpose/{}\"\n#endif",
        f.device, source->file);
    text += program_begin;
    text += fmt::format(
        "\nnamespace tileproof::kernels::TILEPROOF_DEVICE {{\n"
        "transpose_kernel make_kernel() {{ return {}(); }}\n"
        "}}  // namespace tileproof::kernels::TILEPROOF_DEVICE\n\n"
        "// In elements of the type {}.\n"
        "static const transpose_problem problem{{.rows = {},\n"
        "                                       .columns = {},\n"
        "                                       .batch = {},\n"
        "                                       .input_leading = {},\n"
        "                                       .output_leading = {},\n"
        "                                       .input_batch_stride = {},\n"
        "                                       .output_batch_stride = {},\n"
        "                                       .element_bytes = {}}};\n"
        "static constexpr long_index_t input_offset = {}, output_offset = {};\n"
        "static constexpr bool refusal_is_right = {};\n",
        source->maker, c.type->name, p.rows, p.columns, p.batch, p.input_leading, p.output_leading,
        p.input_batch_stride, p.output_batch_stride, p.element_bytes, c.input_offset,
        c.output_offset, !why_senseless(p).empty());
    return {{"hip", text + std::string(program_end)}};
}

}  // namespace tileproof::properties
