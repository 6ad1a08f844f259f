// SPDX-License-Identifier: MIT
// A mistake of the test itself, met while a case ran: a launch that asks for an operand which is not declared. No law
// is judged then: the run could not be done, and says why (exit code 2).
//
//   throw wrong_declaration("There is no scalar 'gamma'; there are alpha, beta.");
#pragma once

#include <stdexcept>

namespace tileproof::properties {

class wrong_declaration : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

}  // namespace tileproof::properties
