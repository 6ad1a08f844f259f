// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/variable_names.hpp"

#include <array>
#include <charconv>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {
namespace {

constexpr int deepest_part = 8;
// Node numbers are positive: this one stands for threadIdx and its like.
constexpr unsigned builtin_type = 0;

bool is_a(std::string_view node, std::string_view tag) {
    const std::string key = "tag: DW_TAG_" + std::string(tag);
    const std::size_t at = node.find(key);
    return at != node.npos && at + key.size() < node.size() &&
           (node[at + key.size()] == ',' || node[at + key.size()] == ')');
}

bool is_struct(std::string_view node) {
    return is_a(node, "structure_type") || is_a(node, "class_type");
}

// "i64 0, i32 2" behind the pointer of an address: {0, 2}; nothing when one is not constant.
std::optional<std::vector<unsigned>> constant_indices(std::string_view text) {
    std::vector<unsigned> all;
    for (std::size_t at = 0; (at = text.find(", i", at)) != text.npos;) {
        at = text.find(' ', at + 2);
        if (at == text.npos) return {};
        unsigned value = 0;
        const char* const begin = text.data() + at + 1;
        const auto read = std::from_chars(begin, text.data() + text.size(), value);
        if (read.ptr == begin) return {};
        all.push_back(value);
    }
    return all;
}

// The member `data` of HIP's vector types (tileproof_hip/vector_data.h) takes no room.
bool is_data_of_vector(const places& where, std::string_view member) {
    const std::string_view type = where.text(places::node_in(member, "baseType"));
    return places::name_in(type, "name").starts_with("vector_data<");
}

std::size_t fields_of(std::string_view type) {
    std::size_t open = type.find('{');
    if (open == type.npos) return 0;
    std::size_t fields = 1;
    int depth = 0;
    for (const char c : type.substr(open)) {
        if (c == '{' || c == '[' || c == '<' || c == '(') ++depth;
        if (c == '}' || c == ']' || c == '>' || c == ')') --depth;
        if (c == ',' && depth == 1) ++fields;
    }
    return fields;
}

std::string_view builtin_name(std::string_view line) {
    constexpr std::array<std::array<std::string_view, 2>, 4> all{{{"9threadIdxE", "threadIdx"},
                                                                  {"8blockIdxE", "blockIdx"},
                                                                  {"8blockDimE", "blockDim"},
                                                                  {"7gridDimE", "gridDim"}}};
    if (line.find("@_ZN9tileproof10cpu_engine") == line.npos) return {};
    for (const auto& [mangled, name] : all)
        if (line.find(mangled) != line.npos) return name;
    return {};
}

}  // namespace

std::string_view instruction_of(std::string_view line) {
    const std::size_t equals = line.find(" = ");
    const std::size_t start = line.find_first_not_of(' ');
    if (start == line.npos) return {};
    return line[start] == '%' && equals != line.npos ? line.substr(equals + 3) : line.substr(start);
}

std::string_view pointer_operand(std::string_view text) {
    const std::size_t at = text.find(", ptr ");
    if (at == text.npos) return {};
    text.remove_prefix(at + 6);
    return text.substr(0, text.find_first_of(", )"));
}

variable_names::variable_names(
    const places& where, const std::unordered_map<std::string_view, std::string_view>& structs,
    const definitions& defined, const std::vector<std::string_view>& declared)
    : where_(where), structs_(structs), defined_(defined) {
    // #dbg_declare(ptr %x, !12, !DIExpression(), !34)
    for (const std::string_view line : declared) {
        const std::size_t begin = line.find("(ptr "), node = line.find(", !");
        if (begin == line.npos || node == line.npos || line.find("!DIExpression()") == line.npos)
            continue;
        unsigned id = 0;
        std::from_chars(line.data() + node + 3, line.data() + line.size(), id);
        variables_.emplace(line.substr(begin + 5, node - begin - 5), id);
    }
}

unsigned variable_names::scope_of(std::string_view pointer) const {
    const auto found = variables_.find(pointer);
    return found == variables_.end() ? 0 : places::node_in(where_.text(found->second), "scope");
}

// Without const, volatile and other names.
unsigned variable_names::plain(unsigned type) const {
    for (int i = 0; i < 32 && type; ++i) {
        const std::string_view node = where_.text(type);
        if (!is_a(node, "typedef") && !is_a(node, "const_type") && !is_a(node, "volatile_type") &&
            !is_a(node, "restrict_type"))
            break;
        type = places::node_in(node, "baseType");
    }
    return type;
}

