// SPDX-License-Identifier: MIT
#include "extras/prove/named_layout.hpp"

#include "extras/prove/assumptions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <numeric>
#include <ranges>
#include <tileproof/layout/rules.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

namespace tileproof::prove {
namespace {

// Replaces each expression by its place in a list of all, so that the library's parser reads the rest.
//
//   packed [M,8*K] -> {merge: 0,1 -> 0}     becomes     packed [0,1] -> {merge: 0,1 -> 0}     with M, 8*K
class expressions_of {
  public:
    expressions_of(std::string_view text, assumptions& given, std::vector<polynomial>& numbers)
        : text_(text), given_(given), numbers_(numbers) {}

    std::string run() {
        if (std::ssize(text_) > maximum_text_length)
            return std::string(text_);  // refused by the parser
        bool dims = false;              // the numbers of dims follow a colon
        int depth = 0;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (dims || depth == 0) {
                if (!dims && c == ' ' && (out_.ends_with("offset") || out_.ends_with("align"))) {
                    skip_space();
                    if (at_ < text_.size() && text_[at_] != '(') take_expression();
                    continue;
                }
                if (c == ':') dims = true;
                if (c == ';' || c == '}') dims = false;
                if (!dims && (c == '[' || c == '(')) depth = 1;
                copy();
                if (depth == 1) take_unless_list();
            } else {
                if (c == '[' || c == '(') ++depth;
                if (c == ']' || c == ')') --depth;
                copy();
                if (depth > 0 && (c == ',' || c == '[' || c == '(')) take_unless_list();
            }
        }
        return out_;
    }

    // The column of the given text at a column of the text with places.
    std::size_t column(std::size_t of_places) const {
        std::size_t column = of_places;
        for (const auto& [at, shift] : shifts_)
            if (at < of_places) column = of_places + shift;
        return column;
    }

  private:
    void copy() { out_ += text_[at_++]; }
    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) copy();
    }
    // A list in brackets is read by run(), and the parser says what is missing where nothing is.
    void take_unless_list() {
        skip_space();
        if (at_ < text_.size() && std::string_view("[])").find(text_[at_]) == text_.npos)
            take_expression();
    }
    void take_expression() {
        skip_space();
        expression_reader in(text_, at_, "Layout text", given_);
        numbers_.push_back(in.sum());
        if (std::ssize(numbers_) > maximum_text_numbers) in.fail("the text has too many numbers");
        at_ = in.at();
        out_ += std::to_string(numbers_.size() - 1);
        shifts_.emplace_back(out_.size(), at_ - out_.size());
    }

    std::string_view text_;
    assumptions& given_;
    std::vector<polynomial>& numbers_;
    std::size_t at_ = 0;
    std::string out_;
    std::vector<std::pair<std::size_t, std::size_t>> shifts_;  // modulo 2^64: may be negative
};

layout_description parsed(const std::string& text, assumptions& given,
                          std::vector<polynomial>& numbers) {
    expressions_of rewriter(text, given, numbers);
    const std::string places = rewriter.run();
    try {
        return parse_layout(places);
    } catch (const layout_error& error) {
        constexpr std::string_view prefix = "Layout text, column ";
        const std::string message = error.what();
        std::size_t column = 0;
        if (!message.starts_with(prefix)) throw;
        const auto end =
            std::from_chars(message.data() + prefix.size(), message.data() + message.size(), column)
                .ptr;
        throw layout_error(fmt::format("{}{}{}", prefix, rewriter.column(column), end));
    }
}

std::string text_of(const place& p) {
    const auto joined = [](const std::vector<polynomial>& list) {
        std::vector<std::string> texts;
        for (const polynomial& p : list) texts.push_back(p.text());
        return fmt::format("{}", fmt::join(texts, ","));
    };
    const transform_shape shape = shape_of(p.kind);
    const std::string name(name_of(p.kind)), arguments = joined(p.arguments);
    if (shape.strided) return fmt::format("{}([{}],[{}])", name, arguments, joined(p.strides));
    if (shape.listed) return fmt::format("{}([{}])", name, arguments);
    return p.arguments.empty() ? name : fmt::format("{}({})", name, arguments);
}

