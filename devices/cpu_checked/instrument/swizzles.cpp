// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/swizzles.hpp"

#include <set>

#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/unset_text.hpp"

namespace tileproof::cpu_checked {
namespace {

using std::string;
using std::string_view;
using std::to_string;
using unset_text::instruction;

// What "shufflevector %a, %b, <2 x i32> <i32 3, i32 0>" takes: {to 0, from 3}, {to 1, from 0}. What may be anything is
// left out.
struct taken_element {
    std::size_t to, from;
};
std::vector<taken_element> taken(string_view shuffle) {
    std::vector<taken_element> all;
    string_view mask = shuffle.substr(shuffle.rfind(" x i32> ") + 8);
    if (mask.starts_with("zeroinitializer")) return {{0, 0}};
    mask = mask.substr(0, mask.find('>'));
    for (std::size_t to = 0;; ++to) {
        const std::size_t comma = mask.find(',');
        const string_view from = last_word(mask.substr(0, comma));
        if (from[0] >= '0' && from[0] <= '9') all.push_back({to, std::stoul(string(from))});
        if (comma == mask.npos) return all;
        mask.remove_prefix(comma + 1);
    }
}

// Elements that lie side by side: {first, how many}.
struct element_run {
    std::size_t first, count;
};
std::vector<element_run> runs_of(const std::set<std::size_t>& elements) {
    std::vector<element_run> all;
    for (const std::size_t e : elements)
        if (!all.empty() && all.back().first + all.back().count == e)
            ++all.back().count;
        else
            all.push_back({e, 1});
    return all;
}

string without_check(string_view load) { return string(load) + ", !nosanitize !{}\n"; }

struct named_address {
    string name, line;
};
named_address address_of_run(const element_run& r, std::size_t i, const vector_load& l,
                             const string& place) {
    const string name = "%tileproof.elements." + to_string(i) + "." + to_string(r.first);
    return {name, "  " + name + " = getelementptr " + string(l.element) + ", ptr " +
                      string(l.pointer) + ", i64 " + to_string(r.first) + place + "\n"};
}

string vector_of(const element_run& r, const vector_load& l) {
    return "<" + to_string(r.count) + " x " + string(l.element) + ">";
}

}  // namespace

rewritten_lines swizzle_read(const body_lines& body, std::size_t i, const vector_load& l) {
    const string_view text = instruction(body[i + 1]);
    if (!text.starts_with("shufflevector " + string(l.type) + " " + string(l.value) + ", " +
                          string(l.type) + " poison, ") ||
        occurrences(body, l.value) != 2)
        return {};
    std::set<std::size_t> read;
    for (const taken_element& e : taken(text)) read.insert(e.from);
    if (read.size() == l.elements) return {};
    // Three elements are loaded as four: that is a read of the whole, of which some may be unset.
    const bool whole = l.value.starts_with("%loadVec4");
    const string place = place_of(body[i]);
    string out = without_check(body[i]);
    for (const element_run& r : runs_of(read)) {
        const auto [name, line] = address_of_run(r, i, l, place);
        const string type =
            whole ? vector_of(r, l) : "i" + to_string(8 * r.count * type_bytes(l.element));
        out += line + "  " + name + ".read = load " + l.kind() + type + ", ptr " + name +
               ", align " + to_string(l.alignment_of(r.first)) + place + "\n";
    }
    return {out, 1};
}

namespace {

// The elements of `l` that the shuffle takes from its other operand, where all others stay; else none.
std::set<std::size_t> replaced(string_view shuffle, const vector_load& l) {
    if (!shuffle.starts_with("shufflevector " + string(l.type) + " " + string(l.value) + ", "))
        return {};
    std::set<std::size_t> elements;
    for (const taken_element& e : taken(shuffle))
        if (e.from >= l.elements)
            elements.insert(e.to);
        else if (e.from != e.to)
            return {};
    return elements;
}

}  // namespace

rewritten_lines swizzle_written(const body_lines& body, std::size_t i, const vector_load& l) {
    std::size_t at = i + 1;
    while (at < body.size() && at <= i + 2 && instruction(body[at]).starts_with("shufflevector "))
        ++at;
    if (at == i + 1 || at == body.size()) return {};
    const string_view made = defined_value(body[at - 1]);
    const std::size_t uses = occurrences(body, l.value);  // with its definition
    if (!stored_back(body[at], l, made)) return {};
    string out = without_check(body[i]);
    for (std::size_t k = i + 1; k < at; ++k) (out += body[k]) += '\n';
    if (uses == 1) return {(out += body[at]) += '\n', at + 1 - i};  // all of it, in another order
    const std::set<std::size_t> written = replaced(instruction(body[at - 1]), l);
    if (uses != 2 || written.empty()) return {};
    const string place = place_of(body[at]), type(l.type);
    for (const element_run& r : runs_of(written)) {
        const auto [name, line] = address_of_run(r, i, l, place);
        string mask;
        for (std::size_t k = 0; k < r.count; ++k)
            mask += (k ? ", i32 " : "i32 ") + to_string(r.first + k);
        out += line + "  " + name + ".set = shufflevector " + type + " " + string(made) + ", " +
               type + " poison, <" + to_string(r.count) + " x i32> <" + mask + ">" + place +
               "\n  store " + l.kind() + vector_of(r, l) + " " + name + ".set, ptr " + name +
               ", align " + to_string(l.alignment_of(r.first)) + place + "\n";
    }
    return {out, at + 1 - i};
}

}  // namespace tileproof::cpu_checked
