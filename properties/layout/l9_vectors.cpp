#include "properties/layout/layout_laws.hpp"
#include "properties/layout/message.hpp"

namespace tileproof::properties {
namespace {

// Elements of one vector that are looked at: all of a short one, both ends of a long one.
constexpr long_index_t most_looked_at = 64;

std::string say_claim(std::size_t dim, const vector_claim& claim) {
    return "dimension " + std::to_string(dim) + " claims vectors of " +
           std::to_string(claim.length) + " elements with stride " + std::to_string(claim.stride);
}

}  // namespace

verdict check_vectors(const observed_layout& seen) {
    const std::vector<vector_claim> claims = seen.evaluator().vectors();
    const auto fail = [&](const std::string& what) {
        return failed(sentence(law_id::L9, seen.description(), what));
    };
    bool any = false;
    for (std::size_t d = 0; d < claims.size(); ++d) {
        const vector_claim& claim = claims[d];
        if (claim.length <= 1) continue;
        any = true;
        if (seen.lengths()[d] % claim.length != 0)
            return fail(say_claim(d, claim) + ", which do not divide its length " +
                        std::to_string(seen.lengths()[d]));
    }
    if (!any) return discarded("No dimension claims a vector.");

    // In a listing, the neighbour along a dim is that many places away.
    std::vector<long_index_t> places(claims.size(), 1);
    for (std::size_t d = claims.size(); d-- > 1;) places[d - 1] = places[d] * seen.lengths()[d];
    for (std::size_t i = 0; i < seen.count(); ++i) {
        const layout_index index = seen.index(i);
        for (std::size_t d = 0; d < claims.size(); ++d) {
            const vector_claim& claim = claims[d];
            if (claim.length <= 1 || index[d] % claim.length != 0) continue;
            const long_index_t first = seen.offsets()[i];
            if (claim.stride == 1 && first != no_offset && first % claim.length != 0)
                return fail(say_claim(d, claim) + ", but the one at index " + print_index(index) +
                            " has " + say_offset(first) + ", which is not aligned to them");
            for (long_index_t k = 1; k < claim.length; ++k) {
                if (k == most_looked_at / 2 && claim.length > most_looked_at)
                    k = claim.length - most_looked_at / 2;
                long_index_t found;
                if (seen.listed()) {
                    found = seen.offsets()[i + static_cast<std::size_t>(k * places[d])];
                } else {
                    layout_index neighbour = index;
                    neighbour[d] += k;
                    found = seen.evaluator().offset(neighbour).value_or(no_offset);
                }
                const long_index_t expected =
                    first == no_offset ? no_offset : first + k * claim.stride;
                if (found != expected)
                    return fail(say_claim(d, claim) + ", but element " + std::to_string(k) +
                                " of the one at index " + print_index(index) + " has " +
                                say_offset(found) + ", and must have " + say_offset(expected));
            }
        }
    }
    return held();
}

}  // namespace tileproof::properties
