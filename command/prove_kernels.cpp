// SPDX-License-Identifier: MIT
#include "command/prove_kernels.hpp"

#include "command/long_work.hpp"
#include "compiler/build/back_end.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/device_build.hpp"
#include "extras/prove/kernel_proof.hpp"
#include "extras/prove/solver.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/kernel/user/launch_facts.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/output.hpp"
#include "system/stage.hpp"
#include "system/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

namespace tileproof::command {

using nlohmann::json;
using properties::property;

namespace {

constexpr double most_seconds_of_launches = 20, seconds_of_proof = 60, most_seconds_of_proof = 120,
                 most_seconds_of_case = 10;

bool is_stopped() { return stop_asked != 0; }

json accesses_of(const compiler::user_build& build, unsigned wave) {
    const auto front =
        compiler::front_end_of({.source = build.source,
                                .cache = build.cache,
                                .device = "cpu-checked",
                                .wave_size = wave,
                                .compiler = compiler::compiler_for("cpu", build.compiler),
                                .flags = build.flags});
    return json::parse(compiler::accesses_of_kernels(*front)).at("kernels");
}

// The arguments that a kernel's addresses and conditions are made of.
json wanted_of(const json& kernels) {
    json all = json::object();
    for (const json& k : kernels) {
        json& list = all[k.at("name").get<std::string>()] = json::array();
        const auto add = [&](const json& n, const json& bits, bool pointer) {
            const json w{{"number", n.at("number")},
                         {"at", n.at("at")},
                         {"bits", bits},
                         {"pointer", pointer}};
            if (std::ranges::find(list, w) == list.end()) list.push_back(w);
        };
        for (const json& n : k.at("nodes"))
            if (n.at("op") == "argument") add(n, n.at("bits"), false);
        for (const json& a : k.at("accesses"))
            if (a.at("base").at("kind") == "argument") add(a.at("base"), 64, true);
    }
    return all;
}

json json_of(const prove::kernel_answer& a) {
    return {{"verdict", prove::name(a.what)}, {"count", a.count}, {"why", a.why}};
}

// Runs in a child, which Z3 may take with it.
json proof_of(const json& kernel, const json& launch, const json& facts) {
    const prove::kernel_proof p = prove::prove_kernel(kernel, launch, facts, seconds_of_proof);
    return {{"bounds", json_of(p.bounds)},
            {"races", json_of(p.races)},
            {"launch", p.launch},
            {"limits", p.limited
                           ? fmt::format("all lengths, and the elements of each operand, below {}",
                                         p.limits.elements)
                           : ""},
            {"lengths", p.lengths}};
}

// "bounds" or "races"; empty: a failure of another kind.
std::string question_of(const properties::failure& f) {
    using kind = properties::failure_kind;
    if (f.kind == kind::out_of_bounds || f.kind == kind::index_outside) return "bounds";
    return f.kind == kind::race || f.kind == kind::same_value_race ? "races" : "";
}

// What goes wrong with this kernel in the case, on cpu-checked: questions, laws and sentences.
json failures_in(const property& p, const json& the_case, const std::string& kernel) try {
    return json::parse(fuzz::run_in_child(
        [&]() -> std::string {
            const properties::case_result r = p.check(the_case);
            json all = json::array();
            for (const properties::law_result& l : r.laws)
                if (l.why && l.why->witness && l.why->witness->kernel == kernel &&
                    !question_of(*l.why).empty())
                    all.push_back({{"question", question_of(*l.why)},
                                   {"law", properties::about(l.law).code},
                                   {"sentence", sentence(*l.why)}});
            return all.dump();
        },
        most_seconds_of_case, fuzz::run_code::under_test, is_stopped));
} catch (const std::runtime_error&) {  // its process ended: a finding for the campaign
    return json::array();
}

void try_lengths(json& proof, const compiler::user_library& lib, std::size_t test,
                 const std::string& source, const property& p, const std::string& kernel) {
    for (const json& lengths : proof.at("lengths")) {
        std::vector<std::pair<std::string, long>> list;
        for (const auto& [name, value] : lengths.items()) list.emplace_back(name, value);
        const json the_case = properties::case_with_lengths(lib, test, source, list);
        if (the_case.is_null()) continue;
        std::vector<std::string> sizes;
        for (const auto& [name, value] : list) sizes.push_back(fmt::format("{}={}", name, value));
        for (const json& failure : failures_in(p, the_case, kernel)) {
            json& answer = proof[failure.at("question").get<std::string>()];
            if (answer.at("verdict") == prove::name(prove::verdict::refuted)) continue;
            answer["verdict"] = prove::name(prove::verdict::refuted);
            answer["case"] = the_case;
            answer["why"] = {fmt::format("{}: {} {}", fmt::join(sizes, ", "),
                                         failure.at("law").get<std::string>(),
                                         failure.at("sentence").get<std::string>())};
        }
    }
}

json untold(const std::string& why) {
    const json open = json_of(prove::kernel_answer{prove::verdict::tested_only, 0, {why}});
    return {{"bounds", open}, {"races", open}, {"launch", json::array()}, {"limits", ""}};
}

json proofs_of_test(const compiler::user_library& lib, std::size_t test, unsigned wave,
                    const std::string& source, const json& kernels, const property& p) {
    const sdk::test_data& t = lib.tests[test];
    const json wanted = wanted_of(kernels);
    json facts;
    try {
        facts = json::parse(fuzz::run_in_child(
            [&] { return properties::launch_facts(lib, test, wave, wanted).dump(); },
            most_seconds_of_launches, fuzz::run_code::under_test, is_stopped));
    } catch (const std::runtime_error& e) {
        json one = untold(fmt::format("its launches cannot be looked at: {}", e.what()));
        one["kernel"] = t.name, one["launches"] = 0, one["seconds"] = 0.0;
        return json::array({one});
    }
    json all = json::array();
    for (const json& launch : facts.at("kernels")) {
        if (is_stopped()) break;
        const auto begin = std::chrono::steady_clock::now();
        const auto kernel = std::ranges::find_if(
            kernels, [&](const json& k) { return k.at("name") == launch.at("name"); });
        json one;
        if (kernel == kernels.end()) {
            one = untold("its code is not in the file");
        } else if (t.strided) {
            one = untold(
                "the test has strides, and a proof would not see what lies between the rows");
        } else {
            try {
                one = json::parse(
                    fuzz::run_in_child([&] { return proof_of(*kernel, launch, facts).dump(); },
                                       most_seconds_of_proof, fuzz::run_code::of_ours, is_stopped));
                try_lengths(one, lib, test, source, p, launch.at("name"));
                one.erase("lengths");
            } catch (const std::runtime_error& e) {
                one = untold(fmt::format("the proof came to no end: {}", e.what()));
            }
        }
        one["kernel"] = launch.at("name"), one["launches"] = launch.at("launches");
        one["seconds"] =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        all.push_back(one);
    }
    return all;
}

}  // namespace

json kernel_proofs_of(const compiler::user_library& lib, const compiler::user_build& build) {
    if (const std::string why = prove::why_no_solver(); !why.empty())
        throw report::command_error("--prove asks Z3, but {}.", why);
    const system::stage proving("proving bounds and races");
    const properties::property_list checked =
        properties::user_properties(lib, build.source.string(), "cpu-checked");
    std::map<unsigned, json> kernels;  // by lanes of a wave
    json all = json::array();
    for (std::size_t test = 0; test < lib.tests.size(); ++test) {
        const auto p = std::ranges::find_if(
            checked, [&](const auto& c) { return c->subject() == lib.tests[test].name; });
        if (p == checked.end()) continue;
        for (const unsigned wave : lib.waves[test]) {
            if (is_stopped()) return all;
            if (!kernels.contains(wave)) kernels[wave] = accesses_of(build, wave);
            for (json one :
                 proofs_of_test(lib, test, wave, build.source.string(), kernels[wave], **p)) {
                one["test"] = lib.tests[test].name, one["wave"] = wave;
                all.push_back(std::move(one));
            }
        }
    }
    return all;
}

std::string kernel_proofs_text(const json& all) {
    std::string text = "\nfor all lengths\n";
    for (const json& k : all) {
        text += fmt::format("{} ({}, {:.1f} s)\n", k.at("kernel").get<std::string>(),
                            k.at("test").get<std::string>(), k.at("seconds").get<double>());
        for (const char* law : {"bounds", "races"}) {
            const json& a = k.at(law);
            const std::string verdict = a.at("verdict").get<std::string>();
            std::string begin = fmt::format("  {:<8} {:<12} ", law, verdict);
            if (verdict == "proved") {
                const int n = a.at("count").get<int>();
                text += fmt::format("{}{} {}\n", begin, n,
                                    law == std::string("bounds") ? n == 1 ? "place" : "places"
                                    : n == 1                     ? "pair"
                                                                 : "pairs");
            }
            for (const json& why : a.at("why")) {
                text += system::wrapped(why.get<std::string>(), begin);
                begin = std::string(begin.size(), ' ');
            }
        }
        if (k.at("bounds").at("verdict") != "proved" && k.at("races").at("verdict") != "proved")
            continue;
        text += system::wrapped(
            fmt::format("{}, as {} launches had it",
                        fmt::join(k.at("launch").get<std::vector<std::string>>(), "; "),
                        k.at("launches").get<int>()),
            "  if       ");
        if (const std::string limits = k.at("limits").get<std::string>(); !limits.empty())
            text += system::wrapped(limits, "  while    ");
    }
    return text;
}

std::vector<fuzz::chosen_case> refuting_cases(const json& all) {
    std::vector<fuzz::chosen_case> cases;
    for (const json& k : all)
        for (const char* law : {"bounds", "races"})
            if (const auto c = k.at(law).find("case"); c != k.at(law).end())
                cases.push_back({k.at("test").get<std::string>() + "@cpu-checked", *c});
    return cases;
}

}  // namespace tileproof::command
