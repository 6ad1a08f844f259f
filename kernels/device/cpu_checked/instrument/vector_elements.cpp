// SPDX-License-Identifier: MIT
#include "kernels/device/cpu_checked/instrument/vector_elements.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"
#include "kernels/device/cpu_checked/instrument/unset_text.hpp"

namespace tileproof::cpu_checked {
namespace {

using std::string;
using std::string_view;
using unset_text::instruction;
using body_lines = std::vector<string_view>;

// "%7 = load volatile <4 x float>, ptr %v, align 16, !dbg !5"
struct vector_load {
    string_view value;    // "%7"
    string_view access;   // "volatile <4 x float>"
    string_view type;     // "<4 x float>"
    string_view element;  // "float"
    string_view pointer;  // "%v"
};

// Elements that lie one behind the other, each with an address.
bool addressable(string_view element) {
    for (const char* const known : {"float", "double", "half", "bfloat", "i8", "i16", "i32", "i64"})
        if (element == known) return true;
    return false;
}

std::optional<vector_load> read_load(string_view line) {
    string_view text = instruction(line);
    vector_load l;
    l.value = defined_value(line);
    if (l.value.empty() || !text.starts_with("load ")) return std::nullopt;
    l.access = text = text.substr(5);
    if (text.starts_with("volatile ")) text.remove_prefix(9);
    if (!text.starts_with('<')) return std::nullopt;
    l.type = leading_type(text);
    const std::size_t x = l.type.find(" x "), to = text.find(", ptr "),
                      end = text.rfind(", align ");
    if (x == l.type.npos || to != l.type.size() || end == text.npos) return std::nullopt;
    l.access = l.access.substr(0, l.access.find('>') + 1);
    l.element = l.type.substr(x + 3, l.type.size() - x - 4);
    l.pointer = text.substr(to + 6, end - to - 6);
    return addressable(l.element) ? std::optional(l) : std::nullopt;
}

// Does the line write `value` back to where it was loaded?
bool stored_back(string_view line, const vector_load& l, string_view value) {
    return instruction(line).starts_with("store " + string(l.access) + " " + string(value) +
                                         ", ptr " + string(l.pointer) + ", align ");
}

std::size_t mentions(const body_lines& body, string_view value) {
    std::size_t count = 0;
    for (const string_view line : body)
        for (std::size_t at = line.find(value); at != line.npos; at = line.find(value, at + 1)) {
            const std::size_t end = at + value.size();
            count += end == line.size() || !name_character(line[end]);
        }
    return count;
}

// ", !dbg !5", when the line has a place.
string dbg_of(string_view line) {
    const std::size_t at = line.find(", !dbg ");
    return at == line.npos ? string() : string(line.substr(at, line.find(',', at + 1) - at));
}

// Of an element, where the vector has what the line says.
std::size_t alignment_of(const vector_load& l, string_view line) {
    return std::min<std::size_t>(type_bytes(l.element),
                                 std::stoul(string(line.substr(line.rfind(", align ") + 8))));
}

string kind_of(const vector_load& l) {
    return l.access.starts_with("volatile ") ? "volatile " : "";
}

// index: ", i32 %i"
string address_of(const vector_load& l, string_view index, const string& dbg) {
    return "  " + string(l.value) + " = getelementptr " + string(l.element) + ", ptr " +
           string(l.pointer) + string(index) + dbg + "\n";
}

// The three lines instead of those at `i`; empty when these do something else.
string element_store(const body_lines& body, std::size_t i, const vector_load& l) {
    const string_view inserted = defined_value(body[i + 1]), text = instruction(body[i + 1]);
    const string head = "insertelement " + string(l.type) + " " + string(l.value) + ", ";
    if (!text.starts_with(head)) return {};
    const string_view scalar = text.substr(head.size());  // "float %x, i32 %i, !dbg !5"
    const std::size_t comma = scalar.find(", i"), end = scalar.find(", !");
    if (comma == scalar.npos || !stored_back(body[i + 2], l, inserted) ||
        mentions(body, l.value) != 2 || mentions(body, inserted) != 2)
        return {};
    const string dbg = dbg_of(body[i + 2]);
    return address_of(l, scalar.substr(comma, end - comma), dbg) + "  " + string(inserted) +
           " = freeze " + string(scalar.substr(0, comma)) + dbg + "\n  store " + kind_of(l) +
           string(l.element) + " " + string(inserted) + ", ptr " + string(l.value) + ", align " +
           std::to_string(alignment_of(l, body[i + 2])) + dbg + "\n";
}

// The two lines instead of those at `i`, where one element of what was loaded is used; else empty.
string element_load(const body_lines& body, std::size_t i, const vector_load& l) {
    const string_view used = defined_value(body[i + 1]), text = instruction(body[i + 1]);
    const string head = "extractelement " + string(l.type) + " " + string(l.value);
    if (!text.starts_with(head + ", ") || mentions(body, l.value) != 2) return {};
    const string_view index = text.substr(head.size(), text.find(", !") - head.size());
    return address_of(l, index, dbg_of(body[i])) + "  " + string(used) + " = load " + kind_of(l) +
           string(l.element) + ", ptr " + string(l.value) + ", align " +
           std::to_string(alignment_of(l, body[i])) + dbg_of(body[i]) + "\n";
}

// Is what was loaded at `i` only shuffled into what is stored there again?
bool keeps_elements(const body_lines& body, std::size_t i, const vector_load& l) {
    std::size_t at = i + 1, uses = 1;
    for (; at < body.size() && at <= i + 2; ++at) {
        if (!instruction(body[at]).starts_with("shufflevector ")) break;
        uses += mentions({body[at]}, l.value);
    }
    return at > i + 1 && at < body.size() &&
           stored_back(body[at], l, defined_value(body[at - 1])) && mentions(body, l.value) == uses;
}

void rewrite_body(const body_lines& body, string& out) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        const auto load = i + 2 < body.size() ? read_load(body[i]) : std::nullopt;
        if (const string text = load ? element_store(body, i, *load) : string(); !text.empty()) {
            out += text;
            i += 2;
            continue;
        }
        if (const string text = load ? element_load(body, i, *load) : string(); !text.empty()) {
            out += text;
            i += 1;
            continue;
        }
        out += body[i];
        if (load && keeps_elements(body, i, *load)) out += ", !nosanitize !{}";
        out += '\n';
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
