// SPDX-License-Identifier: MIT
// Launches of kernels: by the compiler, by address with packed arguments, cooperative, from graphs and modules.
//
//   hipLaunchKernel((void*)k, grid, block, arguments, 0, stream)                   each argument by its address
#include <alloca.h>
#include <dlfcn.h>
#include <elf.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "devices/cpu/cooperative.hpp"
#include "devices/cpu/launch.hpp"
#include "hip/runtime/graphs.hpp"
#include "hip/runtime/under_way.hpp"
#include "tileproof_hip/enqueue.h"

namespace tileproof::hip {
namespace {

using cpu_engine::kernel_record;
using cpu_engine::launch_info;
using cpu_engine::launch_status;

// The configuration of the launch that this host thread is about to begin.
struct coming_launch {
    dim3 grid, block;
    std::size_t shared = 0;
    hipStream_t stream = nullptr;
    caller at;
};
thread_local coming_launch coming;

struct module_list {
    std::mutex mutex;
    std::set<hipModule_t> live;
    std::set<const void*> of_gpus;  // kernels without code for this machine
    std::uintptr_t next = 8;
};
module_list& modules() {
    static module_list* const only = new module_list;
    return *only;
}

bool is_of_gpu(const void* kernel) {
    const std::lock_guard lock(modules().mutex);
    return modules().of_gpus.contains(kernel);
}
hipError_t error_of(launch_status status) {
    if (status == launch_status::refused) return noted(hipErrorInvalidConfiguration);
    if (status == launch_status::failed) return noted(hipErrorLaunchFailure);
    return hipSuccess;
}
template <class Body>
hipError_t start(const launch_info& info, bool checked, const Body& body) {
    const cpu_engine::run_function run = [](cpu_engine::block_runner& r, const void* b) {
        const Body& call = *static_cast<const Body*>(b);
        const std::uint64_t serial = r.serial;
        do {  // a fiber stays in here from block to block: no calls, no returns
            while (cpu_engine::begin_next(r)) call();
            cpu_engine::park(r);
        } while (r.serial == serial);
    };
    cpu_engine::host_watch* const host = cpu_engine::watching_host();
    if (host) host->runs(&info);
    const launch_status status = checked ? cpu_engine::launch_checked_blocks(info, run, &body)
                                         : cpu_engine::launch_blocks(info, run, &body);
    if (host && status == launch_status::failed) host->broken_off(info, cpu_engine::last_error());
    if (host) host->runs(nullptr);
    if (host && status == launch_status::refused) host->refused(info, cpu_engine::last_error());
    return error_of(status);
}

hipError_t launch_on(hipStream_t stream, caller at, const kernel_record* k, dim3 grid, dim3 block,
                     void** arguments, std::size_t shared) {
    if (!k) return noted(hipErrorInvalidDeviceFunction);
    if (!cpu_engine::is_stream(stream)) return noted(hipErrorContextIsDestroyed);
    if (!has_arguments(*k, arguments)) return noted(hipErrorInvalidValue);
    hipStreamCaptureStatus status{};
    (void)hipStreamIsCapturing(stream, &status);
    if (status == hipStreamCaptureStatusNone && k->spins == kernel_record::spinning::never &&
        is_all_done())
        return enqueue(
            stream, at, [=] { return launch(*k, grid, block, shared, arguments); },
            hipGraphNodeTypeKernel);
    const std::shared_ptr<void*> kept(copied_arguments(*k, arguments), std::free);
    const bool apart = k->spins == kernel_record::spinning::on_clock ||
                       (k->spins == kernel_record::spinning::on_memory && may_be_let_go);
    const bool cooperative = cpu_engine::blocks_wait_for_each_other();
    const auto later = [=] {
        std::optional<cpu_engine::cooperative_scope> scope;
        if (cooperative) scope.emplace();
        return launch(*k, grid, block, shared, kept.get());
    };
    return enqueue(stream, at, later, hipGraphNodeTypeKernel, apart);
}
// With the events around it, which may be null.
hipError_t launch_between(hipEvent_t before, hipEvent_t after, hipStream_t stream,
                          const std::function<hipError_t()>& work) {
    hipError_t e = before ? hipEventRecord(before, stream) : hipSuccess;
    if (!e) e = work();
    return e || !after ? e : hipEventRecord(after, stream);
}

// Arguments given by address, or consecutively in a buffer, each at its alignment.
struct unpacked {
    void* list[128];
    void** arguments = nullptr;
    hipError_t error = hipSuccess;
};
unpacked unpack(const kernel_record& k, void** arguments, void** extra) {
    unpacked u;
    u.arguments = arguments;
    if (arguments || k.count == 0) {
        if (arguments && extra) u.error = hipErrorInvalidValue;
        return u;
    }
    if (!extra || k.count > 128 || extra[0] != HIP_LAUNCH_PARAM_BUFFER_POINTER ||
        extra[2] != HIP_LAUNCH_PARAM_BUFFER_SIZE || !extra[1] || !extra[3])
        return u.error = hipErrorInvalidValue, u;
    char* const buffer = static_cast<char*>(extra[1]);
    const std::size_t all = *static_cast<const std::size_t*>(extra[3]);
    std::size_t at = 0;
    for (unsigned i = 0; i < k.count; ++i) {
        at = (at + k.alignments[i] - 1) / k.alignments[i] * k.alignments[i];
        u.list[i] = buffer + at;
        if (!fits(at, k.sizes[i], all)) u.error = hipErrorInvalidValue;
        at += k.sizes[i];
    }
    return u;
}

// Null: it is none.
const kernel_record* record_of(hipFunction_t f) {
    const auto* const k = reinterpret_cast<const kernel_record*>(f);
    return k && cpu_engine::is_kernel(k) ? k : nullptr;
}
hipFunction_t function_of(const kernel_record* k) {
    return reinterpret_cast<hipFunction_t>(const_cast<kernel_record*>(k));
}

// Attributes and occupancy: one block at a time per core.
hipError_t attributes_of(hipFuncAttributes* a) {
    *a = {};
    a->maxThreadsPerBlock = 1024;
    a->maxDynamicSharedSizeBytes = static_cast<int>(target().shared_bytes);
    a->numRegs = 32;
    return hipSuccess;
}
hipError_t active_blocks(int* blocks, bool known, int threads, std::size_t shared) {
    if (!blocks || !known || threads <= 0) return noted(hipErrorInvalidValue);
    *blocks = threads <= 1024 && shared <= target().shared_bytes ? 1 : 0;
    return hipSuccess;
}
hipError_t best_block(int* grid, int* block, bool known, int limit) {
    if (!grid || !block || !known) return noted(hipErrorInvalidValue);
    *block = limit > 0 && limit < 1024 ? limit : 1024;
    *grid = cpu_engine::processor_count();
    return hipSuccess;
}
bool is_kernel(const void* p) { return p && cpu_engine::find_kernel(p); }

}  // namespace

bool is_module(hipModule_t m) {
    const std::lock_guard lock(modules().mutex);
    return modules().live.contains(m);
}

bool has_arguments(const kernel_record& k, void** list) {
    std::uintptr_t known =
        0;  // the page that was asked for last: mostly all are on one of the stack
    const auto there = [&](const void* p, std::size_t bytes) {
        const auto at = reinterpret_cast<std::uintptr_t>(p), first = at / 4096;
        if (p && first == known && (at + bytes - 1) / 4096 == known) return true;
        return known = first, reaches(p, bytes);
    };
    if (!there(list, k.count * sizeof(void*))) return false;
    for (unsigned i = 0; i < k.count; ++i)
        if (!there(list[i], k.sizes[i])) return false;
    return true;
}

// The pointers, then the values, each at its alignment.
static std::size_t bytes_of_copy(const kernel_record& k) {
    std::size_t bytes = k.count * sizeof(void*);
    for (unsigned i = 0; i < k.count; ++i) bytes += k.alignments[i] + k.sizes[i];
    return bytes;
}
static void** copy_arguments(const kernel_record& k, void** arguments, void* memory) {
    void** const made = static_cast<void**>(memory);
    auto at = reinterpret_cast<std::uintptr_t>(made + k.count);
    for (unsigned i = 0; i < k.count; ++i) {
        at = (at + k.alignments[i] - 1) / k.alignments[i] * k.alignments[i];
        made[i] = reinterpret_cast<void*>(at);
        std::memcpy(made[i], arguments[i], k.sizes[i]);
        at += k.sizes[i];
    }
    return made;
}

hipError_t launch(const kernel_record& k, dim3 grid, dim3 block, std::size_t shared,
                  void** arguments) {
    const launch_info info{
        .kernel = *k.name ? k.name : "kernel",
        .grid = grid,
        .block = block,
        .dynamic_shared = shared,
        .shared_limit = k.target ? k.target->shared_bytes : cpu_engine::max_shared_bytes,
        .shared = k.shared,
        .fills_shared = !k.checked,
        .file = k.file};
    if (k.target && k.target->wave)
        cpu_engine::settings().wave_size = static_cast<unsigned>(k.target->wave);
    const bool is_known = k.declared || k.count == 0;
    cpu_engine::host_watch* const host = is_known ? cpu_engine::watching_host() : nullptr;
    if (host) {
        cpu_engine::launch_argument list[128];
        const unsigned count = k.count < 128 ? k.count : 128;
        for (unsigned i = 0; i < count; ++i) list[i] = k.declared[i], list[i].value = arguments[i];
        host->launches(info, {list, count});
    }
    // On this stack, which threads may read (devices/cpu_checked/memory_map.hpp): arguments of a later launch lie elsewhere.
    void** const own = copy_arguments(k, arguments, alloca(bytes_of_copy(k)));
    const auto call = k.call;
    const hipError_t error = start(info, k.checked, [call, own] { call(own); });
    if (host) host->launched();
    return error;
}

void** copied_arguments(const kernel_record& k, void** arguments) {
    return copy_arguments(k, arguments, std::malloc(bytes_of_copy(k)));
}

hipError_t run_once(const char* name, hipStream_t stream, std::function<void()> body) {
    const bool checked = for_checked();
    return enqueue(stream, {}, [name, checked, body = std::move(body)] {
        return start({.kernel = name, .grid = {1, 1, 1}, .block = {1, 1, 1}}, checked, body);
    });
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
    coming = {grid, block, shared, stream, api_call("hipLaunchKernel").at};
    return hipSuccess;
}
hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, hipStream_t* stream) {
    *grid = coming.grid, *block = coming.block, *shared = coming.shared, *stream = coming.stream;
    return hipSuccess;
}
hipError_t hipLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                           size_t shared, hipStream_t stream) {
    const api_call c("hipLaunchKernel");
    const caller from = std::exchange(coming.at, {});
    const cpu_engine::kernel_record* const k = cpu_engine::find_kernel(kernel);
    if (!k && is_of_gpu(kernel)) return c.ended(hipErrorNoBinaryForGpu);
    return launch_on(stream, c.at.file ? c.at : from, k, grid, block, arguments, shared);
}
// Called when an object file is loaded (compiler/passes/hip_halves.hpp).
extern "C" void tileproof_hip_kernel(const cpu_engine::kernel_record* k) {
    cpu_engine::enter_kernel(*k);
    compiled_for_device(k->checked, k->target);
}
extern "C" void tileproof_hip_variable(const cpu_engine::variable_record* v) {
    cpu_engine::enter_variable(*v);
    if (v->managed) may_be_let_go = true;
}
// With -fgpu-rdc, where kernels call functions of other object files: of this one.
extern "C" void tileproof_hip_shared(void (*shared)(cpu_engine::tell_shared)) {
    cpu_engine::enter_shared(shared);
}
extern "C" void tileproof_hip_all_shared(cpu_engine::tell_shared tell) {
    cpu_engine::all_shared(tell);
}
// Called by objects of other compilers when they are loaded: their kernels are code of a GPU, which nothing here can run.
extern "C" {
void** __hipRegisterFatBinary(const void*) {
    static void* handle = nullptr;
    return &handle;
}
void __hipUnregisterFatBinary(void**) {}
void __hipRegisterFunction(void**, const void* kernel, char*, const char*, unsigned, void*, void*,
                           void*, void*, int*) {
    const std::lock_guard lock(modules().mutex);
    modules().of_gpus.insert(kernel);
}
void __hipRegisterVar(void**, void*, char*, const char*, int, std::size_t, int, int) {}
void __hipRegisterManagedVar(void*, void**, void*, const char*, std::size_t, unsigned) {}
void __hipRegisterSurface(void**, void*, char*, char*, int, int) {}
void __hipRegisterTexture(void**, void*, char*, char*, int, int, int) {}
}
// Called by a launch of a kernel that another compiler made.
extern "C" void tileproof_device_launch(const void* kernel, void** arguments) {
    (void)hipLaunchKernel(kernel, coming.grid, coming.block, arguments, coming.shared,
                          coming.stream);
}
hipError_t hipExtLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                              size_t shared, hipStream_t stream, hipEvent_t before,
                              hipEvent_t after, int) {
    const api_call c("hipExtLaunchKernel");
    return launch_between(before, after, stream, [&] {
        return launch_on(stream, c.at, cpu_engine::find_kernel(kernel), grid, block, arguments,
                         shared);
    });
}
// A grid whose blocks may wait for each other.
hipError_t hipLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                      unsigned shared, hipStream_t stream) {
    const api_call c("hipLaunchCooperativeKernel");
    if (std::uint64_t{grid.x} * grid.y * grid.z > cpu_engine::most_cooperative_blocks())
        return noted(hipErrorCooperativeLaunchTooLarge);
    const cpu_engine::cooperative_scope scope;
    return launch_on(stream, c.at, cpu_engine::find_kernel(kernel), grid, block, arguments, shared);
}
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams* list, int devices, unsigned) {
    if (!list || devices < 1) return noted(hipErrorInvalidValue);
    if (devices > 1) return noted(hipErrorInvalidDevice);
    return hipLaunchCooperativeKernel(list->func, list->gridDim, list->blockDim, list->args,
                                      static_cast<unsigned>(list->sharedMem), list->stream);
}
hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams* list, int devices, unsigned) {
    if (!list || devices < 1) return noted(hipErrorInvalidValue);
    if (devices > 1) return noted(hipErrorInvalidDevice);
    return hipLaunchKernel(list->func, list->gridDim, list->blockDim, list->args, list->sharedMem,
                           list->stream);
}

