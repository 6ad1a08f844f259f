// The main of a replay program: gives each file, or every file in each folder, to the fuzz target.
//
//   bin/replay/layout fuzz/corpus/layout finding.bin
//     2 inputs were judged, none failed.
//
// It needs no libFuzzer, so that any compiler and any debugger can replay an input. A failing input
// ends
// the program the way the target ends it (a message and abort), with the file's name printed
// before.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

std::vector<std::filesystem::path> inputs(int count, char** names) {
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    for (int i = 1; i < count; ++i) {
        if (!fs::is_directory(names[i])) {
            files.emplace_back(names[i]);
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(names[i]))
            if (entry.is_regular_file()) files.push_back(entry.path());
    }
    return files;
}

}  // namespace

int main(int argc, char** argv) try {
    if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
    if (argc < 2) {
        std::fprintf(stderr, "Usage: %s FILE|FOLDER...: judges each file as one input.\n", argv[0]);
        return 2;
    }
    const auto files = inputs(argc, argv);
    for (const auto& file : files) {
        std::ifstream stream(file, std::ios::binary);
        if (!stream) {
            std::fprintf(stderr, "The file %s cannot be read; give files or folders that can.\n",
                         file.c_str());
            return 2;
        }
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        std::fprintf(stderr, "%s: %zu bytes\n", file.c_str(), bytes.size());
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    std::printf("%zu inputs were judged, none failed.\n", files.size());
    return 0;
} catch (const std::filesystem::filesystem_error& error) {
    std::fprintf(stderr, "%s.\n", error.what());
    return 2;
}
