// SPDX-License-Identifier: MIT
// The text of an encoding: one line that people can type and read.
//
//   tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]
//
//   tile   := "tile" "R=" list "H=" "[" [ list ("," list)* ] "]"
//             "P=" "[" [ ids ("," ids)* ] "]" "Y=" ids
//   list   := "[" [ int ("," int)* ] "]"
//   ids    := "[" "]"                          no dims
//           | "[" int "," int "]"              one dim: major, minor
//           | "[" ints ";" ints "]"            several: all majors, then all minors, as in CK Tile
//
// So P=[[1,1],[1,2;2,0]] is {warp: (1,1)}, {lane: (1,2), (2,0)}, and Y=[1,2;0,1] is (1,0), (2,1).
// Spaces are allowed between any two words. The canonical form is the one above: print(parse(text)) is text for a
// canonical text, and parse(print(e)) == e for every encoding. Parsing checks the syntax; check_tile (tile_error.hpp)
// checks the meaning.
#pragma once

#include <string>
#include <string_view>
#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_encoding.hpp>
#include <vector>

namespace tileproof {

namespace detail {

class tile_parser {
  public:
    explicit tile_parser(std::string_view text) : text_(text) {}

    tile_encoding parse() {
        tile_encoding e;
        word("tile");
        word("R");
        expect('=', "after R");
        lengths(e.r, "R");
        word("H");
        expect('=', "after H");
        each("H", tile_encoding::max_x, [&] { lengths(e.h.elements[e.h.count++], "H"); });
        word("P");
        expect('=', "after P");
        each("P", tile_encoding::max_p, [&] { ids(e.p.elements[e.p.count++], "P"); });
        word("Y");
        expect('=', "after Y");
        ids(e.y, "Y");
        skip_spaces();
        if (position_ < text_.size()) fail("the text goes on after Y, but Y is the last part");
        return e;
    }

