// SPDX-License-Identifier: MIT
// tileproof-precompile FOLDER [ROOT]
//
// Precompiles the headers that most kernel tests begin with into FOLDER, for both cpu devices (header_cache.hpp), so
// that the first check of a folder finds them. Run where tileproof is built or installed; ROOT is the folder of the
// installed headers. FOLDER/made.d lists what they were made from. Files of earlier runs in FOLDER are deleted.
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "compiler/build/compile_source.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/places.hpp"
#include "system/limited_run.hpp"
#include "system/read_file.hpp"
#include "system/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using namespace tileproof;

constexpr const char* first_lines =
    "#include <hip/hip_runtime.h>\n#include <tileproof/kernel_test.hpp>\n";

struct one_device {
    compiler::translate_for device;
    std::vector<fs::path> made;
    std::string depends, failure;  // as rules of make
};

void precompile(one_device& d, const fs::path& folder, const std::string& root,
                const fs::path& scratch) {
    std::string unsaid;
    const system::collect_output into(unsaid);
    try {
        const bool checked = d.device == compiler::translate_for::cpu_checked;
        if (checked && compiler::passes().empty()) return;  // there is no such device
        const std::string compiler =
            compiler::compiler_for(checked ? "cpu-checked" : "cpu", "", true);
        if (!checked) compiler::write_answer(compiler, folder.string());
        const std::string base =
            (scratch / (d.device == compiler::translate_for::cpu ? "cpu" : "cpu-checked")).string();
        std::ofstream(base + ".hip") << first_lines;
        compiler::source_request r{.compiler = compiler::path_of(compiler),
                                   .source = base + ".hip",
                                   .object = base + ".o",
                                   .device = d.device,
                                   .dependencies = base + ".d",
                                   .flags = compiler::include_flags(root),
                                   .preprocess_flags = {},
                                   .headers = folder.string(),
                                   .root = root,
                                   .wave_size = 32};
        d.made = compiler::precompile_headers(r);
        const std::string rule = system::read_file(base + ".d").value_or("");
        // The first name is that of the source, which is deleted soon.
        const std::size_t first = rule.find(".hip");
        if (first != rule.npos) d.depends = rule.substr(first + 4);
        while (d.depends.ends_with('\n')) d.depends.pop_back();
    } catch (const std::exception& e) {
        d.failure = unsaid + e.what();
    }
}

}  // namespace

int main(int count, char** words) try {
    if (count < 2 || count > 3) {
        std::fputs("Usage: tileproof-precompile FOLDER [ROOT OF THE HEADERS]\n", stderr);
        return 2;
    }
    const fs::path folder = fs::absolute(words[1]);
    const std::string root = count > 2 ? words[2] : compiler::project_root();
    fs::create_directories(folder);
    const system::temporary_folder scratch(system::in_folder_of_temporaries("tileproof-headers-"));
    std::array<one_device, 2> devices{{{compiler::translate_for::cpu, {}, "", ""},
                                       {compiler::translate_for::cpu_checked, {}, "", ""}}};
    {
        std::vector<std::jthread> threads;
        for (one_device& d : devices)
            threads.emplace_back([&] { precompile(d, folder, root, scratch.path()); });
    }
    std::set<fs::path> made;
    for (const one_device& d : devices) made.insert(d.made.begin(), d.made.end());
    for (const auto& file : fs::directory_iterator(folder))
        if (!made.contains(file.path()) && file.path().filename().string().starts_with("headers-"))
            fs::remove(file.path());
    std::ofstream(folder / "made.d")
        << (folder / "made").string() << ":" << devices[0].depends << devices[1].depends << "\n";
    std::ofstream(folder / "made") << made.size() << " files\n";
    // Without them files are compiled as a whole.
    for (const one_device& d : devices)
        if (!d.failure.empty())
            std::fprintf(stderr,
                         "The headers of kernels were not precompiled, so the first check in a "
                         "folder takes longer: %s\n",
                         d.failure.c_str());
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
