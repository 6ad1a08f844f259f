// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/places.hpp"

#include <algorithm>
#include <charconv>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {
namespace {

unsigned number_at(std::string_view text) {
    unsigned value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The text after "key: " in a metadata node: field("...(line: 7, column: 3)", "line") begins
// with 7.
std::string_view field(std::string_view node, std::string_view key) {
    for (std::size_t at = 0; (at = node.find(key, at)) != node.npos; at += key.size()) {
        const bool begins = at > 0 && (node[at - 1] == ' ' || node[at - 1] == '(');
        const std::string_view rest = node.substr(at + key.size());
        if (begins && rest.starts_with(": ")) return rest.substr(2);
    }
    return {};
}

unsigned reference(std::string_view node, std::string_view key) {
    const std::string_view value = field(node, key);
    return value.starts_with('!') ? number_at(value.substr(1)) : 0;
}

std::string quoted(std::string_view node, std::string_view key) {
    const std::string_view value = field(node, key);
    if (!value.starts_with('"')) return {};
    return unescaped(value.substr(1, value.find('"', 1) - 1));
}

}  // namespace

places::places(const std::vector<std::string_view>& lines) {
    for (std::string_view line : lines) {
        if (!line.starts_with('!')) continue;
        const std::size_t equals = line.find(" = ");
        if (equals == line.npos) continue;
        const std::string_view value = line.substr(equals + 3);
        if (value.find("!DI") == value.npos && !value.starts_with("!{")) continue;
        nodes_.emplace(number_at(line.substr(1)), value);
    }
}

unsigned places::debug_node(std::string_view line) {
    constexpr std::string_view key = "!dbg !";
    const std::size_t at = line.rfind(key);
    return at == line.npos ? 0 : number_at(line.substr(at + key.size()));
}

std::string_view places::text(unsigned id) const {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? std::string_view() : found->second;
}

std::string places::name_in(std::string_view node, std::string_view key) {
    return quoted(node, key);
}

unsigned places::node_in(std::string_view node, std::string_view key) {
    return reference(node, key);
}

std::vector<unsigned> places::list(std::string_view node) {
    std::vector<unsigned> all;
    for (std::size_t at = node.find("!{"); (at = node.find('!', at + 1)) != node.npos;)
        all.push_back(number_at(node.substr(at + 1)));
    return all;
}

// Of the function that the location is in, and of those that it was inlined into.
bool places::is_inside(unsigned location, unsigned scope) const {
    for (int depth = 0; depth < 100 && location; ++depth) {
        const std::string_view node = text(location);
        unsigned around = reference(node, "scope");
        for (int blocks = 0; blocks < 100 && around; ++blocks) {
            if (around == scope) return true;
            if (text(around).find("!DISubprogram(") != std::string_view::npos) break;
            around = reference(text(around), "scope");
        }
        location = reference(node, "inlinedAt");
    }
    return false;
}

std::string places::file_of(unsigned scope) const {
    return quoted(text(reference(text(scope), "file")), "filename");
}

std::string places::function_of(unsigned scope) const {
    for (int depth = 0; depth < 100 && scope; ++depth) {
        const std::string_view node = text(scope);
        if (node.find("!DISubprogram(") != node.npos) return quoted(node, "name");
        scope = reference(node, "scope");
    }
    return "";
}

std::string places::innermost_file(unsigned id) const {
    const std::string_view node = text(id);
    return file_of(node.find("!DILocation(") == node.npos ? id : reference(node, "scope"));
}

bool places::matches(std::string_view file, const std::vector<std::string>& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const std::string& part) { return file.find(part) != file.npos; });
}

source_place places::find(unsigned id, const std::vector<std::string>& library) const {
    source_place best{"unknown place", "", 0, 0};
    // Outwards from the innermost inlined function to the first place that is not to be skipped.
    for (int depth = 0; depth < 100 && id; ++depth) {
        const std::string_view node = text(id);
        if (node.find("!DILocation(") == node.npos) break;
        const unsigned scope = reference(node, "scope");
        source_place here{file_of(scope), function_of(scope), number_at(field(node, "line")),
                          number_at(field(node, "column"))};
        const bool skipped = matches(here.file, library);
        if (depth == 0 || !skipped) best = std::move(here);
        if (!skipped) break;
        id = reference(node, "inlinedAt");
    }
    return best;
}

}  // namespace tileproof::cpu_checked
