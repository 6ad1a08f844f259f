// SPDX-License-Identifier: MIT
// A static descriptor as the laws see layouts, so that they judge it as they judge the dynamic form.
//
//   static_subject(d).make(to_layout(d).description())->offset({1,2})     what the descriptor says
#pragma once

#include "properties/layout/subject.hpp"

#include <tileproof/coordinate.hpp>
#include <tileproof/to_layout.hpp>

#include <memory>

namespace tileproof::fuzz {

template <class Descriptor>
class static_evaluator final : public properties::layout_evaluator {
    using layout_index = properties::layout_index;
    using index_type = typename Descriptor::index_type;
    static constexpr int rank = Descriptor::dimension_count;

  public:
    explicit static_evaluator(const Descriptor& d) : d_(d) {}

    layout_index lengths() const override {
        return apply(
            [](const auto&... length) {
                return layout_index{static_cast<long_index_t>(length)...};
            },
            d_.get_lengths());
    }
    long_index_t element_space_size() const override {
        return static_cast<long_index_t>(d_.get_element_space_size());
    }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        const auto c = make_tensor_coordinate(d_, top(index));
        if (!coordinate_has_valid_offset(d_, c)) return std::nullopt;
        return c.get_offset();
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        const auto c = make_tensor_coordinate(d_, top(index));
        return {c.get_hidden_index().begin(), c.get_hidden_index().end()};
    }
    bool has_move() const override { return true; }
    void move(layout_index& hidden, std::span<const long_index_t> step) const override {
        array<index_type, Descriptor::hidden_count> all{};
        for (int i = 0; i < Descriptor::hidden_count; ++i)
            all[i] = static_cast<index_type>(hidden[static_cast<std::size_t>(i)]);
        coordinate_of<Descriptor> c(all);
        move_tensor_coordinate(d_, c, top(step));
        hidden.assign(c.get_hidden_index().begin(), c.get_hidden_index().end());
    }

  private:
    static array<index_type, rank> top(std::span<const long_index_t> index) {
        array<index_type, rank> result{};
        for (int i = 0; i < rank; ++i)
            result[i] = static_cast<index_type>(index[static_cast<std::size_t>(i)]);
        return result;
    }

    const Descriptor& d_;
};

// Makes evaluators of this descriptor, whatever description it is asked for: that of to_layout(d).
template <class Descriptor>
class static_subject final : public properties::layout_subject {
  public:
    explicit static_subject(const Descriptor& d) : d_(d) {}
    std::string_view name() const override { return "descriptor"; }
    std::unique_ptr<properties::layout_evaluator> make(const layout_description&) const override {
        return std::make_unique<static_evaluator<Descriptor>>(d_);
    }

  private:
    const Descriptor& d_;
};

}  // namespace tileproof::fuzz
