// SPDX-License-Identifier: MIT
// What a generated program answers for a library under test: one table of plain C functions for each layout or tile
// distribution. The harness loads them and judges them by the laws; it never includes the library itself.
//
//   layout made by case_3::whole(v), v = {2,3}: packed [2,3]
//     rank 2, lengths {2,3}, element space 6, offset of {1,2} is 5
//
// A library's subject.hpp says in namespace `subject` how it is asked. Required of layouts:
//   template <class D> constexpr int rank                       the number of indices
//   void lengths(const D&, std::int64_t* out)
//   bool offset(const D&, const std::int64_t* index, std::int64_t* out)      false: the index has no element
// What a library does not have is left out, and not judged:
//   std::int64_t space(const D&)                                element space size
//   int hidden_rank(const D*)                                   how many hidden indices
//   void hidden(const D&, const std::int64_t* index, std::int64_t* out)
//   void move(const D&, std::int64_t* hidden, const std::int64_t* step)
//   void vectors(const D&, std::int64_t* lengths, std::int64_t* strides)     a length below 2: no claim
//   bool says_static(const D&)      D{} is the same layout, as all of it is in the type
// And of tile distributions: tile_sizes, tile_index (below).
#pragma once

#include "answer_table.hpp"

#include <cstdint>
#include <type_traits>

// The names of what a library may leave out: these are never called.
namespace subject {
struct left_out;
void space(left_out);
void hidden(left_out);
int hidden_rank(left_out);
void move(left_out);
void vectors(left_out);
void says_static(left_out);
void tile_sizes(left_out);
void tile_index(left_out);
}  // namespace subject

namespace tileproof_answers {

// `All` false: of a part below a cut only offsets are asked.
template <auto Make, bool All>
struct layout_of {
    using made = std::decay_t<decltype(Make(nullptr))>;
    static const made& at(const void* d) { return *static_cast<const made*>(d); }

    static void* make(const std::int64_t* numbers) { return new made(Make(numbers)); }
    static void* make_of_type() {
        if constexpr (std::is_default_constructible_v<made>)
            return new made{};
        else
            return nullptr;
    }
    static void destroy(void* d) { delete static_cast<made*>(d); }
    static void lengths(const void* d, std::int64_t* out) { subject::lengths(at(d), out); }
    static bool offset(const void* d, const std::int64_t* index, std::int64_t* out) {
        return subject::offset(at(d), index, out);
    }

    static constexpr tileproof_layout_answers answers() {
        tileproof_layout_answers a{};
        a.make = make;
        a.destroy = destroy;
        a.rank = subject::rank<made>;
        a.lengths = lengths;
        a.offset = offset;
        if constexpr (requires(const made& d) { subject::space(d); })
            a.space = [](const void* d) -> std::int64_t { return subject::space(at(d)); };
        if constexpr (All) ask_the_rest(a);
        return a;
    }

  private:
    static constexpr void ask_the_rest(tileproof_layout_answers& a) {
        constexpr std::int64_t* out = nullptr;
        constexpr const std::int64_t* in = nullptr;
        if constexpr (requires(const made& d) { subject::hidden(d, in, out); }) {
            a.hidden_rank = subject::hidden_rank(static_cast<const made*>(nullptr));
            a.hidden = [](const void* d, const std::int64_t* index, std::int64_t* hidden) {
                subject::hidden(at(d), index, hidden);
            };
        }
        if constexpr (requires(const made& d) { subject::move(d, out, in); })
            a.move = [](const void* d, std::int64_t* hidden, const std::int64_t* step) {
                subject::move(at(d), hidden, step);
            };
        if constexpr (requires(const made& d) { subject::vectors(d, out, out); })
            a.vectors = [](const void* d, std::int64_t* lengths, std::int64_t* strides) {
                subject::vectors(at(d), lengths, strides);
            };
        if constexpr (requires(const made& d) { subject::says_static(d); }) {
            a.says_static = [](const void* d) { return subject::says_static(at(d)); };
            a.make_of_type = make_of_type;
        }
    }
};

template <auto Make>
struct tile_of {
    using made = std::decay_t<decltype(Make())>;
    static void sizes(std::int64_t* out) { subject::tile_sizes(Make(), out); }
    static void index(const std::int64_t* p, const std::int64_t* y, std::int64_t* x) {
        subject::tile_index(Make(), p, y, x);
    }
    static constexpr tileproof_tile_answers answers() { return {sizes, index}; }
};

}  // namespace tileproof_answers
