// SPDX-License-Identifier: MIT
#include "command/built_program.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "kernels/user/compilers.hpp"
#include "report/output.hpp"

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;

// Two programs of one name may be built at once: each in a folder of its own.
class build_folder {
  public:
    explicit build_folder(const std::string& cache) {
        std::error_code error;
        fs::create_directories(cache, error);
        if (error)
            throw command_error(
                fmt::format("The folder {} cannot be made: {}.", cache, error.message()));
        path_ = (fs::absolute(cache) / ".build-XXXXXX").string();
        if (!mkdtemp(path_.data()))
            throw command_error(
                fmt::format("No folder can be made in {}: {}.", cache, std::strerror(errno)));
    }
    ~build_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    build_folder(const build_folder&) = delete;
    build_folder& operator=(const build_folder&) = delete;
    fs::path path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace

int with_program(const std::vector<std::string>& words, user::program_settings settings,
                 const std::string& cache,
                 const std::function<int(const std::vector<std::string>& call)>& use) {
    const auto dashes = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> line(words.begin(), dashes);
    const build_folder folder(cache);
    const fs::path program = folder.path() / fs::path(line.front()).stem();
    line.insert(line.end(), {"-o", program.string()});
    try {
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
    } catch (const std::exception& e) {
        throw command_error(e.what());
    }
}

}  // namespace tileproof::properties
