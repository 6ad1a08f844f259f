// SPDX-License-Identifier: MIT
// prove.
#include "command/options.hpp"

#include "command/arguments/arguments.hpp"
#include "report/output.hpp"

namespace tileproof::command {

void add_prove_command(CLI::App& program) {
    auto& c = add_command(program, "prove",
                          "Prove the laws of a layout or a tile distribution for all sizes", prove);
    prove_options& o = c.options;
    c.add_option("layout", o.layout,
                 "Layout text with names for numbers, for instance 'packed [M,8*K] -> "
                 "{unmerge(K,8): 1 -> 1,2; pass: 0 -> 0}', or a tile distribution; or -, for one "
                 "layout per line of "
                 "standard input, each with its own --for after a |");
    c.add_option("--for", o.given,
                 "The names, and what is known of them: M, N%8==0, S>=N, L>=0 (default: all "
                 "names, from 1)");
    c.add_option("--law", o.laws, "L1, L3, L4, L5, L7, L9 or L10 (may be repeated; default: all)");
    c.add_option("--equal", o.equal,
                 "Instead of the laws: whether this layout has the same lengths and offsets");
    c.add_option("--banks", o.banks,
                 "Instead of the laws: bank conflicts of lanes that access LDS along this dim, for "
                 "instance 0; or "
                 "1x8, where each accesses 8 elements at once");
    c.add_option("--element-bytes", o.element_bytes, "Bytes of an element, for --banks (default 4)")
        ->check(CLI::Range(1, 16));
    c.add_duration("--try", o.seconds, "How long to try sizes before a proof (default 500ms)");
    c.add_flag("--steps", o.steps, "Print the steps of each proof");
    c.add_flag("--json", o.json, "Print one JSON object per layout, with the steps");
    c.add_flag("--lemmas", o.lemmas, "Instead, let Z3 prove the lemmas, and L8's theorem");
    c.add_rule([&o] {
        if (o.lemmas == !o.layout.empty())
            throw report::command_error(
                "prove takes either a layout or --lemmas; give one of the two.");
        if ((o.equal.empty() ? 0 : 1) + (o.banks.empty() ? 0 : 1) + (o.laws.empty() ? 0 : 1) > 1)
            throw report::command_error(
                "--law, --equal and --banks ask for different things; give one of them.");
    });
    c.footer("Exit status: 0 nothing is refuted, 1 something is, 2 the command could not run.");
}

}  // namespace tileproof::command
