#include "command/minimize.hpp"
#include "command/findings.hpp"
#include "command/options.hpp"
#include "fuzz/campaign/shrink.hpp"
#include "fuzz/finding/finding_store.hpp"
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/json_text.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/tile/tile_property.hpp"
#include "report/output.hpp"
#include "report/text_layout.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>
#include <tileproof/layout.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// What a case is to its reader: the layout, or the JSON.
std::string case_text(const json& c) {
    if (c.is_object() && c.contains("layout") && c["layout"].is_string())
        return c["layout"].get<std::string>();
    return text_of(c);
}

std::optional<law_id> asked_law(const std::string& name) {
    if (name.empty()) return std::nullopt;
    const auto law = find_law(name);
    if (!law)
        throw command_error(fmt::format(
            "There is no law '{}'; `tileproof list` shows them with their codes and names.", name));
    return law;
}

std::size_t place_of(const finding& f, const property_list& list) {
    const auto it = std::find_if(list.begin(), list.end(),
                                 [&](const auto& p) { return p->name() == f.property; });
    if (it == list.end())
        throw command_error(fmt::format(
            "The finding is about {}, which this build does not have or whose device is "
            "not available; `tileproof list` shows what there is.",
            f.property));
    return static_cast<std::size_t>(it - list.begin());
}

// The laws of a text that is a tile distribution or a layout, those that are wanted, and its case.
std::pair<property_list, json> laws_of(const std::string& text, std::optional<law_id> wanted) {
    const bool is_tile = text.starts_with("tile");
    property_list list =
        is_tile ? tile_properties(dynamic_tiles()) : layout_properties(dynamic_layouts());
    if (!is_tile) list.pop_back();  // L13 is about texts that are none
    std::string laws;
    for (const auto& p : list)
        laws += (laws.empty() ? "" : ", ") + std::string(about(p->laws().front()).code);
    json the_case;
    try {
        the_case = is_tile ? json{{"tile", print_tile(parse_tile(text))}}
                           : json{{"layout", layout::parse(text).text()}};
    } catch (const layout_error& e) {
        throw command_error(fmt::format(
            "'{}' is neither a file of a finding nor a layout or a tile distribution: {}",
            shortened(text, 80), e.what()));
    }
    std::erase_if(list, [&](const auto& p) { return wanted && p->laws().front() != *wanted; });
    if (list.empty())
        throw command_error(fmt::format("{} is no law of {}; these are: {}.", title(*wanted),
                                        is_tile ? "tile distributions" : "valid layouts", laws));
    return {std::move(list), std::move(the_case)};
}

// The first law that the case breaks, as a finding; nothing when it breaks none.
std::optional<finding> broken_by(const property_list& list, const json& the_case,
                                 const minimize_options& o) {
    worker w(list, o.case_seconds);
    for (std::size_t i = 0; i < list.size(); ++i) {
        w.send(check_request{i, the_case});
        const worker_answer answer = w.wait();
        if (!answer.trouble.empty()) throw command_error(answer.trouble);
        if (!answer.result.first_failure()) continue;
        finding f;
        f.law = list[i]->laws().front();
        f.property = list[i]->name();
        f.subject = list[i]->subject();
        f.device = list[i]->device();
        f.the_case = the_case;
        f.found = time_stamp();
        f.version = TILEPROOF_VERSION;
        return f;
    }
    return std::nullopt;
}

void print_files(const finding& f, const fs::path& folder) {
    const std::string stem = fs::path(file_name(f)).stem().string();
    const std::vector<reproducer> all = reproducers_of(f);
    if (all.empty())
        print_out(fmt::format("No program of one file shows {} of {}; the line above repeats it.\n",
                              title(f.law), f.property));
    for (const reproducer& r : all) {
        const fs::path file = folder / (stem + "." + r.ending);
        try {
            write_atomically(file, r.text);
        } catch (const store_error& e) {
            throw command_error(e.what());
        }
        print_out(fmt::format("written {}\n", file.string()));
    }
}

}  // namespace

minimized minimize_finding(finding f, const property_list& list, double seconds,
                           double case_seconds,
                           const std::function<void(const std::string&)>& say) {
    const std::size_t place = place_of(f, list);
    worker w(list, case_seconds);
    w.send(check_request{place, f.the_case});
    const worker_answer answer = w.wait();
    if (!answer.trouble.empty()) throw command_error(answer.trouble);
    if (!answer.result.discarded.empty())
        throw command_error(fmt::format("The case cannot be judged. {}", answer.result.discarded));
    const failure* wrong = answer.result.failure_of(f.law);
    if (wrong == nullptr) return {std::move(f), false, 0};

    const bool hung = answer.end && answer.end->what == process_end::kind::time_limit;
    int step = 0;
    const auto trace = [&](const json& c) {
        const std::string text = case_text(c);
        say(fmt::format("{:>6}{:>12}  {}\n", step++, text.size(), shortened(text, 76)));
    };
    say("  step  characters  case\n");
    trace(f.the_case);
    const shrunk_case small =
        shrink(w, *list[place], place, f.law, f.the_case, sentence(*wrong), hung, seconds, trace);
    if (small.the_case != f.the_case) {
        if (f.first_seen_as.is_null()) f.first_seen_as = f.the_case;
        f.the_case = small.the_case;
    }
    f.failure = small.failure;
    f.minimised = small.minimal;
    return {std::move(f), true, small.tries};
}

int minimize(const minimize_options& o) {
    const auto law = asked_law(o.law);
    std::error_code error;
    const bool is_file = fs::is_regular_file(o.what, error);
    std::optional<finding> f;
    property_list list;
    if (is_file) {
        try {
            f = load_finding(o.what);
        } catch (const store_error& e) {
            throw command_error(e.what());
        }
        if (law) f->law = *law;
        list = replayable_properties({{o.what, *f}});
    } else {
        json the_case;
        std::tie(list, the_case) = laws_of(o.what, law);
        f = broken_by(list, the_case, o);
        if (!f) {
            print_out(fmt::format("{} holds: there is nothing to minimise.\n",
                                  law ? title(*law) : "Every law that is about it"));
            return 0;
        }
    }
    const std::string before = text_of(f->the_case);
    minimized m = minimize_finding(*f, list, o.budget_seconds, o.case_seconds,
                                   [](const std::string& text) { print_out(text); });
    if (!m.fails) {
        print_out(fmt::format("Fixed: {} holds for this case now.\n", title(f->law)));
        return 0;
    }
    const finding& least = m.what;
    print_out(fmt::format("\n{} after {} tries: {}\n\n", title(least.law), m.tries,
                          least.minimised ? "no single step makes it smaller"
                                          : "the budget is used up; more --budget may give less"));
    print_out(wrapped(case_text(least.the_case), "smallest  "));
    print_out(wrapped(least.failure, "says      "));
    if (least.the_case.is_object() && least.the_case.contains("layout")) {
        const std::string picture = picture_of_wrong(
            dynamic_layouts(), parse_layout(least.the_case["layout"].get<std::string>()));
        if (!picture.empty()) print_out("\n" + picture);
    }
    print_out("\n");
    const fs::path folder = o.out;
    try {
        const finding_store store(is_file ? fs::path(o.what).parent_path() : folder);
        const fs::path file = is_file ? store.replace(o.what, least) : store.save(least);
        print_out(fmt::format("stored  {}\nreplay  {}\n", file.string(), replay_command(file)));
    } catch (const store_error& e) {
        throw command_error(e.what());
    }
    print_files(least, folder);
    return 1;
}

}  // namespace tileproof::properties
