// SPDX-License-Identifier: MIT
// explain and offsets; copy, cache, bench and list.
#include "command/arguments/arguments.hpp"
#include "command/bench.hpp"
#include "command/options.hpp"
#include "report/output.hpp"

namespace tileproof::command {
namespace {

struct list_options {};
int run_list(const list_options&) { return list(); }

}  // namespace

void add_layout_commands(CLI::App& program) {
    auto& e = add_command(program, "explain",
                          "Show what a layout is and how an index becomes an offset", explain);
    e.add_option("layout", e.options.layout,
                 "Layout text, for instance 'packed [2,3]', or a tile distribution, for "
                 "instance 'tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]'")
        ->required();
    e.add_option("--at", e.options.at, "Follow this index down to its offset, for instance 1,3,2");
    e.add_flag("--json", e.options.json, "Print one JSON object");
    e.add_option("--svg", e.options.svg,
                 "Draw the offset of each index, or the holder of each element, to this file");
    e.add_option("--html", e.options.html, "Write the picture and the text as a page");
    e.add_option("--element-bytes", e.options.element_bytes,
                 "Also draw the banks of LDS, for elements of this many bytes")
        ->check(CLI::Range(1, 16));
    e.footer(exit_codes_without_checks);

    auto& o = add_command(program, "offsets", "List the offset of every index, in row-major order",
                          offsets);
    o.add_option("layout", o.options.layout,
                 "Layout text; with --json also -, for one layout per line of standard input")
        ->required();
    o.add_flag("--json", o.options.json,
               "Print one JSON object per layout; null where there is no element");
    o.footer(
        "Exit status: 0 success, 1 a line of standard input is not a layout, 2 the command "
        "could not run.");
}

void add_tool_commands(CLI::App& program) {
    auto& c = add_command(program, "copy", "Run the copy kernel, time it and verify it", copy);
    const auto add_count = [&c](const char* name, auto& to, const std::string& help) {
        c.add_option(name, to, help)->check(decimal())->capture_default_str();
    };
    add_count("--m", c.options.m, "Rows");
    add_count("--n", c.options.n, "Columns");
    c.add_option("--id", c.options.id,
                 "Only this wave of each block copies, 0 to 3 (default all; kernel 0 only)")
        ->check(decimal());
    add_count("--kernel", c.options.kernel, "Which copy: " + copy_variants());
    c.add_option("--v", c.options.verify, "Verify the result: 1 or 0")->capture_default_str();
    c.add_option("--prec", c.options.precision, "Elements: fp16 or fp32")->capture_default_str();
    add_count("--warmup", c.options.warmup, "Runs before the timed ones");
    add_count("--repeat", c.options.repeat, "Timed runs");
    c.add_option("--device", c.options.device, "Device: cpu, ...")->capture_default_str();
    c.footer(std::string("A single dash works too: -m=4096 -n 512 -prec=fp32.\n") + exit_codes);

    auto& k = add_command(program, "cache", "Show or clear the folder of compiled kernels", cache);
    k.add_option("action", k.options.action, "show or clear (default show)");
    k.add_option("--cache", k.options.folder, "The folder (default .tileproof/cache)");
    k.footer(
        std::string(
            "The environment variable TILEPROOF_CACHE_SIZE limits the size of a cache: 512MiB, "
            "4GiB (default 1GiB). The least recently used files are deleted first.\n") +
        exit_codes_without_checks);
    k.add_rule([&o = k.options] {
        if (o.action != "show" && o.action != "clear")
            throw report::command_error("cache '{}' is not an action; use show or clear.",
                                        o.action);
    });

    auto& b =
        add_command(program, "bench", "Time transposes, checks or products on a device", bench);
    b.add_option("what", b.options.what,
                 "transpose: next to a plain copy and a vendor library; check: 8 GiB on the "
                 "device, next to copying them back; product: next to cuBLAS")
        ->check(CLI::IsMember({"transpose", "check", "product"}))
        ->required();
    b.add_option("--device", b.options.device, "Device (default: a GPU if there is one, else cpu)");
    b.add_option("--shape", b.options.shapes,
                 "ROWSxCOLUMNSxBYTES, or MxNxK of a product (may be repeated)");
    b.add_option("--kernel", b.options.only, "Time only this kernel");
    b.add_flag("--json", b.options.json, "Print JSON");

    auto& l =
        add_command(program, "list", "Show the laws, contracts, kernels and devices", run_list);
    l.footer(std::string("Unavailable devices are listed with the reason.\n") +
             exit_codes_without_checks);
}

}  // namespace tileproof::command
