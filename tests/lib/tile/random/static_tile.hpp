// SPDX-License-Identifier: MIT
// What generate_tiles.cpp writes: static encodings with the text that each was written from.
#pragma once

#include <memory>
#include <string>
#include <tileproof/tile/tile_adaptor.hpp>
#include <tileproof/tile/tile_distribution.hpp>
#include <vector>

#include "properties/tile/tile_subject.hpp"

namespace tileproof::tests {

struct static_tile_form {
    std::string text;
    tile_encoding value;  // of the static form
    std::unique_ptr<properties::tile_evaluator> (*make)(), (*make_adaptor)();
};
const std::vector<static_tile_form>& static_tile_forms();

// A static distribution as the laws see it.
template <class Encoding>
class static_tile : public properties::tile_evaluator {
  public:
    using distribution = tile_distribution<Encoding>;
    static_tile() {
        unroll<distribution::num_registers>([&](auto place) {
            constexpr int number = static_cast<int>(decltype(place)::value);
            of_y_[number] = distribution::calculate_index_of_y(
                typename distribution::template y_of_register<number>{});
        });
    }
    std::vector<long_index_t> x_lengths() const override {
        const auto lengths = Encoding::get_x_lengths();
        return {lengths.begin(), lengths.end()};
    }
    long_index_t threads() const override { return Encoding::map.threads; }
    long_index_t registers() const override { return Encoding::get_thread_buffer_size(); }
    long_index_t replicas() const override { return Encoding::get_replication(); }
    void index(long_index_t thread, long_index_t register_, long_index_t* x) const override {
        typename distribution::p_index p{};
        if constexpr (Encoding::num_dim_p <= 2) {
            p = distribution::get_partition_index(static_cast<index_t>(thread));
        } else {
            for (int i = Encoding::num_dim_p - 1; i >= 0; --i) {
                p[i] = static_cast<index_t>(thread % Encoding::get_p_lengths()[i]);
                thread /= Encoding::get_p_lengths()[i];
            }
        }
        const auto of_p = distribution::calculate_index(p);
        if constexpr (Encoding::num_dim_x > 0)
            for (int i = 0; i < Encoding::num_dim_x; ++i)
                x[i] = of_p[i] + of_y_[static_cast<int>(register_)][i];
    }

  private:
    array<typename distribution::x_index, distribution::num_registers> of_y_{};
};

// The same map through the adaptor of transforms.
template <class Encoding>
class adaptor_tile : public static_tile<Encoding> {
  public:
    void index(long_index_t thread, long_index_t register_, long_index_t* x) const override {
        constexpr auto adaptor = make_ps_ys_to_xs_adaptor(Encoding{});
        constexpr int p = Encoding::num_dim_p, y = Encoding::num_dim_y;
        array<index_t, p + y> top{};
        if constexpr (y > 0)
            for (int i = y - 1; i >= 0; --i) {
                top[p + i] = static_cast<index_t>(register_ % Encoding::get_y_lengths()[i]);
                register_ /= Encoding::get_y_lengths()[i];
            }
        if constexpr (p > 0)
            for (int i = p - 1; i >= 0; --i) {
                top[i] = static_cast<index_t>(thread % Encoding::get_p_lengths()[i]);
                thread /= Encoding::get_p_lengths()[i];
            }
        const auto bottom = adaptor.calculate_bottom_index(top);
        if constexpr (Encoding::num_dim_x > 0)
            for (int i = 0; i < Encoding::num_dim_x; ++i) x[i] = bottom[i];
    }
};

template <class Encoding>
constexpr bool every_p_has_a_dim() {
    for (const auto& ids : Encoding::value.p)
        if (ids.empty()) return false;
    return true;
}

template <class Encoding>
static_tile_form make_form(const char* text) {
    static_tile_form form{text, Encoding::value,
                          []() -> std::unique_ptr<properties::tile_evaluator> {
                              return std::make_unique<static_tile<Encoding>>();
                          },
                          nullptr};
    if constexpr (every_p_has_a_dim<Encoding>())
        form.make_adaptor = []() -> std::unique_ptr<properties::tile_evaluator> {
            return std::make_unique<adaptor_tile<Encoding>>();
        };
    return form;
}

}  // namespace tileproof::tests
