// SPDX-License-Identifier: MIT
// What happens to the code before the sanitizer's pass: copies of structs become calls that say
// what is copied, and bit-fields are written without a read.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/occasions.hpp"
#include "devices/cpu_checked/instrument/places.hpp"
#include "devices/cpu_checked/instrument/private_values.hpp"
#include "devices/cpu_checked/instrument/rewrite.hpp"
#include "devices/cpu_checked/instrument/variables.hpp"

namespace tileproof::cpu_checked {
namespace {

// The fields of copied types, by the number of their node, those joined that touch each other:
//   !18 = !{i64 0, i64 4, !9, i64 8, i64 16, !12}   is 4 bytes at 0 and 16 at 8: 4..7 is padding
// A field of several "omnipotent chars" may be an array of anything: there may be padding in it.
class copied_types {
  public:
    struct piece {
        std::uint64_t offset = 0, bytes = 0;
        bool exact = true;  // no padding inside
    };
    explicit copied_types(const std::vector<std::string_view>& lines) {
        std::string any;
        for (std::string_view line : lines) {
            if (!line.starts_with('!')) continue;
            const std::string_view name = line.substr(0, line.find(' '));
            if (line.find(" = !{!\"omnipotent char\"") != line.npos) any = name;
            if (line.find(" = !{i64 ") != line.npos) nodes_.emplace(name, line);
        }
        if (any.empty()) return;
        for (std::string_view line : lines)
            if (line.ends_with(" = !{" + any + ", " + any + ", i64 0}"))
                any_type_ = line.substr(0, line.find(' '));
    }
    // Of the copy in this line; nothing when its type is not known.
    std::vector<piece> of(std::string_view line) const {
        constexpr std::string_view key = "!tbaa.struct ";
        const std::size_t at = line.find(key);
        if (at == line.npos) return {};
        const auto found = nodes_.find(word(line.substr(at + key.size())));
        if (found == nodes_.end()) return {};
        std::vector<piece> all;
        std::string_view rest = found->second;
        while (const auto offset = next_number(rest)) {
            const std::uint64_t bytes = next_number(rest).value_or(0);
            rest.remove_prefix(std::min(rest.find('!'), rest.size()));
            const piece made{*offset, bytes, bytes == 1 || word(rest) != any_type_};
            if (!all.empty() && all.back().offset + all.back().bytes == made.offset &&
                all.back().exact == made.exact)
                all.back().bytes += made.bytes;
            else
                all.push_back(made);
        }
        return all;
    }

  private:
    static std::string_view word(std::string_view text) {
        return text.substr(0, text.find_first_of(", }"));
    }
    static std::optional<std::uint64_t> next_number(std::string_view& rest) {
        const std::size_t at = rest.find("i64 ");
        if (at == rest.npos) return std::nullopt;
        rest.remove_prefix(at + 4);
        return std::stoull(std::string(rest.substr(0, 20)));
    }
    std::map<std::string_view, std::string_view> nodes_;
    std::string_view any_type_;
};

// Loads of one function that only keep the other bits of a word in which a bit-field is written:
//   %5 = load i32, ptr %4        %6 = and i32 %5, -256        store i32 %6 or `or i32 %6, ..`, ptr %4
// What those bits are changes nothing, so reading them unset is no mistake.
class bit_field_loads {
  public:
    explicit bit_field_loads(const std::vector<std::string_view>& function) {
        for (std::string_view line : function) {
            const std::string_view name = defined_value(line);
            if (!name.empty()) values_.emplace(name, line.substr(line.find(" = ") + 3));
        }
        for (std::string_view line : function) {
            const std::size_t at = line.find_first_not_of(' ');
            if (at == line.npos || !line.substr(at).starts_with("store i") || typed(line)) continue;
            const std::string_view target = pointer_of(line);
            std::string_view word = operand(line.substr(at + 6), 1);
            if (value(word).starts_with("or i")) word = operand(value(word).substr(3), 1);
            if (!value(word).starts_with("and i")) continue;
            const std::string_view name = operand(value(word).substr(4), 1), load = value(name);
            if (load.starts_with("load i") && !typed(load) && pointer_of(load) == target &&
                std::count_if(function.begin(), function.end(),
                              [&](std::string_view l) { return mentions(l, name); }) == 1)
                found_.insert(name);
        }
    }
    bool contains(std::string_view line) const { return found_.count(defined_value(line)) > 0; }

