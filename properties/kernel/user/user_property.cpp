// SPDX-License-Identifier: MIT
#include "properties/kernel/user/user_property.hpp"

#include "compiler/build/user_code.hpp"
#include "devices/cpu/device_work.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/gpu/architecture.hpp"
#include "devices/launch_time.hpp"
#include "properties/crash_note.hpp"
#include "properties/draw.hpp"
#include "properties/earlier_cases.hpp"
#include "properties/kernel/call_memory.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/huge_case.hpp"
#include "properties/kernel/kernel_check.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/user/user_contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace tileproof::properties {

using compiler::user_error;
using compiler::user_library;

namespace {

using nlohmann::json;

// A case without elements to write needs no launch, nor does one that only updates: what it leaves as it was may be right.
bool must_launch(const kernel_contract& contract, const kernel_case& c) {
    for (std::size_t o = 0; o < contract.operands.size(); ++o)
        if (contract.operands[o].use == operand_use::written &&
            packed_elements(extents_of(contract, c, o)) > 0)
            return true;
    return false;
}

// The error of a launch that was refused or failed ends with the line that asked for it.
void say_where_launched() {
    if (cpu_engine::failed_from().empty() || cpu_engine::last_error().empty()) return;
    if (const std::string line = compiler::line_of_user(cpu_engine::failed_from()); !line.empty())
        cpu_engine::keep_error(
            fmt::format("{} It is launched at {}.", cpu_engine::take_error(), line));
}

}  // namespace

contract_kernel kernel_of(const user_library& lib, std::size_t test,
                          std::shared_ptr<const kernel_contract> contract,
                          const std::string& device) {
    contract_kernel k;
    k.range = user_range(lib.tests[test]);
    // With every access checked, an element takes fifty times as long.
    if (device == "cpu-checked") k.range.most_far = 1 << 14;
    k.start = [&lib, test, contract = std::move(contract), device](const kernel_case& c,
                                                                   std::span<void* const> at) {
        std::vector<std::vector<long>> strides;
        std::vector<void*> pointers(at.begin(), at.end());
        const sdk::call call = user_call(*contract, c, strides, pointers);
        const unsigned wave = wave_of(*contract, c);
        const auto& launch = lib.launch(device, wave, test);
        devices::device& d =
            devices::find_device(device == compiler::cpu_in_double ? "cpu" : device);
        d.set_wave_size(wave);
        const std::uint64_t before = cpu_engine::device_work_so_far();
        try {
            std::optional<host_note> whose;
            std::optional<devices::launch_time::of_function> time;
            // A GPU's runtime ends the process where a kernel is at fault, and waits for kernels anywhere.
            if (!devices::is_gpu(device)) {
                whose.emplace(
                    fmt::format("The launch of {} did not come to an end.", lib.tests[test].name));
                time.emplace();
            }
            d.run([&] { launch(call); });
            say_where_launched();
        } catch (const sdk::mistake& e) {
            throw wrong_declaration(
                fmt::format("The launch of {}: {}", lib.tests[test].name, e.what()));
        }
        // A GPU's runtime does not count launches.
        if (!devices::is_gpu(device) && must_launch(*contract, c) &&
            cpu_engine::device_work_so_far() == before) {
            d.synchronize();  // throws if a launch was refused, with the reason
            throw nothing_launched(
                "no kernel was launched, so whatever the output holds was not computed on the "
                "device.");
        }
    };
    return k;
}

