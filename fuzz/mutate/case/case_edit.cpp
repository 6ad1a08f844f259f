// SPDX-License-Identifier: MIT
#include "fuzz/mutate/case/case_edit.hpp"

#include <rapidcheck/Random.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace tileproof::fuzz {
namespace {

using nlohmann::json;
using properties::draw;

// Every value that is no object and no list, in the order of the text.
void collect_leaves(json& value, std::vector<json*>& leaves) {
    if (value.is_structured())
        for (json& part : value) collect_leaves(part, leaves);
    else
        leaves.push_back(&value);
}

std::vector<json*> leaves_of(json& value) {
    std::vector<json*> leaves;
    collect_leaves(value, leaves);
    return leaves;
}

std::vector<json*> numbers_of(json& value) {
    std::vector<json*> leaves = leaves_of(value);
    std::erase_if(leaves, [](const json* leaf) { return !leaf->is_number_integer(); });
    return leaves;
}

json* any_of(const std::vector<json*>& leaves, draw& from) {
    if (leaves.empty()) return nullptr;
    return leaves[static_cast<std::size_t>(from.below(std::ssize(leaves)))];
}

std::int64_t another(std::int64_t n, draw& from) {
    static constexpr std::int64_t around_tiles[] = {0,  1,  2,  3,  7,  8,  9,  15, 16,
                                                    17, 31, 32, 33, 63, 64, 65, -1};
    switch (from.weighted({25, 25, 10, 10, 20, 10})) {
        case 0:
            return n < most_in_case ? n + 1 : n;
        case 1:
            return n - 1;
        case 2:
            return n <= most_in_case / 2 ? 2 * n : n;
        case 3:
            return n / 2;
        case 4:
            return from.pick(around_tiles);
        default:
            return from.boundary(0, most_in_case);
    }
}

void graft(json& into, json& other, draw& from) {
    const std::vector<json*> places = leaves_of(into);
    if (places.empty()) return;
    // By path, so that the value means the same in both.
    const json flat = into.flatten(), values = other.flatten();
    auto it = flat.begin();
    std::advance(it, from.below(static_cast<long_index_t>(flat.size())));
    if (!values.contains(it.key())) return;
    into[json::json_pointer(it.key())] = values.at(it.key());
}

}  // namespace

json drawn_case(const properties::property& p, draw& from) {
    rc::Random random(rc::Random::Key{from.bits(), from.bits(), 0, 0});
    return p.generate(random, static_cast<int>(from.below(25)));
}

json edited(const json& the_case, const properties::property& p, draw& from) {
    json c = the_case;
    switch (from.weighted({40, 12, 8, 25, 10, 5})) {
        case 0:
            if (json* n = any_of(numbers_of(c), from)) *n = another(n->get<std::int64_t>(), from);
            break;
        case 1: {
            const std::vector<json*> numbers = numbers_of(c);
            json *one = any_of(numbers, from), *two = any_of(numbers, from);
            if (one != nullptr) std::swap(*one, *two);
            break;
        }
        case 2: {
            const std::vector<json*> numbers = numbers_of(c);
            json *one = any_of(numbers, from), *two = any_of(numbers, from);
            if (one != nullptr && one != two) *one = *two;
            break;
        }
        case 3: {
            json other = drawn_case(p, from);
            for (auto n = from.between(1, 3); n > 0; --n) graft(c, other, from);
            break;
        }
        case 4: {
            const std::vector<json> steps = p.smaller(c);
            if (!steps.empty()) c = steps[static_cast<std::size_t>(from.below(std::ssize(steps)))];
            break;
        }
        default:
            break;
    }
    return c == the_case ? drawn_case(p, from) : c;
}

json crossed(const json& first, const json& second, draw& from) {
    json c = first, other = second;
    for (auto n = from.between(1, 6); n > 0; --n) graft(c, other, from);
    return c;
}

}  // namespace tileproof::fuzz
