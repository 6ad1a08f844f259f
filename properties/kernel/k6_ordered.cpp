// SPDX-License-Identifier: MIT
// K6 ordered, and everything else that a device that checks each access reports:
//
//   an access outside, misaligned, or through a wrong index   K3 contained (a write), K4 no stray reads
//   a read of unwritten device memory                         K4 no stray reads
//   a read of unwritten shared memory, a race
//   between threads, streams or with the host,
//   a divergent barrier or wave operation                     K6 ordered
//   a hang, an exception                                      K9 honest refusal
#include "properties/kernel/kernel_check.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

using cpu_checked::check_kind;
using cpu_checked::check_report;

// A read and a write by one fault break different laws.
struct broken_laws {
    law_id by_write, by_read;
};
constexpr broken_laws K3_or_K4{law_id::K3, law_id::K4}, K4{law_id::K4, law_id::K4},
    K6{law_id::K6, law_id::K6}, K9{law_id::K9, law_id::K9};

struct fault_row {
    failure_kind kind;
    broken_laws laws;
};
constexpr fault_row fault_rows[] = {
#define FAULT(kind, name, law, heading) {failure_kind::kind, law},
#include "devices/faults.def"
#undef FAULT
    {failure_kind::race, K6}};  // check_kind::older_value, the last

const fault_row& fault_of(const check_report& r) {
    return fault_rows[static_cast<std::size_t>(r.kind)];
}

law_id law_of(const check_report& r) {
    if (r.kind == check_kind::uninitialised && cpu_checked::of_block(r.memory.kind))
        return law_id::K6;
    const broken_laws& laws = fault_of(r).laws;
    return r.access.write ? laws.by_write : laws.by_read;
}

kernel_access access_of(const cpu_checked::checked_access& a) {
    return {.file = a.at.file,
            .function = a.at.function,
            .line = a.at.line,
            .column = a.at.column,
            .block = {a.block.x, a.block.y, a.block.z},
            .thread = {a.thread.x, a.thread.y, a.thread.z},
            .write = a.write};
}

memory_space space_of(cpu_checked::memory_kind kind) {
    switch (kind) {
        case cpu_checked::memory_kind::buffer:
        case cpu_checked::memory_kind::heap:
            return memory_space::global;
        case cpu_checked::memory_kind::shared_array:
        case cpu_checked::memory_kind::dynamic_shared:
            return memory_space::shared;
        case cpu_checked::memory_kind::constant:
            return memory_space::constant;
        case cpu_checked::memory_kind::device_variable:
            return memory_space::variable;
        case cpu_checked::memory_kind::private_variable:
            return memory_space::local;
        case cpu_checked::memory_kind::none:
        case cpu_checked::memory_kind::host:
            return memory_space::unknown;
    }
    return memory_space::unknown;
}

race_remedy remedy_of(cpu_checked::advice a) {
    switch (a) {
        case cpu_checked::advice::none:
            return race_remedy::unknown;
        case cpu_checked::advice::add_barrier:
            return race_remedy::barrier;
        case cpu_checked::advice::add_wave_barrier:
            return race_remedy::wave_barrier;
        case cpu_checked::advice::separate_blocks:
        case cpu_checked::advice::add_grid_barrier:
            return race_remedy::separate_blocks;
        case cpu_checked::advice::wider_scope:
            return race_remedy::wider_scope;
        case cpu_checked::advice::release:
            return race_remedy::release;
        case cpu_checked::advice::record_earlier:
        case cpu_checked::advice::record_later:
            break;
    }
    return race_remedy::unknown;
}

kernel_access waiting_at(const cpu_checked::thread_group& g) {
    return {.file = g.at.file,
            .line = static_cast<unsigned>(g.at.line),
            .column = static_cast<unsigned>(g.at.column)};
}

failure failure_of(const check_report& r) {
    failure f{.law = law_of(r), .kind = fault_of(r).kind};
    f.where.operand = r.memory.name;
    const bool unset_buffer =
        r.kind == cpu_checked::check_kind::uninitialised && r.memory.made.line > 0;
    if (unset_buffer || r.kind == cpu_checked::check_kind::out_of_bounds)
        f.where.number = r.memory.offset;
    f.where.affected = r.count;
    f.witness = failure_witness{.kernel = r.kernel, .access = access_of(r.access)};
    if (r.other) f.witness->other = access_of(*r.other);
    f.witness->memory = space_of(r.memory.kind);
    f.witness->bytes = r.memory.bytes;
    f.witness->size = r.memory.size;
    f.witness->made = {.file = r.memory.made.file, .line = r.memory.made.line};
    f.witness->of_case = r.memory.of_case;
    f.witness->remedy = remedy_of(r.what_to_do);
    f.witness->missing = cpu_checked::missing_order(r);
    for (const cpu_checked::thread_group& g : r.groups)
        if (g.at.file) f.witness->waiting.push_back(waiting_at(g));
    f.detail = cpu_checked::sentence(r);
    return f;
}

}  // namespace

void k6_ordered(const std::vector<check_report>& reports, law_list& laws) {
    for (const check_report& r : reports) laws.fail(failure_of(r));
}

bool stopped(const std::vector<check_report>& reports) {
    return std::ranges::any_of(reports, [](const check_report& r) { return r.stopped; });
}

}  // namespace tileproof::properties