std::vector<polynomial> upper_lengths(const place& p) {
    using enum transform_kind;
    switch (p.kind) {
        case pass:
        case xor_:
        case cyclic_shift:
        case inverse_cyclic_shift:
            return p.below;
        case pad:
            return {p.below[0] + p.arguments[0] + p.arguments[1]};
        case left_pad:
        case right_pad:
            return {p.below[0] + p.arguments[0]};
        case embed:
        case unmerge:
        case replicate:
            return p.arguments;
        case merge:
        case merge_divmod:
            return {product_of(p.below)};
        case freeze:
            return {};
        case insert:
            return {p.arguments[0]};
        case slice:
            return {p.arguments[1] - p.arguments[0]};
        case modulo:
            return {p.arguments[1]};
        case offset:
            return {p.below[0] - p.arguments[0]};
        case gather:
            return {polynomial(static_cast<long_index_t>(p.arguments.size()))};
    }
    return {};
}

}  // namespace

bool is_permutation_of(const std::vector<int>& dims, std::size_t count) {
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    return std::ranges::is_permutation(dims, all);
}

named_layout::named_layout(const std::string& text, const std::string& given) : text_(text) {
    try {
        given_ = assumptions_of(given);
        shape_ = parsed(text, given_, numbers_);
        add_base();
        for (int s = 0; s < stages(); ++s)
            add_stage(shape_.stages[static_cast<std::size_t>(s)], s + 1);
    } catch (const number_too_large&) {
        throw layout_error(
            "A coefficient of the layout's lengths and strides does not fit 64 bits; make numbers "
            "smaller.");
    }
}

std::vector<polynomial> named_layout::list(const std::vector<long_index_t>& places) const {
    std::vector<polynomial> result;
    for (const long_index_t i : places) result.push_back(number(i));
    return result;
}

void named_layout::add_base() {
    const base_description& base = shape_.base;
    lengths_ = list(base.lengths);
    if (std::ssize(lengths_) > maximum_rank)
        throw layout_error(fmt::format("A base has 1 to {} lengths, but this one has {}.",
                                       maximum_rank, lengths_.size()));
    place p;
    p.above = p.arguments = lengths_;
    p.lower = {0};
    for (std::size_t d = 0; d < lengths_.size(); ++d) p.upper.push_back(static_cast<int>(d));
    if (base.kind == base_kind::packed) {
        p.kind = transform_kind::unmerge;
        space_ = product_of(lengths_);
        p.text = text_of(p);
        p.below = {space_};
        places_.push_back(p);
        return;
    }
    p.kind = transform_kind::embed;
    p.strides = list(base.strides);
    if (base.kind == base_kind::aligned) {
        const polynomial& alignment = number(base.alignment);
        p.strides.assign(lengths_.size(), 1);
        for (std::size_t i = lengths_.size() - 1; i > 0; --i)
            p.strides[i - 1] = i + 1 == lengths_.size()
                                   ? alignment * given_.quotient(lengths_[i] + alignment - 1,
                                                                 alignment, "Base, alignment: ")
                                   : p.strides[i] * lengths_[i];
    }
    if (p.strides.size() != lengths_.size())
        throw layout_error(
            fmt::format("The base has {} strides for {} lengths; give each length one stride.",
                        p.strides.size(), lengths_.size()));
    space_ = 1;
    for (std::size_t i = 0; i < lengths_.size(); ++i)
        space_ = space_ + (lengths_[i] - 1) * p.strides[i];
    p.text = text_of(p);
    p.below = {space_};
    if (base.offset) {
        place o;
        o.kind = transform_kind::offset;
        o.arguments = {number(*base.offset)};
        o.above = {space_};
        space_ = space_ + o.arguments[0];
        o.below = {space_};
        o.text = text_of(o);
        o.lower = o.upper = {0};
        places_.push_back(o);
    }
    places_.push_back(p);
}

