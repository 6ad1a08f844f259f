// SPDX-License-Identifier: MIT
// tileproof-precompile FOLDER [ROOT]
//
// Precompiles the headers that most kernel tests begin with into FOLDER, for both halves of a source (header_cache.hpp), so
// that the first check of a folder finds them. Run where tileproof is built or installed; ROOT is the folder of the
// installed headers. FOLDER/made.d lists what they were made from. Files of earlier runs in FOLDER are deleted.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "compiler/build/compilers.hpp"
#include "compiler/build/front_end.hpp"
#include "system/file.hpp"
#include "system/limited_run.hpp"
#include "system/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using namespace tileproof;

constexpr const char* first_lines =
    "#include <hip/hip_runtime.h>\n#include <tileproof/kernel_test.hpp>\n";

// Returns the files, and what they were made from as part of a rule of make.
std::vector<fs::path> precompile(const fs::path& folder, const std::string& root,
                                 std::string& depends) {
    const std::string compiler = compiler::compiler_for("cpu", "");
    compiler::write_answer(compiler, folder.string());
    const system::temporary_folder scratch(system::in_folder_of_temporaries("tileproof-headers-"));
    const std::string base = (scratch.path() / "headers").string();
    std::ofstream(base + ".hip") << first_lines;
    compiler::front_end f({.compiler = compiler::path_of(compiler),
                           .source = base + ".hip",
                           .scratch = "",
                           .dependencies = base + ".d",
                           .flags = compiler::include_flags(root),
                           .preprocess_flags = {},
                           .headers = folder.string(),
                           .root = root,
                           .wave_size = 32});
    const std::vector<fs::path> made = f.precompile_headers();
    const std::string rule = system::read_file(base + ".d").value_or("");
    // The first name is that of the source, which is deleted soon.
    const std::size_t first = rule.find(".hip");
    if (first != rule.npos) depends = rule.substr(first + 4);
    while (depends.ends_with('\n')) depends.pop_back();
    return made;
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
    std::vector<fs::path> made;
    std::string depends, unsaid;
    try {
        const system::collect_output into(unsaid);
        made = precompile(folder, root, depends);
    } catch (const std::exception& e) {  // without them files are compiled as a whole
        std::fprintf(stderr,
                     "The headers of kernels were not precompiled, so the first check in a "
                     "folder takes longer: %s%s\n",
                     unsaid.c_str(), e.what());
    }
    for (const auto& file : fs::directory_iterator(folder))
        if (std::ranges::find(made, file.path()) == made.end() &&
            file.path().filename().string().starts_with("headers-"))
            fs::remove(file.path());
    std::ofstream(folder / "made.d") << (folder / "made").string() << ":" << depends << "\n";
    std::ofstream(folder / "made") << made.size() << " files\n";
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
