// SPDX-License-Identifier: MIT
// Streams, events and captures.
//
// Work is done when it is enqueued, so a stream is only a name and an event only a time, unless a launch waits for others
// (under_way.hpp). A stream that is being captured stores its work in a graph; launching the graph does it.
#include <time.h>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "devices/cpu/launch.hpp"
#include "hip/runtime/graphs.hpp"
#include "hip/runtime/under_way.hpp"
#include "tileproof_hip/enqueue.h"

namespace tileproof::hip {

struct capture {
    hipGraph_t graph;
    unsigned long long id;
    hipStreamCaptureMode mode;
    std::thread::id by;
    bool invalid = false;  // a call that it forbids was made
};

}  // namespace tileproof::hip

struct ihipStream_t {
    unsigned flags = 0;
    int priority = 0;
    std::shared_ptr<tileproof::hip::capture> captured;  // not null: being captured
    bool origin = false;                                // the capture began on this stream
    std::vector<hipGraphNode*> until;  // the last recorded work of each stream that it has joined
    int device = tileproof::hip::current_device();
};
struct ihipEvent_t {
    long long when = 0;  // in ns
    bool recorded = false;
    unsigned flags = 0;
    std::shared_ptr<tileproof::hip::capture> captured;
    std::vector<hipGraphNode*> until;  // of a capture
    tileproof::hip::pending pending;   // it is recorded when that is done; null: it has been
    const int device = tileproof::hip::current_device();
};

