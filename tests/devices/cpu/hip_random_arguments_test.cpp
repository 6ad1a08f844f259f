// SPDX-License-Identifier: MIT
// Calls of every function of HIP's host interface with wrong arguments, drawn at random: each returns one of HIP's errors, and
// crashes nothing. A call runs in a process of its own, which then uses all objects.
//
// What HIP leaves to the caller stays right: a pointer for a result is null or points to enough memory, a text ends, functions
// can be called. TILEPROOF_HIP_CALLS is the number of calls of each function.
#include <gtest/gtest.h>
#include <hip/hiprtc.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <tileproof_hip/api_functions.h>
#include <unistd.h>

#include <cstring>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "devices/cpu/hip_state.hpp"
#include "devices/cpu/launch.hpp"

namespace tileproof::devices {
namespace {

using all_handles =
    std::tuple<hipStream_t, hipEvent_t, hipGraph_t, hipGraphNode_t, hipGraphExec_t, hipArray_t,
               hipMipmappedArray_t, hipTextureObject_t, hipSurfaceObject_t, hipMemPool_t,
               hipModule_t, hipFunction_t, hipUserObject_t, hipCtx_t, hiprtcProgram,
               hipMemGenericAllocationHandle_t, hipGraphicsResource_t>;
template <class T>
using handle_of = std::remove_const_t<std::remove_pointer_t<T>>*;  // also of hipArray_const_t
template <class T>
concept handle = std::is_pointer_v<T> && []<class... H>(std::tuple<H...>*) {
    return (std::is_same_v<handle_of<T>, H> || ...);
}(static_cast<all_handles*>(nullptr));

constexpr std::size_t slot_bytes = 4096, slot_count = 16;
void does_nothing(void*) {}
void calls_back(hipStream_t, hipError_t, void*) {}
void* mapped(std::size_t bytes, int kind) {
    return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
}

struct wrong_calls {
    all_handles live{}, dead{};
    hipStream_t capturing = nullptr;
    hipGraph_t captured = nullptr;
    std::vector<hipGraphNode_t> nodes;
    void *memory = nullptr, *host = nullptr, *freed = nullptr, *kernel = nullptr;
    std::vector<void*> handles, data;
    std::mt19937 random;
    // What arguments point to; nothing is mapped behind it. The last one is that of the kernel.
    std::byte* const slots = static_cast<std::byte*>(mapped(slot_bytes * 17, MAP_PRIVATE));
    char* const told = static_cast<char*>(mapped(slot_bytes, MAP_SHARED));  // by the child
    unsigned used = 0;
    void* arguments[2] = {slots, slots};