char variable_names::number(const named_object& o) const {
    if (o.type == builtin_type) return o.name.find('.') == o.name.npos ? '\0' : 'u';
    unsigned type = plain(o.type);
    if (is_a(where_.text(type), "enumeration_type"))
        type = plain(places::node_in(where_.text(type), "baseType"));
    const std::string_view node = where_.text(type);
    if (node.find("!DIBasicType(") == node.npos) return '\0';
    if (node.find("DW_ATE_boolean") != node.npos) return 'b';
    if (node.find("DW_ATE_signed") != node.npos) return 's';
    return node.find("DW_ATE_unsigned") != node.npos ? 'u' : '\0';
}

// What a pointer or a reference leads to: `shape->` of shape; `this` and references have no name of their own.
std::optional<named_object> variable_names::pointed_to(const named_object& o) const {
    const std::string_view node = where_.text(plain(o.type));
    const bool reference = is_a(node, "reference_type") || is_a(node, "rvalue_reference_type");
    if (!reference && !is_a(node, "pointer_type")) return {};
    const unsigned base = places::node_in(node, "baseType");
    if (reference) return named_object{o.name, base};
    return named_object{o.name == "this" ? "" : o.name + "->", base};
}

std::optional<named_object> variable_names::member(const named_object& o,
                                                   std::string_view llvm_type,
                                                   unsigned index) const {
    if (o.type == builtin_type)
        return index < 3 ? std::optional(named_object{
                               o.name + '.' + std::string("xyz").substr(index, 1), builtin_type})
                         : std::nullopt;
    const std::string_view node = where_.text(plain(o.type));
    const auto layout = structs_.find(llvm_type);
    if (!is_struct(node) || layout == structs_.end()) return {};
    std::vector<unsigned> fields;
    for (const unsigned e : places::list(where_.text(places::node_in(node, "elements")))) {
        const std::string_view element = where_.text(e);
        if (is_a(element, "inheritance")) fields.push_back(e);
        if (is_a(element, "member") && element.find("DIFlagStaticMember") == element.npos) {
            if (element.find("DIFlagBitField") != element.npos) return {};
            if (is_data_of_vector(where_, element)) continue;
            fields.push_back(e);
        }
    }
    // Where the compiler has put padding between, the numbers do not tell.
    if (fields.size() != fields_of(layout->second) || index >= fields.size()) return {};
    const std::string_view field = where_.text(fields[index]);
    const unsigned type = places::node_in(field, "baseType");
    if (is_a(field, "inheritance")) return named_object{o.name, type};
    const std::string name = places::name_in(field, "name");
    if (name.empty()) return {};
    const std::string dot = o.name.empty() || o.name.ends_with("->") ? "" : ".";
    return named_object{o.name + dot + name, type};
}

// The part of an object that constant indices lead to.
std::optional<named_object> variable_names::part(std::string_view address, int depth) const {
    const std::string_view base = pointer_operand(address);
    std::string_view type = address.substr(std::string_view("getelementptr ").size());
    for (const std::string_view word : {"inbounds ", "nuw ", "nusw "})
        if (type.starts_with(word)) type.remove_prefix(word.size());
    const std::string_view llvm = leading_type(type);
    const std::size_t behind = address.find(base, address.find(", ptr "));
    std::string_view rest = address.substr(behind + base.size());
    rest = rest.substr(0, rest.find(", !"));
    const auto indices = constant_indices(rest);
    if (!indices || indices->size() != 2 || (*indices)[0] != 0) return {};
    const auto of = at(base, depth + 1);
    if (!of) return {};
    if (llvm.starts_with('%')) return member(*of, llvm, (*indices)[1]);
    const std::string_view node = where_.text(plain(of->type));
    if (!llvm.starts_with('[') || !is_a(node, "array_type") || node.find("baseType") == node.npos ||
        places::list(where_.text(places::node_in(node, "elements"))).size() != 1)
        return {};
    return named_object{of->name + '[' + std::to_string((*indices)[1]) + ']',
                        places::node_in(node, "baseType")};
}

std::optional<named_object> variable_names::at(std::string_view pointer, int depth) const {
    if (depth > deepest_part) return {};
    if (const auto v = variables_.find(pointer); v != variables_.end()) {
        const std::string_view node = where_.text(v->second);
        const std::string name = places::name_in(node, "name");
        if (name.empty()) return {};
        return named_object{name, places::node_in(node, "type")};
    }
    const auto found = defined_.find(pointer);
    if (found == defined_.end()) return {};
    const std::string_view text = instruction_of(found->second);
    if (const std::string_view builtin = builtin_name(text); !builtin.empty())
        return named_object{std::string(builtin), builtin_type};
    if (text.starts_with("getelementptr ")) return part(text, depth);
    if (!text.starts_with("load ptr, ")) return {};
    const auto held = at(pointer_operand(text), depth + 1);
    return held && held->type != builtin_type ? pointed_to(*held) : std::nullopt;
}

}  // namespace tileproof::cpu_checked