namespace tileproof::hip {
namespace {

struct stream_lists {
    std::mutex mutex;
    std::set<ihipStream_t*> streams;
    std::set<const ihipEvent_t*> events;
    std::atomic<unsigned long long> captures{0};
};
stream_lists& streams() {
    static stream_lists* const only = new stream_lists;
    return *only;
}

thread_local hipStreamCaptureMode mode_of_thread = hipStreamCaptureModeGlobal;

// Null for the default stream. That of each thread is a stream like others, one on each device.
ihipStream_t* state_of(hipStream_t s) {
    static thread_local std::map<int, ihipStream_t> of_thread;
    const auto number = reinterpret_cast<std::uintptr_t>(s);
    return number == 2 ? &of_thread[current_device()] : number < 2 ? nullptr : s;
}
bool is_default(hipStream_t s) { return reinterpret_cast<std::uintptr_t>(s) <= 2; }
int device_of(hipStream_t s) { return is_default(s) ? current_device() : s->device; }
bool is_event(hipEvent_t e) {
    const std::lock_guard lock(streams().mutex);
    return e && streams().events.contains(e);
}
// Not null: work of this stream is being recorded.
capture* capture_of(hipStream_t s) {
    const ihipStream_t* const state = state_of(s);
    return state ? state->captured.get() : nullptr;
}

long long now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

hipError_t make_stream(hipStream_t* made, unsigned flags, int priority) {
    if (!made || (flags & ~unsigned{hipStreamNonBlocking})) return noted(hipErrorInvalidValue);
    may_be_let_go = true;
    *made = new ihipStream_t{flags,
                             priority < -1  ? -1
                             : priority > 1 ? 1
                                            : priority,
                             {},
                             false,
                             {}};
    cpu_engine::enter_stream(*made, flags);
    const std::lock_guard lock(streams().mutex);
    streams().streams.insert(*made);
    return hipSuccess;
}
// What its order is judged by is the calling thread's, so this thread does its work.
bool is_of_thread(hipStream_t s) { return s == hipStreamPerThread; }
hipError_t check_stream(hipStream_t s) {
    return noted(cpu_engine::is_stream(s) ? hipSuccess : hipErrorContextIsDestroyed);
}

template <class F>
bool has_capture(const F& test) {
    if (streams().captures == 0) return false;
    const std::lock_guard lock(streams().mutex);
    const auto is_it = [&](const ihipStream_t* s) {
        return s->origin && s->captured && test(*s->captured);
    };
    const auto all = std::ranges::count_if(streams().streams, is_it);  // `test` may change them
    return is_it(state_of(hipStreamPerThread)) || all > 0;
}
// Calls that could wait for what it records.
bool forbids(const capture& c) {
    if (mode_of_thread == hipStreamCaptureModeRelaxed) return false;
    const bool everywhere =
        c.mode == hipStreamCaptureModeGlobal && mode_of_thread == hipStreamCaptureModeGlobal;
    return c.mode != hipStreamCaptureModeRelaxed &&
           (everywhere || c.by == std::this_thread::get_id());
}

}  // namespace

bool ends_captures() {
    return has_capture([](capture& c) { return c.invalid = true; });
}
bool is_forbidden_by_capture() {
    return has_capture([](capture& c) { return forbids(c) && (c.invalid = true); });
}
hipError_t wait_for_stream(hipStream_t stream) {
    const hipError_t error = wait_for(name_of(stream));
    if (order()) order()->host_waits_for(stream);
    return error;
}

stream_name name_of(hipStream_t s) {
    const ihipStream_t* const state = state_of(s);
    return {state, state && !(state->flags & hipStreamNonBlocking), device_of(s)};
}

hipError_t enqueue(hipStream_t stream, caller at, std::function<hipError_t()> work,
                   hipGraphNodeType type, bool spins) {
    if (!cpu_engine::is_stream(stream)) return noted(hipErrorContextIsDestroyed);
    if (const capture* const c = capture_of(stream)) {
        if (c->invalid || !is_graph(c->graph)) return noted(hipErrorStreamCaptureInvalidated);
        std::vector<hipGraphNode*>& until = state_of(stream)->until;
        until = {add_node(*c->graph, type, captured(), std::move(work), std::move(until))};
        return hipSuccess;
    }
    const bool calls = type == hipGraphNodeTypeHost;
    if (!spins && !calls && is_all_done()) {
        const cpu_engine::of_stream of(order(), stream, at);
        const within_work scope;
        return work();
    }
    auto now = [stream, at, work = std::move(work)] {
        const cpu_engine::of_stream of(order(), stream, at);
        const within_work scope;
        return work();
    };
    if (is_of_thread(stream) || within_work::now() || cpu_engine::is_in_case()) {
        wait_for_turn(name_of(stream));
        return now();
    }
    if (spins) return run_apart(name_of(stream), std::move(now));
    if (calls) return call_apart(name_of(stream), std::move(now));
    if (!is_behind(name_of(stream))) return now();
    return queue(name_of(stream), std::move(now), false), hipSuccess;
}

hipError_t enqueue(const char* call, hipStream_t stream,
                   std::function<hipError_t(const copier&)> work) {
    const api_call c(call);
    return enqueue(stream, c.at, [c, work = std::move(work)] {
        return work([&](void* to, const void* from, std::size_t bytes) {
            return copy(c, to, from, bytes);
        });
    });
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority) {
    return make_stream(stream, flags, priority);
}
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags) {
    return make_stream(stream, flags, 0);
}
hipError_t hipStreamCreate(hipStream_t* stream) { return make_stream(stream, 0, 0); }
hipError_t hipExtStreamCreateWithCUMask(hipStream_t* stream, uint32_t n, const uint32_t* mask) {
    if (!stream) return noted(hipErrorInvalidHandle);
    if (n == 0 || !mask) return noted(hipErrorInvalidValue);
    return make_stream(stream, 0, 0);
}
hipError_t hipExtStreamGetCUMask(hipStream_t stream, uint32_t n, uint32_t* mask) {
    if (n == 0 || !mask) return noted(hipErrorInvalidValue);
    if (const hipError_t e = check_stream(stream)) return e;
    return *mask = 1, hipSuccess;  // one multiprocessor or more
}
hipError_t hipStreamDestroy(hipStream_t stream) {
    if (!stream) return noted(hipErrorInvalidResourceHandle);
    if (is_default(stream)) return noted(hipErrorInvalidResourceHandle);
    if (cpu_engine::is_stream(stream)) (void)wait_for(name_of(stream));
    if (!cpu_engine::forget_stream(stream)) return noted(hipErrorContextIsDestroyed);
    const std::lock_guard lock(streams().mutex);
    streams().streams.erase(stream);
    delete stream;
    return hipSuccess;
}
hipError_t hipStreamSynchronize(hipStream_t stream) {
    if (const hipError_t e = check_stream(stream)) return e;
    if (capture* const c = capture_of(stream)) c->invalid = true;
    if (capture_of(stream) || is_forbidden_by_capture())
        return noted(hipErrorStreamCaptureUnsupported);
    return wait_for_stream(stream);
}
hipError_t hipStreamQuery(hipStream_t stream) {
    if (const hipError_t e = check_stream(stream)) return e;
    if (capture* const c = capture_of(stream))
        return c->invalid = true, noted(hipErrorStreamCaptureUnsupported);
    if (!is_all_done() && has_work(name_of(stream))) return hipErrorNotReady;
    return wait_for_stream(stream);
}
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags) {
    if (!flags) return noted(hipErrorInvalidValue);
    if (const hipError_t e = check_stream(stream)) return e;
    return *flags = is_default(stream) ? 0 : stream->flags, hipSuccess;
}
hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
    if (!priority) return noted(hipErrorInvalidValue);
    if (const hipError_t e = check_stream(stream)) return e;
    return *priority = is_default(stream) ? 0 : stream->priority, hipSuccess;
}
hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t* device) {
    if (!device) return noted(hipErrorInvalidValue);
    if (const hipError_t e = check_stream(stream)) return e;
    return *device = device_of(stream), hipSuccess;
}
int hipGetStreamDeviceId(hipStream_t stream) {
    return cpu_engine::is_stream(stream) ? device_of(stream) : -1;
}
hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
    if (least) *least = 1;
    if (greatest) *greatest = -1;
    return hipSuccess;
}
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t f, void* data,
                                unsigned flags) {
    const api_call c("hipStreamAddCallback");
    if (!f || flags) return noted(hipErrorInvalidValue);
    return enqueue(
        stream, c.at, [=] { return f(stream, hipSuccess, data), hipSuccess; },
        hipGraphNodeTypeHost);
}
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t f, void* data) {
    const api_call c("hipLaunchHostFunc");
    if (!f) return noted(hipErrorInvalidValue);
    return enqueue(
        stream, c.at, [=] { return f(data), hipSuccess; }, hipGraphNodeTypeHost);
}

