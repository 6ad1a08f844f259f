// SPDX-License-Identifier: MIT
#include "kernels/user/regions/region_text.hpp"

#include <fmt/format.h>

#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::user {
namespace {

using home = kernel_variable::home;

// @"k.part" of a name with or without quotes.
std::string derived_name(std::string name, std::string_view suffix) {
    if (name.starts_with('"')) name = name.substr(1, name.size() - 2);
    return fmt::format("\"{}.{}\"", name, suffix);
}

bool has_place(const kernel_variable& v) {
    return v.where == home::copied || v.where == home::in_frame;
}

// Instructions that compute ..oN, the place of variable N in a frame, and ..bytes, the size of a frame.
std::string frame_layout(const cut_kernel& k) {
    std::string text, end = "0";
    unsigned most = 16;
    for (std::size_t n = 0; n < k.variables.size(); ++n) {
        const kernel_variable& v = k.variables[n];
        if (!has_place(v)) continue;
        most = std::max(most, v.alignment);
        text += fmt::format(
            "  %..s{0} = ptrtoint ptr getelementptr ({1}, ptr null, i64 1) to i64\n"
            "  %..u{0} = add i64 {2}, {3}\n  %..o{0} = and i64 %..u{0}, {4}\n"
            "  %..e{0} = add i64 %..o{0}, %..s{0}\n",
            n, v.type, end, v.alignment - 1, -static_cast<long>(v.alignment));
        end = fmt::format("%..e{}", n);
    }
    return text + fmt::format("  %..up = add i64 {}, {}\n  %..bytes = and i64 %..up, {}\n", end,
                              most - 1, -static_cast<long>(most));
}

std::string move_variable(const kernel_variable& v, std::size_t n, std::size_t barrier, bool out) {
    const std::string own = v.name, kept = fmt::format("%..k{}", n);
    const std::string &from = out ? own : kept, &to = out ? kept : own;
    if (cpu_checked::type_bytes(v.type) > 0)
        return fmt::format(
            "  %..{0}.{1}.{2} = load {3}, ptr {4}, align {6}\n"
            "  store {3} %..{0}.{1}.{2}, ptr {5}, align {6}\n",
            out ? "out" : "in", n, barrier, v.type, from, to, v.alignment);
    return fmt::format(
        "  call void @llvm.memcpy.p0.p0.i64(ptr align {2} {0}, ptr align {2} {1}, "
        "i64 %..s{3}, i1 false)\n",
        to, from, v.alignment, n);
}

std::string moved_variables(const cut_kernel& k, std::size_t barrier, bool out) {
    std::string text;
    for (std::size_t n = 0; n < k.variables.size(); ++n)
        if (k.variables[n].where == home::copied && k.variables[n].needed_after[barrier - 1])
            text += move_variable(k.variables[n], n, barrier, out);
    return text;
}

std::string part_entry(const cut_kernel& k) {
    std::string text = "..begin:\n" + frame_layout(k);
    for (std::size_t n = 0; n < k.variables.size(); ++n) {
        const kernel_variable& v = k.variables[n];
        if (has_place(v))
            text += fmt::format("  {} = getelementptr i8, ptr %..frame, i64 %..o{}\n",
                                v.where == home::in_frame ? v.name : fmt::format("%..k{}", n), n);
        if (v.where != home::in_frame)
            text += fmt::format("  {} = alloca {}, align {}\n", v.name, v.type, v.alignment);
        if (v.where == home::parameter) text += v.store + "\n";
    }
    text += fmt::format("  switch i32 %..from, label %{} [\n", k.f.blocks[0].label);
    for (std::size_t b = 1; b <= k.barriers.size(); ++b)
        text += fmt::format("    i32 {}, label %{}\n", b, label_after(b));
    return text + "  ]\n";
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& p : parts) text += (text.empty() ? "" : ", ") + p;
    return text;
}

// Of the tail only what belongs to a function that nobody else sees.
std::string attributes_of(const ir_function& f) {
    std::string text;
    if (const auto at = f.tail.find('#'); at != f.tail.npos)
        text += " " + f.tail.substr(at, f.tail.find(' ', at) - at);
    if (const auto at = f.tail.find("personality "); at != f.tail.npos)
        text += " " + f.tail.substr(at);
    return text;
}

