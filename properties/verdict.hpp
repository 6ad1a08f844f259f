// What one law says about one case: it held, it did not (and where), or it could not judge the
// case.
#pragma once

#include <string>
#include <utility>

namespace tileproof::properties {

struct verdict {
    bool held = true;
    bool discarded = false;  // held, but only because the law does not apply to this case
    // Failed: a full sentence with index, expected and actual. Discarded: the reason, in a
    // sentence.
    std::string message;

    explicit operator bool() const { return held; }
};

inline verdict held() { return {}; }
inline verdict failed(std::string message) { return {false, false, std::move(message)}; }
inline verdict discarded(std::string reason) { return {true, true, std::move(reason)}; }

}  // namespace tileproof::properties
