// SPDX-License-Identifier: MIT
// Streams, events, captures and graphs.
//
// Work is done when it is enqueued, so a stream is only a name and an event only a time. A stream being captured
// stores its work in the graph; launching the graph does it.
#pragma once

#include <vector>

#include "tileproof_hip/copies.h"
#include "tileproof_hip/threads.h"

TILEPROOF_HIP_BEGIN

inline hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority) {
    if (!stream) return note_error(hipErrorInvalidValue);
    return *stream = cpu_engine::make_stream(flags, priority), hipSuccess;
}
inline hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags) {
    return hipStreamCreateWithPriority(stream, flags, 0);
}
inline hipError_t hipStreamCreate(hipStream_t* stream) {
    return hipStreamCreateWithPriority(stream, 0, 0);
}
inline hipError_t hipExtStreamCreateWithCUMask(hipStream_t* stream, std::uint32_t,
                                               const std::uint32_t*) {
    return hipStreamCreate(stream);
}
inline hipError_t hipStreamDestroy(hipStream_t stream) {
    return note_error(cpu_engine::destroy_stream(stream) ? hipSuccess : hipErrorInvalidHandle);
}
inline hipError_t known_stream(hipStream_t stream) {
    return note_error(cpu_engine::is_stream(stream) ? hipSuccess : hipErrorInvalidHandle);
}
inline hipError_t hipStreamSynchronize(hipStream_t stream) {
    if (cpu_engine::is_stream(stream) && cpu_engine::capturing(stream))
        return note_error(hipErrorStreamCaptureUnsupported);
    const hipError_t error = known_stream(stream);
    if (error == hipSuccess && cpu_engine::order_here())
        cpu_engine::order_here()->host_waits_for(stream);
    return error;
}
// All work is done at once, so the answer is always yes.
inline hipError_t hipStreamQuery(hipStream_t stream) { return hipStreamSynchronize(stream); }
inline hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags) {
    return *flags = cpu_engine::stream_flags(stream), hipSuccess;
}
inline hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
    return *priority = cpu_engine::stream_priority(stream), hipSuccess;
}
inline hipError_t hipStreamGetDevice(hipStream_t, hipDevice_t* device) {
    return *device = 0, hipSuccess;
}
inline hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return *least = 0, *greatest = -1, hipSuccess;
}
inline hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t f, void* data,
                                       unsigned, TILEPROOF_CALLER) {
    return on_stream(stream, from_, [=] { return f(stream, hipSuccess, data), hipSuccess; });
}
inline hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t f, void* data,
                                    TILEPROOF_CALLER) {
    return on_stream(stream, from_, [=] { return f(data), hipSuccess; });
}

struct ihipEvent_t {
    long long when;  // in ns
    bool recorded;
    unsigned flags;
    hipStream_t captured;
    std::vector<void*> until{};  // of a capture
};
inline hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
    if (!event) return note_error(hipErrorInvalidValue);
    return *event = new ihipEvent_t{0, false, flags, nullptr}, hipSuccess;
}
inline hipError_t hipEventCreate(hipEvent_t* event) { return hipEventCreateWithFlags(event, 0); }
inline hipError_t hipEventDestroy(hipEvent_t event) {
    if (!event) return note_error(hipErrorInvalidHandle);
    if (cpu_engine::order_here()) cpu_engine::order_here()->forgets(event);
    delete event;
    return hipSuccess;
}
inline hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = nullptr) {
    if (!event || !cpu_engine::is_stream(stream)) return note_error(hipErrorInvalidHandle);
    event->captured = cpu_engine::capturing(stream) ? stream : nullptr;
    event->until = cpu_engine::captured_until(stream);
    if (cpu_engine::order_here() && !event->captured)
        cpu_engine::order_here()->records(event, stream);
    event->recorded = true;
    event->when = clock64();
    return hipSuccess;
}
inline hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned) {
    return hipEventRecord(event, stream);
}
inline hipError_t hipEventSynchronize(hipEvent_t event) {
    if (event && cpu_engine::order_here()) cpu_engine::order_here()->host_waits_for_event(event);
    return note_error(event ? hipSuccess : hipErrorInvalidHandle);
}
inline hipError_t hipEventQuery(hipEvent_t event) { return hipEventSynchronize(event); }
inline hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t from, hipEvent_t to) {
    if (!from || !to || !from->recorded || !to->recorded) return note_error(hipErrorInvalidHandle);
    *milliseconds = static_cast<float>(static_cast<double>(to->when - from->when) * 1e-6);
    return hipSuccess;
}
inline hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned = 0) {
    if (!event) return note_error(hipErrorInvalidHandle);
    if (event->captured) cpu_engine::join_capture(stream, event->captured, event->until);
    const hipError_t error = known_stream(stream);
    if (error == hipSuccess && cpu_engine::order_here() && !event->captured)
        cpu_engine::order_here()->waits(stream, event);
    return error;
}

// Captures and graphs.
inline hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode) {
    return note_error(cpu_engine::begin_capture(stream) ? hipSuccess : hipErrorIllegalState);
}
inline hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
    *graph = cpu_engine::end_capture(stream);
    return note_error(*graph ? hipSuccess : hipErrorStreamCaptureUnmatched);
}
inline hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
    *status =
        cpu_engine::capturing(stream) ? hipStreamCaptureStatusActive : hipStreamCaptureStatusNone;
    return hipSuccess;
}
inline hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* status,
                                          unsigned long long* id) {
    return *id = 1, hipStreamIsCapturing(stream, status);
}
inline hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode*) { return hipSuccess; }

