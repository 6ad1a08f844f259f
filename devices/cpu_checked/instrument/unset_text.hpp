// SPDX-License-Identifier: MIT
// How unset.cpp and unset_escapes.cpp read and write lines.
//
//   instruction("  %1 = load i32, ptr %acc")      "load i32, ptr %acc"
//   pointer_behind("load i32, ptr %acc", 8)        "%acc"
//   twin_of("%acc")                                "%unset.acc"
#pragma once

#include <string>
#include <string_view>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked::unset_text {

// The name that begins at `at`: "%acc".
inline std::string_view name_at(std::string_view line, std::size_t at) {
    std::size_t end = at + 1;
    while (end < line.size() && name_character(line[end])) ++end;
    return line.substr(at, end - at);
}

inline std::string_view instruction(std::string_view line) {
    const std::size_t start = line.find_first_not_of(' ');
    if (start == line.npos) return {};
    const std::size_t equals = line.find(" = ");
    return line[start] == '%' && equals != line.npos ? line.substr(equals + 3) : line.substr(start);
}

// The operand behind the last ", ptr " of a store, the first one of a load or an address.
inline std::string_view pointer_behind(std::string_view text, std::size_t at) {
    return at == text.npos || at + 6 >= text.size() || text[at + 6] != '%' ? std::string_view()
                                                                           : name_at(text, at + 6);
}

inline std::string twin_of(std::string_view name) {
    return "%unset." + std::string(name.substr(1));
}
inline std::string bytes_of(std::string_view type) {
    return "i64 ptrtoint (ptr getelementptr (" + std::string(type) + ", ptr null, i64 1) to i64)";
}
inline std::string filled(std::string_view pointer, const char* value, const std::string& bytes) {
    return "  call void @tileproof.fill_unset(ptr " + twin_of(pointer) + ", i8 " + value + ", " +
           bytes + ")\n";
}

// Has the runtime been told of the variable? A byte of the function.
inline std::string told_of(std::string_view name) { return "%told." + std::string(name.substr(1)); }

}  // namespace tileproof::cpu_checked::unset_text
