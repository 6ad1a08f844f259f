// A campaign that looks for one law in one property until it is broken, and what its smallest case must hold.
#pragma once

#include "properties/campaign/campaign.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::properties {

// `seconds` at most for finding it and making it small.
inline campaign_report hunt(const property_list& list, law_id law, std::uint64_t seed,
                            double seconds = 20) {
    campaign_options o;
    o.seed = seed;
    o.budget_seconds = seconds;
    o.minimise_seconds = seconds;
    o.case_seconds = 3;
    o.wanted = [law](const property&, law_id l) { return l == law; };
    std::size_t findings = 0;
    o.on_progress = [&](const campaign_progress& p) { findings = p.findings; };
    o.interrupted = [&] { return findings > 0; };
    return run_campaign(list, o);
}

// The finding says `says`, and its case holds everything that one of the minima holds.
inline void expect_found(const campaign_report& report, const std::vector<nlohmann::json>& minima,
                         const std::string& says) {
    ASSERT_EQ(report.findings.size(), 1u);
    const finding& f = report.findings[0].what;
    EXPECT_TRUE(f.minimised) << f.the_case;
    EXPECT_NE(f.failure.find(says), std::string::npos) << f.failure;
    bool is_minimum = minima.empty();
    for (const nlohmann::json& minimum : minima) {
        nlohmann::json merged = f.the_case;
        merged.merge_patch(minimum);
        is_minimum = is_minimum || merged == f.the_case;
    }
    EXPECT_TRUE(is_minimum) << "It ends at " << f.the_case << ": " << f.failure;
}

}  // namespace tileproof::properties
