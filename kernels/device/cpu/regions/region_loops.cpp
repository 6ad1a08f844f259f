// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/region_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/device/cpu/regions/derived_variables.hpp"

namespace tileproof::cpu_regions {
namespace {

// Functions other than intrinsics, which may read the engine's threadIdx.
bool calls_functions(const cut_kernel& k) {
    const auto calls = [](const std::string& i) {
        return (i.find(" call ") != i.npos || i.find(" invoke ") != i.npos) &&
               i.find("@llvm.") == i.npos;
    };
    return std::ranges::any_of(
        k.f.blocks, [&](const ir_block& b) { return std::ranges::any_of(b.instructions, calls); });
}

// What is called by the kernel knows the thread from here.
constexpr std::string_view index_of_engine = R"(  store i32 %..x.{0}, ptr %..tx, align 4
  store i32 %..y.{0}, ptr %..ty, align 4
  store i32 %..z.{0}, ptr %..tz, align 4
)";

// The loop of all threads from barrier {0} on; {1} is the call of the part, {2} its index for others, {3} what it leaves
// for the next one. Where threads can stop at one barrier only, the optimiser finds that out, and nothing is left of the
// comparison with the first thread.
constexpr std::string_view loop_text = R"(
..r{0}:
  br label %..z{0}
..z{0}:
  %..z.{0} = phi i32 [ 0, %..r{0} ], [ %..zn.{0}, %..ynext{0} ]
  %..tz.{0} = phi i32 [ 0, %..r{0} ], [ %..tn.{0}, %..ynext{0} ]
  %..fz.{0} = phi i32 [ poison, %..r{0} ], [ %..f.{0}, %..ynext{0} ]
  %..dz.{0} = phi i1 [ false, %..r{0} ], [ %..d.{0}, %..ynext{0} ]
  br label %..y{0}
..y{0}:
  %..y.{0} = phi i32 [ 0, %..z{0} ], [ %..yn.{0}, %..xnext{0} ]
  %..ty.{0} = phi i32 [ %..tz.{0}, %..z{0} ], [ %..tn.{0}, %..xnext{0} ]
  %..fy.{0} = phi i32 [ %..fz.{0}, %..z{0} ], [ %..f.{0}, %..xnext{0} ]
  %..dy.{0} = phi i1 [ %..dz.{0}, %..z{0} ], [ %..d.{0}, %..xnext{0} ]
  br label %..x{0}
..x{0}:
  %..x.{0} = phi i32 [ 0, %..y{0} ], [ %..xn.{0}, %..next{0} ]
  %..t.{0} = phi i32 [ %..ty.{0}, %..y{0} ], [ %..tn.{0}, %..next{0} ]
  %..fx.{0} = phi i32 [ %..fy.{0}, %..y{0} ], [ %..f.{0}, %..next{0} ]
  %..dx.{0} = phi i1 [ %..dy.{0}, %..y{0} ], [ %..d.{0}, %..next{0} ]
{2}  store i32 %..x.{0}, ptr %..ox, align 4
  store i32 %..y.{0}, ptr %..oy, align 4
  store i32 %..z.{0}, ptr %..oz, align 4
  %..t64.{0} = zext i32 %..t.{0} to i64
  %..at.{0} = mul i64 %..t64.{0}, %..bytes
  %..frame.{0} = getelementptr i8, ptr %..frames, i64 %..at.{0}
  %..n.{0} = call i32 {1}i32 {0}, ptr %..frame.{0})
  %..is0.{0} = icmp eq i32 %..t.{0}, 0
  %..f.{0} = select i1 %..is0.{0}, i32 %..n.{0}, i32 %..fx.{0}
  %..same.{0} = icmp eq i32 %..n.{0}, %..f.{0}
  br i1 %..same.{0}, label %..next{0}, label %..differs{0}
..differs{0}:
  call void @_ZN9tileproof10cpu_engine15stops_elsewhereEjjj(i32 %..t.{0}, i32 %..n.{0}, i32 %..f.{0})
  br label %..next{0}
..next{0}:
  %..d.{0} = phi i1 [ %..dx.{0}, %..x{0} ], [ true, %..differs{0} ]
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
  br i1 %..d.{0}, label %..apart, label %..on{0}
..on{0}:
{3}  switch i32 %..f.{0}, label %..done [
)";

std::string part_call(const cut_kernel& k) {
    std::string text = fmt::format("@{}({}{}", derived_name(k.f.name, "part"),
                                   with_commas(k.f.parameters), k.f.parameters.empty() ? "" : ", ");
    for (const std::string_view index : own_indices) text += fmt::format("ptr {}, ", index);
    for (const std::string& place : block_places(k)) text += "ptr " + place + ", ";
    return text;
}

