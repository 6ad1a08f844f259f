// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/variables.hpp"

#include <cxxabi.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/rewrite.hpp"

namespace tileproof::cpu_checked {
namespace {

std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
    const std::size_t from = text.find(begin);
    if (from == text.npos) return {};
    text.remove_prefix(from + begin.size());
    return text.substr(0, text.find(end));
}

// "_ZZ4scaleILi8EEvPfE4tile" is "tile", "_ZN2my5tableE" is "table".
std::string display_name(std::string_view global) {
    std::string mangled(global.substr(1));
    if (mangled.starts_with('"')) mangled = mangled.substr(1, mangled.size() - 2);
    if (const std::size_t dot = mangled.find('.'); dot != mangled.npos) mangled.resize(dot);
    std::string name = mangled;
    int status = 0;
    if (char* readable = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status)) {
        name = readable;
        std::free(readable);
    }
    const std::size_t colons = name.rfind("::");
    return colons == name.npos ? name : name.substr(colons + 2);
}

// "global [4 x float] zeroinitializer, align 16": where the type begins and ends.
struct definition_parts {
    std::size_t type_begin = 0, type_end = 0, value_end = 0;
};
definition_parts find_parts(std::string_view line) {
    definition_parts parts;
    std::size_t at = line.find(" global ");
    parts.type_begin = at == line.npos ? line.find(" constant ") + 10 : at + 8;
    const std::string_view rest = line.substr(parts.type_begin);
    std::size_t length = leading_type(rest).size();
    if (rest.starts_with("%\"")) length = rest.find('"', 2) + 1;
    parts.type_end = parts.type_begin + length;
    parts.value_end = line.find(',', parts.type_end);
    return parts;
}

}  // namespace

std::string string_constants::name(const std::string& value) {
    return "@tileproof.string." +
           std::to_string(numbers_.try_emplace(value, numbers_.size()).first->second);
}

std::string string_constants::text() const {
    std::string out;
    for (const auto& [value, number] : numbers_) {
        std::string escaped;
        for (const char c : value) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x20 || byte > 0x7e || c == '"' || c == '\\') {
                char code[4];
                std::snprintf(code, sizeof code, "\\%02X", byte);
                escaped += code;
            } else {
                escaped += c;
            }
        }
        out += "@tileproof.string." + std::to_string(number) +
               " = private unnamed_addr constant [" + std::to_string(value.size() + 1) +
               " x i8] c\"" + escaped + "\\00\"\n";
    }
    return out;
}

marked_variables::marked_variables(const std::vector<std::string_view>& lines) {
    std::unordered_map<std::string_view, std::string_view> strings;  // "@.str" -> its text
    std::string_view marks;
    for (std::string_view line : lines) {
        if (!line.starts_with('@')) continue;
        const std::string_view name = line.substr(0, line.find(" = "));
        if (line.find(" constant [") != line.npos && line.find(" c\"") != line.npos)
            strings.emplace(name, between(line, " c\"", "\\00\""));
        if (name == "@llvm.global.annotations") marks = line;
        if (line.find(" = external thread_local ") != line.npos &&
            line.find("global [0 x ") != line.npos)
            dynamic_.emplace_back(name);
    }
    // { ptr @tile, ptr @.str, ptr @.str.1, i32 12, ptr null }
    for (std::size_t at = marks.find("] ["); (at = marks.find("{ ptr @", at)) != marks.npos; ++at) {
        const std::string_view entry = marks.substr(at + 6, marks.find('}', at) - at - 6);
        std::vector<std::string_view> words;
        for (std::size_t i = 0; i < entry.size();) {
            const std::size_t comma = std::min(entry.find(", ", i), entry.size());
            words.push_back(last_word(entry.substr(i, comma - i)));
            i = comma + 2;
        }
        if (words.size() < 4) continue;
        const std::string_view mark = strings[words[1]];
        if (mark == kernel_mark) kernels_.emplace(words[0].substr(1));
        variable v;
        if (mark == shared_mark)
            v.kind = object_kind::shared;
        else if (mark == device_mark)
            v.kind = object_kind::device_variable;
        else if (mark == constant_mark)
            v.kind = object_kind::constant;
        else
            continue;
        v.name = words[0];
        v.display = display_name(v.name);
        v.file = unescaped(strings[words[2]]);
        std::from_chars(words[3].data(), words[3].data() + words[3].size(), v.line);
        by_name_.emplace(v.name, variables_.size());
        variables_.push_back(std::move(v));
    }
    // Functions carry the marks of __device__, too: only variables stay.
    std::vector<variable> defined;
    for (std::string_view line : lines) {
        if (!line.starts_with('@')) continue;
        const auto found = by_name_.find(std::string(line.substr(0, line.find(" = "))));
        if (found == by_name_.end() ||
            (line.find(" global ") == line.npos && line.find(" constant ") == line.npos))
            continue;
        const definition_parts parts = find_parts(line);
        variable v = variables_[found->second];
        v.type = line.substr(parts.type_begin, parts.type_end - parts.type_begin);
        defined.push_back(std::move(v));
    }
    variables_ = std::move(defined);
    by_name_.clear();
    for (std::size_t i = 0; i < variables_.size(); ++i) by_name_.emplace(variables_[i].name, i);
}

