// SPDX-License-Identifier: MIT
// Every kernel of one device, TILEPROOF_FUZZ_DEVICE, under the laws of its contract. An input is
// {"property": "transpose_tiled@cpu", "case": {...}}, as a finding has it, where the device may be left out;
// other bytes choose a kernel and draw a case for it.
#include "command/chosen.hpp"
#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/libfuzzer/target.hpp"
#include "fuzz/mutate/case/case_edit.hpp"
#include "properties/fields.hpp"
#include "system/file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace tileproof::fuzz {
namespace {

using namespace command;
using namespace properties;
using namespace system;
using nlohmann::json;

struct chosen {
    const property* which;
    json the_case;
};

constexpr const char* device = TILEPROOF_FUZZ_DEVICE;

// Those of the device, made once.
const property_list& kernels() {
    static const property_list list = [] {
        std::vector<device_entry> entries = known_devices();
        std::erase_if(entries, [&](const device_entry& d) { return d.name != device; });
        property_list all = known_properties(entries);
        std::erase_if(all, [&](const auto& p) { return p->device() != device; });
        if (all.empty()) broken(std::string("The device ") + device + " has no kernels.");
        return all;
    }();
    return list;
}

std::optional<chosen> written_in(input_bytes input) {
    if (input.empty() || input.front() != '{') return {};  // spares an exception
    try {
        const json j = parse_bounded({reinterpret_cast<const char*>(input.data()), input.size()});
        if (!j.is_object() || !j.contains("property") || !j.contains("case")) return {};
        const auto it = std::ranges::find_if(kernels(), [&](const auto& p) {
            return j["property"] == p->name() || j["property"] == p->subject();
        });
        if (it != kernels().end()) return chosen{it->get(), j["case"]};
    } catch (const store_error&) {
        // No text of a case: choices.
    }
    return {};
}

chosen choose(input_bytes input) {
    if (auto written = written_in(input)) return std::move(*written);
    draw from(input);
    const property& p = *from.pick(kernels());
    return {&p, drawn_case(p, from)};
}

json to_json(const chosen& c) { return {{"property", c.which->name()}, {"case", c.the_case}}; }

std::size_t write(const chosen& c, std::span<std::uint8_t> out) {
    const std::string text = text_of(to_json(c));
    if (text.size() > out.size()) return 0;
    std::copy(text.begin(), text.end(), out.begin());
    return text.size();
}

std::size_t mutate(std::span<std::uint8_t> data, std::size_t size, std::uint64_t seed) {
    draw from{seed};
    chosen c = choose(data.first(size));
    if (from.chance(5)) {  // the same case for another kernel of the contract, or of another one
        c.which = from.pick(kernels()).get();
        if (from.chance(50)) c.the_case = drawn_case(*c.which, from);
    }
    try {
        do {
            c.the_case = edited(c.the_case, *c.which, from);
        } while (from.chance(40));
    } catch (const bad_case&) {  // the case of another contract
        c.the_case = drawn_case(*c.which, from);
    }
    return write(c, data);
}

std::size_t cross(input_bytes first, input_bytes second, std::span<std::uint8_t> out,
                  std::uint64_t seed) {
    draw from{seed};
    chosen c = choose(first);
    c.the_case = crossed(c.the_case, choose(second).the_case, from);
    return write(c, out);
}

}  // namespace

void judge_input(input_bytes input) {
    const chosen c = choose(input);
    case_result result;
    try {
        result = c.which->check(c.the_case);
    } catch (const bad_case&) {  // more memory than a case may have, for instance
        return;
    }
    if (const failure* wrong = result.first_failure())
        broken(title(wrong->law) + " of " + c.which->name() + " in " + text_of(c.the_case) + ": " +
               sentence(*wrong));
}

json cases_of(input_bytes input) { return json::array({to_json(choose(input))}); }

void note_reached_by(input_bytes input, reached_counts& counts) {
    if (counts.empty())
        for (const auto& p : kernels()) {
            counts["kernel: " + p->name()] = 0;
            for (const std::string& label : p->required_labels()) counts[label] = 0;
        }
    if (input.empty()) return;
    const chosen c = choose(input);
    try {
        for (const std::string& label : c.which->classify(c.the_case)) ++counts[label];
        ++counts["kernel: " + c.which->name()];
    } catch (const bad_case&) {
        // A case that nothing was run for.
    }
}

}  // namespace tileproof::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    return tileproof::fuzz::mutate({data, most}, size, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second,
                                                 std::size_t second_size, std::uint8_t* out,
                                                 std::size_t most, unsigned seed) {
    return tileproof::fuzz::cross({first, first_size}, {second, second_size}, {out, most}, seed);
}