typedef enum hipGraphExecUpdateResult {
    hipGraphExecUpdateSuccess,
    hipGraphExecUpdateError
} hipGraphExecUpdateResult;
typedef enum hipGraphInstantiateFlags {
    hipGraphInstantiateFlagAutoFreeOnLaunch = 1,
    hipGraphInstantiateFlagUpload = 2,
    hipGraphInstantiateFlagDeviceLaunch = 4,
    hipGraphInstantiateFlagUseNodePriority = 8
} hipGraphInstantiateFlags;
inline hipError_t hipGraphCreate(hipGraph_t* graph, unsigned = 0) {
    return *graph = cpu_engine::make_graph(), hipSuccess;
}
inline hipError_t hipGraphDestroy(hipGraph_t graph) {
    return note_error(cpu_engine::destroy_graph(graph) ? hipSuccess : hipErrorInvalidValue);
}
inline hipError_t hipGraphInstantiate(hipGraphExec_t* made, hipGraph_t graph, hipGraphNode_t*,
                                      char*, std::size_t) {
    return *made = cpu_engine::instantiate(graph), hipSuccess;
}
inline hipError_t hipGraphInstantiate(hipGraphExec_t* made, hipGraph_t graph,
                                      unsigned long long = 0) {
    return *made = cpu_engine::instantiate(graph), hipSuccess;
}
inline hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* made, hipGraph_t graph,
                                               unsigned long long) {
    return *made = cpu_engine::instantiate(graph), hipSuccess;
}
inline hipError_t hipGraphUpload(hipGraphExec_t, hipStream_t) { return hipSuccess; }
inline hipError_t hipGraphLaunch(hipGraphExec_t graph, hipStream_t stream, TILEPROOF_CALLER) {
    return note_error(static_cast<hipError_t>(cpu_engine::launch_graph(graph, stream, from_)));
}
inline hipError_t hipGraphExecDestroy(hipGraphExec_t graph) {
    return note_error(cpu_engine::destroy_executable(graph) ? hipSuccess : hipErrorInvalidValue);
}
inline hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t* nodes, std::size_t* count) {
    *count = cpu_engine::nodes_of(graph, reinterpret_cast<void**>(nodes), nodes ? *count : 0);
    return hipSuccess;
}

// Nodes run in the order in which they were added, which is compatible with all dependencies.
template <class F>
hipError_t add_node(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                    std::size_t count, const F& f) {
    *node = static_cast<hipGraphNode_t>(
        cpu_engine::add_to_graph(graph, new work_of<F>(f), {after, after + (after ? count : 0)}));
    return hipSuccess;
}
typedef struct hipMemsetParams {
    void* dst;
    unsigned elementSize;
    std::size_t height, pitch;
    unsigned value;
    std::size_t width;
} hipMemsetParams;
typedef struct hipHostNodeParams {
    hipHostFn_t fn;
    void* userData;
} hipHostNodeParams;
inline hipError_t hipGraphAddEmptyNode(hipGraphNode_t* node, hipGraph_t graph,
                                       const hipGraphNode_t* after, std::size_t n) {
    return add_node(node, graph, after, n, [] { return hipSuccess; });
}
inline hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t* node, hipGraph_t graph,
                                          const hipGraphNode_t* after, std::size_t n, void* to,
                                          const void* from, std::size_t bytes, hipMemcpyKind,
                                          TILEPROOF_CALLER) {
    return add_node(node, graph, after, n,
                    [=] { return copy_bytes(to, from, bytes, "hipMemcpy of a graph", from_); });
}
inline hipError_t hipGraphAddMemcpyNode(hipGraphNode_t* node, hipGraph_t graph,
                                        const hipGraphNode_t* after, std::size_t n,
                                        const hipMemcpy3DParms* p, TILEPROOF_CALLER) {
    const hipMemcpy3DParms kept = *p;
    return add_node(node, graph, after, n, [=] { return hipMemcpy3D(&kept, from_); });
}
inline hipError_t hipGraphAddMemsetNode(hipGraphNode_t* node, hipGraph_t graph,
                                        const hipGraphNode_t* after, std::size_t n,
                                        const hipMemsetParams* p, TILEPROOF_CALLER) {
    const hipMemsetParams m = *p;
    return add_node(node, graph, after, n, [=] {
        for (std::size_t row = 0; row < m.height; ++row)
            fill_bytes(static_cast<char*>(m.dst) + row * m.pitch, m.value, m.elementSize, m.width,
                       from_);
        return hipSuccess;
    });
}
inline hipError_t hipGraphAddHostNode(hipGraphNode_t* node, hipGraph_t graph,
                                      const hipGraphNode_t* after, std::size_t n,
                                      const hipHostNodeParams* p) {
    const hipHostNodeParams h = *p;
    return add_node(node, graph, after, n, [=] { return h.fn(h.userData), hipSuccess; });
}
inline hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t* from,
                                          const hipGraphNode_t* to, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) cpu_engine::add_dependency(graph, to[i], from[i]);
    return hipSuccess;
}

TILEPROOF_HIP_END
