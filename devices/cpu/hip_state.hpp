// SPDX-License-Identifier: MIT
// What the HIP runtime of the cpu devices remembers: errors, streams, captures, events, symbols and kernels.
//
// It lies in the engine's library, once for the program, whatever the number of source files. Work is done when it is
// enqueued, in the order of the calls; a stream that is being captured keeps it for the graph instead:
//
//   if (capturing(stream)) record(stream, new my_work); else run it
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "devices/cpu/index.hpp"
#include "devices/cpu/observer.hpp"

// What the handles of the API point to.
namespace tileproof::hip_types {
struct stream_state;
struct graph_state;
struct executable_graph;
}  // namespace tileproof::hip_types

namespace tileproof::cpu_engine {

int& last_hip_error();  // of the calling host thread

// Where the program called the runtime.
struct caller {
    const char* file = nullptr;
    int line = 0;
};

// An argument of a launch. `bytes` are its own; of a pointer, those of one element, and 0 where it points to no object.
struct launch_argument {
    enum class kind { pointer, signed_whole, unsigned_whole, real, other };
    kind what = kind::other;
    const void* value = nullptr;
    std::size_t bytes = 0;
    const char* type =
        "";  // as the compiler names it in "... [T = float]"; of a pointer, that of its elements
};

// Who wants to know what the program asks of the runtime; null: nobody.
class host_watch {
  public:
    virtual ~host_watch() = default;
    enum class memory_kind { device, host, managed, registered };
    virtual void allocated(void*, std::size_t, memory_kind, caller) {}
    // `known` is false when this is not memory that is in use.
    virtual void freed(void*, bool /*known*/, caller) {}
    // Before the bytes move; false: they are not to move.
    virtual bool copies(void* /*to*/, const void* /*from*/, std::size_t, caller) { return true; }
    virtual void failed(const char* /*call*/, int /*error*/, caller) {}
    // Around a launch; only programs compiled with TILEPROOF_RECORD_LAUNCHES tell it.
    virtual void launches(const launch_info&, std::span<const launch_argument>) {}
    virtual void launched() {}
    // A launch that begins; null when it has ended.
    virtual void runs(const launch_info*) {}
    // A launch that was not done, and the sentence that says why.
    virtual void refused(const launch_info&, const std::string&) {}
};
host_watch*& watching_host();

// Something that was enqueued. run() gives a hipError_t.
class work {
  public:
    virtual ~work() = default;
    virtual int run() = 0;
};

using hip_types::executable_graph;
using hip_types::graph_state;
using hip_types::stream_state;

// Who judges what orders the work of streams, and what the host waits for; null: nobody. Work is done when it is
// enqueued, so it is told in the order of the calls.
class work_order {
  public:
    virtual ~work_order() = default;
    // What follows is work of this stream, until ends(). Inside of other work it is a part of that.
    virtual void begins(const stream_state*, caller) = 0;
    virtual void ends() = 0;
    // Before bytes move; from null: they are set. Where no work has begun it is a call that the host waits for.
    virtual void moves(void* to, const void* from, std::size_t, const char* call, caller) = 0;
    // Of the stream that has begun.
    virtual void allocates(void*, std::size_t, const char* call) = 0;
    virtual void frees(void*, const char* call) = 0;

    virtual void records(const void* event, const stream_state*) = 0;
    virtual void waits(const stream_state*, const void* event) = 0;
    virtual void forgets(const void* event) = 0;
    virtual void host_waits_for_event(const void* event) = 0;
    virtual void host_waits_for(const stream_state*) = 0;
    virtual void host_waits_for_all() = 0;
    virtual void stream_ends(const stream_state*) = 0;

    // A graph runs on this stream: its nodes, each after those that are named.
    virtual void graph_begins(const executable_graph*, const stream_state*, caller) = 0;
    virtual void node_begins(void* node, std::span<void* const> after) = 0;
    virtual void node_ends(void* node) = 0;
    virtual void graph_ends() = 0;
    virtual void graph_destroyed(const executable_graph*) = 0;
};
work_order*& ordering();
// In files of the device that judges it.
#ifdef TILEPROOF_CPU_CHECKED
inline work_order* order_here() { return ordering(); }
#else
inline work_order* order_here() { return nullptr; }
#endif

// While one lives, what the calling thread starts is work of this stream.
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
bool destroy_stream(stream_state*);  // false: it is not a stream
bool is_stream(const stream_state*);
unsigned stream_flags(const stream_state*);
int stream_priority(const stream_state*);

bool capturing(const stream_state*);
bool begin_capture(stream_state*);        // false when it is capturing
graph_state* end_capture(stream_state*);  // null when it is not
// What a captured stream has last recorded, which comes after all it has recorded before.
std::vector<void*> captured_until(const stream_state*);
// An event leads from one to the other, where that had recorded so much.
void join_capture(stream_state* joins, const stream_state* captured,
                  const std::vector<void*>& until);
void record(stream_state*, work*);  // takes it over

graph_state* make_graph();
bool destroy_graph(graph_state*);
// Gives the node's handle. It runs after these nodes.
void* add_to_graph(graph_state*, work*, std::vector<void*> after);
void add_dependency(graph_state*, void* node, void* after);
std::size_t nodes_of(const graph_state*, void** nodes, std::size_t most);
void replace_node(graph_state*, void* node, work*);
executable_graph* instantiate(const graph_state*);
bool destroy_executable(executable_graph*);
int launch_graph(executable_graph*, stream_state*, caller);
void replace_node(executable_graph*, void* node, work*);

// Kernels by address and by name. `start` unpacks the arguments, each given by its address, and runs the grid.
using start_kernel = int (*)(const void* kernel, uint3 grid, uint3 block, std::size_t shared,
                             void** arguments, const char* name);
using copy_arguments =
    void** (*)(void** arguments);  // for a launch that happens later; a block of malloc
struct kernel_record {
    const void* address = nullptr;
    const char* name = "";
    start_kernel start = nullptr;
    copy_arguments copy = nullptr;
    unsigned count = 0;                    // of the parameters
    const unsigned* sizes = nullptr;       // of each, then
    const unsigned* alignments = nullptr;  // of each
};
void enter_kernel(const kernel_record&);
const kernel_record* find_kernel(const void* address);
const kernel_record* find_kernel(const char* name);

// Memory of the program's own that kernels may reach: hipHostRegister. false: it is (or is not) registered.
bool register_host(void*, std::size_t);
bool unregister_host(void*);

// While one of these lives, launches of this thread run all their blocks at the same time, each on a thread of the
// system, so that they may wait for each other.
class cooperative_scope {
  public:
    cooperative_scope();
    ~cooperative_scope();
};
bool in_cooperative_launch();
void wait_for_grid();  // by one thread of each block
inline constexpr unsigned cooperative_blocks = 64;
unsigned most_cooperative_blocks();

// Of the machine.
std::size_t memory_total();
std::size_t memory_free();
int processor_count();

}  // namespace tileproof::cpu_engine
