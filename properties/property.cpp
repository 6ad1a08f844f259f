#include "properties/property.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

namespace tileproof::properties {

const law_result* case_result::first_failure() const {
    for (const law_result& r : laws)
        if (!r.held()) return &r;
    return nullptr;
}

const law_result* case_result::failure_of(law_id law) const {
    for (const law_result& r : laws)
        if (r.law == law && !r.held()) return &r;
    return nullptr;
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

law_result property::judge_end(const nlohmann::json&, const process_end& end) const {
    return {.law = laws().front(), .failure = end.sentence()};
}

}  // namespace tileproof::properties