std::string part_function(const cut_kernel& k) {
    std::vector<std::string> parameters = k.f.parameters;
    parameters.insert(parameters.end(), {"i32 %..from", "ptr %..frame"});
    std::string text =
        fmt::format("define internal i32 @{}({}) alwaysinline{} {{\n",
                    derived_name(k.f.name, "part"), joined(parameters), attributes_of(k.f)) +
        part_entry(k);
    for (std::size_t b = 0; b < k.f.blocks.size(); ++b) {
        text += "\n" + k.f.blocks[b].label + ":\n";
        if (b > 0 && k.barrier_of_block[b - 1])
            text += moved_variables(k, static_cast<std::size_t>(k.barrier_of_block[b - 1]), false);
        for (const std::string& i : k.f.blocks[b].instructions)
            text += (operation_of(i) == "ret" ? "  ret i32 0" : i) + "\n";
        if (const int barrier = k.barrier_of_block[b])
            text += moved_variables(k, static_cast<std::size_t>(barrier), true) +
                    fmt::format("  ret i32 {}\n", barrier);
    }
    return text + "}\n\n";
}

constexpr std::string_view index_type = "{ i32, i32, i32 }";

// The loop of all threads from barrier {0} on; {1} is the call of the part.
constexpr std::string_view loop_text = R"(
..r{0}:
  br label %..z{0}
..z{0}:
  %..z.{0} = phi i32 [ 0, %..r{0} ], [ %..zn.{0}, %..ynext{0} ]
  %..tz.{0} = phi i32 [ 0, %..r{0} ], [ %..tn.{0}, %..ynext{0} ]
  %..fz.{0} = phi i32 [ 0, %..r{0} ], [ %..f.{0}, %..ynext{0} ]
  %..dz.{0} = phi i32 [ 0, %..r{0} ], [ %..d.{0}, %..ynext{0} ]
  br label %..y{0}
..y{0}:
  %..y.{0} = phi i32 [ 0, %..z{0} ], [ %..yn.{0}, %..xnext{0} ]
  %..ty.{0} = phi i32 [ %..tz.{0}, %..z{0} ], [ %..tn.{0}, %..xnext{0} ]
  %..fy.{0} = phi i32 [ %..fz.{0}, %..z{0} ], [ %..f.{0}, %..xnext{0} ]
  %..dy.{0} = phi i32 [ %..dz.{0}, %..z{0} ], [ %..d.{0}, %..xnext{0} ]
  br label %..x{0}
..x{0}:
  %..x.{0} = phi i32 [ 0, %..y{0} ], [ %..xn.{0}, %..x{0} ]
  %..t.{0} = phi i32 [ %..ty.{0}, %..y{0} ], [ %..tn.{0}, %..x{0} ]
  %..fx.{0} = phi i32 [ %..fy.{0}, %..y{0} ], [ %..f.{0}, %..x{0} ]
  %..dx.{0} = phi i32 [ %..dy.{0}, %..y{0} ], [ %..d.{0}, %..x{0} ]
  store i32 %..x.{0}, ptr %..tx, align 4
  store i32 %..y.{0}, ptr %..ty, align 4
  store i32 %..z.{0}, ptr %..tz, align 4
  %..t64.{0} = zext i32 %..t.{0} to i64
  %..at.{0} = mul i64 %..t64.{0}, %..bytes
  %..frame.{0} = getelementptr i8, ptr %..frames, i64 %..at.{0}
  %..n.{0} = call i32 {1}i32 {0}, ptr %..frame.{0})
  %..slot.{0} = getelementptr i32, ptr %..stops, i64 %..t64.{0}
  store i32 %..n.{0}, ptr %..slot.{0}, align 4
  %..is0.{0} = icmp eq i32 %..t.{0}, 0
  %..f.{0} = select i1 %..is0.{0}, i32 %..n.{0}, i32 %..fx.{0}
  %..differs.{0} = xor i32 %..n.{0}, %..f.{0}
  %..d.{0} = or i32 %..dx.{0}, %..differs.{0}
  %..tn.{0} = add nuw nsw i32 %..t.{0}, 1
  %..xn.{0} = add nuw nsw i32 %..x.{0}, 1
  %..xmore.{0} = icmp ult i32 %..xn.{0}, %..bx
  br i1 %..xmore.{0}, label %..x{0}, label %..xnext{0}
..xnext{0}:
  %..yn.{0} = add nuw nsw i32 %..y.{0}, 1
  %..ymore.{0} = icmp ult i32 %..yn.{0}, %..by
  br i1 %..ymore.{0}, label %..y{0}, label %..ynext{0}
..ynext{0}:
  %..zn.{0} = add nuw nsw i32 %..z.{0}, 1
  %..zmore.{0} = icmp ult i32 %..zn.{0}, %..bz
  br i1 %..zmore.{0}, label %..z{0}, label %..end{0}
..end{0}:
  %..diverged.{0} = icmp ne i32 %..d.{0}, 0
  br i1 %..diverged.{0}, label %..apart, label %..on{0}
..on{0}:
  switch i32 %..f.{0}, label %..done [
)";

std::string part_call(const cut_kernel& k) {
    return fmt::format("@{}({}{}", derived_name(k.f.name, "part"), joined(k.f.parameters),
                       k.f.parameters.empty() ? "" : ", ");
}

