// SPDX-License-Identifier: MIT
#include "devices/cpu/hip_state.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "devices/cpu/memory.hpp"
#include "devices/cpu/parallel.hpp"

namespace tileproof::hip_types {

struct graph_node {
    void* handle;
    std::shared_ptr<cpu_engine::work> work;
    std::vector<void*> after;
};
// Nodes are shared, so an instantiated graph keeps its work when the graph itself is destroyed.
struct graph_state {
    std::vector<graph_node> nodes;
};
struct executable_graph {
    std::vector<graph_node> nodes;
};
struct stream_state {
    unsigned flags = 0;
    int priority = 0;
    graph_state* captured = nullptr;  // not null: being captured
    bool origin = false;              // the capture began on this stream
    std::vector<void*> until;         // last recorded work of each stream that it has joined
};

}  // namespace tileproof::hip_types

namespace tileproof::cpu_engine {
namespace {

struct state {
    std::mutex mutex;
    std::set<const stream_state*> streams;
    std::set<const graph_state*> graphs;
    std::set<const executable_graph*> executables;
    std::unordered_map<const void*, kernel_record> kernels;
    std::vector<void (*)(tell_shared)> shared;
    std::map<std::string_view, const void*> kernels_by_name;
    std::uintptr_t next_node = 1;
};
// May be used while the program ends.
state& all() {
    static state* const only = new state;
    return *only;
}

// Streams 0, 1 and 2 are the default ones.
bool is_default(const stream_state* s) { return reinterpret_cast<std::uintptr_t>(s) <= 2; }

}  // namespace

int& last_hip_error() {
    static thread_local int error = 0;
    return error;
}

host_watch*& watching_host() {
    static host_watch* one = nullptr;
    return one;
}
work_order*& ordering() {
    static work_order* one = nullptr;
    return one;
}

stream_state* make_stream(unsigned flags, int priority) {
    auto* const s = new stream_state;
    s->flags = flags;
    s->priority = priority;
    const std::lock_guard lock(all().mutex);
    all().streams.insert(s);
    return s;
}

bool destroy_stream(stream_state* s) {
    {
        const std::lock_guard lock(all().mutex);
        if (all().streams.erase(s) == 0) return false;
    }
    if (ordering()) ordering()->stream_ends(s);
    delete s;
    return true;
}

bool is_stream(const stream_state* s) {
    if (is_default(s)) return true;
    const std::lock_guard lock(all().mutex);
    return all().streams.contains(s);
}
unsigned stream_flags(const stream_state* s) { return is_default(s) ? 0 : s->flags; }
int stream_priority(const stream_state* s) { return is_default(s) ? 0 : s->priority; }

bool capturing(const stream_state* s) { return !is_default(s) && s->captured; }

bool begin_capture(stream_state* s) {
    if (is_default(s) || s->captured) return false;
    s->captured = make_graph();
    s->origin = true;
    s->until.clear();
    return true;
}

graph_state* end_capture(stream_state* s) {
    if (is_default(s) || !s->captured || !s->origin) return nullptr;
    graph_state* const made = s->captured;
    const std::lock_guard lock(all().mutex);
    for (const stream_state* other : all().streams)
        if (other->captured == made) const_cast<stream_state*>(other)->captured = nullptr;
    s->origin = false;
    return made;
}

std::vector<void*> captured_until(const stream_state* s) {
    return capturing(s) ? s->until : std::vector<void*>();
}

void join_capture(stream_state* joins, const stream_state* captured,
                  const std::vector<void*>& until) {
    if (is_default(joins) || !capturing(captured)) return;
    if (!joins->captured) {
        joins->captured = captured->captured;
        joins->until.clear();
    }
    joins->until.insert(joins->until.end(), until.begin(), until.end());
}

void record(stream_state* s, work* w) {
    s->until = {add_to_graph(s->captured, w, std::move(s->until))};
}

graph_state* make_graph() {
    auto* const g = new graph_state;
    const std::lock_guard lock(all().mutex);
    all().graphs.insert(g);
    return g;
}

bool destroy_graph(graph_state* g) {
    {
        const std::lock_guard lock(all().mutex);
        if (all().graphs.erase(g) == 0) return false;
    }
    delete g;
    return true;
}

void* add_to_graph(graph_state* g, work* w, std::vector<void*> after) {
    const std::lock_guard lock(all().mutex);
    void* const node = reinterpret_cast<void*>(all().next_node++);
    g->nodes.push_back({node, std::shared_ptr<work>(w), std::move(after)});
    return node;
}

void add_dependency(graph_state* g, void* node, void* after) {
    for (hip_types::graph_node& n : g->nodes)
        if (n.handle == node) n.after.push_back(after);
}

std::size_t nodes_of(const graph_state* g, void** nodes, std::size_t most) {
    for (std::size_t i = 0; nodes && i < std::min(most, g->nodes.size()); ++i)
        nodes[i] = g->nodes[i].handle;
    return g->nodes.size();
}

namespace {
void replace_in(auto& nodes, const void* node, work* w) {
    std::shared_ptr<work> taken(w);
    for (hip_types::graph_node& n : nodes)
        if (n.handle == node) n.work = taken;
}
}  // namespace
void replace_node(graph_state* g, void* node, work* w) { replace_in(g->nodes, node, w); }
void replace_node(executable_graph* g, void* node, work* w) { replace_in(g->nodes, node, w); }

executable_graph* instantiate(const graph_state* g) {
    auto* const e = new executable_graph{g->nodes};
    const std::lock_guard lock(all().mutex);
    all().executables.insert(e);
    return e;
}

bool destroy_executable(executable_graph* e) {
    {
        const std::lock_guard lock(all().mutex);
        if (all().executables.erase(e) == 0) return false;
    }
    if (ordering()) ordering()->graph_destroyed(e);
    delete e;
    return true;
}

namespace {
int run_nodes(const std::vector<hip_types::graph_node>& nodes, work_order* order) {
    int error = 0;
    for (const hip_types::graph_node& n : nodes) {
        if (order) order->node_begins(n.handle, n.after);
        if (const int e = n.work->run(); e && !error) error = e;
        if (order) order->node_ends(n.handle);
    }
    return error;
}

// A graph within another, or one launched while its stream is being captured: part of that node.
class graph_of_works final : public work {
  public:
    explicit graph_of_works(std::vector<hip_types::graph_node> n) : nodes_(std::move(n)) {}
    int run() override { return run_nodes(nodes_, nullptr); }

