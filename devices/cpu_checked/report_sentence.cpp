// SPDX-License-Identifier: MIT
// The sentences of reports.
#include <cstdio>

#include "devices/cpu/divergence.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/cpu_checked/report.hpp"

namespace tileproof::cpu_checked {
namespace {

std::string count_text(std::uint64_t n, const char* singular) {
    return std::to_string(n) + " " + singular + (n == 1 ? "" : "s");
}

std::string place_text(const code_place& p) {
    return p.line ? p.file + ":" + std::to_string(p.line) : p.file;
}

std::string object_text(const checked_memory& m) {
    const std::string size = " (" + count_text(m.size, "byte") + ")";
    switch (m.kind) {
        case memory_kind::shared_array:
            return "shared array " + m.name + size;
        case memory_kind::dynamic_shared:
            return "dynamic shared memory" + size;
        case memory_kind::device_variable:
            return "device variable " + m.name + size;
        case memory_kind::constant:
            return "constant " + m.name + size;
        case memory_kind::heap:
            return "memory that a kernel allocated" + size;
        case memory_kind::buffer:
            return (m.name.empty() ? "a device buffer" : m.name) + size;
        case memory_kind::private_variable:
            return "its variable " + m.name;
        case memory_kind::host:
        case memory_kind::none:
            break;
    }
    return "memory of the host";
}

std::string bytes_of_object(const checked_memory& m) {
    return count_text(m.bytes, "byte") + " at offset " + std::to_string(m.offset) + " of " +
           object_text(m);
}

// "thread (1,0,0) of block (0,0,0) of scale"
std::string who(const check_report& r) {
    return "thread " + cpu_engine::text(r.access.thread) + " of block " +
           cpu_engine::text(r.access.block) + " of " + r.kernel;
}

std::string verb(const checked_access& a) {
    return std::string(a.atomic ? " atomically" : "") + (a.write ? " writes " : " reads ");
}

// "begin right at the end of", "end 2 bytes past the end of".
std::string distance(const checked_memory& m) {
    if (m.offset < 0)
        return "begin " + count_text(static_cast<std::uint64_t>(-m.offset), "byte") +
               " before the start of";
    const auto offset = static_cast<std::uint64_t>(m.offset);
    if (offset < m.size)
        return "end " + count_text(offset + m.bytes - m.size, "byte") + " past the end of";
    if (offset == m.size) return "begin right at the end of";
    return "begin " + count_text(offset - m.size, "byte") + " past the end of";
}

std::string outside(const check_report& r) {
    const checked_memory& m = r.memory;
    std::string out = who(r) + verb(r.access) + count_text(m.bytes, "byte");
    if (m.kind == memory_kind::none)
        return out +
               " at an address that belongs to no device buffer and no variable of the kernel: a "
               "pointer of the host, or one that was never set.";
    if (r.kind == check_kind::use_after_free)
        return out + " of " + object_text(m) + " which was freed before.";
    out += " that " + distance(m) + " " + object_text(m);
    const auto size = static_cast<std::int64_t>(m.bytes);
    if (size > 0 && m.offset % size == 0 && m.size % m.bytes == 0)
        out += ": element " + std::to_string(m.offset / size) + " of " +
               std::to_string(m.size / m.bytes) + ", counted in " + std::to_string(size) +
               "-byte elements";
    return out + ". Guard the access with the sizes that belong to this memory.";
}

std::string what_to_do(const check_report& r) {
    if (const std::string order = missing_order(r); !order.empty()) return ". " + order;
    switch (r.what_to_do) {
        case advice::none:
            return ".";
        case advice::add_barrier:
            return ", with no barrier between. Put __syncthreads() between the two, or make both "
                   "atomic.";
        case advice::add_wave_barrier:
            return ", with no barrier between. Lanes of a wave need not run in step, and a shuffle "
                   "or a vote orders no memory: put __syncwarp() or __syncthreads() between.";
        case advice::separate_blocks:
            return ". Blocks of one launch run at the same time: let each write memory of its own, "
                   "or make both accesses atomic.";
        case advice::add_grid_barrier:
        case advice::wider_scope:
        case advice::release:
        case advice::record_earlier:
        case advice::record_later:
            break;
    }
    return ".";
}

std::string race(const check_report& r) {
    const checked_access& b = *r.other;
    const auto same = [](uint3 x, uint3 y) { return x.x == y.x && x.y == y.y && x.z == y.z; };
    std::string out =
        who(r) + verb(r.access) + bytes_of_object(r.memory) + ", and thread " +
        cpu_engine::text(b.thread) + " of " +
        (same(r.access.block, b.block) ? "the same block" : "block " + cpu_engine::text(b.block)) +
        verb(b) + "them at " + place_text(b.at);
    if (r.kind == check_kind::same_value_race) {
        out += ", both the same value";
        // No barrier orders the stores of a single line.
        if (r.access.at.line == b.at.line && r.access.at.file == b.at.file)
            return out +
                   ". No GPU of today makes another result of it, but to HIP it is a race: "
                   "let one thread write.";
    }
    if (r.kind == check_kind::unfenced_read)
        return out +
               " and published them: this block has seen so by an atomic, but there is no fence "
               "between "
               "that atomic and this read, which may still get an older value from a cache near "
               "its block. "
               "Call __threadfence() between the two, or read through a volatile pointer.";
    return out + what_to_do(r);
}

std::string older_value(const check_report& r) {
    const checked_access& b = *r.other;
    const bool own = b.block.x == r.access.block.x && b.block.y == r.access.block.y &&
                     b.block.z == r.access.block.z;
    return who(r) + " reads " + bytes_of_object(r.memory) + " without an order that thread " +
           cpu_engine::text(b.thread) + " of " +
           (own ? "the same block" : "block " + cpu_engine::text(b.block)) +
           ", which stored there at " + place_text(b.at) +
           ", takes part in: it may still get the value before, and here it did" + what_to_do(r);
}

// "produce, launched at app.hip:31 on stream 1," or "the hipMemcpyAsync at app.hip:30 on stream 1"
std::string work_text(const enqueued_work& w) {
    const std::string place =
        (w.at.line ? " at " + place_text(w.at) : std::string()) + " on " + w.stream;
    return w.kernel ? w.name + ", launched" + place + "," : "the " + w.name + place;
}

std::string verb(const enqueued_work& w, const checked_access& a) {
    if (w.kernel) return verb(a);
    if (w.name == "hipFreeAsync") return " frees ";
    return w.name == "hipMallocAsync" ? " allocates " : verb(a);
}

std::string other_work_text(const check_report& r) {
    std::string out = ", and " + work_text(*r.other_work) + verb(*r.other_work, *r.other) + "them";
    if (r.other_work->kernel) out += " at " + place_text(r.other->at);
    return out;
}

std::string stream_race(const check_report& r) {
    const enqueued_work &now = *r.work, &before = *r.other_work;
    const std::string thread = "thread " + cpu_engine::text(r.access.thread) + " of block " +
                               cpu_engine::text(r.access.block) + " of ";
    std::string out = (now.kernel ? thread : "") + work_text(now) + verb(now, r.access) +
                      bytes_of_object(r.memory) + other_work_text(r) +
                      ", and nothing orders them: the two may run at the same time. ";
    if (r.what_to_do == advice::record_earlier)
        return out + now.stream +
               " waits for an event that was not recorded at the time of that wait, which orders "
               "nothing: call hipEventRecord on " +
               before.stream + " after the first, and hipStreamWaitEvent then.";
    if (r.what_to_do == advice::record_later)
        return out + "The event that " + now.stream + " waits for was recorded on " +
               before.stream + " before the first: record it after the first.";
    if (now.stream != before.stream && !now.stream.starts_with("a branch"))
        return out + "Record an event after the first (hipEventRecord on " + before.stream +
               ") and let " + now.stream +
               " wait for it (hipStreamWaitEvent), wait for it on the host, or put both on one "
               "stream.";
    return out + "Let one of the two nodes depend on the other.";
}

std::string host_sentence(const check_report& r) {
    const std::string out = r.kernel + verb(r.access) + bytes_of_object(r.memory);
    if (r.kind == check_kind::host_race)
        return out + other_work_text(r) + ", which " + r.kernel + " has not waited for. " +
               (r.work ? "Let its stream wait for an event (hipStreamWaitEvent)."
                       : "Call hipStreamSynchronize, hipEventSynchronize or hipDeviceSynchronize "
                         "between the two.");
    return out +
           ", which is memory of the device: on a GPU's machine the program ends here by a signal. "
           "Copy it with hipMemcpy, or allocate it with hipMallocManaged.";
}

std::string freed_by_host(const check_report& r) {
    const std::string out = "the host frees ";
    if (r.declared == "freed")
        return out + object_text(r.memory) + " by " + r.kernel + ", which was freed before.";
    if (r.declared == "in use")
        return out + object_text(r.memory) + " by " + r.kernel +
               ", which is not the call for it: an operand of the test, or memory of hipMalloc by "
               "another call than hipFree.";
    return out + "a pointer by " + r.kernel +
           " that no call of its kind gave: free what hipMalloc gave by hipFree, what "
           "hipHostMalloc gave by hipHostFree, once, and as it was given.";
}

std::string divergent_wave(const check_report& r) {
    if (!r.sentence.empty()) return r.sentence;
    return who(r) + " gets the value of lane " + std::to_string(r.absent_lane) +
           ", which takes no part in this wave operation: it has ended or is in another branch, "
           "and "
           "what is read is undefined. Let all lanes that are read reach the operation.";
}

std::string waits_for_itself(const check_report& r) {
    return who(r) + " waits in a loop for " + bytes_of_object(r.memory) +
           " to change, and thread " + cpu_engine::text(r.other->thread) +
           " of the same wave is the one that writes there, at " + place_text(r.other->at) +
           ". Where the lanes of a wave run in step, as on AMD GPUs, the loop never lets it get "
           "that far. Let a thread of another wave write, or use a wave operation.";
}

std::string hang(const check_report& r) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g", r.seconds);
    std::string out = "block " + cpu_engine::text(r.access.block) + " of " + r.kernel +
                      (r.of_case ? " was still running " : " did not end within ") + seconds +
                      (r.of_case ? " s after its case began: thread " : " s: thread ") +
                      cpu_engine::text(r.access.thread);
    if (r.memory.kind == memory_kind::none)
        return out + " was still running" + (r.access.at.line ? " here" : "") +
               ". Its loop does not end, or takes longer than --time-limit allows.";
    out += " makes no progress. It waits in a loop for " + bytes_of_object(r.memory) +
           " to change, and nobody " + (r.access.write ? "else " : "") + "writes there: ";
    if (r.groups.empty()) out += "the block has no other thread";
    for (std::size_t i = 0; i < r.groups.size(); ++i) {
        const thread_group& g = r.groups[i];
        out += (i ? ", " : "of the other threads of the block ") + std::to_string(g.count) +
               (g.ended     ? " ended"
                : g.at.file ? " wait at " + cpu_engine::text(g.at)
                            : " wait for memory, too");
    }
    return out + "; blocks that begin later need not run at the same time.";
}

std::string too_much_shared_memory(const check_report& r) {
    std::uint64_t sum = 0, dynamic = 0;
    std::string arrays;
    for (const checked_memory& m : r.arrays) {
        if (m.kind == memory_kind::dynamic_shared) {
            dynamic = m.size;
            continue;
        }
        sum += m.size;
        arrays += (arrays.empty() ? "" : ", ") + m.name + " of " + std::to_string(m.size);
    }
    std::string out =
        r.kernel + " uses " + count_text(sum, "byte") + " of shared arrays (" + arrays + ")";
    if (dynamic > 0) out += " and " + count_text(dynamic, "byte") + " of dynamic shared memory";
    return out + "; a block has at most " + std::to_string(r.shared_limit) +
           " bytes. Use smaller tiles, or fewer of them at a time.";
}

}  // namespace

