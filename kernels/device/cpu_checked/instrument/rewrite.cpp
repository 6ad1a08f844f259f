// SPDX-License-Identifier: MIT
#include "kernels/device/cpu_checked/instrument/rewrite.hpp"

#include <set>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "kernels/device/cpu_checked/instrument/function_rewriter.hpp"
#include "kernels/device/cpu_checked/instrument/ir_text.hpp"
#include "kernels/device/cpu_checked/instrument/places.hpp"
#include "kernels/device/cpu_checked/instrument/site_table.hpp"
#include "kernels/device/cpu_checked/instrument/value_copies.hpp"
#include "kernels/device/cpu_checked/instrument/variables.hpp"

namespace tileproof::cpu_checked {
namespace {

// Without its group of definitions of which a program keeps one: "... comdat($x)", "..., comdat, align 4".
std::string without_group(std::string out) {
    const std::size_t comdat = out.rfind(" comdat");
    if (comdat == out.npos) return out;
    std::size_t end = comdat + 7;
    if (end < out.size() && out[end] == '(') end = out.find(')', end) + 1;
    std::size_t begin = comdat;
    if (out[begin - 1] == ',') --begin;  // a variable's
    out.erase(begin, end - begin);
    return out;
}

// Makes a linkonce or weak definition local, so that no other object file's copy replaces it.
std::string made_local(std::string_view line) {
    std::string out(line);
    bool changed = false;
    // The words up to the name's definition only: strings in the rest of the line stay as they are.
    const std::size_t head_end = out.find(out.starts_with("define ") ? "(" : " = ");
    const std::size_t linkage_at = out.starts_with('@') ? head_end : 0;
    for (const char* linkage : {" linkonce_odr ", " linkonce ", " weak_odr ", " weak "}) {
        const std::size_t at = out.find(linkage, linkage_at);
        if (at == out.npos || at > linkage_at + 12) continue;
        out.replace(at, std::string_view(linkage).size(), " internal ");
        changed = true;
        break;
    }
    if (!changed) return out;
    for (const char* word : {" dso_local ", " hidden ", " protected "}) {
        const std::size_t at = out.find(word);
        if (at != out.npos && at < linkage_at + 60)
            out.replace(at, std::string_view(word).size(), " ");
    }
    return without_group(std::move(out));
}

// Takes the lines of debug information out of functions: those that name variables, by function.
std::unordered_map<std::string_view, std::vector<std::string_view>> take_declarations(
    std::vector<std::string_view>& lines) {
    std::unordered_map<std::string_view, std::vector<std::string_view>> declared;
    std::string_view function;
    std::erase_if(lines, [&](std::string_view line) {
        if (line.starts_with("define ")) function = defined_function(line);
        const std::size_t start = line.find_first_not_of(' ');
        if (start == line.npos || start == 0 || line[start] != '#') return false;
        if (line.substr(start).starts_with("#dbg_declare(")) declared[function].push_back(line);
        return line.substr(start).starts_with("#dbg_");
    });
    return declared;
}

}  // namespace

rewrite_paths rewrite_paths::standard() {
    return {{"/tileproof_hip/", "/hip/hip_runtime.h", "lib/tileproof/",
             "include/tileproof/tileproof/", "/usr/", "kernels/device/cpu/"},
            {"/tileproof_hip/", "kernels/device/cpu/"},
            {"/tileproof_hip/wave.h", "/tileproof_hip/threads.h", "/tileproof_hip/launch.h",
             "/tileproof_hip/cooperative_groups.h", "kernels/device/cpu/launch.hpp",
             "kernels/device/cpu/runner.hpp", "kernels/device/cpu/fiber.hpp",
             "kernels/device/cpu/scope.hpp"}};
}

std::string call_runtime(std::string_view ir, const rewrite_paths& paths, bool whole_program) {
    std::vector<std::string_view> lines = split_lines(ir);
    const places where(lines);
    const auto declared = take_declarations(lines);
    const marked_variables variables(lines);
    std::set<std::string> checked_groups;
    for (std::string_view line : lines)
        if (line.starts_with("attributes #") && line.find(" sanitize_thread") != line.npos)
            checked_groups.emplace(line.substr(11, line.find(' ', 11) - 11));
    if (ir.find("@__tsan_init") == ir.npos)
        throw std::runtime_error(
            "The intermediate code has no calls of the thread sanitizer: compile it with "
            "-fsanitize=thread first.");

    site_table sites(where, paths);
    std::unordered_set<std::string_view> library;
    for (std::string_view line : lines)
        if (line.starts_with("define ") &&
            places::matches(where.innermost_file(places::debug_node(line)), paths.library))
            library.insert(defined_function(line));
    std::unordered_set<std::string_view> instrumented;
    for (std::string_view line : lines)
        if (line.starts_with("define ") &&
            checked_groups.count(std::string(function_attributes(line))) &&
            !places::matches(where.innermost_file(places::debug_node(line)), paths.engine))
            instrumented.insert(defined_function(line));
    function_rewriter functions(sites, std::move(checked_groups), library, instrumented);
    string_constants strings;
    value_copies copies(where, lines, variables.kernels());
    std::string out, function;
    out.reserve(ir.size() * 2);
    bool in_function = false;
    std::string_view name;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        if (line.starts_with("declare ") &&
            (line.find("@__tsan_") != line.npos || line.find("@tileproof_kept_") != line.npos ||
             line.find("@__ubsan_handle_out_of_bounds") != line.npos ||
             line.find("@llvm.memcpy.p0.p0.i64") != line.npos ||
             line.find("@llvm.memmove.p0.p0.i64") != line.npos ||
             line.find("@llvm.memset.p0.i64") != line.npos))
            continue;
        if (line.starts_with("define ")) {
            std::size_t end = i;
            while (end < lines.size() && !lines[end].starts_with('}')) ++end;
            functions.begin_function(line, {lines.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                            lines.begin() + static_cast<std::ptrdiff_t>(end)});
            in_function = true;
            name = defined_function(line);
            function = (whole_program ? made_local(line) : without_group(made_local(line))) + '\n';
        } else if (line.starts_with('}')) {
            in_function = false;
            const auto named = declared.find(name);
            copies.add(name, {.text = function + "}\n",
                              .declared = named == declared.end() ? std::vector<std::string_view>()
                                                                  : named->second,
                              .of_user = instrumented.contains(name) && !library.contains(name)});
        } else if (in_function) {
            const std::string plain = variables.plain_addresses(line);
            functions.rewrite(plain, function);
        } else if (line.starts_with('@')) {
            const bool shared_by_files = whole_program && !variables.marked(line);
            (out += shared_by_files ? std::string(line)
                                    : variables.definition(line, made_local(line))) += '\n';
        } else if (line.starts_with("attributes #")) {
            std::string attributes(line);
            replace_all(attributes, " sanitize_thread", "");
            (out += attributes) += '\n';
        } else if (whole_program || !line.starts_with("$")) {
            (out += line) += '\n';
            if (line.starts_with("target triple"))
                out +=
                    "%tileproof.site = type { ptr, ptr, i32, i32, i32, i32, ptr }\n"
                    "%tileproof.object = type { ptr, i64, ptr, ptr, i32, i32 }\n";
        }
    }
    out += copies.text(strings);
    const std::size_t objects = variables.count();
    const std::string table = variables.table(strings);
    const std::string site_text = sites.text(strings);
    out +=
        site_text + table +
        "@tileproof.module = internal global { ptr, i64, ptr, i64 } { ptr @tileproof.sites, i64 " +
        std::to_string(sites.count()) + ", ptr @tileproof.objects, i64 " + std::to_string(objects) +
        " }\n" + strings.text() + "declare void @tileproof_checked_register(ptr)\n";
    if (variables.uses_dynamic_shared()) out += "declare ptr @tileproof_checked_dynamic_shared()\n";
    if (!functions.definitions().empty())
        functions.declarations.insert(
            {"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n",
             "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n"});
    for (const std::string& declaration : functions.declarations) out += declaration;
    out += functions.definitions();
    // A test and a branch that is never taken, once it is inlined.
    if (functions.uses_faults)
        out +=
            "define internal void @tileproof.when(i1 %bad, i32 %kind, ptr %site) alwaysinline "
            "nounwind {\n  br i1 %bad, label %cold, label %done\ncold:\n  call void "
            "@tileproof_checked_fault(i32 %kind, ptr %site)\n  br label %done\ndone:\n  ret void\n}"
            "\ndeclare void @tileproof_checked_fault(i32, ptr) nomerge nounwind cold\n";
    return out;
}

}  // namespace tileproof::cpu_checked
