// SPDX-License-Identifier: MIT
#include "properties/layout/subject.hpp"

#include <tileproof/layout.hpp>
#include <tileproof/layout_vectors.hpp>

namespace tileproof::properties {
namespace {

class dynamic_evaluator final : public layout_evaluator {
  public:
    explicit dynamic_evaluator(const layout_description& description) : m_layout(description) {}

    layout_index lengths() const override { return m_layout.lengths(); }
    long_index_t element_space_size() const override { return m_layout.element_space_size(); }
    std::optional<memory_sizes> sizes() const override {
        return memory_sizes{m_layout.element_space_size(), m_layout.padded_allocation_size()};
    }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        return m_layout.offset(index);
    }
    void all_offsets(std::vector<long_index_t>& offsets) const override {
        m_layout.all_offsets(offsets);
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        return m_layout.hidden_index(index);
    }
    bool has_injectivity() const override { return true; }
    injectivity_claim injectivity() const override {
        const injectivity_result& known = m_layout.injectivity();
        injectivity_claim claim;
        claim.reason = known.reason;
        switch (known.kind) {
            case injectivity_kind::injective:
                claim.what = injectivity_claim::kind::injective;
                break;
            case injectivity_kind::repeats:
                claim.what = injectivity_claim::kind::repeats;
                break;
            case injectivity_kind::may_repeat:
                break;
        }
        if (known.witness) {
            claim.first = known.witness->first;
            claim.second = known.witness->second;
        }
        return claim;
    }
    bool has_inverse() const override { return true; }
    std::optional<layout_index> inverse(long_index_t offset) const override {
        return m_layout.inverse(offset);
    }
    bool has_move() const override { return true; }
    void move(layout_index& hidden, std::span<const long_index_t> step) const override {
        layout_index by(hidden.size());
        m_layout.view().move(step, hidden.data(), by.data());
    }
    std::vector<vector_claim> vectors() const override { return safe_vectors(m_layout); }

  private:
    layout m_layout;
};

class dynamic_subject final : public layout_subject {
  public:
    std::string_view name() const override { return "layout"; }
    std::unique_ptr<layout_evaluator> make(const layout_description& layout) const override {
        return std::make_unique<dynamic_evaluator>(layout);
    }
};

}  // namespace

void layout_evaluator::all_offsets(std::vector<long_index_t>& offsets) const {
    const layout_index lengths = this->lengths();
    const long_index_t count = index_count(lengths).value();
    offsets.resize(static_cast<std::size_t>(count));
    layout_index index(lengths.size(), 0);
    for (long_index_t& position : offsets) {
        const auto found = offset(index);
        // An element at -1 is not "no element"; in a listing, where -1 means that, it becomes another negative
        // number.
        position = !found ? no_offset : *found == no_offset ? no_offset - 1 : *found;
        for (std::size_t d = index.size(); d-- > 0;) {
            if (++index[d] < lengths[d]) break;
            index[d] = 0;
        }
    }
}

layout_index layout_evaluator::hidden_index(std::span<const long_index_t>) const { return {}; }

injectivity_claim layout_evaluator::injectivity() const {
    return {injectivity_claim::kind::may_repeat, "This subject makes no claim.", {}, {}};
}

std::optional<layout_index> layout_evaluator::inverse(long_index_t) const { return {}; }

void layout_evaluator::move(layout_index&, std::span<const long_index_t>) const {}

std::vector<vector_claim> layout_evaluator::vectors() const { return {}; }

const layout_subject& dynamic_layouts() {
    static const dynamic_subject subject;
    return subject;
}

std::optional<long_index_t> index_count(std::span<const long_index_t> lengths) {
    long_index_t count = 1;
    bool fits = true;
    for (const long_index_t length : lengths) {
        if (length == 0) return 0;
        fits = fits && !__builtin_mul_overflow(count, length, &count);
    }
    if (!fits) return {};
    return count;
}

layout_index index_at(long_index_t position, std::span<const long_index_t> lengths) {
    layout_index index;
    index_at(position, lengths, index);
    return index;
}

void index_at(long_index_t position, std::span<const long_index_t> lengths, layout_index& out) {
    out.resize(lengths.size());
    for (std::size_t d = lengths.size(); d-- > 0;) {
        out[d] = position % lengths[d];
        position /= lengths[d];
    }
}

}  // namespace tileproof::properties
