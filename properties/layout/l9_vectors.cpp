// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

namespace tileproof::properties {
namespace {

// How many elements of a vector are looked at: all of a short one, both ends of a long one.
constexpr long_index_t most_looked_at = 64;

class vector_check {
  public:
    vector_check(const observed_layout& seen, std::vector<vector_claim> claims)
        : m_seen(seen), m_claims(std::move(claims)), m_places(m_claims.size(), 1) {
        // In a listing, the neighbour along a dim is this many positions away.
        for (std::size_t d = m_claims.size(); d-- > 1;)
            m_places[d - 1] = m_places[d] * seen.lengths()[d];
    }

    law_result run() const {
        bool any = false;
        for (std::size_t d = 0; d < m_claims.size(); ++d) {
            if (m_claims[d].length <= 1) continue;
            any = true;
            if (m_seen.lengths()[d] % m_claims[d].length != 0)
                return wrong(d, {.at = {{"dimension", static_cast<long_index_t>(d)}}}, "length",
                             m_seen.lengths()[d], "a length" + divisible(d));
        }
        if (!any) return discarded(law_id::L9, "No dimension claims a vector.");
        for (std::size_t i = 0; i < m_seen.count(); ++i) {
            const layout_index index = m_seen.index(i);
            for (std::size_t d = 0; d < m_claims.size(); ++d) {
                if (m_claims[d].length <= 1 || index[d] % m_claims[d].length != 0) continue;
                if (law_result one = check_vector(i, index, d); one.failed()) return one;
            }
        }
        return held(law_id::L9);
    }

  private:
    // The vector along dim d that begins at an index must be aligned, with each element where it belongs.
    law_result check_vector(std::size_t i, const layout_index& index, std::size_t d) const {
        const vector_claim& claim = m_claims[d];
        const long_index_t first = m_seen.offsets()[i];
        if (claim.stride == 1 && first != no_offset && first % claim.length != 0)
            return wrong(d, {.index = index}, "offset", first, "an offset" + divisible(d),
                         failure_kind::misaligned);
        for (long_index_t k = 1; k < claim.length; ++k) {
            if (k == most_looked_at / 2 && claim.length > most_looked_at)
                k = claim.length - most_looked_at / 2;
            const long_index_t found = element(i, index, d, k);
            const long_index_t expected = first == no_offset ? no_offset : first + k * claim.stride;
            if (found != expected)
                return wrong(
                    d, {.part = "of the vector at index", .at = {{"element", k}}, .index = index},
                    "offset", offset_or_none(found), offset_or_none(expected));
        }
        return held(law_id::L9);
    }

    long_index_t element(std::size_t i, layout_index index, std::size_t d, long_index_t k) const {
        if (m_seen.listed()) return m_seen.offsets()[i + static_cast<std::size_t>(k * m_places[d])];
        index[d] += k;
        return m_seen.evaluator().offset(index).value_or(no_offset);
    }

    std::string divisible(std::size_t d) const {
        return " that " + std::to_string(m_claims[d].length) + " divides";
    }

    law_result wrong(std::size_t d, failure_place where, std::string quantity, fact actual,
                     fact expected, failure_kind kind = failure_kind::false_claim) const {
        where.text = in_layout(m_seen.description()).text;
        return failed({.law = law_id::L9,
                       .kind = kind,
                       .where = std::move(where),
                       .quantity = std::move(quantity),
                       .actual = said_value{std::move(actual)},
                       .expected = said_value{std::move(expected)},
                       .given = "Dimension " + std::to_string(d) + " claims vectors of " +
                                std::to_string(m_claims[d].length) + " elements with stride " +
                                std::to_string(m_claims[d].stride) + "."});
    }

    const observed_layout& m_seen;
    const std::vector<vector_claim> m_claims;
    std::vector<long_index_t> m_places;
};

}  // namespace

law_result check_vectors(const observed_layout& seen) {
    return vector_check(seen, seen.evaluator().vectors()).run();
}

}  // namespace tileproof::properties
