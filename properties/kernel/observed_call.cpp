// SPDX-License-Identifier: MIT
#include "properties/kernel/observed_call.hpp"

#include "properties/kernel/call_memory.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/kernel_laws.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

namespace tileproof::properties {
namespace {

constexpr std::size_t most_margin = 4096;  // elements after the output

// How many consecutive whole numbers from 1 the type can hold.
double capacity(const element_type& type) {
    if (type.is_float()) return std::ldexp(1.0, type.mantissa_bits + 1);
    return std::ldexp(1.0, 8 * type.bytes - (type.is_unsigned ? 0 : 1)) - 1;
}

// Numbers 1, 1 + step, 1 + 2 step, ... counted through all operands. False if there are too many.
bool number_elements(const kernel_contract& contract, packed_call& p, double step) {
    double next = 1;
    for (std::size_t o = 0; o < p.inputs.size(); ++o) {
        const element_type& type = *contract.types[p.the_case.type].each[o];
        const auto width = static_cast<std::size_t>(type.bytes);
        if (type.is_struct()) return false;
        const auto n = static_cast<double>(p.inputs[o].size() / width);
        if (next + n * step > capacity(type)) return false;
        for (std::size_t at = 0; at < p.inputs[o].size(); at += width, next += step)
            store_value(type, next, &p.inputs[o][at]);
    }
    return true;
}

// Elements that only move are numbered with gaps, if their type has so many numbers: a kernel that adds 1 to each does
// not take the next one.
bool number_apart(const kernel_contract& contract, packed_call& p, std::size_t out) {
    if (packed_elements(p.extents[out]) == packed_elements(p.extents[0]))
        for (const double step : {17, 5, 3, 2})
            if (number_elements(contract, p, step)) return true;
    return number_elements(contract, p, 1);
}

using value_map = std::map<bytes, std::int64_t>;

bytes element(const bytes& from, std::size_t i, std::size_t width) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(i * width);
    return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

// Maps packed elements by value; empty if two are equal.
value_map by_value(const bytes& packed, std::size_t width) {
    value_map map;
    for (std::size_t i = 0; i < packed.size() / width; ++i)
        if (!map.emplace(element(packed, i, width), static_cast<std::int64_t>(i)).second) return {};
    return map;
}

void widen(call_operand& o) {
    const std::size_t margin = std::min(most_margin, o.elements() + 64);
    o.live.resize(o.live.size() + margin, 0);
    o.contents.resize(o.live.size() * static_cast<std::size_t>(o.element_bytes));
    if (!o.starts_as.empty()) o.starts_as.resize(o.contents.size());
    if (!o.bounds.empty()) {
        o.values.resize(o.live.size());
        o.bounds.resize(o.live.size());
    }
}

// What the kernel leaves of the first output with this poison, from the pointer on; and which elements it wrote.
struct left_behind {
    bytes after;
    std::vector<bool> written;
};
left_behind run_once(call_memory& memory, const kernel_call& call, poison pattern) {
    memory.run(pattern, [&] {
        try {
            call.device->synchronize();
        } catch (const cpu_checked::check_error& e) {
            if (stopped(e.reports)) throw;
        }
    });
    const operand_run& o = memory.outputs.front();
    const auto width = static_cast<std::size_t>(o.operand->element_bytes);
    left_behind result;
    for (std::size_t e = o.operand->lead; e < o.operand->elements(); ++e)
        result.written.push_back(std::memcmp(&o.before[e * width], &o.after[e * width], width) !=
                                 0);
    result.after.assign(o.after.begin() + static_cast<std::ptrdiff_t>(o.operand->lead * width),
                        o.after.end());
    return result;
}

}  // namespace

observed_call observe_call(const kernel_contract& contract, const contract_kernel& kernel,
                           kernels::device& device, const kernel_case& c, bool free_contents) {
    observed_call seen;
    seen.the_case = c;
    seen.the_case.fence = kernels::placement::plain;
    const std::size_t out = first_output(contract);
    if (out == contract.operands.size()) return seen;
    packed_call packed = contents_of(contract, seen.the_case);
    if (!free_contents || !number_apart(contract, packed, out)) return seen;
    contract.reference(packed);
    const auto width = static_cast<std::size_t>(contract.types[c.type].each[out]->bytes);
    const value_map elements = by_value(packed.outputs[out], width);
    seen.extents = packed.extents[out];
    if (elements.empty()) return seen;
    seen.input_extents = packed.extents[0];
    const value_map inputs = by_value(packed.inputs[0], width);
    for (std::size_t e = 0; e < elements.size(); ++e) {
        const auto source = inputs.find(element(packed.outputs[out], e, width));
        seen.sources.push_back(source == inputs.end() ? -1 : source->second);
    }
    for (const long_index_t at : locations_of(contract, seen.the_case, out))
        seen.offsets.push_back(at < 0 ? at : at - c.operands[out].offset);

    kernel_call call = call_of(packed, kernel, device);
    call.repeats = 0;
    widen(call.outputs.front());
    device.begin_case(c.data_seed);
    const auto memory = place_call(call);
    const left_behind first = run_once(*memory, call, poison::first),
                      second = run_once(*memory, call, poison::second);
    for (std::size_t at = 0; at < first.written.size(); ++at) {
        std::int64_t held = observed_call::unwritten;
        if (first.written[at] || second.written[at]) {
            const auto found = elements.find(element(first.after, at, width));
            held = found == elements.end() ? observed_call::foreign : found->second;
        }
        seen.held.push_back(held);
    }
    seen.tells = true;
    return seen;
}

}  // namespace tileproof::properties
