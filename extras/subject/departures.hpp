// SPDX-License-Identifier: MIT
// How a library departs from the laws: a random search, the smallest case of each departure, grouped by cause.
//
//   const departure_report r = find_departures(b, {.seed = 1, .cases = 300});
//   r.departures[0].text     "naive [0,4] strides [1,1]": with its laws, a program that shows it, and what that prints
//
// Nothing is known beforehand of what is wrong. Groups and their smallest cases: explain.hpp.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "extras/subject/judge.hpp"

namespace tileproof::subject {

struct departure {
    std::vector<properties::law_id> laws{};
    properties::failure why{};  // in the smallest case
    std::string text{};         // the smallest case
    std::string style{};        // "lengths known at compile time, as a chain"; empty: plain numbers
    std::string program{}, printed{};
    std::vector<std::string> shorter{};  // programs to try in its place
    bool promised = true;                // false: the library does not say that it keeps this rule
    std::int64_t seen = 0;               // cases of the search that it explains
    bool minimal = false;                // no single step makes it smaller
};

struct law_count {
    std::int64_t judged = 0, failed = 0;
};

struct departure_report {
    std::string library;
    std::uint64_t seed = 0;
    std::int64_t layouts = 0, tiles = 0, mistakes = 0;  // judged
    int programs = 0, units = 0;
    double seconds = 0;
    std::map<properties::law_id, law_count> laws;  // all that judge libraries, each at least with 0
    std::vector<departure> departures;
    std::map<std::string, std::int64_t> unexplained_causes;  // symptoms, with their cases
    std::int64_t unexplained = 0;         // cases that no departure explains, as there was no time
    std::vector<std::string> not_judged;  // the compiler had no time or memory for them, and why

    // Did any law judge a case?
    bool judged() const {
        return std::ranges::any_of(laws, [](const auto& law) { return law.second.judged > 0; });
    }
};

struct departure_options {
    std::uint64_t seed = 1;
    std::int64_t cases = 0;  // layouts and tiles; 0: as many as a third of the budget allows
    double seconds = 300;    // for all of it
    std::function<double()> clock = {};  // seconds since the search began; none: those that pass
    std::function<bool()> interrupted = {};
    std::function<void(const std::string&)> progress = {};
};

departure_report find_departures(builder&, const departure_options&);

// How a library departs from the laws, for readers: on the terminal, as a page to send to its authors, as JSON.
//
//   CK Tile, seed 1: 812 layouts, 48 tiles and 44 malformed layouts in 61 programs
//   1. L6  it says that it is static ..              seen in 401 cases

std::string departures_text(const departure_report&);
std::string departures_page(const departure_report&);  // Markdown
nlohmann::json departures_json(const departure_report&);

}  // namespace tileproof::subject
