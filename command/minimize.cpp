// SPDX-License-Identifier: MIT
#include "command/options.hpp"
#include "command/replay.hpp"
#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/reproducer/reproducer.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "fuzz/worker/shrink.hpp"
#include "properties/fields.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/tile/tile_property.hpp"
#include "report/bug_text.hpp"
#include "report/output.hpp"
#include "system/file.hpp"
#include "system/text.hpp"

#include <tileproof/layout.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

namespace tileproof::command {

using namespace fuzz;
using namespace properties;
using report::command_error;
using report::print_error;
using report::print_out;
using report::text_of;
using system::shortened;
using system::store_error;
using system::wrapped;
using system::write_atomically;

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double rule_seconds = 4;  // time limit for finding out when it fails

// A case as its reader sees it: the layout, or the JSON.
std::string case_text(const json& c) {
    if (c.is_object() && c.contains("layout") && c["layout"].is_string())
        return c["layout"].get<std::string>();
    return properties::text_of(c);
}

std::optional<law_id> asked_law(const std::string& name) {
    if (name.empty()) return std::nullopt;
    const auto law = find_law(name);
    if (!law)
        throw command_error(
            "There is no law '{}'; `tileproof list` shows them with their codes and names.", name);
    return law;
}

// The wanted laws of a tile distribution or layout in text form, and its case.
std::pair<property_list, json> laws_of(const std::string& text, std::optional<law_id> wanted) {
    const bool is_tile = text.starts_with("tile");
    property_list list =
        is_tile ? tile_properties(dynamic_tiles()) : layout_properties(dynamic_layouts());
    if (!is_tile) list.pop_back();  // L13 is about texts that are not layouts
    std::string laws;
    for (const auto& p : list)
        laws += (laws.empty() ? "" : ", ") + std::string(about(p->laws().front()).code);
    json the_case;
    try {
        the_case = is_tile ? json{{"tile", print_tile(parse_tile(text))}}
                           : json{{"layout", layout::parse(text).text()}};
    } catch (const layout_error& e) {
        throw command_error(
            "'{}' is neither a file of a finding nor a layout or a tile distribution: {}",
            shortened(text, 80), e.what());
    }
    std::erase_if(list, [&](const auto& p) { return wanted && p->laws().front() != *wanted; });
    if (list.empty())
        throw command_error("{} does not apply to {}; these do: {}.", title(*wanted),
                            is_tile ? "tile distributions" : "valid layouts", laws);
    return {std::move(list), std::move(the_case)};
}

// The first law that the case breaks, as a finding; nullopt if it breaks none.
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

// The right answer of a user's kernel comes from the user's own code, which may do anything.
std::vector<reproducer> programs_of(const finding& f, finding_properties& known) {
    if (!f.kernel) return reproducers_of(f);
    const auto found = known.find(f);
    if (!found.position) return {};
    const std::string text = run_in_child(
        [&] {
            const auto all = reproducers_of(f, known.list()[*found.position].get());
            return all.empty() ? std::string() : all.front().text;
        },
        60);
    return text.empty() ? std::vector<reproducer>() : std::vector<reproducer>{{"hip", text}};
}

void print_files(const finding& f, finding_properties& known, const fs::path& folder) {
    const std::string stem = fs::path(file_name(f)).stem().string();
    const std::vector<reproducer> all = programs_of(f, known);
    if (all.empty())
        print_out("The case of {} of {} is too large for a program; the line above repeats it.\n",
                  title(f.law), f.property);
    for (const reproducer& r : all) {
        const fs::path file = folder / (stem + "." + r.ending);
        write_atomically(file, r.text);
        print_out("written {}\n", file.string());
    }
}

void print_least(const minimized_finding& m) {
    const finding& least = m.what;
    if (m.again.what == rerun_outcome::state::other_law_fails)
        print_out("\n" + wrapped("Another law fails now than the finding says; the case was made "
                                 "smaller by that one.",
                                 ""));
    print_out("\n{} after {} tries: {}\n\n", title(least.law), m.tries,
              least.minimized ? "no single step makes it smaller"
                              : "the budget is used up; more --budget may give less");
    print_out(wrapped(case_text(least.the_case), "smallest  "));
    print_out(wrapped(least.failure, "says      "));
    if (!least.the_case.contains("layout")) return print_out("\n");
    const std::string picture = picture_of_wrong(
        dynamic_layouts(), parse_layout(least.the_case["layout"].get<std::string>()));
    print_out(picture.empty() ? "\n" : "\n" + picture + "\n");
}

// Prints when it fails and what the kernel does instead, learned from more cases.
void print_rules(const finding& f, finding_properties& known, const minimize_options& o) {
    const diagnosis::sampling_limits limits{.seconds = rule_seconds,
                                            .case_seconds = std::min(o.case_seconds, 1.0),
                                            .workers = std::thread::hardware_concurrency()};
    diagnosis::diagnosis d;
    try {
        d = diagnosis::diagnose_apart(
            [&] { return diagnosis::diagnose_finding(f, {{f.why}}, known, limits); },
            rule_seconds + 1);
    } catch (const std::runtime_error& e) {
        return print_error("tileproof: When it fails is not known. {}\n", e.what());
    }
    if (!d.when().empty()) print_out(wrapped(d.when(), "fails     "));
    if (!d.instead.empty()) print_out(wrapped(d.instead, "instead   "));
    if (const std::string picture = text_of(d.smallest, {12, 8}); !picture.empty())
        print_out("\n" + picture);
    if (!d.when().empty()) print_out("\n");
}

// The finding to minimize and the properties it may be about; empty if no law is broken.
struct chosen_finding {
    finding what;
    property_list laws;  // of a text
    std::unique_ptr<finding_properties> known;
};

std::optional<chosen_finding> chosen(const minimize_options& o, bool is_file) {
    const auto law = asked_law(o.law);
    chosen_finding c;
    if (is_file) {
        c.what = load_finding(o.what);
        if (law) c.what.law = *law;
        c.known = std::make_unique<replayable_properties>(trust{.all = o.trust_source});
        return c;
    }
    json the_case;
    std::tie(c.laws, the_case) = laws_of(o.what, law);
    std::optional<finding> f = broken_by(c.laws, the_case, o);
    if (!f) {
        print_out("{} holds: there is nothing to minimize.\n",
                  law ? title(*law) : "Every law that is about it");
        return std::nullopt;
    }
    c.what = std::move(*f);
    return c;
}

}  // namespace

