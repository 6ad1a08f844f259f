// SPDX-License-Identifier: MIT
// explain and offsets.
#include "command/arguments/arguments.hpp"
#include "command/options.hpp"

namespace tileproof::command {
namespace {

class explain_arguments final : public arguments_of<explain_options> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c = add_command(program, "explain",
                              "Show what a layout is and how an index becomes an offset");
        c->add_option("layout", given_.layout,
                      "Layout text, for instance 'packed [2,3]', or a tile distribution, for "
                      "instance 'tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]'")
            ->required();
        c->add_option("--at", given_.at,
                      "Follow this index down to its offset, for instance 1,3,2");
        c->add_flag("--json", given_.json, "Print one JSON object");
        c->add_option("--svg", given_.svg,
                      "Draw the offset of each index, or the holder of each element, to this file");
        c->add_option("--html", given_.html, "Write the picture and the text as a page");
        c->add_option("--element-bytes", given_.element_bytes,
                      "Also draw the banks of LDS, for elements of this many bytes")
            ->check(CLI::Range(1, 16));
        c->footer(exit_codes_without_checks);
        return c;
    }
    int run() override { return explain(given_); }
};

class offsets_arguments final : public arguments_of<offsets_options> {
    CLI::App* add_to(CLI::App& program) override {
        auto* c =
            add_command(program, "offsets", "List the offset of every index, in row-major order");
        c->add_option("layout", given_.layout,
                      "Layout text; with --json also -, for one layout per line of standard input")
            ->required();
        c->add_flag("--json", given_.json,
                    "Print one JSON object per layout; null where there is no element");
        c->footer(
            "Exit status: 0 success, 1 a line of standard input is not a layout, 2 the command "
            "could not run.");
        return c;
    }
    int run() override { return offsets(given_); }
};

}  // namespace

void add_layout_commands(command_list& to) {
    to.push_back(std::make_unique<explain_arguments>());
    to.push_back(std::make_unique<offsets_arguments>());
}

}  // namespace tileproof::command
