// SPDX-License-Identifier: MIT
// A user's kernel file as code: compiled for cpu and cpu-checked, compiled unchanged for GPUs, cached.
//
//   user_build b{.source = "scale.hip"};
//   user_library lib = load_user(b);           // compiles what is not in .tileproof/cache yet
//   lib.tests[0].name == "scale"; lib.waves[0] == {32}
//   lib.launch("cpu-checked", 32, 0)(call)
//
// A compiled file is used again while the compiler would read the same text with the same options, and the compiled
// file and tileproof itself are unchanged (device_build.hpp).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "compiler/build/user_code.hpp"

namespace tileproof::compiler {

// In place of a device: cpu, whose kernels compute in double for float.
inline constexpr const char* cpu_in_double = "cpu-double";

struct user_build {
    std::filesystem::path source;
    // Empty: one that is found.
    std::string compiler = {};  // clang++ of the cpu devices
    std::string hip_compiler = {}, cuda_compiler = {};
    std::vector<std::string> flags = {};  // the user's: -I, -D
    std::string against = {};  // "old.hip" or "old.hip:sums": kernels that say what is right
    std::filesystem::path cache = ".tileproof/cache";
    bool coverage = false;  // the cpu device's copy tells libFuzzer which branches it takes
    // Of cpu, cpu-checked, hip, cuda; cpu is always compiled, because it supplies the right answers.
    std::vector<std::string> devices = {"cpu", "cpu-checked"};
    // With `against`: more copies of both files, of cpu-checked or cpu_in_double.
    std::vector<std::string> of_both = {};
    // Lanes of a wave on the cpu devices: "32", "64", "both", or empty: what each test declares.
    std::string wave = {};
    // A folder of compiled copies (cpu-32.so, cpu-checked-64.so). `save` is filled by load_user(); with `ready` only
    // the copies in it are used, on a machine without compiler and source.
    std::filesystem::path save = {}, ready = {};
};

struct user_library {
    using launch_function = std::function<void(const sdk::call&)>;

    std::vector<sdk::test_data> tests;         // of the cpu device; reference and all
    std::vector<std::vector<unsigned>> waves;  // for each test, on the cpu devices: 32, 64 or both
    // By device and wave size, 0 on a GPU: the code of the same tests.
    std::map<std::pair<std::string, unsigned>, std::shared_ptr<const user_code>> copies;
    std::map<std::string, unsigned> gpu_waves;     // by GPU: its number of lanes
    std::map<std::string, std::string> compilers;  // by device
    // By device: covers everything that goes into its copies (device_build.hpp); empty if they were compiled
    // elsewhere.
    std::map<std::string, std::string> digests;
    bool compiled = false;           // something was not in the cache
    std::vector<long> numbers = {};  // of conditions that few cases meet (user_property.hpp)
    // With `against`: the other file, and for each test which of the other's it is compared with, or why with none.
    std::shared_ptr<const user_library> old = {};
    std::vector<std::size_t> old_tests = {};
    std::vector<std::string> not_compared = {};

    // Loads the copy into this process.
    const launch_function& launch(const std::string& device, unsigned wave,
                                  std::size_t test) const {
        return copies.at({device, gpu_waves.contains(device) ? 0 : wave})->loaded().at(test).launch;
    }
    void load_all() const {
        for (const auto& [of, code] : copies) (void)code->loaded();
    }
};

// Why the file cannot be checked, as a sentence.
class user_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Throws user_error. Loads none of the user's code into this process: a child process reports its declarations, and
// the worker that first calls the code loads it.
user_library load_user(const user_build&);

// Restores the variables of a loaded library to their state just after loading: those of its host functions (static
// ones that remember the first call, caches) and those of the device (__device__, __constant__), so that what a
// launch function sets up once and its memory of having done so are forgotten together.
//
//   const data_as_loaded data(dlopen("scale.so", RTLD_NOW));
//   ... kernels and launch functions change it ...
//   data.restore();                    // costs nothing for pages that were not written since
//
// Memory allocated by its static variables stays allocated, and the state of other libraries (rand()) and
// thread_local variables stays as it is.

class data_as_loaded {
  public:
    explicit data_as_loaded(void* library);
    // Only while no code of the library runs.
    void restore() const;

  private:
    struct pages {
        void* begin;
        std::size_t bytes;
    };
    std::vector<pages> all_;
};

// Old kernels say what is right for new ones: those of another file, or another launch of the same file.
//
//   user_build b{.source = "new.hip", .against = "old.hip"};        each test with the old one of its name, or the only one
//   user_build b{.source = "sums.hip", .against = "sums.hip:slow"};  each test declared like `slow`, but `slow` itself
//
// Two tests can be compared if they have the same contract, dims, operands and scalars. Cases are what both support.
//
// "old.hip:sums" is test sums of old.hip, unless there is such a file.
struct file_and_test {
    std::string file, test;  // no test: by name
};
file_and_test read_against(const std::string&);

}  // namespace tileproof::compiler
