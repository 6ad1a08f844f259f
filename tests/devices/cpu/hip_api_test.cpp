// SPDX-License-Identifier: MIT
// More of <hip/hip_runtime.h>: each family of functions against its definition, in a kernel or on the host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

// A library's own: eight components, and a type that is no number.
struct counted {
    int value;
    __host__ __device__ friend counted operator+(counted a, counted b) {
        return {a.value + b.value};
    }
    operator float() const { return static_cast<float>(value); }
};
#ifdef __clang__
template <>
struct HIP_vector_base<int, 8> {
    using Native_vec_ = int __attribute__((ext_vector_type(8)));
    Native_vec_ data;
};
#endif
template <>
struct HIP_vector_base<counted, 2> {
    using value_type = counted;
    struct Native_vec_ {
        counted d[2];
        counted& operator[](unsigned i) { return d[i]; }
    };
    union {
        Native_vec_ data;
        struct {
            counted x, y;
        };
    };
    HIP_vector_base() = default;
    HIP_vector_base(counted a, counted b) : x(a), y(b) {}
};
template <>
__host__ __device__ inline HIP_vector_type<counted, 2>&
HIP_vector_type<counted, 2>::operator++() noexcept {
    return *this += HIP_vector_type<counted, 2>(counted{1}, counted{1});
}
template <>
struct std::is_arithmetic<counted> : true_type {};

