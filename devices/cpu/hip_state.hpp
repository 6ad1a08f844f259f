// SPDX-License-Identifier: MIT
// The state of the HIP runtime of the cpu devices: errors, streams, captures, events, symbols and kernels.
//
// It is in the engine's library, once per program, whatever the number of source files. Work is done when it is
// enqueued, in the order of the calls; a stream being captured stores it in the graph instead:
//
//   if (capturing(stream)) record(stream, new my_work); else run it
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "devices/cpu/index.hpp"
#include "devices/cpu/is_checked.hpp"
#include "devices/cpu/observer.hpp"

// The types behind the API's handles.
namespace tileproof::hip_types {
struct stream_state;
struct graph_state;
struct executable_graph;
}  // namespace tileproof::hip_types

namespace tileproof::cpu_engine {

int& last_hip_error();  // of the calling host thread

// The place of a call to the runtime in the program.
struct caller {
    const char* file = nullptr;
    int line = 0;
};

// An argument of a launch. `bytes` is its size; for a pointer, the size of one element, or 0 if it points to no
// object.
struct launch_argument {
    enum class kind { pointer, signed_whole, unsigned_whole, real, other };
    kind what = kind::other;
    const void* value = nullptr;
    std::size_t bytes = 0;
    const char* type = "";  // "float"; for a pointer, the type of its elements
    const char* name = "";
    bool constant = false;  // a pointer through which the kernel does not write
};

// An observer of the program's calls to the runtime; null: none.
class host_watch {
  public:
    virtual ~host_watch() = default;
    enum class memory_kind { device, host, managed, registered };
    virtual void allocated(void*, std::size_t, memory_kind, caller) {}
    // `known` is false if this memory is not in use.
    virtual void freed(void*, bool /*known*/, caller) {}
    // Called before the bytes move; false prevents it.
    virtual bool copies(void* /*to*/, const void* /*from*/, std::size_t, caller) { return true; }
    virtual void failed(const char* /*call*/, int /*error*/, caller) {}
    // Called around a launch.
    virtual void launches(const launch_info&, std::span<const launch_argument>) {}
    virtual void launched() {}
    // A launch begins; null: it has ended.
    virtual void runs(const launch_info*) {}
    // A launch that was refused, and the sentence why.
    virtual void refused(const launch_info&, const std::string&) {}
    // One that ended early, before runs(nullptr).
    virtual void broken_off(const launch_info&, const std::string&) {}
};
host_watch*& watching_host();

// Enqueued work. run() returns a hipError_t.
class work {
  public:
    virtual ~work() = default;
    virtual int run() = 0;
};

using hip_types::executable_graph;
using hip_types::graph_state;
using hip_types::stream_state;

// Judges the order of work on streams, and the host's waits; null: nobody. Work is done when it is enqueued, so calls
// arrive in the program's order.
class work_order {
  public:
    virtual ~work_order() = default;
    // The calls up to ends() are work of this stream. Within other work they are part of that.
    virtual void begins(const stream_state*, caller) = 0;
    virtual void ends() = 0;
    // Called before bytes move; null `from`: they are set. Outside any work it is a call that the host waits for.
    virtual void moves(void* to, const void* from, std::size_t, const char* call, caller) = 0;
    // On the stream that has begun.
    virtual void allocates(void*, std::size_t, const char* call) = 0;
    virtual void frees(void*, const char* call) = 0;

    virtual void records(const void* event, const stream_state*) = 0;
    virtual void waits(const stream_state*, const void* event) = 0;
    virtual void forgets(const void* event) = 0;
    virtual void host_waits_for_event(const void* event) = 0;
    virtual void host_waits_for(const stream_state*) = 0;
    virtual void host_waits_for_all() = 0;
    virtual void stream_ends(const stream_state*) = 0;

    // A graph runs on this stream: its nodes, each after the named ones.
    virtual void graph_begins(const executable_graph*, const stream_state*, caller) = 0;
    virtual void node_begins(void* node, std::span<void* const> after) = 0;
    virtual void node_ends(void* node) = 0;
    virtual void graph_ends() = 0;
    virtual void graph_destroyed(const executable_graph*) = 0;

