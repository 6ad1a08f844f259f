// SPDX-License-Identifier: MIT
#include "command/options.hpp"

#include "extras/prove/banks.hpp"
#include "extras/prove/equality.hpp"
#include "extras/prove/lemma_proofs.hpp"
#include "extras/prove/solver.hpp"
#include "extras/prove/tile_coverage.hpp"
#include "report/output.hpp"
#include "system/text_layout.hpp"

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
    const prove::equality_answer a = prove::equality_of(p, {.laws = {}, .seconds = o.seconds});
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
    const prove::coverage_answer a = prove::coverage_of(t, {.laws = {}, .seconds = o.seconds});
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

}  // namespace tileproof::command
