// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/user_fuzz.hpp"

#include "fuzz/finding/finding_store.hpp"
#include "properties/draw.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {

user_fuzz::user_fuzz(const user_build& build, const std::string& source,
                     const std::filesystem::path& store)
    : library_(load_user(build)), source_(source), build_(build), store_(store) {
    library_.load_all();  // libFuzzer counts the places of what is loaded before it begins
    for (const std::string& device : build.devices)
        by_device_.push_back(user_properties(library_, source, device));
}

std::optional<user_fuzz::broken_law> user_fuzz::judge(std::span<const std::uint8_t> choices) {
    ++tried_;
    draw from(choices);
    const auto test = static_cast<std::size_t>(from.below(std::ssize(library_.tests)));
    const int size = static_cast<int>(from.below(60));
    const nlohmann::json c = random_user_case(from, library_, test, source_, size);
    for (const property_list& tests : by_device_) {
        const property& p = *tests[test];
        case_result result;
        try {
            result = p.check(c);
        } catch (const bad_case&) {  // more memory than a case may have
            return std::nullopt;
        }
        const failure* const wrong = result.first_failure();
        const std::string& why = result.discarded.empty() ? result.no_evidence : result.discarded;
        if (!why.empty()) last_reason_ = why;
        judged_ += why.empty() && !result.laws.empty();
        if (!wrong) continue;
        finding f;
        f.broken_by(*wrong);
        f.kernel = user_kernel{source_, library_.tests[test].name,
                               library_.compilers.at(p.device()), build_.flags, build_.wave};
        f.property = p.name();
        f.subject = p.subject();
        f.device = p.device();
        f.the_case = c;
        f.found = time_stamp();
        f.version = TILEPROOF_VERSION;
        return broken_law{fmt::format("{} does not hold for {} on {}: {}", title(f.law), f.subject,
                                      f.device, f.failure),
                          finding_store(store_).save(f)};
    }
    return std::nullopt;
}

std::string user_fuzz::why_not_judged() const {
    if (tried_ == 0 || judged_ > 0) return {};
    return fmt::format("NOT JUDGED: none of the {} cases of {} says anything of it. {}", tried_,
                       source_, last_reason_);
}

}  // namespace tileproof::properties