namespace tileproof::devices {
namespace {

// Functions of programs, and of the C library, whose arguments are handles and vectors: nothing else of these names is found.
std::string text(dim3 d) { return std::to_string(d.x); }
std::string text(uint3 d) { return std::to_string(d.x); }
bool is_stream(hipStream_t* all) { return all != nullptr; }
TEST(HipTypes, BringNoOtherFunctionsWithThem) {
    auto* const streams = static_cast<hipStream_t*>(std::malloc(2 * sizeof(hipStream_t)));
    EXPECT_TRUE(is_stream(streams));
    free(streams);
    auto* const graphs = static_cast<hipGraph_t*>(std::malloc(sizeof(hipGraph_t)));
    free(graphs);
    auto* const sizes = static_cast<dim3*>(std::malloc(sizeof(dim3)));
    free(sizes);
    EXPECT_EQ(text(dim3(3)) + text(make_uint3(4, 0, 0)), "34");
}

TEST(HipVectors, AreMadeOfOneValueOrOneForEachComponent) {
    EXPECT_TRUE(float4(2) == make_float4(2, 2, 2, 2));
    EXPECT_TRUE(int2(1.9, 3u) == make_int2(1, 3));
    EXPECT_TRUE((make_float3(1, 2, 3) * 2 == float3{2, 4, 6}));
    EXPECT_TRUE(((make_uint2(1, 2) << 3) == uint2{8, 16}));
    EXPECT_EQ(make_short4(5, 6, 7, 8)[2], 7);
    int3 counted = make_int3(1, 2, 3);
    EXPECT_TRUE(counted++ == make_int3(1, 2, 3) && --counted == make_int3(1, 2, 3));
    EXPECT_TRUE(counted-- == make_int3(1, 2, 3) && counted == make_int3(0, 1, 2));
    static_assert(std::is_trivially_default_constructible_v<float4>);
    static_assert(std::is_same_v<HIP_vector_type<float, 4>, float4>);
    static_assert(std::is_same_v<HIP_vector_type<unsigned, 3>, uint3>);
    static_assert(std::is_same_v<HIP_vector_type<char, 2>, char2>);
}

// Of each code its value by the format's definition, and back; halfway between two codes goes to the even one.
template <class T>
void check_fp8(int mantissa_bits, int bias, int greatest, __hip_fp8_interpretation_t format) {
    const auto number = [](int code) { return std::bit_cast<T>(static_cast<std::uint8_t>(code)); };
    for (int code = 0; code <= greatest; ++code) {
        const int exponent = code >> mantissa_bits, fraction = code & ((1 << mantissa_bits) - 1);
        const float value =
            std::ldexp(static_cast<float>(exponent ? fraction + (1 << mantissa_bits) : fraction),
                       std::max(exponent, 1) - bias - mantissa_bits);
        EXPECT_EQ(float(number(code)), value) << code;
        EXPECT_EQ(T(value).__x, code);
        EXPECT_EQ(T(-value).__x, code == 0 && bias % 2 == 0 ? 0 : code | 0x80);
        if (code == greatest) continue;
        const double next = float(number(code + 1)), middle = (value + next) / 2;
        EXPECT_EQ(T(middle).__x, code % 2 ? code + 1 : code);
        EXPECT_EQ(T(middle + (next - value) * 0x1p-40).__x, code + 1);
        EXPECT_EQ(T(middle - (next - value) * 0x1p-40).__x, code);
        EXPECT_EQ(__hip_cvt_fp8_to_halfraw(static_cast<std::uint8_t>(code), format).x,
                  __half(value).bits());
    }
    EXPECT_EQ(T(1e30f).__x, greatest);
    EXPECT_EQ(T(-1e30f).__x, greatest | 0x80);
    EXPECT_TRUE(std::isnan(float(T(std::nanf("")))));
}

TEST(HipFp8, HoldsEachNumberOfItsFormatAndRoundsToTheNearest) {
    check_fp8<__hip_fp8_e4m3>(3, 7, 0x7e, __HIP_E4M3);
    check_fp8<__hip_fp8_e5m2>(2, 15, 0x7b, __HIP_E5M2);
    check_fp8<__hip_fp8_e4m3_fnuz>(3, 8, 0x7f, __HIP_E4M3_FNUZ);
    check_fp8<__hip_fp8_e5m2_fnuz>(2, 16, 0x7f, __HIP_E5M2_FNUZ);
    EXPECT_EQ(float(__hip_fp8_e4m3(1e30f)), 448);
    EXPECT_EQ(float(__hip_fp8_e5m2_fnuz(1e30)), 57344);
}

TEST(HipFp8, GoesBeyondItsGreatestNumberWhereItIsNotHeldThere) {
    const float far = 1e30f, infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(__hip_cvt_float_to_fp8(far, __HIP_NOSAT, __HIP_E4M3), 0x7f);
    EXPECT_EQ(__hip_cvt_float_to_fp8(-far, __HIP_NOSAT, __HIP_E5M2), 0xfc);
    EXPECT_EQ(__hip_cvt_float_to_fp8(far, __HIP_NOSAT, __HIP_E4M3_FNUZ), 0x80);
    EXPECT_EQ(__hip_cvt_float_to_fp8(463.9f, __HIP_NOSAT, __HIP_E4M3), 0x7e);
    EXPECT_EQ(__hip_cvt_float_to_fp8(infinity, __HIP_SATFINITE, __HIP_E5M2), 0x7b);
    EXPECT_EQ(float(std::bit_cast<__hip_fp8_e5m2>(std::uint8_t{0xfc})), -infinity);
    EXPECT_TRUE(std::isnan(float(std::bit_cast<__hip_fp8_e4m3_fnuz>(std::uint8_t{0x80}))));
    EXPECT_TRUE(std::isnan(float(std::bit_cast<__hip_fp8_e4m3>(std::uint8_t{0xff}))));
}

TEST(HipFp8, ComesInPairsAndFours) {
    EXPECT_EQ(__hip_fp8x2_e4m3(make_float2(1, -2)).__x, 0xc038);
    const float4 four = __hip_fp8x4_e5m2(make_float4(0.5f, 1, -4, 57344));
    EXPECT_TRUE(four == make_float4(0.5f, 1, -4, 57344));
    EXPECT_EQ(__hip_cvt_fp8x2_to_halfraw2(0xc038, __HIP_E4M3).y, __half(-2).bits());
    const float4 wide = __hip_fp8x4_e4m3(double4{0.5, 1, -4, 1e9});
    EXPECT_TRUE(wide == make_float4(0.5f, 1, -4, 448));
    const __half2 halves = {1.0f, -2.0f};
    const __hip_bfloat162 others = {1.0f, -2.0f};
    EXPECT_EQ(__hip_fp8x2_e4m3(halves).__x, 0xc038);
    EXPECT_EQ(__hip_fp8x2_e4m3(others).__x, 0xc038);
    EXPECT_EQ(__hip_cvt_halfraw2_to_fp8x2(halves, __HIP_SATFINITE, __HIP_E4M3), 0xc038);
    EXPECT_EQ(__hip_cvt_bfloat16raw2_to_fp8x2(others, __HIP_SATFINITE, __HIP_E4M3), 0xc038);
    EXPECT_TRUE(__half2(__hip_fp8x2_e4m3(halves)) == halves);
    EXPECT_EQ(__hip_fp8_e4m3(__half(0.3f)).__x, 0x2a);
    EXPECT_EQ(float(__hip_bfloat16(__hip_fp8_e4m3(__hip_bfloat16(2)))), 2);
}

// As in AMD's headers: the components by name and by number in the same room, and types that templates take apart.
static_assert(sizeof(uchar3) == 3 && sizeof(float4) == 16 && alignof(float4) == 16 &&
              sizeof(double2) == 16 && std::is_trivial_v<float4> &&
              std::is_standard_layout_v<float4>);
static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && alignof(double4) == 32);
template <class T, unsigned Count>
constexpr unsigned count_of(HIP_vector_type<T, Count>) {
    return Count;
}
static_assert(count_of(short3()) == 3);
constexpr int sum_of_parts() {
    constexpr int4 v = int4(1, 2, 3, 4) * 2;
    return v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
}
static_assert(sum_of_parts() == 8642);
TEST(HipVectors, ShowTheirComponentsByNumber) {
    uint4 v(1, 2, 3, 4);
    v.data[2] = 9;
    const uint4 same = v;
    EXPECT_TRUE(same == make_uint4(1, 2, 9, 4));
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(same.data[i], v[i]);
    reinterpret_cast<uint2*>(&v)->y = 7;
    EXPECT_EQ(v.data[1], 7u);
    uchar3 small[2] = {make_uchar3(1, 2, 3), make_uchar3(4, 5, 6)};
    small[0].data[2] = 8;
    EXPECT_TRUE(small[0].z == 8 && small[1].x == 4);
    EXPECT_EQ(make_float1(3).data[0], 3.0f);
#ifdef __clang__
    v.data = v.data + same.data;
    EXPECT_TRUE(v == make_uint4(2, 9, 18, 8));
#endif
}

TEST(HipVectors, TakeOtherComponentsFromALibrary) {
    HIP_vector_type<counted, 2> c(counted{3}, counted{4});
    ++c;
    EXPECT_TRUE(c.x.value == 4 && c.data[1].value == 5);
#ifdef __clang__
    const HIP_vector_type<int, 8> ones(1);
    const auto five = ones * 2 + 3;
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(five.data[i], 5);
    const HIP_vector_type<int, 8> same(5);
    EXPECT_TRUE(five == same && !(five == ones));
#endif
}

TEST(HipConversions, RoundInTheirDirectionAndClampWhatDoesNotFit) {
    EXPECT_EQ(__float2int_rz(-2.9f), -2);
    EXPECT_EQ(__float2int_rd(-2.1f), -3);
    EXPECT_EQ(__float2int_rz(3e9f), std::numeric_limits<int>::max());
    EXPECT_EQ(__double2uint_rn(-1.0), 0u);
    EXPECT_EQ(__float2ll_rn(std::numeric_limits<float>::quiet_NaN()), 0);
    EXPECT_EQ(__int2float_rd(16777217), 16777216.0f);
    EXPECT_EQ(__int2float_ru(16777217), 16777218.0f);
    EXPECT_EQ(__double2float_ru(1.0 + 0x1p-40), 1.0f + 0x1p-23f);
    EXPECT_EQ(__hiloint2double(0x3ff00000, 0), 1.0);
    EXPECT_EQ(__double2hiint(-2.0), static_cast<int>(0xc0000000u));
}

TEST(HipConversions, RoundArithmeticInItsDirection) {
    EXPECT_EQ(__fadd_rd(1.0f, 0x1p-30f), 1.0f);
    EXPECT_EQ(__fadd_ru(1.0f, 0x1p-30f), 1.0f + 0x1p-23f);
    EXPECT_EQ(__fmul_rz(-1.0f - 0x1p-23f, 1.0f + 0x1p-23f), -1.0f - 0x1p-22f);
    EXPECT_LT(__ddiv_rd(1.0, 3.0), __ddiv_ru(1.0, 3.0));
    EXPECT_EQ(__dadd_ru(1.0, 0x1p-80), 1.0 + 0x1p-52);
    EXPECT_LT(__dsqrt_rd(2.0), __dsqrt_ru(2.0));
}

TEST(HipBits, FollowTheirDefinitions) {
    EXPECT_EQ(__byte_perm(0x03020100u, 0x07060504u, 0x5410u), 0x05040100u);
    EXPECT_EQ(__funnelshift_l(0x80000000u, 1u, 1), 3u);
    EXPECT_EQ(__funnelshift_r(2u, 1u, 1), 0x80000001u);
    EXPECT_EQ(__dp4a(0x01ff0203, 0x02030401, 10), 10 + 1 * 2 - 1 * 3 + 2 * 4 + 3 * 1);
    EXPECT_EQ(__sad(-3, 4, 1u), 8u);
    EXPECT_EQ(__fns64(0b101100, 0, 2), 3u);
    EXPECT_EQ(__mul64hi(-1, 1), -1);
}

TEST(HipMath, HasItsFastFormsBesideTheSystemsNames) {
    EXPECT_EQ(__expf(1.0f), expf(1.0f));
    EXPECT_EQ(__powf(2.0f, 10.0f), 1024.0f);
    float s = 0, c = 0;
    __sincosf(0.5f, &s, &c);
    EXPECT_EQ(s, sinf(0.5f));
    EXPECT_EQ(c, cosf(0.5f));
    EXPECT_NEAR(erfinvf(erff(0.7f)), 0.7f, 1e-6f);
    EXPECT_NEAR(normcdfinv(normcdf(1.25)), 1.25, 1e-12);
    EXPECT_EQ(sinpif(1.0f) < 1e-6f, true);
}

TEST(HipHalf, MixesWithOtherTypesAndRoundsInDirections) {
    const __half h(1.5f);
    static_assert(std::is_same_v<decltype(h * 2.0f), float>);
    static_assert(std::is_same_v<decltype(h * h), __half>);
    EXPECT_EQ(h * 2.0f, 3.0f);
    EXPECT_EQ(float(h + 1), 2.5f);
    EXPECT_TRUE(h > 1.0f && h < 2 && h == 1.5);
    EXPECT_EQ(float(__float2half_ru(1.0f + 0x1p-20f)), 1.0f + 0x1p-10f);
    EXPECT_EQ(float(__float2half_rd(-1.0f - 0x1p-20f)), -1.0f - 0x1p-10f);
    EXPECT_EQ(float(__float2half_rz(70000.0f)), 65504.0f);
    EXPECT_EQ(__half2int_rn(__half(2.5f)), 2);
    const __half2 p = __floats2half2_rn(1, 2) * __float2half2_rn(3);
    EXPECT_EQ(__low2float(p), 3.0f);
    EXPECT_EQ(__high2float(__hadd2(p, p)), 12.0f);
    EXPECT_EQ(float(hexp(__half(0.0f))), 1.0f);
    EXPECT_EQ(float(__hmax(__half(1.0f), __half(2.0f))), 2.0f);
    const __half nan(std::numeric_limits<float>::quiet_NaN());
    EXPECT_FALSE(__hlt(nan, h));
    EXPECT_TRUE(__hltu(nan, h));
}

// A program's own type that is a half, or two, where one is asked for.
struct as_half {
    float value;
    operator __half() const { return __half(value); }
    operator __half2() const { return {__half(value), __half(-value)}; }
};
TEST(HipHalf, ComparesAndCalculatesWithWhatConvertsToIt) {
    const as_half one{1}, two{2}, infinite{std::numeric_limits<float>::infinity()},
        nan{std::numeric_limits<float>::quiet_NaN()};
    EXPECT_EQ(float(__hadd(one, two)), 3.0f);
    EXPECT_TRUE(__heq(one, one) && !__heq(nan, nan) && __hequ(nan, nan));
    EXPECT_TRUE(__hbeq2(one, one) && !__hbeq2(one, two) && !__hbeq2(nan, nan));
    EXPECT_TRUE(__hbequ2(nan, one) && !__hbequ2(one, two));
    EXPECT_EQ(__high2float(__hgtu2(one, two)), 1.0f);
    EXPECT_EQ(__low2float(__hgtu2(one, two)), 0.0f);
    EXPECT_EQ(__hisinf(infinite), 1);
    EXPECT_EQ(__high2float(__hisinf2(infinite)), 1.0f);
    EXPECT_EQ(__low2float(__hisinf2(one)), 0.0f);
    EXPECT_EQ(__low2float(__hadd2_sat(one, two)), 1.0f);
    EXPECT_EQ(__high2float(__hfma2_sat(one, two, one)), 1.0f);
    EXPECT_EQ(float(hexp2(two)), 4.0f);
    const __half2_raw bits = __half2(two);
    EXPECT_EQ(bits.y, 0xc000);
    EXPECT_TRUE(__half2(bits) == __half2(two));
}

TEST(HipBfloat16, RoundsADoubleOnce) {
    // Halfway between two of them, and a little more than a float can tell.
    EXPECT_EQ(float(__hip_bfloat16(1.0 + 0x1p-8 + 0x1p-40)), 1.0f + 0x1p-7f);
    EXPECT_EQ(float(__hip_bfloat16(2.0f) * __hip_bfloat16(3.0f)), 6.0f);
}

TEST(HipComplex, MultipliesAndDivides) {
    const hipFloatComplex z = hipCmulf(make_hipFloatComplex(1, 2), make_hipFloatComplex(3, 4));
    EXPECT_EQ(z.x, -5.0f);
    EXPECT_EQ(z.y, 10.0f);
    const hipDoubleComplex q = hipCdiv(make_hipDoubleComplex(-5, 10), make_hipDoubleComplex(3, 4));
    EXPECT_EQ(q.x, 1.0);
    EXPECT_EQ(q.y, 2.0);
    EXPECT_EQ(hipCabsf(make_hipFloatComplex(3, 4)), 5.0f);
}

TEST(HipDevice, DescribesItself) {
    int count = 0, value = 0;
    ASSERT_EQ(hipGetDeviceCount(&count), hipSuccess);
    EXPECT_EQ(count, 1);
    hipDeviceProp_t p;
    ASSERT_EQ(hipGetDeviceProperties(&p, 0), hipSuccess);
    EXPECT_EQ(p.maxThreadsPerBlock, 1024);
    EXPECT_GT(p.multiProcessorCount, 0);
    ASSERT_EQ(hipDeviceGetAttribute(&value, hipDeviceAttributeMaxThreadsPerBlock, 0), hipSuccess);
    EXPECT_EQ(value, 1024);
    EXPECT_EQ(hipGetDeviceProperties(&p, 1), hipErrorInvalidDevice);
    hipGetLastError();
    std::size_t free = 0, total = 0;
    ASSERT_EQ(hipMemGetInfo(&free, &total), hipSuccess);
    EXPECT_GT(free, 0u);
    EXPECT_GE(total, free);
}

TEST(HipMemory, CopiesRowsAndSlicesAndFillsWords) {
    std::vector<int> host(6), back(6, -1);
    for (int i = 0; i < 6; ++i) host[static_cast<std::size_t>(i)] = i;
    int* rows = nullptr;
    std::size_t pitch = 0;
    ASSERT_EQ(hipMallocPitch(&rows, &pitch, 3 * sizeof(int), 2), hipSuccess);
    EXPECT_EQ(pitch % 256, 0u);
    ASSERT_EQ(hipMemcpy2D(rows, pitch, host.data(), 3 * sizeof(int), 3 * sizeof(int), 2,
                          hipMemcpyHostToDevice),
              hipSuccess);
    EXPECT_EQ(reinterpret_cast<int*>(reinterpret_cast<char*>(rows) + pitch)[0], 3);
    ASSERT_EQ(hipMemcpy2D(back.data(), 3 * sizeof(int), rows, pitch, 3 * sizeof(int), 2,
                          hipMemcpyDeviceToHost),
              hipSuccess);
    EXPECT_EQ(back, host);
    EXPECT_EQ(hipMemcpy2D(rows, 4, host.data(), 12, 12, 1, hipMemcpyHostToDevice),
              hipErrorInvalidPitchValue);
    ASSERT_EQ(hipMemsetD32(rows, 0x01020304, 3), hipSuccess);
    EXPECT_EQ(rows[2], 0x01020304);
    EXPECT_EQ(hipFree(rows), hipSuccess);
    hipGetLastError();
}

__device__ int device_value = 7;
__device__ int* device_pointer = nullptr;

TEST(HipMemory, ReachesVariablesOfTheDevice) {
    int back = 0;
    ASSERT_EQ(hipMemcpyFromSymbol(&back, device_value, sizeof back), hipSuccess);
    EXPECT_EQ(back, 7);
    void* address = nullptr;
    ASSERT_EQ(hipGetSymbolAddress(&address, HIP_SYMBOL(device_value)), hipSuccess);
    EXPECT_EQ(address, &device_value);
    int* p = &back;
    ASSERT_EQ(hipMemcpyToSymbol(device_pointer, &p, sizeof p), hipSuccess);
    EXPECT_EQ(device_pointer, &back);
    EXPECT_EQ(hipMemcpyToSymbol(device_value, &back, 8), hipErrorInvalidValue);
    hipGetLastError();
}

__global__ void add_kernel(int* p, int n) {
    if (static_cast<int>(threadIdx.x) < n) p[threadIdx.x] += n;
}

TEST(HipStreams, KeepCapturedWorkForTheGraph) {
    int* p = nullptr;
    ASSERT_EQ(hipMalloc(&p, 4 * sizeof(int)), hipSuccess);
    hipStream_t stream;
    ASSERT_EQ(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking), hipSuccess);
    ASSERT_EQ(hipMemset(p, 0, 4 * sizeof(int)), hipSuccess);
    ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal), hipSuccess);
    hipLaunchKernelGGL(add_kernel, dim3(1), dim3(4), 0, stream, p, 3);
    hipGraph_t graph;
    ASSERT_EQ(hipStreamEndCapture(stream, &graph), hipSuccess);
    EXPECT_EQ(p[0], 0);
    hipGraphExec_t ready;
    ASSERT_EQ(hipGraphInstantiate(&ready, graph, nullptr, nullptr, 0), hipSuccess);
    EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);
    EXPECT_EQ(hipGraphLaunch(ready, stream), hipSuccess);
    EXPECT_EQ(hipGraphLaunch(ready, stream), hipSuccess);
    EXPECT_EQ(p[0], 6);
    EXPECT_EQ(p[3], 0);
    EXPECT_EQ(hipGraphExecDestroy(ready), hipSuccess);
    EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
    EXPECT_EQ(hipStreamDestroy(stream), hipErrorContextIsDestroyed);
    hipFree(p);
    hipGetLastError();
}