std::string loops(const cut_kernel& k) {
    const std::string call = part_call(k);
    std::string text;
    for (std::size_t r = 0; r <= k.barriers.size(); ++r) {
        text += fmt::format(fmt::runtime(loop_text), r, call);
        for (std::size_t b = 1; b <= k.barriers.size(); ++b)
            text += fmt::format("    i32 {0}, label %..r{0}\n", b);
        text += "  ]\n";
    }
    return text;
}

std::string dimension(std::string_view name, char c, int n, bool value) {
    std::string text = fmt::format("  %..{0}{1} = getelementptr {2}, ptr %..{3}, i32 0, i32 {4}\n",
                                   value ? "p" : "t", c, index_type, name, n);
    if (value) text += fmt::format("  %..b{0} = load i32, ptr %..p{0}, align 4\n", c);
    return text;
}

std::string driver(const cut_kernel& k, const ir_function& original, const std::string& places) {
    std::string tail = original.tail;
    if (const auto at = tail.find("personality "); at != tail.npos) tail.resize(at);
    std::string text = fmt::format("{}@{}({}){} {{\n..begin:\n", original.before, original.name,
                                   joined(original.parameters), tail) +
                       frame_layout(k);
    text += fmt::format(
        "  %..frames = call ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64 %..bytes)\n"
        "  %..none = icmp eq ptr %..frames, null\n"
        "  br i1 %..none, label %..fibers, label %..loops\n..fibers:\n"
        "  call void @{}({})\n  ret void\n..loops:\n"
        "  %..stops = call ptr @_ZN9tileproof10cpu_engine14stops_of_partsEv()\n"
        "  %..index = call ptr @llvm.threadlocal.address.p0(ptr "
        "@_ZN9tileproof10cpu_engine9threadIdxE)\n"
        "  %..dims = call ptr @llvm.threadlocal.address.p0(ptr "
        "@_ZN9tileproof10cpu_engine8blockDimE)\n",
        derived_name(original.name, "fibers"), joined(original.parameters));
    for (int n = 0; n < 3; ++n) text += dimension("index", "xyz"[n], n, false);
    for (int n = 0; n < 3; ++n) text += dimension("dims", "xyz"[n], n, true);
    text += "  br label %..r0\n" + loops(k);
    return text + fmt::format(
                      "..apart:\n  call void "
                      "@_ZN9tileproof10cpu_engine13parts_divergeEPKNS0_9call_siteE(ptr @{})\n"
                      "  ret void\n..done:\n  ret void\n}}\n\n",
                      places);
}

std::string place_table(const cut_kernel& k, const std::string& name) {
    std::string text;
    for (const barrier_place& b : k.barriers)
        text += fmt::format("{}{{ ptr, i32, i16, i16 }} {{ ptr {}, i32 {}, i16 {}, i16 {} }}",
                            text.empty() ? "" : ", ", b.file, b.line, b.column, b.number);
    return fmt::format("@{} = internal constant [{} x {{ ptr, i32, i16, i16 }}] [{}]\n\n", name,
                       k.barriers.size(), text);
}

}  // namespace

std::string region_functions(const cut_kernel& k, const ir_function& original,
                             std::string_view original_text) {
    const std::string places = derived_name(original.name, "barriers");
    std::string fibers =
        fmt::format("define internal void @{}({}){} {{\n", derived_name(original.name, "fibers"),
                    joined(original.parameters), attributes_of(original));
    fibers += original_text.substr(original_text.find('\n') + 1);
    return place_table(k, places) + driver(k, original, places) + part_function(k) + fibers + "\n";
}

std::string region_declarations(std::string_view module) {
    std::string text;
    const auto need = [&](std::string_view name, std::string_view declaration) {
        if (module.find("@" + std::string(name) + " = ") == module.npos &&
            module.find("declare void @" + std::string(name) + "(") == module.npos)
            text += declaration;
    };
    need("_ZN9tileproof10cpu_engine9threadIdxE",
         "@_ZN9tileproof10cpu_engine9threadIdxE = external thread_local(initialexec) global "
         "{ i32, i32, i32 }, align 4\n");
    need("_ZN9tileproof10cpu_engine8blockDimE",
         "@_ZN9tileproof10cpu_engine8blockDimE = external thread_local(initialexec) global "
         "{ i32, i32, i32 }, align 4\n");
    need("llvm.memcpy.p0.p0.i64", "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
    return text +
           "declare ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64)\n"
           "declare ptr @_ZN9tileproof10cpu_engine14stops_of_partsEv()\n"
           "declare void @_ZN9tileproof10cpu_engine13parts_divergeEPKNS0_9call_siteE(ptr)\n";
}

}  // namespace tileproof::user