void named_layout::add_stage(const stage_description& stage, int number_of_stage) {
    std::vector<int> lower, upper;
    std::vector<polynomial> above;
    const auto refuse = [&](const std::string& rule) {
        throw layout_error(fmt::format("Stage {}: {}.", number_of_stage, rule));
    };
    for (const item_description& item : stage.items) {
        std::string wrong = detail::count_mistake(item, item.lower.size(), item.upper.size());
        if (!wrong.empty()) refuse(fmt::format("{}: {}", name_of(item.kind), wrong));
        lower.insert(lower.end(), item.lower.begin(), item.lower.end());
        upper.insert(upper.end(), item.upper.begin(), item.upper.end());
    }
    if (!is_permutation_of(lower, lengths_.size()))
        refuse(fmt::format("each of the {} lower dims must be named once", lengths_.size()));
    if (!is_permutation_of(upper, upper.size()) || std::ssize(upper) > maximum_rank)
        refuse(fmt::format("each of the upper dims, up to {}, must be named once", maximum_rank));
    above.resize(upper.size());
    for (const item_description& item : stage.items) {
        place p;
        p.stage = number_of_stage;
        p.kind = item.kind;
        p.arguments = list(item.arguments);
        p.strides = list(item.strides);
        p.lower = item.lower;
        p.upper = item.upper;
        for (const int d : item.lower) p.below.push_back(lengths_[static_cast<std::size_t>(d)]);
        if (p.lower.size() == 1) p.open = open_sides_of(p.lower[0], number_of_stage - 1);
        p.above = upper_lengths(p);
        p.text = text_of(p);
        for (std::size_t i = 0; i < p.above.size(); ++i)
            above[static_cast<std::size_t>(item.upper[i])] = p.above[i];
        places_.push_back(std::move(p));
    }
    lengths_ = std::move(above);
}

// What made the dim of that stage, looking through what only passes it on.
transforms::open_sides named_layout::open_sides_of(int dim, int stage) const {
    for (const place& p : std::views::reverse(places_))
        if (p.stage == stage && std::ranges::find(p.upper, dim) != p.upper.end()) {
            if (p.kind == transform_kind::pass) return open_sides_of(p.lower[0], stage - 1);
            return transforms::open_sides_of(p.kind);
        }
    return {};
}

layout_description named_layout::at(const values& v) const {
    layout_description result = shape_;
    const auto fill = [&](std::vector<long_index_t>& list) {
        for (long_index_t& i : list) i = number(i).value(v);
    };
    fill(result.base.lengths);
    fill(result.base.strides);
    if (result.base.offset) result.base.offset = number(*result.base.offset).value(v);
    if (result.base.kind == base_kind::aligned)
        result.base.alignment = number(result.base.alignment).value(v);
    for (stage_description& stage : result.stages)
        for (item_description& item : stage.items) {
            fill(item.arguments);
            fill(item.strides);
        }
    return result;
}

namespace {

constexpr long_index_t most_indices = 1 << 16;
constexpr int most_sizes = 2000;

// The values of all names whose distances from their least ones add up to `total`.
// False once `visit` is.
bool each_split(const assumptions& given, std::size_t at, long_index_t total, values& v,
                const std::function<bool(const values&)>& visit) {
    const std::vector<std::string>& names = given.names();
    if (at == names.size()) return total != 0 || visit(v);
    for (long_index_t more = at + 1 == names.size() ? total : 0; more <= total; ++more) {
        v[names[at]] = given.least(names[at]) + more;
        if (!each_split(given, at + 1, total - more, v, visit)) return false;
    }
    return true;
}

}  // namespace

void each_small_size(const assumptions& given, double seconds,
                     const std::function<bool(const values&)>& visit) {
    const auto start = std::chrono::steady_clock::now();
    int visited = 0;
    const auto until_then = [&](const values& v) {
        const bool more = visit(v);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        return more && ++visited < most_sizes && took.count() < seconds;
    };
    const long_index_t most = given.names().empty() ? 0 : 64;
    values v;
    for (long_index_t total = 0; total <= most; ++total)
        if (!each_split(given, 0, total, v, until_then)) return;
}

values made_smaller(const assumptions& given, values v,
                    const std::function<bool(const values&)>& is_broken) {
    for (bool again = is_broken(v); again;) {
        again = false;
        for (const std::string& name : given.names()) {
            const long_index_t least = given.least(name);
            for (long_index_t less = v[name] - least; less > 0;) {
                values smaller = v;
                smaller[name] -= less;
                const bool broken = is_broken(smaller);
                if (broken) v = std::move(smaller);
                again = again || broken;
                less = broken ? v[name] - least : less / 2;
            }
        }
    }
    return v;
}

bool is_small(const named_layout& l, const values& v) {
    long_index_t indices = 1;
    for (const polynomial& n : l.lengths())
        if (__builtin_mul_overflow(indices, n.value(v), &indices)) return false;
    return indices <= most_indices;
}

}  // namespace tileproof::prove