int minimize(const minimize_options& o) {
    if (o.sandbox) confine_user_code({});
    std::error_code error;
    const bool is_file = fs::is_regular_file(o.what, error);
    std::optional<chosen_finding> c = chosen(o, is_file);
    if (!c) return 0;
    if (!c->known) c->known = std::make_unique<listed_properties>(c->laws);
    // A line for each step, with a heading before the first.
    const auto print_step = [step = 0](const json& c) mutable {
        if (step == 0) print_out("  step  characters  case\n");
        const std::string text = case_text(c);
        print_out("{:>6}{:>12}  {}\n", step++, text.size(), shortened(text, 76));
    };
    const minimized_finding m = minimize_finding(
        c->what, *c->known,
        {.seconds = o.budget_seconds, .case_seconds = o.case_seconds, .step = print_step});
    if (m.again.exit_code() == 2) throw command_error(what_came_of(m.again, m.what.law));
    if (!m.again.fails()) {
        print_out(what_came_of(m.again, m.what.law) + "\n");
        return 0;
    }
    print_least(m);
    print_rules(m.what, *c->known, o);
    const fs::path folder = o.out;
    const finding_store store(is_file ? fs::path(o.what).parent_path() : folder);
    const fs::path file = is_file ? store.replace(o.what, m.what) : store.save(m.what);
    print_out("stored  {}\nreplay  {}\n", file.string(), replay_command(file));
    print_files(m.what, *c->known, folder);
    return 1;
}

}  // namespace tileproof::command
