// SPDX-License-Identifier: MIT
#include "command/chosen.hpp"
#include "command/options.hpp"
#include "report/output.hpp"
#include "report/reports.hpp"
#include "system/text.hpp"

#include <fmt/format.h>

#include <map>

namespace tileproof::command {

using system::wrapped;

namespace {

std::string laws_text() {
    std::string text = "Laws\n";
    for (const properties::law& l : properties::laws())
        text += wrapped(l.statement, fmt::format("  {:<4}{:<16}", l.code, l.name));
    return text;
}

// The laws that are checked on each subject in this build.
std::string contracts_text(const properties::property_list& properties) {
    std::map<std::string, std::string> codes;  // by "subject on device"
    std::vector<std::string> order;
    for (const auto& p : properties) {
        const std::string key = report::subject_on(p->subject(), p->device());
        if (!codes.contains(key)) order.push_back(key);
        for (const properties::law_id law : p->laws())
            codes[key] += fmt::format(" {}", properties::about(law).code);
    }
    std::string text = "\nChecked here\n";
    for (const std::string& key : order) text += wrapped(codes[key], fmt::format("  {:<42}", key));
    return text;
}

std::string devices_text(const std::vector<device_entry>& devices) {
    std::string text = "\nDevices\n";
    for (const device_entry& d : devices) {
        text += wrapped(d.description, fmt::format("  {:<13}", d.name));
        if (d.available && !d.reason.empty())
            text += wrapped("GPU: " + d.reason, std::string(15, ' '));
        if (!d.available) text += wrapped("Not available: " + d.reason, std::string(15, ' '));
    }
    return text;
}

std::string kernels_text(const std::vector<device_entry>& devices) {
    std::vector<std::pair<std::string, std::string>> kernels;  // name and description
    std::map<std::string, std::string> where;
    for (const device_entry& d : devices)
        for (const device_entry::kernel& k : d.kernels) {
            if (!where.contains(k.name)) kernels.emplace_back(k.name, k.description);
            where[k.name] += (where[k.name].empty() ? "" : ", ") + d.name;
        }
    std::string text = "\nKernels\n";
    for (const auto& [name, description] : kernels)
        text += wrapped(fmt::format("{} ({})", description, where[name]),
                        fmt::format("  {:<28}", name));
    return text;
}

}  // namespace

int list() {
    const auto devices = known_devices();
    report::print_out(laws_text() + devices_text(devices) + kernels_text(devices) +
                      contracts_text(known_properties(devices)));
    return 0;
}

}  // namespace tileproof::command
