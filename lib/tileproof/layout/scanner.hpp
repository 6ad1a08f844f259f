// SPDX-License-Identifier: MIT
// Splits a layout text into words, numbers and signs, with the column of each for error messages.
//
//   "pad(1,-2)"     the word "pad", the sign '(', the number 1, the sign ',', the number -2, the sign ')'
//
// White space between them is skipped. Columns are counted from 1.
#pragma once

#include <tileproof/layout/limits.hpp>
#include <tileproof/layout_error.hpp>

#include <string>
#include <string_view>

namespace tileproof::detail {

class layout_scanner {
  public:
    // Errors: layout_error for a text longer than maximum_text_length.
    explicit layout_scanner(std::string_view text) : text_(text) {
        if (text.size() > static_cast<std::size_t>(maximum_text_length))
            throw layout_error("The layout text has " + std::to_string(text.size()) +
                               " characters, more than the " + std::to_string(maximum_text_length) +
                               " that are read; split the layout or shorten its tables.");
        skip_space();
    }

    bool at_end() const { return at_ == text_.size(); }

    // Whether `sign` comes next; if so, consumes it.
    bool take(std::string_view sign) {
        if (!text_.substr(at_).starts_with(sign)) return false;
        at_ += sign.size();
        skip_space();
        return true;
    }
    void expect(std::string_view sign, std::string_view where) {
        if (!take(sign))
            fail("\"" + std::string(sign) + "\" must come " + std::string(where) + ", but " +
                 found());
    }

    // Letters and underscores; empty if something else comes next.
    std::string_view peek_word() const {
        std::size_t end = at_;
        while (end < text_.size() && is_word_character(text_[end])) ++end;
        return text_.substr(at_, end - at_);
    }
    void take_word() {
        at_ += peek_word().size();
        skip_space();
    }
    bool take_word(std::string_view word) {
        if (peek_word() != word) return false;
        take_word();
        return true;
    }

    // A whole number that fits in 64 bits, with an optional minus sign.
    long_index_t number(std::string_view where) {
        const std::size_t begin = at_;
        last_number_ = begin;
        const bool negative = at_ < text_.size() && text_[at_] == '-';
        if (negative) ++at_;
        if (at_ == text_.size() || !is_digit(text_[at_])) {
            at_ = begin;
            fail("a whole number must come " + std::string(where) + ", but " + found());
        }
        long_index_t value = 0;
        for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
            const int digit = text_[at_] - '0';
            if (__builtin_mul_overflow(value, long_index_t{10}, &value) ||
                __builtin_add_overflow(value, static_cast<long_index_t>(digit), &value)) {
                at_ = begin;
                fail("the number does not fit 64 bits; the largest is 9223372036854775807");
            }
        }
        if (++numbers_ > maximum_text_numbers) {
            at_ = begin;
            fail("the text has more than " + std::to_string(maximum_text_numbers) +
                 " numbers; shorten its tables");
        }
        skip_space();
        return negative ? -value : value;
    }

    // The next token, for the second half of an error: `"]" is here`, `the text ends here`.
    std::string found() const {
        if (at_end()) return "the text ends here";
        const std::string_view word = peek_word();
        if (!word.empty()) return "\"" + std::string(word.substr(0, 40)) + "\" is here";
        const auto c = static_cast<unsigned char>(text_[at_]);
        if (c < 0x20 || c >= 0x7f) return "a character of code " + std::to_string(c) + " is here";
        return "\"" + std::string(1, text_[at_]) + "\" is here";
    }

    [[noreturn]] void fail(const std::string& rule) const {
        throw layout_error("Layout text, column " + std::to_string(at_ + 1) + ": " + rule + ".");
    }

    // The same, at the last number consumed.
    [[noreturn]] void fail_at_number(const std::string& rule) {
        at_ = last_number_;
        fail(rule);
    }

  private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_word_character(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' ||
                                      text_[at_] == '\n' || text_[at_] == '\r'))
            ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t last_number_ = 0;
    int numbers_ = 0;
};

}  // namespace tileproof::detail
