// SPDX-License-Identifier: MIT
// Observed calls from a child process: a wrong kernel may end it.
#include "fuzz/diagnosis/wrong_map.hpp"
#include "fuzz/worker/run_in_child.hpp"

#include <chrono>

namespace tileproof::diagnosis {
namespace {

using namespace fuzz;
using namespace properties;
using nlohmann::json;

json to_json(const observed_call& o) {
    return {{"extents", o.extents},
            {"offsets", o.offsets},
            {"held", o.held},
            {"sources", o.sources},
            {"inputs", o.input_extents}};
}

void from_json(const json& j, kernel_case c, observed_call& o) {
    o.the_case = std::move(c);
    j.at("extents").get_to(o.extents);
    j.at("offsets").get_to(o.offsets);
    j.at("held").get_to(o.held);
    j.at("sources").get_to(o.sources);
    j.at("inputs").get_to(o.input_extents);
    o.tells = true;
}

json to_json(const observed_product& o) {
    return {{"m", o.m},         {"n", o.n},       {"k", o.k},      {"a", o.a_offsets},
            {"b", o.b_offsets}, {"by_b", o.by_b}, {"by_a", o.by_a}};
}

void from_json(const json& j, kernel_case c, observed_product& o) {
    o.the_case = std::move(c);
    j.at("m").get_to(o.m);
    j.at("n").get_to(o.n);
    j.at("k").get_to(o.k);
    j.at("a").get_to(o.a_offsets);
    j.at("b").get_to(o.b_offsets);
    j.at("by_b").get_to(o.by_b);
    j.at("by_a").get_to(o.by_a);
    o.tells = true;
}

// Runs the cases in one child; throws what has ended it. Of those that told something: what was seen.
template <class Observed, class Look>
void add(const kernel_view& view, const std::vector<json>& cases, double seconds, Look look,
         std::vector<Observed>& to) {
    const auto observed = [&] {
        json all = json::array();
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const Observed o = look(view.case_of(cases[i]));
            if (o.tells) all.push_back({i, to_json(o)});
        }
        return all.dump();
    };
    const json all = json::parse(run_in_child(observed, std::max(seconds, 0.05)));
    for (const json& one : all)
        from_json(one[1], view.case_of(cases[one[0].get<std::size_t>()]), to.emplace_back());
}

template <class Observed, class Look>
std::vector<Observed> look_at_all(const kernel_view& view, const std::vector<json>& cases,
                                  double seconds, Look look) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::milliseconds(static_cast<long>(seconds * 1000));
    std::vector<Observed> all;
    try {
        add(view, cases, seconds / 2, look, all);
        return all;
    } catch (const std::exception&) {  // one of them ended the child: each on its own
        all.clear();
    }
    for (const json& c : cases) {
        const double left = std::chrono::duration<double>(end - clock::now()).count();
        if (left <= 0) break;
        try {
            add(view, {c}, left, look, all);
        } catch (const std::exception&) {  // this one says nothing
        }
    }
    return all;
}

}  // namespace

std::vector<observed_call> observe_all(const kernel_view& view, const std::vector<json>& cases,
                                       double seconds) {
    return look_at_all<observed_call>(view, cases, seconds,
                                      [&](const kernel_case& c) { return view.observe(c); });
}

std::vector<observed_product> probe_all(const kernel_view& view, const std::vector<json>& cases,
                                        double seconds) {
    return look_at_all<observed_product>(view, cases, seconds,
                                         [&](const kernel_case& c) { return view.probe(c); });
}

}  // namespace tileproof::diagnosis
