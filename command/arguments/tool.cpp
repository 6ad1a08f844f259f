// SPDX-License-Identifier: MIT
// copy, cache, bench and list.
#include "command/arguments/arguments.hpp"
#include "command/arguments/values.hpp"
#include "command/bench.hpp"
#include "command/copy.hpp"
#include "command/options.hpp"

namespace tileproof::command {
namespace {

class copy_arguments final : public arguments_of<copy_options> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "copy", "Run the copy kernel, time it and verify it");
        c->add_option("--m", given_.m, "Rows")->check(decimal())->capture_default_str();
        c->add_option("--n", given_.n, "Columns")->check(decimal())->capture_default_str();
        c->add_option("--id", given_.id, "Which copy: " + copy_variants())
            ->check(decimal())
            ->capture_default_str();
        c->add_option("--v", given_.verify, "Verify the result: 1 or 0")->capture_default_str();
        c->add_option("--prec", given_.precision, "Elements: fp16 or fp32")->capture_default_str();
        c->add_option("--warmup", given_.warmup, "Runs before the timed ones")
            ->check(decimal())
            ->capture_default_str();
        c->add_option("--repeat", given_.repeat, "Timed runs")
            ->check(decimal())
            ->capture_default_str();
        c->add_option("--device", given_.device, "Device: cpu, ...")->capture_default_str();
        c->footer(std::string("A single dash works too: -m=4096 -n 512 -prec=fp32.\n") +
                  exit_codes);
        return c;
    }
    int run() override { return copy(given_); }
};

class cache_arguments final : public arguments_of<cache_options> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "cache", "Show or clear the folder of compiled kernels");
        c->add_option("action", given_.action, "show or clear (default show)");
        c->add_option("--cache", given_.folder, "The folder (default .tileproof/cache)");
        c->footer(
            std::string(
                "The environment variable TILEPROOF_CACHE_SIZE limits the size of a cache: 512MiB, "
                "4GiB (default 1GiB). The least recently used files are deleted first.\n") +
            exit_codes_without_checks);
        return c;
    }
    void read() override {
        if (given_.action != "show" && given_.action != "clear")
            throw report::command_error(
                fmt::format("cache '{}' is not an action; use show or clear.", given_.action));
    }
    int run() override { return cache(given_); }
};

class bench_arguments final : public arguments_of<bench_command> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "bench", "Time transposes, checks or products on a device");
        c->add_option("what", given_.what,
                      "transpose: next to a plain copy and a vendor library; check: 8 GiB on the "
                      "device, next to copying them back; product: next to cuBLAS")
            ->check(CLI::IsMember({"transpose", "check", "product"}))
            ->required();
        c->add_option("--device", given_.device,
                      "Device (default: a GPU if there is one, else cpu)");
        c->add_option("--shape", given_.shapes,
                      "ROWSxCOLUMNSxBYTES, or MxNxK of a product (may be repeated)");
        c->add_option("--kernel", given_.only, "Time only this kernel");
        c->add_flag("--json", given_.json, "Print JSON");
        return c;
    }
    int run() override { return bench(given_); }
};

class list_arguments final : public command_arguments {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "list", "Show the laws, contracts, kernels and devices");
        c->footer(std::string("Unavailable devices are listed with the reason.\n") +
                  exit_codes_without_checks);
        return c;
    }
    int run() override { return list(); }
};

}  // namespace

void add_tool_commands(command_list& to) {
    to.push_back(std::make_unique<copy_arguments>());
    to.push_back(std::make_unique<cache_arguments>());
    to.push_back(std::make_unique<bench_arguments>());
    to.push_back(std::make_unique<list_arguments>());
}

}  // namespace tileproof::command
