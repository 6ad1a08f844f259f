// SPDX-License-Identifier: MIT
// Graphs: nodes, what each does, and the order between them. A capture stores the work of its streams as nodes.
//
//   hipGraphAddMemcpyNode1D(&a, g, nullptr, 0, ...); hipGraphAddKernelNode(&b, g, &a, 1, ...);   b runs after a
//
// An executable graph is a copy of its graph; a node of the graph finds its copy there by its number.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <variant>
#include <vector>

#include "hip/runtime/arrays.hpp"

namespace tileproof::hip {

struct copy_1d {
    void* to;
    const void* from;
    std::size_t bytes;
    hipMemcpyKind kind;
};
struct child_graph {
    std::shared_ptr<ihipGraph> graph;
};
// What a node was made of; `captured` is work of a stream that nobody can ask about.
struct captured {};
using node_parameters = std::variant<captured, hipKernelNodeParams, hipMemcpy3DParms, HIP_MEMCPY3D,
                                     copy_1d, hipMemsetParams, hipHostNodeParams,
                                     hipMemAllocNodeParams, void*, hipEvent_t, child_graph>;

}  // namespace tileproof::hip

struct hipGraphNode {
    hipGraphNodeType type = hipGraphNodeTypeEmpty;
    tileproof::hip::node_parameters parameters;
    std::function<hipError_t()> run;
    std::vector<hipGraphNode*> after;
    std::uint64_t number = 0;
    bool enabled = true;
    std::map<hipLaunchAttributeID, hipLaunchAttributeValue> attributes;  // of a kernel's node
    ihipGraph* graph = nullptr;
};
struct ihipGraph {
    std::vector<std::unique_ptr<hipGraphNode>> nodes;
    bool of_node = false;                // the graph of a child node, which nobody may destroy
    hipGraphExec* executable = nullptr;  // the latest that was made of it
    hipGraphNode* find(std::uint64_t number) const;
};
struct hipGraphExec {
    const ihipGraph* made_of = nullptr;
    ihipGraph graph;
    std::vector<hipGraphNode*> in_order;
    unsigned long long flags = 0;
};

namespace tileproof::hip {

// Takes the work, after the named nodes.
hipGraphNode* add_node(ihipGraph&, hipGraphNodeType, node_parameters,
                       std::function<hipError_t()> run, std::vector<hipGraphNode*> after);
hipGraph_t make_graph();
bool is_graph(hipGraph_t);
bool is_node(const hipGraphNode*);
bool are_nodes_of(hipGraph_t, const hipGraphNode_t* list, std::size_t count);
// These nodes and all that run before them.
std::set<const hipGraphNode*> before(const std::vector<hipGraphNode*>&);
// The copy of the graph's node in an executable graph; null: there is none.
hipGraphNode* node_in(hipGraphExec_t, hipGraphNode_t);
void copy_nodes(const ihipGraph& from, ihipGraph& to);
// A graph that is the work of one node.
hipError_t run_within_node(const ihipGraph&);
hipError_t run_graph(hipGraphExec&, hipStream_t, caller);

// Whether each argument of the kernel can be read.
bool has_arguments(const cpu_engine::kernel_record&, void** arguments);
// Arguments of a kernel, kept for later launches.
void** copied_arguments(const cpu_engine::kernel_record&, void** arguments);
hipError_t launch(const cpu_engine::kernel_record&, dim3 grid, dim3 block, std::size_t shared,
                  void** arguments);

}  // namespace tileproof::hip
