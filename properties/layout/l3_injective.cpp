// SPDX-License-Identifier: MIT
#include "properties/layout/layout_laws.hpp"

#include <tileproof/layout/limits.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace tileproof::properties {
namespace {

using place_pair = std::pair<std::size_t, std::size_t>;

// Two positions with the same offset, if there are any.
std::optional<place_pair> shared_offset(const observed_layout& seen) {
    const std::vector<long_index_t>& offsets = seen.offsets();
    const auto count = static_cast<long_index_t>(offsets.size());
    if (seen.element_space_size() <= 8 * count + 64) {  // a table of places by offset
        std::vector<std::uint32_t> first(static_cast<std::size_t>(seen.element_space_size()), 0);
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            if (offsets[i] < 0 || offsets[i] >= seen.element_space_size())
                continue;  // L1 reports it
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
    std::ranges::sort(sorted);
    const auto same = std::adjacent_find(sorted.begin(), sorted.end(),
                                         [](auto& a, auto& b) { return a.first == b.first; });
    if (same == sorted.end()) return {};
    return place_pair{same->second, (same + 1)->second};
}

class claim_check {
  public:
    explicit claim_check(const observed_layout& seen)
        : m_seen(seen), m_claim(seen.evaluator().injectivity()) {}

    law_result run() const {
        switch (m_claim.what) {
            case injectivity_claim::kind::may_repeat:
                return may_repeat();
            case injectivity_claim::kind::repeats:
                return repeats();
            case injectivity_claim::kind::injective:
                return m_seen.listed() ? injective() : injective_where_probed();
        }
        return held(law_id::L3);
    }

  private:
    law_result may_repeat() const {
        if (m_claim.reason.empty()) return without_reason("The layout says that it may repeat.");
        if (!m_seen.listed() || std::ssize(m_seen.offsets()) > maximum_compared)
            return held(law_id::L3);
        failure f = false_claim("The layout says that it may repeat.");
        f.quantity = "number of indices";
        f.actual = said_value{std::ssize(m_seen.offsets())};
        f.expected = said_value{"above " + std::to_string(maximum_compared)};
        f.detail = "So few are compared with each other.";
        return failed(std::move(f));
    }

    law_result repeats() const {
        const layout_index &one = m_claim.first, &other = m_claim.second;
        if (m_claim.reason.empty()) return without_reason("The layout says that it repeats.");
        failure f = false_claim("The layout says that it repeats at " + print_index(one) + " and " +
                                print_index(other) + ".");
        if (!is_inside(one, m_seen.lengths()) || !is_inside(other, m_seen.lengths()) ||
            one == other) {
            f.detail = "These are not two of its indices.";
            return failed(std::move(f));
        }
        const auto first = m_seen.evaluator().offset(one);
        const auto second = m_seen.evaluator().offset(other);
        if (first && first == second) return held(law_id::L3);
        f.where.index = one;
        f.where.other_index = other;
        f.quantity = "offset";
        f.actual = said_value{offset_or_none(first.value_or(no_offset))};
        f.expected = said_value{offset_or_none(second.value_or(no_offset)),
                                "is that of index " + print_index(other)};
        return failed(std::move(f));
    }

    law_result injective() const {
        if (const auto shared = shared_offset(m_seen))
            return repeated(shared->first, shared->second);
        return held(law_id::L3);
    }

    law_result injective_where_probed() const {  // probes may name one index twice
        const std::vector<long_index_t>& offsets = m_seen.offsets();
        for (std::size_t i = 0; i < offsets.size(); ++i)
            for (std::size_t k = i + 1; k < offsets.size(); ++k)
                if (offsets[i] != no_offset && offsets[i] == offsets[k] &&
                    m_seen.index(i) != m_seen.index(k))
                    return repeated(i, k);
        return held(law_id::L3);
    }

    law_result repeated(std::size_t one, std::size_t other) const {
        failure f = false_claim("The layout says that it is injective.");
        f.kind = failure_kind::repeated;
        f.where.index = m_seen.index(one);
        f.where.other_index = m_seen.index(other);
        f.quantity = "offset";
        f.actual = said_value{m_seen.offsets()[one]};
        return failed(std::move(f));
    }

    law_result without_reason(std::string given) const {
        failure f = false_claim(std::move(given));
        f.kind = failure_kind::no_sentence;
        f.detail = "It does not say why.";
        return failed(std::move(f));
    }

    failure false_claim(std::string given) const {
        return {.law = law_id::L3,
                .kind = failure_kind::false_claim,
                .where = in_layout(m_seen.description()),
                .given = std::move(given)};
    }

    const observed_layout& m_seen;
    const injectivity_claim m_claim;
};

}  // namespace

law_result check_injective(const observed_layout& seen) {
    if (!seen.evaluator().has_injectivity())
        return discarded(law_id::L3, "The subject makes no claim about repetitions.");
    return claim_check(seen).run();
}

}  // namespace tileproof::properties
