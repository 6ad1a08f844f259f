// SPDX-License-Identifier: MIT
// K9 honest refusal: a kernel runs whatever it accepts, and refuses anything else with a sentence.
#include "devices/cpu_checked/report.hpp"
#include "properties/kernel/kernel_check.hpp"
#include "properties/refusal_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {
namespace {

law_result broken(failure_kind kind, std::string sentence) {
    return failed({.law = law_id::K9, .kind = kind, .detail = std::move(sentence)});
}

}  // namespace

law_result k9_refuses_plain_case(const std::string& refusal) {
    return broken(failure_kind::refused_valid,
                  fmt::format("The kernel refuses a plain case: {}", refusal));
}

law_result k9_must_refuse(devices::device& device, const std::optional<std::string>& refusal,
                          const std::string& why, const std::function<void()>& launch) {
    if (refusal && refusal->empty())
        return broken(failure_kind::accepted_malformed,
                      fmt::format("The kernel accepts a case that makes no sense: {}.", why));
    const auto no_sentence = [&](const std::string& said) {
        return broken(
            failure_kind::no_sentence,
            fmt::format("The kernel refuses a case in which {}, but not with a sentence: '{}'.",
                        why, said));
    };
    if (refusal && !is_sentence(*refusal)) return no_sentence(*refusal);
    try {
        launch();
        device.synchronize();
    } catch (const kernels::device_error& e) {
        return refusal || is_sentence(e.what()) ? held(law_id::K9) : no_sentence(e.what());
    }
    return broken(
        failure_kind::accepted_malformed,
        refusal
            ? fmt::format("The kernel says '{}' when asked, but a launch is not refused.", *refusal)
            : fmt::format("The kernel takes a case in which {}.", why));
}

law_result k9_must_throw(const kernel_call& call, const std::string& why) {
    devices::device& device = *call.device;
    constexpr std::uint8_t poison = 0xa5;
    std::vector<devices::buffer> memory;
    std::vector<void*> in, out;
    for (auto* list : {&call.inputs, &call.outputs})
        for (const call_operand& o : *list) {
            const bool output = list == &call.outputs;
            memory.push_back(device.allocate(
                {.bytes = o.contents.size(), .alignment = call.alignment, .margin = 512}));
            const devices::buffer& b = memory.back();
            if (output)
                device.fill(b.data(), poison, b.size());
            else
                device.copy_in(b.data(), o.contents.data(), b.size());
            (output ? out : in)
                .push_back(static_cast<std::byte*>(b.data()) +
                           o.lead * static_cast<std::size_t>(o.element_bytes));
        }
    bool threw = false, wrote = false;
    std::string also;
    try {
        call.launch(in, out);
    } catch (const nothing_launched&) {
    } catch (const std::exception&) {
        threw = true;
    }
    try {
        device.synchronize();
    } catch (const cpu_checked::check_error& e) {
        also = std::string(" What it ran was wrong, too: ") + e.what();
    } catch (const kernels::device_error&) {
        threw = true;  // the device refused the launch
    }
    for (std::size_t o = call.inputs.size(); o < memory.size(); ++o) {
        bytes now(memory[o].size());
        device.copy_out(now.data(), memory[o].data(), now.size());
        wrote =
            wrote || std::ranges::any_of(now, [](std::byte b) { return b != std::byte{poison}; });
    }
    if (threw && !wrote) return held(law_id::K9);
    return broken(
        failure_kind::accepted_malformed,
        fmt::format("{} The declaration says refuses(): the launch must throw an exception then, "
                    "before it writes anything; it {}{}",
                    why,
                    threw   ? "threw after it had written to an output."
                    : wrote ? "ran a kernel instead."
                            : "returned as if all were well.",
                    also));
}

}  // namespace tileproof::properties
