// SPDX-License-Identifier: MIT
#include "extras/prove/expression.hpp"

#include <fmt/format.h>

#include <charconv>
#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool expression_reader::at_end() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
        ++at_;
    return at_ == text_.size();
}

bool expression_reader::take(std::string_view sign) {
    if (at_end() || !text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
}

std::string expression_reader::where() const {
    return fmt::format("{}, column {}: ", what_, at_ + 1);
}

void expression_reader::fail(const std::string& rule) const {
    throw layout_error(where() + rule + ".");
}

polynomial expression_reader::sum() {
    if (++depth_ > 64) fail("an expression has more than 64 parentheses inside each other");
    polynomial result = product();
    for (;;) {
        at_end();
        if (text_.substr(at_).starts_with("->")) break;
        if (take("+"))
            result = result + product();
        else if (take("-"))
            result = result - product();
        else
            break;
    }
    --depth_;
    return result;
}

polynomial expression_reader::product() {
    polynomial result = power();
    for (;;)
        if (take("*"))
            result = result * power();
        else if (take("/"))
            result = given_->quotient(result, power(), where());
        else
            return result;
}

polynomial expression_reader::power() {
    if (take("-")) {
        if (++depth_ > 64) fail("an expression has more than 64 signs before a number");
        const polynomial negated = polynomial(0) - power();
        --depth_;
        return negated;
    }
    const polynomial base = primary();
    if (!take("^")) return base;
    const polynomial exponent = primary();
    if (base.is(2)) return given_->power_of_two(exponent, where());
    const auto times = exponent.number();
    if (!times || *times < 0 || *times > 16)
        fail(
            "an exponent is a number from 0 to 16, or any sum of names for a power of 2, as in "
            "2^k");
    polynomial result = 1;
    for (long_index_t i = 0; i < *times; ++i) result = result * base;
    return result;
}

polynomial expression_reader::primary() {
    if (at_end()) fail("a number or a name must come here, but the text ends");
    if (take("(")) {
        const polynomial inside = sum();
        if (!take(")")) fail("\")\" must end what \"(\" began");
        return inside;
    }
    const std::size_t begin = at_;
    if (is_digit(text_[at_])) {
        long_index_t number = 0;
        const auto [end, error] =
            std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
        if (error != std::errc())
            fail("the number does not fit 64 bits; the largest is 9223372036854775807");
        at_ = static_cast<std::size_t>(end - text_.data());
        return number;
    }
    while (at_ < text_.size() && (is_letter(text_[at_]) || (at_ > begin && is_digit(text_[at_]))))
        ++at_;
    if (at_ == begin)
        fail(fmt::format("a number or a name must come here, but \"{}\" does",
                         text_.substr(at_, 1)));
    if (at_ - begin > 40) fail("a name has at most 40 letters");
    return given_->named(std::string(text_.substr(begin, at_ - begin)), where());
}

}  // namespace tileproof::prove
