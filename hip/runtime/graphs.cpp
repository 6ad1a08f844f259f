// SPDX-License-Identifier: MIT
#include "hip/runtime/graphs.hpp"
#include "hip/runtime/under_way.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>

struct hipUserObject {
    void* data;
    hipHostFn_t destroy;
    unsigned count;
};

namespace tileproof::hip {
namespace {

struct graph_lists {
    std::mutex mutex;
    std::set<const ihipGraph*> graphs;
    std::set<const hipGraphExec*> executables;
    std::set<const hipGraphNode*> nodes;
    std::set<const hipUserObject*> objects;
    std::map<const ihipGraph*, std::map<hipUserObject*, unsigned>> retained;
    std::atomic<std::uint64_t> numbers{0};
};
graph_lists& known() {
    static graph_lists* const only = new graph_lists;  // may be used while the program ends
    return *only;
}
template <class T>
bool is_known(const std::set<const T*>& list, const T* p) {
    const std::lock_guard lock(known().mutex);
    return p && list.contains(p);
}
bool is_executable(hipGraphExec_t e) { return is_known<hipGraphExec>(known().executables, e); }

hipGraphNode* insert(ihipGraph& g, std::unique_ptr<hipGraphNode> n) {
    n->graph = &g;
    const std::lock_guard lock(known().mutex);
    known().nodes.insert(n.get());
    return g.nodes.emplace_back(std::move(n)).get();
}
void forget_nodes(const ihipGraph& g) {
    const std::lock_guard lock(known().mutex);
    for (const auto& n : g.nodes) known().nodes.erase(n.get());
}

// Each node after those that it depends on, otherwise as they were added; empty if there is a cycle.
std::vector<hipGraphNode*> in_order(const ihipGraph& g) {
    std::vector<hipGraphNode*> order;
    std::set<const hipGraphNode*> done;
    while (order.size() < g.nodes.size()) {
        const auto next = std::ranges::find_if(g.nodes, [&](const auto& n) {
            return !done.contains(n.get()) && std::ranges::all_of(n->after, [&](hipGraphNode* a) {
                return done.contains(a) || a->graph != &g;
            });
        });
        if (next == g.nodes.end()) return {};
        done.insert(next->get());
        order.push_back(next->get());
    }
    return order;
}

hipError_t run_nodes(const std::vector<hipGraphNode*>& nodes, cpu_engine::work_order* watch) {
    hipError_t error = hipSuccess;
    for (hipGraphNode* const n : nodes) {
        if (watch)
            watch->node_begins(n,
                               {reinterpret_cast<void* const*>(n->after.data()), n->after.size()});
        if (n->enabled && n->run)
            if (const hipError_t e = n->run(); e && !error) error = e;
        if (watch) watch->node_ends(n);
    }
    return error;
}

bool has_own_memory(const ihipGraph& g) {
    return std::ranges::any_of(g.nodes, [](const auto& n) {
        return n->type == hipGraphNodeTypeMemAlloc || n->type == hipGraphNodeTypeMemFree;
    });
}
bool is_instantiated(const ihipGraph& g) {
    return is_executable(g.executable) && g.executable->made_of == &g;
}
hipError_t instantiate(hipGraphExec_t* made, hipGraph_t g, unsigned long long flags) {
    const bool one_flag = flags <= 8 && (flags & (flags - 1)) == 0;
    if (!made || !is_graph(g) || (flags && !one_flag)) return noted(hipErrorInvalidValue);
    if (in_order(*g).size() != g->nodes.size()) return noted(hipErrorInvalidValue);
    if (is_instantiated(*g) && has_own_memory(g->executable->graph))
        return noted(hipErrorNotSupported);
    auto* const e = new hipGraphExec{g};
    copy_nodes(*g, e->graph);
    e->in_order = in_order(e->graph);
    e->flags = flags;
    *made = g->executable = e;
    const std::lock_guard lock(known().mutex);
    known().executables.insert(e);
    return hipSuccess;
}

hipError_t list_nodes(const std::vector<hipGraphNode*>& list, hipGraphNode_t* nodes,
                      std::size_t* count) {
    if (nodes)
        for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < list.size() ? list[i] : nullptr;
    if (!nodes || *count > list.size()) *count = list.size();
    return hipSuccess;
}
std::vector<hipGraphNode*> dependents_of(const hipGraphNode* n) {
    std::vector<hipGraphNode*> list;
    for (const auto& other : n->graph->nodes)
        if (std::ranges::find(other->after, n) != other->after.end()) list.push_back(other.get());
    return list;
}

// The last reference goes: what was retained is destroyed.
void drop(hipUserObject* o, unsigned count) {
    bool last = false;
    {
        const std::lock_guard lock(known().mutex);
        if (!known().objects.contains(o)) return;
        o->count -= std::min(o->count, count);
        last = o->count == 0;
        if (last) known().objects.erase(o);
    }
    if (!last) return;
    o->destroy(o->data);
    delete o;
}
void release_retained(const ihipGraph* g) {
    std::map<hipUserObject*, unsigned> list;
    {
        const std::lock_guard lock(known().mutex);
        if (const auto found = known().retained.find(g); found != known().retained.end()) {
            list = std::move(found->second);
            known().retained.erase(found);
        }
    }
    for (const auto& [object, count] : list) drop(object, count);
}

}  // namespace

hipGraphNode* add_node(ihipGraph& g, hipGraphNodeType type, node_parameters parameters,
                       std::function<hipError_t()> run, std::vector<hipGraphNode*> after) {
    auto n = std::make_unique<hipGraphNode>();
    n->type = type;
    n->parameters = std::move(parameters);
    n->run = std::move(run);
    n->after = std::move(after);
    std::erase_if(n->after, [](const hipGraphNode* a) { return !is_node(a); });
    n->number = ++known().numbers;
    return insert(g, std::move(n));
}
hipGraph_t make_graph() {
    auto* const g = new ihipGraph;
    const std::lock_guard lock(known().mutex);
    known().graphs.insert(g);
    return g;
}
bool is_graph(hipGraph_t g) { return is_known<ihipGraph>(known().graphs, g); }
bool is_node(const hipGraphNode* n) { return is_known<hipGraphNode>(known().nodes, n); }
bool are_nodes_of(hipGraph_t g, const hipGraphNode_t* list, std::size_t count) {
    if (!is_graph(g) || (count && !list)) return false;
    for (std::size_t i = 0; i < count; ++i)
        if (!is_node(list[i]) || list[i]->graph != g) return false;
    return true;
}
std::set<const hipGraphNode*> before(const std::vector<hipGraphNode*>& nodes) {
    std::set<const hipGraphNode*> all;
    for (std::vector<hipGraphNode*> left = nodes; !left.empty();) {
        hipGraphNode* const n = left.back();
        left.pop_back();
        if (is_node(n) && all.insert(n).second)
            left.insert(left.end(), n->after.begin(), n->after.end());
    }
    return all;
}
hipGraphNode* node_in(hipGraphExec_t e, hipGraphNode_t n) {
    const bool is_of_its = is_executable(e) && is_node(n) && n->graph == e->made_of;
    return is_of_its ? e->graph.find(n->number) : nullptr;
}
void copy_nodes(const ihipGraph& from, ihipGraph& to) {
    std::map<const hipGraphNode*, hipGraphNode*> made;
    for (const auto& n : from.nodes) made[n.get()] = insert(to, std::make_unique<hipGraphNode>(*n));
    for (const auto& n : to.nodes)
        for (hipGraphNode*& a : n->after)
            if (const auto found = made.find(a); found != made.end()) a = found->second;
}
hipError_t run_within_node(const ihipGraph& g) { return run_nodes(in_order(g), nullptr); }

hipError_t run_graph(hipGraphExec& e, hipStream_t stream, caller at) {
    cpu_engine::work_order* const watch = cpu_engine::ordering();
    if (watch) watch->graph_begins(&e, stream, at);
    const hipError_t error = run_nodes(e.in_order, watch);
    if (watch) watch->graph_ends();
    return error;
}

}  // namespace tileproof::hip

