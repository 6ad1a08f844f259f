// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/instrument/alignment.hpp"

#include <algorithm>
#include <cctype>

namespace tileproof::cpu_checked {
namespace {

bool keeps_its_own(std::string_view line) {
    constexpr std::string_view words[] = {" alloca ", " atomic ", "cmpxchg ", "atomicrmw ",
                                          " byval("};
    if (line.empty() || line.starts_with('@') || line.starts_with('!')) return true;
    const std::string_view code = line.substr(0, line.find(", !"));
    return std::any_of(std::begin(words), std::end(words),
                       [&](std::string_view w) { return code.find(w) != code.npos; });
}

}  // namespace

std::string with_dword_alignment(std::string_view ir) {
    constexpr std::string_view word = "align ";
    std::string out;
    out.reserve(ir.size());
    for (std::size_t begin = 0; begin < ir.size();) {
        const std::size_t end = std::min(ir.find('\n', begin), ir.size() - 1) + 1;
        const std::string_view line = ir.substr(begin, end - begin);
        begin = end;
        std::size_t from = 0;
        if (line.find(word) != line.npos && !keeps_its_own(line))
            for (std::size_t at; (at = line.find(word, from)) != line.npos;) {
                std::size_t digits = at + word.size();
                while (digits < line.size() &&
                       std::isdigit(static_cast<unsigned char>(line[digits])))
                    ++digits;
                const std::string_view number =
                    line.substr(at + word.size(), digits - at - word.size());
                const bool larger = number.size() > 1 || number == "8";
                out.append(line.substr(from, at - from)).append(word).append(larger ? "4" : number);
                from = digits;
            }
        out.append(line.substr(from));
    }
    return out;
}

}  // namespace tileproof::cpu_checked
