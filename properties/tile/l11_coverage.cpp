// SPDX-License-Identifier: MIT
#include "properties/layout/subject.hpp"
#include "properties/tile/tile_subject.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>

namespace tileproof::properties {
namespace {

class coverage {
  public:
    coverage(const tile_subject& subject, const tile_encoding& e)
        : m_encoding(e),
          m_tile(subject.make(e)),
          m_expected(reference::hold(physical_tile(e))),
          m_x(m_expected.x_lengths.size()) {}

    law_result run() {
        for (const auto step : {&coverage::check_sizes, &coverage::count, &coverage::check_holders})
            if (law_result one = (this->*step)(); one.failed()) return one;
        return held(law_id::L11);
    }

  private:
    failure wrong(failure_kind kind, failure_place where, std::string quantity, fact actual,
                  fact expected) const {
        where.text = print_tile(m_encoding);
        return {.law = law_id::L11,
                .kind = kind,
                .where = std::move(where),
                .quantity = std::move(quantity),
                .actual = said_value{std::move(actual)},
                .expected = said_value{std::move(expected)}};
    }

    law_result check_sizes() {
        const auto differs = [&](const char* what, fact actual, fact expected) {
            return failed(
                wrong(failure_kind::wrong_value, {}, what, std::move(actual), std::move(expected)));
        };
        if (m_tile->threads() != m_expected.threads)
            return differs("number of threads", m_tile->threads(), m_expected.threads);
        if (m_tile->registers() != m_expected.registers)
            return differs("number of registers", m_tile->registers(), m_expected.registers);
        if (m_tile->replicas() != m_expected.replicas)
            return differs("number of replicas", m_tile->replicas(), m_expected.replicas);
        const std::vector<long_index_t> lengths = m_tile->x_lengths();
        if (!std::equal(lengths.begin(), lengths.end(), m_expected.x_lengths.begin(),
                        m_expected.x_lengths.end()))
            return differs("X lengths", lengths, m_expected.x_lengths);
        return held(law_id::L11);
    }

    // Counts the holders of every X; remembering the last thread detects an X held twice by one thread.
    law_result count() {
        std::vector<long_index_t> times(elements(), 0), last_thread(elements(), -1);
        for (long_index_t t = 0; t < m_expected.threads; ++t)
            for (long_index_t r = 0; r < m_expected.registers; ++r) {
                m_tile->index(t, r, m_x.data());
                if (!inside()) {
                    failure f = wrong(failure_kind::out_of_bounds, in_register(m_encoding, {t, r}),
                                      "X", m_x, m_expected.x_lengths);
                    f.expected->by = "the lengths";
                    return failed(std::move(f));
                }
                const std::size_t element = number();
                if (last_thread[element] == t)
                    return failed(wrong(failure_kind::repeated, in_register(m_encoding, {t, r}),
                                        "X", m_x,
                                        "an X that no other register of the thread holds"));
                last_thread[element] = t;
                ++times[element];
            }
        for (std::size_t i = 0; i < times.size(); ++i)
            if (times[i] != m_expected.replicas) {
                to_index(i);
                return failed(wrong(times[i] < m_expected.replicas
                                        ? failure_kind::missing_element
                                        : failure_kind::unexpected_element,
                                    {.part = "the number of holders of X", .index = m_x}, "",
                                    times[i], m_expected.replicas));
            }
        return held(law_id::L11);
    }

    // X and replica -> holder -> X, where all holders of an X must be different.
    law_result check_holders() {
        std::vector<tile_holder> seen;
        for (std::size_t i = 0; i < elements(); ++i) {
            seen.clear();
            for (long_index_t replica = 0; replica < m_expected.replicas; ++replica) {
                to_index(i);
                const std::vector<long_index_t> asked = m_x;
                const auto holder = m_tile->holder(asked.data(), replica);
                if (!holder) return held(law_id::L11);  // this subject has no holder() to judge
                if (law_result one = check_holder(asked, replica, *holder, seen); one.failed())
                    return one;
                seen.push_back(*holder);
            }
        }
        return held(law_id::L11);
    }

    law_result check_holder(const std::vector<long_index_t>& asked, long_index_t replica,
                            tile_holder holder, const std::vector<tile_holder>& seen) {
        const auto fail = [&](failure_kind kind, fact expected, std::string by = "") {
            failure f = wrong(
                kind, {.part = "the holder of X", .at = {{"in replica", replica}}, .index = asked},
                "", holder_text(holder), std::move(expected));
            f.expected->by = std::move(by);
            return failed(std::move(f));
        };
        if (holder.thread < 0 || holder.thread >= m_expected.threads || holder.register_ < 0 ||
            holder.register_ >= m_expected.registers)
            return fail(failure_kind::wrong_value, "one that exists");
        m_tile->index(holder.thread, holder.register_, m_x.data());
        if (m_x != asked)
            return fail(failure_kind::disagreement, "X " + print_index(m_x), "is what that holds");
        if (std::ranges::find(seen, holder) != seen.end())
            return fail(failure_kind::repeated, "another one than in the replicas before");
        return held(law_id::L11);
    }

    std::size_t elements() const {
        std::size_t n = 1;
        for (const long_index_t l : m_expected.x_lengths) n *= static_cast<std::size_t>(l);
        return n;
    }
    bool inside() const {
        for (std::size_t i = 0; i < m_x.size(); ++i)
            if (m_x[i] < 0 || m_x[i] >= m_expected.x_lengths[i]) return false;
        return true;
    }
    std::size_t number() const {
        std::size_t n = 0;
        for (std::size_t i = 0; i < m_x.size(); ++i)
            n = n * static_cast<std::size_t>(m_expected.x_lengths[i]) +
                static_cast<std::size_t>(m_x[i]);
        return n;
    }
    void to_index(std::size_t n) {
        for (std::size_t i = m_x.size(); i-- > 0;) {
            const auto length = static_cast<std::size_t>(m_expected.x_lengths[i]);
            m_x[i] = static_cast<long_index_t>(n % length);
            n /= length;
        }
    }

    const tile_encoding& m_encoding;
    std::unique_ptr<tile_evaluator> m_tile;
    reference::tile_holders m_expected;
    std::vector<long_index_t> m_x;
};

}  // namespace

law_result check_coverage(const tile_subject& subject, const tile_encoding& e) {
    if (std::string reason = not_judged(e); !reason.empty())
        return discarded(law_id::L11, std::move(reason));
    try {
        return coverage(subject, e).run();
    } catch (const layout_error& error) {
        return failed({.law = law_id::L11,
                       .kind = failure_kind::refused_valid,
                       .where = {.text = print_tile(e)},
                       .detail = error.what()});
    }
}

}  // namespace tileproof::properties
