// SPDX-License-Identifier: MIT
// A folder of its own for a test, gone afterwards.
//
//   const scratch_folder folder;
//   write(folder.path() / "kernel.hip");             // /tmp/tileproof-test-q3X9aB/kernel.hip
#pragma once

#include "system/temporary_folder.hpp"

namespace tileproof::properties::testing {

class scratch_folder : public system::temporary_folder {
  public:
    scratch_folder() : temporary_folder(system::in_folder_of_temporaries("tileproof-test-")) {}
};

}  // namespace tileproof::properties::testing
