// SPDX-License-Identifier: MIT
// Observed calls from a child process: a wrong kernel may end it.
#include "fuzz/diagnosis/wrong_map.hpp"
#include "fuzz/worker/run_in_child.hpp"

#include <chrono>

namespace tileproof::diagnosis {
namespace {

using namespace properties;
using nlohmann::json;

json to_json(const observed_call& o) {
    return {{"extents", o.extents},
            {"offsets", o.offsets},
            {"held", o.held},
            {"sources", o.sources},
            {"inputs", o.input_extents}};
}

observed_call from_json(const json& j, kernel_case c) {
    observed_call o;
    o.the_case = std::move(c);
    j.at("extents").get_to(o.extents);
    j.at("offsets").get_to(o.offsets);
    j.at("held").get_to(o.held);
    j.at("sources").get_to(o.sources);
    j.at("inputs").get_to(o.input_extents);
    o.tells = true;
    return o;
}

// Of those that told something: their place in the list, and what was seen.
json observed(const kernel_view& view, const std::vector<json>& cases) {
    json all = json::array();
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const observed_call o = view.observe(view.case_of(cases[i]));
        if (o.tells) all.push_back({i, to_json(o)});
    }
    return all;
}

void add(const kernel_view& view, const std::vector<json>& cases, double seconds,
         std::vector<observed_call>& to) {
    const json all = json::parse(
        run_in_child([&] { return observed(view, cases).dump(); }, std::max(seconds, 0.05)));
    for (const json& one : all)
        to.push_back(from_json(one[1], view.case_of(cases[one[0].get<std::size_t>()])));
}

}  // namespace

std::vector<observed_call> observe_all(const kernel_view& view, const std::vector<json>& cases,
                                       double seconds) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::milliseconds(static_cast<long>(seconds * 1000));
    std::vector<observed_call> all;
    try {
        add(view, cases, seconds / 2, all);
        return all;
    } catch (const std::exception&) {  // one of them ended the child: each on its own
        all.clear();
    }
    for (const json& c : cases) {
        const double left = std::chrono::duration<double>(end - clock::now()).count();
        if (left <= 0) break;
        try {
            add(view, {c}, left, all);
        } catch (const std::exception&) {  // this one says nothing
        }
    }
    return all;
}

}  // namespace tileproof::diagnosis