TEST(HipLaunches, TakeKernelsByAddressAndByName) {
    int* p = nullptr;
    ASSERT_EQ(hipMalloc(&p, 4 * sizeof(int)), hipSuccess);
    ASSERT_EQ(hipMemset(p, 0, 4 * sizeof(int)), hipSuccess);
    int n = 2;
    void* arguments[] = {&p, &n};
    ASSERT_EQ(
        hipLaunchKernel(reinterpret_cast<const void*>(add_kernel), dim3(1), dim3(4), arguments),
        hipSuccess);
    EXPECT_EQ(p[1], 2);
    hipModule_t module;
    hipFunction_t function;
    ASSERT_EQ(hipModuleLoad(&module, "any"), hipSuccess);
    ASSERT_EQ(hipModuleGetFunction(&function, module, "tileproof::devices::add_kernel"),
              hipSuccess);
    struct {
        int* p;
        int n;
    } packed{p, 1};
    std::size_t bytes = sizeof packed;
    void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     HIP_LAUNCH_PARAM_END};
    ASSERT_EQ(hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, nullptr, extra),
              hipSuccess);
    EXPECT_EQ(p[0], 3);
    EXPECT_EQ(hipModuleGetFunction(&function, module, "none"), hipErrorNotFound);
    hipFree(p);
    hipGetLastError();
}

