// SPDX-License-Identifier: MIT
// L8 as a property: magic division, one quotient per case.
//
//   {"bits": 32, "divisor": 7, "dividend": 65}
#pragma once

#include "properties/division/division.hpp"
#include "properties/property.hpp"

namespace tileproof::properties {

// The subject must outlive the property.
std::unique_ptr<property> division_property(const division_subject& subject);

}  // namespace tileproof::properties
