#include "kernels/device/cpu_checked/instrument/rewrite.hpp"

#include <map>
#include <set>
#include <stdexcept>
#include <unordered_set>

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"
#include "kernels/device/cpu_checked/instrument/places.hpp"
#include "kernels/device/cpu_checked/instrument/variables.hpp"

namespace tileproof::cpu_checked {
namespace {

// Values of the current function that point to memory which is not the kernel's to share: its own
// local variables and the engine's thread-local ones (threadIdx).
class private_values {
  public:
    void clear() { names_.clear(); }
    bool contains(std::string_view operand) const { return names_.count(std::string(operand)) > 0; }
    void see(std::string_view line) {
        const std::string_view name = defined_value(line);
        if (name.empty()) return;
        const std::string_view value = line.substr(line.find(" = ") + 3);
        if (value.starts_with("alloca ") || line.find("@llvm.threadlocal.address.") != line.npos)
            names_.emplace(name);
        else if (value.starts_with("getelementptr ")) {
            const std::size_t at = value.find(", ptr ");
            if (at == value.npos) return;
            const std::string_view base = value.substr(at + 6);
            if (contains(base.substr(0, base.find(',')))) names_.emplace(name);
        }
    }

  private:
    std::unordered_set<std::string> names_;
};

// "define internal void @f(ptr %0) #1" is "f".
std::string_view defined_function(std::string_view define) {
    const std::size_t at = define.find('@');
    return at == define.npos ? std::string_view()
                             : define.substr(at + 1, define.find('(', at) - at - 1);
}

std::string_view function_attributes(std::string_view define) {
    const std::size_t at = define.rfind(" #");
    return at == define.npos ? std::string_view()
                             : define.substr(at + 1, define.find(' ', at + 1) - at - 1);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
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
    const std::size_t comdat = out.rfind(" comdat");
    if (comdat != out.npos) {
        std::size_t end = comdat + 7;
        if (end < out.size() && out[end] == '(') end = out.find(')', end) + 1;
        std::size_t begin = comdat;
        if (out[begin - 1] == ',') --begin;  // a variable's: ", comdat, align 4"
        out.erase(begin, end - begin);
    }
    return out;
}

// Collects the sites and makes the text that names them.
class site_table {
  public:
    explicit site_table(const places& where, const rewrite_paths& paths)
        : where_(where), paths_(paths) {}

    std::string argument(std::string_view line) {
        entries_.push_back(where_.find(places::debug_node(line), paths_.library));
        return "ptr getelementptr (%tileproof.site, ptr @tileproof.sites, i64 " +
               std::to_string(entries_.size() - 1) + ")";
    }
    bool of_engine(std::string_view line) const {
        const unsigned node = places::debug_node(line);
        return node && places::matches(where_.innermost_file(node), paths_.engine);
    }
    std::size_t count() const { return entries_.size(); }

    std::string text(string_constants& strings) const {
        std::string values;
        for (const source_place& p : entries_) {
            values += values.empty() ? "" : ", ";
            values += "%tileproof.site { ptr " + strings.name(p.file) + ", ptr " +
                      strings.name(p.function) + ", i32 " + std::to_string(p.line) + ", i32 " +
                      std::to_string(p.column) + ", i32 0, i32 " +
                      (places::matches(p.file, paths_.library) ? "1" : "0") +
                      ", ptr @tileproof_checked_nowhere }";
        }
        return std::string(
                   "@tileproof_checked_nowhere = external global i8\n"
                   "@tileproof_checked_caller = external global ptr\n") +
               "@tileproof.sites = internal global [" + std::to_string(entries_.size()) +
               " x %tileproof.site] [" + values + "]\n";
    }

  private:
    const places& where_;
    const rewrite_paths& paths_;
    std::vector<source_place> entries_;
};

// Rewrites the lines of functions.
class function_rewriter {
  public:
    // library: names of the functions that library files define.
    function_rewriter(site_table& sites, std::set<std::string> checked_groups,
                      std::unordered_set<std::string_view> library)
        : sites_(sites), checked_groups_(std::move(checked_groups)), library_(std::move(library)) {}

    void begin_function(std::string_view define) {
        private_.clear();
        of_library_ = library_.count(defined_function(define)) > 0;
        checked_ = checked_groups_.count(std::string(function_attributes(define))) > 0;
    }