hipError_t hipFuncSetAttribute(const void* kernel, hipFuncAttribute attribute, int value) {
    if (!is_kernel(kernel)) return noted(hipErrorInvalidDeviceFunction);
    const bool shared = attribute == hipFuncAttributeMaxDynamicSharedMemorySize;
    if (!shared && attribute != hipFuncAttributePreferredSharedMemoryCarveout)
        return noted(hipErrorInvalidValue);
    const int most = shared ? static_cast<int>(target().shared_bytes) : 100;
    return noted(value >= (shared ? 0 : -1) && value <= most ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipFuncSetCacheConfig(const void* kernel, hipFuncCache_t config) {
    if (!is_kernel(kernel)) return noted(hipErrorInvalidDeviceFunction);
    return hipDeviceSetCacheConfig(config);
}
hipError_t hipFuncSetSharedMemConfig(const void* kernel, hipSharedMemConfig config) {
    if (!is_kernel(kernel)) return noted(hipErrorInvalidDeviceFunction);
    return hipDeviceSetSharedMemConfig(config);
}
hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* kernel) {
    if (!attributes) return noted(hipErrorInvalidValue);
    if (!is_kernel(kernel)) return noted(hipErrorInvalidDeviceFunction);
    return attributes_of(attributes);
}
hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attribute, hipFunction_t f) {
    if (!value) return noted(hipErrorInvalidValue);
    if (!record_of(f)) return noted(hipErrorInvalidResourceHandle);
    hipFuncAttributes a;
    attributes_of(&a);
    switch (attribute) {
        case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
            return *value = a.maxThreadsPerBlock, hipSuccess;
        case HIP_FUNC_ATTRIBUTE_NUM_REGS:
            return *value = a.numRegs, hipSuccess;
        case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
            return *value = a.maxDynamicSharedSizeBytes, hipSuccess;
        default:
            if (attribute < 0 || attribute >= HIP_FUNC_ATTRIBUTE_MAX)
                return noted(hipErrorInvalidValue);
            return *value = 0, hipSuccess;
    }
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                        int threads, size_t shared) {
    return active_blocks(blocks, is_kernel(kernel), threads, shared);
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                 int threads, size_t shared,
                                                                 unsigned flags) {
    if (flags > hipOccupancyDisableCachingOverride) return noted(hipErrorInvalidValue);
    return active_blocks(blocks, is_kernel(kernel), threads, shared);
}
hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* block, const void* kernel, size_t,
                                             int limit) {
    return best_block(grid, block, is_kernel(kernel), limit);
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hipFunction_t f,
                                                              int threads, size_t shared) {
    return active_blocks(blocks, record_of(f), threads, shared);
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, hipFunction_t f,
                                                                       int threads, size_t shared,
                                                                       unsigned flags) {
    if (flags > hipOccupancyDisableCachingOverride) return noted(hipErrorInvalidValue);
    return active_blocks(blocks, record_of(f), threads, shared);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, hipFunction_t f, size_t,
                                                   int limit) {
    return best_block(grid, block, record_of(f), limit);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, hipFunction_t f,
                                                            size_t, int limit, unsigned flags) {
    if (flags > hipOccupancyDisableCachingOverride) return noted(hipErrorInvalidValue);
    return best_block(grid, block, record_of(f), limit);
}

