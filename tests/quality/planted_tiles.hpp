// SPDX-License-Identifier: MIT
// A tile distribution library with a bug planted on purpose; right when nothing is planted.
//
//   planted_tiles({.distort = split_at_32})       a wave of 64 lanes is taken for one of 32
//   planted_tiles({})                             right
#pragma once

#include "properties/tile/tile_property.hpp"

#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_map.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace tileproof::quality {

// What can be wrong: which mistakes are let through, and what a thread and a register mean.
struct planted_tile_bug {
    tile_rule unseen = tile_rule::none;
    bool first_listed_is_fastest = false;
    // Changes P and Y before the right map is asked.
    std::function<void(const tile_map&, long_index_t thread, long_index_t* p, long_index_t* y)>
        distort = {};
};

class planted_tile final : public properties::tile_evaluator {
  public:
    planted_tile(const planted_tile_bug& bug, const tile_encoding& e) : bug_(bug) {
        if (find_mistake(e).rule == tile_rule::none) map_ = tile_map(e);
    }
    std::vector<long_index_t> x_lengths() const override {
        return {map_.x_lengths.begin(), map_.x_lengths.end()};
    }
    long_index_t threads() const override { return map_.threads; }
    long_index_t registers() const override { return map_.registers; }
    long_index_t replicas() const override { return map_.replicas; }
    void index(long_index_t thread, long_index_t register_, long_index_t* x) const override {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        tile_map::unpack(map_.p_lengths, thread, p);
        tile_map::unpack(map_.y_lengths, register_, y);
        if (bug_.distort) bug_.distort(map_, thread, p, y);
        map_.x_of(p, y, x);
    }

  private:
    const planted_tile_bug& bug_;
    tile_map map_;
};

class planted_tiles final : public properties::tile_subject {
  public:
    explicit planted_tiles(planted_tile_bug bug) : bug_(std::move(bug)) {}
    std::string_view name() const override { return "planted"; }
    std::unique_ptr<properties::tile_evaluator> make(const tile_encoding& e) const override {
        const tile_mistake mistake = find_mistake(e);
        if (mistake.rule != bug_.unseen && mistake.rule != tile_rule::none)
            throw layout_error(mistake_sentence(e, mistake));
        tile_encoding meant = e;
        if (bug_.first_listed_is_fastest)
            for (auto& ids : meant.p)
                for (int i = 0; i < ids.size() / 2; ++i) std::swap(ids[i], ids[ids.size() - 1 - i]);
        return std::make_unique<planted_tile>(bug_, meant);
    }

  private:
    planted_tile_bug bug_;
};

// A wave of 64 lanes taken for one of 32: thread / 32 for the warp, thread % 32 for the lane.
inline void split_at_32(const tile_map& map, long_index_t thread, long_index_t* p, long_index_t*) {
    if (map.p_lengths.size() != 2 || map.p_lengths[1] != 64) return;
    p[0] = thread / 32 % map.p_lengths[0];
    p[1] = thread % 32;
}

// The last register of the last Y dim reads the one before it again.
inline void repeat_last_register(const tile_map& map, long_index_t, long_index_t*,
                                 long_index_t* y) {
    if (map.y_lengths.empty()) return;
    const int last = map.y_lengths.size() - 1;
    if (y[last] > 0 && y[last] == map.y_lengths[last] - 1) --y[last];
}

}  // namespace tileproof::quality