    void rewrite(std::string_view line, std::string& out) {
        private_.see(line);
        if (line.find("call ") != line.npos) {
            if (rewrite_sanitizer_call(line, out) || rewrite_copy(line, out) ||
                rewrite_overrun(line, out))
                return;
            if (checked_ && !of_library_) note_call(line, out);
        } else if (checked_) {
            add_missing(line, out);
        }
        out.append(line);
        out += '\n';
    }

    std::set<std::string> declarations;  // of the runtime's functions that are called

  private:
    // Repeats the types of the arguments, which is what a declaration needs.
    void declare(std::string_view result, const std::string& name,
                 const std::vector<std::string_view>& arguments) {
        std::string out = "declare " + std::string(result) + " @" + name + "(";
        for (std::string_view a : arguments) out += std::string(leading_type(a)) + ", ";
        declarations.insert(out + "ptr) nomerge nounwind\n");
    }

    bool rewrite_sanitizer_call(std::string_view line, std::string& out) {
        const auto call = find_call(line, "__tsan_");
        if (!call) return false;
        if (call->name == "__tsan_init") {
            out += "  call void @tileproof_checked_register(ptr @tileproof.module)\n";
            return true;
        }
        const bool plain_access = call->name.find("_read") != call->name.npos ||
                                  call->name.find("_write") != call->name.npos;
        if (plain_access &&
            (private_.contains(read_pointer(call->arguments[0]).operand) || sites_.of_engine(line)))
            return true;
        emit(line, *call, "tileproof_checked_" + std::string(call->name.substr(7)), out);
        return true;
    }

    bool rewrite_overrun(std::string_view line, std::string& out) {
        const auto call = find_call(line, "__ubsan_handle_out_of_bounds");
        if (!call) return false;
        emit(line, *call, "tileproof_checked_index_outside", out);
        return true;
    }

    void emit(std::string_view line, const call_parts& call, const std::string& name,
              std::string& out) {
        const std::size_t word = call.before.find("call ") + 5;
        declare(leading_type(call.before.substr(word)), name, call.arguments);
        out.append(call.before);
        out += "@" + name + "(";
        for (std::string_view a : call.arguments) (out += a) += ", ";
        out += sites_.argument(line) + ")" + without_attributes(call.after) + "\n";
    }
    // Drops the attribute group of the call, which spoke of the function that was called before.
    static std::string without_attributes(std::string_view after) {
        if (after.starts_with(" #")) after.remove_prefix(std::min(after.find(','), after.size()));
        return std::string(after);
    }

    void check_range(std::string_view line, const char* what, std::string_view operand,
                     std::string_view bytes, std::string_view alignment, std::string& out) {
        if (alignment == "0" || private_.contains(operand) || sites_.of_engine(line)) return;
        const std::string name = std::string("tileproof_checked_") + what;
        declarations.insert("declare void @" + name + "(ptr, i64, i32, ptr) nomerge nounwind\n");
        out += "  call void @" + name + "(ptr " + std::string(operand) + ", i64 " +
               std::string(bytes) + ", i32 " + std::string(alignment) + ", " +
               sites_.argument(line) + ")" + debug(line) + "\n";
    }
    static std::string debug(std::string_view line) {
        const unsigned node = places::debug_node(line);
        return node ? ", !dbg !" + std::to_string(node) : "";
    }

    // What keep_copies() kept: checks of both sides, and the copy itself.
    bool rewrite_copy(std::string_view line, std::string& out) {
        const auto call = find_call(line, "tileproof_kept_");
        if (!call) return false;
        const bool set = call->name == "tileproof_kept_set";
        const std::string to(read_pointer(call->arguments[0]).operand);
        const std::string from = set ? "" : std::string(read_pointer(call->arguments[1]).operand);
        const std::string bytes(last_word(call->arguments[2]));
        if (!set) check_range(line, "read_range", from, bytes, last_word(call->arguments[4]), out);
        check_range(line, "write_range", to, bytes, last_word(call->arguments[3]), out);
        std::string intrinsic;
        if (set) {
            intrinsic = "llvm.memset.p0.i64";
            declarations.insert("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n");
            out +=
                "  call void @" + intrinsic + "(ptr " + to + ", " + std::string(call->arguments[1]);
        } else {
            intrinsic = call->name == "tileproof_kept_move" ? "llvm.memmove.p0.p0.i64"
                                                            : "llvm.memcpy.p0.p0.i64";
            declarations.insert("declare void @" + intrinsic + "(ptr, ptr, i64, i1)\n");
            out += "  call void @" + intrinsic + "(ptr " + to + ", ptr " + from;
        }
        out += ", i64 " + bytes + ", i1 false)" + debug(line) + "\n";
        return true;
    }

