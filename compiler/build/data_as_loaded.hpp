// SPDX-License-Identifier: MIT
// The variables of a loaded library, as they were when it had just been loaded: those of its functions on the host (static ones
// that remember the first call, caches) and those of the device (__device__, __constant__) alike, so that what a launch function
// sets up once and what it remembers of that are forgotten together.
//
//   const data_as_loaded data(dlopen("scale.so", RTLD_NOW));
//   ... kernels and launch functions change it ...
//   data.restore();                    // a page that was not written since costs nothing
//
// What its static variables have allocated stays allocated, and what other libraries remember (rand(), thread_local) stays as it is.
#pragma once

#include <cstddef>
#include <vector>

namespace tileproof::properties {

class data_as_loaded {
  public:
    explicit data_as_loaded(void* library);
    // While no code of the library runs.
    void restore() const;

  private:
    struct pages {
        void* begin;
        std::size_t bytes;
    };
    std::vector<pages> all_;
};

}  // namespace tileproof::properties
