// SPDX-License-Identifier: MIT
#include "command/known.hpp"

#include "devices/device.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "kernels/catalogue.hpp"
#include "properties/device/device_layout_property.hpp"
#include "properties/division/division_property.hpp"
#include "properties/json_text.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/layout/subject.hpp"
#include "properties/tile/tile_property.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

constexpr double seconds_to_answer = 60;  // a GPU driver may be slow

std::string devices_as_text() {
    json all = json::array();
    for (const kernels::known_device& d : kernels::devices()) {
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
    return text_of(all);
}

}  // namespace

std::vector<device_entry> known_devices() {
    std::vector<device_entry> devices;
    for (const json& d :
         json::parse(run_in_child(devices_as_text, seconds_to_answer, run_code::of_ours))) {
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

}  // namespace tileproof::properties
