// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/fuzz_findings.hpp"

#include "fuzz/worker/run_in_child.hpp"
#include "fuzz/worker/shrink.hpp"
#include "properties/fields.hpp"
#include "system/file.hpp"

#include <fmt/format.h>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <algorithm>

namespace tileproof::fuzz {

using namespace properties;

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int most_made_smaller = 8;      // of one law and property
constexpr std::ptrdiff_t most_kept = 20;  // of one law and property
constexpr std::size_t most_input = 1 << 20;

std::string pattern_of(const json& c) {
    if (!c.is_object() || !c.contains("layout") || !c["layout"].is_string()) return "";
    try {
        const layout_description d = parse_layout(c["layout"].get<std::string>());
        std::string pattern(name_of(d.base.kind));
        for (const stage_description& stage : d.stages) {
            std::vector<std::string> kinds;
            for (const item_description& item : stage.items)
                if (item.kind != transform_kind::pass) kinds.emplace_back(name_of(item.kind));
            std::ranges::sort(kinds);
            pattern += " {";
            for (const std::string& kind : kinds) pattern += kind + ' ';
            pattern += '}';
        }
        return pattern;
    } catch (const layout_error&) {
        return "";
    }
}

// Of an input that made the target fail once: no property says why.
constexpr const char* failed_once =
    "The input made the target fail once, and not again when it was run alone.";

std::string key_before_minimizing(const finding& f) {
    return fmt::format("{}|{}", about(f.law).code, f.property);
}

}  // namespace

std::string signature_of(const finding& f) {
    return fmt::format("{}|{}|{}|{}", about(f.law).code, f.property, pattern_of(f.the_case),
                       cause_key(f.why));
}

finding_desk::judged finding_desk::judge(const fuzz_target& target, const std::string& bytes,
                                         const fs::path& input) const {
    json candidates = describe_input(target, input);
    candidates.push_back({{"property", "fuzz/" + target.name}, {"case", fuzz_input_case(bytes)}});
    finding f;
    f.found = time_stamp();
    f.version = TILEPROOF_VERSION;
    worker w(known_.list(), case_seconds_);
    for (const json& c : candidates) {
        if (!c.is_object() || !c.contains("property") || !c.contains("case") ||
            !c["property"].is_string() || !c["case"].is_object())
            continue;
        finding candidate;
        candidate.property = c["property"].get<std::string>();
        candidate.device = "host";  // all devices have been looked at
        const auto found = known_.find(candidate);
        if (!found.position) continue;
        const property& p = *known_.list()[*found.position];
        f.property = p.name();
        f.subject = p.subject();
        f.device = p.device();
        f.the_case = c["case"];
        f.law = p.laws().front();
        const worker_answer answer = check_twice(w, {*found.position, f.the_case});
        if (const failure* wrong = answer.result.first_failure()) {
            f.broken_by(*wrong);
            return {std::move(f), true};
        }
    }
    f.broken_by({.law = f.law, .detail = failed_once});
    return {std::move(f), false};
}

std::ptrdiff_t finding_desk::kept_of(const finding& f) const {
    return std::ranges::count_if(state_.findings, [&](const auto& entry) {
        return entry.second.law == about(f.law).code && entry.second.property == f.property;
    });
}

fuzz_finding* finding_desk::first_of(const finding& f) {
    for (auto& [key, known] : state_.findings)
        if (known.law == about(f.law).code && known.property == f.property) return &known;
    return nullptr;
}

std::string finding_desk::take(const fuzz_target& target, const fs::path& input) {
    const std::string bytes = system::read_bounded(input, most_input);
    auto [f, failed_again] = judge(target, bytes, input);
    ++state_.inputs_judged;
    // What libFuzzer leaves when one of its processes is ended before it ran any input.
    if (bytes.empty() && !failed_again) {
        fs::remove(input);
        return "";
    }
    int& made_smaller = made_smaller_[key_before_minimizing(f)];
    const std::string raw_key = signature_of(f);
    if (auto known = state_.findings.find(raw_key); known != state_.findings.end()) {
        ++known->second.seen;
        fs::remove(input);
        return "";
    }
    const bool enough = made_smaller >= most_made_smaller;
    if (enough && kept_of(f) >= most_kept) {  // one bug in ever new clothes, most likely
        ++first_of(f)->seen;
        fs::remove(input);
        return "";
    }
    fs::path file = store_.save(f);  // first of all
    if (!enough) {
        ++made_smaller;
        const minimized_finding m = minimize_finding(
            f, known_, {.seconds = minimize_seconds_, .case_seconds = case_seconds_});
        if (m.again.fails()) {
            f = m.what;
            file = store_.replace(file, f);
        }
    }
    const std::string key = signature_of(f);
    fs::remove(input);
    auto [entry, is_new] = state_.findings.try_emplace(key);
    if (!is_new) {
        ++entry->second.seen;
        // The same bug as before, from another case; the first file of it stays.
        if (file.string() != entry->second.file) fs::remove(file);
        return "";
    }
    entry->second = {file.string(),
                     std::string(about(f.law).code),
                     f.property,
                     f.the_case.is_object() && f.the_case.contains("layout")
                         ? f.the_case["layout"].get<std::string>()
                         : properties::text_of(f.the_case),
                     f.failure,
                     target.name,
                     1,
                     f.minimized};
    return fmt::format("{} of {}: {}", title(f.law), f.property, f.failure);
}

}  // namespace tileproof::fuzz
