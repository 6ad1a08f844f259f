// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/rewrite.hpp"

#include <set>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "devices/cpu_checked/instrument/function_rewriter.hpp"
#include "devices/cpu_checked/instrument/ir_text.hpp"
#include "devices/cpu_checked/instrument/places.hpp"
#include "devices/cpu_checked/instrument/site_table.hpp"
#include "devices/cpu_checked/instrument/value_copies.hpp"
#include "devices/cpu_checked/instrument/variables.hpp"

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

// Makes a linkonce or weak definition local, so that no other object file's copy replaces it. Of a program of several
// files a weak one is left, an explicit instantiation for instance: only this file may have it.
std::string made_local(std::string_view line, bool whole_program = false) {
    std::string out(line);
    bool changed = false;
    // The words up to the name's definition only: strings in the rest of the line stay as they are.
    const std::size_t head_end = out.find(out.starts_with("define ") ? "(" : " = ");
    const std::size_t linkage_at = out.starts_with('@') ? head_end : 0;
    for (const char* linkage : {" linkonce_odr ", " linkonce ", " weak_odr ", " weak "}) {
        if (whole_program && linkage[1] == 'w') break;
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

// One module on its way: its lines in, the calls of our runtime out.
class module_rewriter {
  public:
    module_rewriter(std::vector<std::string_view> lines, const rewrite_paths& paths,
                    bool whole_program)
        : whole_program_(whole_program),
          where_(lines),
          declared_(take_declarations(lines)),
          lines_(std::move(lines)),
          variables_(lines_),
          sites_(where_, paths),
          library_(functions([&](std::string_view line) {
              return places::matches(file_of(line), paths.library);
          })),
          instrumented_(functions([&, checked = checked_groups()](std::string_view line) {
              return checked.count(std::string(function_attributes(line))) &&
                     !places::matches(file_of(line), paths.engine);
          })),
          functions_(sites_, checked_groups(), library_, instrumented_),
          copies_(where_, lines_, variables_.kernels()) {}

    std::string text() {
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const std::string_view line = lines_[i];
            if (is_replaced(line)) continue;
            if (line.starts_with("define "))
                begin_function(i);
            else if (line.starts_with('}'))
                end_function();
            else if (in_function_)
                functions_.rewrite(variables_.plain_addresses(line), function_);
            else
                add_global(line);
        }
        out_ += copies_.text(strings_);
        add_tables();
        add_functions();
        return std::move(out_);
    }

  private:
    using names = std::unordered_set<std::string_view>;

    std::string file_of(std::string_view definition) const {
        return std::string(where_.innermost_file(places::debug_node(definition)));
    }
    template <class Wanted>
    names functions(const Wanted& wanted) const {
        names found;
        for (std::string_view line : lines_)
            if (line.starts_with("define ") && wanted(line)) found.insert(defined_function(line));
        return found;
    }
    // The groups of attributes of functions that the sanitizer has been through.
    std::set<std::string> checked_groups() const {
        std::set<std::string> groups;
        for (std::string_view line : lines_)
            if (line.starts_with("attributes #") && line.find(" sanitize_thread") != line.npos)
                groups.emplace(line.substr(11, line.find(' ', 11) - 11));
        return groups;
    }
    // Declarations of what is called no more, or declared again at the end.
    static bool is_replaced(std::string_view line) {
        return line.starts_with("declare ") &&
               (line.find("@__tsan_") != line.npos || line.find("@tileproof_kept_") != line.npos ||
                line.find("@__ubsan_handle_out_of_bounds") != line.npos ||
                line.find("@llvm.memcpy.p0.p0.i64") != line.npos ||
                line.find("@llvm.memmove.p0.p0.i64") != line.npos ||
                line.find("@llvm.memset.p0.i64") != line.npos);
    }

    void begin_function(std::size_t first) {
        const std::string_view line = lines_[first];
        std::size_t end = first;
        while (end < lines_.size() && !lines_[end].starts_with('}')) ++end;
        functions_.begin_function(line, {lines_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                         lines_.begin() + static_cast<std::ptrdiff_t>(end)});
        in_function_ = true;
        name_ = defined_function(line);
        function_ =
            (whole_program_ ? made_local(line, true) : without_group(made_local(line))) + '\n';
    }
    void end_function() {
        in_function_ = false;
        const auto named = declared_.find(name_);
        copies_.add(name_, {.text = function_ + "}\n",
                            .declared = named == declared_.end() ? std::vector<std::string_view>()
                                                                 : named->second,
                            .of_user = instrumented_.contains(name_) && !library_.contains(name_)});
    }

    void add_global(std::string_view line) {
        if (line.starts_with('@')) {
            const bool shared_by_files = whole_program_ && !variables_.marked(line);
            (out_ += shared_by_files ? std::string(line)
                                     : variables_.definition(line, made_local(line))) += '\n';
        } else if (line.starts_with("attributes #")) {
            std::string attributes(line);
            replace_all(attributes, " sanitize_thread", "");
            (out_ += attributes) += '\n';
        } else if (whole_program_ || !line.starts_with("$")) {
            (out_ += line) += '\n';
            if (line.starts_with("target triple"))
                out_ +=
                    "%tileproof.site = type { ptr, ptr, i32, i32, i32, i32, ptr }\n"
                    "%tileproof.object = type { ptr, i64, ptr, ptr, i32, i32 }\n";
        }
    }

    // The module's sites and variables, as module.hpp reads them.
    void add_tables() {
        const std::string objects = variables_.table(strings_), sites = sites_.text(strings_);
        out_ += sites + objects +
                "@tileproof.module = internal global { ptr, i64, ptr, i64 } { ptr "
                "@tileproof.sites, i64 " +
                std::to_string(sites_.count()) + ", ptr @tileproof.objects, i64 " +
                std::to_string(variables_.count()) + " }\n" + strings_.text() +
                "declare void @tileproof_checked_register(ptr)\n";
        if (variables_.uses_dynamic_shared())
            out_ += "declare ptr @tileproof_checked_dynamic_shared()\n";
    }
    void add_functions() {
        if (!functions_.definitions().empty())
            functions_.declarations.insert(
                {"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n",
                 "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n"});
        for (const std::string& declaration : functions_.declarations) out_ += declaration;
        out_ += functions_.definitions();
        // A test and a branch that is never taken, once it is inlined.
        if (functions_.uses_faults)
            out_ +=
                "define internal void @tileproof.when(i1 %bad, i32 %kind, ptr %site) alwaysinline "
                "nounwind {\n  br i1 %bad, label %cold, label %done\ncold:\n  call void "
                "@tileproof_checked_fault(i32 %kind, ptr %site)\n  br label %done\ndone:\n  ret "
                "void\n}\ndeclare void @tileproof_checked_fault(i32, ptr) nomerge nounwind cold\n";
    }

    const bool whole_program_;
    const places where_;
    const std::unordered_map<std::string_view, std::vector<std::string_view>> declared_;
    const std::vector<std::string_view> lines_;
    const marked_variables variables_;
    site_table sites_;
    const names library_, instrumented_;
    function_rewriter functions_;
    string_constants strings_;
    value_copies copies_;
    std::string out_, function_;
    std::string_view name_;  // of the function
    bool in_function_ = false;
};

}  // namespace

rewrite_paths rewrite_paths::standard() {
    return {{"/tileproof_hip/", "/hip/hip_runtime.h", "lib/tileproof/",
             "include/tileproof/tileproof/", "/usr/", "devices/cpu/", "hip/headers/"},
            {"/tileproof_hip/", "devices/cpu/", "hip/headers/"},
            {"/tileproof_hip/wave.h", "/tileproof_hip/threads.h", "/tileproof_hip/launch.h",
             "/tileproof_hip/cooperative_groups.h", "devices/cpu/launch.hpp",
             "devices/cpu/runner.hpp", "devices/cpu/fiber.hpp", "devices/cpu/scope.hpp"}};
}

std::string call_runtime(std::string_view ir, const rewrite_paths& paths, bool whole_program) {
    if (ir.find("@__tsan_init") == ir.npos)
        throw std::runtime_error(
            "The intermediate code has no calls of the thread sanitizer: compile it with "
            "-fsanitize=thread first.");
    return module_rewriter(split_lines(ir), paths, whole_program).text();
}

}  // namespace tileproof::cpu_checked
