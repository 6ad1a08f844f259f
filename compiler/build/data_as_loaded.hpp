// SPDX-License-Identifier: MIT
// Restores the variables of a loaded library to their state just after loading: those of its host functions (static
// ones that remember the first call, caches) and those of the device (__device__, __constant__), so that what a
// launch function sets up once and its memory of having done so are forgotten together.
//
//   const data_as_loaded data(dlopen("scale.so", RTLD_NOW));
//   ... kernels and launch functions change it ...
//   data.restore();                    // costs nothing for pages that were not written since
//
// Memory allocated by its static variables stays allocated, and the state of other libraries (rand()) and
// thread_local variables stays as it is.
#pragma once

#include <cstddef>
#include <vector>

namespace tileproof::properties {

class data_as_loaded {
  public:
    explicit data_as_loaded(void* library);
    // Only while no code of the library runs.
    void restore() const;

  private:
    struct pages {
        void* begin;
        std::size_t bytes;
    };
    std::vector<pages> all_;
};

}  // namespace tileproof::properties
