// SPDX-License-Identifier: MIT
// tileproof check FILE: a user's own kernel, compiled on the fly and judged by the kernel laws.
#include "command/known.hpp"
#include "command/options.hpp"
#include "command/replayable.hpp"
#include "command/run_and_report.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "kernels/user/user_library.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/output.hpp"
#include "system/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace tileproof::properties {
namespace {

void require_user_devices(const std::vector<std::string>& asked) {
    const auto devices = known_devices();
    for (const std::string& name : asked) {
        const auto d = std::find_if(devices.begin(), devices.end(),
                                    [&](const auto& k) { return k.name == name; });
        if (name != "cpu" && name != "cpu-checked")
            throw command_error(fmt::format(
                "A kernel of your own runs on the devices cpu and cpu-checked, not on '{}'.",
                name));
        if (d == devices.end() || !d->available)
            throw command_error(fmt::format("Device {} is not available: {}", name,
                                            d == devices.end() ? "" : d->reason));
    }
}

// Files do not see each other's findings: a/k.hip and b/k.hip have folders of their own.
std::string folder_of_findings(const std::string& source) {
    const auto path = std::filesystem::path(source).lexically_normal();
    return fmt::format(".tileproof/findings/{}-{:08x}", path.stem().string(),
                       static_cast<std::uint32_t>(system::fnv1a(path.string())));
}

}  // namespace

int check(const check_options& o) {
    user_build build;
    build.source = o.source;
    build.compiler = o.compiler;
    build.flags = o.flags;
    build.cache = o.cache;
    if (!o.devices.empty()) build.devices = o.devices;
    require_user_devices(build.devices);
    static user_library library;  // the properties refer to it
    try {
        library = load_user(build);
        (void)run_in_child([] { return try_references(library), std::string(); }, 60);
    } catch (
        const std::runtime_error& e) {  // the file's, its declarations' or its references' fault
        throw command_error(e.what());
    }
    property_list properties;
    for (const std::string& device : build.devices)
        for (auto& p : user_properties(library, o.source, device))
            properties.push_back(std::move(p));

    const finding_store store(o.store.empty() ? folder_of_findings(o.source) : o.store);
    campaign_options c = campaign_of(o, store);
    c.kernel = user_kernel{o.source, "", o.compiler, o.flags};
    replayable_properties known({.this_one = c.kernel, .cache = o.cache});
    c.known = &known;
    const int code = run_and_report(
        properties, c, o, fmt::format("{}, seed {}, {}\n", o.source, c.seed, what_is_run(c)));
    if (o.efficiency)
        say(o, "\n" + run_in_child([&] { return efficiency_text(library, o.source); }, 60));
    return code;
}

}  // namespace tileproof::properties