    template <class T>
    T& a() {
        return std::get<T>(live);
    }
    static void good(hipError_t e) { ASSERT_EQ(e, hipSuccess); }
    template <class P>
    P made_right() {
        P p{};
        return right(p), p;
    }
    void make() {
        mprotect(slots + slot_count * slot_bytes, slot_bytes, PROT_NONE);
        kernel = slots + (slot_count - 1) * slot_bytes;
        static const unsigned sizes[] = {4, 8};
        cpu_engine::enter_kernel({.address = kernel,
                                  .name = "a_name",
                                  .count = 2,
                                  .sizes = sizes,
                                  .alignments = sizes,
                                  .call = [](void** a) { ++*static_cast<volatile int*>(a[0]); }});
        cpu_engine::enter_variable({static_cast<int*>(kernel) + 2, "a_name", 4});
        auto& [stream, event, graph, node, executable, array, mipmap, texture, surface, pool,
               module, function, user, context, program, mapping, picture] = live;
        const auto format = made_right<hipChannelFormatDesc>();
        const auto props = made_right<hipMemPoolProps>();
        const auto launch = made_right<hipKernelNodeParams>();
        const hipTextureDesc how{};
        for (const bool lives : {false, true}) {
            good(hipStreamCreate(&stream)), good(hipEventCreate(&event));
            good(hipGraphCreate(&graph, 0)), good(hipGraphAddEmptyNode(&node, graph, nullptr, 0));
            good(hipGraphInstantiateWithFlags(&executable, graph, 0));
            good(hipMallocArray(&array, &format, 8, 8, 0));
            good(hipMallocMipmappedArray(&mipmap, &format, {8, 8, 0}, 2, 0));
            const auto resource = made_right<hipResourceDesc>();
            good(hipCreateTextureObject(&texture, &resource, &how, nullptr));
            good(hipCreateSurfaceObject(&surface, &resource));
            good(hipMemPoolCreate(&pool, &props)), good(hipModuleLoadData(&module, "none"));
            good(hipUserObjectCreate(&user, &user, does_nothing, 1, hipUserObjectNoDestructorSync));
            good(hipMalloc(&memory, 4096)), good(hipHostMalloc(&host, 4096, 0));
            ASSERT_EQ(hiprtcCreateProgram(&program, "", "k.hip", 0, nullptr, nullptr),
                      HIPRTC_SUCCESS);
            if (lives) break;
            dead = live, freed = memory;
            destroy();
        }
        good(hipModuleGetFunction(&function, module, "a_name")), good(hipCtxGetCurrent(&context));
        good(hipStreamCreate(&capturing));
        good(hipStreamBeginCapture(capturing, hipStreamCaptureModeRelaxed));  // forbids nothing
        good(hipMemsetAsync(memory, 0, 4, capturing));
        hipStreamCaptureStatus status;
        good(hipStreamGetCaptureInfo_v2(capturing, &status, nullptr, &captured, nullptr, nullptr));
        const auto set = made_right<hipMemsetParams>();
        const auto copy = made_right<hipMemcpy3DParms>();
        const auto driver_copy = made_right<HIP_MEMCPY3D>();
        const auto call = made_right<hipHostNodeParams>();
        auto allocation = made_right<hipMemAllocNodeParams>();
        nodes = {node};
        const auto add = [&](hipError_t e) { good(e), nodes.push_back(node); };
        add(hipGraphAddKernelNode(&node, graph, &nodes[0], 1, &launch));
        add(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &set));
        add(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy));
        add(hipDrvGraphAddMemcpyNode(&node, graph, nullptr, 0, &driver_copy, nullptr));
        add(hipGraphAddMemcpyNode1D(&node, graph, nullptr, 0, memory, host, 8, hipMemcpyDefault));
        add(hipGraphAddHostNode(&node, graph, nullptr, 0, &call));
        add(hipGraphAddEventRecordNode(&node, graph, nullptr, 0, event));
        add(hipGraphAddEventWaitNode(&node, graph, nullptr, 0, event));
        add(hipGraphAddMemAllocNode(&node, graph, nullptr, 0, &allocation));
        add(hipGraphAddChildGraphNode(&node, graph, nullptr, 0, captured));
        good(hipGraphInstantiateWithFlags(&executable, graph, 0));
        data = {memory, static_cast<char*>(memory) + 4088, host, freed, kernel,
                slots,  static_cast<int*>(kernel) + 2};
        for (const std::uintptr_t address : {1, 2, 8, 0x1000, -1})
            handles.push_back(reinterpret_cast<void*>(address));
        handles.insert(handles.end(), data.begin(), data.end());
        for (const all_handles& list : {live, dead})
            std::apply([&](auto... h) { (handles.push_back(h), ...); }, list);
    }
    void destroy() {
        auto& [stream, event, graph, node, executable, array, mipmap, texture, surface, pool,
               module, function, user, context, program, mapping, picture] = live;
        (void)hipStreamDestroy(stream), (void)hipEventDestroy(event), (void)hipGraphDestroy(graph);
        (void)hipGraphExecDestroy(executable), (void)hipDestroyTextureObject(texture);
        (void)hipDestroySurfaceObject(surface), (void)hipFreeMipmappedArray(mipmap);
        (void)hipFreeArray(array), (void)hipMemPoolDestroy(pool), (void)hipModuleUnload(module);
        (void)hipUserObjectRelease(user, 1), (void)hipFree(memory), (void)hipHostFree(host);
        (void)hiprtcDestroyProgram(&program);
    }
    void use() {
        hipGraph_t ended = nullptr;
        (void)hipMemsetAsync(memory, 0, 4, capturing),
            (void)hipEventRecord(a<hipEvent_t>(), capturing);
        (void)hipStreamWaitEvent(a<hipStream_t>(), a<hipEvent_t>(), 0);
        (void)hipStreamEndCapture(capturing, &ended), (void)hipGraphDestroy(ended);
        for (int i = 0; i < 2; ++i) {
            (void)hipGraphLaunch(a<hipGraphExec_t>(), a<hipStream_t>());
            (void)hipGraphInstantiateWithFlags(&a<hipGraphExec_t>(), a<hipGraph_t>(), 0);
        }
        destroy();
    }