__global__ void grid_kernel(int* count, int* seen) {
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    atomicAdd(count, 1);
    grid.sync();
    if (threadIdx.x == 0) seen[blockIdx.x] = *count;
}

TEST(HipCooperativeGroups, LetTheBlocksOfAGridWaitForEachOther) {
    int *count = nullptr, *seen = nullptr;
    ASSERT_EQ(hipMalloc(&count, sizeof(int)), hipSuccess);
    ASSERT_EQ(hipMalloc(&seen, 5 * sizeof(int)), hipSuccess);
    ASSERT_EQ(hipMemset(count, 0, sizeof(int)), hipSuccess);
    void* arguments[] = {&count, &seen};
    ASSERT_EQ(hipLaunchCooperativeKernel(grid_kernel, dim3(5), dim3(8), arguments, 0, nullptr),
              hipSuccess);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(seen[i], 40);
    EXPECT_EQ(hipLaunchCooperativeKernel(grid_kernel, dim3(1000), dim3(8), arguments, 0, nullptr),
              hipErrorCooperativeLaunchTooLarge);
    hipFree(count);
    hipFree(seen);
    hipGetLastError();
}

__global__ void tile_kernel(const int* in, int* out) {
    const auto block = cooperative_groups::this_thread_block();
    const auto tile = cooperative_groups::tiled_partition<8>(block);
    int v = in[block.thread_rank()];
    for (unsigned d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
    if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = v;
}
// Each of 32 lanes loads at 5 times its number; lanes below `first` do not take part.
template <int Bytes>
__global__ void load_lds_kernel(const unsigned char* in, unsigned char* out, int first) {
    __shared__ unsigned char lds[32 * 16 + 64];
    const int lane = static_cast<int>(threadIdx.x);
    for (unsigned i = threadIdx.x; i < sizeof lds; i += 32) lds[i] = 0xee;
    __syncthreads();
    if (lane >= first)  // of other lanes' places nobody asks
        __builtin_amdgcn_global_load_lds(in + 16 * ((5 * lane) % 32),
                                         lds + (lane == first ? 16 : 9999 * lane), Bytes, 8, 0);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < sizeof lds; i += 32) out[i] = lds[i];
}
template <int Bytes>
void expect_loaded(int first) {
    unsigned char in[32 * 16 + 24], out[32 * 16 + 64];
    for (unsigned i = 0; i < sizeof in; ++i) in[i] = static_cast<unsigned char>(i * 7 + i / 256);
    hipLaunchKernelGGL(load_lds_kernel<Bytes>, 1, 32, 0, 0, in, out, first);
    ASSERT_EQ(hipGetLastError(), hipSuccess) << cpu_engine::last_error();
    constexpr int stride = Bytes < 12 ? 4 : 16, stored = Bytes < 4 ? 4 : Bytes;
    for (int i = 0; i < static_cast<int>(sizeof out); ++i) {
        const int at = i - 16 - 8, lane = at / stride, byte = at % stride;
        int expected = 0xee;
        if (at >= 0 && lane >= first && lane < 32 && byte < stored)
            expected = byte < Bytes ? in[16 * ((5 * lane) % 32) + 8 + byte] : 0;
        ASSERT_EQ(out[i], expected) << Bytes << " bytes, byte " << i;
    }
}
TEST(HipBuiltins, LoadIntoLdsWhereTheLowestLaneSays) {
    for (const int first : {0, 3}) {
        expect_loaded<1>(first);
        expect_loaded<2>(first);
        expect_loaded<4>(first);
        expect_loaded<12>(first);
        expect_loaded<16>(first);
    }
}

