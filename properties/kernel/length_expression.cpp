// SPDX-License-Identifier: MIT
#include "properties/kernel/length_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>
#include <stdexcept>

namespace tileproof::properties {

class length_parser {
  public:
    length_parser(std::string_view text, const std::vector<std::string>& dims,
                  length_expression& into)
        : text_(text), dims_(dims), into_(into) {
        sum();
        if (peek() != 0) fail(fmt::format("'{}' is not expected here", peek()));
    }

  private:
    void sum() {
        product();
        while (peek() == '+' || peek() == '-') {
            const char what = text_[at_++];
            product();
            into_.steps_.push_back({what});
        }
    }
    void product() {
        factor();
        while (peek() == '*' || peek() == '/') {
            const char what = text_[at_++];
            factor();
            into_.steps_.push_back({what});
        }
    }
    void factor() {
        if (peek() == '(') {
            ++at_;
            sum();
            if (peek() != ')') fail("a parenthesis is not closed");
            ++at_;
            return;
        }
        const std::size_t begin = at_;
        const auto in_word = [&] {
            return at_ < text_.size() &&
                   (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_');
        };
        while (in_word()) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (word.empty()) fail("a number or the name of a dim is missing");
        if ((word == "ceil" || word == "floor") && peek() == '(') return rounded(word);
        long_index_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error == std::errc() && end == word.data() + word.size()) {
            into_.steps_.push_back({'n', number});
            return;
        }
        const auto dim = std::ranges::find(dims_, word);
        if (dim == dims_.end())
            fail(fmt::format("'{}' is neither a number nor one of the dims {}", word,
                             fmt::join(dims_, ", ")));
        into_.steps_.push_back({'d', dim - dims_.begin()});
    }
    // ceil(n / 128), floor(n / 2): the last step is then the inner quotient.
    void rounded(std::string_view word) {
        factor();
        if (into_.steps_.back().what != '/')
            fail(fmt::format("{0} takes a quotient, as in {0}(n / 128)", word));
        into_.steps_.back().what = word == "ceil" ? '^' : 'v';
    }
    char peek() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    [[noreturn]] void fail(const std::string& why) const {
        throw std::invalid_argument(fmt::format("The length '{}' cannot be read: {}.", text_, why));
    }

    std::string_view text_;
    const std::vector<std::string>& dims_;
    length_expression& into_;
    std::size_t at_ = 0;
};

length_expression::length_expression(std::string_view text, const std::vector<std::string>& dims) {
    length_parser(text, dims, *this);
}

std::optional<long_index_t> length_expression::value(std::span<const long_index_t> dims) const {
    if (steps_.size() == 1 && steps_[0].what == 'd')
        return dims[static_cast<std::size_t>(steps_[0].number)];
    std::vector<long_index_t> stack;
    for (const step& s : steps_) {
        if (s.what == 'n' || s.what == 'd') {
            stack.push_back(s.what == 'n' ? s.number : dims[static_cast<std::size_t>(s.number)]);
            continue;
        }
        const long_index_t b = stack.back();
        stack.pop_back();
        long_index_t& a = stack.back();
        bool fits = true;
        if (s.what == '+') fits = !__builtin_add_overflow(a, b, &a);
        if (s.what == '-') fits = !__builtin_sub_overflow(a, b, &a);
        if (s.what == '*') fits = !__builtin_mul_overflow(a, b, &a);
        if (s.what == '/') {
            fits = b != 0 && b != -1 && a % b == 0;
            if (fits) a /= b;
        }
        if (s.what == '^' || s.what == 'v') {
            fits = a >= 0 && b > 0;
            if (fits) a = a / b + (s.what == '^' && a % b > 0);
        }
        if (!fits) return std::nullopt;
    }
    if (stack.back() < 0) return std::nullopt;
    return stack.back();
}

long_index_t length_expression::divisor_of(std::size_t dim) const {
    long_index_t divisor = 1;
    for (std::size_t i = 0; i + 2 < steps_.size(); ++i)
        if (steps_[i].what == 'd' && static_cast<std::size_t>(steps_[i].number) == dim &&
            steps_[i + 1].what == 'n' && steps_[i + 2].what == '/' && steps_[i + 1].number > 0)
            divisor = std::lcm(divisor, steps_[i + 1].number);
    return divisor;
}

}  // namespace tileproof::properties
