// SPDX-License-Identifier: MIT
// K3 contained: canaries around all buffers, gaps of the outputs, and the inputs are unchanged.
#include "devices/asked_values.hpp"
#include "properties/kernel/kernel_check.hpp"
#include "properties/kernel/poison.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::properties {
namespace {

failure overwritten(const operand_run& run, std::size_t element) {
    const call_operand& o = *run.operand;
    const std::size_t at = element * static_cast<std::size_t>(o.element_bytes);
    failure f{.law = law_id::K3, .kind = failure_kind::overwritten, .where = place_of(o, element)};
    f.expected = {print(o, &run.before[at]), {}};
    f.actual = {print(o, &run.after[at]), {}};
    // A device that watches accesses knows which one it was.
    const auto by = devices::asked_values::find_writer && run.at
                        ? devices::asked_values::find_writer(run.at + at)
                        : std::nullopt;
    if (!by) return f;
    f.witness = failure_witness{.kernel = by->kernel,
                                .access = {.file = by->file,
                                           .function = by->function,
                                           .line = by->line,
                                           .column = by->column,
                                           .block = by->block,
                                           .thread = by->thread,
                                           .write = true},
                                .memory = memory_space::global,
                                .bytes = static_cast<std::uint64_t>(o.element_bytes),
                                .size = run.before.size()};
    return f;
}

void around(const operand_run& run, law_list& laws) {
    if (run.outside.empty()) return;
    laws.fail({.law = law_id::K3,
               .kind = failure_kind::overwritten,
               .where = {.part = "what lies around " + run.operand->name},
               .detail = run.outside});
}

std::size_t next_gap(const call_operand& o, std::size_t from) {
    if (from >= o.elements()) return o.elements();
    const void* const at = std::memchr(&o.live[from], 0, o.elements() - from);
    return at ? static_cast<std::size_t>(static_cast<const unsigned char*>(at) - o.live.data())
              : o.elements();
}

void gaps(const operand_run& run, law_list& laws) {
    const call_operand& o = *run.operand;
    const auto width = static_cast<std::size_t>(o.element_bytes);
    std::size_t count = 0, first = 0;
    for (std::size_t e = next_gap(o, 0); e < o.elements(); e = next_gap(o, e + 1))
        if (!same_bytes(&run.before[e * width], &run.after[e * width], width) && count++ == 0)
            first = e;
    if (count == 0) return;
    failure f = overwritten(run, first);
    f.where.part = first < o.lead ? "before the start" : "between the rows";
    f.where.affected = count;
    f.where.of = o.elements();
    laws.fail(std::move(f));
}

}  // namespace

void k3_contained(const call_memory& memory, law_list& laws) {
    for (const operand_run& i : memory.inputs) {
        around(i, laws);
        if (i.before == i.after) continue;
        const auto at = static_cast<std::size_t>(
            std::mismatch(i.before.begin(), i.before.end(), i.after.begin()).first -
            i.before.begin());
        laws.fail(overwritten(i, at / static_cast<std::size_t>(i.operand->element_bytes)));
    }
    for (const operand_run& o : memory.outputs) {
        around(o, laws);
        gaps(o, laws);
    }
}

}  // namespace tileproof::properties