using four_words = int __attribute__((ext_vector_type(4)));
__global__ void buffer_lds_kernel(const int* in, int* out) {
    __shared__ int lds[3 * 32 + 1];
    const int lane = static_cast<int>(threadIdx.x);
    const auto all = __builtin_amdgcn_make_buffer_rsrc(const_cast<int*>(in), 0, 4 * 40, 0);
    const std::uint64_t address = reinterpret_cast<std::uint64_t>(in);
    const four_words words = {static_cast<int>(address), static_cast<int>(address >> 32), 4 * 40,
                              0};
    __builtin_amdgcn_raw_ptr_buffer_load_lds(all, lds, 4, 4 * lane, 4 * 2, 4, 0);
    __builtin_amdgcn_raw_buffer_load_lds(words, lds + 33, 4, 8 * lane, 0, 0, 0);
    __syncthreads();
    for (int i = lane; i < 64; i += 32) out[i] = lds[i + 1];
}
TEST(HipBuiltins, LoadBuffersIntoLdsWithZerosBeyondTheirEnd) {
    int in[100], out[64];
    for (int i = 0; i < 100; ++i) in[i] = 1000 + i;
    hipLaunchKernelGGL(buffer_lds_kernel, 1, 32, 0, 0, in, out);
    ASSERT_EQ(hipGetLastError(), hipSuccess) << cpu_engine::last_error();
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(out[i], 1000 + i + 3) << i;
        EXPECT_EQ(out[32 + i], 2 * i < 40 ? 1000 + 2 * i : 0) << i;
    }
}

// Three dwords are 12 bytes in a buffer, whatever room a variable of them takes.
using three_words = tp_language_vector<unsigned, 3>;
__global__ void three_dwords_kernel(unsigned* out) {
    const auto five = __builtin_amdgcn_make_buffer_rsrc(out, 0, 4 * 5, 0);
    three_words v = __builtin_amdgcn_raw_buffer_load_b96(five, 0, 8, 0);  // out[2 .. 4]
    __builtin_amdgcn_raw_buffer_store_b96(v, five, 0, 0, 0);              // out[0 .. 2]
    v = __builtin_amdgcn_raw_buffer_load_b96(five, 12, 0,
                                             0);  // out[3], out[4], and 0 beyond the range
    __builtin_amdgcn_raw_buffer_store_b96(v, __builtin_amdgcn_make_buffer_rsrc(out, 0, 64, 0), 20,
                                          0, 0);  // out[5 .. 7]
    __builtin_amdgcn_raw_buffer_store_b96(v, __builtin_amdgcn_make_buffer_rsrc(out, 0, 64, 0), 40,
                                          0, 0);
}
TEST(HipBuiltins, MoveThreeDwordsAndNoFourth) {
    unsigned out[16];
    for (unsigned i = 0; i < 16; ++i) out[i] = 100 + i;
    hipLaunchKernelGGL(three_dwords_kernel, 1, 1, 0, 0, out);
    ASSERT_EQ(hipGetLastError(), hipSuccess) << cpu_engine::last_error();
    EXPECT_THAT(out, testing::ElementsAre(102, 103, 104, 103, 104, 103, 104, 0, 108, 109, 103, 104,
                                          0, 113, 114, 115));
}

__global__ void swap_kernel(unsigned* out) {
    const unsigned lane = threadIdx.x;
    const auto rows = __builtin_amdgcn_permlane16_swap(lane, 100 + lane, false, false);
    const auto halves = __builtin_amdgcn_permlane32_swap(lane, 100 + lane, false, false);
    out[4 * lane] = rows[0], out[4 * lane + 1] = rows[1];
    out[4 * lane + 2] = halves[0], out[4 * lane + 3] = halves[1];
}
TEST(HipBuiltins, SwapRowsAndHalvesOfTwoOperands) {
    cpu_engine::settings().wave_size = 64;
    unsigned out[4 * 64];
    hipLaunchKernelGGL(swap_kernel, 1, 64, 0, 0, out);
    cpu_engine::settings().wave_size = 32;
    ASSERT_EQ(hipGetLastError(), hipSuccess) << cpu_engine::last_error();
    for (unsigned lane = 0; lane < 64; ++lane) {
        const bool odd_row = lane / 16 % 2, upper = lane >= 32;
        EXPECT_EQ(out[4 * lane], odd_row ? 100 + lane - 16 : lane) << lane;
        EXPECT_EQ(out[4 * lane + 1], odd_row ? 100 + lane : lane + 16) << lane;
        EXPECT_EQ(out[4 * lane + 2], upper ? 100 + lane - 32 : lane) << lane;
        EXPECT_EQ(out[4 * lane + 3], upper ? 100 + lane : lane + 32) << lane;
    }
}