using namespace tileproof;
using namespace tileproof::hip;

hipGraphNode* ihipGraph::find(std::uint64_t number) const {
    for (const auto& n : nodes)
        if (n->number == number) return n.get();
    return nullptr;
}

hipError_t hipGraphCreate(hipGraph_t* graph, unsigned flags) {
    if (!graph || flags) return noted(hipErrorInvalidValue);
    return *graph = make_graph(), hipSuccess;
}
hipError_t hipGraphDestroy(hipGraph_t graph) {
    if (!is_graph(graph) || graph->of_node) return noted(hipErrorInvalidValue);
    {
        const std::lock_guard lock(known().mutex);
        known().graphs.erase(graph);
    }
    forget_nodes(*graph);
    release_retained(graph);
    delete graph;
    return hipSuccess;
}
hipError_t hipGraphInstantiate(hipGraphExec_t* made, hipGraph_t graph, hipGraphNode_t*, char*,
                               size_t) {
    return instantiate(made, graph, 0);
}
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* made, hipGraph_t graph,
                                        unsigned long long flags) {
    return instantiate(made, graph, flags);
}
hipError_t hipGraphInstantiateWithParams(hipGraphExec_t* made, hipGraph_t graph,
                                         hipGraphInstantiateParams* p) {
    if (!p) return noted(hipErrorInvalidValue);
    const hipError_t e = instantiate(made, graph, p->flags);
    p->result_out = e ? hipGraphInstantiateError : hipGraphInstantiateSuccess;
    p->errNode_out = nullptr;
    return e;
}
hipError_t hipGraphUpload(hipGraphExec_t e, hipStream_t stream) {
    return noted(is_executable(e) && cpu_engine::is_stream(stream) ? hipSuccess
                                                                   : hipErrorInvalidValue);
}
hipError_t hipGraphLaunch(hipGraphExec_t e, hipStream_t stream) {
    const api_call c("hipGraphLaunch");
    if (!is_executable(e)) return noted(hipErrorInvalidValue);
    hipStreamCaptureStatus status{};
    if (const hipError_t error = hipStreamIsCapturing(stream, &status)) return error;
    if (status == hipStreamCaptureStatusActive) {  // it becomes a part of the other graph
        const auto kept = std::make_shared<ihipGraph>();
        copy_nodes(e->graph, *kept);
        return enqueue(stream, c.at, [kept] { return run_within_node(*kept); });
    }
    const auto run = [=] {
        const within_work scope;
        return noted(run_graph(*e, stream, c.at));
    };
    if (!is_behind(name_of(stream))) return run();
    return queue(name_of(stream), run, false), hipSuccess;
}
hipError_t hipGraphExecDestroy(hipGraphExec_t e) {
    (void)wait_for_all();
    {
        const std::lock_guard lock(known().mutex);
        if (!e || known().executables.erase(e) == 0) return noted(hipErrorInvalidValue);
    }
    if (cpu_engine::ordering()) cpu_engine::ordering()->graph_destroyed(e);
    forget_nodes(e->graph);
    delete e;
    return hipSuccess;
}
hipError_t hipGraphExecGetFlags(hipGraphExec_t e, unsigned long long* flags) {
    if (!flags || !is_executable(e)) return noted(hipErrorInvalidValue);
    return *flags = e->flags, hipSuccess;
}
// The nodes of the graph, in its order, replace what the executable's nodes do; they must be of the same types.
hipError_t hipGraphExecUpdate(hipGraphExec_t e, hipGraph_t graph, hipGraphNode_t* wrong,
                              hipGraphExecUpdateResult* result) {
    if (!wrong || !result || !is_executable(e) || !is_graph(graph))
        return noted(hipErrorInvalidValue);
    *wrong = nullptr;
    const auto refuse = [&](hipGraphExecUpdateResult why, hipGraphNode* at) {
        return *result = why, *wrong = at, noted(hipErrorGraphExecUpdateFailure);
    };
    if (graph->nodes.size() != e->graph.nodes.size())
        return refuse(hipGraphExecUpdateErrorTopologyChanged, nullptr);
    for (std::size_t i = 0; i < graph->nodes.size(); ++i) {
        const hipGraphNode &from = *graph->nodes[i], &to = *e->graph.nodes[i];
        if (from.type != to.type)
            return refuse(hipGraphExecUpdateErrorNodeTypeChanged, graph->nodes[i].get());
        if (from.after.size() != to.after.size())
            return refuse(hipGraphExecUpdateErrorTopologyChanged, graph->nodes[i].get());
    }
    for (std::size_t i = 0; i < graph->nodes.size(); ++i) {
        e->graph.nodes[i]->run = graph->nodes[i]->run;
        e->graph.nodes[i]->parameters = graph->nodes[i]->parameters;
    }
    return *result = hipGraphExecUpdateSuccess, hipSuccess;
}
hipError_t hipGraphClone(hipGraph_t* made, hipGraph_t graph) {
    if (!made || !is_graph(graph)) return noted(hipErrorInvalidValue);
    *made = make_graph();
    copy_nodes(*graph, **made);
    return hipSuccess;
}
hipError_t hipGraphNodeFindInClone(hipGraphNode_t* node, hipGraphNode_t original,
                                   hipGraph_t clone) {
    if (!node || !is_node(original) || !is_graph(clone) || original->graph == clone)
        return noted(hipErrorInvalidValue);
    *node = clone->find(original->number);
    return noted(*node ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t* nodes, size_t* count) {
    if (!count || !is_graph(graph)) return noted(hipErrorInvalidValue);
    std::vector<hipGraphNode*> list;
    for (const auto& n : graph->nodes) list.push_back(n.get());
    return list_nodes(list, nodes, count);
}
hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t* nodes, size_t* count) {
    if (!count || !is_graph(graph)) return noted(hipErrorInvalidValue);
    std::vector<hipGraphNode*> list;
    for (const auto& n : graph->nodes)
        if (n->after.empty()) list.push_back(n.get());
    return list_nodes(list, nodes, count);
}
hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t* from, hipGraphNode_t* to,
                            size_t* count) {
    if (!count || !is_graph(graph) || !from != !to) return noted(hipErrorInvalidValue);
    std::vector<hipGraphNode*> sources, targets;
    for (const auto& n : graph->nodes)
        for (hipGraphNode* const a : n->after) sources.push_back(a), targets.push_back(n.get());
    std::size_t second = *count;
    (void)list_nodes(targets, to, &second);
    return list_nodes(sources, from, count);
}
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t* list, size_t* count) {
    if (!count || !is_node(node)) return noted(hipErrorInvalidValue);
    return list_nodes(node->after, list, count);
}
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t* list, size_t* count) {
    if (!count || !is_node(node)) return noted(hipErrorInvalidValue);
    return list_nodes(dependents_of(node), list, count);
}
hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType* type) {
    if (!type || !is_node(node)) return noted(hipErrorInvalidValue);
    return *type = node->type, hipSuccess;
}
hipError_t hipGraphDestroyNode(hipGraphNode_t node) {
    if (!is_node(node)) return noted(hipErrorInvalidValue);
    for (hipGraphNode* const d : dependents_of(node)) std::erase(d->after, node);
    {
        const std::lock_guard lock(known().mutex);
        known().nodes.erase(node);
    }
    std::erase_if(node->graph->nodes, [&](const auto& n) { return n.get() == node; });
    return hipSuccess;
}
hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t* from,
                                   const hipGraphNode_t* to, size_t n) {
    if (!are_nodes_of(graph, from, n) || !are_nodes_of(graph, to, n))
        return noted(hipErrorInvalidValue);
    for (std::size_t i = 0; i < n; ++i) {
        if (from[i] == to[i] || std::ranges::find(to[i]->after, from[i]) != to[i]->after.end())
            return noted(hipErrorInvalidValue);
        to[i]->after.push_back(from[i]);
    }
    return hipSuccess;
}
hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t* from,
                                      const hipGraphNode_t* to, size_t n) {
    if (!are_nodes_of(graph, from, n) || !are_nodes_of(graph, to, n))
        return noted(hipErrorInvalidValue);
    for (std::size_t i = 0; i < n; ++i)
        if (std::erase(to[i]->after, from[i]) == 0) return noted(hipErrorInvalidValue);
    return hipSuccess;
}
namespace {
bool can_be_disabled(const hipGraphNode* n) {
    return n && (n->type == hipGraphNodeTypeKernel || n->type == hipGraphNodeTypeMemcpy ||
                 n->type == hipGraphNodeTypeMemset);
}
}  // namespace
hipError_t hipGraphNodeSetEnabled(hipGraphExec_t e, hipGraphNode_t node, unsigned enabled) {
    hipGraphNode* const n = node_in(e, node);
    if (!can_be_disabled(n)) return noted(hipErrorInvalidValue);
    return n->enabled = enabled != 0, hipSuccess;
}
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t e, hipGraphNode_t node, unsigned* enabled) {
    const hipGraphNode* const n = node_in(e, node);
    if (!enabled || !can_be_disabled(n)) return noted(hipErrorInvalidValue);
    return *enabled = n->enabled, hipSuccess;
}

