// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/value_copies.hpp"

#include "devices/cpu_checked/instrument/function_rewriter.hpp"
#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/used_variables.hpp"

namespace tileproof::cpu_checked {
namespace {

constexpr std::string_view site_argument = "ptr getelementptr (%tileproof.site, ";

// "ptr noundef %in, i64 %n" of "define void @k(ptr noundef %in, i64 %n) #1 {".
std::string_view parameters(std::string_view define) {
    const std::size_t open = define.find('(', define.find('@'));
    int depth = 0;
    for (std::size_t i = open; i < define.size(); ++i) {
        if (define[i] == '(') ++depth;
        if (define[i] == ')' && --depth == 0) return define.substr(open + 1, i - open - 1);
    }
    return {};
}

std::string copy_name(std::string_view name) {
    const bool quoted = name.ends_with('"');
    return std::string(name.substr(0, name.size() - (quoted ? 1 : 0))) + ".tileproof.values" +
           (quoted ? "\"" : "");
}

// Locations belong to the original: "..., !dbg !27" goes.
std::string without_locations(std::string_view line) {
    std::string out(line);
    for (std::size_t at; (at = out.find("!dbg !")) != out.npos;) {
        std::size_t begin = at, end = at + 6;
        while (end < out.size() && out[end] >= '0' && out[end] <= '9') ++end;
        if (begin >= 2 && out.compare(begin - 2, 2, ", ") == 0) begin -= 2;
        out.erase(begin, end - begin);
    }
    return out;
}

// A local function; plain: compiled as it stands.
std::string copied_define(std::string_view define, std::string_view name, bool plain) {
    const std::string_view given = parameters(define);
    const auto behind = static_cast<std::size_t>(given.data() - define.data()) + given.size() + 1;
    const std::size_t at = define.find('@');
    std::string_view result = define.substr(7, at - 8);
    // The type comes last, behind linkage and attributes of the value; these go with it as they are.
    for (const std::string_view word :
         {"linkonce_odr ", "weak_odr ", "internal ", "private ", "dso_local ", "hidden ",
          "protected ", "weak ", "linkonce ", "available_externally "})
        for (bool again = true; again;) {
            again = result.starts_with(word);
            if (again) result.remove_prefix(word.size());
        }
    std::string attributes(define.substr(behind));
    attributes = without_locations(attributes);
    for (const std::string_view word : {" unnamed_addr", " local_unnamed_addr"})
        if (attributes.starts_with(word)) attributes.erase(0, word.size());
    if (const std::size_t comdat = attributes.find(" comdat"); comdat != attributes.npos) {
        std::size_t end = comdat + 7;
        if (end < attributes.size() && attributes[end] == '(') end = attributes.find(')', end) + 1;
        attributes.erase(comdat, end - comdat);
    }
    return "define internal " + std::string(result) + " @" + copy_name(name) + "(" +
           std::string(given) + (plain ? ") noinline optnone" : ")") + attributes;
}

}  // namespace

value_copies::value_copies(const places& where, const std::vector<std::string_view>& module,
                           const std::set<std::string>& kernels)
    : where_(where), kernels_(kernels) {
    for (const std::string_view line : module) {
        if (line.starts_with("attributes #") &&
            (line.find(" alwaysinline ") != line.npos || line.find(" optsize ") != line.npos ||
             line.find(" minsize ") != line.npos))
            fixed_groups_.emplace(line.substr(11, line.find(' ', 11) - 11));
        const std::size_t type = line.find(" = type ");
        if (line.starts_with('%') && type != line.npos)
            structs_.emplace(line.substr(0, type), line.substr(type + 8));
    }
}

void value_copies::add(std::string_view name, rewritten_function f) {
    order_.emplace_back(name);
    entry& e = functions_[std::string(name)];
    static_cast<rewritten_function&>(e) = std::move(f);
    e.lines = split_lines(e.text);
    for (const std::string_view line : e.lines)
        if (const std::string_view callee = called_function(line); !callee.empty())
            e.callees.push_back(callee);
}

// The kernels, and what they call, as far as it is the user's or leads there.
void value_copies::choose() {
    for (bool more = true; more;) {
        more = false;
        for (auto& [name, e] : functions_) {
            bool leads = e.of_user;
            for (const std::string_view callee : e.callees)
                if (const auto f = functions_.find(callee); f != functions_.end())
                    leads = leads || f->second.leads_to_user;
            more = more || leads != e.leads_to_user;
            e.leads_to_user = leads;
        }
    }
    std::vector<entry*> open;
    const auto take = [&](std::string_view name) {
        const auto found = functions_.find(name);
        if (found == functions_.end() || found->second.copied || !found->second.leads_to_user)
            return;
        const entry& e = found->second;
        if (e.text.find("blockaddress(") != e.text.npos || e.lines.size() < 2) return;
        found->second.copied = true;
        open.push_back(&found->second);
    };
    for (const std::string& kernel : kernels_)
        if (const auto f = functions_.find(kernel);
            f != functions_.end() && !dispatching(f->second).empty())
            take(kernel);
    while (!open.empty()) {
        const entry& e = *open.back();
        open.pop_back();
        for (const std::string_view callee : e.callees) take(callee);
    }
}

// Before a call with a site: the values of the variables behind its first argument.
std::string value_copies::told_values(const entry& e, std::size_t i, used_variables& used,
                                      string_constants& strings) {
    const std::string_view line = e.lines[i];
    const auto call = find_call(line, "tileproof");
    if (!call || call->arguments.size() < 2) return {};
    const std::string_view site = call->arguments.back();
    if (!site.starts_with(site_argument)) return {};
    const bool is_index = call->name == "tileproof_checked_index_outside";
    const std::string_view first = call->arguments[is_index ? 2 : 0];
    const std::string_view value = last_word(first);
    if (!value.starts_with('%')) return {};
    std::string out, names, values;
    for (const used_variable& v : used.of(value, i, places::debug_node(line))) {
        std::string held = v.value;
        const std::string fresh = "%tileproof.value." + std::to_string(loads_++);
        if (held.empty()) {
            held = fresh + ".again";
            out += "  " + held + " = " + without_locations(v.load) + "\n";
        }
        if (v.type != "i64") {
            out += "  " + fresh + (v.number == 's' ? " = sext " : " = zext ") + v.type + " " +
                   held + " to i64\n";
            held = fresh;
        }
        (((names += v.number) += ':') += v.name) += '\n';
        values += ", i64 " + held;
    }
    if (names.empty()) return {};
    return out + "  call void (ptr, ptr, ptr, ...) @tileproof_checked_values(ptr " +
           (first.starts_with("ptr ") ? std::string(value) : "null") + ", " + std::string(site) +
           ", ptr " + strings.name(names) + values + ")\n";
}

std::string value_copies::copy_of(const entry& e, string_constants& strings) {
    definitions defined;
    for (const std::string_view line : e.lines)
        if (const std::string_view name = defined_value(line); !name.empty())
            defined.emplace(name, line);
    const variable_names names(where_, structs_, defined, e.declared);
    used_variables used(names, where_, defined, e.lines);
    const bool plain = !fixed_groups_.contains(function_attributes(e.lines[0])) &&
                       e.lines[0].find(" alwaysinline ") == std::string_view::npos;
    std::string out = copied_define(e.lines[0], defined_function(e.lines[0]), plain) + '\n';
    for (std::size_t i = 1; i < e.lines.size(); ++i) {
        if (e.of_user) out += told_values(e, i, used, strings);
        std::string line = without_locations(e.lines[i]);
        const auto callee = functions_.find(called_function(e.lines[i]));
        if (callee != functions_.end() && callee->second.copied)
            replace_all(line, "@" + callee->first + "(", "@" + copy_name(callee->first) + "(");
        (out += line) += '\n';
    }
    return out;
}

// A kernel that looks first whether it is to go to its copy. Empty where its first block is not as expected.
std::string value_copies::dispatching(const entry& e) const {
    if (e.lines.size() < 3 || !e.lines[0].starts_with("define ") ||
        e.lines[0].substr(0, e.lines[0].find('@')).find(" void ") == std::string_view::npos ||
        e.lines[1] != "entry:")
        return {};
    std::size_t end = 2, last = 1;
    for (; end < e.lines.size() && !e.lines[end].empty() && e.lines[end] != "}"; ++end)
        if (instruction_of(e.lines[end]).starts_with("alloca ")) last = end;
    std::string out;
    for (std::size_t i = 0; i < e.lines.size(); ++i) {
        std::string line(e.lines[i]);
        // What came from the first block comes from its second half.
        if (i > end && instruction_of(e.lines[i]).starts_with("phi "))
            replace_all(line, ", %entry ]", ", %tileproof.as.ever ]");
        (out += line) += '\n';
        if (i != last) continue;
        out +=
            "  %tileproof.asks = load i8, ptr @tileproof_checked_asks_values\n"
            "  %tileproof.goes = icmp ne i8 %tileproof.asks, 0\n"
            "  br i1 %tileproof.goes, label %tileproof.to.copy, label %tileproof.as.ever\n\n"
            "tileproof.to.copy:\n  call void @" +
            copy_name(defined_function(e.lines[0])) + "(" + std::string(parameters(e.lines[0])) +
            ")\n  ret void\n\ntileproof.as.ever:\n";
    }
    return out;
}

std::string value_copies::text(string_constants& strings) {
    choose();
    std::string out;
    bool any = false;
    for (const std::string& name : order_) {
        const entry& e = functions_.find(name)->second;
        const bool goes = e.copied && kernels_.contains(name);
        any = any || goes;
        out += goes ? dispatching(e) : e.text;
    }
    for (const std::string& name : order_)
        if (const entry& e = functions_.find(name)->second; e.copied) out += copy_of(e, strings);
    if (any)
        out +=
            "declare void @tileproof_checked_values(ptr, ptr, ptr, ...) nomerge nounwind\n"
            "@tileproof_checked_asks_values = external global i8\n";
    return out;
}

}  // namespace tileproof::cpu_checked