std::string missing_order(const check_report& r) {
    if (const checked_memory& m = r.memory;
        r.kind == check_kind::uninitialised && !m.filled_by.empty())
        return "The " + m.filled_by + " at " + place_text(m.filled_at) + " has set " +
               std::to_string(m.filled) + " of its " + count_text(m.size, "byte") +
               (m.filled_by.starts_with("hipMemset") ? ": its size is in bytes." : ".");
    if (r.signal) {
        const auto& [told, seen] = *r.signal;
        return "Block " + cpu_engine::text(r.access.block) + " has seen at " + place_text(seen) +
               " what block " + cpu_engine::text(r.other->block) + " stored at " +
               place_text(told) +
               ", but relaxed atomics and volatile accesses order nothing else: put a "
               "__threadfence() before the store and one after the place that sees it.";
    }
    if (r.what_to_do == advice::add_grid_barrier)
        return "Blocks run at the same time from one grid.sync() to the next: put one between the "
               "two, let each block write memory of its own, or make both accesses atomic.";
    if (r.cooperative && r.memory.kind == memory_kind::buffer &&
        (r.what_to_do == advice::add_barrier || r.what_to_do == advice::add_wave_barrier))
        return "With no barrier between, put __syncthreads() there, or grid.sync() if other blocks "
               "use this memory, too.";
    if (r.what_to_do == advice::wider_scope)
        return "The scope of one of the two does not reach the other: between blocks use the "
               "operation of device scope (atomicAdd, __threadfence), within one of block scope.";
    if (r.what_to_do == advice::release)
        return "A relaxed or volatile flag does not bring along what was stored before it. "
               "Store the flag after a __threadfence() or as a release, and load it before a "
               "__threadfence() or as an acquire.";
    return {};
}

