#include "command/known.hpp"
#include "command/options.hpp"
#include "fuzz/finding/finding_store.hpp"
#include "fuzz/libfuzzer/fuzz_targets.hpp"
#include "fuzz/worker/worker.hpp"
#include "kernels/user/user_library.hpp"
#include "properties/json_text.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/output.hpp"
#include "report/text_layout.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

std::size_t place_of(const finding& f, const property_list& list,
                     const std::vector<device_entry>& devices) {
    const auto it = std::find_if(list.begin(), list.end(),
                                 [&](const auto& p) { return p->name() == f.property; });
    if (it != list.end()) return static_cast<std::size_t>(it - list.begin());
    for (const device_entry& d : devices)
        if (d.name == f.device && !d.available)
            throw command_error(
                fmt::format("The finding is about {}, and device {} is not available: {}",
                            f.property, d.name, d.reason));
    throw command_error(
        fmt::format("The finding is about {}, which this build does not have; `tileproof list` "
                    "shows what it has.",
                    f.property));
}

// A finding about a user's own kernel names its source, which is compiled again when it has changed.
void add_own_properties(property_list& list, const finding& f) {
    if (!f.the_case.is_object() || !f.the_case.contains("source")) return;
    static user_library library;  // the properties refer to it
    user_build build;
    build.source = f.the_case.at("source").get<std::string>();
    build.devices = {f.device};
    try {
        library = load_user(build);
    } catch (const user_error& e) {
        throw command_error(e.what());
    }
    for (auto& p : user_properties(library, build.source.string(), f.device))
        list.push_back(std::move(p));
}

case_result run(const replay_options& o, const finding& f, const property_list& list,
                std::size_t place) {
    if (o.in_this_process) return list[place]->check(f.the_case);
    worker w(list, o.case_seconds);
    w.send(check_request{place, f.the_case});
    worker_answer answer = w.wait();
    if (!answer.trouble.empty()) throw command_error(answer.trouble);
    return std::move(answer.result);
}

}  // namespace

int replay(const replay_options& o) {
    finding f;
    try {
        f = load_finding(o.file);
    } catch (const store_error& e) {
        throw command_error(e.what());
    }
    // Devices are only looked at where the finding needs one.
    const auto devices = f.device == "host" ? std::vector<device_entry>{} : known_devices();
    property_list list = known_properties(devices);
    for (const fuzz_target& target : fuzz_targets(folder_of_targets()))
        list.push_back(fuzz_input_property(target));
    add_own_properties(list, f);
    const std::size_t place = place_of(f, list, devices);
    print_out(fmt::format("{} of {}\ncase    {}\n", title(f.law), f.property, text_of(f.the_case)));
    const case_result result = run(o, f, list, place);
    if (const failure* wrong = result.failure_of(f.law)) {
        print_out("\n" + wrapped("It still fails: " + sentence(*wrong), ""));
        return 1;
    }
    if (!result.discarded.empty())
        throw command_error(fmt::format("The case cannot be judged. {}", result.discarded));
    const bool judged = std::any_of(result.laws.begin(), result.laws.end(),
                                    [&](const law_result& r) { return r.law == f.law; });
    for (const law_result& r : result.laws)
        if (!r.held())
            print_out("\n" + wrapped(fmt::format("Another law fails now, {}: {}", title(r.law),
                                                 r.sentence()),
                                     ""));
    if (!judged)
        throw command_error(fmt::format("The case does not come to {} any more.", title(f.law)));
    print_out("\nFixed: it holds now.\n");
    return result.first_failure() ? 1 : 0;
}

}  // namespace tileproof::properties
