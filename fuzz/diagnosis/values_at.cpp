// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/values_at.hpp"

#include "fuzz/worker/run_in_child.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
using devices::asked_values;
using nlohmann::json;

json to_json(const std::vector<asked_values::variable>& variables) {
    json values = json::array();
    for (const asked_values::variable& v : variables) values.push_back({v.name, v.value});
    return values;
}

json values_of(const kernel_access& a) {
    for (const asked_values::access& told : asked_values::told())
        if (told.file == a.file && told.line == a.line && told.column == a.column &&
            told.thread == a.thread && told.block == a.block)
            return to_json(told.values);
    return json::array();
}

std::vector<asked_values::variable> values_from_json(const json& values) {
    std::vector<asked_values::variable> all;
    for (const json& v : values) all.push_back({v[0].get<std::string>(), v[1].get<std::string>()});
    return all;
}

}  // namespace

void add_values(bug& b, const property& p, const json& the_case, double seconds) {
    if (!is_located(b.lead)) return;
    const failure_witness& w = *b.lead.witness;
    const auto look = [&] {
        asked_values::on = true;
        p.check(the_case);
        return json{values_of(w.access), w.other ? values_of(*w.other) : json::array()}.dump();
    };
    using clock = std::chrono::steady_clock;
    const auto begin = clock::now();
    try {
        const json told = json::parse(run_in_child(look, seconds));
        b.values = values_from_json(told[0]);
        b.other_values = values_from_json(told[1]);
    } catch (const std::exception&) {  // the case ends its process, or takes too long
        if (std::chrono::duration<double>(clock::now() - begin).count() >= seconds)
            b.why_no_values = fmt::format(
                "the values of its variables are not known: they took more than {:.1f} s", seconds);
    }
}

void add_writer(bug& b, const property& p, const json& the_case, double seconds) {
    const auto look = [&] {
        asked_values::on = true;
        asked_values::writer.reset();
        p.check(the_case);
        if (!asked_values::writer) return json().dump();
        const asked_values::access& w = *asked_values::writer;
        return json{w.file, w.function, w.line, w.column, w.thread, w.block, to_json(w.values)}
            .dump();
    };
    try {
        const json told = json::parse(run_in_child(look, seconds));
        if (told.is_null()) return;
        asked_values::access& w = b.writer.emplace(asked_values::access{});
        told[0].get_to(w.file);
        told[1].get_to(w.function);
        told[2].get_to(w.line);
        told[3].get_to(w.column);
        told[4].get_to(w.thread);
        told[5].get_to(w.block);
        w.values = values_from_json(told[6]);
    } catch (const std::exception&) {  // nothing is known
    }
}

}  // namespace tileproof::diagnosis
