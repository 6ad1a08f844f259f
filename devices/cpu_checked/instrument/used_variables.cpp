// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/used_variables.hpp"

#include <algorithm>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {
namespace {

constexpr int longest_way = 40;
constexpr std::size_t most = 8;

// The names of values in an instruction: "%14", "%columns.addr".
std::vector<std::string_view> operands(std::string_view text) {
    text = text.substr(0, text.find(", !"));
    std::vector<std::string_view> all;
    for (std::size_t at = 0; (at = text.find('%', at)) != text.npos;) {
        std::size_t end = at + 1;
        if (end < text.size() && text[end] == '"')
            end = std::min(text.find('"', end + 1), text.size() - 1) + 1;
        while (end < text.size() && text[end] != ',' && text[end] != ' ' && text[end] != ')' &&
               text[end] != '}' && text[end] != ']')
            ++end;
        all.push_back(text.substr(at, end - at));
        at = end;
    }
    return all;
}

bool is_integer(std::string_view type) {
    return type == "i8" || type == "i16" || type == "i32" || type == "i64" || type == "i1";
}

}  // namespace

used_variables::used_variables(const variable_names& names, const places& where,
                               const definitions& defined,
                               const std::vector<std::string_view>& body)
    : names_(names), where_(where), defined_(defined), body_(body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        const std::string_view text = instruction_of(body[i]);
        if (!text.starts_with("store ")) continue;
        const std::size_t at = text.rfind(", ptr %");
        if (at == text.npos) continue;
        const std::string_view pointer = text.substr(at + 6, text.find(',', at + 6) - at - 6);
        const std::string_view root = root_of(pointer);
        if (!root.empty()) stores_[root].push_back(i);
    }
}

// The variable that an address is a part of; empty where it is not one of the function's own.
std::string_view used_variables::root_of(std::string_view pointer) const {
    for (int i = 0; i < longest_way; ++i) {
        if (names_.is_variable(pointer)) return pointer;
        const auto found = defined_.find(pointer);
        if (found == defined_.end()) return {};
        const std::string_view text = instruction_of(found->second);
        if (!text.starts_with("getelementptr ")) return {};
        pointer = pointer_operand(text);
    }
    return {};
}

std::vector<used_variable> used_variables::of(std::string_view value, std::size_t line,
                                              unsigned location) {
    found_.clear();
    known_.clear();
    seen_.clear();
    line_ = line;
    location_ = location;
    follow(value, true, 0);
    // First what the index itself is made of, then what that was computed of.
    std::vector<used_variable> all;
    for (const bool behind : {false, true})
        for (const used_variable& v : found_)
            if (v.value.empty() == behind && all.size() < most) all.push_back(v);
    return all;
}

// A variable as a whole, whose scope is open and which was not stored to since.
bool used_variables::readable_again(std::string_view pointer) const {
    const unsigned scope = names_.scope_of(pointer);
    if (scope == 0 || !where_.is_inside(location_, scope)) return false;
    const auto stores = stores_.find(pointer);
    return stores != stores_.end() &&
           std::none_of(stores->second.begin(), stores->second.end(),
                        [&](std::size_t at) { return at > since_ && at < line_; });
}

// What a variable was computed of, when one store before has done it.
void used_variables::behind(std::string_view variable, int depth) {
    const auto stores = stores_.find(variable);
    if (stores == stores_.end() || stores->second.size() != 1 || stores->second[0] >= line_) return;
    const std::string_view text = instruction_of(body_[stores->second[0]]);
    const std::vector<std::string_view> all = operands(text);
    if (all.size() != 2) return;
    const std::size_t kept = since_;
    since_ = stores->second[0];
    follow(all[0], false, depth + 1);
    since_ = kept;
}

void used_variables::load(std::string_view value, std::string_view text, bool here, int depth) {
    const std::string_view pointer = pointer_operand(text);
    std::string_view type = text.substr(5);
    if (type.starts_with("volatile ")) type.remove_prefix(9);
    type = leading_type(type);
    const auto object = names_.at(pointer);
    const char number = object && is_integer(type) ? names_.number(*object) : '\0';
    if (number) {
        std::string name = object->name;
        if (name.ends_with("->")) name = "*" + name.substr(0, name.size() - 2);
        const bool told = !name.empty() && (here || readable_again(pointer));
        if (told && known_.insert(name).second)
            found_.push_back({std::move(name), number, std::string(type),
                              here ? std::string(value) : std::string(), text});
    }
    if (names_.is_variable(pointer)) return behind(pointer, depth);
    if (!number) follow(pointer, here, depth + 1);
}

void used_variables::follow(std::string_view value, bool here, int depth) {
    if (depth > longest_way || !seen_.insert(value).second) return;
    const auto found = defined_.find(value);
    if (found == defined_.end()) return;
    const std::string_view text = instruction_of(found->second);
    if (text.starts_with("alloca ")) return;
    if (text.starts_with("load ")) return load(value, text, here, depth);
    // What comes from one of two sides was not computed on both.
    const bool of_one_side = text.starts_with("phi ");
    if (text.starts_with("invoke ") || text.find("@llvm.threadlocal") != text.npos) return;
    for (const std::string_view operand : operands(text))
        follow(operand, here && !of_one_side, depth + 1);
}

}  // namespace tileproof::cpu_checked
