// SPDX-License-Identifier: MIT
// tileproof check FILE: a user's own kernel, compiled on the fly and judged by the kernel laws.
#include "command/chosen.hpp"
#include "command/options.hpp"
#include "command/prove_kernels.hpp"
#include "command/replay.hpp"
#include "command/run_and_report.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/user_library.hpp"
#include "devices/gpu/architecture.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/fields.hpp"
#include "properties/kernel/user/comparison.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/output.hpp"
#include "report/reports.hpp"
#include "system/digest.hpp"
#include "system/file.hpp"
#include "system/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

namespace tileproof::command {

using namespace properties;
using compiler::user_library;
using fuzz::campaign_options;
using fuzz::finding_store;
using fuzz::run_in_child;
using fuzz::user_kernel;
using nlohmann::json;

namespace {

// What a campaign should know of a user's tests before it draws cases, found by trying them in a child process:
// lengths at which their launches change, how long a case may become, numbers that conditions compare with, and
// whether the declaration can tell a wrong kernel from a right one.

using question = std::function<std::string()>;
// The answer, or std::runtime_error if there is none within so many seconds.
using asked = std::function<std::string(const question&, double seconds)>;

std::vector<fuzz::control> controls_from(const user_library& library, std::size_t test,
                                         const asked& ask) {
    constexpr double most_seconds = 5;
    std::vector<fuzz::control> controls;
    for (const json& c : json::parse(ask([&] { return controls_of(library, test); }, most_seconds)))
        controls.push_back(
            {library.tests[test].name, c.at("kernel"), c.at("cases"), c.at("told_apart")});
    return controls;
}

// Which dims may be long: if the reference or the kernel is slow, long cases would look like hangs. A kernel that
// fails at once is tried with long dims.
void add_far_lengths_from(user_library& library, std::size_t test, bool of_kernel,
                          const asked& ask) {
    constexpr double most_seconds = 2;
    const auto begin = std::chrono::steady_clock::now();
    try {
        add_far_lengths(library, test,
                        ask([&] { return far_lengths(library, test, of_kernel); }, most_seconds));
    } catch (const std::exception&) {
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        if (!of_kernel || took.count() > most_seconds / 2) library.tests[test].far.clear();
    }
}

// What runs no kernel comes first, while all memory is whole.
std::vector<fuzz::control> ask_all(user_library& library, const asked& ask) {
    constexpr double most_seconds = 5, most_for_conditions = 2;
    std::vector<fuzz::control> controls;
    for (std::size_t i = 0; i < library.tests.size(); ++i) {
        try {
            add_launch_edges(library, i,
                             ask([&] { return launch_edges(library, i); }, most_seconds));
        } catch (const std::exception&) {
        }
        add_far_lengths_from(library, i, false, ask);
        try {
            std::ranges::move(controls_from(library, i, ask), std::back_inserter(controls));
        } catch (const std::exception&) {
        }
    }
    for (std::size_t i = 0; i < library.tests.size(); ++i) {
        if (!library.tests[i].far.empty()) add_far_lengths_from(library, i, true, ask);
        try {
            add_launch_cost(library, i,
                            ask([&] { return launch_cost_of(library, i); }, most_seconds));
        } catch (const std::exception&) {
        }
    }
    try {  // a way of a condition that was never taken is a reason to draw more there
        add_unmet_conditions(library,
                             ask([&] { return unmet_conditions(library); }, most_for_conditions));
    } catch (const std::exception&) {
    }
    return controls;
}

// All answers of one child, null where there is none. The child's own copy learns from them as the caller's will.
json all_answers(user_library& library) {
    constexpr double most_seconds = 1;
    return json::parse(fuzz::run_in_child(
        [&] {
            json answers = json::array();
            (void)ask_all(library, [&](const question& q, double) {
                answers.push_back(nullptr);
                answers.back() = q();
                return answers.back().get<std::string>();
            });
            return properties::text_of(answers);
        },
        most_seconds));
}

// Adds what it finds to the library. What ends its process is left out: the cases will show what is wrong.
std::vector<fuzz::control> try_tests(user_library& library) {
    try {
        const json answers = all_answers(library);
        std::size_t next = 0;
        return ask_all(library, [&](const question&, double) {
            const json& answer = answers.at(next++);
            if (answer.is_null()) throw std::runtime_error("no answer");
            return answer.get<std::string>();
        });
    } catch (const std::exception&) {  // one question ended the child or took too long
        return ask_all(library, [](const question& q, double seconds) {
            return fuzz::run_in_child(q, seconds);
        });
    }
}

void require_asked(const std::vector<std::string>& asked, const std::vector<device_entry>& known) {
    for (const std::string& name : asked) {
        std::string names;
        const device_entry* found = nullptr;
        for (const device_entry& d : known) {
            names += (names.empty() ? "" : ", ") + d.name;
            if (d.name == name) found = &d;
        }
        if (!found)
            throw report::command_error("There is no device named '{}'; the devices are {}.", name,
                                        names);
        if (!found->available)
            throw report::command_error("Device {} is not available: {}", name, found->reason);
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
            report::print_error("tileproof: {} is left out. {}\n", d.name, e.what());
        }
    }
    return names;
}

// Of each test, and of the old one that it is compared with.
json efficiency_of_all(const user_library& library) {
    constexpr double most_seconds = 60;
    json all = json::array();
    const auto lines = [&](const user_library& lib, std::size_t test) {
        return json::parse(run_in_child([&] { return efficiency_of(lib, test); }, most_seconds));
    };
    for (std::size_t i = 0; i < library.tests.size(); ++i) try {
            if (library.old && !library.not_compared[i].empty()) continue;
            all.push_back({{"subject", library.tests[i].name}, {"lines", lines(library, i)}});
            if (library.old) all.back()["old_lines"] = lines(*library.old, library.old_tests[i]);
        } catch (const std::runtime_error& e) {
            report::print_error("tileproof: No efficiency of {}. {}\n", library.tests[i].name,
                                e.what());
        }
    return all;
}

json numerics_of_all(const user_library& library) {
    constexpr double most_seconds = 10;
    json all = json::array();
    for (std::size_t i = 0; i < library.tests.size(); ++i) try {
            const auto told =
                json::parse(run_in_child([&] { return numerics_of(library, i); }, most_seconds));
            if (!told.is_null()) all.push_back(told);
        } catch (const std::runtime_error& e) {
            report::print_error(
                "tileproof: Which of {} and the old kernel is more exact is not known. {}\n",
                library.tests[i].name, e.what());
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
json what_is_judged(const check_options& o, const user_library& library) {
    const auto file = [](const std::string& path) {
        const auto text = system::read_file(path);
        return json{{"path", path}, {"sha256", text ? json(system::sha256(*text)) : nullptr}};
    };
    json all{{"source", file(o.source)}, {"flags", o.flags}};
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
    static user_library library;  // the properties refer to it
    if (o.sandbox) confine_user_code({});
    library = compiler::load_user(build);
    const std::vector<fuzz::control> controls = [&] {
        const system::stage trying("trying what " + o.source + " launches");
        return try_tests(library);
    }();
    for (const std::string& why : library.not_compared)
        if (!why.empty()) report::print_error("tileproof: {}\n", why);
    property_list properties;
    for (const std::string& device : build.devices) {
        for (auto& p : user_properties(library, o.source, device))
            properties.push_back(std::move(p));
        for (const std::string& sentence : left_out(library, device))
            report::print_error("tileproof: {}\n", sentence);
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
    c.controls = controls;
    const auto tell = [&](const char* id, const char* title, const json& data, auto text) {
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
