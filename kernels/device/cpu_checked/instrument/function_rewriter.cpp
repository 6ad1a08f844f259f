// SPDX-License-Identifier: MIT
#include "kernels/device/cpu_checked/instrument/function_rewriter.hpp"

#include <algorithm>
#include <map>

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {
namespace {

std::string debug(std::string_view line) {
    const unsigned node = places::debug_node(line);
    return node ? ", !dbg !" + std::to_string(node) : "";
}

// Drops the attribute group of a call, which spoke of the function that was called before.
std::string without_attributes(std::string_view after) {
    if (after.starts_with(" #")) after.remove_prefix(std::min(after.find(','), after.size()));
    return std::string(after);
}

// What a multiple of `alignment` is a multiple of, `offset` bytes further.
std::uint64_t alignment_behind(std::uint64_t alignment, std::uint64_t offset) {
    return offset == 0 ? alignment : std::min(alignment, offset & (~offset + 1));
}

}  // namespace

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
           (found.used ? "1" : "0") + ", " + sites_.argument(line) + ")" + debug(line) + "\n";
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
           ", " + sites_.argument(line) + ")" + debug(line) + "\n";
    return false;
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

void function_rewriter::report_when(const std::string& condition, int kind, std::string_view line,
                                    std::string& out) {
    const std::string flag = "%tileproof.when." + std::to_string(pieces_++);
    uses_faults = true;
    out += "  " + flag + " = " + condition + "\n  call void @tileproof.when(i1 " + flag + ", i32 " +
           std::to_string(kind) + ", " + sites_.argument(line) + ")" + debug(line) + "\n";
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

void function_rewriter::emit(std::string_view line, const call_parts& call, const std::string& name,
                             std::string& out) {
    const std::size_t word = call.before.find("call ") + 5;
    declare(leading_type(call.before.substr(word)), name, call.arguments);
    out.append(call.before);
    out += "@" + name + "(";
    for (std::string_view a : call.arguments) (out += a) += ", ";
    out += sites_.argument(line) + ")" + without_attributes(call.after) + "\n";
}

void function_rewriter::check_range(std::string_view line, const char* what,
                                    std::string_view operand, std::string_view bytes,
                                    std::string_view alignment, std::string& out) {
    if (alignment == "0" || private_.contains(operand) || sites_.of_engine(line)) return;
    const std::string name = std::string("tileproof_checked_") + what;
    declarations.insert("declare void @" + name + "(ptr, i64, i32, ptr) nomerge nounwind\n");
    out += "  call void @" + name + "(ptr " + std::string(operand) + ", i64 " + std::string(bytes) +
           ", i32 " + std::string(alignment) + ", " + sites_.argument(line) + ")" + debug(line) +
           "\n";
}

// One side of a copy that keep_copies() kept: the pieces that are no padding; all of it when they
// are not known.
void function_rewriter::check_side(std::string_view line, bool write, const call_parts& call,
                                   std::string_view operand, unsigned alignment, std::string& out) {
    constexpr std::size_t first_piece = 5;
    const auto& all = call.arguments;
    const auto what = [&](bool exact) {
        return write ? "write_range" : exact ? "read_range" : "read_bytes";
    };
    if (all.size() <= first_piece)
        return check_range(line, what(false), operand, last_word(all[2]), std::to_string(alignment),
                           out);
    if (alignment == 0 || private_.contains(operand) || sites_.of_engine(line)) return;
    for (std::size_t i = first_piece; i + 2 < all.size(); i += 3) {
        const std::string offset(last_word(all[i]));
        std::string at(operand);
        if (offset != "0") {
            at = "%tileproof.piece." + std::to_string(pieces_++);
            out += "  " + at + " = getelementptr i8, ptr " + std::string(operand) + ", i64 " +
                   offset + debug(line) + "\n";
        }
        check_range(line, what(last_word(all[i + 2]) == "1"), at, last_word(all[i + 1]),
                    std::to_string(alignment_behind(alignment, std::stoull(offset))), out);
    }
}

bool function_rewriter::rewrite_copy(std::string_view line, std::string& out) {
    const auto call = find_call(line, "tileproof_kept_");
    if (!call) return false;
    const bool set = call->name == "tileproof_kept_set";
    const std::string to(read_pointer(call->arguments[0]).operand);
    const std::string from = set ? "" : std::string(read_pointer(call->arguments[1]).operand);
    const std::string bytes(last_word(call->arguments[2]));
    const auto alignment = [&](std::size_t i) {
        return static_cast<unsigned>(std::stoul(std::string(last_word(call->arguments[i]))));
    };
    if (!set) check_side(line, false, *call, from, alignment(4), out);
    check_side(line, true, *call, to, alignment(3), out);
    std::string intrinsic;
    if (set) {
        intrinsic = "llvm.memset.p0.i64";
        declarations.insert("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n");
        out += "  call void @" + intrinsic + "(ptr " + to + ", " + std::string(call->arguments[1]);
    } else {
        intrinsic = call->name == "tileproof_kept_move" ? "llvm.memmove.p0.p0.i64"
                                                        : "llvm.memcpy.p0.p0.i64";
        declarations.insert("declare void @" + intrinsic + "(ptr, ptr, i64, i1)\n");
        out += "  call void @" + intrinsic + "(ptr " + to + ", ptr " + from;
    }
    out += ", i64 " + bytes + ", i1 false)" + debug(line) + "\n";
    return true;
}

// What functions of the mathematical library, which nobody instruments, write through pointers.
void function_rewriter::note_results(std::string_view line, std::string& out) {
    struct written {
        std::string_view function;
        std::size_t first, last;  // arguments
        const char* bytes;
    };
    static constexpr written all[] = {{"sincosf", 1, 2, "4"},   {"sincos", 1, 2, "8"},
                                      {"modff", 1, 1, "4"},     {"modf", 1, 1, "8"},
                                      {"frexpf", 1, 1, "4"},    {"frexp", 1, 1, "4"},
                                      {"remquof", 2, 2, "4"},   {"remquo", 2, 2, "4"},
                                      {"lgammaf_r", 1, 1, "4"}, {"lgamma_r", 1, 1, "4"}};
    const auto call = find_call(line, "");
    if (!call) return;
    for (const written& w : all)
        if (call->name == w.function)
            for (std::size_t a = w.first; a <= w.last && a < call->arguments.size(); ++a)
                check_range(line, "write_range", read_pointer(call->arguments[a]).operand, w.bytes,
                            w.bytes, out);
}

// Before a call of a library function: who calls.
void function_rewriter::note_call(std::string_view line, std::string& out) {
    const auto call = find_call(line, "");
    if (call && library_.count(call->name))
        out += "  store " + sites_.argument(line) + ", ptr @tileproof_checked_caller\n";
}

// Accesses that the sanitizer leaves alone: those whose size is not 1, 2, 4, 8 or 16 bytes.
void function_rewriter::add_missing(std::string_view line, std::string& out) {
    const std::string_view value =
        defined_value(line).empty()
            ? line.substr(std::min(line.find_first_not_of(' '), line.size()))
            : line.substr(line.find(" = ") + 3);
    const auto after = [](std::string_view text, std::string_view word) {
        return text.starts_with(word) ? text.substr(word.size()) : text;
    };
    if (value.starts_with("load ")) {
        const std::string_view type = leading_type(after(after(value, "load "), "volatile "));
        if (!type.empty())
            add_access(line, "read_range", type, value.substr(value.find(type) + type.size()), out);
    } else if (value.starts_with("store ")) {
        const std::string_view type = leading_type(after(after(value, "store "), "volatile "));
        add_access(line, "write_range", type,
                   value.substr(std::min(value.rfind(", ptr "), value.size())), out);
    } else if (value.starts_with("atomicrmw ")) {
        add_atomic(line, value, out);
    }
}

void function_rewriter::add_access(std::string_view line, const char* what, std::string_view type,
                                   std::string_view rest, std::string& out) {
    const std::size_t bytes = type_bytes(type);
    const bool power = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
    if (bytes == 0 || (power && type != "x86_fp80")) return;
    if (!rest.starts_with(", ptr ")) return;
    rest.remove_prefix(6);
    const std::string_view operand = rest.substr(0, rest.find(", align "));
    const std::size_t at = rest.find(", align ");
    const std::string alignment =
        at == rest.npos ? "1" : std::to_string(std::stoul(std::string(rest.substr(at + 8))));
    check_range(line, what, operand, std::to_string(bytes), alignment, out);
}

// "atomicrmw fadd ptr %p, float %v syncscope("agent") monotonic, align 4"
void function_rewriter::add_atomic(std::string_view line, std::string_view value,
                                   std::string& out) {
    const std::size_t pointer = value.find(" ptr ");
    const std::size_t comma = value.find(", ", pointer);
    if (pointer == value.npos || comma == value.npos) return;
    const std::string_view operand = value.substr(pointer + 5, comma - pointer - 5);
    const std::size_t bytes = type_bytes(leading_type(value.substr(comma + 2)));
    if (bytes == 0 || private_.contains(operand)) return;
    const char* order = value.find(" seq_cst") != value.npos   ? "5"
                        : value.find(" acq_rel") != value.npos ? "4"
                        : value.find(" release") != value.npos ? "3"
                        : value.find(" acquire") != value.npos ? "2"
                                                               : "0";
    declarations.insert(
        "declare void @tileproof_checked_atomic(ptr, i64, i32, ptr) nomerge nounwind\n");
    out += "  call void @tileproof_checked_atomic(ptr " + std::string(operand) + ", i64 " +
           std::to_string(bytes) + ", i32 " + order + ", " + sites_.argument(line) + ")" +
           debug(line) + "\n";
}

}  // namespace tileproof::cpu_checked
