// SPDX-License-Identifier: MIT
#include "properties/property.hpp"

#include "properties/crash_note.hpp"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

namespace tileproof::properties {

const failure* case_result::first_failure() const {
    for (const law_result& r : laws)
        if (r.why) return r.why.get();
    return nullptr;
}

const failure* case_result::failure_of(law_id law) const {
    for (const law_result& r : laws)
        if (r.law == law && r.why) return r.why.get();
    return nullptr;
}

case_result result_of(law_result one) {
    case_result result;
    if (!one.discarded.empty())
        result.discarded = std::move(one.discarded);
    else
        result.laws.push_back(std::move(one));
    return result;
}

failure_kind kind_of(const process_end& end) {
    switch (end.what) {
        case process_end::kind::signal:
            return failure_kind::crash;
        case process_end::kind::exit:
            return failure_kind::process_exit;
        case process_end::kind::time_limit:
            return failure_kind::hang;
    }
    return failure_kind::unknown;
}

std::string process_end::sentence() const {
    std::string how;
    switch (what) {
        case kind::signal: {
            const char* abbreviation = sigabbrev_np(number);
            const char* description = sigdescr_np(number);
            how = fmt::format("The process was ended by signal SIG{} ({})",
                              abbreviation ? abbreviation : std::to_string(number),
                              description ? description : "unknown signal");
            if (has_address)
                how += fmt::format(" while {} address {:#x}", was_write ? "writing to" : "reading",
                                   address);
            if (abbreviation && std::string_view(abbreviation) == "SYS")
                how +=
                    ": it sent a signal that stops a process, or one to the process that judges "
                    "it or to every process";
            if (abbreviation && std::string_view(abbreviation) == "STOP")
                how += ", again and again";
            break;
        }
        case kind::exit:
            how = fmt::format(
                "The process ended itself with exit code {} in the middle of the case", number);
            break;
        case kind::time_limit:
            how = fmt::format("The case had not ended after {:.3g} s and was stopped", seconds);
            break;
    }
    how += '.';
    if (!output.empty()) how += fmt::format(" Its last words were: {}", output);
    return how;
}

std::vector<nlohmann::json> property::first_cases() const { return {}; }

std::vector<std::string> property::required_labels() const { return {}; }

std::string property::ended_beside(const process_end& end) const {
    return end.notes.starts_with(not_the_kernel) ? end.notes.substr(not_the_kernel.size())
                                                 : std::string();
}

std::optional<nlohmann::json> property::lighter(const nlohmann::json&, double) const {
    return std::nullopt;
}

failure property::judge_end(const nlohmann::json&, const process_end& end) const {
    return {.law = laws().front(), .kind = kind_of(end), .detail = end.sentence()};
}

}  // namespace tileproof::properties