bool marked_variables::marked(std::string_view line) const {
    return by_name_.contains(std::string(line.substr(0, line.find(" = "))));
}

namespace {

// "[i32 1, i32 2]" of "[i32 1, i32 2], align 4"; "c\"ab\"", "getelementptr (...)", "7".
std::string initial_value(std::string_view rest) {
    if (rest.starts_with("c\"")) return std::string(rest.substr(0, rest.find('"', 2) + 1));
    const std::size_t open = rest.find_first_of("[{<("), comma = rest.find(',');
    if (open > comma) return std::string(rest.substr(0, comma));
    return std::string(rest.substr(0, open)) + std::string(leading_type(rest.substr(open)));
}

// "@x = global [2 x i32] [i32 1, i32 2], align 4" and a gap behind its value.
std::string with_gap(const std::string& line) {
    const definition_parts parts = find_parts(line);
    if (line.find(" external ") < parts.type_begin || parts.value_end <= parts.type_end)
        return line;
    const std::string type = line.substr(parts.type_begin, parts.type_end - parts.type_begin);
    const std::string_view rest = std::string_view(line).substr(parts.type_end + 1);
    const std::string value = initial_value(rest);
    const bool zero = value == "zeroinitializer" || value == "0" || value == "null";
    const std::string gap = "[" + std::to_string(zero ? object_gap : 1024) + " x i8]";
    return line.substr(0, parts.type_begin) + "<{ " + type + ", " + gap + " }> " +
           (zero ? "zeroinitializer"
                 : "<{ " + type + " " + value + ", " + gap + " zeroinitializer }>") +
           line.substr(parts.type_end + 1 + value.size());
}

}  // namespace

std::string marked_variables::definition(std::string_view line, std::string local) const {
    const auto found = by_name_.find(std::string(line.substr(0, line.find(" = "))));
    if (found == by_name_.end()) return local;
    if (variables_[found->second].kind != object_kind::shared) return with_gap(local);
    if (const std::size_t at = local.find(" thread_local"); at != local.npos)
        local.erase(at, local.find(' ', at + 1) - at);
    const definition_parts parts = find_parts(local);
    return local.substr(0, parts.type_begin) + "<{ " + variables_[found->second].type + ", [" +
           std::to_string(object_gap) + " x i8] }> zeroinitializer" + local.substr(parts.value_end);
}

std::string marked_variables::plain_addresses(std::string_view line) const {
    const auto call = find_call(line, "llvm.threadlocal.address.p0");
    if (call) {
        const std::string_view operand = read_pointer(call->arguments[0]).operand;
        const auto found = by_name_.find(std::string(operand));
        const std::string head = "  " + std::string(defined_value(line)) + " = ";
        if (found != by_name_.end() && variables_[found->second].kind == object_kind::shared)
            return head + "getelementptr i8, ptr " + std::string(operand) + ", i64 0" +
                   std::string(call->after);
        for (const std::string& name : dynamic_)
            if (name == operand)
                return head + "call ptr @tileproof_checked_dynamic_shared()" +
                       std::string(call->after);
    } else if (const auto wrapper = find_call(line, "_ZTW")) {
        for (const std::string& name : dynamic_)
            if (wrapper->name.substr(4) == name.substr(name.starts_with("@_Z") ? 3 : 1) ||
                std::string(wrapper->name.substr(4)) ==
                    std::to_string(name.size() - 1) + name.substr(1))
                return "  " + std::string(defined_value(line)) +
                       " = call ptr @tileproof_checked_dynamic_shared()" +
                       std::string(wrapper->after);
    }
    return std::string(line);
}

std::string marked_variables::table(string_constants& strings) const {
    std::string values;
    for (const variable& v : variables_) {
        values += values.empty() ? "" : ", ";
        values += "%tileproof.object { ptr " + v.name + ", i64 ptrtoint (ptr getelementptr (" +
                  v.type + ", ptr null, i64 1) to i64), ptr " + strings.name(v.display) + ", ptr " +
                  strings.name(v.file) + ", i32 " + std::to_string(v.line) + ", i32 " +
                  std::to_string(static_cast<unsigned>(v.kind)) + " }";
    }
    return "@tileproof.objects = internal constant [" + std::to_string(variables_.size()) +
           " x %tileproof.object] " + (values.empty() ? "zeroinitializer" : "[" + values + "]") +
           "\n";
}

}  // namespace tileproof::cpu_checked
