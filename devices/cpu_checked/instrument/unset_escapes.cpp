// SPDX-License-Identifier: MIT
// Unset variables whose address leaves their function: when the runtime is told of them.
//
//   %place = alloca [16 x i8]                    begins unset, and most such objects are filled at once:
//   store ptr %a, ptr %place                     closures, arrays with their elements
//   %second = getelementptr i8, ptr %place, i64 8
//   store ptr %b, ptr %second
//   (here: tell, when a bit of the twin is left) nobody else can have looked at it before
//   call void @f(ptr %place)
//
// So -O2, which follows the stores to the twin, drops the question of what is filled at once, and nothing is told.
#include <algorithm>
#include <bit>
#include <numeric>

#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/unset.hpp"
#include "devices/cpu_checked/instrument/unset_text.hpp"

namespace tileproof::cpu_checked {
namespace {

using std::string;
using std::string_view;

constexpr std::size_t most_asked = 64;  // bytes; of what is more the runtime is told without a look

bool starts_with_one_of(string_view text, std::initializer_list<string_view> words) {
    for (const string_view w : words)
        if (text.starts_with(w)) return true;
    return false;
}

}  // namespace

bool unset_variables::is_own(name pointer) const {
    for (auto at = bases_.find(pointer); at != bases_.end(); at = bases_.find(pointer))
        pointer = at->second;
    return allocas_.count(pointer) > 0;
}

// Can nobody look at a variable of this function there, except by its name, and does the next line follow?
bool unset_variables::passes_by(string_view line) const {
    const std::size_t start = line.find_first_not_of(' ');
    if (start == line.npos || line[start] == ';' || line[start] == '#') return true;
    if (start == 0) return false;  // a label
    const string_view text = unset_text::instruction(line);
    if (text.starts_with("load "))
        return is_own(unset_text::pointer_behind(text, text.find(", ptr ")));
    if (text.starts_with("store "))
        return is_own(unset_text::pointer_behind(text, text.rfind(", ptr ")));
    if (const auto call = find_call(line, "")) {
        if (starts_with_one_of(call->name, {"llvm.dbg.", "llvm.lifetime.start"})) return true;
        const auto own = [&](std::size_t i) {
            return call->arguments.size() > i && is_own(read_pointer(call->arguments[i]).operand);
        };
        if (starts_with_one_of(call->name, {"__tsan_read", "__tsan_write"})) return own(0);
        if (call->name == "tileproof_kept_set") return own(0);
        return call->name.starts_with("tileproof_kept_") && own(0) &&
               (own(1) || read_pointer(call->arguments[1]).operand.starts_with('@'));
    }
    return starts_with_one_of(
        text, {"alloca ", "getelementptr ", "add ", "sub ", "mul ", "sext ", "zext ", "trunc ",
               "icmp ", "select ", "bitcast ", "fadd ", "fmul "});
}

// What begins in line i is told where others may ask first: with all of the variable that begins until then.
void unset_variables::note_begin(const std::vector<string_view>& body, std::size_t i, name root,
                                 name pointer, std::size_t bytes) {
    if (!roots_.at(root).escapes) return;
    std::size_t at = i + 1;
    while (at < body.size() && passes_by(body[at])) ++at;
    begun_[at][root].emplace_back(pointer, bytes);
}

void unset_variables::tell_begun(std::size_t line) {
    const auto found = begun_.find(line);
    if (found == begun_.end()) return;
    string& out = before_[line];
    for (const auto& [root, pieces] : found->second) {
        const auto asked = [](std::size_t sum, const auto& p) {
            return p.second == 0 ? most_asked + 1 : sum + p.second;
        };
        string sum = "0";
        if (std::accumulate(pieces.begin(), pieces.end(), std::size_t{0}, asked) > most_asked)
            sum = "1";
        else
            for (const auto& [pointer, bytes] : pieces) sum = any_unset(pointer, bytes, sum, out);
        const string condition = "%tileproof.tells." + std::to_string(checks_++);
        out += "  " + condition + " = icmp ne i64 " + sum + ", 0\n" + telling(condition, root);
    }
}

// Loads of the twin as wide as the stores to it, where they are of one field, so that they fold. All bits or `sum`.
string unset_variables::any_unset(name pointer, std::size_t bytes, string sum, string& out) {
    const std::size_t widest = std::has_single_bit(bytes) && bytes <= 8 ? bytes : 4;
    for (std::size_t offset = 0, width = 0; offset < bytes; offset += width) {
        width = std::min(widest, std::bit_floor(bytes - offset));
        const string piece = "%tileproof.begun." + std::to_string(checks_++);
        const string bits = "i" + std::to_string(8 * width);
        out += "  " + piece + ".at = getelementptr i8, ptr " + unset_text::twin_of(pointer) +
               ", i64 " + std::to_string(offset) + "\n  " + piece + ".bits = load " + bits +
               ", ptr " + piece + ".at, align 1\n";
        if (width < 8)
            out += "  " + piece + ".wide = zext " + bits + " " + piece + ".bits to i64\n";
        out += "  " + piece + " = or i64 " + sum + ", " + piece + (width < 8 ? ".wide" : ".bits") +
               "\n";
        sum = piece;
    }
    return sum;
}

string unset_variables::telling(const string& condition, name root) {
    const variable& v = roots_.at(root);
    if (!v.escapes) return {};
    return "  call void @tileproof.begin_unset(i1 " + condition + ", ptr " + string(root) +
           ", ptr " + unset_text::twin_of(root) + ", " + unset_text::bytes_of(v.type) + ", ptr " +
           constant(v.shown) + ", ptr " + unset_text::told_of(root) + ")\n";
}

// Before the variable's life or its function ends.
string unset_variables::end_telling(name root) {
    return "  call void @tileproof.end_unset(ptr " + string(root) + ", ptr " +
           unset_text::told_of(root) + ")\n";
}

// told: has the runtime been told of the variable?
string unset_variables::definitions_of_telling() {
    return "define internal void @tileproof.begin_unset(i1 %bad, ptr %variable, ptr %twin, i64 "
           "%bytes, ptr "
           "%name, ptr %told) alwaysinline nounwind {\n  br i1 %bad, label %tell, label "
           "%done\ntell:\n  "
           "store i8 1, ptr %told\n  call void @tileproof_checked_begin_unset(ptr %variable, ptr "
           "%twin, i64 "
           "%bytes, ptr %name)\n  br label %done\ndone:\n  ret void\n}\n"
           "define internal void @tileproof.end_unset(ptr %variable, ptr %told) alwaysinline "
           "nounwind {\n"
           "  %was = load i8, ptr %told\n  %any = icmp ne i8 %was, 0\n  br i1 %any, label %tell, "
           "label "
           "%done\ntell:\n  store i8 0, ptr %told\n  call void @tileproof_checked_end_unset(ptr "
           "%variable)\n"
           "  br label %done\ndone:\n  ret void\n}\n"
           "declare void @tileproof_checked_begin_unset(ptr, ptr, i64, ptr) nounwind\n"
           "declare void @tileproof_checked_end_unset(ptr) nounwind\n";
}

}  // namespace tileproof::cpu_checked
