#include "properties/layout/layout_laws.hpp"
#include "properties/layout/message.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

// Asking for the inverse of an offset costs about as much as a hundred offsets, so of a long
// listing this many are asked.
constexpr std::size_t most_inverted = 512;

// Offsets that may have no index: beside those that have one, and at the ends of the element space.
void add_strangers(const observed_layout& seen, std::vector<long_index_t>& offsets) {
    const std::size_t known = std::min<std::size_t>(offsets.size(), 64);
    for (std::size_t i = 0; i < known; ++i) {
        offsets.push_back(offsets[i] + 1);
        offsets.push_back(offsets[i] - 1);
    }
    for (const long_index_t end : {long_index_t{0}, seen.element_space_size() - 1})
        offsets.push_back(end);
    std::erase_if(offsets, [&](long_index_t offset) {
        return offset < 0 || offset >= seen.element_space_size();
    });
}

}  // namespace

verdict check_inverse(const observed_layout& seen) {
    if (!seen.evaluator().has_inverse()) return discarded("The subject has no inverse.");
    if (!seen.evaluator().has_injectivity() ||
        seen.evaluator().injectivity().what != injectivity_claim::kind::injective)
        return discarded("The layout is not injective, so an offset has no one index.");
    const auto fail = [&](const std::string& what) {
        return failed(sentence(law_id::L4, seen.description(), what));
    };
    const std::size_t step =
        std::max<std::size_t>((seen.count() + most_inverted - 1) / most_inverted, 1);
    std::vector<long_index_t> strangers;
    layout_index index;
    for (std::size_t i = 0; i < seen.count(); i += step) {
        const long_index_t offset = seen.offsets()[i];
        if (offset == no_offset) continue;
        seen.index(i, index);
        const auto found = seen.evaluator().inverse(offset);
        if (!found || *found != index)
            return fail("index " + print_index(index) + " has offset " + std::to_string(offset) +
                        ", but the inverse of that offset is " +
                        (found ? "index " + print_index(*found) : std::string("no index")));
        if (strangers.size() < 64) strangers.push_back(offset);
    }
    add_strangers(seen, strangers);
    if (!seen.listed()) {  // an offset with an index must at least lead back
        for (const long_index_t offset : strangers)
            if (const auto found = seen.evaluator().inverse(offset))
                if (seen.evaluator().offset(*found) != offset)
                    return fail("the inverse of offset " + std::to_string(offset) + " is index " +
                                print_index(*found) + ", which has " +
                                say_offset(seen.evaluator().offset(*found).value_or(no_offset)));
        return held();
    }
    std::vector<long_index_t> taken = seen.offsets();
    std::sort(taken.begin(), taken.end());
    for (const long_index_t offset : strangers)
        if (!std::binary_search(taken.begin(), taken.end(), offset))
            if (const auto found = seen.evaluator().inverse(offset))
                return fail("no index has offset " + std::to_string(offset) +
                            ", but its inverse is index " + print_index(*found));
    return held();
}

}  // namespace tileproof::properties