  private:
    // Accesses of variables and members carry their type, those of bit-fields do not.
    static bool typed(std::string_view line) { return line.find("!tbaa ") != line.npos; }
    std::string_view value(std::string_view name) const {
        const auto found = values_.find(name);
        return found == values_.end() ? std::string_view() : found->second;
    }
    // Word n of "i32 %5, -256", without a comma.
    static std::string_view operand(std::string_view text, int n) {
        for (; n > 0; --n) {
            const std::size_t space = text.find(' ');
            if (space == text.npos) return {};
            text.remove_prefix(space + 1);
        }
        return text.substr(0, text.find_first_of(", "));
    }
    static std::string_view pointer_of(std::string_view access) {
        const std::size_t at = access.find(", ptr ");
        return at == access.npos ? std::string_view() : operand(access.substr(at + 6), 0);
    }
    // Is `name` an operand of the line (and not only its result)?
    static bool mentions(std::string_view line, std::string_view name) {
        const std::size_t equals = line.find(" = ");
        std::size_t at = line.starts_with("  %") && equals != line.npos ? equals : 0;
        while ((at = line.find(name, at)) != line.npos) {
            at += name.size();
            if (at == line.size() || line[at] == ',' || line[at] == ' ' || line[at] == ')')
                return true;
        }
        return false;
    }
    std::map<std::string_view, std::string_view> values_;
    std::set<std::string_view> found_;
};

std::string kept_call(const call_parts& call, std::string_view line, const private_values& own,
                      const std::vector<copied_types::piece>& pieces) {
    const bool set = call.name.find("memset") != call.name.npos;
    const bool move = call.name.find("memmove") != call.name.npos;
    const auto side = [&](std::string_view argument) {
        const pointer_argument p = read_pointer(argument);
        return std::to_string(own.contains(p.operand) ? 0 : p.alignment);
    };
    const std::string_view bytes = call.arguments[2];
    std::string out = "  call void (ptr, ";
    out += set ? "i8" : "ptr";
    out += ", i64, i32, i32, ...) @tileproof_kept_";
    out += set ? "set" : move ? "move" : "copy";
    out += "(ptr ";
    out += read_pointer(call.arguments[0]).operand;
    if (set)
        (out += ", ") += call.arguments[1];
    else
        (out += ", ptr ") += read_pointer(call.arguments[1]).operand;
    (((out += ", ") += bytes) += ", i32 ") += side(call.arguments[0]);
    (out += ", i32 ") += set ? std::string("0") : side(call.arguments[1]);
    for (const auto& p : pieces)
        out += ", i64 " + std::to_string(p.offset) + ", i64 " + std::to_string(p.bytes) + ", i64 " +
               (p.exact ? "1" : "0");
    out += ")";
    if (const unsigned node = places::debug_node(line)) (out += ", !dbg !") += std::to_string(node);
    // The mark of a variable that begins without a value (unset.hpp).
    if (const std::size_t mark = line.find(", !annotation "); mark != line.npos)
        out += line.substr(mark, line.find(',', mark + 1) - mark);
    return out + '\n';
}

// "define ... #3 {" with the attribute alwaysinline, when the function is in one of these files.
std::string with_inlining(std::string_view line, const places& where, const rewrite_paths& paths) {
    const unsigned node = places::debug_node(line);
    const std::size_t attributes = line.rfind(") ");
    std::string out(line);
    if (node && attributes != line.npos && line.find(" #") != line.npos &&
        places::matches(where.innermost_file(node), paths.inlined))
        out.insert(line.find(" #", attributes), " alwaysinline");
    return out;
}

// Lines that name variables stay, and their types. All else that describes the program goes: the object file gets the
// places of its code, and no more. (LLVM takes what a unit or a function lists for something to describe.)
std::string with_line_tables_only(std::string_view line) {
    std::string out(line);
    const std::string_view full = "emissionKind: FullDebug";
    if (const std::size_t at = out.find(full); at != out.npos)
        out.replace(at, full.size(), "emissionKind: LineTablesOnly");
    for (const std::string_view listed :
         {", retainedNodes: !", ", imports: !", ", retainedTypes: !", ", globals: !", ", enums: !",
          ", declaration: !", ", templateParams: !"})
        if (const std::size_t at = out.find(listed); at != out.npos) {
            const std::size_t end = out.find_first_not_of("0123456789", at + listed.size());
            out.erase(at, end - at);
        }
    if (const std::size_t at = out.find(", linkageName: \""); at != out.npos)
        out.erase(at, out.find('"', at + 16) + 1 - at);
    // A function is in its file, not in its class: types are then named by variables alone.
    const std::size_t scope = out.find("scope: !"), file = out.find("file: !");
    if (line.find(" !DISubprogram(") != line.npos && scope < file && file != out.npos) {
        const std::string node =
            out.substr(file + 6, out.find_first_not_of("0123456789", file + 7) - file - 6);
        out.replace(scope + 7, out.find_first_not_of("0123456789", scope + 8) - scope - 7, node);
    }
    return out;
}

}  // namespace

std::string keep_copies(std::string_view ir, const rewrite_paths& paths) {
    const std::vector<std::string_view> lines = split_lines(ir);
    const places where(lines);
    const marked_variables variables(lines);
    const copied_types types(lines);
    private_values own;
    const bool types_known = ir.find(", !tbaa !") != ir.npos;
    std::optional<bit_field_loads> bit_fields;
    const barrier_occasions occasions(lines);
    barrier_occasions::insertions inserted;
    std::size_t body = 0;  // the line after the last "define"
    std::string out;
    out.reserve(ir.size() + ir.size() / 8);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        if (line.starts_with("define ")) {
            own.clear();
            std::size_t end = i;
            while (end < lines.size() && !lines[end].starts_with('}')) ++end;
            if (types_known)
                bit_fields.emplace(std::vector<std::string_view>(
                    lines.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    lines.begin() + static_cast<std::ptrdiff_t>(end)));
            body = i + 1;
            inserted = {};
            if (occasions.reaches(line) &&
                !places::matches(where.innermost_file(places::debug_node(line)), paths.library))
                inserted = occasions.in(line, {lines.begin() + static_cast<std::ptrdiff_t>(body),
                                               lines.begin() + static_cast<std::ptrdiff_t>(end)});
            (out += with_inlining(line, where, paths)) += '\n';
            continue;
        }
        if (const auto text = inserted.before.find(i - body); text != inserted.before.end())
            out += text->second;
        own.see(variables.plain_addresses(line));
        const auto call = find_call(line, "llvm.mem");
        if (call && call->name.find(".p0.i64") != call->name.npos) {
            out += kept_call(*call, line, own, types.of(line));
        } else {
            const bool lists =
                line.starts_with('!') && (line.find(" !DICompileUnit(") != line.npos ||
                                          line.find(" !DISubprogram(") != line.npos);
            out += lists ? with_line_tables_only(line) : std::string(line);
            if (bit_fields && bit_fields->contains(line)) out += ", !nosanitize !{}";
            out += '\n';
        }
        if (const auto text = inserted.behind.find(i - body); text != inserted.behind.end())
            out += text->second;
        if (line.starts_with('}')) inserted = {};
    }
    out +=
        "declare void @tileproof_kept_copy(ptr nocapture, ptr nocapture, i64, i32, i32, ...) "
        "nounwind\n"
        "declare void @tileproof_kept_move(ptr nocapture, ptr nocapture, i64, i32, i32, ...) "
        "nounwind\n"
        "declare void @tileproof_kept_set(ptr nocapture, i8, i64, i32, i32, ...) nounwind\n"
        "declare i64 @tileproof_checked_enter(i64, i64) nounwind\n"
        "declare void @tileproof_checked_leave(i64) nounwind\n";
    return out;
}

}  // namespace tileproof::cpu_checked
