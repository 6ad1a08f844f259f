// SPDX-License-Identifier: MIT
#include "command/run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "compiler/build/compilers.hpp"
#include "compiler/program/finding_record.hpp"
#include "compiler/program/program_findings.hpp"
#include "compiler/program/run_words.hpp"
#include "report/output.hpp"
#include "system/stage.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::command {

using report::command_error;
using report::require_writable_report;

namespace {

// The record has the findings no matter how the program ends.
int told_code(const std::vector<std::string>& call) {
    compiler::program_report report;
    const std::string record = std::filesystem::absolute(call.front() + ".findings");
    const int file = open(record.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        throw command_error("The record of findings '{}' cannot be made: {}.", record,
                            std::strerror(errno));
    setenv("TILEPROOF_RUN_RECORD", record.c_str(), 1);
    const int code = compiler::run_words_until_stopped(call);
    const bool stopped = code == 128 + SIGINT || code == 128 + SIGTERM || code == 128 + SIGHUP;
    const std::size_t found = report.tell(compiler::read_findings(file), stopped ? 0 : code);
    close(file);
    return code == 0 && found > 0 ? 1 : code;
}

}  // namespace

int run_program(const run_options& o) {
    if (o.device != "cpu" && o.device != "cpu-checked")
        throw command_error("Programs run on the devices cpu and cpu-checked, not on '{}'.",
                            o.device);
    if (o.wave_size != 0 && o.wave_size != 32 && o.wave_size != 64)
        throw command_error("--wave is 32 or 64, not {}.", o.wave_size);
    compiler::finding_filter filter;  // refuses before anything is built
    if (!o.suppressions.empty()) filter.suppress(o.suppressions);
    if (!o.launches.empty()) filter.launches(o.launches);
    require_writable_report(o.json);
    require_writable_report(o.junit);
    if (o.words.empty() || o.words.front() == "--")
        throw command_error(
            "tileproof run needs a source file: tileproof run app.hip -- arguments.");
    const compiler::program_settings settings{
        .compiler = o.compiler,
        .device = o.device == "cpu" ? compiler::cpu_device::cpu : compiler::cpu_device::cpu_checked,
        .wave_size = o.wave_size};
    const std::string limit = fmt::format("{}", o.block_seconds);
    return with_program(o.words, settings, o.cache, [&](const std::vector<std::string>& call) {
        for (const auto& [variable, value] : {std::pair{"TILEPROOF_RUN_JSON", &o.json},
                                              {"TILEPROOF_RUN_JUNIT", &o.junit},
                                              {"TILEPROOF_RUN_SUPPRESS", &o.suppressions},
                                              {"TILEPROOF_RUN_ONLY", &o.only},
                                              {"TILEPROOF_RUN_LAUNCHES", &o.launches},
                                              {"TILEPROOF_RUN_TIME_LIMIT", &limit}})
            if (!value->empty()) setenv(variable, value->c_str(), 1);
        return told_code(call);
    });
}

int with_program(const std::vector<std::string>& words, compiler::program_settings settings,
                 const std::string& cache,
                 const std::function<int(const std::vector<std::string>& call)>& use) {
    namespace fs = std::filesystem;
    const auto dashes = std::ranges::find(words, "--");
    std::vector<std::string> line(words.begin(), dashes);
    try {
        fs::create_directories(cache);
        // Two programs of the same name may be built at once, so each has its own folder.
        const system::temporary_folder folder(fs::path(cache) / ".build-");
        const fs::path program = folder.path() / compiler::name_of_program(line);
        line.insert(line.end(), {"-o", program.string()});
        settings.compiler = compiler::compiler_for("cpu", settings.compiler);
        const bool linked = [&] {
            const system::stage compiling("compiling " + program.filename().string());
            return compiler::build_program(line, settings) == 0;
        }();
        if (!linked)
            throw command_error("The program could not be linked; see the messages above.");
        std::vector<std::string> call{program.string()};
        if (dashes != words.end()) call.insert(call.end(), dashes + 1, words.end());
        return use(call);
    } catch (const fs::filesystem_error& e) {
        throw command_error("The folder {} cannot be made: {}.", cache, e.code().message());
    }
}

}  // namespace tileproof::command