    // Right arguments.
    void right(auto&) {}
    template <handle T>
    void right(T& h) {
        h = a<handle_of<T>>();
        if constexpr (std::is_same_v<T, hipStream_t>) h = random() % 2 ? h : capturing;
        if constexpr (std::is_same_v<T, hipGraph_t>) h = random() % 2 ? h : captured;
        if constexpr (std::is_same_v<T, hipGraphNode_t>) h = nodes[random() % nodes.size()];
    }
    void right(dim3& d) { d = dim3(1); }
    void right(hipExtent& e) { e = {8, 1, 1}; }
    void right(hipPitchedPtr& p) { p = {memory, 64, 64, 8}; }
    void right(hipChannelFormatDesc& d) { d = {32, 0, 0, 0, hipChannelFormatKindFloat}; }
    void right(hipKernelNodeParams& p) { p = {dim3(1), nullptr, kernel, dim3(1), arguments, 0}; }
    void right(hipLaunchParams& p) { p = {kernel, dim3(1), dim3(1), arguments, 0, nullptr}; }
    void right(hipMemsetParams& p) { p = {memory, 4, 1, 0, 7, 8}; }
    void right(HIP_MEMSET_NODE_PARAMS& p) { p = {memory, 0, 7, 4, 8, 1}; }
    void right(hipHostNodeParams& p) { p.fn = does_nothing; }
    void right(hipMemAllocNodeParams& p) {
        p.bytesize = 64, p.poolProps.allocType = hipMemAllocationTypePinned;
        p.poolProps.location.type = hipMemLocationTypeDevice;
    }
    void right(hipMemcpy3DParms& p) {
        p.srcPtr = {host, 64, 64, 8}, p.dstArray = a<hipArray_t>(), p.extent = {8, 1, 1};
    }
    void right(HIP_MEMCPY3D& p) {
        p.srcMemoryType = hipMemoryTypeDevice, p.srcDevice = memory, p.dstArray = a<hipArray_t>();
        p.dstMemoryType = hipMemoryTypeArray, p.WidthInBytes = 8, p.Height = p.Depth = 1;
    }
    void right(hip_Memcpy2D& p) {
        p.srcMemoryType = hipMemoryTypeDevice, p.srcDevice = memory, p.dstHost = host;
        p.dstMemoryType = hipMemoryTypeHost, p.WidthInBytes = 8, p.Height = 1;
    }
    void right(HIP_ARRAY_DESCRIPTOR& d) { d = {8, 8, HIP_AD_FORMAT_FLOAT, 1}; }
    void right(HIP_ARRAY3D_DESCRIPTOR& d) { d = {8, 8, 0, HIP_AD_FORMAT_FLOAT, 1, 0}; }
    void right(hipResourceDesc& r) { r.res.array.array = a<hipArray_t>(); }
    void right(HIP_RESOURCE_DESC& r) { r.res.array.hArray = a<hipArray_t>(); }
    void right(hipMemLocation& l) { l = {hipMemLocationTypeDevice, 0}; }
    void right(hipMemPoolProps& p) { p.allocType = hipMemAllocationTypePinned, right(p.location); }
    void right(hipMemAccessDesc& d) { d.flags = hipMemAccessFlagsProtRead, right(d.location); }
    void right(hipGraphNodeParams& p) {
        p.type = random() % 2 ? hipGraphNodeTypeKernel : hipGraphNodeTypeMemset;
        p.type == hipGraphNodeTypeKernel ? right(p.kernel) : right(p.memset);
    }