__global__ void machine_kernel(int* out) {
    const int lane = static_cast<int>(threadIdx.x);
    out[lane] = __builtin_amdgcn_update_dpp(-1, lane, 0x111, 0xf, 0xf, false);  // row_shr:1
    out[32 + lane] = __builtin_amdgcn_ds_bpermute(4 * (31 - lane), lane);
    out[64 + lane] = __builtin_amdgcn_readfirstlane(lane + 5);
    out[96 + lane] = static_cast<int>(__builtin_amdgcn_mbcnt_lo(~0u, 0));
}

TEST(HipCooperativeGroups, ReadTheLanesOfTheirTile) {
    int *in = nullptr, *out = nullptr;
    ASSERT_EQ(hipMalloc(&in, 24 * sizeof(int)), hipSuccess);
    ASSERT_EQ(hipMalloc(&out, 3 * sizeof(int)), hipSuccess);
    for (int i = 0; i < 24; ++i) in[i] = i;
    hipLaunchKernelGGL(tile_kernel, 1, 24, 0, 0, in, out);
    ASSERT_EQ(hipGetLastError(), hipSuccess);
    EXPECT_EQ(out[0], 28);
    EXPECT_EQ(out[2], 28 + 128);
    hipFree(in);
    hipFree(out);
}

// Odd lanes only: ranks 0 to 15, in parts of 4.
__global__ void part_kernel(int* sums) {
    if (threadIdx.x % 2 == 0) return;
    const auto odd = cooperative_groups::coalesced_threads();
    const auto part = cooperative_groups::tiled_partition(odd, 4);
    int v = static_cast<int>(threadIdx.x);
    v += part.shfl_xor(v, 1);
    v += part.shfl_xor(v, 2);
    sums[threadIdx.x] = v + 1000 * static_cast<int>(part.size());
}
TEST(HipCooperativeGroups, PartLanesThatAreTogether) {
    int sums[32] = {};
    hipLaunchKernelGGL(part_kernel, 1, 32, 0, 0, sums);
    ASSERT_EQ(hipGetLastError(), hipSuccess) << cpu_engine::last_error();
    for (int lane = 1; lane < 32; lane += 2)
        EXPECT_EQ(sums[lane], 4000 + 4 * (lane / 8 * 8) + 1 + 3 + 5 + 7) << lane;
}

// Values 0, 0, 1, 1, ... of tiles of 8, and of those of odd lanes.
__global__ void match_kernel(unsigned long long* of) {
    const int lane = static_cast<int>(threadIdx.x);
    const auto tile =
        cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    int same = 7;
    of[lane] = tile.match_any(lane / 2);
    of[32 + lane] = tile.match_all(lane / 2, same) + 1000 * static_cast<unsigned>(same);
    of[64 + lane] = tile.match_all(lane / 8, same) + 1000 * static_cast<unsigned>(same);
    if (lane % 2 == 0) return;
    of[96 + lane] = cooperative_groups::coalesced_threads().match_all(5, same);
}
TEST(HipCooperativeGroups, TellWhichLanesHaveTheSameValue) {
    unsigned long long of[128] = {};
    hipLaunchKernelGGL(match_kernel, 1, 32, 0, 0, of);
    ASSERT_EQ(hipGetLastError(), hipSuccess) << cpu_engine::last_error();
    for (int lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(of[lane], 3ull << lane % 8 / 2 * 2) << lane;
        EXPECT_EQ(of[32 + lane], 0u) << lane;
        EXPECT_EQ(of[64 + lane], 1255u) << lane;
        if (lane % 2) EXPECT_EQ(of[96 + lane], 0xffffu) << lane;
    }
}

__global__ void grids_kernel(unsigned* of) {
    const auto grids = cooperative_groups::this_multi_grid();
    const cooperative_groups::thread_group group = grids;
    of[group.thread_rank()] = 100 * group.size() + 10 * grids.num_grids() + grids.grid_rank();
    group.sync();
    if (grids.thread_rank() == 0) of[8] = of[7];
}
TEST(HipCooperativeGroups, HaveOneGridForOneDevice) {
    unsigned of[9] = {}, *list = of;
    void* arguments[] = {&list};
    ASSERT_EQ(hipLaunchCooperativeKernel(grids_kernel, 2, 4, arguments, 0, nullptr), hipSuccess)
        << cpu_engine::last_error();
    EXPECT_THAT(of, testing::Each(810u));
}

TEST(HipBuiltins, MoveValuesBetweenLanesAsTheMachineDoes) {
    int* out = nullptr;
    ASSERT_EQ(hipMalloc(&out, 128 * sizeof(int)), hipSuccess);
    hipLaunchKernelGGL(machine_kernel, 1, 32, 0, 0, out);
    ASSERT_EQ(hipGetLastError(), hipSuccess);
    EXPECT_EQ(out[0], -1);
    EXPECT_EQ(out[5], 4);
    EXPECT_EQ(out[16], -1);
    EXPECT_EQ(out[32], 31);
    EXPECT_EQ(out[64 + 9], 5);
    EXPECT_EQ(out[96 + 9], 9);
    hipFree(out);
}

TEST(HipTextures, InterpolateAndFollowTheirAddressing) {
    const float texels[3] = {0, 10, 20};
    hipArray_t array;
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    ASSERT_EQ(hipMallocArray(&array, &format, 3), hipSuccess);
    ASSERT_EQ(hipMemcpy2DToArray(array, 0, 0, texels, sizeof texels, sizeof texels, 1,
                                 hipMemcpyHostToDevice),
              hipSuccess);
    hipResourceDesc resource{};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = hipAddressModeClamp;
    how.filterMode = hipFilterModeLinear;
    hipTextureObject_t t;
    ASSERT_EQ(hipCreateTextureObject(&t, &resource, &how, nullptr), hipSuccess);
    EXPECT_EQ(tex2D<float>(t, 1.0f, 0.5f), 5.0f);
    EXPECT_EQ(tex2D<float>(t, 9.0f, 0.5f), 20.0f);
    EXPECT_EQ(hipDestroyTextureObject(t), hipSuccess);
    EXPECT_EQ(hipFreeArray(array), hipSuccess);
}

