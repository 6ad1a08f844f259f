// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/function_rewriter.hpp"

#include <algorithm>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {

std::string debug_of(std::string_view line) {
    const unsigned node = places::debug_node(line);
    return node ? ", !dbg !" + std::to_string(node) : "";
}

std::string without_attributes(std::string_view after) {
    if (after.starts_with(" #")) after.remove_prefix(std::min(after.find(','), after.size()));
    return std::string(after);
}

std::string_view function_attributes(std::string_view define) {
    const std::size_t at = define.rfind(" #");
    return at == define.npos ? std::string_view()
                             : define.substr(at + 1, define.find(' ', at + 1) - at - 1);
}

std::string_view defined_function(std::string_view define) {
    const std::size_t at = define.find('@');
    return at == define.npos ? std::string_view()
                             : define.substr(at + 1, define.find('(', at) - at - 1);
}

void function_rewriter::begin_function(std::string_view define,
                                       std::vector<std::string_view> body) {
    body_ = std::move(body);
    line_ = static_cast<std::size_t>(-1);
    private_.clear();
    of_library_ = library_.count(defined_function(define)) > 0;
    checked_ = checked_groups_.count(std::string(function_attributes(define))) > 0;
    static const std::vector<std::string_view> nothing;
    unset_.begin_function(
        checked_ && !of_library_ ? body_ : nothing,
        [&](std::string_view l) { return sites_.of_library(l) || sites_.of_engine(l); },
        [&](std::string_view l) { return sites_.argument(l); });
}

void function_rewriter::rewrite(std::string_view line, std::string& out) {
    ++line_;
    out += unset_.before(line_);
    rewrite_line(line, out);
    out += unset_.behind(line_);
}

void function_rewriter::rewrite_line(std::string_view line, std::string& out) {
    private_.see(line);
    if (checked_ && line.find("invoke ") != line.npos && rewrite_allocation(line, out)) return;
    if (line.find("call ") != line.npos) {
        if (rewrite_sanitizer_call(line, out) || rewrite_copy(line, out) ||
            rewrite_overrun(line, out) ||
            (checked_ && (rewrite_end(line, out) || rewrite_allocation(line, out))))
            return;
        if (checked_) check_callee(line, out);
        if (checked_) note_results(line, out);
        if (checked_ && !of_library_) note_call(line, out);
    } else if (checked_) {
        add_missing(line, out);
        check_division(line, out);
    }
    out.append(line);
    out += '\n';
}

// Repeats the types of the arguments, which is what a declaration needs.
void function_rewriter::declare(std::string_view result, const std::string& name,
                                const std::vector<std::string_view>& arguments) {
    std::string out = "declare " + std::string(result) + " @" + name + "(";
    for (std::string_view a : arguments) out += std::string(leading_type(a)) + ", ";
    declarations.insert(out + "ptr) nomerge nounwind\n");
}

bool function_rewriter::rewrite_sanitizer_call(std::string_view line, std::string& out) {
    const auto call = find_call(line, "__tsan_");
    if (!call) return false;
    if (call->name == "__tsan_init") {
        out += "  call void @tileproof_checked_register(ptr @tileproof.module)\n";
        return true;
    }
    const bool plain_access =
        call->name.find("_read") != call->name.npos || call->name.find("_write") != call->name.npos;
    if (plain_access &&
        (private_.contains(read_pointer(call->arguments[0]).operand) || sites_.of_engine(line)))
        return true;
    emit(line, *call, "tileproof_checked_" + std::string(call->name.substr(7)), out);
    return true;
}

// malloc and free, and the operators new and delete by their mangled names.
bool function_rewriter::rewrite_allocation(std::string_view line, std::string& out) {
    static const std::set<std::string_view> names{"malloc",
                                                  "_Znwm",
                                                  "_Znam",
                                                  "_ZnwmRKSt9nothrow_t",
                                                  "_ZnamRKSt9nothrow_t",
                                                  "_ZnwmSt11align_val_t",
                                                  "_ZnamSt11align_val_t",
                                                  "free",
                                                  "_ZdlPv",
                                                  "_ZdaPv",
                                                  "_ZdlPvm",
                                                  "_ZdaPvm",
                                                  "_ZdlPvSt11align_val_t",
                                                  "_ZdaPvSt11align_val_t",
                                                  "_ZdlPvmSt11align_val_t",
                                                  "_ZdaPvmSt11align_val_t"};
    // Where an exception would have to be caught: "%4 = invoke noalias ptr @_Znwm(i64 8)".
    const std::size_t invoke = line.find("invoke ");
    std::string as_call(line);
    if (invoke != line.npos) as_call.replace(invoke, 7, "call ");
    const auto call = find_call(as_call, "");
    if (!call || !names.contains(call->name) || sites_.of_engine(line)) return false;
    const std::string name = "tileproof_checked_" + std::string(call->name);
    declare(last_word(call->before), name, call->arguments);
    out.append(line.substr(0, line.find('@')));
    out += "@" + name + "(";
    for (std::string_view a : call->arguments) (out += a) += ", ";
    out += sites_.argument(line) + ")" + without_attributes(call->after) + "\n";
    return true;
}

}  // namespace tileproof::cpu_checked
