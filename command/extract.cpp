// SPDX-License-Identifier: MIT

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ranges>

#include "command/run.hpp"
#include "compiler/extract/launch_record.hpp"
#include "compiler/extract/skeleton.hpp"
#include "compiler/program/build.hpp"
#include "report/output.hpp"
#include "system/file.hpp"

namespace tileproof::command {

using report::command_error;
using report::print_out;

namespace {

namespace fs = std::filesystem;

// The kernel's name is the last word before "--"; removes and returns it.
std::string kernel_in(std::vector<std::string>& words) {
    const auto dashes = std::ranges::find(words, "--");
    if (dashes - words.begin() < 2)
        throw command_error(
            "tileproof extract needs a source file and a kernel: tileproof extract app.hip scale "
            "-- arguments.");
    const std::string kernel = *(dashes - 1);
    if (fs::path(kernel).has_extension() || kernel.starts_with('-'))
        throw command_error(
            "'{}' is no kernel: its name comes last, before -- and the program's arguments.",
            kernel);
    words.erase(dashes - 1);
    return compiler::plain_name(kernel);
}

// Throws a sentence if the launch never came.
void require_launch(const compiler::launch_record& r, const std::string& kernel,
                    std::uint64_t launch) {
    if (!r.kernel.empty()) return;
    if (const auto found = r.launches.find(kernel); found != r.launches.end())
        throw command_error("The program launches {} {} times, and --launch asks for {}.", kernel,
                            found->second, launch);
    const auto names = std::views::keys(r.launches);
    throw command_error("The program does not launch {}; it launches {}.", kernel,
                        names.empty() ? "no kernel" : fmt::format("{}", fmt::join(names, ", ")));
}

// The flags with which `check` finds the same headers.
std::string flags_for_check(const std::vector<std::string>& words) {
    std::string flags;
    for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i)
        for (const char* option : {"-I", "-D", "-isystem"}) {
            if (words[i] == option && i + 1 < words.size())
                flags += fmt::format(" --flag={} --flag={}", words[i], words[i + 1]);
            else if (words[i].starts_with(option) && words[i] != option)
                flags += " --flag=" + words[i];
        }
    return flags;
}

}  // namespace

int extract_kernel(const extract_options& o) {
    std::vector<std::string> words = o.words;
    const std::string kernel = kernel_in(words);
    const fs::path output = o.output.empty() ? kernel + "_test.hip" : o.output;
    if (fs::exists(output))
        throw command_error("{} is there already; name another file with --output.",
                            output.string());
    const compiler::program_settings settings{.compiler = o.compiler, .wave_size = o.wave_size};
    return with_program(words, settings, o.cache, [&](const std::vector<std::string>& call) {
        const std::string file = call.front() + ".launches";
        setenv("TILEPROOF_EXTRACT", fmt::format("{} {} {}", kernel, o.launch, file).c_str(), 1);
        compiler::run_words(call);
        const compiler::launch_record r =
            compiler::read_launch_record(system::read_file(file).value_or(""));
        require_launch(r, kernel, o.launch);
        const fs::path include = fs::absolute(r.file).lexically_normal();
        const fs::path beside = include.lexically_proximate(fs::absolute(output).parent_path());
        system::write_atomically(output, compiler::skeleton(r, beside.string()));
        print_out(
            "{} holds launch {} of {}.\n"
            "tileproof check {}{}\n",
            output.string(), o.launch, kernel, output.string(), flags_for_check(words));
        return 0;
    });
}

}  // namespace tileproof::command
