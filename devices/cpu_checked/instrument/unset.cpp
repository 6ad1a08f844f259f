// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/unset.hpp"

#include <algorithm>

#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/unset_text.hpp"

namespace tileproof::cpu_checked {
namespace {

using std::string;
using std::string_view;
using unset_text::bytes_of;
using unset_text::filled;
using unset_text::instruction;
using unset_text::name_at;
using unset_text::pointer_behind;
using unset_text::told_of;
using unset_text::twin_of;

// Of "load volatile i32, ptr %p" or "store <4 x float> %v, ptr %p": the type.
string_view accessed_type(string_view text) {
    text.remove_prefix(text.starts_with("load ") ? 5 : 6);
    if (text.starts_with("volatile ")) text.remove_prefix(9);
    return leading_type(text);
}

}  // namespace

const string& unset_variables::text_of(const std::map<std::size_t, string>& all, std::size_t line) {
    static const string none;
    const auto found = all.find(line);
    return found == all.end() ? none : found->second;
}

void unset_variables::clear() {
    allocas_.clear();
    bases_.clear();
    mentions_.clear();
    marks_.clear();
    roots_.clear();
    begun_.clear();
    before_.clear();
    behind_.clear();
}

void unset_variables::read(const std::vector<string_view>& body) {
    for (std::size_t i = 0; i < body.size(); ++i)
        if (body[i].find(", !annotation ") != string_view::npos) marks_.push_back(i);
    if (marks_.empty()) return;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const string_view line = body[i], text = instruction(line), value = defined_value(line);
        for (std::size_t at = line.find('%'); at != line.npos; at = line.find('%', at + 1))
            mentions_[name_at(line, at)].push_back(i);
        if (value.empty()) continue;
        if (text.starts_with("alloca ")) {
            const string_view type = leading_type(text.substr(7));
            // Not those of a size that is computed.
            if (text.find(", i64 ") == text.npos && text.find(", i32 ") == text.npos)
                allocas_.emplace(value, type);
        } else if (text.starts_with("getelementptr ")) {
            const string_view base = pointer_behind(text, text.find(", ptr %"));
            if (!base.empty()) bases_.emplace(value, base);
        }
    }
}

unset_variables::name unset_variables::root_of(name pointer) const {
    for (auto at = bases_.find(pointer); at != bases_.end(); at = bases_.find(pointer))
        pointer = at->second;
    const auto found = roots_.find(pointer);
    return found == roots_.end() ? name() : found->first;
}

void unset_variables::add_root(string_view line) {
    const string_view text = instruction(line);
    name pointer;
    if (text.starts_with("store ")) {
        pointer = pointer_behind(text, text.rfind(", ptr %"));
    } else if (const auto call = find_call(line, "tileproof_kept_")) {
        pointer = read_pointer(call->arguments[0]).operand;
    }
    for (auto at = bases_.find(pointer); at != bases_.end(); at = bases_.find(pointer))
        pointer = at->second;
    const auto found = allocas_.find(pointer);
    if (found == allocas_.end()) return;
    roots_.try_emplace(found->first,
                       variable{string(found->second), shown_name(found->first), false});
}

// "%acc5.i" is acc, where there is an acc as well: the compiler tells equal names apart by a number.
string unset_variables::shown_name(name root) const {
    string_view shown = root.substr(1);
    if (const std::size_t inlined = shown.find(".i"); inlined != shown.npos && inlined > 0)
        shown = shown.substr(0, inlined);
    const string_view plain = shown.substr(0, shown.find_last_not_of("0123456789") + 1);
    if (plain.size() == shown.size() || plain.empty()) return string(shown);
    for (const auto& [other, type] : allocas_)
        if (other != root && (other.substr(1) == plain || other.substr(1) == string(plain) + ".i"))
            return string(plain);
    return string(shown);
}

unset_variables::use unset_variables::judge_use(string_view line, name pointer) const {
    const string_view text = instruction(line);
    if (text.starts_with("alloca ")) return use::known;
    if (text.starts_with("load "))
        return pointer_behind(text, text.find(", ptr %")) == pointer ? use::known : use::unknown;
    if (text.starts_with("getelementptr "))
        return pointer_behind(text, text.find(", ptr %")) == pointer ? use::known : use::unknown;
    if (text.starts_with("store "))
        return pointer_behind(text, text.rfind(", ptr %")) == pointer &&
                       text.find("store ptr " + string(pointer) + ",") == text.npos
                   ? use::known
                   : use::escape;
    const auto call = find_call(line, "");
    if (!call || text.starts_with("invoke ")) return use::unknown;
    if (call->name.starts_with("llvm.lifetime.") || call->name.starts_with("__tsan_") ||
        call->name.starts_with("tileproof_kept_"))
        return use::known;
    return instrumented_.count(call->name) ? use::escape : use::unknown;
}