// An array of columns x rows x slices, whose texels are 100 for each slice, 10 for each row, 1 for each column.
struct numbered_array {
    hipArray_t array = nullptr;
    numbered_array(std::size_t columns, std::size_t rows, std::size_t slices, unsigned flags) {
        std::vector<float> texels;
        for (std::size_t z = 0; z < std::max<std::size_t>(slices, 1); ++z)
            for (std::size_t y = 0; y < std::max<std::size_t>(rows, 1); ++y)
                for (std::size_t x = 0; x < columns; ++x)
                    texels.push_back(static_cast<float>(100 * z + 10 * y + x));
        const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
        EXPECT_EQ(hipMalloc3DArray(&array, &format, {columns, rows, slices}, flags), hipSuccess);
        hipMemcpy3DParms p{};
        p.srcPtr = make_hipPitchedPtr(texels.data(), columns * sizeof(float), columns,
                                      std::max<std::size_t>(rows, 1));
        p.dstArray = array;
        p.extent = {columns, std::max<std::size_t>(rows, 1), std::max<std::size_t>(slices, 1)};
        p.kind = hipMemcpyHostToDevice;
        EXPECT_EQ(hipMemcpy3D(&p), hipSuccess);
    }
    ~numbered_array() { (void)hipFreeArray(array); }
    hipResourceDesc resource() const {
        hipResourceDesc r{};
        r.resType = hipResourceTypeArray;
        r.res.array.array = array;
        return r;
    }
    hipTextureObject_t texture() const {
        const hipResourceDesc r = resource();
        hipTextureDesc how{};
        how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = hipAddressModeClamp;
        hipTextureObject_t t = nullptr;
        EXPECT_EQ(hipCreateTextureObject(&t, &r, &how, nullptr), hipSuccess);
        return t;
    }
    hipSurfaceObject_t surface() const {
        const hipResourceDesc r = resource();
        hipSurfaceObject_t s = nullptr;
        EXPECT_EQ(hipCreateSurfaceObject(&s, &r), hipSuccess);
        return s;
    }
};
TEST(HipTextures, HaveLayersAndFacesOfCubes) {
    const numbered_array lines(4, 0, 3, hipArrayLayered),
        cubes(4, 4, 12, hipArrayCubemap | hipArrayLayered);
    const hipTextureObject_t line = lines.texture(), cube = cubes.texture();
    EXPECT_EQ(tex1DLayered<float>(line, 2.5f, 1), 102.0f);
    EXPECT_EQ(tex1DLayered<float>(line, 2.5f, 9), 202.0f);
    // Along +x to -z, a little beside the middle of the face: +y is up, and +z is to the left of +x.
    EXPECT_EQ(texCubemap<float>(cube, 1, -0.1f, -0.1f), 22.0f);
    EXPECT_EQ(texCubemap<float>(cube, -1, 0.9f, -0.9f), 100.0f);
    EXPECT_EQ(texCubemap<float>(cube, 0.9f, 1, 0.9f), 233.0f);
    EXPECT_EQ(texCubemap<float>(cube, 0.9f, -1, 0.9f), 303.0f);
    EXPECT_EQ(texCubemap<float>(cube, 0.9f, 0.9f, 1), 403.0f);
    EXPECT_EQ(texCubemapLayered<float>(cube, 0.9f, 0.9f, -1, 1), 1100.0f);
    (void)hipDestroyTextureObject(line), (void)hipDestroyTextureObject(cube);
}
TEST(HipTextures, GatherOneComponentOfFourTexels) {
    const float4 texels[4] = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}, {30, 31, 32, 33}};
    hipArray_t array;
    const hipChannelFormatDesc format = hipCreateChannelDesc<float4>();
    ASSERT_EQ(hipMallocArray(&array, &format, 2, 2, hipArrayTextureGather), hipSuccess);
    ASSERT_EQ(hipMemcpy2DToArray(array, 0, 0, texels, 32, 32, 2, hipMemcpyHostToDevice),
              hipSuccess);
    hipResourceDesc resource{};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureObject_t t;
    const hipTextureDesc how{};
    ASSERT_EQ(hipCreateTextureObject(&t, &resource, &how, nullptr), hipSuccess);
    EXPECT_TRUE(tex2Dgather<float4>(t, 1, 1, 2) == make_float4(22, 32, 12, 2));
    (void)hipDestroyTextureObject(t), (void)hipFreeArray(array);
}
TEST(HipTextures, AreReadAtTheLevelsOfAMipmap) {
    hipMipmappedArray_t mipmap;
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    ASSERT_EQ(hipMallocMipmappedArray(&mipmap, &format, {4, 0, 0}, 3), hipSuccess);
    for (unsigned level = 0; level < 3; ++level) {
        hipArray_t a;
        ASSERT_EQ(hipGetMipmappedArrayLevel(&a, mipmap, level), hipSuccess);
        const std::vector<float> texels(4u >> level, static_cast<float>(10 * level));
        ASSERT_EQ(hipMemcpy2DToArray(a, 0, 0, texels.data(), 4 * texels.size(), 4 * texels.size(),
                                     1, hipMemcpyHostToDevice),
                  hipSuccess);
    }
    hipResourceDesc resource{};
    resource.resType = hipResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    hipTextureDesc how{};
    how.normalizedCoords = 1, how.maxMipmapLevelClamp = 2;
    const auto read = [&](auto at) {
        hipTextureObject_t t;
        EXPECT_EQ(hipCreateTextureObject(&t, &resource, &how, nullptr), hipSuccess);
        const float v = at(t);
        (void)hipDestroyTextureObject(t);
        return v;
    };
    const auto level = [](float n) {
        return [n](hipTextureObject_t t) { return tex1DLod<float>(t, 0.5f, n); };
    };
    EXPECT_EQ(read([](hipTextureObject_t t) { return tex1D<float>(t, 0.5f); }), 0.0f);
    EXPECT_EQ(read(level(1)), 10.0f);
    EXPECT_EQ(read(level(9)), 20.0f);
    EXPECT_EQ(read([](hipTextureObject_t t) { return tex1DGrad<float>(t, 0.5f, 0.5f, 0); }), 10.0f);
    how.mipmapFilterMode = hipFilterModeLinear;
    EXPECT_EQ(read(level(1.25f)), 12.5f);
    how.maxMipmapLevelClamp = 1;
    EXPECT_EQ(read(level(2)), 10.0f);
    (void)hipFreeMipmappedArray(mipmap);
}
TEST(HipSurfaces, HaveSlicesLayersAndFaces) {
    const numbered_array box(4, 3, 2, hipArraySurfaceLoadStore), lines(4, 0, 3, hipArrayLayered),
        cubes(2, 2, 12, hipArrayCubemap | hipArrayLayered);
    const hipSurfaceObject_t b = box.surface(), l = lines.surface(), c = cubes.surface();
    float v = -1;
    surf3Dread(&v, b, 4, 2, 1);
    EXPECT_EQ(v, 121.0f);
    surf3Dwrite(7.0f, b, 12, 0, 1);
    surf3Dread(&v, b, 12, 0, 1);
    EXPECT_EQ(v, 7.0f);
    surf3Dwrite(7.0f, b, 16, 0, 1);
    surf3Dread(&v, b, 16, 0, 1);
    EXPECT_EQ(v, 0.0f);
    surf3Dread(&v, b, 0, 1, 1);
    EXPECT_EQ(v, 110.0f);
    surf1DLayeredread(&v, l, 4, 2);
    EXPECT_EQ(v, 201.0f);
    surfCubemapread(&v, c, 4, 1, 5);
    EXPECT_EQ(v, 511.0f);
    surfCubemapLayeredread(&v, c, 0, 1, 3, 1);
    EXPECT_EQ(v, 910.0f);
    for (const hipSurfaceObject_t s : {b, l, c}) EXPECT_EQ(hipDestroySurfaceObject(s), hipSuccess);
}
TEST(HipTextures, AreDescribedByHalvesAsWell) {
    const hipChannelFormatDesc d = hipCreateChannelDescHalf4();
    EXPECT_TRUE(d.x == 16 && d.y == 16 && d.z == 16 && d.w == 16);
    EXPECT_EQ(d.f, hipChannelFormatKindFloat);
    EXPECT_EQ(hipCreateChannelDescHalf2().y, 16);
    EXPECT_EQ(hipCreateChannelDescHalf().y, 0);
    EXPECT_EQ(hipCreateChannelDescHalf1().x, 16);
}
TEST(HipTextures, TellWhatTheDriverMadeThemOf) {
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    HIP_RESOURCE_DESC resource{}, told{};
    ASSERT_EQ(hipMallocArray(&resource.res.array.hArray, &format, 8, 8), hipSuccess);
    HIP_TEXTURE_DESC how{}, told_how{};
    how.flags = HIP_TRSF_READ_AS_INTEGER;
    HIP_RESOURCE_VIEW_DESC view{}, told_view{};
    view.width = 8;
    hipTextureObject_t t = nullptr, other = nullptr;
    ASSERT_EQ(hipTexObjectCreate(&t, &resource, &how, &view), hipSuccess);
    ASSERT_EQ(hipTexObjectGetResourceDesc(&told, t), hipSuccess);
    EXPECT_EQ(told.res.array.hArray, resource.res.array.hArray);
    ASSERT_EQ(hipTexObjectGetTextureDesc(&told_how, t), hipSuccess);
    EXPECT_EQ(told_how.flags, how.flags);
    ASSERT_EQ(hipTexObjectGetResourceViewDesc(&told_view, t), hipSuccess);
    EXPECT_EQ(told_view.width, 8u);
    EXPECT_EQ(hipTexObjectGetResourceDesc(nullptr, t), hipErrorInvalidValue);
    EXPECT_EQ(hipTexObjectGetTextureDesc(&told_how, other), hipErrorInvalidValue);
    ASSERT_EQ(hipTexObjectDestroy(t), hipSuccess);
    EXPECT_EQ(hipTexObjectGetResourceViewDesc(&told_view, t), hipErrorInvalidValue);
    (void)hipFreeArray(resource.res.array.hArray), (void)hipGetLastError();
}