  private:
    const std::vector<hip_types::graph_node> nodes_;
};
}  // namespace

int launch_graph(executable_graph* e, stream_state* s, caller at) {
    if (capturing(s)) {
        record(s, new graph_of_works(e->nodes));
        return 0;
    }
    work_order* const order = ordering();
    if (order) order->graph_begins(e, s, at);
    const int error = run_nodes(e->nodes, order);
    if (order) order->graph_ends();
    return error;
}

// The pointers, then the values.
void** copied_arguments(const kernel_record& k, void** arguments) {
    std::size_t bytes = (k.count + 1) * std::size_t{16};
    for (unsigned i = 0; i < k.count; ++i) bytes += (k.sizes[i] + 15) / 16 * 16;
    char* const memory = static_cast<char*>(std::malloc(bytes));
    void** const made = reinterpret_cast<void**>(memory);
    std::size_t at = (k.count + 1) * std::size_t{16};
    for (unsigned i = 0; i < k.count; ++i) {
        made[i] = memory + at;
        std::memcpy(made[i], arguments[i], k.sizes[i]);
        at += (k.sizes[i] + 15) / 16 * 16;
    }
    return made;
}

coming_launch& launch_to_come() {
    thread_local coming_launch launch;
    return launch;
}

void enter_shared(void (*shared)(tell_shared)) {
    const std::lock_guard lock(all().mutex);
    all().shared.push_back(shared);
}

void all_shared(tell_shared tell) {
    const std::lock_guard lock(all().mutex);
    for (const auto shared : all().shared) shared(tell);
}

void enter_kernel(const kernel_record& k) {
    const std::lock_guard lock(all().mutex);
    all().kernels.insert_or_assign(k.address, k);
    if (*k.name) all().kernels_by_name.insert_or_assign(k.name, k.address);
}

const kernel_record* find_kernel(const void* address) {
    const std::lock_guard lock(all().mutex);
    const auto found = all().kernels.find(address);
    return found == all().kernels.end() ? nullptr : &found->second;
}

const kernel_record* find_kernel(const char* name) {
    const void* address = nullptr;
    {
        const std::lock_guard lock(all().mutex);
        const auto found = all().kernels_by_name.find(name);
        if (found == all().kernels_by_name.end()) return nullptr;
        address = found->second;
    }
    return find_kernel(address);
}

bool register_host(void* p, std::size_t bytes) { return register_memory(p, bytes); }
bool unregister_host(void* p) { return unregister_memory(p); }

std::size_t memory_total() {
    return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}
std::size_t memory_free() {
    return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}
int processor_count() { return static_cast<int>(cores()); }

}  // namespace tileproof::cpu_engine
