// SPDX-License-Identifier: MIT
// What a program's objects tell HIP's runtime (hip/runtime): their kernels, their variables and the places of their calls; and
// who watches the calls.
//
//   enter_kernel({.address = handle, .name = "scale", ...});   find_kernel(handle)->call(arguments) runs one of its threads
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "devices/cpu/index.hpp"
#include "devices/cpu/observer.hpp"

namespace tileproof::cpu_engine {

int& last_hip_error();  // of the calling host thread

// The place of a call to the runtime in the program.
struct caller {
    const char* file = nullptr;
    int line = 0;
};

// For which GPU an object was compiled. A wave of 0 is that of the launch's settings.
struct compiled_for {
    int wave = 0;
    std::size_t shared_bytes = max_shared_bytes;  // of a block
    const char* gpu = "cpu";
};
// Told by compiled code before it calls HIP's host interface (compiler/passes/call_places.hpp).
struct call_place {
    const char* file;
    const compiled_for* target;
    int line;
    bool checked;  // for the device cpu-checked
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

// Judges the order of work on streams, and the host's waits; null: nobody. Work is done when it is enqueued, so calls
// arrive in the program's order; calls of work that had to wait arrive when it is done, from the thread that does it.
class work_order {
  public:
    virtual ~work_order() = default;
    // The calls up to ends() are work of this stream. Within other work they are part of that.
    virtual void begins(const void* stream, caller) = 0;
    virtual void ends() = 0;
    // Called before bytes move; null `from`: they are set. Outside any work it is a call that the host waits for.
    virtual void moves(void* to, const void* from, std::size_t, const char* call, caller) = 0;
    // On the stream that has begun.
    virtual void acquires(const void*, std::size_t) = 0;  // it has waited for what is there now
    virtual void allocates(void*, std::size_t, const char* call) = 0;
    virtual void frees(void*, const char* call) = 0;

    virtual void records(const void* event, const void* stream) = 0;
    virtual void waits(const void* stream, const void* event) = 0;
    virtual void forgets(const void* event) = 0;
    virtual void host_waits_for_event(const void* event) = 0;
    virtual void host_waits_for(const void* stream) = 0;
    virtual void host_waits_for_all() = 0;
    virtual void stream_ends(const void* stream) = 0;

    // A graph runs on this stream: its nodes, each after the named ones.
    virtual void graph_begins(const void* graph, const void* stream, caller) = 0;
    virtual void node_begins(void* node, std::span<void* const> after) = 0;
    virtual void node_ends(void* node) = 0;
    virtual void graph_ends() = 0;
    virtual void graph_destroyed(const void* graph) = 0;

    // This is no memory that is in use, or was given by a call of another kind.
    virtual void frees_wrongly(void*, const char* call, caller) = 0;
};
work_order*& ordering();

// While one exists, everything started by the calling thread is work of this stream.
class of_stream {
  public:
    of_stream(work_order* order, const void* stream, caller at) : order_(order) {
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

// Streams by their handles; the default ones are always there. Flags are those of hipStreamCreateWithFlags.
void enter_stream(const void* stream, unsigned flags);
bool forget_stream(const void* stream);  // false: it is none
bool is_stream(const void* stream);
unsigned stream_flags(const void* stream);

// Kernels and variables, by address and by name.
struct kernel_record {
    const void* address = nullptr;
    const char* name = "";
    unsigned count = 0;                         // of the parameters
    const unsigned* sizes = nullptr;            // of each, then
    const unsigned* alignments = nullptr;       // of each
    void (*call)(void** arguments) = nullptr;   // runs one thread
    const launch_argument* declared = nullptr;  // the parameters, without values; null: not known
    void (*shared)(tell_shared) = nullptr;      // these as launch_info has them
    const char* file = "";
    const compiled_for* target = nullptr;
    bool checked = false;
    // It may wait in a loop, for memory to change or for the clock (compiler/passes/spinning.hpp).
    enum class spinning : unsigned char { never, on_memory, on_clock } spins = spinning::never;
};
void enter_kernel(const kernel_record&);
const kernel_record* find_kernel(const void* address);
const kernel_record* find_kernel(const char* name);
bool is_kernel(const kernel_record*);

struct variable_record {
    void* address = nullptr;
    const char* name = "";
    std::size_t bytes = 0;
    bool managed = false;
};
void enter_variable(const variable_record&);
const variable_record* find_variable(const void* address);
const variable_record* find_variable(const char* name);
std::vector<variable_record> all_variables();
// Called for each variable that is entered from now on, when it holds what it begins with. It is no inline variable, because
// kernel files keep those of the headers that they take in to themselves.
std::function<void(const variable_record&)>& variable_entered();

// For kernels that call functions of other files: `tell` of this file, and all that were told of.
void enter_shared(void (*shared)(tell_shared));
void all_shared(tell_shared);
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
