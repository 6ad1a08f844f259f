// SPDX-License-Identifier: MIT
#include "properties/kernel/observed_call.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "properties/kernel/call_memory.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/kernel_check.hpp"

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

double largest_whole(const element_type& type) {
    if (type.is_float()) return std::ldexp(1.0, type.mantissa_bits + 1);
    return std::ldexp(1.0, 8 * type.bytes - (type.is_unsigned ? 0 : 1)) - 1;
}

class probes {
  public:
    probes(const kernel_contract& contract, const contract_kernel& kernel, devices::device& device,
           const kernel_case& c)
        : contract_(contract), kernel_(kernel), device_(device), out_(first_output(contract)) {
        seen_.the_case = plain(c);
        const auto a = extents_of(contract, seen_.the_case, 0);
        seen_.m = a[0];
        seen_.k = a[1];
        seen_.n = extents_of(contract, seen_.the_case, 1)[1];
        seen_.a_offsets = offsets(0);
        seen_.b_offsets = offsets(1);
    }

    observed_product run() {
        if (!numbers_fit()) return seen_;
        for (std::int64_t p = 0; p < seen_.k; ++p)
            if (!probe(p, true, seen_.by_b) || !probe(p, false, seen_.by_a)) return seen_;
        seen_.tells = seen_.k > 0;
        return seen_;
    }

  private:
    kernel_case plain(kernel_case c) const {
        for (std::size_t i = 0; i < c.parameters.size(); ++i)
            c.parameters[i] = contract_.parameters[i].name == "beta" ? 0 : 1;
        std::ranges::fill(c.choices, 0);
        c.data = 0;
        c.relation = 0;
        c.fence = devices::placement::plain;
        if (contract_.settle) contract_.settle(c);
        return c;
    }
    const element_type& type(std::size_t operand) const {
        return *contract_.types[seen_.the_case.type].each[operand];
    }
    std::vector<std::int64_t> offsets(std::size_t operand) const {
        std::vector<std::int64_t> all;
        for (const long_index_t at : locations_of(contract_, seen_.the_case, operand))
            all.push_back(at - seen_.the_case.operands[operand].offset);
        return all;
    }

    // Four times the largest number must fit, so that a term added a few times too often is recognised.
    bool numbers_fit() const {
        std::int64_t largest = 0;
        for (const auto* all : {&seen_.a_offsets, &seen_.b_offsets})
            for (const std::int64_t at : *all) largest = std::max(largest, 2 * at + 1);
        const double needed = 4 * static_cast<double>(largest);
        return needed <= largest_whole(type(out_)) && needed / 4 <= largest_whole(type(0)) &&
               needed / 4 <= largest_whole(type(1));
    }

    void fill(packed_call& p, std::int64_t hot, bool b_is_numbered) const {
        for (std::size_t o = 0; o < p.inputs.size(); ++o) {
            const auto width = static_cast<std::size_t>(type(o).bytes);
            for (std::size_t e = 0; e * width < p.inputs[o].size(); ++e) {
                const auto at = static_cast<std::int64_t>(e);
                const bool is_hot = o == 0 ? at % seen_.k == hot : o == 1 && at / seen_.n == hot;
                const bool numbered = o == (b_is_numbered ? 1u : 0u);
                const auto& places = o == 0 ? seen_.a_offsets : seen_.b_offsets;
                const double value = numbered ? static_cast<double>(2 * places[e] + 1) : is_hot;
                store_value(type(o), o > 1 ? 0 : value, &p.inputs[o][e * width]);
            }
        }
    }
    std::int64_t whole(const bytes& from, std::size_t element) const {
        const auto width = static_cast<std::size_t>(type(out_).bytes);
        if ((element + 1) * width > from.size()) return observed_product::other;
        const double value = value_of(type(out_), &from[element * width]);
        const bool is_whole = value >= 0 && value < 1e15 && value == std::floor(value);
        return is_whole ? static_cast<std::int64_t>(value) : observed_product::other;
    }
    std::int64_t right(std::int64_t p, std::size_t element, bool b_is_numbered) const {
        const auto e = static_cast<std::int64_t>(element);
        const std::int64_t i = e / seen_.n, j = e % seen_.n;
        return b_is_numbered ? 2 * seen_.b_offsets[static_cast<std::size_t>(p * seen_.n + j)] + 1
                             : 2 * seen_.a_offsets[static_cast<std::size_t>(i * seen_.k + p)] + 1;
    }

    // False: the right answer is not that of a product.
    bool probe(std::int64_t p, bool b_is_numbered,
               std::vector<std::vector<std::int64_t>>& to) const {
        packed_call packed = contents_of(contract_, seen_.the_case);
        fill(packed, p, b_is_numbered);
        contract_.reference(packed);
        const auto elements = static_cast<std::size_t>(seen_.m * seen_.n);
        for (std::size_t e = 0; e < elements; ++e)
            if (whole(packed.outputs[out_], e) != right(p, e, b_is_numbered)) return false;
        kernel_call call = call_of(packed, kernel_, device_);
        call.repeats = 0;
        device_.begin_case(seen_.the_case.data_seed);
        const auto memory = place_call(call);
        memory->run(poison::first, [&] {
            try {
                device_.synchronize();
            } catch (const cpu_checked::check_error& e) {
                if (stopped(e.reports)) throw;
            }
        });
        const bytes after = packed_output(packed, memory->outputs.front().after);
        auto& values = to.emplace_back();
        for (std::size_t e = 0; e < elements; ++e) values.push_back(whole(after, e));
        return true;
    }

    const kernel_contract& contract_;
    const contract_kernel& kernel_;
    devices::device& device_;
    const std::size_t out_;
    observed_product seen_;
};

}  // namespace

observed_call observe_call(const kernel_contract& contract, const contract_kernel& kernel,
                           devices::device& device, const kernel_case& c, bool free_contents) {
    observed_call seen;
    seen.the_case = c;
    seen.the_case.fence = devices::placement::plain;
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

bool may_be_product(const kernel_contract& c) {
    if (c.operands.size() < 3 || c.locations || first_output(c) == c.operands.size()) return false;
    const auto &a = c.operands[0].extents, &b = c.operands[1].extents,
               &out = c.operands[first_output(c)].extents;
    return c.operands[0].use == operand_use::read && c.operands[1].use == operand_use::read &&
           a.size() == 2 && b.size() == 2 && out.size() == 2 && a[1] == b[0] && a[0] == out[0] &&
           b[1] == out[1];
}

observed_product probe_product(const kernel_contract& contract, const contract_kernel& kernel,
                               devices::device& device, const kernel_case& c) {
    if (!may_be_product(contract) || packed_elements(extents_of(contract, c, 0)) == 0 ||
        packed_elements(extents_of(contract, c, 1)) == 0)
        return {};
    return probes(contract, kernel, device, c).run();
}

}  // namespace tileproof::properties