// A module that tileproof-hipcc --genco made is loaded. Any other one has the kernels of the program itself.
hipError_t hipModuleLoad(hipModule_t* module, const char* file) {
    if (!module || !file) return noted(hipErrorInvalidValue);
    std::error_code error;
    const std::string path = std::filesystem::absolute(file, error).string();
    (void)dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // whose kernels are entered
    const std::lock_guard lock(modules().mutex);
    *module = reinterpret_cast<hipModule_t>(modules().next++);
    modules().live.insert(*module);
    return hipSuccess;
}
hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
    if (!image) return noted(hipErrorInvalidValue);
    if (std::memcmp(image, ELFMAG, SELFMAG) != 0) return hipModuleLoad(module, "");
    const auto& e = *static_cast<const Elf64_Ehdr*>(image);  // which ends with the section headers
    std::string path =
        (std::filesystem::temp_directory_path() / "tileproof-module-XXXXXX").string();
    const int file = mkstemp(path.data());
    const auto bytes = static_cast<ssize_t>(e.e_shoff + e.e_shnum * e.e_shentsize);
    const bool written = file >= 0 && write(file, image, static_cast<std::size_t>(bytes)) == bytes;
    if (file >= 0) close(file);
    const hipError_t error =
        written ? hipModuleLoad(module, path.c_str()) : hipErrorOperatingSystem;
    unlink(path.c_str());
    return noted(error);
}
hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned, hipJitOption*,
                               void**) {
    return hipModuleLoadData(module, image);
}
hipError_t hipModuleUnload(hipModule_t module) {
    const std::lock_guard lock(modules().mutex);
    return noted(modules().live.erase(module) ? hipSuccess : hipErrorInvalidResourceHandle);
}
hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
    if (!function || !name || !*name) return noted(hipErrorInvalidValue);
    if (!is_module(module)) return noted(hipErrorInvalidResourceHandle);
    *function = function_of(cpu_engine::find_kernel(name));
    return noted(*function ? hipSuccess : hipErrorNotFound);
}
hipError_t hipGetFuncBySymbol(hipFunction_t* function, const void* kernel) {
    if (!function) return noted(hipErrorInvalidValue);
    *function = function_of(cpu_engine::find_kernel(kernel));
    return noted(*function ? hipSuccess : hipErrorInvalidDeviceFunction);
}
const char* hipKernelNameRef(const hipFunction_t f) {
    const kernel_record* const k = record_of(f);
    return k ? k->name : nullptr;
}
const char* hipKernelNameRefByPtr(const void* kernel, hipStream_t) {
    const kernel_record* const k = cpu_engine::find_kernel(kernel);
    return k ? k->name : nullptr;
}
hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                 unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                 hipStream_t stream, void** arguments, void** extra) {
    const api_call c("hipModuleLaunchKernel");
    const kernel_record* const k = record_of(f);
    if (!k) return noted(hipErrorInvalidResourceHandle);
    unpacked u = unpack(*k, arguments, extra);
    if (u.error) return noted(u.error);
    return launch_on(stream, c.at, k, {gx, gy, gz}, {bx, by, bz},
                     u.arguments || k->count == 0 ? u.arguments : u.list, shared);
}
// The grid is given in threads.
hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz,
                                    uint32_t bx, uint32_t by, uint32_t bz, size_t shared,
                                    hipStream_t stream, void** arguments, void** extra,
                                    hipEvent_t before, hipEvent_t after, uint32_t) {
    if (!bx || !by || !bz) return noted(hipErrorInvalidConfiguration);
    return launch_between(before, after, stream, [&] {
        return hipModuleLaunchKernel(f, gx / bx, gy / by, gz / bz, bx, by, bz,
                                     static_cast<unsigned>(shared), stream, arguments, extra);
    });
}
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                            unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                            hipStream_t stream, void** arguments) {
    if (std::uint64_t{gx} * gy * gz > cpu_engine::most_cooperative_blocks())
        return noted(hipErrorCooperativeLaunchTooLarge);
    const cpu_engine::cooperative_scope scope;
    return hipModuleLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, stream, arguments, nullptr);
}
