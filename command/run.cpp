// SPDX-License-Identifier: MIT
#include "command/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>

#include "kernels/user/compilers.hpp"
#include "kernels/user/program/build.hpp"
#include "kernels/user/program/program_findings.hpp"
#include "kernels/user/program/run_words.hpp"
#include "report/output.hpp"

namespace tileproof::properties {

int run_program(const run_options& o) {
    namespace fs = std::filesystem;
    if (o.device != "cpu" && o.device != "cpu-checked")
        throw command_error(
            fmt::format("Programs run on the devices cpu and cpu-checked, not on '{}'.", o.device));
    if (o.wave_size != 32 && o.wave_size != 64)
        throw command_error(fmt::format("--wave is 32 or 64, not {}.", o.wave_size));
    try {  // before anything is built
        user::finding_filter filter;
        if (!o.suppressions.empty()) filter.suppress(o.suppressions);
        if (!o.launches.empty()) filter.launches(o.launches);
    } catch (const std::runtime_error& e) {
        throw command_error(e.what());
    }
    require_writable_report(o.json);
    require_writable_report(o.junit);
    const auto dashes = std::find(o.words.begin(), o.words.end(), "--");
    std::vector<std::string> line(o.words.begin(), dashes);
    if (line.empty())
        throw command_error(
            "tileproof run needs a source file: tileproof run app.hip -- arguments.");
    std::error_code error;
    fs::create_directories(o.cache, error);
    if (error)
        throw command_error(
            fmt::format("The folder {} cannot be made: {}.", o.cache, error.message()));
    // Two programs of one name may be built at once: each in a folder of its own.
    std::string folder = (fs::absolute(o.cache) / ".build-XXXXXX").string();
    if (!mkdtemp(folder.data()))
        throw command_error(
            fmt::format("No folder can be made in {}: {}.", o.cache, std::strerror(errno)));
    const fs::path program = fs::path(folder) / fs::path(line.front()).stem();
    line.insert(line.end(), {"-o", program.string()});
    try {
        const int built = user::build_program(
            line, {.compiler = user::compiler_for(o.device, o.compiler, true),
                   .device = o.device == "cpu" ? user::translate_for::cpu
                                               : user::translate_for::cpu_checked,
                   .wave_size = o.wave_size});
        if (built != 0)
            throw command_error("The program could not be linked; see the messages above.");
        for (const auto& [variable, value] : {std::pair{"TILEPROOF_RUN_JSON", &o.json},
                                              {"TILEPROOF_RUN_JUNIT", &o.junit},
                                              {"TILEPROOF_RUN_SUPPRESS", &o.suppressions},
                                              {"TILEPROOF_RUN_ONLY", &o.only},
                                              {"TILEPROOF_RUN_LAUNCHES", &o.launches}})
            if (!value->empty()) setenv(variable, value->c_str(), 1);
        std::vector<std::string> call{program.string()};
        if (dashes != o.words.end()) call.insert(call.end(), dashes + 1, o.words.end());
        const int code = user::run_words(call);
        fs::remove_all(folder, error);
        return code;
    } catch (const command_error&) {
        fs::remove_all(folder, error);
        throw;
    } catch (const std::exception& e) {
        fs::remove_all(folder, error);
        throw command_error(e.what());
    }
}

}  // namespace tileproof::properties
