// SPDX-License-Identifier: MIT
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/kernel_check.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

namespace tileproof::properties {
namespace {

using nlohmann::json;

enum class control_kind { zeros, ones, as_it_was, one_off, of_other_inputs };

struct control {
    control_kind kind;
    std::string kernel;  // "writes zeros to y"
    int cases = 0;
    bool told_apart = false;
};

std::vector<std::size_t> live_elements(const call_operand& o) {
    std::vector<std::size_t> all;
    for (std::size_t e = 0; e < o.elements(); ++e)
        if (o.live[e]) all.push_back(e);
    return all;
}

// The contents of the output after such a kernel; nothing if the case has no such kernel, or none that differs in its work.
std::optional<bytes> left_by(control_kind kind, const call_operand& o, const call_operand* other) {
    const std::vector<std::size_t> live = live_elements(o);
    const auto width = static_cast<std::size_t>(o.element_bytes);
    bytes left = o.contents;
    if (live.empty()) return std::nullopt;
    switch (kind) {
        case control_kind::as_it_was:
            return o.starts_as.empty() ? std::nullopt : std::optional(o.starts_as);
        case control_kind::of_other_inputs:
            return other ? std::optional(other->contents) : std::nullopt;
        case control_kind::one_off:
            if (live.size() < 2) return std::nullopt;
            for (std::size_t i = 1; i < live.size(); ++i)
                std::memcpy(&left[live[i] * width], &o.contents[live[i - 1] * width], width);
            return left;
        case control_kind::ones:
            if (!o.type) return std::nullopt;
            break;
        case control_kind::zeros:
            break;
    }
    for (const std::size_t e : live) {
        std::memset(&left[e * width], 0, width);
        if (kind != control_kind::ones) continue;
        any_number(o, [&](std::size_t k, std::size_t offset, std::size_t) {
            store_value(o.type->is_struct() ? *o.type->members()[k].type : *o.type, 1.0,
                        &left[e * width + offset]);
            return false;
        });
    }
    return left;
}

bool is_right_everywhere(const call_operand& o, const bytes& left) {
    const auto width = static_cast<std::size_t>(o.element_bytes);
    return std::ranges::all_of(live_elements(o),
                               [&](std::size_t e) { return is_right(o, &left[e * width], e); });
}

// The controls of one output, or of all outputs together where a predicate judges them.
std::vector<control> controls_for(const std::string& output, bool with_answers) {
    std::vector<control> all{{control_kind::zeros, "writes zeros to " + output},
                             {control_kind::ones, "writes ones to " + output},
                             {control_kind::as_it_was, "leaves " + output + " as it was"}};
    if (with_answers) {
        all.push_back(
            {control_kind::one_off, "writes each element of " + output + " one place off"});
        all.push_back({control_kind::of_other_inputs,
                       "writes to " + output + " the answer for other inputs"});
    }
    return all;
}

// The call of the case, with the right answers; nothing where the reference has none, or where any finite number would do.
std::optional<kernel_call> answered(const kernel_contract& contract, const kernel_case& c,
                                    const contract_kernel& kernel) {
    packed_call p = contents_of(contract, c);
    contract.reference(p);
    if (!p.unanswered.empty() || p.any_finite) return std::nullopt;
    return call_of(p, kernel, devices::find_device("cpu"));
}

void judge(std::vector<control>& controls, const kernel_call& call, const kernel_call* other,
           std::size_t first, std::size_t last) {
    for (control& tried : controls) {
        if (tried.told_apart) continue;
        std::vector<bytes> left;
        for (const call_operand& o : call.outputs) left.push_back(o.contents);
        bool some = false, right = true;
        for (std::size_t k = first; k < last; ++k) {
            const call_operand& o = call.outputs[k];
            auto made = left_by(tried.kind, o, other ? &other->outputs[k] : nullptr);
            if (!made) continue;
            some = true;
            right = right && (call.accepts || is_right_everywhere(o, *made));
            left[k] = std::move(*made);
        }
        if (!some) continue;
        ++tried.cases;
        tried.told_apart = call.accepts ? !call.accepts(left).empty() : !right;
    }
}

}  // namespace

std::string controls_of(const compiler::user_library& lib, std::size_t test) {
    constexpr int few_cases = 12, most_cases = 60, most_tries = 400;
    constexpr std::chrono::milliseconds longest(500);
    const sdk::test_data& t = lib.tests[test];
    const kernel_contract contract = contract_of(lib, test);
    const kernel_range range = range_of(contract, user_range(t));
    const contract_kernel none;
    std::vector<std::vector<control>> controls;  // by output
    const auto begin = std::chrono::steady_clock::now();
    draw from(1);
    int judged = 0;
    for (int i = 0; i < most_tries && judged < most_cases; ++i) {
        if (std::chrono::steady_clock::now() - begin > longest) break;
        const kernel_case c = random_case(from, contract, range, i % 101);
        if (!why_senseless(contract, c).empty() || !why_outside(contract, range, c).empty())
            continue;
        const std::optional<kernel_call> call = answered(contract, c, none);
        if (!call) continue;
        std::optional<kernel_call> other;
        if (!call->accepts && !call->inputs.empty()) {
            kernel_case of_other = c;
            ++of_other.data_seed;
            other = answered(contract, of_other, none);
        }
        const std::size_t apart = call->accepts ? 1 : call->outputs.size();
        for (std::size_t k = controls.size(); k < apart; ++k)
            controls.push_back(controls_for(call->accepts ? "its outputs" : call->outputs[k].name,
                                            !call->accepts));
        for (std::size_t k = 0; k < apart; ++k)
            judge(controls[k], *call, other ? &*other : nullptr, k,
                  call->accepts ? call->outputs.size() : k + 1);
        const auto is_settled = [](const control& tried) {
            return tried.told_apart || tried.cases == 0;
        };
        if (++judged >= few_cases && std::ranges::all_of(controls, [&](const auto& of_output) {
                return std::ranges::all_of(of_output, is_settled);
            }))
            break;
    }
    json all = json::array();
    for (const auto& of_output : controls)
        for (const control& tried : of_output)
            if (tried.cases > 0)
                all.push_back({{"kernel", tried.kernel},
                               {"cases", tried.cases},
                               {"told_apart", tried.told_apart}});
    return all.dump();
}

}  // namespace tileproof::properties
