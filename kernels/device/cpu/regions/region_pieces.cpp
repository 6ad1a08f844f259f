// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/region_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::cpu_regions {

std::string derived_name(std::string name, std::string_view suffix) {
    if (name.starts_with('"')) name = name.substr(1, name.size() - 2);
    return fmt::format("\"{}.{}\"", name, suffix);
}

std::string with_commas(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& p : parts) text += (text.empty() ? "" : ", ") + p;
    return text;
}

std::string attributes_of(const ir_function& f) {
    std::string text;
    if (const auto at = f.tail.find('#'); at != f.tail.npos)
        text += " " + f.tail.substr(at, f.tail.find(' ', at) - at);
    if (const auto at = f.tail.find("personality "); at != f.tail.npos)
        text += " " + f.tail.substr(at);
    return text;
}

bool has_place(const kernel_variable& v) {
    return v.where == kernel_variable::home::copied || v.where == kernel_variable::home::in_frame;
}

std::vector<std::string> block_places(const cut_kernel& k) {
    std::vector<std::string> places;
    for (std::size_t n = 0; n < k.variables.size(); ++n)
        if (k.variables[n].where == kernel_variable::home::one_for_all)
            for (const char place : {'b', 'a'}) places.push_back(fmt::format("%..{}{}", place, n));
    return places;
}

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

std::string place_table(const cut_kernel& k, const std::string& name) {
    std::string text;
    for (const barrier_place& b : k.barriers)
        text += fmt::format("{}{{ ptr, i32, i16, i16 }} {{ ptr {}, i32 {}, i16 {}, i16 {} }}",
                            text.empty() ? "" : ", ", b.file, b.line, b.column, b.number);
    return fmt::format("@{} = internal constant [{} x {{ ptr, i32, i16, i16 }}] [{}]\n\n", name,
                       k.barriers.size(), text);
}

}  // namespace tileproof::cpu_regions
