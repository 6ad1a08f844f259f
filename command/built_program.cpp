// SPDX-License-Identifier: MIT
#include "command/built_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "compiler/build/compilers.hpp"
#include "report/output.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::properties {

int with_program(const std::vector<std::string>& words, user::program_settings settings,
                 const std::string& cache,
                 const std::function<int(const std::vector<std::string>& call)>& use) {
    namespace fs = std::filesystem;
    const auto dashes = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> line(words.begin(), dashes);
    try {
        fs::create_directories(cache);
        // Two programs of the same name may be built at once, so each has its own folder.
        const system::temporary_folder folder(fs::path(cache) / ".build-");
        const fs::path program = folder.path() / user::name_of_program(line);
        line.insert(line.end(), {"-o", program.string()});
        const bool plain = settings.device == user::translate_for::cpu;
        settings.compiler =
            user::compiler_for(plain ? "cpu" : "cpu-checked", settings.compiler, true);
        if (user::build_program(line, settings) != 0)
            throw command_error("The program could not be linked; see the messages above.");
        std::vector<std::string> call{program.string()};
        if (dashes != words.end()) call.insert(call.end(), dashes + 1, words.end());
        return use(call);
    } catch (const command_error&) {
        throw;
    } catch (const fs::filesystem_error& e) {
        throw command_error(
            fmt::format("The folder {} cannot be made: {}.", cache, e.code().message()));
    } catch (const std::exception& e) {
        throw command_error(e.what());
    }
}

}  // namespace tileproof::properties
