// SPDX-License-Identifier: MIT
// What is thrown for a case that cannot be read: keys missing, values of the wrong kind or out of range. Its text is
// a full sentence.
#pragma once

#include <stdexcept>

namespace tileproof::properties {

class bad_case : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof::properties
