// SPDX-License-Identifier: MIT
#include "properties/layout/generator/malformed_rules.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

std::size_t any_place(draw& from, const std::string& text) {
    return static_cast<std::size_t>(from.below(std::ssize(text)));
}

// A position of one of the characters; requires that there is one.
std::size_t place_of_any(draw& from, const std::string& text, std::string_view characters) {
    const std::size_t start = any_place(from, text);
    const std::size_t found = text.find_first_of(characters, start);
    return found != std::string::npos ? found : text.find_last_of(characters, start);
}

constexpr std::string_view digits = "0123456789";

// clang-format off
const text_rule broken_texts[] = {
    {"text: foreign character", harm::certain, [](draw& from, std::string& text) {
        static constexpr char foreign[] = {'@',    '#',    '$', '!', '\0', '\x7f',
                                           '\xff', '\xc3', '"', '.', '*'};
        text.insert(text.begin() + from.between(0, std::ssize(text)), from.pick(foreign));
    }},
    {"text: bracket left out", harm::certain, [](draw& from, std::string& text) {
        text.erase(place_of_any(from, text, "[]{}()"), 1);
    }},
    {"text: number beyond 64 bits", harm::certain, [](draw& from, std::string& text) {
        static constexpr std::string_view numbers[] = {
            "9223372036854775808", "-9223372036854775809", "18446744073709551616",
            "123456789012345678901234567890"};
        std::size_t first = place_of_any(from, text, digits), last = first;
        while (first > 0 && digits.find(text[first - 1]) != std::string_view::npos) --first;
        while (last < text.size() && digits.find(text[last]) != std::string_view::npos) ++last;
        if (first > 0 && text[first - 1] == '-') --first;
        text.replace(first, last - first, from.pick(numbers));
    }},
    {"text: number left out", harm::certain, [](draw& from, std::string& text) {
        std::size_t first = place_of_any(from, text, digits), last = first;
        while (first > 0 && digits.find(text[first - 1]) != std::string_view::npos) --first;
        while (last < text.size() && digits.find(text[last]) != std::string_view::npos) ++last;
        text.erase(first, last - first);
    }},
    {"text: unknown word", harm::certain, [](draw& from, std::string& text) {
        std::size_t position = place_of_any(from, text, "abcdefghijklmnopqrstuvwxyz");
        text.insert(position, 1, from.chance(50) ? 'x' : 'Q');
    }},
    {"text: something after the end", harm::certain, [](draw& from, std::string& text) {
        static constexpr std::string_view tails[] = {" ->", "}", " -> {",       ",",
                                                     "]",   ";", " packed [1]", " 1"};
        text += from.pick(tails);
    }},
    {"text: nothing", harm::certain, [](draw& from, std::string& text) {
        static constexpr std::string_view white = " \t\n";
        text.assign(static_cast<std::size_t>(from.between(0, 3)), from.pick(white));
    }},
    {"text: number with a sign or fraction", harm::certain, [](draw& from, std::string& text) {
        static constexpr std::string_view signs[] = {"+", "--", "0.", "1e", "0x"};
        text.insert(place_of_any(from, text, digits), from.pick(signs));
    }},
    {"text: cut off", harm::possible, [](draw& from, std::string& text) {
        text.resize(any_place(from, text));
    }},
    {"text: character left out", harm::possible, [](draw& from, std::string& text) {
        text.erase(any_place(from, text), 1);
    }},
    {"text: two characters swapped", harm::possible, [](draw& from, std::string& text) {
        std::swap(text[any_place(from, text)], text[any_place(from, text)]);
    }},
    {"text: character doubled", harm::possible, [](draw& from, std::string& text) {
        const std::size_t position = any_place(from, text);
        text.insert(position, 1, text[position]);
    }},
    {"text: digit changed", harm::possible, [](draw& from, std::string& text) {
        text[place_of_any(from, text, digits)] = from.pick(digits);
    }},
    {"text: minus sign put in", harm::possible, [](draw& from, std::string& text) {
        text.insert(place_of_any(from, text, digits), 1, '-');
    }},
    {"text: random bytes", harm::possible, [](draw& from, std::string& text) {
        for (long_index_t n = from.boundary(1, 8); n > 0; --n)
            text[any_place(from, text)] = static_cast<char>(from.below(256));
    }},
    {"text: a piece doubled", harm::possible, [](draw& from, std::string& text) {
        const std::size_t begin = any_place(from, text);
        const std::string piece(text, begin, static_cast<std::size_t>(from.boundary(1, 40)));
        text.insert(any_place(from, text), piece);
    }},
    {"text: white space put in", harm::none, [](draw& from, std::string& text) {
        static constexpr char white[] = {' ', '\t', '\n', '\r'};
        constexpr std::string_view signs = "[](){},;: ";
        for (long_index_t n = from.below(5); n > 0; --n) {
            std::size_t place = place_of_any(from, text, signs);
            if (from.chance(20)) place = from.chance(50) ? 0 : text.size();
            else if (from.chance(50)) ++place;
            text.insert(place, 1, from.pick(white));
        }
    }},
};
// clang-format on

}  // namespace

std::span<const text_rule> text_rules() { return broken_texts; }

}  // namespace tileproof::properties