// Variables of the block: what all threads of a part have left is what those of the next one find.
std::string block_variables(const cut_kernel& k) {
    std::string text;
    for (std::size_t n = 0; n < k.variables.size(); ++n)
        if (k.variables[n].where == kernel_variable::home::one_for_all)
            text +=
                fmt::format("  %..b{0} = alloca {1}, align 16\n  %..a{0} = alloca {1}, align 16\n",
                            n, k.variables[n].type);
    return text;
}
std::string passed_on(const cut_kernel& k, std::size_t part) {
    std::string text;
    for (std::size_t n = 0; n < k.variables.size(); ++n)
        if (k.variables[n].where == kernel_variable::home::one_for_all)
            text += fmt::format(
                "  %..pass.{0}.{1} = load {2}, ptr %..a{0}, align 16\n"
                "  store {2} %..pass.{0}.{1}, ptr %..b{0}, align 16\n",
                n, part, k.variables[n].type);
    return text;
}

std::string loops(const cut_kernel& k) {
    const std::string call = part_call(k);
    const bool others = calls_functions(k);
    std::string text;
    for (std::size_t r = 0; r <= k.barriers.size(); ++r) {
        text += fmt::format(fmt::runtime(loop_text), r, call,
                            others ? fmt::format(fmt::runtime(index_of_engine), r) : "",
                            passed_on(k, r));
        for (std::size_t b = 1; b <= k.barriers.size(); ++b)
            text += fmt::format("    i32 {0}, label %..r{0}\n", b);
        text += "  ]\n";
    }
    return text;
}

// Copies of the engine's indices: %..threadIdx is set by the loops, the others are the block's.
std::string own_copies() {
    std::string text;
    for (std::size_t n = 0; n < own_indices.size(); ++n)
        text += fmt::format(
            "  %..of.{0} = call ptr @llvm.threadlocal.address.p0(ptr @{1})\n"
            "  %..value.{0} = load {2}, ptr %..of.{0}, align 4\n"
            "  store {2} %..value.{0}, ptr {3}, align 4\n",
            n, index_variables[n], index_type, own_indices[n]);
    for (int n = 0; n < 3; ++n)
        text += fmt::format(
            "  %..t{0} = getelementptr {1}, ptr %..of.0, i32 0, i32 {2}\n"
            "  %..o{0} = getelementptr {1}, ptr %..threadIdx, i32 0, i32 {2}\n"
            "  %..b{0} = extractvalue {1} %..value.2, {2}\n",
            "xyz"[n], index_type, n);
    return text;
}

// Tells the engine which shared variables the kernel can name.
std::string shared_list(const std::vector<std::string>& variables) {
    std::string text;
    for (std::size_t n = 0; n < variables.size(); ++n)
        text += fmt::format(
            "  %..sv.{0} = call ptr @llvm.threadlocal.address.p0(ptr {1})\n"
            "  %..sp.{0} = getelementptr ptr, ptr %..shared, i64 {0}\n"
            "  store ptr %..sv.{0}, ptr %..sp.{0}, align 8\n",
            n, variables[n]);
    return text + fmt::format(
                      "  call void @_ZN9tileproof10cpu_engine11only_sharedEPKPKvm(ptr %..shared, "
                      "i64 {})\n",
                      variables.size());
}

}  // namespace

std::string loop_function(const cut_kernel& k, const ir_function& original,
                          const std::vector<std::string>& shared, const std::string& places) {
    std::string tail = original.tail;
    if (const auto at = tail.find("personality "); at != tail.npos) tail.resize(at);
    std::string text = fmt::format("{}@{}({}){} {{\n..begin:\n", original.before, original.name,
                                   with_commas(original.parameters), tail) +
                       frame_layout(k);
    for (const std::string_view index : own_indices)
        text += fmt::format("  {} = alloca {}, align 8\n", index, index_type);
    text += block_variables(k);
    text += fmt::format("  %..shared = alloca [{} x ptr], align 8\n", shared.size());
    text += fmt::format(
        "  %..frames = call ptr @_ZN9tileproof10cpu_engine11begin_partsEm(i64 %..bytes)\n"
        "  %..none = icmp eq ptr %..frames, null\n"
        "  br i1 %..none, label %..fibers, label %..loops\n..fibers:\n"
        "  call void @{}({})\n  ret void\n..loops:\n",
        derived_name(original.name, "fibers"), with_commas(original.parameters));
    text += shared_list(shared) + own_copies() + "  br label %..r0\n" + loops(k);
    const std::string diverge = fmt::format(
        "  call void @_ZN9tileproof10cpu_engine13parts_divergeEPKNS0_9call_siteE(ptr @{})\n"
        "  ret void\n",
        places);
    return text + "..apart:\n" + (k.barriers.empty() ? "  unreachable\n" : diverge) +
           "..done:\n  ret void\n}\n\n";
}

}  // namespace tileproof::cpu_regions
