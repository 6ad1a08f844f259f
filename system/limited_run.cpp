// SPDX-License-Identifier: MIT
#include "system/limited_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <regex>

#include "system/memory.hpp"
#include "system/text.hpp"

namespace tileproof::system {
namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;
constexpr std::uint64_t usual_memory = 8 * gib, least_memory = gib, largest_file = 4 * gib;
constexpr double usual_seconds = 600;

std::string in_environment(const char* name) {
    const char* const said = std::getenv(name);
    return said ? said : "";
}

[[noreturn]] void refuse(const char* name, const std::string& said, const char* example) {
    throw std::runtime_error(fmt::format("The environment's {} is '{}' and must be {}.", name,
                                         visible(cut(said, 80)), example));
}

// Limits address space, which is more than memory in use: a compiler reserves some hundred MiB at its start.
std::uint64_t memory_of_compilers() {
    const std::string said = in_environment("TILEPROOF_COMPILER_MEMORY");
    if (said.empty()) return std::clamp(available_memory().bytes, least_memory, usual_memory);
    const std::uint64_t bytes = bytes_of_size(said);
    if (bytes == 0) refuse("TILEPROOF_COMPILER_MEMORY", said, "a size, as in 512MiB or 16GiB");
    return bytes;
}

double seconds_of_compilers() {
    const std::string said = in_environment("TILEPROOF_COMPILER_SECONDS");
    if (said.empty()) return usual_seconds;
    int seconds = 0;
    const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), seconds);
    if (error != std::errc() || end != said.data() + said.size() || seconds < 1)
        refuse("TILEPROOF_COMPILER_SECONDS", said, "a whole number of seconds, as in 1800");
    return seconds;
}

// Messages of clang, gcc, their linkers and the C++ library. A line of source that a compiler quotes is indented.
bool says_out_of_memory(const std::string& output) {
    static const std::regex words(
        R"((^|\n)(LLVM ERROR: out of memory|virtual memory exhausted|[^ \n]+: (fatal error: |fatal: )?(out of memory|memory exhausted|Cannot allocate memory)|[^\n]*error while loading shared libraries: [^\n]*failed to map segment|terminate called after throwing an instance of 'std::bad_alloc'))");
    return std::regex_search(output, words);
}

// gcc's preprocessor reports the reason of an earlier failure.
bool says_too_long_a_file(const std::string& output) {
    static const std::regex of_gcc("(^|\n)[^\n]*: when writing output to [^\n]*: No such file");
    return output.find("File too large") != output.npos || std::regex_search(output, of_gcc);
}

std::string met(const command& c, const ending& how, const std::string& output, bool system_killed,
                const command& asked) {
    if (how.well()) return {};
    const std::string name = std::filesystem::path(c.words[0]).filename();
    if (how.what == ending::kind::time_limit)
        return fmt::format(
            "{} had not ended after {:g} s, and was stopped. Does a file that is "
            "included never end? {}",
            name, c.seconds,
            asked.seconds > 0 ? ""
                              : "If the source is only long, "
                                "TILEPROOF_COMPILER_SECONDS=1800 gives it more time.");
    if (says_out_of_memory(output))
        return fmt::format(
            "{} needs more than the {:.1f} GiB of memory that a compiler may take "
            "here. Include less{}.",
            name, static_cast<double>(c.memory) / static_cast<double>(gib),
            asked.memory > 0 ? "" : ", or give it more: TILEPROOF_COMPILER_MEMORY=16GiB");
    if (says_too_long_a_file(output))
        return fmt::format(
            "{} wrote a file of more than {:.2f} GiB, and was stopped. Does a file "
            "include itself?",
            name, static_cast<double>(c.largest_file) / static_cast<double>(gib));
    if (system_killed && tells_of_sigkill(how, output))
        return fmt::format(
            "The system ran out of memory while {} ran, and ended a process. Stop "
            "other programs, or include less.",
            name);
    return {};
}

}  // namespace

bool tells_of_sigkill(const ending& how, const std::string& output) {
    static const std::regex words(": Killed\\b|\\bsignal 9\\b");
    return (how.what == ending::kind::signal && how.number == SIGKILL) ||
           (how.what == ending::kind::exit && how.number == 128 + SIGKILL) ||
           std::regex_search(output, words);
}

std::uint64_t bytes_of_size(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const int shift = unit == "MiB" ? 20 : unit == "GiB" ? 30 : 0;
    if (error != std::errc() || shift == 0 || number >> (63 - shift) != 0) return 0;
    return number << shift;
}

limited_result run_limited(command c) {
    const command asked = c;
    if (c.seconds == 0) c.seconds = seconds_of_compilers();
    if (c.memory == 0) c.memory = memory_of_compilers();
    if (c.largest_file == 0) c.largest_file = largest_file;
    const std::uint64_t killed = processes_killed_for_memory();
    result r = run(c);
    std::string limit = met(c, r.how, r.output, processes_killed_for_memory() > killed, asked);
    return {r.how, std::move(r.output), std::move(limit)};
}

}  // namespace tileproof::system