  private:
    [[noreturn]] void fail(const std::string& sentence) const {
        throw layout_error("The text of a tile is wrong at position " + std::to_string(position_) +
                           ": " + sentence + ", found " + found() + ".");
    }
    std::string found() const {
        if (position_ >= text_.size()) return "the end of the text";
        // A zero byte would end the sentence for readers of what().
        const auto byte = static_cast<unsigned char>(text_[position_]);
        if (byte < 0x20 || byte >= 0x7f) return "a character of code " + std::to_string(byte);
        std::string_view rest = text_.substr(position_, 12);
        for (std::size_t i = 0; i < rest.size(); ++i)
            if (rest[i] < 0x20 || rest[i] >= 0x7f) rest = rest.substr(0, i);
        return "'" + std::string(rest) + "'";
    }
    void skip_spaces() {
        while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t'))
            ++position_;
    }
    bool take(char c) {
        skip_spaces();
        if (position_ >= text_.size() || text_[position_] != c) return false;
        ++position_;
        return true;
    }
    void expect(char c, const std::string& where) {
        if (!take(c)) fail(std::string("expected '") + c + "' " + where);
    }
    void word(std::string_view w) {
        skip_spaces();
        if (text_.substr(position_, w.size()) != w)
            fail("expected '" + std::string(w) +
                 "' (the parts are tile R= H= P= Y=, in this order)");
        position_ += w.size();
    }
    long_index_t integer() {
        skip_spaces();
        const std::size_t start = position_;
        const bool negative = take('-');
        const std::size_t first = position_;
        long_index_t value = 0;
        for (; position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9';
             ++position_) {
            const int digit = text_[position_] - '0';
            if (value > (INT64_MAX - digit) / 10) {
                position_ = start;
                fail("expected an integer of at most 2^63 - 1");
            }
            value = 10 * value + digit;
        }
        if (position_ == first) fail("expected an integer");
        return negative ? -value : value;
    }
    void each(const std::string& part, int limit, auto element) {
        expect('[', "to open the list of " + part);
        if (take(']')) return;
        for (int n = 0;; ++n) {
            if (n == limit)
                fail(part + " has more than " + std::to_string(limit) +
                     " lists, which is the limit");
            element();
            if (take(']')) return;
            expect(',', "or ']' after a list of " + part);
        }
    }
    // Integers up to a terminator: ']' or, if `semicolon`, ';'. Returns the terminator.
    std::vector<long_index_t> integers(const std::string& part, int limit, bool semicolon,
                                       char& end) {
        std::vector<long_index_t> values;
        for (;;) {
            if (static_cast<int>(values.size()) == limit)
                fail("a list of " + part + " has more than " + std::to_string(limit) +
                     " integers, which is the limit");
            values.push_back(integer());
            for (const char c : {']', ';'})
                if ((c == ']' || semicolon) && take(c)) {
                    end = c;
                    return values;
                }
            expect(',',
                   std::string("or ']'") + (semicolon ? " or ';'" : "") + " in a list of " + part);
        }
    }
    template <class List>
    void lengths(List& list, const std::string& part) {
        expect('[', "to open a list of " + part);
        if (take(']')) return;
        char end = 0;
        for (const long_index_t value : integers(part, List::capacity, false, end))
            list.push_back(value);
    }
    template <class List>
    void ids(List& list, const std::string& part) {
        expect('[', "to open the dims of a " + part);
        if (take(']')) return;
        char end = 0;
        std::vector<long_index_t> majors = integers(part, List::capacity, true, end), minors;
        if (end == ';') {
            minors = integers(part, List::capacity, false, end);
        } else if (majors.size() == 2) {
            minors = {majors[1]};
            majors.pop_back();
        } else {
            fail("the dims of a " + part +
                 " are written major,minor for one and majors;minors for " + "several, so " +
                 std::to_string(majors.size()) + " integers need a ';' before");
        }
        if (majors.size() != minors.size())
            fail("a " + part + " has " + std::to_string(majors.size()) + " majors and " +
                 std::to_string(minors.size()) + " minors, and as many of each are needed before");
        for (std::size_t i = 0; i < majors.size(); ++i)
            list.push_back({id_part(majors[i]), id_part(minors[i])});
    }
    int id_part(long_index_t value) const {
        if (value < INT32_MIN || value > INT32_MAX)
            fail("the major or minor " + std::to_string(value) + " does not fit in 32 bits before");
        return static_cast<int>(value);
    }

    std::string_view text_;
    std::size_t position_ = 0;
};

std::string print_list(const auto& list, auto print_element) {
    std::string text;
    for (const auto& element : list) text += (text.empty() ? "" : ",") + print_element(element);
    return text;
}

std::string print_lengths(const auto& list) {
    return "[" + print_list(list, [](long_index_t v) { return std::to_string(v); }) + "]";
}

std::string print_ids(const auto& ids) {
    const auto majors = print_list(ids, [](rh_id id) { return std::to_string(id.major); });
    const auto minors = print_list(ids, [](rh_id id) { return std::to_string(id.minor); });
    if (ids.empty()) return "[]";
    return "[" + majors + (ids.size() == 1 ? "," : ";") + minors + "]";
}

}  // namespace detail

// Text to value. Throws layout_error with the position and what was expected. The limits of tile_encoding apply, so
// no text makes it allocate or run without bound.
inline tile_encoding parse_tile(std::string_view text) { return detail::tile_parser(text).parse(); }

// Value to canonical text, even for encodings that check_tile refuses.
inline std::string print_tile(const tile_encoding& e) {
    return "tile R=" + detail::print_lengths(e.r) + " H=[" +
           detail::print_list(e.h, [](const auto& h) { return detail::print_lengths(h); }) +
           "] P=[" + detail::print_list(e.p, [](const auto& p) { return detail::print_ids(p); }) +
           "] Y=" + detail::print_ids(e.y);
}

}  // namespace tileproof
