// SPDX-License-Identifier: MIT
#include "command/chosen.hpp"

#include "report/output.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

namespace tileproof::properties {

row_choice chosen_rows(const std::string& filter, const std::vector<std::string>& devices) {
    return [filter, devices](const property& p, law_id id) {
        if (!devices.empty() &&
            std::find(devices.begin(), devices.end(), p.device()) == devices.end())
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
        const auto it = std::find_if(known.begin(), known.end(),
                                     [&](const device_entry& d) { return d.name == name; });
        if (it == known.end()) {
            std::string names = "host";
            for (const device_entry& d : known) names += ", " + d.name;
            throw command_error(
                fmt::format("There is no device '{}'; those that are known: {}.", name, names));
        }
        if (!it->available)
            throw command_error(fmt::format("Device {} is not available: {}", name, it->reason));
    }
}

void require_a_row(const property_list& properties, const row_choice& chosen,
                   const std::string& filter, const std::vector<std::string>& devices) {
    for (const auto& p : properties)
        for (const law_id law : p->laws())
            if (chosen(*p, law)) return;
    std::string on;
    for (const std::string& d : devices) on += (on.empty() ? " on " : ", ") + d;
    throw command_error(
        fmt::format("Nothing matches --filter '{}'{}; `tileproof list` shows the laws and kernels.",
                    filter, on));
}

}  // namespace tileproof::properties
