// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/features.hpp"

#include "fuzz/diagnosis/layout_numbers.hpp"
#include "fuzz/diagnosis/tile_features.hpp"
#include "properties/property.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <tileproof/layout.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

namespace tileproof::diagnosis {
namespace {

using nlohmann::json;

bool is_number(const std::string& text, double& value) {
    long whole = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
    value = static_cast<double>(whole);
    return error == std::errc() && end == text.data() + text.size();
}

void add_numbers(const json& value, const std::string& key, case_features& to) {
    if (value.is_object()) {
        for (const auto& [name, inner] : value.items())
            add_numbers(inner, key.empty() ? name : key + "." + name, to);
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            add_numbers(value[i], key + "[" + std::to_string(i) + "]", to);
    } else if (value.is_number() && !to.find(key)) {
        to.all.push_back({key, feature_kind::length, value.get<double>()});
    }
}

// What a layout has in it beyond its labels.
void add_layout(const std::string& text, case_features& to) {
    try {
        const tileproof::layout l = tileproof::layout::parse(text);
        to.empty = l.size() == 0;
        for (const auto& [name, value] : largest_arguments(parse_layout(text)))
            to.all.push_back({name, feature_kind::length, static_cast<double>(value)});
    } catch (const layout_error&) {  // one that is none, on purpose
    }
}

}  // namespace

const feature* case_features::find(const std::string& name) const {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const feature& f) { return f.name == name; });
    return found == all.end() ? nullptr : &*found;
}

case_features labelled_features(const properties::property& p, const json& the_case) {
    case_features result;
    for (const std::string& label : p.classify(the_case)) {
        const auto colon = label.find(": ");
        double value = 0;
        if (colon != std::string::npos && is_number(label.substr(colon + 2), value))
            result.all.push_back({label.substr(0, colon), feature_kind::length, value});
        else
            result.all.push_back({label, feature_kind::flag, 1});
    }
    add_numbers(the_case, "", result);
    if (the_case.contains("layout") && the_case["layout"].is_string())
        add_layout(the_case["layout"].get<std::string>(), result);
    if (the_case.contains("tile") && the_case["tile"].is_string())
        add_tile(the_case["tile"].get<std::string>(), result);
    return result;
}

const std::set<long>& plain_moduli() {
    static const std::set<long> all{2, 4, 8, 16, 32, 64, 128, 256};
    return all;
}

}  // namespace tileproof::diagnosis
