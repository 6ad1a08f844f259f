// SPDX-License-Identifier: MIT
// A mistake of the test itself, found while a case runs: a launch that asks for an undeclared operand. Then no law is
// judged, and the run says why it could not be done (exit code 2).
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
