// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/vector_load.hpp"

#include <algorithm>

#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/unset_text.hpp"

namespace tileproof::cpu_checked {
namespace {

using std::string;
using std::string_view;
using unset_text::instruction;

// Elements that lie one behind the other, each with an address.
bool addressable(string_view element) {
    for (const char* const known : {"float", "double", "half", "bfloat", "i8", "i16", "i32", "i64"})
        if (element == known) return true;
    return false;
}

std::size_t leading_number(string_view text) { return std::stoul(string(text.substr(0, 20))); }

}  // namespace

string vector_load::kind() const { return access.starts_with("volatile ") ? "volatile " : ""; }

std::size_t vector_load::alignment_of(std::size_t index) const {
    const std::size_t offset = index * type_bytes(element);
    return offset == 0 ? alignment : std::min(alignment, offset & (~offset + 1));
}

std::optional<vector_load> read_vector_load(string_view line) {
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
    l.elements = leading_number(l.type.substr(1));
    l.alignment = leading_number(text.substr(end + 8));
    return addressable(l.element) ? std::optional(l) : std::nullopt;
}

bool stored_back(string_view line, const vector_load& l, string_view value) {
    return instruction(line).starts_with("store " + string(l.access) + " " + string(value) +
                                         ", ptr " + string(l.pointer) + ", align ");
}

std::size_t occurrences(const body_lines& body, string_view value) {
    std::size_t count = 0;
    for (const string_view line : body)
        for (std::size_t at = line.find(value); at != line.npos; at = line.find(value, at + 1)) {
            const std::size_t end = at + value.size();
            count += end == line.size() || !name_character(line[end]);
        }
    return count;
}

string place_of(string_view line) {
    const std::size_t at = line.find(", !dbg ");
    return at == line.npos ? string() : string(line.substr(at, line.find(',', at + 1) - at));
}

}  // namespace tileproof::cpu_checked
