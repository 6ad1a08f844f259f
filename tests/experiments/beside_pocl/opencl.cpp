// SPDX-License-Identifier: MIT
// The kernels of kernels.hip in OpenCL: ns of CPU time a thread, the least of seven times ten launches.
//
//   c++ -std=c++20 -O2 opencl.cpp -lOpenCL -o opencl
//   POCL_MAX_PTHREAD_COUNT=1 taskset -c 1 ./opencl        reduce 7.4
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

static const char* const source = R"(
#define GUARDED(T) __kernel void guarded_##T(__global const float* in, __global float* out, long rows, long columns) { \
    __local float part[T][T + 1]; const int tx = get_local_id(0), ty = get_local_id(1); \
    long x = get_group_id(0) * (long)T + tx, y = get_group_id(1) * (long)T + ty; \
    if (x < columns && y < rows) part[ty][tx] = in[y * columns + x]; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    x = get_group_id(1) * (long)T + tx; y = get_group_id(0) * (long)T + ty; \
    if (x < rows && y < columns) out[y * rows + x] = part[tx][ty]; }
GUARDED(8) GUARDED(16) GUARDED(32)
#define TILED(T) __kernel void tiled_##T(__global const float* in, __global float* out, int n) { \
    __local float part[T][T + 1]; const int x = get_local_id(0), y = get_local_id(1); \
    part[y][x] = in[(get_group_id(1) * T + y) * n + get_group_id(0) * T + x]; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    out[(get_group_id(0) * T + y) * n + get_group_id(1) * T + x] = part[x][y]; }
TILED(8) TILED(16) TILED(32)
__kernel void stencil(__global const float* in, __global float* out, long n) {
    __local float s[258]; const int t = get_local_id(0); const long i = get_group_id(0) * 256L + t;
    s[t + 1] = i < n ? in[i] : 0;
    if (t == 0) s[0] = i > 0 ? in[i - 1] : 0;
    if (t == 255) s[257] = i + 1 < n ? in[i + 1] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = s[t] + s[t + 1] + s[t + 2]; }
__kernel void reduce(__global const float* in, __global float* out, long n) {
    __local float s[256]; const int t = get_local_id(0); const long i = get_group_id(0) * 256L + t;
    s[t] = i < n ? in[i] : 0; barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 128; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; barrier(CLK_LOCAL_MEM_FENCE); }
    if (t == 0) out[get_group_id(0)] = s[0]; }
__kernel void product(__global const float* a, __global const float* b, __global float* c, int n) {
    __local float sa[16][16], sb[16][16]; const int x = get_local_id(0), y = get_local_id(1);
    const int row = get_group_id(1) * 16 + y, col = get_group_id(0) * 16 + x; float sum = 0;
    for (int k = 0; k < n; k += 16) {
        sa[y][x] = a[row * n + k + x]; sb[y][x] = b[(k + y) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 16; ++j) sum += sa[y][j] * sb[j][x];
        barrier(CLK_LOCAL_MEM_FENCE); }
    c[row * n + col] = sum; }
__kernel void saxpy(__global const float* x, __global float* y, float a, long n) {
    const long i = get_group_id(0) * 256L + get_local_id(0); if (i < n) y[i] = a * x[i] + y[i]; }
__kernel void plain(__global const float* in, __global float* out, long rows, long columns) {
    const long x = get_group_id(0) * 16L + get_local_id(0), y = get_group_id(1) * 16L + get_local_id(1);
    if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x]; }
)";

static double cpu_ns() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

int main() {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS)
        return std::fputs("There is no OpenCL device: install pocl-opencl-icd.\n", stderr), 1;
    const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
    const char* text = source;
    const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS)
        return std::fputs("The kernels could not be compiled.\n", stderr), 1;
    constexpr std::size_t n = 1024, all = n * n;
    std::vector<float> ones(all, 1);
    cl_mem memory[3];
    for (cl_mem& m : memory)
        m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, all * sizeof(float),
                           ones.data(), nullptr);
    // A grid of x * y threads; y == 0: of one dimension. `set` sets what follows the buffers.
    const auto measure = [&](const char* name, std::size_t x, std::size_t y, std::size_t bx,
                             std::size_t by, unsigned buffers, auto... more) {
        const cl_kernel kernel = clCreateKernel(program, name, nullptr);
        for (unsigned i = 0; i < buffers; ++i)
            clSetKernelArg(kernel, i, sizeof memory[i], &memory[i]);
        unsigned at = buffers;
        (clSetKernelArg(kernel, at++, sizeof more, &more), ...);
        const std::size_t grid[] = {x, y}, block[] = {bx, by};
        const auto launch = [&] {
            clEnqueueNDRangeKernel(queue, kernel, y ? 2 : 1, nullptr, grid, block, 0, nullptr,
                                   nullptr);
            clFinish(queue);
        };
        launch();
        double best = 1e300;
        for (int i = 0; i < 7; ++i) {
            const double start = cpu_ns();
            for (int j = 0; j < 10; ++j) launch();
            best = std::min(best, (cpu_ns() - start) / 10);
        }
        std::printf("%s %.3f\n", name, best / static_cast<double>(x * (y ? y : 1)));
    };
    const cl_long rows = n, count = all;
    const cl_int side = n, terms = 256;
    for (const auto& [name, t] :
         {std::pair{"guarded_8", 8}, {"guarded_16", 16}, {"guarded_32", 32}})
        measure(name, n, n, t, t, 2, rows, rows);
    for (const auto& [name, t] : {std::pair{"tiled_8", 8}, {"tiled_16", 16}, {"tiled_32", 32}})
        measure(name, n, n, t, t, 2, side);
    measure("stencil", all, 0, 256, 1, 2, count);
    measure("reduce", all, 0, 256, 1, 2, count);
    measure("product", 256, 256, 16, 16, 3, terms);
    measure("saxpy", all, 0, 256, 1, 2, 0.5f, count);
    measure("plain", n, n, 16, 16, 2, rows, rows);
}
