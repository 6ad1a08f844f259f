#include "properties/kernel/kernel_property.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {

std::vector<law_id> kernel_property::laws() const {
    using enum law_id;
    std::vector<law_id> all{values_, K2, K3, K4, K5, K8, K9};
    if (device_ == "cpu-checked") all.push_back(K6);
    std::sort(all.begin(), all.end());
    return all;
}

case_result kernel_property::refuses_plain_case(const std::string& refusal) {
    return {.laws = {{law_id::K9, fmt::format("The kernel refuses a plain case: {}", refusal)}},
            .discarded = ""};
}

void kernel_property::judge_related(kernel_call other, const std::string& done,
                                    case_result& first) {
    other.repeats = 0;
    const case_result result = check_call(other).result;
    first.needs_new_process = result.needs_new_process;
    if (!result.discarded.empty()) return;
    const failure* wrong = result.first_failure();
    first.laws.push_back({law_id::K8, wrong ? done + sentence(*wrong) : std::string()});
}

}  // namespace tileproof::properties
