// SPDX-License-Identifier: MIT
#include "tests/command/run_command.hpp"

#include "tests/properties/scratch_folder.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace tileproof::command::testing {
namespace {

std::string text_of_file(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

command_result run(std::vector<std::string> words, const std::string& input,
                   const std::string& folder) {
    const properties::testing::scratch_folder scratch;
    std::ofstream(scratch.path() / "in") << input;
    const pid_t child = fork();
    if (child == 0) {
        const auto redirect = [&](const char* name, int flags, int fd) {
            dup2(open((scratch.path() / name).c_str(), flags, 0600), fd);
        };
        redirect("in", O_RDONLY, STDIN_FILENO);
        redirect("out", O_WRONLY | O_CREAT, STDOUT_FILENO);
        redirect("err", O_WRONLY | O_CREAT, STDERR_FILENO);
        setenv("TILEPROOF", TILEPROOF_PROGRAM, 1);
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        if (chdir(folder.c_str()) == 0) execv(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    command_result result;
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.out = text_of_file(scratch.path() / "out");
    result.err = text_of_file(scratch.path() / "err");
    return result;
}

}  // namespace

command_result run_tileproof(const std::vector<std::string>& arguments, const std::string& input,
                             const std::string& folder) {
    std::vector<std::string> words{TILEPROOF_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(std::move(words), input, folder);
}

command_result run_shell(const std::string& line, const std::string& folder) {
    return run({"/bin/sh", "-c", line}, "", folder);
}

unexplained::unexplained() { setenv("TILEPROOF_EXPLAIN", "0", 1); }
unexplained::~unexplained() { unsetenv("TILEPROOF_EXPLAIN"); }

}  // namespace tileproof::command::testing