    // This is no memory that is in use, or was given by a call of another kind.
    virtual void frees_wrongly(void*, const char* call, caller) = 0;
};
work_order*& ordering();
// For files of the device that judges the order.
inline work_order* order_here() { return is_checked() ? ordering() : nullptr; }

// While one exists, everything started by the calling thread is work of this stream.
class of_stream {
  public:
    of_stream(work_order* order, const stream_state* stream, caller at) : order_(order) {
        if (order_) order_->begins(stream, at);
    }
    ~of_stream() {
        if (order_) order_->ends();
    }
    of_stream(const of_stream&) = delete;
    of_stream& operator=(const of_stream&) = delete;

  private:
    work_order* const order_;
};

stream_state* make_stream(unsigned flags, int priority);
bool destroy_stream(stream_state*);  // false: not a stream
bool is_stream(const stream_state*);
unsigned stream_flags(const stream_state*);
int stream_priority(const stream_state*);

bool capturing(const stream_state*);
bool begin_capture(stream_state*);        // false if it already is
graph_state* end_capture(stream_state*);  // null if it is not
// The last work recorded by a captured stream, which follows everything recorded before.
std::vector<void*> captured_until(const stream_state*);
// An event leads from one stream to the other, at the point given by `until`.
void join_capture(stream_state* joins, const stream_state* captured,
                  const std::vector<void*>& until);
void record(stream_state*, work*);  // takes ownership

graph_state* make_graph();
bool destroy_graph(graph_state*);
// Returns the node's handle. It runs after these nodes.
void* add_to_graph(graph_state*, work*, std::vector<void*> after);
void add_dependency(graph_state*, void* node, void* after);
std::size_t nodes_of(const graph_state*, void** nodes, std::size_t most);
void replace_node(graph_state*, void* node, work*);
executable_graph* instantiate(const graph_state*);
bool destroy_executable(executable_graph*);
int launch_graph(executable_graph*, stream_state*, caller);
void replace_node(executable_graph*, void* node, work*);

// Kernels by address and by name. `start` unpacks the arguments, given by their addresses, and runs the grid.
using start_kernel = int (*)(const void* kernel, uint3 grid, uint3 block, std::size_t shared,
                             void** arguments, const char* name);
struct kernel_record {
    const void* address = nullptr;
    const char* name = "";
    start_kernel start = nullptr;
    unsigned count = 0;                         // of the parameters
    const unsigned* sizes = nullptr;            // of each, then
    const unsigned* alignments = nullptr;       // of each
    void (*call)(void** arguments) = nullptr;   // runs one thread; null if `start` knows
    const launch_argument* declared = nullptr;  // the parameters, without values; null: not known
    void (*shared)(tell_shared) = nullptr;      // these as launch_info has them
    const char* file = "";
};
// For kernels that call functions of other files: `tell` of this file, and all that were told of.
void enter_shared(void (*shared)(tell_shared));
void all_shared(tell_shared);
// The arguments for a later launch, in a single block of malloc.
void** copied_arguments(const kernel_record&, void** arguments);

// The configuration of the launch that this host thread is about to begin.
struct coming_launch {
    uint3 grid, block;
    std::size_t shared = 0;
    void* stream = nullptr;
    caller from;
};
coming_launch& launch_to_come();
void enter_kernel(const kernel_record&);
const kernel_record* find_kernel(const void* address);
const kernel_record* find_kernel(const char* name);

// The program's own memory made accessible to kernels: hipHostRegister. Returns false if it is already registered, or
// not.
bool register_host(void*, std::size_t);
bool unregister_host(void*);

// While one of these exists, launches of this thread run all their blocks at the same time, each on its own
// operating-system thread, so that they may wait for each other.
class cooperative_scope {
  public:
    cooperative_scope();
    ~cooperative_scope();
};
bool in_cooperative_launch();
void wait_for_grid();  // called by one thread of each block
inline constexpr unsigned cooperative_blocks = 64;
unsigned most_cooperative_blocks();

// Properties of the machine.
std::size_t memory_total();
std::size_t memory_free();
int processor_count();

}  // namespace tileproof::cpu_engine
