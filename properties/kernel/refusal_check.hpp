// K9 of a case that a kernel refuses, or must.
#pragma once

#include "kernels/device/device.hpp"
#include "properties/property.hpp"

#include <functional>
#include <string>

namespace tileproof::properties {

// More than a word, and it ends with a full stop.
bool is_sentence(const std::string& text);

// `refusal` is what the kernel says when asked, `why` what is wrong with the case ("the rows of the input
// overlap"). It must be a sentence, and `launch` must throw device_error: refused means not run, even by
// somebody who does not ask first.
law_result check_refused(kernels::device& device, const std::string& refusal,
                         const std::string& why, const std::function<void()>& launch);

}  // namespace tileproof::properties
