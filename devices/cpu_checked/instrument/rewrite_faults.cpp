// SPDX-License-Identifier: MIT
// What ends a kernel or is a fault by itself: an index outside its array, a division by zero, a null function.
#include "devices/cpu_checked/instrument/function_rewriter.hpp"

#include <map>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {

bool function_rewriter::rewrite_overrun(std::string_view line, std::string& out) {
    const auto call = find_call(line, "__ubsan_handle_out_of_bounds");
    if (!call) return false;
    const overrun found = find_overrun();
    declarations.insert(
        "declare void @tileproof_checked_index_outside(ptr, i64, ptr, i32, ptr) nomerge "
        "nounwind\n");
    out += found.made;
    out += "  call void @tileproof_checked_index_outside(" + std::string(call->arguments[0]) +
           ", " + std::string(call->arguments[1]) + ", ptr " + found.address + ", i32 " +
           (found.used ? "1" : "0") + ", " + sites_.argument(line) + ")" + debug_of(line) + "\n";
    return true;
}

// The handler's block ends in a branch to where the address is computed:
//   br label %36
//   36:
//     %37 = sext i32 %9 to i64
//     %38 = getelementptr inbounds [8 x float], ptr %2, i64 0, i64 %37
function_rewriter::overrun function_rewriter::find_overrun() const {
    std::size_t at = line_ + 1;
    while (at < body_.size() && body_[at].find("br label %") == std::string_view::npos) ++at;
    if (at >= body_.size()) return {};
    std::string label(body_[at].substr(body_[at].find("br label %") + 10));
    label = label.substr(0, label.find_first_of(" ,")) + ":";
    for (at = 0; at < body_.size() && !body_[at].starts_with(label);) ++at;
    std::map<std::string, std::string> renamed;
    overrun found;
    const std::string prefix = "%tileproof.outside." + std::to_string(line_) + ".";
    for (++at; at < body_.size(); ++at) {
        const std::string_view name = defined_value(body_[at]);
        if (name.empty()) return {};
        std::string_view value = body_[at].substr(body_[at].find(" = ") + 3);
        const bool last = value.starts_with("getelementptr ");
        if (!last && !value.starts_with("sext ") && !value.starts_with("zext ")) return {};
        std::string text(value.substr(0, value.find(", !dbg")));
        text = text.substr(0, text.find(", !nosanitize"));
        for (const auto& [from, to] : renamed)
            for (std::size_t i = 0; (i = text.find(from, i)) != text.npos; i += to.size()) {
                const char after = i + from.size() < text.size() ? text[i + from.size()] : ' ';
                if (after == ' ' || after == ',') text.replace(i, from.size(), to);
            }
        const std::string copy = prefix + std::string(name.substr(1));
        found.made += "  " + copy + " = " + text + "\n";
        renamed.emplace(name, copy);
        if (!last) continue;
        if (text.find(" inbounds") != text.npos) {  // it is not in bounds
            const std::size_t word = found.made.rfind(" inbounds");
            found.made.erase(word, 9);
        }
        found.address = copy;
        found.used = accessed(name, 0);
        return found;
    }
    return {};
}

// Is this address, or one that is made of it, loaded from or stored to?
bool function_rewriter::accessed(std::string_view pointer, int depth) const {
    const std::string operand = "ptr " + std::string(pointer);
    for (const std::string_view line : body_) {
        const std::size_t at = line.find(operand);
        if (at == line.npos) continue;
        const std::size_t end = at + operand.size();
        if (end < line.size() && line[end] != ',' && line[end] != ')' && line[end] != ' ') continue;
        const std::string_view name = defined_value(line);
        const std::string_view value = name.empty() ? line.substr(line.find_first_not_of(' '))
                                                    : line.substr(line.find(" = ") + 3);
        if (value.starts_with("getelementptr ")) {
            if (depth < 8 && accessed(name, depth + 1)) return true;
        } else if (value.starts_with("store ")) {
            if (value.find(", " + operand) != value.npos) return true;
        } else if (value.starts_with("load ") || value.starts_with("atomicrmw ") ||
                   value.starts_with("cmpxchg ") || value.find("@__tsan_") != value.npos ||
                   value.find("@tileproof_kept_") != value.npos) {
            return true;
        }
    }
    return false;
}

// assert(), abort() and traps.
bool function_rewriter::rewrite_end(std::string_view line, std::string& out) {
    const auto failed = find_call(line, "__assert_fail");
    const bool ends = find_call(line, "abort") || find_call(line, "llvm.trap");
    if (!failed && !ends) return false;
    declarations.insert("declare void @tileproof_checked_end(ptr, ptr) nomerge nounwind\n");
    out += "  call void @tileproof_checked_end(" +
           (failed ? "ptr " + std::string(read_pointer(failed->arguments[0]).operand)
                   : std::string("ptr null")) +
           ", " + sites_.argument(line) + ")" + debug_of(line) + "\n";
    return false;
}

void function_rewriter::report_when(const std::string& condition, int kind, std::string_view line,
                                    std::string& out) {
    const std::string flag = "%tileproof.when." + std::to_string(pieces_++);
    uses_faults = true;
    out += "  " + flag + " = " + condition + "\n  call void @tileproof.when(i1 " + flag + ", i32 " +
           std::to_string(kind) + ", " + sites_.argument(line) + ")" + debug_of(line) + "\n";
}

void function_rewriter::check_division(std::string_view line, std::string& out) {
    if (defined_value(line).empty()) return;
    const std::string_view value = line.substr(line.find(" = ") + 3);
    for (const std::string_view word : {"sdiv ", "udiv ", "srem ", "urem "}) {
        if (!value.starts_with(word)) continue;
        std::string_view rest = value.substr(word.size());
        if (rest.starts_with("exact ")) rest.remove_prefix(6);
        const std::string_view type = leading_type(rest);
        const std::size_t comma = rest.find(", ");
        if (!type.starts_with('i') || comma == rest.npos) return;
        std::string_view divisor = rest.substr(comma + 2);
        divisor = divisor.substr(0, divisor.find_first_of(", "));
        if (divisor.starts_with('%') && !sites_.of_engine(line))
            report_when("icmp eq " + std::string(type) + " " + std::string(divisor) + ", 0", 0,
                        line, out);
        return;
    }
}

// "call void %5(ptr %3)" through a null pointer.
void function_rewriter::check_callee(std::string_view line, std::string& out) {
    const std::size_t call = line.find("call ");
    const std::size_t open = line.find('(', call);
    const std::size_t at = line.rfind(" %", open);
    if (open == line.npos || at == line.npos || at < call || line.find('@', call) < open) return;
    const std::string_view callee = line.substr(at + 1, open - at - 1);
    if (callee.find(' ') != callee.npos || sites_.of_engine(line)) return;
    report_when("icmp eq ptr " + std::string(callee) + ", null", 1, line, out);
}

}  // namespace tileproof::cpu_checked
