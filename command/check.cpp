// SPDX-License-Identifier: MIT
// tileproof check FILE: a user's own kernel, compiled on the fly and judged by the kernel laws.
#include "command/chosen.hpp"
#include "command/options.hpp"
#include "command/prove_kernels.hpp"
#include "command/replay.hpp"
#include "command/run_and_report.hpp"
#include "command/try_tests.hpp"
#include "compiler/build/against.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/user_library.hpp"
#include "devices/gpu/architecture.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/kernel/user/comparison.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/output.hpp"
#include "report/reports.hpp"
#include "system/digest.hpp"
#include "system/read_file.hpp"
#include "system/sha256.hpp"
#include "system/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace tileproof::command {

using namespace properties;
using fuzz::campaign_options;
using fuzz::finding_store;
using fuzz::run_in_child;
using fuzz::user_kernel;

namespace {

void require_asked(const std::vector<std::string>& asked, const std::vector<device_entry>& known) {
    for (const std::string& name : asked) {
        std::string names;
        const device_entry* found = nullptr;
        for (const device_entry& d : known) {
            names += (names.empty() ? "" : ", ") + d.name;
            if (d.name == name) found = &d;
        }
        if (!found)
            throw report::command_error(
                fmt::format("There is no device named '{}'; the devices are {}.", name, names));
        if (!found->available)
            throw report::command_error(
                fmt::format("Device {} is not available: {}", name, found->reason));
    }
}

// Every device available here. A GPU without its compiler does not count as requested.
std::vector<std::string> devices_here(const std::vector<device_entry>& known,
                                      const std::string& hip_compiler) {
    std::vector<std::string> names;
    for (const device_entry& d : known) {
        if (!d.available) continue;
        try {
            if (devices::is_gpu(d.name))
                (void)compiler::compiler_for(d.name, d.name == "hip" ? hip_compiler : "");
            names.push_back(d.name);
        } catch (const std::runtime_error& e) {
            report::print_error(fmt::format("tileproof: {} is left out. {}\n", d.name, e.what()));
        }
    }
    return names;
}

// Of each test, and of the old one that it is compared with.
nlohmann::json efficiency_of_all(const compiler::user_library& library) {
    constexpr double most_seconds = 60;
    nlohmann::json all = nlohmann::json::array();
    const auto lines = [&](const compiler::user_library& lib, std::size_t test) {
        return nlohmann::json::parse(
            run_in_child([&] { return efficiency_of(lib, test); }, most_seconds));
    };
    for (std::size_t i = 0; i < library.tests.size(); ++i) try {
            if (library.old && !library.not_compared[i].empty()) continue;
            all.push_back({{"subject", library.tests[i].name}, {"lines", lines(library, i)}});
            if (library.old) all.back()["old_lines"] = lines(*library.old, library.old_tests[i]);
        } catch (const std::runtime_error& e) {
            report::print_error(fmt::format("tileproof: No efficiency of {}. {}\n",
                                            library.tests[i].name, e.what()));
        }
    return all;
}

nlohmann::json numerics_of_all(const compiler::user_library& library) {
    constexpr double most_seconds = 10;
    nlohmann::json all = nlohmann::json::array();
    for (std::size_t i = 0; i < library.tests.size(); ++i) try {
            const auto told = nlohmann::json::parse(
                run_in_child([&] { return numerics_of(library, i); }, most_seconds));
            if (!told.is_null()) all.push_back(told);
        } catch (const std::runtime_error& e) {
            report::print_error(fmt::format(
                "tileproof: Which of {} and the old kernel is more exact is not known. {}\n",
                library.tests[i].name, e.what()));
        }
    return all;
}

// Files do not see each other's findings: a/k.hip and b/k.hip have their own folders.
std::string folder_of_findings(const std::string& source) {
    const auto path = std::filesystem::path(source).lexically_normal();
    return fmt::format(".tileproof/findings/{}-{:08x}", path.stem().string(),
                       static_cast<std::uint32_t>(system::fnv1a(path.string())));
}

// What others need to compare two verdicts. The digest of a build also covers its headers, but only on this machine.
nlohmann::json what_is_judged(const check_options& o, const compiler::user_library& library) {
    const auto file = [](const std::string& path) {
        const auto text = system::read_file(path);
        return nlohmann::json{{"path", path},
                              {"sha256", text ? nlohmann::json(system::sha256(*text)) : nullptr}};
    };
    nlohmann::json all{{"source", file(o.source)}, {"flags", o.flags}};
    all["tool"] = {{"version", TILEPROOF_VERSION}, {"sha256", file("/proc/self/exe")["sha256"]}};
    if (!o.against.empty()) all["against"] = file(compiler::read_against(o.against).file);
    for (const auto& [device, name] : library.compilers)
        if (device != compiler::cpu_in_double)
            all["builds"].push_back({{"device", device},
                                     {"compiler", file(compiler::path_of(name))},
                                     {"digest", library.digests.at(device)}});
    return all;
}

}  // namespace

