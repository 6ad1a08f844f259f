// SPDX-License-Identifier: MIT
#include "command/command_line.hpp"

#include "command/arguments/arguments.hpp"
#include "command/copy.hpp"
#include "command/version.hpp"
#include "report/output.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <optional>

namespace tileproof::properties {

CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& what) {
    CLI::App* command = program.add_subcommand(name, what);
    command->footer(exit_codes);
    command->get_formatter()->column_width(26);
    return command;
}

namespace {

command_list all_commands() {
    command_list l;
    add_campaign_commands(l);
    add_program_commands(l);
    add_layout_commands(l);
    add_finding_commands(l);
    add_fuzz_command(l);
    add_cluster_commands(l);
    add_subject_command(l);
    add_tool_commands(l);
    return l;
}

// A script produces an empty word from an unset variable.
void require_not_empty(const CLI::Option* o) {
    if (o->get_name() == "--at") return;  // the index of a layout without dims is empty
    const auto& given = o->results();
    if (std::find(given.begin(), given.end(), "") != given.end())
        throw command_error(
            fmt::format("{} is empty; give it a value, or leave it out.", o->get_name()));
}

class command_line {
  public:
    explicit command_line(const char* commit = "unknown")
        : app_("Verifies GPU tensor layouts and the kernels that use them.", "tileproof") {
        app_.require_subcommand(1);
        app_.set_version_flag("--version", [commit] { return version_text(commit); });
        app_.footer(exit_codes);
        app_.get_formatter()->column_width(26);
        for (const auto& command : commands_) apps_.push_back(command->add_to(app_));
    }

    // With `only_read`, does everything but run the command: all arguments are read and checked. Can be called again:
    // earlier arguments leave no trace.
    int run(int argc, const char* const* argv, bool only_read = false) {
        for (const auto& command : commands_) command->clear();
        try {
            std::vector<std::string> words(argv + 1, argv + argc);
            if (!words.empty() && words.front() == "copy") words = with_two_dashes(words);
            std::reverse(words.begin(), words.end());  // as CLI11 takes them
            app_.parse(std::move(words));
        } catch (const CLI::CallForHelp&) {
            if (!only_read) print_out(app_.help());  // help of the named command
            return 0;
        } catch (const CLI::CallForVersion& e) {
            if (!only_read) print_out(std::string(e.what()) + '\n');
            return 0;
        } catch (const CLI::ParseError& e) {
            throw command_error(refusal(e, argc, argv));
        }
        command_arguments& command = chosen();
        command.read();
        return only_read ? 0 : command.run();
    }

  private:
    std::string refusal(const CLI::ParseError& e, int argc, const char* const* argv) const {
        const auto named = app_.get_subcommands();
        std::string what = e.what();
        if (named.empty() && argc > 1 && argv[1][0] != '-')
            what = fmt::format("There is no command '{}'", argv[1]);
        while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
        return fmt::format("{}; see tileproof {}--help.", what,
                           named.empty() ? "" : named.front()->get_name() + " ");
    }

    command_arguments& chosen() {
        const CLI::App* named = app_.get_subcommands().front();
        for (const CLI::Option* option : named->get_options()) require_not_empty(option);
        return *commands_[static_cast<std::size_t>(std::ranges::find(apps_, named) -
                                                   apps_.begin())];
    }

    CLI::App app_;
    command_list commands_ = all_commands();
    std::vector<CLI::App*> apps_;  // of each command
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
    try {
        return command_line(commit).run(argc, argv);
    } catch (const std::exception& e) {
        print_error(fmt::format("tileproof: {}\n", e.what()));
    }
    return 2;
}

}  // namespace tileproof::properties
