#include "properties/kernel/refusal_check.hpp"

#include <fmt/format.h>

namespace tileproof::properties {

bool is_sentence(const std::string& text) {
    return text.size() > 10 && text.find(' ') != std::string::npos && text.back() == '.';
}

law_result check_refused(kernels::device& device, const std::string& refusal,
                         const std::string& why, const std::function<void()>& launch) {
    if (refusal.empty())
        return {law_id::K9, fmt::format("The kernel accepts a case that makes no sense: {}.", why)};
    if (!is_sentence(refusal))
        return {law_id::K9,
                fmt::format("The kernel refuses a case in which {}, but not with a sentence: '{}'.",
                            why, refusal)};
    try {
        launch();
        device.synchronize();
    } catch (const kernels::device_error&) {
        return {law_id::K9, ""};
    }
    return {law_id::K9,
            fmt::format("The kernel says '{}' when asked, but a launch is not refused.", refusal)};
}

}  // namespace tileproof::properties
