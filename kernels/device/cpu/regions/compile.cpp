// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/compile.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>

#include "kernels/device/cpu/regions/region_pass.hpp"
#include "kernels/device/cpu/regions/waiting_functions.hpp"
#include "system/process.hpp"
#include "system/read_file.hpp"

namespace tileproof::cpu_regions {
namespace {

std::string text_of(const std::string& path) {
    auto text = system::read_file(path);
    if (!text)
        throw std::runtime_error("The file " + path +
                                 ", which the compiler wrote, cannot be read.");
    return *std::move(text);
}

void write(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    if (!file.write(text.data(), static_cast<std::streamsize>(text.size())).flush())
        throw std::runtime_error("The file " + path + " cannot be written.");
}

void compile_text(const module_to_compile& m, const std::string& text) {
    write(m.module, m.changed(text));
    std::vector<std::string> words{m.compiler, "-x", "ir"};
    words.insert(words.end(), m.flags.begin(), m.flags.end());
    // A loop that is not unrolled here is no news: it is the GPU's compiler that was asked to.
    words.insert(words.end(), {"-Wno-pass-failed", "-c", m.module, "-o", m.object});
    m.run(words);
}

// With the functions in which kernels wait at barriers inlined: -O0 inlines what must be inlined, and does no more.
std::string inlined(const module_to_compile& m, const std::string& text) {
    const std::string marked = with_waiting_functions_inline(text);
    if (marked == text) return text;
    write(m.module, marked);
    m.run({m.compiler, "-x", "ir", "-O0", "-fno-discard-value-names", "-S", "-emit-llvm", m.module,
           "-o", m.module});
    return text_of(m.module);
}

}  // namespace

bool keeps_fibers(std::string_view flag) {
    constexpr std::array<std::string_view, 8> begins = {
        "-g", "-fsanitize", "-fprofile", "-fcoverage", "--coverage", "-flto", "-S", "-emit"};
    return std::ranges::any_of(begins, [&](auto begin) { return flag.starts_with(begin); });
}

void compile_with_regions(const module_to_compile& m) {
    const std::string text = text_of(m.module);
    try {
        std::string unsaid;
        const system::collect_output into(unsaid);
        const std::string whole = inlined(m, text), changed = with_regions(whole);
        if (changed != whole) return compile_text(m, changed);
    } catch (const std::runtime_error&) {
    }
    compile_text(m, text);
}

}  // namespace tileproof::cpu_regions
