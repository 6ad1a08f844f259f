// SPDX-License-Identifier: MIT
#include "properties/kernel/case_call.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace tileproof::properties {
namespace {

std::size_t width_of(const packed_call& p, std::size_t operand) {
    return static_cast<std::size_t>(p.contract.types[p.the_case.type].each[operand]->bytes);
}

bool is_output(operand_use use) {
    return use == operand_use::written || use == operand_use::updated;
}

// Moves elements as whole numbers of their width, which is faster than a memcpy of run-time length.
void with_width(std::size_t width, auto move) {
    switch (width) {
        case 1:
            return move(std::integral_constant<std::size_t, 1>());
        case 2:
            return move(std::integral_constant<std::size_t, 2>());
        case 4:
            return move(std::integral_constant<std::size_t, 4>());
        case 8:
            return move(std::integral_constant<std::size_t, 8>());
        default:  // a struct
            return move(width);
    }
}

void scatter(const bytes& packed, const std::vector<long_index_t>& locations, std::size_t width,
             bytes& memory) {
    with_width(width, [&](auto w) {
        for (std::size_t e = 0; e < locations.size(); ++e)
            if (locations[e] >= 0)
                std::memcpy(&memory[static_cast<std::size_t>(locations[e]) * w], &packed[e * w], w);
    });
}

bytes gather(const bytes& memory, const std::vector<long_index_t>& locations, std::size_t width) {
    bytes packed(locations.size() * width);
    with_width(width, [&](auto w) {
        for (std::size_t e = 0; e < locations.size(); ++e)
            if (locations[e] >= 0)
                std::memcpy(&packed[e * w], &memory[static_cast<std::size_t>(locations[e]) * w], w);
    });
    return packed;
}

// Whether elements of an input overlap in memory.
bool shares_memory(const kernel_contract& contract, const kernel_case& c, std::size_t operand) {
    const auto levels = levels_of(contract, c, operand);
    long_index_t span = 1;
    for (std::size_t i = levels.size(); i-- > 0;) {
        const long_index_t stride = c.operands[operand].strides[i];
        if (levels[i] > 1 && stride < span) return true;
        span += (levels[i] - 1) * stride;
    }
    return false;
}

// The index of an element of a buffer, computed on demand. Of a batch of one matrix: only (row, column).
std::function<std::vector<std::int64_t>(std::size_t)> index_of(
    std::shared_ptr<const std::vector<long_index_t>> at, std::vector<long_index_t> extents,
    bool of_batch) {
    return [at = std::move(at), extents = std::move(extents), of_batch](std::size_t element) {
        std::vector<std::int64_t> index;
        const auto found = std::find(at->begin(), at->end(), static_cast<long_index_t>(element));
        if (found == at->end()) return index;
        auto rest = static_cast<long_index_t>(found - at->begin());
        index.resize(extents.size());
        for (std::size_t i = extents.size(); i-- > 0; rest /= extents[i])
            index[i] = rest % extents[i];
        if (of_batch && index.size() > 2 && extents[0] == 1) index.erase(index.begin());
        return index;
    };
}

call_operand operand_in_memory(const packed_call& p, std::size_t o, const bytes& packed) {
    const element_type& type = *p.contract.types[p.the_case.type].each[o];
    const auto width = static_cast<std::size_t>(type.bytes);
    auto at = std::make_shared<std::vector<long_index_t>>(locations_of(p.contract, p.the_case, o));
    call_operand r;
    r.name = p.contract.operands[o].name;
    r.type = &type;
    r.element_bytes = type.bytes;
    r.any_nan = p.contract.any_nan;
    r.flushes = p.contract.flushes;
    r.answered_by = p.answered_by;
    r.rounded = p.contract.data.given && (p.the_case.data != 0 || !p.contract.data.first_is_exact);
    r.lead = static_cast<std::size_t>(p.the_case.operands[o].offset);
    r.live.assign(static_cast<std::size_t>(reach_of(p.contract, p.the_case, o)), 0);
    for (const long_index_t e : *at)
        if (e >= 0) r.live[static_cast<std::size_t>(e)] = 1;
    r.contents.resize(r.live.size() * width);
    scatter(packed, *at, width, r.contents);
    const bool of_batch = std::ranges::any_of(p.contract.dims, &contract_dim::few);
    r.index_of = index_of(std::move(at), p.extents[o], of_batch);
    return r;
}

void set_bounds(const packed_call& p, std::size_t o, call_operand& r) {
    if (p.values[o].empty()) return;
    const std::vector<long_index_t> at = locations_of(p.contract, p.the_case, o);
    const std::size_t numbers = numbers_in(*r.type);
    r.values.resize(r.live.size() * numbers);
    r.bounds.resize(r.live.size() * numbers);
    for (std::size_t e = 0; e < at.size(); ++e)
        for (std::size_t k = 0; at[e] >= 0 && k < numbers; ++k) {
            const std::size_t to = static_cast<std::size_t>(at[e]) * numbers + k;
            r.values[to] = p.values[o][e * numbers + k];
            r.bounds[to] = p.any_finite ? any_finite_number : p.bounds[o][e * numbers + k];
        }
}

}  // namespace

operand_use use_of(const kernel_contract& contract, const kernel_case& c, std::size_t operand) {
    return contract.use ? contract.use(c, operand) : contract.operands[operand].use;
}

std::size_t first_output(const kernel_contract& contract) {
    std::size_t o = 0;
    while (o < contract.operands.size() && !is_output(contract.operands[o].use)) ++o;
    return o;
}

