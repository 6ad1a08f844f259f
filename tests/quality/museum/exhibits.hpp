// SPDX-License-Identifier: MIT
// What the museum shows: mistakes that were really shipped, in our own code, each beside its right twin.
//
//   exhibit e = exhibits()[k];
//   e.name == "width_for_height", e.kind == "stride", e.source == "amd/HPCTrainingExamples, tiled transpose"
//   e.wrong()  is a property that must break e.law, and end at one of e.minima;  e.right()  one that must hold
#pragma once

#include "properties/law.hpp"
#include "properties/property.hpp"

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::museum {

using property_maker = std::function<std::unique_ptr<properties::property>()>;

struct exhibit {
    std::string name, kind, source, mistake;
    properties::law_id law{};
    std::vector<nlohmann::json> minima;
    property_maker wrong, right;
    // "transpose", "copy" or "product": the naive harnesses can run it, on the device cpu. Empty: a layout, a
    // tile or a division.
    std::string contract;
    property_maker plain = {};
};

const std::vector<exhibit>& exhibits();

}  // namespace tileproof::museum
