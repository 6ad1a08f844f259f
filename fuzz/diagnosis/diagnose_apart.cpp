// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/diagnose_apart.hpp"

#include "fuzz/worker/run_in_child.hpp"
#include "properties/json_text.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::diagnosis {
namespace {

using nlohmann::json;

json to_json(const diagnosis& d) {
    json points = json::array();
    for (const properties::case_point& p : d.cases.points) points.push_back({p.x, p.y, p.fails});
    return {d.fails_when, d.whatever,
            d.tried,      d.instead,
            d.heading,    {d.smallest.columns, d.smallest.must, d.smallest.is},
            d.cases.x,    d.cases.y,
            points,       {d.failing, d.passing, d.empty},
            d.seconds};
}

diagnosis from_json(const json& j) {
    diagnosis d;
    j.at(0).get_to(d.fails_when);
    j.at(1).get_to(d.whatever);
    j.at(2).get_to(d.tried);
    j.at(3).get_to(d.instead);
    j.at(4).get_to(d.heading);
    j.at(5).at(0).get_to(d.smallest.columns);
    j.at(5).at(1).get_to(d.smallest.must);
    j.at(5).at(2).get_to(d.smallest.is);
    j.at(6).get_to(d.cases.x);
    j.at(7).get_to(d.cases.y);
    for (const json& p : j.at(8))
        d.cases.points.push_back({p.at(0).get<double>(), p.at(1).get<double>(), p.at(2)});
    j.at(9).at(0).get_to(d.failing);
    j.at(9).at(1).get_to(d.passing);
    j.at(9).at(2).get_to(d.empty);
    j.at(10).get_to(d.seconds);
    return d;
}

}  // namespace

diagnosis diagnose_apart(const std::function<diagnosis()>& find_out, double seconds) {
    return from_json(json::parse(properties::run_in_child(
        [&] { return properties::text_of(to_json(find_out())); }, std::max(seconds, 0.1))));
}

}  // namespace tileproof::diagnosis