    // Before a call of a library function: who calls.
    void note_call(std::string_view line, std::string& out) {
        const auto call = find_call(line, "");
        if (call && library_.count(call->name))
            out += "  store " + sites_.argument(line) + ", ptr @tileproof_checked_caller\n";
    }

    // Accesses that the sanitizer leaves alone.
    void add_missing(std::string_view line, std::string& out) {
        const std::string_view value =
            defined_value(line).empty()
                ? line.substr(std::min(line.find_first_not_of(' '), line.size()))
                : line.substr(line.find(" = ") + 3);
        const auto after = [](std::string_view text, std::string_view word) {
            return text.starts_with(word) ? text.substr(word.size()) : text;
        };
        if (value.starts_with("load <") || value.starts_with("load volatile <")) {
            const std::string_view type = leading_type(after(after(value, "load "), "volatile "));
            add_vector(line, "read_range", type, value.substr(value.find(type) + type.size()), out);
        } else if (value.starts_with("store <") || value.starts_with("store volatile <")) {
            const std::string_view type = leading_type(after(after(value, "store "), "volatile "));
            add_vector(line, "write_range", type,
                       value.substr(std::min(value.rfind(", ptr "), value.size())), out);
        } else if (value.starts_with("atomicrmw ")) {
            add_atomic(line, value, out);
        }
    }

    void add_vector(std::string_view line, const char* what, std::string_view type,
                    std::string_view rest, std::string& out) {
        const std::size_t bytes = type_bytes(type);
        if (bytes == 0 || bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16)
            return;
        if (!rest.starts_with(", ptr ")) return;
        rest.remove_prefix(6);
        const std::string_view operand = rest.substr(0, rest.find(", align "));
        const std::size_t at = rest.find(", align ");
        const std::string alignment =
            at == rest.npos ? "1" : std::to_string(std::stoul(std::string(rest.substr(at + 8))));
        check_range(line, what, operand, std::to_string(bytes), alignment, out);
    }

