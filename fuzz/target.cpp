#include "fuzz/target.hpp"

#include <sys/prctl.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::fuzz {

void broken(std::string_view sentence) {
    std::fputs("tileproof: a law is broken\n", stderr);
    std::fwrite(sentence.data(), 1, sentence.size(), stderr);
    std::fputc('\n', stderr);
    std::abort();
}

namespace {

[[noreturn]] void describe(const char* file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        std::fprintf(stderr, "The file %s cannot be read.\n", file);
        std::_Exit(2);
    }
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const std::string text =
        cases_of({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()})
            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
    std::_Exit(0);
}

}  // namespace
}  // namespace tileproof::fuzz

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    constexpr std::string_view flag = "--describe=";
    for (int i = 1; i < *argc; ++i)
        if (std::string_view((*argv)[i]).starts_with(flag))
            tileproof::fuzz::describe((*argv)[i] + flag.size());
    // Under a campaign that is killed, its targets end too instead of running on for hours.
    if (std::getenv("TILEPROOF_FUZZ_CAMPAIGN") != nullptr) prctl(PR_SET_PDEATHSIG, SIGKILL);
    return 0;
}
