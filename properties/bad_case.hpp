// SPDX-License-Identifier: MIT
// Thrown for a case that cannot be read: missing keys, values of the wrong type or out of range. The message is a
// full sentence.
#pragma once

#include <stdexcept>

namespace tileproof::properties {

class bad_case : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof::properties
