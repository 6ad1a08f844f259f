// SPDX-License-Identifier: MIT
// The result of one law on one case: it held, it failed (and why), or it does not apply.
//
//   held(law_id::L1).held()                                  true
//   failed({.law = law_id::L1, .kind = ...}).why->kind       see failure.hpp
//   discarded(law_id::L4, "The layout is not injective.")    does not count; the reason is a full sentence
#pragma once

#include "properties/failure.hpp"

#include <memory>
#include <string>
#include <utility>

namespace tileproof::properties {

struct law_result {
    law_id law{};
    std::shared_ptr<const failure> why{};  // null: it did not fail
    std::string discarded{};               // not empty: why the law does not apply

    bool failed() const { return why != nullptr; }
    bool held() const { return !why && discarded.empty(); }
    std::string sentence() const { return why ? properties::sentence(*why) : std::string(); }
};

inline law_result held(law_id law) { return {law, nullptr, {}}; }
inline law_result failed(failure why) {
    const law_id law = why.law;
    return {law, std::make_shared<const failure>(std::move(why)), {}};
}
inline law_result discarded(law_id law, std::string reason) {
    return {law, nullptr, std::move(reason)};
}

}  // namespace tileproof::properties
