// SPDX-License-Identifier: MIT
// A property for tests of the campaign: a case is {"n": number}, and the test says what is wrong.
#pragma once

#include "properties/property.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <rapidcheck/Random.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::fuzz::testing {

// Held where nothing is wrong.
inline properties::law_result judged(properties::law_id law, std::string wrong) {
    return wrong.empty() ? properties::held(law)
                         : properties::failed({.law = law, .detail = std::move(wrong)});
}

class toy : public properties::property {
  public:
    explicit toy(std::string name) : name_(std::move(name)) {}

    std::function<properties::case_result(std::int64_t n)> judge = [](std::int64_t) {
        return properties::case_result{.laws = {properties::held(properties::law_id::K1),
                                                properties::held(properties::law_id::K2)},
                                       .discarded = ""};
    };
    std::vector<nlohmann::json> first;
    std::vector<std::string> required;
    std::int64_t judged_from = 500;
    std::string on = "cpu";

    std::string name() const override { return name_; }
    std::string subject() const override { return name_; }
    std::string device() const override { return on; }
    std::vector<properties::law_id> laws() const override {
        return {properties::law_id::K1, properties::law_id::K2};
    }
    nlohmann::json generate(rc::Random& random, int) const override {
        return {{"n", static_cast<std::int64_t>(random.next() % 1000)}};
    }
    std::vector<nlohmann::json> first_cases() const override { return first; }
    properties::case_result check(const nlohmann::json& c) const override {
        if (!c.is_object() || !c.contains("n")) throw properties::bad_case("'n' is missing.");
        return judge(c.at("n").get<std::int64_t>());
    }
    std::vector<nlohmann::json> smaller(const nlohmann::json& c) const override {
        const auto n = c.at("n").get<std::int64_t>();
        std::vector<nlohmann::json> all;
        if (n > 1) all.push_back({{"n", n / 2}});
        if (n > 0) all.push_back({{"n", n - 1}});
        return all;
    }
    std::vector<std::string> classify(const nlohmann::json& c) const override {
        return {c.at("n").get<std::int64_t>() % 2 ? "parity: odd" : "parity: even"};
    }
    std::vector<std::string> required_labels() const override { return required; }
    std::int64_t cases_before_judging() const override { return judged_from; }

  private:
    std::string name_;
};

inline properties::case_result fails(properties::law_id law, std::string why) {
    return {.laws = {judged(law, std::move(why))}, .discarded = ""};
}

}  // namespace tileproof::fuzz::testing
