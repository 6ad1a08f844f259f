// SPDX-License-Identifier: MIT
// A static descriptor as the laws see layouts: one evaluator, so that a law judges it as it judges the
// dynamic form. And a list of random ones, which generate_chains.cpp writes.
#pragma once

#include "properties/layout/subject.hpp"

#include <memory>
#include <tileproof/coordinate.hpp>
#include <tileproof/to_layout.hpp>

namespace tileproof::tests {

using properties::layout_evaluator;
using properties::layout_index;

// The map of a descriptor, through its coordinates.
template <class Descriptor>
class static_evaluator final : public layout_evaluator {
    static constexpr int rank = Descriptor::dimension_count;
    static constexpr int hidden_count = Descriptor::hidden_count;
    using index_type = typename Descriptor::index_type;
    using top_index = array<index_type, rank>;

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
        // The short way must agree; if not, an impossible offset makes every law fail.
        return d_.calculate_offset(top(index)) == c.get_offset() ? c.get_offset() : -77;
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        const auto hidden = d_.calculate_hidden_index(top(index));
        return {hidden.begin(), hidden.end()};
    }
    bool has_move() const override { return true; }
    void move(layout_index& hidden, std::span<const long_index_t> step) const override {
        array<index_type, hidden_count> all{};
        for (int i = 0; i < hidden_count; ++i)
            all[i] = static_cast<index_type>(hidden[static_cast<std::size_t>(i)]);
        coordinate_of<Descriptor> c(all);
        move_tensor_coordinate(d_, c, top(step));
        hidden.assign(c.get_hidden_index().begin(), c.get_hidden_index().end());
    }
    std::vector<vector_claim> vectors() const override {
        constexpr auto safe = Descriptor::get_top_dimension_safe_vector_length_strides();
        std::vector<vector_claim> result;
        for (int i = 0; i < rank; ++i)
            result.push_back({safe.template get<0>()[i], safe.template get<1>()[i]});
        return result;
    }

  private:
    static top_index top(std::span<const long_index_t> index) {
        top_index result{};
        if constexpr (rank > 0)
            for (int i = 0; i < rank; ++i)
                result[i] = static_cast<index_type>(index[static_cast<std::size_t>(i)]);
        return result;
    }

    Descriptor d_;
};

struct static_form {
    const char* text;  // the layout that the descriptor was written from
    // Made with transform_tensor_descriptor, and with the stages as adaptors that are chained.
    std::unique_ptr<layout_evaluator> (*make)();
    std::unique_ptr<layout_evaluator> (*make_chained)();
    layout_description (*convert)();  // to_layout_description
    bool all_static;                  // no length is known at run time only
};

// Reads a number that the compiler must not know.
inline long_index_t run_time(long_index_t value) {
    volatile long_index_t hidden = value;
    return hidden;
}

// An entry from two functions that make the descriptor.
template <auto Make, auto MakeChained>
static_form form_of(const char* text) {
    using descriptor = decltype(Make());
    return {text,
            []() -> std::unique_ptr<layout_evaluator> {
                return std::make_unique<static_evaluator<descriptor>>(Make());
            },
            []() -> std::unique_ptr<layout_evaluator> {
                return std::make_unique<static_evaluator<decltype(MakeChained())>>(MakeChained());
            },
            [] { return to_layout_description(Make()); }, descriptor::is_static()};
}

// All that were generated.
std::vector<static_form> static_forms();

}  // namespace tileproof::tests
