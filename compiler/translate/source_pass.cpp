// SPDX-License-Identifier: MIT
#include "compiler/translate/source_pass.hpp"

namespace tileproof::compiler {

void translation::refuse(std::size_t i, const std::string& sentence) const {
    throw source_refused(place_of(source, tokens[i].at) + sentence);
}

std::string translation::main_file() const {
    const std::size_t quote = source.find('"');  // # 1 "app/kernels.hip"
    return source.starts_with("# ") && quote != source.npos
               ? std::string(source.substr(quote + 1, source.find('"', quote + 1) - quote - 1))
               : "";
}

bool translation::is_of_main_file(std::size_t i) const {
    const std::string place = place_of(source, tokens[i].at);
    return place.substr(0, place.rfind(':', place.rfind(':') - 1)) == main_file();
}

std::string translated(std::string_view preprocessed, translate_for device) {
    translation x{preprocessed, tokens_of(preprocessed), {}, device, {}};
    translate_shared(x);  // first: it replaces whole declarations
    find_kernels(x);
    translate_launch_bounds(x);
    translate_launches(x);
    translate_addresses(x);
    translate_assembly(x);
    translate_builtins(x);
    translate_overloads(x);
    translate_words(x);
    translate_address_spaces(x);
    return x.changes.applied(preprocessed);
}

}  // namespace tileproof::compiler
