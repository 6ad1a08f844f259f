// SPDX-License-Identifier: MIT
// The object that tile laws judge: something that knows which thread holds which element of a tile.
//
//   const auto tile = dynamic_tiles().make(parse_tile("tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]"));
//   tile->index(1, 1, x)            x = {3}: thread 1, register 1
//   tile->holder(x, 0)              thread 1, register 1
//
// Threads are the P dims packed, the last fastest (warp * lanes + lane), and registers likewise the Y dims. The laws
// judge the library's dynamic form, a static one, and planted bugs alike.
#pragma once

#include <tileproof/tile/tile_encoding.hpp>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tileproof::properties {

struct tile_holder {
    long_index_t thread = 0, register_ = 0;
    friend bool operator==(const tile_holder&, const tile_holder&) = default;
};

class tile_evaluator {
  public:
    virtual ~tile_evaluator() = default;
    virtual std::vector<long_index_t> x_lengths() const = 0;
    virtual long_index_t threads() const = 0;
    virtual long_index_t registers() const = 0;
    virtual long_index_t replicas() const = 0;
    // The X that this register of this thread holds; x has one number for each X length.
    virtual void index(long_index_t thread, long_index_t register_, long_index_t* x) const = 0;
    // The holder of X in this replica; nullopt if this subject cannot tell.
    virtual std::optional<tile_holder> holder(const long_index_t* x, long_index_t replica) const;
};

class tile_subject {
  public:
    virtual ~tile_subject() = default;
    virtual std::string_view name() const = 0;
    // Throws layout_error if the encoding is malformed.
    virtual std::unique_ptr<tile_evaluator> make(const tile_encoding&) const = 0;
};

// The library's dynamic form, tile_map.
const tile_subject& dynamic_tiles();

}  // namespace tileproof::properties