    // Wrong ones, often enough.
    std::uint64_t number() {
        constexpr std::uint64_t some[] = {
            0, 1, 2, 3, 7, 64, 512, 0xffffffff0000, 1ull << 63, ~0ull, ~0ull - 255};
        return some[random() % std::size(some)];
    }
    void* one_of(const std::vector<void*>& list) { return list[random() % list.size()]; }
    // Another word, or lower half of one.
    template <class T>
    void spoil(T& p) {
        const std::size_t words = sizeof(T) / 8, at = words ? random() % words * 8 : 0;
        std::uint64_t word = number() % 1000;
        const bool whole = words && random() % 2;
        if (whole)  // no handle that lives: as an address it would be overwritten
            word =
                random() % 2 ? number() : reinterpret_cast<std::uintptr_t>(handles[random() % 12]);
        std::memcpy(reinterpret_cast<std::byte*>(&p) + at, &word, whole ? 8 : 4);
        if constexpr (std::is_same_v<T, hipHostNodeParams>) right(p);
        if constexpr (std::is_same_v<T, hipGraphNodeParams>)
            if (p.type == hipGraphNodeTypeHost) right(p.host);
    }
    template <class T>
    T drawn() {
        using to = std::remove_const_t<std::remove_pointer_t<T>>;
        T value{};
        if constexpr (std::is_same_v<T, hipHostFn_t>) {
            value = does_nothing;
        } else if constexpr (std::is_same_v<T, hipStreamCallback_t>) {
            value = calls_back;
        } else if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(random() % 4 ? random() % 6 : number());
        } else if constexpr (std::is_arithmetic_v<T>) {
            value = static_cast<T>(random() % 2 ? random() % 3 * 4 : number());
        } else if constexpr (handle<T>) {
            right(value);
            if (random() % 4 == 0) value = static_cast<T>(one_of(handles));
        } else if constexpr (!std::is_pointer_v<T>) {
            right(value);
            if (random() % 2) spoil(value);
        } else if constexpr (std::is_void_v<to>) {
            value = one_of(data);
        } else if constexpr (std::is_same_v<T, const char*>) {
            value = random() % 2 ? "a_name" : "";
        } else if constexpr (std::is_same_v<T, const char**>) {
            static std::vector<const char*> texts(512, "a_name");
            value = texts.data();
        } else {  // a result, one or a list
            to* const list = reinterpret_cast<to*>(slots + used++ * slot_bytes);
            value = list;
            for (int i = 0; i < 8; ++i) {
                if constexpr (std::is_void_v<std::remove_pointer_t<to>>)
                    list[i] = random() % 4 ? slots : one_of(data);
                else if constexpr (handle<to>)
                    list[i] = drawn<to>();
                else if constexpr (std::is_arithmetic_v<to> || std::is_enum_v<to>)
                    list[0] = static_cast<to>(random() % 3);
            }
            if constexpr (std::is_class_v<to> || std::is_union_v<to>) {
                right(*list);
                if (random() % 2) spoil(*list);
            }
        }
        if (std::is_pointer_v<T> && random() % 8 == 0) value = T{};
        if constexpr (std::is_scalar_v<T> && !std::is_floating_point_v<T>)
            std::strcat(told, (" " + std::to_string((std::uintptr_t)value)).c_str());
        return value;
    }
    template <class R, class... A>
    int call(R (*f)(A...)) {
        const R result = f(drawn<A>()...);
        use();
        if constexpr (std::is_same_v<R, hipError_t>)
            return std::strcmp(hipGetErrorString(result), "an unknown error") == 0;
        return 0;
    }
};

const struct {
    const char* name;
    int (*call)(wrong_calls&);
} functions_of_hip[] = {
#define X(name) {#name, [](wrong_calls& w) { return w.call(name); }},
#include "hip_functions.inc"
#undef X
};

TEST(HipInterface, TakesAnyArguments) {
    setenv("TILEPROOF_HIPCC", "/bin/false", 1);  // nothing is compiled
    wrong_calls w;
    ASSERT_NO_FATAL_FAILURE(w.make());
    const char* const asked = std::getenv("TILEPROOF_HIP_CALLS");
    const int turns = asked ? std::atoi(asked) : 8;
    unsigned calls = 0;
    for (const auto& f : functions_of_hip)
        for (int turn = 0; turn < turns; ++turn) {
            w.random.seed(++calls);
            w.told[0] = 0;
            const pid_t child = fork();
            if (child == 0) {
                alarm(20);
                tileproof::cpu_engine::most_seconds_of_waiting =
                    0.1;                            // for a value that never comes
                _exit(chdir("/proc") + f.call(w));  // where no file can be made
            }
            int status = 0;
            waitpid(child, &status, 0);
            EXPECT_EQ(status, 0) << f.name << ", turn " << turn << ": "
                                 << (WIFSIGNALED(status)
                                         ? strsignal(WTERMSIG(status))
                                         : "an error that HIP does not have, or a sanitizer's")
                                 << ", after" << w.told;
        }
    EXPECT_GE(calls, asked ? 0u : 500u);
    (void)hipStreamDestroy(w.capturing);
}

}  // namespace
}  // namespace tileproof::devices
