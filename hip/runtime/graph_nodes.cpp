// SPDX-License-Identifier: MIT
// Nodes of graphs: each type is added, asked for its parameters, and given others, in a graph or in an executable one.
#include <algorithm>
#include <mutex>

#include "hip/runtime/graphs.hpp"

namespace tileproof::hip {
namespace {

// What a node of these parameters does; empty if they are wrong.
using work = std::function<hipError_t()>;
work work_of(const hipKernelNodeParams& p) {
    const cpu_engine::kernel_record* const k = cpu_engine::find_kernel(p.func);
    if (!k || !(p.kernelParams ? has_arguments(*k, p.kernelParams) : p.extra || !k->count))
        return {};
    void** const kept = p.kernelParams ? copied_arguments(*k, p.kernelParams) : nullptr;
    return [k, kept, p] { return launch(*k, p.gridDim, p.blockDim, p.sharedMemBytes, kept); };
}
work work_of(const hipMemcpy3DParms& p, const api_call& c) {
    if (copy_3d(c, p, true)) return {};
    return [c, p] { return copy_3d(c, p); };
}
work work_of(const HIP_MEMCPY3D& p, const api_call& c) {
    if (copy_3d(c, p, true)) return {};
    return [c, p] { return copy_3d(c, p); };
}
work work_of(const copy_1d& p, api_call c) {
    c.name = "hipMemcpy of a graph";
    if (!p.to || !p.from || p.bytes == 0 || !can_copy(c, p.to, p.from, p.bytes)) return {};
    return [c, p] { return copy(c, p.to, p.from, p.bytes); };
}
work work_of(const hipMemsetParams& m, api_call c) {
    const bool element = m.elementSize == 1 || m.elementSize == 2 || m.elementSize == 4;
    const std::size_t row = product({m.width, m.elementSize});
    c.name = "hipMemset";
    if (!m.dst || !element || row == 0 || m.height == 0 || (m.height > 1 && m.pitch < row) ||
        product({m.height, m.pitch}) > ~row ||
        !can_copy(c, m.dst, nullptr, (m.height - 1) * m.pitch + row))
        return {};
    return [c, m] {
        for (std::size_t row = 0; row < m.height; ++row)
            if (const hipError_t e = fill(c, static_cast<char*>(m.dst) + row * m.pitch, m.value,
                                          m.elementSize, m.width))
                return e;
        return hipSuccess;
    };
}
work work_of(const hipHostNodeParams& h) {
    if (!h.fn) return {};
    return [h] { return h.fn(h.userData), hipSuccess; };
}
work work_of(const child_graph& c) {
    return [c] { return run_within_node(*c.graph); };
}

hipError_t add(hipGraphNode_t* made, hipGraph_t g, const hipGraphNode_t* after, std::size_t n,
               hipGraphNodeType type, node_parameters parameters, work run) {
    if (!made || !are_nodes_of(g, after, n)) return noted(hipErrorInvalidValue);
    const std::vector<hipGraphNode*> list(after, after + n);
    for (std::size_t i = 0; i < n; ++i)
        if (std::count(list.begin(), list.end(), list[i]) > 1) return noted(hipErrorInvalidValue);
    *made = add_node(*g, type, std::move(parameters), std::move(run), list);
    return hipSuccess;
}
template <class P, class... C>
hipError_t add_made_of(hipGraphNode_t* made, hipGraph_t g, const hipGraphNode_t* after,
                       std::size_t n, hipGraphNodeType type, const P* p, const C&... c) {
    if (!p) return noted(hipErrorInvalidValue);
    work run = work_of(*p, c...);
    return run ? add(made, g, after, n, type, *p, std::move(run)) : noted(hipErrorInvalidValue);
}
template <class P>
hipError_t parameters_of(hipGraphNode_t n, P* p) {
    if (!p || !is_node(n) || !std::holds_alternative<P>(n->parameters))
        return noted(hipErrorInvalidValue);
    return *p = std::get<P>(n->parameters), hipSuccess;
}
// The node itself, or its copy in an executable graph.
template <class P, class... C>
hipError_t set(hipGraphNode_t n, const P* p, const C&... c) {
    if (!p || !is_node(n) || !std::holds_alternative<P>(n->parameters))
        return noted(hipErrorInvalidValue);
    work run = work_of(*p, c...);
    if (!run) return noted(hipErrorInvalidValue);
    n->parameters = *p;
    n->run = std::move(run);
    return hipSuccess;
}

// In an executable graph a copy goes from and to where it did.
template <class P>
bool keeps_kind(const hipGraphNode& n, hipMemcpyKind kind) {
    const P* const before = std::get_if<P>(&n.parameters);
    return before && before->kind == kind;
}

}  // namespace
}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipError_t hipGraphAddEmptyNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                                size_t n) {
    return add(node, graph, after, n, hipGraphNodeTypeEmpty, captured(), {});
}
hipError_t hipGraphAddKernelNode(hipGraphNode_t* node, hipGraph_t graph,
                                 const hipGraphNode_t* after, size_t n,
                                 const hipKernelNodeParams* p) {
    if (p && p->func && !cpu_engine::find_kernel(p->func))
        return noted(hipErrorInvalidDeviceFunction);
    return add_made_of(node, graph, after, n, hipGraphNodeTypeKernel, p);
}
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams* p) {
    return parameters_of(node, p);
}
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams* p) {
    return set(node, p);
}
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t e, hipGraphNode_t node,
                                           const hipKernelNodeParams* p) {
    return set(node_in(e, node), p);
}
// A kernel runs the same with each of them.
namespace {
hipGraphNode* with_attribute(hipGraphNode_t n, hipLaunchAttributeID a, const void* value) {
    const bool known = a == hipLaunchAttributeAccessPolicyWindow ||
                       a == hipLaunchAttributeCooperative || a == hipLaunchAttributePriority;
    return known && value && is_node(n) && n->type == hipGraphNodeTypeKernel ? n : nullptr;
}
}  // namespace
hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t node, hipLaunchAttributeID a,
                                          const hipLaunchAttributeValue* v) {
    hipGraphNode* const n = with_attribute(node, a, v);
    if (!n) return noted(hipErrorInvalidValue);
    const hipAccessPolicyWindow& w = v->accessPolicyWindow;
    if (a == hipLaunchAttributeAccessPolicyWindow &&
        (!(w.hitRatio >= 0 && w.hitRatio <= 1) || w.missProp == hipAccessPropertyPersisting ||
         w.num_bytes > 0))  // the device has no such cache
        return noted(hipErrorInvalidValue);
    if (a == hipLaunchAttributePriority && (v->priority < -1 || v->priority > 1))
        return noted(hipErrorInvalidValue);
    return n->attributes[a] = *v, hipSuccess;
}
hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t node, hipLaunchAttributeID a,
                                          hipLaunchAttributeValue* v) {
    hipGraphNode* const n = with_attribute(node, a, v);
    if (!n) return noted(hipErrorInvalidValue);
    return *v = n->attributes[a], hipSuccess;
}
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t from, hipGraphNode_t to) {
    if (!is_node(from) || !is_node(to) || from->type != hipGraphNodeTypeKernel ||
        to->type != hipGraphNodeTypeKernel)
        return noted(hipErrorInvalidValue);
    return to->attributes = from->attributes, hipSuccess;
}
hipError_t hipGraphAddMemcpyNode(hipGraphNode_t* node, hipGraph_t graph,
                                 const hipGraphNode_t* after, size_t n, const hipMemcpy3DParms* p) {
    return add_made_of(node, graph, after, n, hipGraphNodeTypeMemcpy, p,
                       api_call("hipGraphAddMemcpyNode"));
}
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms* p) {
    return parameters_of(node, p);
}
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms* p) {
    return set(node, p, api_call("hipGraphMemcpyNodeSetParams"));
}
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t e, hipGraphNode_t node,
                                           hipMemcpy3DParms* p) {
    hipGraphNode* const n = node_in(e, node);
    if (!p || !n || !keeps_kind<hipMemcpy3DParms>(*n, p->kind)) return noted(hipErrorInvalidValue);
    return set(n, static_cast<const hipMemcpy3DParms*>(p),
               api_call("hipGraphExecMemcpyNodeSetParams"));
}
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t* node, hipGraph_t graph,
                                    const hipGraphNode_t* after, size_t n, const HIP_MEMCPY3D* p,
                                    hipCtx_t) {
    return add_made_of(node, graph, after, n, hipGraphNodeTypeMemcpy, p,
                       api_call("hipDrvGraphAddMemcpyNode"));
}
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t node, HIP_MEMCPY3D* p) {
    return parameters_of(node, p);
}
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const HIP_MEMCPY3D* p) {
    return set(node, p, api_call("hipDrvGraphMemcpyNodeSetParams"));
}
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t e, hipGraphNode_t node,
                                              const HIP_MEMCPY3D* p, hipCtx_t) {
    return set(node_in(e, node), p, api_call("hipDrvGraphExecMemcpyNodeSetParams"));
}
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t* node, hipGraph_t graph,
                                   const hipGraphNode_t* after, size_t n, void* to,
                                   const void* from, size_t bytes, hipMemcpyKind kind) {
    const copy_1d p{to, from, bytes, kind};
    if (!is_kind(kind)) return noted(hipErrorInvalidMemcpyDirection);
    return add_made_of(node, graph, after, n, hipGraphNodeTypeMemcpy, &p,
                       api_call("hipGraphAddMemcpyNode1D"));
}
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void* to, const void* from,
                                         size_t bytes, hipMemcpyKind kind) {
    const copy_1d p{to, from, bytes, kind};
    if (!is_kind(kind)) return noted(hipErrorInvalidMemcpyDirection);
    const auto a = reinterpret_cast<std::uintptr_t>(to), b = reinterpret_cast<std::uintptr_t>(from);
    if ((a > b ? a - b : b - a) < bytes) return noted(hipErrorInvalidValue);  // they overlap
    return set(node, &p, api_call("hipGraphMemcpyNodeSetParams1D"));
}
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t e, hipGraphNode_t node, void* to,
                                             const void* from, size_t bytes, hipMemcpyKind kind) {
    hipGraphNode* const n = node_in(e, node);
    if (n && !keeps_kind<copy_1d>(*n, kind)) return noted(hipErrorInvalidValue);
    return hipGraphMemcpyNodeSetParams1D(n, to, from, bytes, kind);
}
// A variable of the device is where it is: a copy like others.
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t* node, hipGraph_t graph,
                                           const hipGraphNode_t* after, size_t n, void* to,
                                           const void* symbol, size_t bytes, size_t offset,
                                           hipMemcpyKind kind) {
    if (!cpu_engine::find_variable(symbol)) return noted(hipErrorInvalidSymbol);
    return hipGraphAddMemcpyNode1D(node, graph, after, n, to, part_of(symbol, offset, bytes), bytes,
                                   kind);
}
hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void* to, const void* symbol,
                                                 size_t bytes, size_t offset, hipMemcpyKind kind) {
    if (!cpu_engine::find_variable(symbol)) return noted(hipErrorInvalidSymbol);
    return hipGraphMemcpyNodeSetParams1D(node, to, part_of(symbol, offset, bytes), bytes, kind);
}
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t e, hipGraphNode_t node,
                                                     void* to, const void* symbol, size_t bytes,
                                                     size_t offset, hipMemcpyKind kind) {
    if (!cpu_engine::find_variable(symbol)) return noted(hipErrorInvalidSymbol);
    return hipGraphMemcpyNodeSetParamsFromSymbol(node_in(e, node), to, symbol, bytes, offset, kind);
}
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t* node, hipGraph_t graph,
                                         const hipGraphNode_t* after, size_t n, const void* symbol,
                                         const void* from, size_t bytes, size_t offset,
                                         hipMemcpyKind kind) {
    if (!cpu_engine::find_variable(symbol)) return noted(hipErrorInvalidSymbol);
    return hipGraphAddMemcpyNode1D(node, graph, after, n, part_of(symbol, offset, bytes), from,
                                   bytes, kind);
}
hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void* symbol,
                                               const void* from, size_t bytes, size_t offset,
                                               hipMemcpyKind kind) {
    if (!cpu_engine::find_variable(symbol)) return noted(hipErrorInvalidSymbol);
    return hipGraphMemcpyNodeSetParams1D(node, part_of(symbol, offset, bytes), from, bytes, kind);
}
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t e, hipGraphNode_t node,
                                                   const void* symbol, const void* from,
                                                   size_t bytes, size_t offset,
                                                   hipMemcpyKind kind) {
    if (!cpu_engine::find_variable(symbol)) return noted(hipErrorInvalidSymbol);
    return hipGraphMemcpyNodeSetParamsToSymbol(node_in(e, node), symbol, from, bytes, offset, kind);
}
hipError_t hipGraphAddMemsetNode(hipGraphNode_t* node, hipGraph_t graph,
                                 const hipGraphNode_t* after, size_t n, const hipMemsetParams* p) {
    return add_made_of(node, graph, after, n, hipGraphNodeTypeMemset, p,
                       api_call("hipGraphAddMemsetNode"));
}
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams* p) {
    return parameters_of(node, p);
}
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams* p) {
    return set(node, p, api_call("hipGraphMemsetNodeSetParams"));
}
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t e, hipGraphNode_t node,
                                           const hipMemsetParams* p) {
    return set(node_in(e, node), p, api_call("hipGraphExecMemsetNodeSetParams"));
}
hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t* node, hipGraph_t graph,
                                    const hipGraphNode_t* after, size_t n,
                                    const HIP_MEMSET_NODE_PARAMS* p, hipCtx_t) {
    if (!p) return noted(hipErrorInvalidValue);
    const hipMemsetParams same{p->dst, p->elementSize, p->height, p->pitch, p->value, p->width};
    return hipGraphAddMemsetNode(node, graph, after, n, &same);
}
hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t e, hipGraphNode_t node,
                                              const HIP_MEMSET_NODE_PARAMS* p, hipCtx_t) {
    if (!p) return noted(hipErrorInvalidValue);
    const hipMemsetParams same{p->dst, p->elementSize, p->height, p->pitch, p->value, p->width};
    return hipGraphExecMemsetNodeSetParams(e, node, &same);
}
hipError_t hipGraphAddHostNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                               size_t n, const hipHostNodeParams* p) {
    return add_made_of(node, graph, after, n, hipGraphNodeTypeHost, p);
}
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams* p) {
    return parameters_of(node, p);
}
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams* p) {
    return set(node, p);
}
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t e, hipGraphNode_t node,
                                         const hipHostNodeParams* p) {
    return set(node_in(e, node), p);
}
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t* node, hipGraph_t graph,
                                     const hipGraphNode_t* after, size_t n, hipGraph_t child) {
    if (!is_graph(child) || child == graph) return noted(hipErrorInvalidValue);
    const std::shared_ptr<ihipGraph> kept(make_graph(), [](ihipGraph*) {});
    kept->of_node = true;
    copy_nodes(*child, *kept);
    const child_graph p{kept};
    return add_made_of(node, graph, after, n, hipGraphNodeTypeGraph, &p);
}
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t* graph) {
    child_graph p;
    if (!graph) return noted(hipErrorInvalidValue);
    if (const hipError_t e = parameters_of(node, &p)) return e;
    return *graph = p.graph.get(), hipSuccess;
}
hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t e, hipGraphNode_t node,
                                               hipGraph_t child) {
    if (!is_graph(child)) return noted(hipErrorInvalidValue);
    const std::shared_ptr<ihipGraph> kept(make_graph(), [](ihipGraph*) {});
    kept->of_node = true;
    copy_nodes(*child, *kept);
    const child_graph p{kept};
    return set(node_in(e, node), &p);
}
// Events of a graph: recorded and waited for on the stream in which it runs.
namespace {
hipError_t add_event(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                     std::size_t n, hipEvent_t event, hipGraphNodeType type) {
    if (!event) return noted(hipErrorInvalidValue);
    return add(node, graph, after, n, type, event, [event, type] {
        return type == hipGraphNodeTypeEventRecord ? hipEventRecord(event, nullptr) : hipSuccess;
    });
}
hipError_t set_event(hipGraphNode_t n, hipEvent_t event, hipGraphNodeType type) {
    if (!event || !is_node(n) || n->type != type) return noted(hipErrorInvalidValue);
    n->parameters = event;
    if (type == hipGraphNodeTypeEventRecord)
        n->run = [event] { return hipEventRecord(event, nullptr); };
    return hipSuccess;
}
hipError_t event_of(hipGraphNode_t n, hipEvent_t* event, hipGraphNodeType type) {
    if (!event || !is_node(n) || n->type != type) return noted(hipErrorInvalidValue);
    return *event = std::get<hipEvent_t>(n->parameters), hipSuccess;
}
}  // namespace
#define TILEPROOF_EVENT_NODE(name)                                                                \
    hipError_t hipGraphAdd##name##Node(hipGraphNode_t* node, hipGraph_t graph,                    \
                                       const hipGraphNode_t* after, size_t n, hipEvent_t event) { \
        return add_event(node, graph, after, n, event, hipGraphNodeType##name);                   \
    }                                                                                             \
    hipError_t hipGraph##name##NodeGetEvent(hipGraphNode_t node, hipEvent_t* event) {             \
        return event_of(node, event, hipGraphNodeType##name);                                     \
    }                                                                                             \
    hipError_t hipGraph##name##NodeSetEvent(hipGraphNode_t node, hipEvent_t event) {              \
        return set_event(node, event, hipGraphNodeType##name);                                    \
    }                                                                                             \
    hipError_t hipGraphExec##name##NodeSetEvent(hipGraphExec_t e, hipGraphNode_t node,            \
                                                hipEvent_t event) {                               \
        return set_event(node_in(e, node), event, hipGraphNodeType##name);                        \
    }
#define hipGraphNodeTypeEventWait hipGraphNodeTypeWaitEvent
TILEPROOF_EVENT_NODE(EventRecord)
TILEPROOF_EVENT_NODE(EventWait)
#undef TILEPROOF_EVENT_NODE
// The address is known at once, and the same in each launch: what a node frees is freed when no graph can use it any more.
namespace {
struct node_memory {
    api_call c;
    void* at;
    std::size_t bytes;
    bool is_freed = false;

    node_memory(const api_call& call, void* p, std::size_t n) : c(call), at(p), bytes(n) {}
    node_memory(const node_memory&) = delete;
    node_memory& operator=(const node_memory&) = delete;
    ~node_memory() {
        if (!is_freed) return;
        tell(false);
        (void)release(c, at, true);
    }
    void tell(bool freed) const {
        auto* const watch = cpu_engine::watching_host();
        if (watch && freed) watch->freed(at, true, c.at);
        if (watch && !freed)
            watch->allocated(at, bytes, cpu_engine::host_watch::memory_kind::device, c.at);
    }
    // Whether it changes.
    bool set_freed(bool is) {
        if (is == is_freed || !is_allocated(at)) return false;
        if (is) give_back(at);
        tell(is);
        is_freed = is;
        return true;
    }
};
std::mutex node_memories_mutex;
std::map<const void*, std::weak_ptr<node_memory>> node_memories;
std::shared_ptr<node_memory> node_memory_at(const void* p) {
    const std::lock_guard lock(node_memories_mutex);
    const auto found = node_memories.find(p);
    return found == node_memories.end() ? nullptr : found->second.lock();
}
}  // namespace
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t* node, hipGraph_t graph,
                                   const hipGraphNode_t* after, size_t n,
                                   hipMemAllocNodeParams* p) {
    const api_call c("hipGraphAddMemAllocNode");
    if (!p || !node || p->bytesize == 0 || !are_nodes_of(graph, after, n) ||
        p->poolProps.allocType != hipMemAllocationTypePinned ||
        p->poolProps.location.type != hipMemLocationTypeDevice ||
        !is_device(p->poolProps.location.id) || (p->accessDescCount && !p->accessDescs))
        return noted(hipErrorInvalidValue);
    if (const hipError_t e =
            allocate(c, &p->dptr, p->bytesize, cpu_engine::host_watch::memory_kind::device))
        return e;
    const auto memory = std::make_shared<node_memory>(c, p->dptr, p->bytesize);
    const std::lock_guard lock(node_memories_mutex);
    node_memories[p->dptr] = memory;
    return add(node, graph, after, n, hipGraphNodeTypeMemAlloc, *p, [memory] {
        take_from(pool_of_graphs(current_device()), memory->at);
        return memory->set_freed(false), hipSuccess;
    });
}
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams* p) {
    return parameters_of(node, p);
}
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t* node, hipGraph_t graph,
                                  const hipGraphNode_t* after, size_t n, void* memory) {
    const api_call c("hipGraphAddMemFreeNode");
    if (!is_allocated(memory)) return noted(hipErrorInvalidValue);
    return add(node, graph, after, n, hipGraphNodeTypeMemFree, memory,
               [c, memory, of_node = node_memory_at(memory)] {
                   if (!of_node) return release(c, memory, true);
                   return noted(of_node->set_freed(true) ? hipSuccess : hipErrorInvalidValue);
               });
}
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void* memory) {
    return parameters_of(node, static_cast<void**>(memory));
}
hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t* node, hipGraph_t graph,
                                     const hipGraphNode_t* after, size_t n, hipDeviceptr_t memory) {
    return hipGraphAddMemFreeNode(node, graph, after, n, memory);
}
namespace {
hipMemPoolAttr of_pool(hipGraphMemAttributeType a) {
    constexpr hipMemPoolAttr all[] = {hipMemPoolAttrUsedMemCurrent, hipMemPoolAttrUsedMemHigh,
                                      hipMemPoolAttrReservedMemCurrent,
                                      hipMemPoolAttrReservedMemHigh};
    return is_one_of(a, hipGraphMemAttrUsedMemCurrent, hipGraphMemAttrReservedMemHigh)
               ? all[a]
               : hipMemPoolAttr(0);
}
}  // namespace
hipError_t hipDeviceGetGraphMemAttribute(int device, hipGraphMemAttributeType a, void* value) {
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    return hipMemPoolGetAttribute(pool_of_graphs(device), of_pool(a), value);
}
hipError_t hipDeviceSetGraphMemAttribute(int device, hipGraphMemAttributeType a, void* value) {
    if (!is_device(device)) return noted(hipErrorInvalidDevice);
    return hipMemPoolSetAttribute(pool_of_graphs(device), of_pool(a), value);
}
hipError_t hipDeviceGraphMemTrim(int device) {
    return noted(is_device(device) ? hipSuccess : hipErrorInvalidDevice);
}
// A node of any type.
hipError_t hipGraphAddNode(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                           size_t n, hipGraphNodeParams* p) {
    if (!p) return noted(hipErrorInvalidValue);
    switch (p->type) {
        case hipGraphNodeTypeKernel:
            return hipGraphAddKernelNode(node, graph, after, n, &p->kernel);
        case hipGraphNodeTypeMemcpy:
            return hipGraphAddMemcpyNode(node, graph, after, n, &p->memcpy.copyParams);
        case hipGraphNodeTypeMemset:
            return hipGraphAddMemsetNode(node, graph, after, n, &p->memset);
        case hipGraphNodeTypeHost:
            return hipGraphAddHostNode(node, graph, after, n, &p->host);
        case hipGraphNodeTypeGraph:
            return hipGraphAddChildGraphNode(node, graph, after, n, p->graph.graph);
        case hipGraphNodeTypeEventRecord:
            return hipGraphAddEventRecordNode(node, graph, after, n, p->eventRecord.event);
        case hipGraphNodeTypeWaitEvent:
            return hipGraphAddEventWaitNode(node, graph, after, n, p->eventWait.event);
        case hipGraphNodeTypeEmpty:
            return hipGraphAddEmptyNode(node, graph, after, n);
        case hipGraphNodeTypeMemAlloc:
            return hipGraphAddMemAllocNode(node, graph, after, n, &p->alloc);
        case hipGraphNodeTypeMemFree:
            return hipGraphAddMemFreeNode(node, graph, after, n, p->free.dptr);
        default:
            return noted(is_one_of(p->type, hipGraphNodeTypeKernel, hipGraphNodeTypeCount)
                             ? hipErrorNotSupported
                             : hipErrorInvalidValue);
    }
}
hipError_t hipGraphNodeSetParams(hipGraphNode_t node, hipGraphNodeParams* p) {
    if (!p) return noted(hipErrorInvalidValue);
    switch (p->type) {
        case hipGraphNodeTypeKernel:
            return hipGraphKernelNodeSetParams(node, &p->kernel);
        case hipGraphNodeTypeMemcpy:
            return hipGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
        case hipGraphNodeTypeMemset:
            return hipGraphMemsetNodeSetParams(node, &p->memset);
        case hipGraphNodeTypeHost:
            return hipGraphHostNodeSetParams(node, &p->host);
        case hipGraphNodeTypeEventRecord:
            return hipGraphEventRecordNodeSetEvent(node, p->eventRecord.event);
        case hipGraphNodeTypeWaitEvent:
            return hipGraphEventWaitNodeSetEvent(node, p->eventWait.event);
        default:
            return noted(hipErrorInvalidValue);
    }
}
hipError_t hipGraphExecNodeSetParams(hipGraphExec_t e, hipGraphNode_t node, hipGraphNodeParams* p) {
    return hipGraphNodeSetParams(node_in(e, node), p);
}
