#include "properties/layout/layout_laws.hpp"
#include "properties/layout/message.hpp"

#include <tileproof/layout/limits.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace tileproof::properties {
namespace {

using place_pair = std::pair<std::size_t, std::size_t>;

// Two places with the same offset, if there are any.
std::optional<place_pair> shared_offset(const observed_layout& seen) {
    const std::vector<long_index_t>& offsets = seen.offsets();
    const auto count = static_cast<long_index_t>(offsets.size());
    if (seen.element_space_size() <= 8 * count + 64) {  // a table of places by offset
        std::vector<std::uint32_t> first(static_cast<std::size_t>(seen.element_space_size()), 0);
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            if (offsets[i] < 0 || offsets[i] >= seen.element_space_size()) continue;  // L1's affair
            std::uint32_t& known = first[static_cast<std::size_t>(offsets[i])];
            if (known != 0) return place_pair{known - 1, i};
            known = static_cast<std::uint32_t>(i + 1);
        }
        return {};
    }
    std::vector<std::pair<long_index_t, std::size_t>> sorted;
    sorted.reserve(offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i)
        if (offsets[i] != no_offset) sorted.emplace_back(offsets[i], i);
    std::sort(sorted.begin(), sorted.end());
    const auto same = std::adjacent_find(sorted.begin(), sorted.end(),
                                         [](auto& a, auto& b) { return a.first == b.first; });
    if (same == sorted.end()) return {};
    return place_pair{same->second, (same + 1)->second};
}

bool inside(const layout_index& index, const layout_index& lengths) {
    if (index.size() != lengths.size()) return false;
    for (std::size_t d = 0; d < index.size(); ++d)
        if (index[d] < 0 || index[d] >= lengths[d]) return false;
    return true;
}

}  // namespace

verdict check_injective(const observed_layout& seen) {
    using kind = injectivity_claim::kind;
    if (!seen.evaluator().has_injectivity())
        return discarded("The subject makes no claim about repetitions.");
    const injectivity_claim claim = seen.evaluator().injectivity();
    const auto fail = [&](const std::string& what) {
        return failed(sentence(law_id::L3, seen.description(), what));
    };
    if (claim.what == kind::may_repeat) {
        if (claim.reason.empty())
            return fail("the layout says that it may repeat, but gives no reason");
        if (seen.listed() && std::ssize(seen.offsets()) <= maximum_compared)
            return fail("the layout says that it may repeat, but with " +
                        std::to_string(seen.count()) +
                        " indices it is small enough to compare all of them");
        return held();
    }
    if (claim.what == kind::repeats) {
        if (claim.reason.empty())
            return fail("the layout says that it repeats, but gives no reason");
        if (!inside(claim.first, seen.lengths()) || !inside(claim.second, seen.lengths()) ||
            claim.first == claim.second)
            return fail("the layout says that it repeats at " + print_index(claim.first) + " and " +
                        print_index(claim.second) + ", which are not two indices of it");
        const auto first = seen.evaluator().offset(claim.first);
        const auto second = seen.evaluator().offset(claim.second);
        if (!first || first != second)
            return fail("the layout says that it repeats at " + print_index(claim.first) + " and " +
                        print_index(claim.second) + ", but they have " +
                        say_offset(first.value_or(no_offset)) + " and " +
                        say_offset(second.value_or(no_offset)));
        return held();
    }
    if (!seen.listed()) {  // probes may name one index twice
        for (std::size_t i = 0; i < seen.count(); ++i)
            for (std::size_t k = i + 1; k < seen.count(); ++k)
                if (seen.offsets()[i] != no_offset && seen.offsets()[i] == seen.offsets()[k] &&
                    seen.index(i) != seen.index(k))
                    return fail("the layout says that it is injective, but indices " +
                                print_index(seen.index(i)) + " and " + print_index(seen.index(k)) +
                                " both have " + say_offset(seen.offsets()[i]));
        return held();
    }
    if (const auto shared = shared_offset(seen))
        return fail("the layout says that it is injective, but indices " +
                    print_index(seen.index(shared->first)) + " and " +
                    print_index(seen.index(shared->second)) + " both have " +
                    say_offset(seen.offsets()[shared->first]));
    return held();
}

}  // namespace tileproof::properties