namespace {

// The wave sizes with which a test is judged on the device; a GPU's cannot be chosen.
std::vector<unsigned> waves_on(const user_library& lib, std::size_t test,
                               const std::string& device) {
    return devices::is_gpu(device) ? std::vector<unsigned>() : lib.waves[test];
}

std::string why_left_out(const user_library& lib, std::size_t test, const std::string& device) {
    const std::vector<unsigned>& declared = lib.tests[test].waves;
    const auto gpu = lib.gpu_waves.find(device);
    if (gpu == lib.gpu_waves.end() || declared.empty() ||
        std::ranges::find(declared, gpu->second) != declared.end())
        return {};
    return fmt::format(
        "{} is left out on {}: it is declared for waves of {} lanes, and those of this GPU have "
        "{}.",
        lib.tests[test].name, device, fmt::join(declared, " or "), gpu->second);
}

bool is_judged(const user_library& lib, std::size_t test) {
    return !lib.old || lib.not_compared[test].empty();
}

// Runs the old kernel twice, with other memory around and in its outputs each time.
old_answer old_answer_of(const user_library& lib, std::size_t test) {
    if (!lib.old || !is_judged(lib, test)) return {};
    const std::size_t of = lib.old_tests[test];
    const sdk::test_data& t = lib.old->tests[of];
    const auto contract = std::make_shared<const kernel_contract>(
        user_contract(t, lib.old->waves[of], [](packed_call&) { return std::string(); }));
    const auto kernel =
        std::make_shared<const contract_kernel>(kernel_of(*lib.old, of, contract, "cpu"));
    return [&t, contract, kernel](packed_call& p) -> std::string {
        packed_call asked = empty_call(*contract, p.the_case);
        kernel_case& c = asked.the_case;
        c.fence = devices::placement::fence_after;
        c.choices.assign(contract->choices.size(), 0);
        if (!kernel->range.strided) pack(*contract, c);
        for (auto& o : c.operands)
            if (!kernel->range.shifted) o.offset = 0;
        asked.inputs = p.inputs;
        asked.outputs = p.outputs;
        devices::device& cpu = devices::find_device("cpu");
        const kernel_call call = call_of(asked, *kernel, cpu);
        cpu.begin_case(c.data_seed);
        const auto memory = place_call(call);
        memory->run(poison::first, [&] { cpu.synchronize(); });
        const std::vector<operand_run> first = memory->outputs;
        memory->run(poison::second, [&] { cpu.synchronize(); });
        for (const std::vector<operand_run>* operands : {&first, &std::as_const(memory->inputs)})
            for (const operand_run& o : *operands)
                if (!o.outside.empty()) return "writes outside of its operands: " + o.outside;
        for (const operand_run& o : memory->inputs)
            if (o.before != o.after)
                return fmt::format("changes {}, which is an input", o.operand->name);
        for (std::size_t k = 0; k < first.size(); ++k) {
            const operand_run &one = first[k], &two = memory->outputs[k];
            const call_operand& o = *one.operand;
            for (std::size_t e = 0; e < o.elements(); ++e) {
                const std::size_t at = e * static_cast<std::size_t>(o.element_bytes);
                std::string wrong;
                if (o.live[e])
                    any_number(o, [&](std::size_t, std::size_t offset, std::size_t n) {
                        const auto same = [&](const bytes& a, const bytes& b) {
                            return same_bytes(&a[at + offset], &b[at + offset], n);
                        };
                        if (same(one.after, two.after)) return false;
                        const bool unset =
                            same(one.before, one.after) && same(two.before, two.after);
                        if (!unset && t.bounded) return false;
                        wrong = unset ? "leaves element {} of {} unset"
                                      : "does not give the same twice for element {} of {}";
                        return true;
                    });
                if (!wrong.empty())
                    return fmt::format(fmt::runtime(wrong), print_index(place_of(o, e).index),
                                       o.name);
            }
        }
        std::size_t next = 0;
        for (std::size_t o = 0; o < p.outputs.size(); ++o)
            if (contract->operands[o].use == operand_use::written ||
                contract->operands[o].use == operand_use::updated)
                p.outputs[o] = packed_operand(asked, o, first[next++].after);
        return {};
    };
}

// The processor time of f in this process, in seconds: the least of three calls, after memory and threads are set up.
// A busy machine makes a call take longer, and none of them shorter.
double seconds_of(auto f) {
    f();
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        const std::clock_t before = std::clock();
        f();
        least = std::min(least, static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    }
    return least;
}

std::string why_never_huge(const user_library& lib, std::size_t test, const std::string& device) {
    const sdk::test_data& t = lib.tests[test];
    if (!t.huge || device != "cpu-checked") return {};
    const kernel_contract contract = contract_of(lib, test);
    kernel_range range = range_of(contract, user_range(t));
    range.unless = nullptr;  // it is the user's code
    if (!first_huge_cases(contract, range).empty()) return {};
    return fmt::format(
        "{} says .huge(), but none of its operands may have 2^30 elements within what it takes, or "
        "one is "
        "read and written: no huge case is drawn.",
        t.name);
}

}  // namespace

kernel_contract contract_of(const user_library& lib, std::size_t test, const std::string& device) {
    kernel_contract c =
        user_contract(lib.tests[test], waves_on(lib, test, device), old_answer_of(lib, test));
    c.numbers.assign(lib.numbers.begin(), lib.numbers.end());
    return c;
}

