// SPDX-License-Identifier: MIT
#include "command/options.hpp"

#include "command/arguments/arguments.hpp"
#include "extras/prove/banks.hpp"
#include "extras/prove/equality.hpp"
#include "extras/prove/lemma_proofs.hpp"
#include "extras/prove/solver.hpp"
#include "extras/prove/tile_coverage.hpp"
#include "report/output.hpp"
#include "system/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

namespace tileproof::command {

using namespace report;

namespace {

prove::answer_options chosen_laws(const prove_options& o) {
    prove::answer_options result;
    result.seconds = o.seconds;
    for (const std::string& text : o.laws) {
        const auto law = properties::find_law(text);
        if (!law || std::ranges::find(prove::provable, *law) == prove::provable.end())
            throw command_error(
                "--law '{}' is not one of L1, L3, L4, L5, L7, L9 and L10, which are proved.",
                system::shortened(text, 40));
        result.laws.push_back(*law);
    }
    return result;
}

bool any_refuted(const prove::answer& a) {
    return std::ranges::any_of(
        a.laws, [](const prove::law_answer& one) { return one.what == prove::verdict::refuted; });
}

int prove_equal(const std::string& text, const std::string& given, const prove_options& o) {
    const prove::layout_pair p(text, o.equal, given);
    const prove::single_answer a = prove::equality_of(p, {.laws = {}, .seconds = o.seconds});
    print_out(o.json ? prove::json_of(p, a).dump() + '\n' : prove::text_of(p, a, o.steps));
    return a.what == prove::verdict::refuted ? 1 : 0;
}

int prove_banks(const std::string& text, const std::string& given, const prove_options& o) {
    const prove::named_layout l(text, given);
    const prove::bank_question q = prove::bank_question_of(o.banks, o.element_bytes);
    const prove::bank_answer a = prove::banks_of(l, q, {.laws = {}, .seconds = o.seconds});
    print_out(o.json ? prove::json_of(l, a).dump() + '\n' : prove::text_of(l, q, a));
    return a.what == prove::verdict::refuted ? 1 : 0;
}

int prove_tile(const std::string& text, const std::string& given, const prove_options& o) {
    if (!o.equal.empty() || !o.banks.empty() || !o.laws.empty())
        throw command_error(
            "Of a tile distribution its coverage (L11) is proved; --law, --equal and --banks ask "
            "about layouts. Leave them out.");
    const prove::named_tile t(text, given);
    const prove::single_answer a = prove::coverage_of(t, {.laws = {}, .seconds = o.seconds});
    print_out(o.json ? prove::json_of(t, a).dump() + '\n' : prove::text_of(t, a, o.steps));
    return a.what == prove::verdict::refuted ? 1 : 0;
}

int prove_one(const std::string& text, const std::string& given, const prove_options& o) {
    if (text.starts_with("tile")) return prove_tile(text, given, o);
    if (!o.equal.empty()) return prove_equal(text, given, o);
    if (!o.banks.empty()) return prove_banks(text, given, o);
    const prove::named_layout l(text, given);
    const prove::answer a = prove::answer_for(l, chosen_laws(o));
    print_out(o.json ? prove::json_of(l, a).dump() + '\n' : prove::text_of(l, a, o.steps));
    return any_refuted(a) ? 1 : 0;
}

int prove_lines(const prove_options& o) {
    int worst = 0;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.empty() || line.starts_with('#')) continue;
        const std::size_t bar = line.find('|');
        worst = std::max(worst,
                         prove_one(line.substr(0, bar),
                                   bar == std::string::npos ? o.given : line.substr(bar + 1), o));
        if (!o.json) print_out("\n");
    }
    return worst;
}

int prove_lemmas() {
    if (const std::string why = prove::why_no_solver(); !why.empty())
        throw command_error("The lemmas are proved by Z3, but {}.", why);
    int open = 0;
    prove::prove_lemmas(prove::lemma_book(), [&](const prove::proved_lemma& l) {
        print_out(system::wrapped(l.statement, fmt::format("{:<38} {:<11} ", l.name, l.verdict)));
        open += l.verdict == "not proved" ? 1 : 0;
    });
    return open == 0 ? 0 : 1;
}

}  // namespace

int prove(const prove_options& o) {
    if (o.lemmas) return prove_lemmas();
    return o.layout == "-" ? prove_lines(o) : prove_one(o.layout, o.given, o);
}

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
            throw command_error("prove takes either a layout or --lemmas; give one of the two.");
        if ((o.equal.empty() ? 0 : 1) + (o.banks.empty() ? 0 : 1) + (o.laws.empty() ? 0 : 1) > 1)
            throw command_error(
                "--law, --equal and --banks ask for different things; give one of them.");
    });
    c.footer("Exit status: 0 nothing is refuted, 1 something is, 2 the command could not run.");
}

}  // namespace tileproof::command
