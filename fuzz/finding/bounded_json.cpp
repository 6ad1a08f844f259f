// SPDX-License-Identifier: MIT
#include "fuzz/finding/bounded_json.hpp"

#include <algorithm>

namespace tileproof::fuzz {
namespace {

using nlohmann::json;

// The nesting depth of brackets outside strings. Only approximate for text that is not JSON, which the parser refuses
// anyway.
int depth_of(std::string_view text) {
    int depth = 0, deepest = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return deepest;
}

}  // namespace

json parse_bounded(std::string_view text) {
    if (text.size() > largest_json)
        throw system::store_error(fmt::format(
            "The JSON text has {} bytes, more than the allowed {}.", text.size(), largest_json));
    if (depth_of(text) > deepest_json)
        throw system::store_error(
            fmt::format("The JSON text is nested deeper than {} levels.", deepest_json));
    try {
        return json::parse(text);
    } catch (const json::parse_error& e) {
        throw system::store_error(
            e.byte > text.size()
                ? fmt::format("It is not JSON: the text breaks off after its {} bytes.",
                              text.size())
                : fmt::format("It is not JSON: the text goes wrong at byte {} of {}.", e.byte,
                              text.size()));
    } catch (const json::exception&) {  // its text is for programmers
        throw system::store_error("It is not readable JSON: a number in it is too large.");
    }
}

std::string shortened_json(const json& value) {
    constexpr std::size_t most = 80;
    const std::string text = properties::text_of(value);
    return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

double read_amount(const json& of, const char* key, double most, std::string_view what) {
    const json member = read_member<json>(of, key, what);
    const double number = member.is_number() ? member.get<double>() : -1;
    if (number >= 0 && number <= most) return number;
    throw system::store_error(fmt::format("{}: '{}' is {}, but must be a number from 0 to {:g}.",
                                          what, key, shortened_json(member), most));
}

}  // namespace tileproof::fuzz
