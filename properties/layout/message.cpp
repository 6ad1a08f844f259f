#include "properties/layout/message.hpp"

#include <tileproof/layout_text.hpp>

namespace tileproof::properties {

std::string sentence(law_id law, const layout_description& layout, const std::string& what) {
    return title(law) + ": in " + print_layout(layout) + ", " + what + ".";
}

std::string say_offset(long_index_t offset) {
    return offset == no_offset ? "no element" : "offset " + std::to_string(offset);
}

}  // namespace tileproof::properties
