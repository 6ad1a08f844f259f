#include "properties/layout/subject.hpp"
#include "properties/tile/observed_tile.hpp"

#include <tileproof/layout_error.hpp>

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

    verdict run() {
        if (const verdict sizes = check_sizes(); !sizes.held) return sizes;
        if (const verdict counted = count(); !counted.held) return counted;
        return check_holders();
    }

  private:
    verdict fail(const std::string& what) const { return fail_tile(law_id::L11, m_encoding, what); }
    std::string say_x() const { return "X " + print_index(m_x); }
    static std::string say(tile_holder h) {
        return "thread " + std::to_string(h.thread) + ", register " + std::to_string(h.register_);
    }

    verdict check_sizes() const {
        const auto differs = [&](const char* what, long_index_t actual, long_index_t expected) {
            return fail(std::string("the tile has ") + std::to_string(actual) + " " + what +
                        ", but the dims make " + std::to_string(expected));
        };
        if (m_tile->threads() != m_expected.threads)
            return differs("threads", m_tile->threads(), m_expected.threads);
        if (m_tile->registers() != m_expected.registers)
            return differs("registers", m_tile->registers(), m_expected.registers);
        if (m_tile->replicas() != m_expected.replicas)
            return differs("replicas", m_tile->replicas(), m_expected.replicas);
        const std::vector<long_index_t> lengths = m_tile->x_lengths();
        if (!std::equal(lengths.begin(), lengths.end(), m_expected.x_lengths.begin(),
                        m_expected.x_lengths.end()))
            return fail("the X lengths are " + print_index(lengths) + ", but the dims make " +
                        print_index(m_expected.x_lengths));
        return held();
    }

    // Counts every holder of every X; the last thread that held it tells a register read twice.
    verdict count() {
        std::size_t elements = 1;
        for (const long_index_t l : m_expected.x_lengths) elements *= static_cast<std::size_t>(l);
        std::vector<long_index_t> times(elements, 0), last_thread(elements, -1);
        for (long_index_t t = 0; t < m_expected.threads; ++t)
            for (long_index_t r = 0; r < m_expected.registers; ++r) {
                m_tile->index(t, r, m_x.data());
                for (std::size_t i = 0; i < m_x.size(); ++i)
                    if (m_x[i] < 0 || m_x[i] >= m_expected.x_lengths[i])
                        return fail(say({t, r}) + " holds " + say_x() + ", outside the lengths " +
                                    print_index(m_expected.x_lengths));
                const std::size_t element = number();
                if (last_thread[element] == t)
                    return fail(say_x() + " is held twice by thread " + std::to_string(t) +
                                ", the second time in register " + std::to_string(r));
                last_thread[element] = t;
                ++times[element];
            }
        for (std::size_t i = 0; i < elements; ++i)
            if (times[i] != m_expected.replicas) {
                to_index(i);
                return fail(say_x() + " is held " + say_times(times[i]) +
                            ", but the replication says " + say_times(m_expected.replicas));
            }
        return held();
    }

    // X and replica -> holder -> X, and the holders of one X are different ones.
    verdict check_holders() {
        std::size_t elements = 1;
        for (const long_index_t l : m_expected.x_lengths) elements *= static_cast<std::size_t>(l);
        std::vector<tile_holder> seen;
        for (std::size_t i = 0; i < elements; ++i) {
            seen.clear();
            for (long_index_t replica = 0; replica < m_expected.replicas; ++replica) {
                to_index(i);
                const std::vector<long_index_t> asked = m_x;
                const auto holder = m_tile->holder(asked.data(), replica);
                if (!holder) return held();  // this subject has none to judge
                const auto name = "the holder of X " + print_index(asked) + ", replica " +
                                  std::to_string(replica) + ", is said to be " + say(*holder);
                if (holder->thread < 0 || holder->thread >= m_expected.threads ||
                    holder->register_ < 0 || holder->register_ >= m_expected.registers)
                    return fail(name + ", which does not exist");
                m_tile->index(holder->thread, holder->register_, m_x.data());
                if (m_x != asked) return fail(name + ", but that holds " + say_x());
                if (std::find(seen.begin(), seen.end(), *holder) != seen.end())
                    return fail(name + ", as of another replica");
                seen.push_back(*holder);
            }
        }
        return held();
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

verdict check_coverage(const tile_subject& subject, const tile_encoding& e) {
    if (std::string reason = not_judged(e); !reason.empty()) return discarded(std::move(reason));
    try {
        return coverage(subject, e).run();
    } catch (const layout_error& error) {
        return fail_tile(law_id::L11, e,
                         std::string("which is well made, it is refused: ") + error.what());
    }
}

}  // namespace tileproof::properties
