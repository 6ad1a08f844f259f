// SPDX-License-Identifier: MIT
#include "command/command_line.hpp"

#include "command/arguments/arguments.hpp"
#include "command/options.hpp"
#include "devices/device.hpp"
#include "report/output.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace tileproof::command {

namespace {

// A script produces an empty word from an unset variable.
void require_not_empty(const CLI::Option* o) {
    if (o->get_name() == "--at") return;  // the index of a layout without dims is empty
    const auto& given = o->results();
    if (std::ranges::find(given, "") != given.end())
        throw report::command_error("{} is empty; give it a value, or leave it out.",
                                    o->get_name());
}

// One value for each time that an option is named: `--device cpu k.hip` names one device, and the file.
void take_one_value_each(CLI::App& command) {
    for (CLI::Option* o : command.get_options())
        if (!o->get_positional() && o->get_items_expected_max() > 1) o->allow_extra_args(false);
}

// A compiler's flag begins with a dash, too: `--flag -DN=8` is `--flag=-DN=8`.
std::vector<std::string> with_joined_flags(std::vector<std::string> words) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "--") break;
        if (words[i] != "--flag" || !words[i + 1].starts_with('-')) continue;
        words[i] += '=' + words[i + 1];
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return words;
}

// How many letters must be changed, added or left out to make b of a (Levenshtein's distance).
std::size_t letters_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0u);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] != b[j]);
            diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, changed}));
        }
    }
    return row.back();
}

// "; did you mean --budget?", or nothing where no name is near.
std::string suggestion(const std::string& given, const std::vector<std::string>& names) {
    const std::size_t far = given.size() / 3 + 1;
    const auto distance = [&](const std::string& name) { return letters_between(given, name); };
    const auto nearest = std::ranges::min_element(names, {}, distance);
    if (nearest == names.end() || distance(*nearest) > far) return "";
    return fmt::format("; did you mean {}?", *nearest);
}

