// SPDX-License-Identifier: MIT
#include "command/replay.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "command/options.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/user_library.hpp"
#include "devices/gpu/architecture.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_targets.hpp"
#include "fuzz/worker/case_round.hpp"
#include "properties/fields.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "report/output.hpp"
#include "system/sandbox.hpp"
#include "system/text.hpp"

namespace tileproof::command {

using namespace fuzz;
using namespace properties;
using report::command_error;
using report::print_error;
using report::print_out;

namespace {

// For debuggers: a crash stays a crash, and nothing is confirmed by a rerun.
rerun_outcome run_in_this_process(const finding& f, finding_properties& known) {
    const auto found = known.find(f);
    if (!found.position)
        return {.what = rerun_outcome::state::cannot_run, .sentence = found.why_not};
    const property& p = *known.list()[*found.position];
    for (const nlohmann::json& earlier : cases_before(f.the_case))
        (void)check_or_explain(p, earlier);
    worker_answer answer;
    answer.result = check_or_explain(p, f.the_case);
    return outcome_of(f, answer);
}

namespace fs = std::filesystem;

bool lies_in_this_folder(const std::string& source) {
    std::error_code error;
    const fs::path here = fs::weakly_canonical(".", error);
    const fs::path there = fs::weakly_canonical(source, error);
    const auto [at, rest] = std::mismatch(here.begin(), here.end(), there.begin(), there.end());
    return !error && at == here.end();
}

// Allows -DN=8, -Iinclude, -O2, -std=c++20, -Wall, -g, but no plugin, other program or response file.
bool is_harmless(std::string_view flag) {
    constexpr std::array<std::string_view, 9> beginnings{
        "-D", "-U", "-I", "-O", "-std=", "-W", "-g", "-march", "-isystem"};
    if (flag.starts_with("-Wl,") || flag.starts_with("-Wa,") || flag.starts_with("-Wp,"))
        return false;
    return std::ranges::any_of(beginnings, [&](std::string_view b) { return flag.starts_with(b); });
}

// Why a user's kernel named in a finding is not compiled: a sentence, or empty.
std::string reason_for_distrust(const user_kernel& k, const trust& t) {
    if (t.all) return "";
    const bool usual = compiler::is_usual_compiler(k.compiler);
    if (t.this_one && t.this_one->source == k.source && t.this_one->flags == k.flags &&
        t.this_one->against == k.against && (usual || t.this_one->compiler == k.compiler))
        return "";
    std::string what;
    std::error_code unknown;
    if (!fs::exists(k.source, unknown) && !unknown)
        return fmt::format("Its source {} does not exist.", k.source);
    if (!lies_in_this_folder(k.source))
        what = fmt::format("the source {}, which lies outside of this folder", k.source);
    else if (const auto old = compiler::read_against(k.against).file;
             !old.empty() && !lies_in_this_folder(old))
        what = fmt::format("the old kernel {}, which lies outside of this folder", k.against);
    else if (!usual &&
             (!k.compiler.starts_with("clang") || k.compiler.find('/') != k.compiler.npos))
        what = fmt::format("{} as the compiler", k.compiler);
    for (const std::string& flag : k.flags)
        if (what.empty() && !is_harmless(flag)) what = fmt::format("the compiler's flag {}", flag);
    if (what.empty()) return "";
    return fmt::format(
        "To run it, its source would be compiled and run on this machine, and it names {}. Look at "
        "them, and say --trust-source if you trust them.",
        what);
}

}  // namespace

int replay(const replay_options& o) {
    const finding f = load_finding(o.file);
    print_out("{} of {}\ncase    {}\n", title(f.law), f.property, properties::text_of(f.the_case));
    if (o.sandbox) confine_user_code({});
    replayable_properties known({.all = o.trust_source});
    const rerun_outcome again =
        o.in_this_process ? run_in_this_process(f, known) : rerun(f, known, o.case_seconds);
    if (again.exit_code() == 2) throw command_error(what_came_of(again, f.law));
    print_out("\n" + system::wrapped(what_came_of(again, f.law), ""));
    return again.exit_code();
}

void replayable_properties::add(property_list more, std::map<std::string, std::size_t>& by_name) {
    for (auto& p : more) {
        by_name.emplace(p->name(), list_.size());
        list_.push_back(std::move(p));
    }
}

finding_properties::found replayable_properties::find(const finding& f) {
    return f.kernel ? find_user(f) : find_known(f);
}

finding_properties::found replayable_properties::find_known(const finding& f) {
    if (!has_host_) {
        add(known_properties({}), known_);
        for (const fuzz_target& target : fuzz_targets(folder_of_targets())) {
            property_list one;
            one.push_back(fuzz_input_property(target));
            add(std::move(one), known_);
        }
        has_host_ = true;
    }
    // Probe devices only when a finding needs one.
    if (!known_.contains(f.property) && f.device != "host" && !devices_) {
        devices_ = known_devices();
        add(properties_of_devices(*devices_), known_);
    }
    if (const auto it = known_.find(f.property); it != known_.end()) return {it->second, ""};
    if (devices_)
        for (const device_entry& d : *devices_)
            if (d.name == f.device && !d.available)
                return {std::nullopt,
                        fmt::format("The finding is about {}, and device {} is not available: {}",
                                    f.property, d.name, d.reason)};
    return {std::nullopt, fmt::format("The finding is about {}, which this build does not have; "
                                      "`tileproof list` shows what it has.",
                                      f.property)};
}

finding_properties::found replayable_properties::find_user(const finding& f) {
    const user_kernel& k = *f.kernel;
    std::string key =
        k.source + '\n' + k.compiler + '\n' + f.device + '\n' + k.wave + '\n' + k.against;
    for (const std::string& flag : k.flags) key += '\n' + flag;
    const auto [it, is_new] = files_.try_emplace(key);
    user_file& file = it->second;
    if (is_new) {
        file.why_not = reason_for_distrust(k, trust_);
        if (file.why_not.empty()) {
            // Someone else's finding is announced before it is compiled.
            if (!trust_.this_one)
                print_error("tileproof: compiling {} with {}{}{} for {}, to run it\n", k.source,
                            k.compiler, k.flags.empty() ? "" : " ", fmt::join(k.flags, " "),
                            f.device);
            try {
                file.library = std::make_unique<compiler::user_library>(
                    compiler::load_user({.source = k.source,
                                         .compiler = devices::is_gpu(f.device) ? "" : k.compiler,
                                         .hip_compiler = f.device == "hip" ? k.compiler : "",
                                         .cuda_compiler = f.device == "cuda" ? k.compiler : "",
                                         .flags = k.flags,
                                         .against = k.against,
                                         .cache = trust_.cache,
                                         .devices = {f.device},
                                         .wave = k.wave}));
                add(user_properties(*file.library, k.source, f.device), file.tests);
            } catch (const compiler::user_error& e) {
                file.why_not = e.what();
            }
        }
    }
    if (!file.why_not.empty()) return {std::nullopt, file.why_not};
    if (const auto test = file.tests.find(f.property); test != file.tests.end())
        return {test->second, "", file.library->digests.at(f.device)};
    return {std::nullopt, fmt::format("{} declares no test named {} any more.", k.source, k.test)};
}

void confine_user_code(std::vector<std::filesystem::path> writable) {
    static bool said = false;
    std::error_code error;
    const auto temporary = std::filesystem::temp_directory_path(error);
    if (!error) writable.push_back(temporary);
    const std::string why_not = system::confine_children(std::move(writable));
    if (why_not.empty() || said) return;
    said = true;
    print_error("tileproof: {}\n", why_not);
}

}  // namespace tileproof::command
