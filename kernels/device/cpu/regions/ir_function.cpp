// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/ir_function.hpp"

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

using cpu_checked::name_character;

// One past the name that begins at `at`, with its quotes.
std::size_t name_end(std::string_view text, std::size_t at) {
    if (at < text.size() && text[at] == '"') {
        const std::size_t quote = text.find('"', at + 1);
        return quote == text.npos ? text.size() : quote + 1;
    }
    while (at < text.size() && name_character(text[at])) ++at;
    return at;
}

// A label stands at the beginning of its line: "for.cond:      ; preds = %entry".
std::string_view label_of(std::string_view line) {
    if (line.empty() || line[0] == ' ' || line[0] == ';') return {};
    const std::size_t end = name_end(line, 0);
    return end > 0 && end < line.size() && line[end] == ':' ? line.substr(0, end)
                                                            : std::string_view();
}

bool continues(std::string_view line) { return line.starts_with("   ") || line == "  ]"; }

std::optional<std::size_t> closing_parenthesis(std::string_view text, std::size_t open) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '"') quoted = !quoted;
        if (quoted) continue;
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return i;
    }
    return {};
}

bool read_head(std::string_view line, ir_function& f) {
    const std::size_t at = line.find('@');
    if (!line.starts_with("define ") || !line.ends_with(" {") || at == line.npos) return false;
    const std::size_t end = name_end(line, at + 1);
    if (end >= line.size() || line[end] != '(') return false;
    const auto close = closing_parenthesis(line, end);
    if (!close) return false;
    f.before = line.substr(0, at);
    f.name = line.substr(at + 1, end - at - 1);
    f.tail = line.substr(*close + 1, line.size() - 2 - *close);
    // The arguments of a call are read like parameters.
    const std::string as_call = "  call void @f" + std::string(line.substr(end, *close + 1 - end));
    const auto parts = cpu_checked::find_call(as_call, "f");
    if (!parts) return false;
    f.parameters.assign(parts->arguments.begin(), parts->arguments.end());
    return true;
}

}  // namespace

std::optional<ir_function> read_function(std::string_view text) {
    const std::vector<std::string_view> lines = cpu_checked::split_lines(text);
    ir_function f;
    if (lines.empty() || !read_head(lines[0], f)) return {};
    for (std::size_t i = 1; i < lines.size() && lines[i] != "}"; ++i) {
        if (lines[i].empty()) continue;
        if (const std::string_view label = label_of(lines[i]); !label.empty())
            f.blocks.push_back({std::string(label), {}});
        else if (f.blocks.empty())
            return {};  // the first block has no name
        else if (continues(lines[i]) && !f.blocks.back().instructions.empty())
            f.blocks.back().instructions.back() += "\n" + std::string(lines[i]);
        else if (lines[i].starts_with("  "))
            f.blocks.back().instructions.emplace_back(lines[i]);
        else
            return {};
    }
    for (const ir_block& b : f.blocks)
        if (b.instructions.empty()) return {};
    if (f.blocks.empty()) return {};
    return f;
}

std::vector<std::string_view> words_with(char sign, std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') {  // a string; quoted names are met at their sign
            i = text.find('"', i + 1);
            if (i == text.npos) break;
        } else if (text[i] == '%' || text[i] == '@') {
            const std::size_t end = name_end(text, i + 1);
            if (text[i] == sign) words.push_back(text.substr(i, end - i));
            i = end - 1;
        }
    }
    return words;
}

std::string_view value_of(std::string_view instruction) {
    return cpu_checked::defined_value(instruction);
}

std::string_view operation_of(std::string_view instruction) {
    if (const std::string_view v = value_of(instruction); !v.empty())
        instruction.remove_prefix(instruction.find(v) + v.size() + 3);
    while (instruction.starts_with(' ')) instruction.remove_prefix(1);
    return instruction.substr(0, instruction.find(' '));
}

std::vector<std::string> targets_of(std::string_view terminator) {
    std::vector<std::string> targets;
    for (std::size_t at = 0; (at = terminator.find("label %", at)) != terminator.npos;) {
        at += 7;
        const std::size_t end = name_end(terminator, at);
        targets.emplace_back(terminator.substr(at, end - at));
        at = end;
    }
    return targets;
}

}  // namespace tileproof::cpu_regions