hipError_t hipUserObjectCreate(hipUserObject_t* made, void* data, hipHostFn_t destroy,
                               unsigned count, unsigned flags) {
    if (!made || !destroy || count == 0 || count > 0x7fffffff ||
        flags != hipUserObjectNoDestructorSync)
        return noted(hipErrorInvalidValue);
    *made = new hipUserObject{data, destroy, count};
    const std::lock_guard lock(known().mutex);
    known().objects.insert(*made);
    return hipSuccess;
}
hipError_t hipUserObjectRelease(hipUserObject_t o, unsigned count) {
    if (!o || count == 0 || count > 0x7fffffff) return noted(hipErrorInvalidValue);
    return drop(o, count), hipSuccess;  // nothing happens if it has gone
}
hipError_t hipUserObjectRetain(hipUserObject_t o, unsigned count) {
    if (!is_known<hipUserObject>(known().objects, o) || count == 0 || count > 0x7fffffff)
        return noted(hipErrorInvalidValue);
    const std::lock_guard lock(known().mutex);
    return o->count += count, hipSuccess;
}
hipError_t hipGraphRetainUserObject(hipGraph_t graph, hipUserObject_t o, unsigned count,
                                    unsigned flags) {
    if (!is_graph(graph) || !is_known<hipUserObject>(known().objects, o) || count == 0 ||
        count > 0x7fffffff || (flags && flags != hipGraphUserObjectMove))
        return noted(hipErrorInvalidValue);
    const std::lock_guard lock(known().mutex);
    known().retained[graph][o] += count;
    if (flags != hipGraphUserObjectMove) o->count += count;
    return hipSuccess;
}
hipError_t hipGraphReleaseUserObject(hipGraph_t graph, hipUserObject_t o, unsigned count) {
    if (!is_graph(graph) || !o || count == 0 || count > 0x7fffffff)
        return noted(hipErrorInvalidValue);
    {
        const std::lock_guard lock(known().mutex);
        auto& of_graph = known().retained[graph];
        const auto held = of_graph.find(o);
        if (held == of_graph.end() || held->second < count) return hipSuccess;  // not the graph's
        held->second -= count;
        if (held->second == 0) of_graph.erase(held);
    }
    return drop(o, count), hipSuccess;
}
hipError_t hipGraphDebugDotPrint(hipGraph_t graph, const char* path, unsigned) {
    if (!path || !is_graph(graph)) return noted(hipErrorInvalidValue);
    std::FILE* const file = std::fopen(path, "w");
    if (!file) return noted(hipErrorOperatingSystem);
    std::fprintf(file, "digraph graph_of_hip {\n");
    for (const auto& n : graph->nodes) {
        std::fprintf(file, "  n%llu [label=\"type %d\"];\n",
                     static_cast<unsigned long long>(n->number), static_cast<int>(n->type));
        for (const hipGraphNode* const a : n->after)
            std::fprintf(file, "  n%llu -> n%llu;\n", static_cast<unsigned long long>(a->number),
                         static_cast<unsigned long long>(n->number));
    }
    std::fprintf(file, "}\n");
    std::fclose(file);
    return hipSuccess;
}