void unset_variables::judge_uses(const std::vector<string_view>& body) {
    std::set<name> lost;
    const auto judge = [&](name pointer, name root) {
        for (const std::size_t i : mentions_[pointer]) {
            if (defined_value(body[i]) == pointer) continue;
            const use seen = judge_use(body[i], pointer);
            if (seen == use::unknown) lost.insert(root);
            if (seen == use::escape) roots_.at(root).escapes = true;
        }
    };
    for (const auto& [root, v] : roots_) judge(root, root);
    for (const auto& [pointer, base] : bases_)
        if (const name root = root_of(pointer); !root.empty()) judge(pointer, root);
    for (const name root : lost) roots_.erase(root);
}

// Is it only stored to variables of the function? What nobody uses stands for an access (swizzles.hpp).
bool unset_variables::only_copied(const std::vector<string_view>& body, name value) const {
    const auto found = mentions_.find(value);
    if (found == mentions_.end()) return false;
    bool stored = false;
    for (const std::size_t i : found->second) {
        if (defined_value(body[i]) == value) continue;
        const string_view text = instruction(body[i]);
        if (!text.starts_with("store ")) return false;
        name to = pointer_behind(text, text.rfind(", ptr %"));
        for (auto at = bases_.find(to); at != bases_.end(); at = bases_.find(to)) to = at->second;
        if (!allocas_.count(to)) return false;
        stored = true;
    }
    return stored;
}

string unset_variables::constant(const string& text) {
    return "@tileproof.variable." +
           std::to_string(names_.try_emplace(text, names_.size()).first->second);
}

string unset_variables::check_load(string_view text, name pointer, const string& site) {
    const string_view type = accessed_type(text);
    const std::size_t bytes = type_bytes(type);
    if (bytes == 0) return {};
    used_ = true;
    const string bits = "i" + std::to_string(8 * bytes), number = std::to_string(checks_++);
    const bool all = type.starts_with('<');
    return "  %tileproof.unset." + number + " = load " + bits + ", ptr " + twin_of(pointer) +
           ", align 1\n  %tileproof.is_unset." + number + " = icmp " + (all ? "eq " : "ne ") +
           bits + " %tileproof.unset." + number + (all ? ", -1" : ", 0") +
           "\n  call void @tileproof.when_unset(i1 %tileproof.is_unset." + number + ", ptr " +
           constant(roots_.at(root_of(pointer)).shown) + ", " + site + ")\n";
}

