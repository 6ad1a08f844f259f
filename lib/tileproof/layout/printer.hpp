// SPDX-License-Identifier: MIT
// Prints a layout description, and its parts, in canonical form: no space inside lists, one after
// ":", ";" and around "->".
//
//   print_item of {unmerge, arguments {4,64}, lower {0}, upper {0,1}}: "unmerge(4,64): 0 -> 0,1"
#pragma once

#include <tileproof/layout_description.hpp>

#include <string>

namespace tileproof {

namespace detail {

template <class Number>
void print_numbers(std::string& out, const std::vector<Number>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i != 0) out += ',';
        out += std::to_string(numbers[i]);
    }
}

template <class Number>
void print_list(std::string& out, const std::vector<Number>& numbers) {
    out += '[';
    print_numbers(out, numbers);
    out += ']';
}

inline void print_dimensions(std::string& out, const std::vector<int>& dimensions) {
    if (dimensions.empty())
        out += "()";
    else
        print_numbers(out, dimensions);
}

}  // namespace detail

// "unmerge(4,64)", "embed([3,4],[8,1])", "pass": an item without its dimensions.
inline std::string print_transform(const item_description& item) {
    std::string out(name_of(item.kind));
    const transform_shape shape = shape_of(item.kind);
    if (item.arguments.empty() && !shape.listed) return out;
    out += '(';
    if (shape.listed)
        detail::print_list(out, item.arguments);
    else
        detail::print_numbers(out, item.arguments);
    if (shape.strided) {
        out += ',';
        detail::print_list(out, item.strides);
    }
    out += ')';
    return out;
}

inline std::string print_item(const item_description& item) {
    std::string out = print_transform(item) + ": ";
    detail::print_dimensions(out, item.lower);
    out += " -> ";
    detail::print_dimensions(out, item.upper);
    return out;
}

// "naive [3,4] strides [8,1] offset 2"
inline std::string print_base(const base_description& base) {
    std::string out(name_of(base.kind));
    out += ' ';
    detail::print_list(out, base.lengths);
    if (base.kind == base_kind::naive) {
        out += " strides ";
        detail::print_list(out, base.strides);
        if (base.offset) out += " offset " + std::to_string(*base.offset);
    } else if (base.kind == base_kind::aligned) {
        out += " align " + std::to_string(base.alignment);
    }
    return out;
}

inline std::string print_layout(const layout_description& description) {
    std::string out = print_base(description.base);
    for (const stage_description& stage : description.stages) {
        out += " -> {";
        for (std::size_t i = 0; i < stage.items.size(); ++i) {
            if (i != 0) out += "; ";
            out += print_item(stage.items[i]);
        }
        out += '}';
    }
    return out;
}

}  // namespace tileproof