#ifdef __clang__
constexpr const char* compiler_name = "clang";
constexpr int compiler[] = {__clang_major__, __clang_minor__, __clang_patchlevel__};
#else
constexpr const char* compiler_name = "g++";
constexpr int compiler[] = {__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
#endif

void append(std::string& names, const std::string& name) {
    names += (names.empty() ? "" : ", ") + name;
}

// The output of `tileproof --version`: enough for a bug report.
//
//   tileproof 0.2.0
//   commit    b6503606f
//   compiler  clang 19.1.7
//   devices   cpu, cpu-checked (without hip, cuda: `tileproof list` says why)
std::string version_text(std::string_view commit) {
    std::string built, absent;
    for (const devices::known_device& d : devices::devices())
        append(d.handle ? built : absent, d.name);
    if (!absent.empty()) built += fmt::format(" (without {}: `tileproof list` says why)", absent);
    return fmt::format("tileproof {}\ncommit    {}\ncompiler  {} {}.{}.{}\ndevices   {}",
                       TILEPROOF_VERSION, commit, compiler_name, compiler[0], compiler[1],
                       compiler[2], built);
}

class command_line {
  public:
    explicit command_line(const char* commit = "unknown")
        : app_("Verifies GPU tensor layouts and the kernels that use them.", "tileproof") {
        app_.require_subcommand(1);
        app_.set_version_flag("--version", [commit] { return version_text(commit); });
        app_.footer(exit_codes);
        app_.get_formatter()->column_width(26);
        add_campaign_commands(app_);
        add_program_commands(app_);
        add_layout_commands(app_);
        add_finding_commands(app_);
        add_fuzz_command(app_);
        add_cluster_commands(app_);
        add_subject_command(app_);
        add_prove_command(app_);
        add_tool_commands(app_);
        for (CLI::App* command : all_commands()) take_one_value_each(*command);
    }

    // With `only_read`, all arguments are read and checked, and nothing runs. Earlier calls leave no trace.
    int run(int argc, const char* const* argv, bool only_read = false) {
        for (CLI::App* command : all_commands()) static_cast<command_arguments*>(command)->forget();
        try {
            std::vector<std::string> words(argv + 1, argv + argc);
            if (!words.empty() && words.front() == "copy") words = with_two_dashes(words);
            words = with_joined_flags(std::move(words));
            std::ranges::reverse(words);  // as CLI11 takes them
            app_.parse(std::move(words));
        } catch (const CLI::CallForHelp&) {
            if (!only_read) report::print_out(app_.help());  // help of the named command
            return 0;
        } catch (const CLI::CallForVersion& e) {
            if (!only_read) report::print_out(std::string(e.what()) + '\n');
            return 0;
        } catch (const CLI::ParseError& e) {
            throw report::command_error(refusal(e, argc, argv));
        }
        const auto& command =
            static_cast<const command_arguments&>(*app_.get_subcommands().front());
        for (const CLI::Option* option : command.get_options()) require_not_empty(option);
        command.read();
        return only_read ? 0 : command.run();
    }

  private:
    // Each is a command_arguments.
    std::vector<CLI::App*> all_commands() {
        return app_.get_subcommands(std::function<bool(CLI::App*)>());
    }

    std::string refusal(const CLI::ParseError& e, int argc, const char* const* argv) {
        const auto named = app_.get_subcommands();
        std::string what = e.what(), meant;
        if (named.empty() && argc > 1 && argv[1][0] != '-') {
            what = fmt::format("There is no command '{}'", argv[1]);
            std::vector<std::string> names;
            for (const CLI::App* command : all_commands()) names.push_back(command->get_name());
            meant = suggestion(argv[1], names);
        } else if (const std::string given = unknown_option(argc, argv); !given.empty()) {
            what = fmt::format("{} has no option {}",
                               named.empty() ? "tileproof" : named.front()->get_name(), given);
            meant = suggestion(given, options_of(named));
        }
        while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
        return fmt::format("{}{} tileproof {}--help.", what,
                           meant.empty() ? "; see" : meant + " See",
                           named.empty() ? "" : named.front()->get_name() + " ");
    }

    // Its long names: "--budget".
    std::vector<std::string> options_of(const std::vector<CLI::App*>& named) const {
        std::vector<std::string> names;
        const CLI::App& command = named.empty() ? app_ : *named.front();
        for (const CLI::Option* o : command.get_options())
            for (const std::string& name : o->get_lnames()) names.push_back("--" + name);
        return names;
    }

    // The first word that looks like an option and is none of the command's.
    std::string unknown_option(int argc, const char* const* argv) const {
        const auto known = options_of(app_.get_subcommands());
        for (std::string_view word : std::span(argv + 1, static_cast<std::size_t>(argc - 1))) {
            if (word == "--") break;
            word = word.substr(0, word.find('='));
            if (word.size() > 2 && word.starts_with("--") &&
                std::ranges::find(known, word) == known.end())
                return std::string(word);
        }
        return "";
    }

    CLI::App app_;
};

}  // namespace

std::string refusal_of_command_line(int argc, const char* const* argv) {
    // Rarely rebuilt: making some hundred options takes far longer than reading a line. Rebuilt at times because
    // CLI11 keeps a list of all options that it was ever given.
    constexpr int most_lines = 1000;
    static std::optional<command_line> reader;
    static int lines = 0;
    if (lines++ % most_lines == 0) reader.emplace();
    try {
        reader->run(argc, argv, true);
        return "";
    } catch (const std::exception& e) {
        return e.what();
    }
}

int run_command_line(int argc, const char* const* argv, const char* commit) noexcept {
    std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write, not the end
    std::signal(SIGXFSZ, SIG_IGN);
    system::adopt_orphans();
    system::end_children_when_stopped();
    try {
        return command_line(commit).run(argc, argv);
    } catch (const std::exception& e) {
        report::print_error("tileproof: {}\n", e.what());
    }
    return 2;
}

}  // namespace tileproof::command
