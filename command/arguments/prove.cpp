// SPDX-License-Identifier: MIT
// prove.
#include "command/options.hpp"

#include "command/arguments/arguments.hpp"
#include "report/output.hpp"

namespace tileproof::command {

void add_prove_command(CLI::App& program) {
    auto& c = add_command(program, "prove", "Prove the laws of a layout for all sizes", prove);
    prove_options& o = c.options;
    c.add_option("layout", o.layout,
                 "Layout text with names for numbers, for instance 'packed [M,8*K] -> "
                 "{unmerge(K,8): 1 -> 1,2; pass: 0 -> 0}'; or -, for one layout per line of "
                 "standard input, each with its own --for after a |");
    c.add_option("--for", o.given,
                 "The names, and what is known of them: M, N%8==0, S>=N, L>=0 (default: all "
                 "names, from 1)");
    c.add_option("--law", o.laws, "L1, L3, L4, L5, L7, L9 or L10 (may be repeated; default: all)");
    c.add_duration("--try", o.seconds, "How long to try sizes before a proof (default 500ms)");
    c.add_flag("--steps", o.steps, "Print the steps of each proof");
    c.add_flag("--json", o.json, "Print one JSON object per layout, with the steps");
    c.add_flag("--lemmas", o.lemmas, "Instead, let Z3 prove the lemmas, and L8's theorem");
    c.add_rule([&o] {
        if (o.lemmas == !o.layout.empty())
            throw report::command_error(
                "prove takes either a layout or --lemmas; give one of the two.");
    });
    c.footer("Exit status: 0 nothing is refuted, 1 a law is refuted, 2 the command could not run.");
}

}  // namespace tileproof::command
