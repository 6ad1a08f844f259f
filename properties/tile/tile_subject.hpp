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

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tileproof/tile/tile_encoding.hpp>
#include <vector>

#include "properties/failure.hpp"
#include "reference/tile.hpp"

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

// The laws of tile distributions, one checker each.
//
//   check_coverage(dynamic_tiles(), parse_tile("tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]"))      held
//   for a subject that reads lanes with the wrong stride: "In tile R=[] .., the number of holders of X (2) is
//   0, but must be 1."
//
// Each law first asks the reference whether the encoding is valid: coverage and reference are discarded if it is not,
// refusal if it is. So one stream of valid and broken encodings serves all three, and a minimizer may cross from one
// to the other without fooling a law.

// Tiles with more threads times registers are not judged.
inline constexpr long_index_t most_holders = 1 << 20;

// L11: each X is held exactly as often as R says, by different threads, nothing else is held, and holder() inverts
// index().
law_result check_coverage(const tile_subject&, const tile_encoding&);

// L2: every register of every thread holds the X that counting through all dims finds.
law_result check_tile_reference(const tile_subject&, const tile_encoding&);

// L13: a malformed encoding is refused with a sentence that gives values.
law_result check_tile_refusal(const tile_subject&, const tile_encoding&);

// L13 for texts: any text is either refused with a sentence that gives the position, or it is an encoding whose
// canonical text reads as the same encoding.
law_result check_tile_text(std::string_view text);

// L13 for a valid text: it can be read and made, and prints as it was, except for spaces.
law_result check_right_tile_text(const tile_subject&, const std::string& text);

// L13 for a text that is malformed in itself.
law_result check_wrong_tile_text(const std::string& text);

// What the tile laws compare: the encoding as the reference sees it, and as the subject does.
reference::tile physical_tile(const tile_encoding&);

// Register r of thread t: as a place, and as a holder in words, "thread 1, register 2".
failure_place in_register(const tile_encoding&, tile_holder);
fact holder_text(tile_holder);

// Empty, or why the law does not apply to this encoding: it is malformed or too large.
std::string not_judged(const tile_encoding&);

}  // namespace tileproof::properties
