// SPDX-License-Identifier: MIT
#include "command/options.hpp"

#include "command/long_work.hpp"
#include "devices/device.hpp"
#include "kernels/catalogue.hpp"
#include "report/output.hpp"
#include "system/memory.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstring>
#include <functional>
#include <new>
#include <string_view>

namespace tileproof::command {

using report::command_error;
using report::print_out;

namespace {

using kernels::copy_kernel;
using kernels::copy_problem;

constexpr std::array<std::string_view, 9> flags = {"m",    "n",      "id",     "kernel", "v",
                                                   "prec", "warmup", "repeat", "device"};

int bytes_of_precision(const std::string& precision) {
    if (precision == "fp16") return 2;
    if (precision == "fp32") return 4;
    throw command_error("-prec '{}' is not known: the elements are fp16 or fp32.", precision);
}

const copy_kernel& kernel_of(const devices::device& d, int number) {
    const auto& copies = d.kernels().copies;
    if (number >= 0 && number < static_cast<int>(copies.size()))
        return copies[static_cast<std::size_t>(number)];
    std::string known;
    for (std::size_t i = 0; i < copies.size(); ++i)
        known += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, copies[i].name);
    throw command_error("-kernel {} does not name a copy of the device {}, which has {}.", number,
                        d.name(), known.empty() ? "none" : known);
}

// Every element differs from its neighbours in both directions, and all bit patterns occur.
std::vector<unsigned char> pattern(const copy_problem& p) {
    const auto bytes = static_cast<std::size_t>(p.element_bytes);
    std::vector<unsigned char> data(static_cast<std::size_t>(p.input_elements()) * bytes);
    for (std::size_t i = 0; i < data.size() / bytes; ++i) {
        const auto value = static_cast<std::uint32_t>(i * 2654435761u);
        std::memcpy(data.data() + i * bytes, reinterpret_cast<const char*>(&value) + 4 - bytes,
                    bytes);
    }
    return data;
}

double milliseconds_each(devices::device& d, const std::function<void()>& launch, int count) {
    long_work copying("copying", count, true);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
        launch();
        copying.one_done();
    }
    d.synchronize();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    return time.count() / count;
}

struct comparison {
    bool same;
    std::string remark;  // the first element that differs, for instance
};

comparison compared(const copy_problem& p, const std::vector<unsigned char>& in,
                    const std::vector<unsigned char>& out, const devices::buffer& to) {
    const auto bytes = static_cast<std::size_t>(p.element_bytes);
    for (std::size_t i = 0; i < in.size(); i += bytes)
        if (std::memcmp(in.data() + i, out.data() + i, bytes) != 0) {
            const auto element = static_cast<long_index_t>(i / bytes);
            return {false, fmt::format("element ({},{}) is wrong", element / p.columns,
                                       element % p.columns)};
        }
    if (const auto damage = to.damage()) return {false, damage->sentence()};
    return {true, fmt::format("all {} elements, bit for bit", p.rows * p.columns)};
}

int run(const copy_options& o) {
    devices::device& d = devices::find_device(o.device);
    copy_problem p = kernels::packed_copy(o.m, o.n, bytes_of_precision(o.precision));
    p.wave = o.id.value_or(-1);
    const copy_kernel& kernel = kernel_of(d, o.kernel);
    if (o.id && kernel.waves == 0)
        throw command_error(
            "-id {} is refused: {} needs all waves; leave -id out, or use -kernel=0.", *o.id,
            kernel.name);
    if (o.id && (*o.id < 0 || *o.id >= kernel.waves))
        throw command_error("-id {} does not name a wave: the blocks of {} have {}, from 0 on.",
                            *o.id, kernel.name, kernel.waves);
    if (const std::string no = kernel.refusal(p); !no.empty()) throw command_error(no);
    // Input, output, the device's copies of both, and on cpu-checked a record for each byte.
    const double times = d.checks_accesses() ? 12 : d.host_readable() ? 4 : 2;
    system::require_memory(
        times * static_cast<double>(p.input_elements()) * static_cast<double>(p.element_bytes),
        fmt::format("A copy of {} x {} elements on {}", o.m, o.n, d.name()));
    if (o.warmup < 0 || o.repeat < 1)
        throw command_error(
            "-warmup {} and -repeat {} are refused: the kernel is timed at least once.", o.warmup,
            o.repeat);
    const std::vector<unsigned char> in = pattern(p);
    const devices::buffer from = d.allocate({.bytes = in.size()}),
                          to = d.allocate({.bytes = in.size()});
    d.copy_in(from.data(), in.data(), in.size());
    d.fill(to.data(), 0xa5, in.size());

    print_out("m: {}, n: {}, prec: {}, id: {} ({}: {}), device: {}\n", o.m, o.n, o.precision,
              o.id ? std::to_string(*o.id) : "all", kernel.name, kernel.description, d.name());
    const auto launch = [&] { kernel.launch(p, from.data(), to.data()); };
    if (o.warmup > 0) milliseconds_each(d, launch, o.warmup);
    const double ms = milliseconds_each(d, launch, o.repeat);
    print_out("Perf: {:.4f} ms, {:.2f} GB/s\n", ms,
              2 * static_cast<double>(in.size()) / (ms * 1e6));
    if (!o.verify) {
        print_out("valid: not asked for (-v=0)\n");
        return 0;
    }
    std::vector<unsigned char> out(in.size());
    d.copy_out(out.data(), to.data(), out.size());
    const comparison with_input = compared(p, in, out, to);
    print_out("valid: {} ({})\n", with_input.same ? 'y' : 'n', with_input.remark);
    return with_input.same ? 0 : 1;
}

}  // namespace

std::vector<std::string> with_two_dashes(std::vector<std::string> arguments) {
    for (std::string& argument : arguments) {
        const std::string name = argument.substr(0, argument.find('='));
        for (const std::string_view flag : flags)
            if (name.size() == flag.size() + 1 && name[0] == '-' && name.substr(1) == flag)
                argument.insert(argument.begin(), '-');
    }
    return arguments;
}

std::string copy_variants() {
    return "0 through registers, 1 through shared memory, 2 element-wise, 3 registers in wide "
           "tiles";
}

int copy(const copy_options& o) {
    try {
        return run(o);
    } catch (const std::bad_alloc&) {
        throw command_error("{} x {} elements do not fit in this machine's memory; copy fewer.",
                            o.m, o.n);
    }
}

}  // namespace tileproof::command