// A stream waits for a value in memory, which the host may write later.
namespace {
template <class T>
hipError_t wait_value(const api_call& c, hipStream_t stream, void* p, T value, unsigned flags,
                      T mask) {
    if (!p || flags > hipStreamWaitValueNor) return c.ended(hipErrorInvalidValue);
    const auto there = [=] {
        const T now = *static_cast<const volatile T*>(p) & mask;
        switch (flags) {
            case hipStreamWaitValueGte:
                return now >= value;
            case hipStreamWaitValueEq:
                return now == value;
            case hipStreamWaitValueAnd:
                return (now & value) != 0;
            default:
                return static_cast<T>(~(now | value)) != 0;
        }
    };
    const auto wait = [=] {
        cpu_engine::waiting_launch* const waits = cpu_engine::settings().waiting;
        while (!there())
            if (!waits || !waits->waits(false)) return c.ended(hipErrorLaunchTimeOut);
        if (waits) waits->goes_on();
        if (order()) order()->acquires(p, sizeof(T));
        return hipSuccess;
    };
    return enqueue(stream, c.at, wait, hipGraphNodeTypeEmpty, !is_all_done() || !there());
}
template <class T>
hipError_t write_value(const api_call& c, hipStream_t stream, void* p, T value) {
    if (!p) return c.ended(hipErrorInvalidValue);
    return enqueue(stream, c.at, [=] { return copy(c, p, &value, sizeof value); });
}
}  // namespace
hipError_t hipStreamWaitValue32(hipStream_t s, void* p, uint32_t v, unsigned flags, uint32_t mask) {
    return wait_value(api_call("hipStreamWaitValue32"), s, p, v, flags, mask);
}
hipError_t hipStreamWaitValue64(hipStream_t s, void* p, uint64_t v, unsigned flags, uint64_t mask) {
    return wait_value(api_call("hipStreamWaitValue64"), s, p, v, flags, mask);
}
hipError_t hipStreamWriteValue32(hipStream_t s, void* p, uint32_t v, unsigned) {
    return write_value(api_call("hipStreamWriteValue32"), s, p, v);
}
hipError_t hipStreamWriteValue64(hipStream_t s, void* p, uint64_t v, unsigned) {
    return write_value(api_call("hipStreamWriteValue64"), s, p, v);
}

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
    constexpr unsigned releases = hipEventReleaseToDevice | hipEventReleaseToSystem;
    constexpr unsigned all_flags = hipEventBlockingSync | hipEventDisableTiming |
                                   hipEventInterprocess | hipEventDisableSystemFence | releases;
    if (!event || (flags & ~all_flags) || (flags & releases) == releases ||
        ((flags & hipEventInterprocess) && !(flags & hipEventDisableTiming)))
        return noted(hipErrorInvalidValue);
    *event = new ihipEvent_t;
    (*event)->flags = flags;
    const std::lock_guard lock(streams().mutex);
    streams().events.insert(*event);
    return hipSuccess;
}
hipError_t hipEventCreate(hipEvent_t* event) { return hipEventCreateWithFlags(event, 0); }
hipError_t hipEventDestroy(hipEvent_t event) {
    if (!event) return noted(hipErrorInvalidResourceHandle);
    {
        const std::lock_guard lock(streams().mutex);
        if (streams().events.erase(event) == 0) return noted(hipErrorContextIsDestroyed);
    }
    if (order()) order()->forgets(event);
    delete event;
    return hipSuccess;
}
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
    if (!is_event(event)) return noted(hipErrorInvalidHandle);
    if (!cpu_engine::is_stream(stream)) return noted(hipErrorContextIsDestroyed);
    if (event->device != device_of(stream)) return noted(hipErrorInvalidHandle);
    const ihipStream_t* const state = state_of(stream);
    event->captured = state ? state->captured : nullptr;
    event->until = event->captured ? state->until : std::vector<hipGraphNode*>();
    const auto record = [event, stream, captured = bool(event->captured)] {
        if (!is_event(event)) return hipSuccess;  // it has been destroyed
        if (order() && !captured) order()->records(event, stream);
        event->when = now();
        return hipSuccess;
    };
    event->recorded = true;
    event->pending = nullptr;
    if (!event->captured && is_behind(name_of(stream)))
        return event->pending = queue(name_of(stream), record, false), hipSuccess;
    return record();
}
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned flags) {
    return flags > 1 ? noted(hipErrorInvalidValue) : hipEventRecord(event, stream);
}
hipError_t hipEventSynchronize(hipEvent_t event) {
    if (!is_event(event)) return noted(hipErrorInvalidHandle);
    if (event->captured) return noted(hipErrorCapturedEvent);
    const hipError_t error = wait_for(event->pending);
    if (order()) order()->host_waits_for_event(event);
    return error;
}
hipError_t hipEventQuery(hipEvent_t event) {
    return is_event(event) && !is_done(event->pending) ? hipErrorNotReady
                                                       : hipEventSynchronize(event);
}
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t from, hipEvent_t to) {
    if (!milliseconds) return noted(hipErrorInvalidValue);
    if (!is_event(from) || !is_event(to) || !from->recorded || !to->recorded ||
        from->device != to->device || ((from->flags | to->flags) & hipEventDisableTiming))
        return noted(hipErrorInvalidHandle);
    if (!is_done(from->pending) || !is_done(to->pending)) return hipErrorNotReady;
    *milliseconds = static_cast<float>(static_cast<double>(to->when - from->when) * 1e-6);
    return hipSuccess;
}
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags) {
    if (!is_event(event)) return noted(hipErrorInvalidHandle);
    if (flags) return noted(hipErrorInvalidValue);
    if (const hipError_t e = check_stream(stream)) return e;
    if (ihipStream_t* const state = state_of(stream); event->captured && state) {
        if (!state->captured) state->captured = event->captured, state->until.clear();
        state->until.insert(state->until.end(), event->until.begin(), event->until.end());
    } else if (!event->captured) {
        const auto wait = [stream, event] {
            if (order()) order()->waits(stream, event);
            return hipSuccess;
        };
        if (is_done(event->pending) && !is_behind(name_of(stream))) return wait();
        (void)queue(name_of(stream), wait, false, event->pending);
    }
    return hipSuccess;
}

