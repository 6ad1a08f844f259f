// SPDX-License-Identifier: MIT
#include "properties/tile/observed_tile.hpp"

#include <tileproof/tile/tile_text.hpp>

namespace tileproof::properties {

reference::tile physical_tile(const tile_encoding& e) {
    reference::tile t;
    t.r.assign(e.r.begin(), e.r.end());
    for (const auto& h : e.h) t.h.emplace_back(h.begin(), h.end());
    for (const auto& ids : e.p) {
        t.p.emplace_back();
        for (const rh_id id : ids) t.p.back().push_back({id.major, id.minor});
    }
    for (const rh_id id : e.y) t.y.push_back({id.major, id.minor});
    return t;
}

failure_place in_register(const tile_encoding& e, tile_holder h) {
    return {.text = print_tile(e), .at = {{"thread", h.thread}, {"register", h.register_}}};
}

fact holder_text(tile_holder h) {
    return "thread " + std::to_string(h.thread) + ", register " + std::to_string(h.register_);
}

std::string not_judged(const tile_encoding& e) {
    if (const std::string fault = reference::tile_fault(physical_tile(e)); !fault.empty())
        return "The encoding is not well made: " + fault + ".";
    long_index_t holders = 1;
    for (int major = 0; major <= e.h.size(); ++major)
        for (int minor = 0; minor < e.minors(major); ++minor) {
            holders *= e.length({major, minor});
            if (holders > most_holders) return "The tile is too large to count every holder.";
        }
    return {};
}

}  // namespace tileproof::properties
