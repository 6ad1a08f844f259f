// SPDX-License-Identifier: MIT
#include "command/chosen.hpp"
#include "command/options.hpp"
#include "command/replay.hpp"
#include "command/run_and_report.hpp"
#include "command/single_layout.hpp"
#include "report/output.hpp"

#include <fmt/format.h>

#include <utility>

namespace tileproof::command {

int verify(const verify_options& o) {
    const fuzz::finding_store store(o.store);
    fuzz::campaign_options c = campaign_of(o, store);
    replayable_properties known;
    c.known = &known;
    properties::property_list properties;
    std::vector<device_entry> devices;
    std::string what, remark;
    if (o.layout.empty()) {
        devices = known_devices();
        require_available(o.devices, devices);
        properties = known_properties(devices);
        c.wanted = chosen_rows(o.filter, o.devices);
        require_a_row(properties, c.wanted, o.filter, o.devices);
        what = what_is_run(c);
    } else {
        for (const std::string& device : o.devices)
            if (device != "host")
                throw report::command_error(fmt::format(
                    "--layout is judged on the host, not on '{}'; leave out --device.", device));
        single_layout one = properties_of(o.layout);
        properties = std::move(one.properties);
        what = "one layout";
        remark = one.remark;
        c.cases = 1;
        c.rerun = false;
    }
    return run_and_report(properties, c, o, fmt::format("seed {}, {}\n{}", c.seed, what, remark),
                          devices);
}

}  // namespace tileproof::command