static std::string spaced(const std::string& text) { return text.empty() ? text : " " + text; }

std::string sentence(const check_report& r) {
    switch (r.kind) {
        case check_kind::out_of_bounds:
        case check_kind::use_after_free:
            return outside(r);
        case check_kind::invalid_free:
            if (!r.declared.empty()) return freed_by_host(r);
            return who(r) + (r.memory.kind == memory_kind::heap
                                 ? " frees " + object_text(r.memory) + " which was freed before."
                                 : " frees memory that no malloc or new of a kernel gave: free a "
                                   "pointer once, and "
                                   "as it was given.");
        case check_kind::index_outside:
            return who(r) + " uses index " + std::to_string(r.index) + " in an array of type " +
                   r.declared +
                   (r.index < 0 ? ": it reaches into the row before or lies before the array."
                                : ": it reaches into the next row or past the end of the array.");
        case check_kind::misaligned:
            return who(r) + verb(r.access) + bytes_of_object(r.memory) +
                   ", an address that is not a multiple of " + std::to_string(r.alignment) +
                   ", which this type needs.";
        case check_kind::constant_written:
            return who(r) + verb(r.access) + bytes_of_object(r.memory) +
                   ", which kernels may only read.";
        case check_kind::race:
        case check_kind::same_value_race:
        case check_kind::unfenced_read:
            return race(r);
        case check_kind::older_value:
            return older_value(r);
        case check_kind::stream_race:
            return stream_race(r);
        case check_kind::host_race:
        case check_kind::host_access:
            return host_sentence(r);
        case check_kind::uninitialised:
            return who(r) + verb(r.access) + bytes_of_object(r.memory) + ", which " +
                   (of_block(r.memory.kind) ? "no thread of this block"
                                            : "neither the host nor a kernel") +
                   " has written before." + spaced(missing_order(r));
        case check_kind::uninitialised_variable:
            return who(r) + " reads its variable " + r.memory.name +
                   ", which it has not set on the way here" +
                   (r.declared.empty() ? "" : ", nor has " + r.declared + ", which returned it") +
                   ": give it a value where it is declared.";
        case check_kind::divergent_barrier:
            return r.sentence;
        case check_kind::divergent_wave:
            return divergent_wave(r);
        case check_kind::wave_waits_for_itself:
            return waits_for_itself(r);
        case check_kind::hang:
            return hang(r);
        case check_kind::too_much_shared_memory:
            return too_much_shared_memory(r);
        case check_kind::division_by_zero:
            return who(r) + " divides an integer by zero.";
        case check_kind::null_call:
            return who(r) + " calls a function through a null pointer.";
        case check_kind::assertion:
            return who(r) + " ends the kernel: " + r.declared + ".";
    }
    return {};
}

}  // namespace tileproof::cpu_checked
