// SPDX-License-Identifier: MIT
#include "command/chosen.hpp"

#include <fmt/format.h>
#include <fnmatch.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "devices/device.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "kernels/catalogue.hpp"
#include "properties/device/device_layout_property.hpp"
#include "properties/division/division.hpp"
#include "properties/fields.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/layout/subject.hpp"
#include "properties/tile/tile_property.hpp"
#include "report/output.hpp"

namespace tileproof::command {

using namespace properties;

namespace {

using nlohmann::json;

constexpr double seconds_to_answer = 60;  // a GPU driver may be slow

std::string devices_as_text() {
    json all = json::array();
    for (const devices::known_device& d : devices::devices()) {
        json kernel_list = json::array();
        const auto add = [&](const char* contract, const auto& of) {
            for (const auto& k : of) kernel_list.push_back({contract, k.name, k.description});
        };
        if (d.handle) {
            const kernels::catalogue& all_kernels = d.handle->kernels();
            add("transpose", all_kernels.transposes);
            add("copy", all_kernels.copies);
            add("evaluation", all_kernels.evaluations);
            add("permute", all_kernels.permutes);
            add("relayout", all_kernels.relayouts);
            add("product", all_kernels.products);
            add("mlp", all_kernels.mlps);
        }
        all.push_back({d.name, d.description, d.status.available, d.status.reason, kernel_list});
    }
    return properties::text_of(all);
}

}  // namespace

row_choice chosen_rows(const std::string& filter, const std::vector<std::string>& devices) {
    return [filter, devices](const property& p, law_id id) {
        if (!devices.empty() && std::ranges::find(devices, p.device()) == devices.end())
            return false;
        if (filter.empty()) return true;
        const law& l = about(id);
        const auto matches = [&](std::string_view text) {
            return fnmatch(filter.c_str(), std::string(text).c_str(), 0) == 0;
        };
        return matches(l.code) || matches(l.name) || matches(p.name()) || matches(p.subject()) ||
               matches(p.device()) || matches(fmt::format("{}/{}", l.code, p.name()));
    };
}

void require_available(const std::vector<std::string>& asked,
                       const std::vector<device_entry>& known) {
    for (const std::string& name : asked) {
        if (name == "host") continue;  // where layout laws run
        const auto it =
            std::ranges::find_if(known, [&](const device_entry& d) { return d.name == name; });
        if (it == known.end()) {
            std::string names = "host";
            for (const device_entry& d : known) names += ", " + d.name;
            throw report::command_error("There is no device '{}'; those that are known: {}.", name,
                                        names);
        }
        if (!it->available)
            throw report::command_error("Device {} is not available: {}", name, it->reason);
    }
}

void require_a_row(const property_list& properties, const row_choice& chosen,
                   const std::string& filter, const std::vector<std::string>& devices) {
    for (const auto& p : properties)
        for (const law_id law : p->laws())
            if (chosen(*p, law)) return;
    std::string on;
    for (const std::string& d : devices) on += (on.empty() ? " on " : ", ") + d;
    throw report::command_error(
        "Nothing matches --filter '{}'{}; `tileproof list` shows the laws and kernels.", filter,
        on);
}

std::vector<device_entry> known_devices() {
    std::vector<device_entry> devices;
    const std::string all =
        devices::any_gpu_is_built()
            ? fuzz::run_in_child(devices_as_text, seconds_to_answer, fuzz::run_code::of_ours)
            : devices_as_text();
    for (const json& d : json::parse(all)) {
        device_entry entry{d.at(0), d.at(1), d.at(2).get<bool>(), d.at(3), {}};
        for (const json& k : d.at(4)) entry.kernels.push_back({k.at(0), k.at(1), k.at(2)});
        devices.push_back(std::move(entry));
    }
    return devices;
}

property_list properties_of_devices(const std::vector<device_entry>& devices) {
    property_list list;
    for (const device_entry& d : devices) {
        if (!d.available) continue;
        bool evaluates = false;
        for (const device_entry::kernel& k : d.kernels) {
            evaluates = evaluates || k.contract == "evaluation";
            if (k.contract != "evaluation")
                list.push_back(catalogue_property(k.contract, k.name, d.name));
        }
        if (!evaluates) continue;
        list.push_back(device_layout_property(catalogue_evaluations(d.name)));
        list.push_back(device_tile_property(catalogue_evaluations(d.name)));
    }
    return list;
}

property_list known_properties(const std::vector<device_entry>& devices) {
    property_list list = layout_properties(dynamic_layouts());
    list.push_back(division_property(magic_division()));
    for (auto& p : tile_properties(dynamic_tiles())) list.push_back(std::move(p));
    for (auto& p : properties_of_devices(devices)) list.push_back(std::move(p));
    return list;
}

}  // namespace tileproof::command