std::string far_lengths(const user_library& lib, std::size_t test, bool of_kernel) {
    constexpr double most_seconds = 4e-3;  // linear: a part of it; n * n: ten times as much
    constexpr long_index_t tried = 1 << 12, longest = 1 << 17;
    const sdk::test_data& t = lib.tests[test];
    const auto contract = std::make_shared<const kernel_contract>(contract_of(lib, test));
    devices::device& device = devices::find_device("cpu");
    const contract_kernel kernel = kernel_of(lib, test, contract, "cpu");
    const kernel_range range = range_of(*contract, user_range(t));
    std::vector<long_index_t> far(t.dims.size());
    for (std::size_t dim = 0; dim < far.size(); ++dim) {
        kernel_case c = plain_case(*contract, std::vector<long_index_t>(far.size()));
        for (std::size_t d = 0; d < far.size(); ++d)
            c.dims[d] = supported(range, d,
                                  std::max<long_index_t>(d == dim ? tried : 3, range.multiple(d)));
        pack(*contract, c);
        fit(*contract, range, c);
        if (c.dims[dim] < tried / 2 || c.dims[dim] > tried ||
            !why_outside(*contract, range, c).empty())
            continue;
        packed_call p = contents_of(*contract, c);
        if (contract->accepts && !of_kernel) continue;  // which needs a result
        double seconds = seconds_of([&] { contract->reference(p); });
        if (of_kernel) {
            const kernel_call call = call_of(p, kernel, device);
            device.begin_case(0);
            const auto memory = place_call(call);
            seconds = std::max(seconds, seconds_of([&] {
                                   memory->run(poison::first, [&] { device.synchronize(); });
                               }));
            std::vector<bytes> outputs;
            for (const operand_run& o : memory->outputs) outputs.push_back(o.after);
            if (call.accepts)
                seconds = std::max(seconds, seconds_of([&] { (void)call.accepts(outputs); }));
        }
        if (seconds <= most_seconds) far[dim] = longest;
    }
    return fmt::format("{}", fmt::join(far, " "));
}

void add_far_lengths(user_library& lib, std::size_t test, const std::string& text) {
    std::istringstream words(text);
    lib.tests[test].far.assign(std::istream_iterator<long>(words), {});
}

// For the cpu devices; variables on a GPU cannot be reset.
static void let_cases_be_forgotten(const user_library& lib) {
    for (const auto& [of, code] : lib.copies)
        if (!devices::is_gpu(of.first))
            cases_may_remember([copy = std::weak_ptr(code)] {
                const auto still = copy.lock();
                if (still) still->forget_cases();
                cpu_engine::free_what_is_left();
                return still != nullptr;
            });
}

property_list user_properties(const user_library& lib, const std::string& source,
                              const std::string& device) try {
    let_cases_be_forgotten(lib);
    if (lib.old) let_cases_be_forgotten(*lib.old);
    property_list all;
    for (std::size_t i = 0; i < lib.tests.size(); ++i) {
        if (!why_left_out(lib, i, device).empty() || !is_judged(lib, i)) continue;
        const sdk::test_data& t = lib.tests[i];
        const auto contract = std::make_shared<const kernel_contract>(contract_of(lib, i, device));
        kernel_subject subject;
        subject.kernel = t.name;
        subject.device = device;
        subject.find_device = [device]() -> devices::device& {
            return devices::find_device(device);
        };
        subject.find_kernel = [&lib, i, contract, device] {
            return kernel_of(lib, i, contract, device);
        };
        subject.also = {{"source", source}, {"test", t.name}};
        subject.of_user = true;
        subject.free_contents =
            !t.accepts && std::ranges::none_of(t.operands, [](const sdk::operand& o) {
                return !o.indices_below.empty() || !o.row_pointers.empty() || !o.ranges.empty() ||
                       !o.one_of.empty() || o.positive || o.sorted;
            });
        all.push_back(kernel_property(contract, std::move(subject)));
    }
    return all;
} catch (const sdk::mistake& e) {
    throw user_error(e.what());
}

std::vector<std::string> left_out(const user_library& lib, const std::string& device) {
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < lib.tests.size(); ++i)
        for (std::string why : {why_left_out(lib, i, device), why_never_huge(lib, i, device)})
            if (!why.empty()) sentences.push_back(std::move(why));
    return sentences;
}

json random_user_case(draw& from, const user_library& lib, std::size_t test,
                      const std::string& source, int size) {
    const sdk::test_data& t = lib.tests[test];
    const kernel_contract contract = contract_of(lib, test);
    json c =
        to_json(contract, random_case(from, contract, range_of(contract, user_range(t)), size));
    c["source"] = source;
    c["test"] = t.name;
    return c;
}

}  // namespace tileproof::properties
