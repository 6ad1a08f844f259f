// SPDX-License-Identifier: MIT
// Two devices: each thread has a current one, to which what it makes belongs, and what waits for one does not wait for the other.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

namespace tileproof::devices {
namespace {

const bool are_two = setenv("TILEPROOF_DEVICES", "2", 1) == 0;

__global__ void wait_for(const int* flag, int* done) {
    while (*static_cast<const volatile int*>(flag) == 0) {
    }
    *done = 1;
}
__global__ void store(int* to, int value) { *to = value; }

int current() {
    int device = -1;
    EXPECT_EQ(hipGetDevice(&device), hipSuccess);
    return device;
}
// The current device, until it ends.
struct on_device {
    explicit on_device(int d) { EXPECT_EQ(hipSetDevice(d), hipSuccess); }
    ~on_device() { EXPECT_EQ(hipSetDevice(before), hipSuccess); }
    on_device(const on_device&) = delete;
    on_device& operator=(const on_device&) = delete;
    const int before = current();
};
template <class T>
T* allocated_on(int device, std::size_t n = 1) {
    const on_device scope(device);
    T* p = nullptr;
    EXPECT_EQ(hipMalloc(&p, n * sizeof(T)), hipSuccess);
    return p;
}
int device_of(const void* p) {
    hipPointerAttribute_t a{};
    EXPECT_EQ(hipPointerGetAttributes(&a, p), hipSuccess);
    return a.device;
}

TEST(HipDevices, AreCountedAndDifferInTheirNumbers) {
    int count = 0, value = 0;
    ASSERT_EQ(hipGetDeviceCount(&count), hipSuccess);
    ASSERT_EQ(count, 2);
    hipDeviceProp_t first, second;
    ASSERT_EQ(hipGetDeviceProperties(&first, 0), hipSuccess);
    ASSERT_EQ(hipGetDeviceProperties(&second, 1), hipSuccess);
    EXPECT_NE(std::memcmp(&first.uuid, &second.uuid, sizeof first.uuid), 0);
    char id[16] = "";
    ASSERT_EQ(hipDeviceGetPCIBusId(id, sizeof id, 1), hipSuccess);
    ASSERT_EQ(hipDeviceGetByPCIBusId(&value, id), hipSuccess);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(hipDeviceGetPCIBusId(id, 6, 1), hipErrorInvalidValue);
    EXPECT_EQ(std::string(id), "0000:");
    (void)hipGetLastError();
}

TEST(HipDevices, AreCurrentForAThread) {
    const on_device scope(1);
    std::thread([] {
        EXPECT_EQ(current(), 0);
        EXPECT_EQ(hipSetDevice(1), hipSuccess);
        EXPECT_EQ(hipSetDevice(0), hipSuccess);
    }).join();
    EXPECT_EQ(current(), 1);
}

TEST(HipDevices, AreCurrentThroughTheirContexts) {
    hipCtx_t second = nullptr, now = nullptr;
    ASSERT_EQ(hipCtxCreate(&second, 0, 1), hipSuccess);
    EXPECT_EQ(current(), 1);
    ASSERT_EQ(hipCtxPopCurrent(&now), hipSuccess);
    EXPECT_EQ(now, second);
    EXPECT_EQ(current(), 0);
    ASSERT_EQ(hipCtxPushCurrent(second), hipSuccess);
    EXPECT_EQ(current(), 1);
    ASSERT_EQ(hipCtxDestroy(second), hipSuccess);
    EXPECT_EQ(current(), 0);
}

TEST(HipDevices, OwnWhatIsMadeOnThem) {
    int* const p = allocated_on<int>(1);
    EXPECT_EQ(device_of(p), 1);
    hipStream_t stream = nullptr;
    hipEvent_t first = nullptr, second = nullptr;
    void *of_stream = nullptr, *of_pool = nullptr;
    int device = -1;
    {
        const on_device scope(1);
        ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
        ASSERT_EQ(hipEventCreate(&second), hipSuccess);
        ASSERT_EQ(hipStreamGetDevice(nullptr, &device), hipSuccess);
        EXPECT_EQ(device, 1);
    }
    ASSERT_EQ(hipEventCreate(&first), hipSuccess);
    ASSERT_EQ(hipStreamGetDevice(stream, &device), hipSuccess);
    EXPECT_EQ(device, 1);
    EXPECT_EQ(hipGetStreamDeviceId(nullptr), 0);
    EXPECT_EQ(hipEventRecord(first, stream), hipErrorInvalidHandle);
    EXPECT_EQ(hipEventRecord(second, nullptr), hipErrorInvalidHandle);
    EXPECT_EQ(hipEventRecord(second, stream), hipSuccess);
    EXPECT_EQ(hipEventRecord(first, nullptr), hipSuccess);
    float time = 0;
    EXPECT_EQ(hipEventElapsedTime(&time, first, second), hipErrorInvalidHandle);
    ASSERT_EQ(hipMallocAsync(&of_stream, 64, stream), hipSuccess);
    EXPECT_EQ(device_of(of_stream), 1);
    hipMemPool_t pool = nullptr;
    ASSERT_EQ(hipDeviceGetDefaultMemPool(&pool, 1), hipSuccess);
    ASSERT_EQ(hipMallocFromPoolAsync(&of_pool, 64, pool, nullptr), hipSuccess);
    EXPECT_EQ(device_of(of_pool), 1);
    EXPECT_EQ(hipDeviceSetMemPool(0, pool), hipErrorInvalidDevice);
    EXPECT_EQ(current(), 0);
    (void)hipFree(p), (void)hipFree(of_stream), (void)hipFree(of_pool), (void)hipGetLastError();
    (void)hipStreamDestroy(stream), (void)hipEventDestroy(first), (void)hipEventDestroy(second);
}

TEST(HipDevices, KeepTheirOwnCacheConfiguration) {
    hipFuncCache_t first{}, second{};
    {
        const on_device scope(1);
        EXPECT_EQ(hipDeviceSetCacheConfig(hipFuncCachePreferL1), hipSuccess);
        EXPECT_EQ(hipDeviceGetCacheConfig(&second), hipSuccess);
    }
    EXPECT_EQ(hipDeviceGetCacheConfig(&first), hipSuccess);
    EXPECT_EQ(first, hipFuncCachePreferNone);
    EXPECT_EQ(second, hipFuncCachePreferL1);
}

// The number is that of the first call, so each list has a process.
TEST(HipDevices, AreListedByTheEnvironmentUpToTheFirstThatIsNone) {
    const auto end_with_their_number = [] {
        int n = -1, value = 0;
        const hipError_t given = hipGetDeviceCount(&n);
        const hipError_t peer =
            hipDeviceGetP2PAttribute(&value, hipDevP2PAttrAccessSupported, 0, 1);
        const bool right = n == 0 ? given == hipErrorNoDevice && peer == hipErrorNoDevice
                                  : given == hipSuccess && (peer == hipSuccess) == (n == 2);
        _exit(right ? n : 99);
    };
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const struct {
        const char* list;
        int number;
    } cases[] = {{"", 2},     {"0", 1}, {"1", 1},   {"1,0", 2}, {"0,-1,1", 1},
                 {"-1,0", 0}, {"2", 0}, {"0,0", 1}, {"gfx", 0}};
    for (const auto& [list, number] : cases) {
        setenv("HIP_VISIBLE_DEVICES", list, 1);
        EXPECT_EXIT(end_with_their_number(), testing::ExitedWithCode(number), "") << list;
    }
    unsetenv("HIP_VISIBLE_DEVICES");
}

TEST(HipDevices, CopyFromOneToTheOther) {
    int *const from = allocated_on<int>(0), *const to = allocated_on<int>(1);
    int back = 0;
    store<<<1, 1>>>(from, 7);
    ASSERT_EQ(hipMemcpyPeer(to, 1, from, 0, sizeof(int)), hipSuccess);
    ASSERT_EQ(hipMemcpy(&back, to, sizeof(int), hipMemcpyDeviceToHost), hipSuccess);
    EXPECT_EQ(back, 7);
    EXPECT_EQ(hipMemcpyPeer(to, 2, from, 0, sizeof(int)), hipErrorInvalidDevice);
    EXPECT_EQ(hipMemcpyPeerAsync(to, 1, from, -1, sizeof(int), nullptr), hipErrorInvalidDevice);
    (void)hipFree(from), (void)hipFree(to), (void)hipGetLastError();
}

// On a GPU, and here, the kernel of device 1 goes on when the host stores the flag.
TEST(HipDevices, DoNotWaitForEachOther) {
    int *flag = nullptr, *done = nullptr, *const other = allocated_on<int>(0);
    ASSERT_EQ(hipHostMalloc(&flag, sizeof(int)), hipSuccess);
    ASSERT_EQ(hipHostMalloc(&done, sizeof(int)), hipSuccess);
    *flag = *done = 0;
    {
        const on_device scope(1);
        wait_for<<<1, 1>>>(flag, done);
        EXPECT_EQ(hipStreamQuery(nullptr), hipErrorNotReady);
    }
    hipStream_t stream = nullptr;
    ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
    store<<<1, 1>>>(other, 5);
    store<<<1, 1, 0, stream>>>(other, 6);
    EXPECT_EQ(hipDeviceSynchronize(), hipSuccess);
    EXPECT_EQ(hipStreamQuery(nullptr), hipSuccess);
    EXPECT_EQ(hipFree(other), hipSuccess);
    EXPECT_EQ(*static_cast<volatile int*>(done), 0);
    *static_cast<volatile int*>(flag) = 1;
    const on_device scope(1);
    EXPECT_EQ(hipDeviceSynchronize(), hipSuccess);
    EXPECT_EQ(*done, 1);
    (void)hipHostFree(flag), (void)hipHostFree(done), (void)hipStreamDestroy(stream);
}

TEST(HipDevices, AreResetOneByOne) {
    int *const first = allocated_on<int>(0), *const second = allocated_on<int>(1);
    const on_device scope(1);
    unsigned flags = 9;
    ASSERT_EQ(hipSetDeviceFlags(hipDeviceScheduleSpin), hipSuccess);
    ASSERT_EQ(hipDeviceEnablePeerAccess(0, 0), hipSuccess);
    ASSERT_EQ(hipDeviceReset(), hipSuccess);
    EXPECT_EQ(hipFree(second), hipErrorInvalidValue);
    EXPECT_EQ(hipFree(first), hipSuccess);
    EXPECT_EQ(hipDeviceDisablePeerAccess(0), hipErrorPeerAccessNotEnabled);
    ASSERT_EQ(hipGetDeviceFlags(&flags), hipSuccess);
    EXPECT_EQ(flags, 0u);
    (void)hipGetLastError();
}

TEST(HipDevices, LetEachOtherUseTheirMemory) {
    int can = -1, *const p = allocated_on<int>(0);
    ASSERT_EQ(hipDeviceCanAccessPeer(&can, 0, 1), hipSuccess);
    EXPECT_EQ(can, 1);
    ASSERT_EQ(hipDeviceCanAccessPeer(&can, 1, 1), hipSuccess);
    EXPECT_EQ(can, 0);
    const on_device scope(1);
    ASSERT_EQ(hipDeviceEnablePeerAccess(0, 0), hipSuccess);
    EXPECT_EQ(hipDeviceEnablePeerAccess(0, 0), hipErrorPeerAccessAlreadyEnabled);
    store<<<1, 1>>>(p, 3);
    EXPECT_EQ(hipDeviceSynchronize(), hipSuccess);
    EXPECT_EQ(hipDeviceDisablePeerAccess(0), hipSuccess);
    hipCtx_t first = nullptr, second = nullptr;
    ASSERT_EQ(hipDevicePrimaryCtxRetain(&first, 0), hipSuccess);
    ASSERT_EQ(hipDevicePrimaryCtxRetain(&second, 1), hipSuccess);
    EXPECT_EQ(hipCtxEnablePeerAccess(second, 0), hipErrorInvalidDevice);
    EXPECT_EQ(hipCtxEnablePeerAccess(first, 0), hipSuccess);
    EXPECT_EQ(hipCtxDisablePeerAccess(first), hipSuccess);
    EXPECT_EQ(hipCtxDisablePeerAccess(first), hipErrorPeerAccessNotEnabled);
    (void)hipFree(p), (void)hipGetLastError();
}

TEST(HipDevices, WithWrongArgumentsGiveTheErrorOfHip) {
    int value = 0;
    unsigned type = 0, hops = 0;
    char text[16];
    void* pointer = nullptr;
    hipMemPool_t pool = nullptr;
    (void)hipDeviceGetDefaultMemPool(&pool, 1);
    hipDeviceProp_t p;
    hipCtx_t c = nullptr, no_context = reinterpret_cast<hipCtx_t>(0x1000);
    const auto no_attribute = static_cast<hipDeviceP2PAttr>(10);
    const hipMemAccessDesc first{{hipMemLocationTypeDevice, 0}, hipMemAccessFlagsProtRead};
    const hipMemAccessDesc third{{hipMemLocationTypeDevice, 2}, hipMemAccessFlagsProtRead};
    hipMemLocation where = first.location;
    hipMemAccessFlags access{};
    const struct {
        hipError_t expected, given;
        const char* call;
    } calls[] = {
#define CALL(expected, ...) {hip##expected, __VA_ARGS__, #__VA_ARGS__}
        CALL(ErrorInvalidDevice, hipSetDevice(-1)),
        CALL(ErrorInvalidDevice, hipSetDevice(2)),
        CALL(ErrorInvalidValue, hipGetDevice(nullptr)),
        CALL(ErrorInvalidDevice, hipGetDeviceProperties(&p, 2)),
        CALL(ErrorInvalidValue, hipSetDeviceFlags(0x100)),
        CALL(ErrorInvalidValue, hipDeviceCanAccessPeer(nullptr, 0, 1)),
        CALL(ErrorInvalidDevice, hipDeviceCanAccessPeer(&value, -1, 1)),
        CALL(ErrorInvalidDevice, hipDeviceCanAccessPeer(&value, 0, 2)),
        CALL(ErrorInvalidValue, hipDeviceEnablePeerAccess(1, 1)),
        CALL(ErrorInvalidDevice, hipDeviceEnablePeerAccess(0, 0)),
        CALL(ErrorInvalidDevice, hipDeviceEnablePeerAccess(2, 0)),
        CALL(ErrorInvalidDevice, hipDeviceDisablePeerAccess(-1)),
        CALL(ErrorPeerAccessNotEnabled, hipDeviceDisablePeerAccess(1)),
        CALL(ErrorInvalidValue, hipDeviceGetP2PAttribute(&value, no_attribute, 0, 1)),
        CALL(ErrorInvalidDevice,
             hipDeviceGetP2PAttribute(&value, hipDevP2PAttrAccessSupported, 0, 0)),
        CALL(Success, hipDeviceGetP2PAttribute(&value, hipDevP2PAttrAccessSupported, 0, 1)),
        CALL(ErrorInvalidValue, hipExtGetLinkTypeAndHopCount(0, 0, &type, &hops)),
        CALL(ErrorInvalidValue, hipExtGetLinkTypeAndHopCount(0, -1, &type, &hops)),
        CALL(ErrorInvalidDevice, hipExtGetLinkTypeAndHopCount(0, 2, &type, &hops)),
        CALL(Success, hipExtGetLinkTypeAndHopCount(0, 1, &type, &hops)),
        CALL(ErrorInvalidValue, hipDeviceGetPCIBusId(text, 0, 1)),
        CALL(ErrorInvalidDevice, hipDeviceGetPCIBusId(text, 16, 2)),
        CALL(ErrorInvalidDevice, hipDeviceGetByPCIBusId(&value, "0000:02:00.0")),
        CALL(ErrorInvalidDevice, hipCtxCreate(&c, 0, 2)),
        CALL(ErrorInvalidContext, hipCtxPushCurrent(no_context)),
        CALL(ErrorInvalidContext, hipCtxSetCurrent(no_context)),
        CALL(ErrorInvalidValue, hipCtxDestroy(no_context)),
        CALL(ErrorInvalidContext, hipCtxEnablePeerAccess(no_context, 0)),
        CALL(ErrorInvalidContext, hipCtxDisablePeerAccess(no_context)),
        CALL(ErrorInvalidDevice, hipDeviceGetDefaultMemPool(&pool, 2)),
        CALL(ErrorInvalidValue, hipDeviceSetMemPool(2, pool)),
        CALL(Success, hipMemPoolSetAccess(pool, &first, 1)),
        CALL(ErrorInvalidDevice, hipMemPoolSetAccess(pool, &third, 1)),
        CALL(Success, hipMemPoolGetAccess(&access, pool, &where)),
        CALL(ErrorInvalidHandle, hipMallocAsync(&pointer, 4, reinterpret_cast<hipStream_t>(8))),
#undef CALL
    };
    for (const auto& call : calls) EXPECT_EQ(call.given, call.expected) << call.call;
    EXPECT_EQ(access, hipMemAccessFlagsProtRead);
    (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