TEST(HipFunctions, AreFoundByTheirNames) {
    void* found = nullptr;
    hipDriverProcAddressQueryResult result{};
    ASSERT_EQ(hipGetProcAddress("hipFree", &found, 60000000, 0, &result), hipSuccess);
    EXPECT_EQ(found, reinterpret_cast<void*>(static_cast<hipError_t (*)(void*)>(hipFree)));
    EXPECT_EQ(result, HIP_GET_PROC_ADDRESS_SUCCESS);
    ASSERT_EQ(hipGetProcAddress("hipGetDeviceProperties", &found, 60000000, 0, nullptr),
              hipSuccess);
    hipDeviceProp_t p{};
    ASSERT_EQ(reinterpret_cast<hipError_t (*)(hipDeviceProp_t*, int)>(found)(&p, 0), hipSuccess);
    EXPECT_EQ(p.maxThreadsPerBlock, 1024);
    EXPECT_EQ(hipGetProcAddress("hipNone", &found, 60000000, 0, &result), hipErrorInvalidValue);
    EXPECT_EQ(result, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    EXPECT_EQ(found, nullptr);
    EXPECT_EQ(hipGetProcAddress("malloc", &found, 60000000, 0, nullptr), hipErrorInvalidValue);
    EXPECT_EQ(hipGetProcAddress(nullptr, &found, 60000000, 0, nullptr), hipErrorInvalidValue);
    EXPECT_EQ(hipGetProcAddress("hipFree", nullptr, 60000000, 0, nullptr), hipErrorInvalidValue);
    EXPECT_EQ(hipGetProcAddress("hipFree", &found, 60000000, 3, nullptr), hipErrorInvalidValue);
    hipGetLastError();
}

TEST(HipOccupancy, TakesTheTypeOfTheKernelAndRefusesNull) {
    int grid = 0, block = 0, blocks = 0;
    EXPECT_EQ(hipOccupancyMaxPotentialBlockSize<void (*)(unsigned*)>(&grid, &block, grids_kernel),
              hipSuccess);
    EXPECT_GT(block, 0);
    EXPECT_EQ((hipOccupancyMaxActiveBlocksPerMultiprocessor<void (*)(unsigned*)>(
                  &blocks, grids_kernel, 64, 0)),
              hipSuccess);
    EXPECT_GT(blocks, 0);
    EXPECT_EQ(hipOccupancyMaxPotentialBlockSize(nullptr, &block, grids_kernel),
              hipErrorInvalidValue);
    EXPECT_EQ(hipOccupancyMaxPotentialBlockSize(&grid, nullptr, grids_kernel),
              hipErrorInvalidValue);
}

}  // namespace
}  // namespace tileproof::devices
