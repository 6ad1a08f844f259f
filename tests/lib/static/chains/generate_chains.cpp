// SPDX-License-Identifier: MIT
// generate_chains SEED COUNT FILES FOLDER
//
// Draws COUNT random layouts and writes them as static descriptors into FOLDER/chains_0.cpp, ..
// chains_<FILES - 1>.cpp, and chains.cpp that lists them all. The same seed writes the same files.
#include "properties/layout/generator/layout_generator.hpp"
#include "tests/lib/static/chains/write_descriptor.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <stdexcept>

namespace {

using namespace tileproof;

void write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    if (!file.flush()) throw std::runtime_error("The file " + path + " could not be written.");
}

std::set<std::string_view> names_in(const layout_description& layout) {
    std::set<std::string_view> names{name_of(layout.base.kind)};
    if (layout.base.offset)
        names.insert(*layout.base.offset == 0 ? "base offset 0" : "base offset");
    for (const stage_description& stage : layout.stages)
        for (const item_description& item : stage.items) names.insert(name_of(item.kind));
    return names;
}

void generate(std::uint64_t seed, int count, int files, const std::string& folder) {
    properties::draw from(seed);
    properties::layout_limits limits;
    limits.rank = 4;
    limits.stages = 4;
    limits.elements = 400;
    limits.vast = false;
    std::vector<std::string> functions(static_cast<std::size_t>(files)), entries = functions;
    // Whatever the seed, every transform, base and kind of base offset is met: the last chains are drawn
    // again until they bring what is still missing.
    std::set<std::string_view> met;
    constexpr std::size_t all = transform_kind_count + base_kind_count + 2;
    for (int n = 0; n < count; ++n) {
        layout_description layout;
        std::set<std::string_view> names;
        bool brings = true;
        do {
            layout = random_layout(from, 40 + n % 61, limits);
            names = names_in(layout);
            brings = !std::includes(met.begin(), met.end(), names.begin(), names.end());
        } while (!brings && met.size() < all && count - n <= static_cast<int>(all - met.size()));
        met.merge(names);
        const auto written = tests::write_descriptor(n, layout, from);
        functions[static_cast<std::size_t>(n % files)] += written.functions;
        entries[static_cast<std::size_t>(n % files)] += written.entry;
    }
    const std::string head = "// Written by generate_chains with seed " + std::to_string(seed) +
                             ".\n#include \"tests/lib/static/chains/static_form.hpp\"\n\n" +
                             "namespace tileproof::tests {\n\n";
    std::string declarations, calls;
    for (int f = 0; f < files; ++f) {
        const std::string name = "add_chains_" + std::to_string(f);
        write_file(folder + "/chains_" + std::to_string(f) + ".cpp",
                   head + functions[static_cast<std::size_t>(f)] + "void " + name +
                       "(std::vector<static_form>& forms);\nvoid " + name +
                       "(std::vector<static_form>& forms) {\n" +
                       entries[static_cast<std::size_t>(f)] +
                       "}\n\n}  // namespace tileproof::tests\n");
        declarations += "void " + name + "(std::vector<static_form>& forms);\n";
        calls += "    " + name + "(forms);\n";
    }
    write_file(folder + "/chains.cpp",
               head + declarations + "\nstd::vector<static_form> static_forms() {\n" +
                   "    std::vector<static_form> forms;\n" + calls +
                   "    return forms;\n}\n\n}  // namespace tileproof::tests\n");
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 5)
            throw std::invalid_argument("Usage: generate_chains SEED COUNT FILES FOLDER");
        generate(std::stoull(argv[1]), std::stoi(argv[2]), std::stoi(argv[3]), argv[4]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "generate_chains: %s\n", error.what());
        return 2;
    }
}