void unset_variables::follow_store(const std::vector<string_view>& body, std::size_t i,
                                   string_view text) {
    const string_view line = body[i];
    if (text.starts_with("alloca ")) {
        const auto found = roots_.find(defined_value(line));
        if (found == roots_.end()) return;
        used_ = true;
        const string_view made = text.substr(0, text.find(", !"));
        behind_[i] += "  " + twin_of(found->first) + " = " + string(made) + "\n" +
                      filled(found->first, "0", bytes_of(found->second.type));
        if (found->second.escapes)
            behind_[i] += "  " + told_of(found->first) + " = alloca i8\n  store i8 0, ptr " +
                          told_of(found->first) + "\n";
    } else if (text.starts_with("getelementptr ")) {
        const name base = pointer_behind(text, text.find(", ptr %"));
        if (root_of(base).empty()) return;
        string twin(text.substr(0, text.find(", !")));
        if (const std::size_t word = twin.find(" inbounds"); word != twin.npos) twin.erase(word, 9);
        const std::size_t at = twin.find(", ptr %") + 6 + base.size();
        twin.replace(at - base.size(), base.size(), twin_of(base));
        behind_[i] += "  " + twin_of(defined_value(line)) + " = " + twin + "\n";
    } else if (text.starts_with("store ")) {
        const name to = pointer_behind(text, text.rfind(", ptr %"));
        const name root = root_of(to);
        if (root.empty()) return;
        const string_view type = accessed_type(text);
        const std::size_t bytes = type_bytes(type);
        const bool begins = line.find(", !annotation ") != line.npos;
        const string bits = "i" + std::to_string(8 * bytes);
        const string_view rest = text.substr(text.find(type) + type.size() + 1);
        const name value = rest.starts_with('%') ? name_at(rest, 0) : name();
        const auto& source = mentions_.find(value);
        name from;
        if (!begins && source != mentions_.end() && only_copied(body, value))
            for (const std::size_t d : source->second)
                if (defined_value(body[d]) == value && instruction(body[d]).starts_with("load "))
                    from =
                        pointer_behind(instruction(body[d]), instruction(body[d]).find(", ptr %"));
        string copied;  // the bits that arrive
        if (bytes == 0) {
            behind_[i] += filled(to, begins ? "-1" : "0", bytes_of(type));
        } else if (!from.empty() && !root_of(from).empty()) {
            const string number = std::to_string(checks_++);
            behind_[i] += "  %tileproof.unset." + number + " = load " + bits + ", ptr " +
                          twin_of(from) + ", align 1\n  store " + bits + " %tileproof.unset." +
                          number + ", ptr " + twin_of(to) + ", align 1\n";
            copied = "%tileproof.unset." + number;
        } else {
            behind_[i] += "  store " + bits + (begins ? " -1" : " 0") + ", ptr " + twin_of(to) +
                          ", align 1\n";
        }
        if (begins) note_begin(body, i, root, to, bytes);
        if (!copied.empty()) {
            const string number = std::to_string(checks_++);
            behind_[i] += "  %tileproof.tells." + number + " = icmp ne " + bits + " " + copied +
                          ", 0\n" + telling("%tileproof.tells." + number, root);
        }
    } else if (text.find("call ") != text.npos) {
        follow_copy(body, i);
    } else if (text.starts_with("ret ")) {
        for (const auto& [root, v] : roots_)
            if (v.escapes) before_[i] += end_telling(root);
    }
}

void unset_variables::follow_copy(const std::vector<string_view>& body, std::size_t i) {
    const string_view line = body[i];
    if (const auto end = find_call(line, "llvm.lifetime.end")) {
        const name root = root_of(read_pointer(end->arguments.back()).operand);
        if (!root.empty() && roots_.at(root).escapes) before_[i] += end_telling(root);
        return;
    }
    const auto call = find_call(line, "tileproof_kept_");
    if (!call) return;
    const name to = read_pointer(call->arguments[0]).operand, root = root_of(to);
    if (root.empty()) return;
    const string bytes(call->arguments[2]);
    const bool begins = line.find(", !annotation ") != line.npos;
    const name from = call->name == "tileproof_kept_set" || begins
                          ? name()
                          : read_pointer(call->arguments[1]).operand;
    if (!from.empty() && !root_of(from).empty())
        behind_[i] += "  call void @tileproof.copy_unset(ptr " + twin_of(to) + ", ptr " +
                      twin_of(from) + ", " + bytes + ")\n" + telling("true", root);
    else
        behind_[i] += filled(to, begins ? "-1" : "0", bytes);
    if (begins) {
        const string_view number = last_word(call->arguments[2]);
        note_begin(body, i, root, to, number.starts_with('%') ? 0 : std::stoull(string(number)));
    }
}

string unset_variables::definitions() const {
    if (!used_) return {};
    string out =
        "define internal void @tileproof.when_unset(i1 %bad, ptr %name, ptr %site) alwaysinline "
        "nounwind {\n  br i1 %bad, label %cold, label %done\ncold:\n  call void "
        "@tileproof_checked_unset(ptr %name, ptr %site)\n  br label %done\ndone:\n  ret void\n}\n"
        "define internal void @tileproof.fill_unset(ptr %to, i8 %value, i64 %bytes) alwaysinline "
        "nounwind {\n  call void @llvm.memset.p0.i64(ptr %to, i8 %value, i64 %bytes, i1 false)\n"
        "  ret void\n}\n"
        "define internal void @tileproof.copy_unset(ptr %to, ptr %from, i64 %bytes) alwaysinline "
        "nounwind {\n  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 "
        "false)\n"
        "  ret void\n}\n"
        "declare void @tileproof_checked_unset(ptr, ptr) nomerge nounwind cold\n" +
        definitions_of_telling();
    for (const auto& [text, number] : names_)
        out += "@tileproof.variable." + std::to_string(number) + " = private constant [" +
               std::to_string(text.size() + 1) + " x i8] c\"" + text + "\\00\"\n";
    return out;
}

}  // namespace tileproof::cpu_checked
