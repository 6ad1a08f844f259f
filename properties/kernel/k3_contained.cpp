// SPDX-License-Identifier: MIT
// K3 contained: canaries around all buffers, gaps of the outputs, and the inputs are unchanged.

#include <algorithm>
#include <cstring>

#include "properties/kernel/kernel_check.hpp"
#include "properties/kernel/poison.hpp"

namespace tileproof::properties {
namespace {

failure overwritten(const operand_run& run, std::size_t element) {
    const call_operand& o = *run.operand;
    const std::size_t at = element * static_cast<std::size_t>(o.element_bytes);
    failure f{.law = law_id::K3, .kind = failure_kind::overwritten, .where = place_of(o, element)};
    f.expected = {print(o, &run.before[at]), {}};
    f.actual = {print(o, &run.after[at]), {}};
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
    f.where.part = "between the rows";
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

// K2 written: every live element of the outputs is written. Two runs have two poisons, and no value that a kernel
// writes can equal both.

void k2_written(const call_record& r, law_list& laws) {
    for (std::size_t k = 0; k < r.kept.size(); ++k) {
        const call_operand& o = r.call.outputs[k];
        std::size_t live = 0, unwritten = 0, first = 0;
        for (std::size_t e = 0; e < o.elements(); ++e) {
            if (!o.live[e]) continue;
            ++live;
            if (r.kept[k][e] && unwritten++ == 0) first = e;
        }
        if (unwritten == 0) continue;
        failure f{.law = law_id::K2, .kind = failure_kind::unwritten, .where = place_of(o, first)};
        if (r.kept[k][first] > 1)
            f.where.part = o.type->members()[r.kept[k][first] - 2u].name + " of element";
        f.where.affected = unwritten;
        f.where.of = live;
        laws.fail(std::move(f));
    }
    laws.looked_at(law_id::K2);
}

// K4 no stray reads: the result does not depend on the poison around and between the inputs.

// K4 and K5: one element of an output, before and after.
failure changed(const call_record& r, const run_difference& d, law_id law, failure_kind kind) {
    const call_operand& o = r.call.outputs[d.output];
    failure f{.law = law, .kind = kind, .where = place_of(o, d.element)};
    f.expected = {print(o, d.one.data()), {}};
    f.actual = {print(o, d.two.data()), {}};
    return f;
}

void k4_no_stray_reads(const call_record& r, law_list& laws) {
    if (r.disagreements > 0) return;  // results that vary by themselves prove no stray read
    if (!r.with_poison) return laws.looked_at(law_id::K4);
    failure f = changed(r, *r.with_poison, law_id::K4, failure_kind::depends_on_surroundings);
    f.given = "The result changes with what lies around and between the inputs.";
    laws.fail(std::move(f));
}

}  // namespace tileproof::properties