    // "atomicrmw fadd ptr %p, float %v syncscope("agent") monotonic, align 4"
    void add_atomic(std::string_view line, std::string_view value, std::string& out) {
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

    site_table& sites_;
    std::set<std::string> checked_groups_;
    std::unordered_set<std::string_view> library_;
    private_values private_;
    bool checked_ = false, of_library_ = false;
};

}  // namespace

rewrite_paths rewrite_paths::standard() {
    return {{"/tileproof_hip/", "/hip/hip_runtime.h", "lib/tileproof/",
             "include/tileproof/tileproof/", "/usr/", "kernels/device/cpu/"},
            {"/tileproof_hip/", "kernels/device/cpu/"},
            {"/tileproof_hip/wave.h", "/tileproof_hip/threads.h", "kernels/device/cpu/launch.hpp",
             "kernels/device/cpu/runner.hpp", "kernels/device/cpu/fiber.hpp"}};
}

std::string keep_copies(std::string_view ir, const rewrite_paths& paths) {
    const std::vector<std::string_view> lines = split_lines(ir);
    const places where(lines);
    private_values own;
    std::string out;
    out.reserve(ir.size() + ir.size() / 8);
    for (std::string_view line : lines) {
        if (line.starts_with("define ")) {
            own.clear();
            const unsigned node = places::debug_node(line);
            const std::size_t attributes = line.rfind(") ");
            if (node && attributes != line.npos && line.find(" #") != line.npos &&
                places::matches(where.innermost_file(node), paths.inlined)) {
                out.append(line.substr(0, line.find(" #", attributes)));
                out += " alwaysinline";
                out.append(line.substr(line.find(" #", attributes)));
                out += '\n';
                continue;
            }
        }
        own.see(line);
        const auto call = find_call(line, "llvm.mem");
        const bool copy = call && (call->name == "llvm.memcpy.p0.p0.i64" ||
                                   call->name == "llvm.memmove.p0.p0.i64");
        const bool set = call && call->name == "llvm.memset.p0.i64";
        if (!copy && !set) {
            out.append(line);
            out += '\n';
            continue;
        }
        const auto side = [&](std::string_view argument) {
            const pointer_argument p = read_pointer(argument);
            return std::to_string(own.contains(p.operand) ? 0 : p.alignment);
        };
        const pointer_argument to = read_pointer(call->arguments[0]);
        out += set                                      ? "  call void @tileproof_kept_set(ptr "
               : call->name == "llvm.memmove.p0.p0.i64" ? "  call void @tileproof_kept_move(ptr "
                                                        : "  call void @tileproof_kept_copy(ptr ";
        out += to.operand;
        if (set) {
            (out += ", ") += call->arguments[1];
        } else {
            (out += ", ptr ") += read_pointer(call->arguments[1]).operand;
        }
        (((out += ", ") += call->arguments[2]) += ", i32 ") += side(call->arguments[0]);
        if (copy) (out += ", i32 ") += side(call->arguments[1]);
        out += ")";
        const unsigned node = places::debug_node(line);
        if (node) (out += ", !dbg !") += std::to_string(node);
        out += '\n';
    }
    out +=
        "declare void @tileproof_kept_copy(ptr nocapture, ptr nocapture, i64, i32, i32) nounwind\n"
        "declare void @tileproof_kept_move(ptr nocapture, ptr nocapture, i64, i32, i32) nounwind\n"
        "declare void @tileproof_kept_set(ptr nocapture, i8, i64, i32) nounwind\n";
    return out;
}

std::string call_runtime(std::string_view ir, const rewrite_paths& paths) {
    const std::vector<std::string_view> lines = split_lines(ir);
    const places where(lines);
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
    function_rewriter functions(sites, std::move(checked_groups), std::move(library));
    string_constants strings;
    std::string out;
    out.reserve(ir.size() * 2);
    bool in_function = false;
    for (std::string_view line : lines) {
        if (line.starts_with("declare ") &&
            (line.find("@__tsan_") != line.npos || line.find("@tileproof_kept_") != line.npos ||
             line.find("@__ubsan_handle_out_of_bounds") != line.npos ||
             line.find("@llvm.memcpy.p0.p0.i64") != line.npos ||
             line.find("@llvm.memmove.p0.p0.i64") != line.npos ||
             line.find("@llvm.memset.p0.i64") != line.npos))
            continue;
        if (line.starts_with("define ")) {
            functions.begin_function(line);
            in_function = true;
            (out += made_local(line)) += '\n';
        } else if (line.starts_with('}')) {
            in_function = false;
            out += "}\n";
        } else if (in_function) {
            const std::string plain = variables.plain_addresses(line);
            functions.rewrite(plain, out);
        } else if (line.starts_with('@')) {
            (out += variables.definition(line, made_local(line))) += '\n';
        } else if (line.starts_with("attributes #")) {
            std::string attributes(line);
            replace_all(attributes, " sanitize_thread", "");
            (out += attributes) += '\n';
        } else if (!line.starts_with("$")) {
            (out += line) += '\n';
            if (line.starts_with("target triple"))
                out +=
                    "%tileproof.site = type { ptr, ptr, i32, i32, i32, i32, ptr }\n"
                    "%tileproof.object = type { ptr, i64, ptr, ptr, i32, i32 }\n";
        }
    }
    const std::size_t objects = variables.count();
    const std::string table = variables.table(strings);
    const std::string site_text = sites.text(strings);
    out +=
        site_text + table +
        "@tileproof.module = internal global { ptr, i64, ptr, i64 } { ptr @tileproof.sites, i64 " +
        std::to_string(sites.count()) + ", ptr @tileproof.objects, i64 " + std::to_string(objects) +
        " }\n" + strings.text() + "declare void @tileproof_checked_register(ptr)\n";
    if (variables.uses_dynamic_shared()) out += "declare ptr @tileproof_checked_dynamic_shared()\n";
    for (const std::string& declaration : functions.declarations) out += declaration;
    return out;
}

}  // namespace tileproof::cpu_checked
