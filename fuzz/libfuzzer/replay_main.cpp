// SPDX-License-Identifier: MIT
// The main of a replay program: gives each file, or every file in each folder, to the fuzz target.
//
//   bin/replay/layout_text fuzz/corpus/layout_text finding.bin
//     17 inputs were judged, none failed.
//   bin/replay/layout_text --mutated=20000 fuzz/corpus/layout_text
//     16 inputs and 20000 mutations of them were judged, none failed.
//
// It needs no libFuzzer, so that any compiler and any debugger can replay an input. A failing input ends
// the program the way the target ends it (a message and abort), with the file's name printed before. The
// mutations, always the same ones, are judged in a child process: of a failing one a file is made.
#include "fuzz/libfuzzer/mutated_bytes.hpp"
#include "system/file.hpp"
#include "system/process.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

namespace fs = std::filesystem;

// In the order of their names, so that a mutation is the same one wherever the folder is.
std::vector<fs::path> files_of(const std::vector<const char*>& names) {
    std::vector<fs::path> files;
    for (const char* name : names) {
        if (!fs::is_directory(name)) {
            files.emplace_back(name);
            continue;
        }
        const auto first = std::ssize(files);
        for (const auto& entry : fs::recursive_directory_iterator(name))
            if (entry.is_regular_file()) files.push_back(entry.path());
        std::sort(files.begin() + first, files.end());
    }
    return files;
}

void judge(const std::string& bytes) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

// Whether all mutations of the inputs were judged and none failed.
bool judge_mutated(const std::vector<std::string>& inputs, std::uint64_t count) {
    // Which one is judged, where it is still known when the process that judges it is gone.
    auto* const seed = static_cast<volatile std::uint64_t*>(::mmap(
        nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    if (seed == MAP_FAILED) {
        std::fputs("There is no memory to share with a child process.\n", stderr);
        return false;
    }
    tileproof::system::command mutations;
    mutations.output = mutations.errors = tileproof::system::command::stream::here;
    mutations.body = [&] {
        for (*seed = 0; *seed < count; *seed = *seed + 1)
            judge(tileproof::fuzz::mutated(inputs, *seed));
        std::exit(0);  // with the leak check of the sanitizers
    };
    if (tileproof::system::run(mutations).how.well()) return true;
    const std::string file = "mutation-" + std::to_string(*seed);
    std::ofstream(file, std::ios::binary) << tileproof::fuzz::mutated(inputs, *seed);
    std::fprintf(stderr,
                 "Mutation %s fails; it is in the file %s, which this program judges alone.\n",
                 std::to_string(*seed).c_str(), file.c_str());
    return false;
}

}  // namespace

int main(int argc, char** argv) try {
    if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
    constexpr std::string_view option = "--mutated=";
    std::vector<const char*> names;
    std::uint64_t mutations = 0;
    bool understood = true;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (!word.starts_with(option)) {
            names.push_back(argv[i]);
            continue;
        }
        const char* const end = word.data() + word.size();
        understood = std::from_chars(word.data() + option.size(), end, mutations).ptr == end;
    }
    if (!understood || names.empty()) {
        std::fprintf(stderr,
                     "Usage: %s [--mutated=N] FILE|FOLDER...: judges each file as one input, and N "
                     "mutations of them.\n",
                     argv[0]);
        return 2;
    }
    std::vector<std::string> inputs;
    for (const fs::path& file : files_of(names)) {
        auto read = tileproof::system::read_file(file);
        if (!read) {
            std::fprintf(stderr, "The file %s cannot be read; give files or folders that can.\n",
                         file.c_str());
            return 2;
        }
        const std::string& bytes = inputs.emplace_back(*std::move(read));
        std::fprintf(stderr, "%s: %zu bytes\n", file.c_str(), bytes.size());
        judge(bytes);
    }
    if (mutations == 0) {
        std::printf("%zu inputs were judged, none failed.\n", inputs.size());
        return 0;
    }
    if (inputs.empty() || !judge_mutated(inputs, mutations)) return 1;
    std::printf("%zu inputs and %s mutations of them were judged, none failed.\n", inputs.size(),
                std::to_string(mutations).c_str());
    return 0;
} catch (const std::exception&
             error) {  // a folder that cannot be read, a process that cannot be started
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
}
