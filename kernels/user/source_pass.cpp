// SPDX-License-Identifier: MIT
#include "kernels/user/source_pass.hpp"

#include "kernels/user/translate/passes.hpp"

namespace tileproof::user {

void translation::refuse(std::size_t i, const std::string& sentence) const {
    throw source_refused(place_of(source, tokens[i].at) + sentence);
}

std::string translated(std::string_view preprocessed, translate_for device) {
    translation x{preprocessed, tokens_of(preprocessed), {}, device, {}};
    translate_shared(x);  // first: it replaces whole declarations
    find_kernels(x);
    translate_launches(x);
    translate_addresses(x);
    translate_assembly(x);
    translate_words(x);
    return x.changes.applied(preprocessed);
}

}  // namespace tileproof::user
