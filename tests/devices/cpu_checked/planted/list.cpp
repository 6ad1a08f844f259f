// SPDX-License-Identifier: MIT
#include "tests/devices/cpu_checked/planted/list.hpp"

namespace tileproof::planted {

std::vector<const entry*>& entries() {
    static std::vector<const entry*> all;
    return all;
}

entry::entry(const char* n, const char* f, std::optional<cpu_checked::check_kind> k, int b, int t,
             void (*l)(const float*, float*, int*, int))
    : name(n), file(f), kind(k), blocks(b), threads(t), launch(l) {
    entries().push_back(this);
}

}  // namespace tileproof::planted