namespace {
bool is_mode(hipStreamCaptureMode m) {
    return is_one_of(m, hipStreamCaptureModeGlobal, hipStreamCaptureModeRelaxed);
}
hipError_t begin_capture(hipStream_t stream, hipStreamCaptureMode mode, hipGraph_t into,
                         std::vector<hipGraphNode*> after) {
    if (!is_mode(mode)) return noted(hipErrorInvalidValue);
    ihipStream_t* const state = state_of(stream);
    if (!state) return noted(hipErrorStreamCaptureUnsupported);
    if (const hipError_t e = check_stream(stream)) return e;
    if (state->captured) return noted(hipErrorIllegalState);
    state->captured = std::make_shared<capture>(capture{
        into ? into : make_graph(), ++streams().captures, mode, std::this_thread::get_id()});
    state->origin = true;
    state->until = std::move(after);
    return hipSuccess;
}
}  // namespace
hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
    return begin_capture(stream, mode, nullptr, {});
}
hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph,
                                        const hipGraphNode_t* after, const hipGraphEdgeData*,
                                        size_t n, hipStreamCaptureMode mode) {
    if (!are_nodes_of(graph, after, n)) return noted(hipErrorInvalidValue);
    return begin_capture(stream, mode, graph, {after, after + n});
}
hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
    if (!graph) return noted(hipErrorInvalidValue);
    ihipStream_t* const state = state_of(stream);
    if (!state) return noted(hipErrorIllegalState);
    if (const hipError_t e = check_stream(stream)) return e;
    if (!state->captured) return noted(hipErrorIllegalState);
    if (!state->origin) return noted(hipErrorStreamCaptureUnmatched);
    const std::shared_ptr<capture> ended = state->captured;
    if (ended->mode != hipStreamCaptureModeRelaxed && ended->by != std::this_thread::get_id())
        return noted(hipErrorStreamCaptureWrongThread);
    hipError_t e =
        is_graph(ended->graph) && !ended->invalid ? hipSuccess : hipErrorStreamCaptureInvalidated;
    const std::set<const hipGraphNode*> joined = before(state->until);
    const std::lock_guard lock(streams().mutex);
    for (ihipStream_t* const other : streams().streams) {
        if (other->captured != ended) continue;
        other->captured = nullptr;
        for (const hipGraphNode* const n : other->until)
            if (!e && is_node(n) && !joined.contains(n)) e = hipErrorStreamCaptureUnjoined;
    }
    state->captured = nullptr;
    state->origin = false;
    return *graph = e ? nullptr : ended->graph, noted(e);
}
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus* status,
                                      unsigned long long* id, hipGraph_t* graph,
                                      const hipGraphNode_t** after, size_t* n) {
    if (!status) return noted(hipErrorInvalidValue);
    if (const hipError_t e = check_stream(stream)) return e;
    if (!state_of(stream) && has_capture(forbids)) return noted(hipErrorStreamCaptureImplicit);
    const capture* const c = capture_of(stream);
    *status = !c           ? hipStreamCaptureStatusNone
              : c->invalid ? hipStreamCaptureStatusInvalidated
                           : hipStreamCaptureStatusActive;
    if (!c || c->invalid) return hipSuccess;
    if (id) *id = c->id;
    if (graph) *graph = c->graph;
    if (after) *after = state_of(stream)->until.data();
    if (n) *n = state_of(stream)->until.size();
    return hipSuccess;
}
hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* status,
                                   unsigned long long* id) {
    return hipStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}
hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
    return hipStreamGetCaptureInfo(stream, status, nullptr);
}
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t* after, size_t n,
                                              unsigned flags) {
    if (flags > hipStreamSetCaptureDependencies) return noted(hipErrorInvalidValue);
    if (const hipError_t e = check_stream(stream)) return e;
    if (!capture_of(stream)) return noted(hipErrorIllegalState);
    if (!are_nodes_of(capture_of(stream)->graph, after, n)) return noted(hipErrorInvalidValue);
    std::vector<hipGraphNode*>& until = state_of(stream)->until;
    if (flags == hipStreamSetCaptureDependencies) until.clear();
    until.insert(until.end(), after, after + n);
    return hipSuccess;
}
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode* mode) {
    if (!mode || !is_mode(*mode)) return noted(hipErrorInvalidValue);
    std::swap(*mode, mode_of_thread);
    return hipSuccess;
}