packed_call empty_call(const kernel_contract& contract, const kernel_case& c) {
    const std::size_t n = contract.operands.size();
    packed_call p{contract,
                  c,
                  {},
                  std::vector<bytes>(n),
                  std::vector<bytes>(n),
                  std::vector<std::vector<double>>(n),
                  std::vector<std::vector<double>>(n)};
    for (std::size_t o = 0; o < n; ++o) p.extents.push_back(extents_of(contract, c, o));
    return p;
}

packed_call contents_of(const kernel_contract& contract, const kernel_case& c) {
    packed_call p = empty_call(contract, c);
    for (std::size_t o = 0; o < contract.operands.size(); ++o) {
        const auto elements = static_cast<std::size_t>(packed_elements(p.extents[o]));
        const operand_use use = use_of(contract, c, o);
        if (is_output(use)) p.outputs[o].resize(elements * width_of(p, o));
        if (use == operand_use::written || use == operand_use::absent ||
            use == operand_use::in_place_unread)
            continue;
        p.inputs[o].resize(elements * width_of(p, o));
        contract.data.fill({contract, c, o, p.extents[o]}, p.inputs[o]);
        if (!contract.operands[o].repeats || !shares_memory(contract, c, o)) continue;
        // Elements that share memory hold the value stored there last.
        const auto at = locations_of(contract, c, o);
        bytes memory(static_cast<std::size_t>(reach_of(contract, c, o)) * width_of(p, o));
        scatter(p.inputs[o], at, width_of(p, o), memory);
        p.inputs[o] = gather(memory, at, width_of(p, o));
    }
    return p;
}

packed_call packed_of(const kernel_contract& contract, related_call other) {
    packed_call p = empty_call(contract, other.the_case);
    p.inputs = std::move(other.inputs);
    p.inputs.resize(contract.operands.size());
    const std::size_t out = first_output(contract);
    const element_type& type = *contract.types[p.the_case.type].each[out];
    for (std::size_t at = 0; !other.slack.empty() && at < other.expected.size();
         at += static_cast<std::size_t>(type.bytes))
        p.values[out].push_back(value_of(type, &other.expected[at]));
    p.outputs[out] = std::move(other.expected);
    p.bounds[out] = std::move(other.slack);
    return p;
}

bytes packed_output(const packed_call& p, const bytes& buffer) {
    return packed_operand(p, first_output(p.contract), buffer);
}

bytes packed_operand(const packed_call& p, std::size_t o, const bytes& buffer) {
    return gather(buffer, locations_of(p.contract, p.the_case, o), width_of(p, o));
}

std::vector<void*> pointers_of(const kernel_contract& contract, const kernel_case& c,
                               std::span<void* const> in, std::span<void* const> out) {
    std::vector<void*> pointers(contract.operands.size());
    std::size_t next_in = 0, next_out = 0;
    for (std::size_t o = 0; o < pointers.size(); ++o) switch (use_of(contract, c, o)) {
            case operand_use::read:
            case operand_use::unread:
                pointers[o] = in[next_in++];
                break;
            case operand_use::written:
            case operand_use::updated:
                pointers[o] = out[next_out++];
                break;
            case operand_use::in_place:
            case operand_use::in_place_unread:
                pointers[o] = out[0];
                break;
            case operand_use::absent:
                break;
        }
    return pointers;
}

kernel_call call_of(const packed_call& p, const contract_kernel& kernel, devices::device& device) {
    const kernel_contract& contract = p.contract;
    kernel_call call;
    call.device = &device;
    call.where = p.the_case.fence;
    call.repeats = p.the_case.repeats;
    if (kernel.range.alignment > 0 && kernel.range.outside != kernel_range::beyond::may_refuse) {
        call.least_alignment = static_cast<std::size_t>(kernel.range.alignment);
        call.alignment = std::max<std::size_t>(call.least_alignment, 256);
    }
    const bytes* starts_as = nullptr;  // of the first output
    for (std::size_t o = 0; o < contract.operands.size(); ++o) {
        const operand_use use = use_of(contract, p.the_case, o);
        if (use == operand_use::absent) continue;
        if (use == operand_use::in_place) starts_as = &p.inputs[o];
        if (use == operand_use::in_place || use == operand_use::in_place_unread) continue;
        call_operand r = operand_in_memory(p, o, is_output(use) ? p.outputs[o] : p.inputs[o]);
        if (use == operand_use::unread) std::ranges::fill(r.live, 0);
        if (!is_output(use)) {
            call.inputs.push_back(std::move(r));
            continue;
        }
        const bytes* start = use == operand_use::updated ? &p.inputs[o]
                             : call.outputs.empty()      ? starts_as
                                                         : nullptr;
        if (start && !start->empty()) {
            r.starts_as.resize(r.contents.size());
            scatter(*start, locations_of(contract, p.the_case, o), width_of(p, o), r.starts_as);
        }
        set_bounds(p, o, r);
        call.outputs.push_back(std::move(r));
    }
    if (contract.accepts)
        call.accepts = [p](std::span<const bytes> buffers) {
            std::vector<bytes> packed(p.outputs.size());
            std::size_t next = 0;
            for (std::size_t o = 0; o < packed.size(); ++o)
                if (is_output(use_of(p.contract, p.the_case, o)))
                    packed[o] = gather(buffers[next++], locations_of(p.contract, p.the_case, o),
                                       width_of(p, o));
            return p.contract.accepts(p, packed);
        };
    call.launch = [&kernel, &contract, c = p.the_case](std::span<void* const> in,
                                                       std::span<void* const> out) {
        kernel.start(c, pointers_of(contract, c, in, out));
    };
    return call;
}

}  // namespace tileproof::properties