int check(const check_options& o) {
    const std::vector<device_entry> devices = known_devices();
    require_asked(o.devices, devices);
    compiler::user_build build{.source = o.source, .compiler = o.compiler, .flags = o.flags};
    build.cache = o.cache;
    build.against = o.against;
    if (!o.against.empty()) build.of_both = {compiler::cpu_in_double};
    if (o.efficiency) build.of_both.push_back("cpu-checked");
    build.wave = o.wave;
    build.hip_compiler = o.compiler;
    if (o.prove && !o.devices.empty() &&
        std::ranges::find(o.devices, "cpu-checked") == o.devices.end())
        throw report::command_error(
            "--prove needs the device cpu-checked: add --device cpu-checked.");
    build.devices = o.devices.empty() ? devices_here(devices, o.compiler) : o.devices;
    static compiler::user_library library;  // the properties refer to it
    if (o.sandbox) confine_user_code({});
    std::vector<fuzz::control> controls;
    try {
        library = compiler::load_user(build);
        const system::stage trying("trying what " + o.source + " launches");
        controls = try_tests(library);
    } catch (const std::runtime_error& e) {  // the file is at fault
        throw report::command_error(e.what());
    }
    for (const std::string& why : library.not_compared)
        if (!why.empty()) report::print_error(fmt::format("tileproof: {}\n", why));
    property_list properties;
    for (const std::string& device : build.devices) {
        for (auto& p : user_properties(library, o.source, device))
            properties.push_back(std::move(p));
        for (const std::string& sentence : left_out(library, device))
            report::print_error(fmt::format("tileproof: {}\n", sentence));
    }

    const finding_store store(o.store.empty() ? folder_of_findings(o.source) : o.store);
    campaign_options c = campaign_of(o, store);
    c.held_out = !o.held_out.empty();
    if (c.held_out) c.seed = std::stoull(system::sha256(o.held_out).substr(0, 16), nullptr, 16);
    if (!o.json.empty())
        c.also["judged"] = what_is_judged(o, library);  // reading compilers takes time
    c.kernel = [&](const property& p) {
        return user_kernel{o.source, p.subject(), library.compilers.at(p.device()),
                           o.flags,  o.wave,      library.digests.at(p.device()),
                           o.against};
    };
    replayable_properties subjects({.this_one = user_kernel{.source = o.source,
                                                            .compiler = o.compiler,
                                                            .flags = o.flags,
                                                            .against = o.against},
                                    .cache = o.cache});
    c.known = &subjects;
    c.cache = o.cache;
    c.controls = std::move(controls);
    const auto tell = [&](const char* id, const char* title, const nlohmann::json& data,
                          auto text) {
        c.also[id] = data;
        c.further.push_back({id, title, text(data)});
    };
    if (library.old)
        tell("numerics", "Numbers of both versions", numerics_of_all(library),
             report::numerics_text);
    if (o.efficiency)
        tell("efficiency", "Efficiency", efficiency_of_all(library),
             [](const auto& all) { return report::efficiency_text(all); });
    if (o.prove) {
        tell("proofs", "For all lengths", kernel_proofs_of(library, build), kernel_proofs_text);
        c.first = refuting_cases(c.also["proofs"]);
    }
    return run_and_report(
        properties, c, o,
        fmt::format("{}{}, {}, {}\n", o.source, o.against.empty() ? "" : " against " + o.against,
                    c.held_out ? "held-out cases" : fmt::format("seed {}", c.seed), what_is_run(c)),
        devices);
}

}  // namespace tileproof::command
