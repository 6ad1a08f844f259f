// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/vector_elements.hpp"

#include <algorithm>

#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/swizzles.hpp"
#include "devices/cpu_checked/instrument/unset_text.hpp"

namespace tileproof::cpu_checked {
namespace {

using std::string;
using std::string_view;
using unset_text::instruction;

// index: ", i32 %i"
string address_of(const vector_load& l, string_view index, const string& place) {
    return "  " + string(l.value) + " = getelementptr " + string(l.element) + ", ptr " +
           string(l.pointer) + string(index) + place + "\n";
}

// Of an element at an index that may be known when the kernel runs only.
string any_alignment(const vector_load& l) {
    return std::to_string(std::min(type_bytes(l.element), l.alignment));
}

// The three lines instead of those at `i`, when these set one element.
rewritten_lines element_written(const body_lines& body, std::size_t i, const vector_load& l) {
    const string_view inserted = defined_value(body[i + 1]), text = instruction(body[i + 1]);
    const string head = "insertelement " + string(l.type) + " " + string(l.value) + ", ";
    if (!text.starts_with(head)) return {};
    const string_view scalar = text.substr(head.size());  // "float %x, i32 %i, !dbg !5"
    const std::size_t comma = scalar.find(", i"), end = scalar.find(", !");
    if (comma == scalar.npos || !stored_back(body[i + 2], l, inserted) ||
        occurrences(body, l.value) != 2 || occurrences(body, inserted) != 2)
        return {};
    const string place = place_of(body[i + 2]);
    return {address_of(l, scalar.substr(comma, end - comma), place) + "  " + string(inserted) +
                " = freeze " + string(scalar.substr(0, comma)) + place + "\n  store " + l.kind() +
                string(l.element) + " " + string(inserted) + ", ptr " + string(l.value) +
                ", align " + any_alignment(l) + place + "\n",
            3};
}

// The two lines instead of those at `i`, where one element of what was loaded is used.
rewritten_lines element_read(const body_lines& body, std::size_t i, const vector_load& l) {
    const string_view used = defined_value(body[i + 1]), text = instruction(body[i + 1]);
    const string head = "extractelement " + string(l.type) + " " + string(l.value);
    if (!text.starts_with(head + ", ") || occurrences(body, l.value) != 2) return {};
    const string_view index = text.substr(head.size(), text.find(", !") - head.size());
    const string place = place_of(body[i]);
    return {address_of(l, index, place) + "  " + string(used) + " = load " + l.kind() +
                string(l.element) + ", ptr " + string(l.value) + ", align " + any_alignment(l) +
                place + "\n",
            2};
}

rewritten_lines rewritten_at(const body_lines& body, std::size_t i) {
    const auto load = i + 2 < body.size() ? read_vector_load(body[i]) : std::nullopt;
    if (!load) return {};
    for (const auto way : {element_written, element_read, swizzle_written, swizzle_read})
        if (rewritten_lines done = way(body, i, *load); done.lines) return done;
    return {};
}

void rewrite_body(const body_lines& body, string& out) {
    for (std::size_t i = 0; i < body.size();) {
        const rewritten_lines done = rewritten_at(body, i);
        if (done.lines)
            out += done.text;
        else
            (out += body[i]) += '\n';
        i += std::max<std::size_t>(done.lines, 1);
    }
}

}  // namespace

string access_elements_alone(string_view ir) {
    string out;
    out.reserve(ir.size() + ir.size() / 64);
    body_lines body;
    bool inside = false;
    for (const string_view line : split_lines(ir)) {
        if (inside && line.starts_with('}')) {
            rewrite_body(body, out);
            body.clear();
            inside = false;
        }
        if (inside) {
            body.push_back(line);
            continue;
        }
        inside = line.starts_with("define ");
        (out += line) += '\n';
    }
    return out;
}

}  // namespace tileproof::cpu_checked
