// SPDX-License-Identifier: MIT
// Reading LLVM IR line by line: calls, their arguments, types and their sizes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::cpu_checked {

std::vector<std::string_view> split_lines(std::string_view text);

void replace_all(std::string& text, std::string_view from, std::string_view to);

// What a name without quotes is made of: "_Z1fv.copy$2".
bool name_character(char c);

// "f" of "  %1 = call i32 @f(i32 %0)"; of a lambda, whose name holds a $, with its quotes.
std::string_view called_function(std::string_view line);

// "call ptr @f(ptr align 4 %a, i64 getelementptr (i8, ptr @x)), !dbg !7" is
// {before "call ptr ", name "f", arguments {"ptr align 4 %a", "i64 getelementptr (i8, ptr @x)"},
// after ", !dbg !7"}
struct call_parts {
    std::string_view before, name, after;
    std::vector<std::string_view> arguments;
};
// The call of a function whose name begins with `prefix` in this line; the name as called_function() gives it.
std::optional<call_parts> find_call(std::string_view line, std::string_view prefix);

// "ptr noundef align 16 %9" is {operand "%9", alignment 16}; without align: 1.
struct pointer_argument {
    std::string_view operand;
    unsigned alignment = 1;
};
pointer_argument read_pointer(std::string_view argument);

// "i64 16" is "16".
std::string_view last_word(std::string_view text);

// Bytes of a scalar or vector type ("i32", "<8 x half>", "ptr"); 0 when it is something else.
std::size_t type_bytes(std::string_view type);

// The type at the beginning of the text: "<8 x float> %3, ptr" gives "<8 x float>".
std::string_view leading_type(std::string_view text);

// What a string stands for: "jos\C3\A9.hip" is josé.hip.
std::string unescaped(std::string_view text);

// The value name that "  %x.i = ..." defines; empty when the line defines none.
std::string_view defined_value(std::string_view line);

}  // namespace tileproof::cpu_checked
