// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/target.hpp"

#include "system/file.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

namespace tileproof::fuzz {

void broken(std::string_view sentence, std::source_location cause) {
    std::string line(sentence);  // one line, whatever the sentence quotes
    std::ranges::replace(line, '\n', ' ');
    const std::string file = std::filesystem::path(cause.file_name()).filename();
    std::fprintf(stderr, "%s\n%s%s%s:%u\n", broken_mark.data(), line.c_str(), cause_mark.data(),
                 file.c_str(), static_cast<unsigned>(cause.line()));
    std::abort();
}

void require_sentence(std::string_view refusal) {
    if (refusal.size() < 10 || refusal.back() != '.' || refusal.find(' ') == refusal.npos)
        broken("The refusal '" + std::string(refusal) + "' is no sentence.");
}

// For the targets that do not define them: they say nothing.
__attribute__((weak)) nlohmann::json cases_of(input_bytes) { return nlohmann::json::array(); }
__attribute__((weak)) void note_reached_by(input_bytes, reached_counts&) {}

namespace {

std::string bytes_of(const std::filesystem::path& file) {
    auto bytes = system::read_file(file);
    if (!bytes) {
        std::fprintf(stderr, "The file %s cannot be read.\n", file.c_str());
        std::_Exit(2);
    }
    return *std::move(bytes);
}

input_bytes input_of(const std::string& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

[[noreturn]] void print(const nlohmann::json& value) {
    const std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
    std::_Exit(0);
}

[[noreturn]] void describe(const char* file) { print(cases_of(input_of(bytes_of(file)))); }

[[noreturn]] void print_reached(const char* folder) {
    namespace fs = std::filesystem;
    reached_counts counts;
    note_reached_by({}, counts);
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error))
        if (it->is_regular_file()) note_reached_by(input_of(bytes_of(it->path())), counts);
    if (error) {
        std::fprintf(stderr, "The folder %s cannot be read.\n", folder);
        std::_Exit(2);
    }
    print(counts);
}

// libFuzzer's fork mode puts a shell between itself and its jobs, so that the death of the parent is not
// enough of a sign.
void end_with(pid_t campaign) {
    std::thread([campaign] {
        while (::kill(campaign, 0) == 0 || errno != ESRCH)
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
        std::_Exit(1);
    }).detach();
}

}  // namespace
}  // namespace tileproof::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tileproof::fuzz::judge_input({data, size});
    return 0;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    constexpr std::string_view describe = "--describe=", reached = "--reached=";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view argument = (*argv)[i];
        if (argument.starts_with(describe)) tileproof::fuzz::describe((*argv)[i] + describe.size());
        if (argument.starts_with(reached))
            tileproof::fuzz::print_reached((*argv)[i] + reached.size());
    }
    // Under a campaign that is killed, its targets end too instead of running on for hours.
    if (const char* campaign = std::getenv("TILEPROOF_FUZZ_CAMPAIGN")) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        tileproof::fuzz::end_with(std::atoi(campaign));
    }
    return 0;
}
