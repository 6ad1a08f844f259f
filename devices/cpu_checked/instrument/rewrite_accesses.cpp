// SPDX-License-Identifier: MIT
// Accesses and copies: calls of our runtime, and those that the sanitizer leaves out.
#include "devices/cpu_checked/instrument/function_rewriter.hpp"

#include <algorithm>

#include "devices/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_checked {
namespace {

// What a multiple of `alignment` is a multiple of, `offset` bytes further.
std::uint64_t alignment_behind(std::uint64_t alignment, std::uint64_t offset) {
    return offset == 0 ? alignment : std::min(alignment, offset & (~offset + 1));
}

}  // namespace

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
           ", i32 " + std::string(alignment) + ", " + sites_.argument(line) + ")" + debug_of(line) +
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
                   offset + debug_of(line) + "\n";
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
    out += ", i64 " + bytes + ", i1 false)" + debug_of(line) + "\n";
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
    if (line.find(", !nosanitize ") != line.npos) return;
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
           debug_of(line) + "\n";
}

}  // namespace tileproof::cpu_checked
