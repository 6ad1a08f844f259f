// What AMD's compiler made of the kernels: the instructions that they were written for, and no spills. Needs
// no GPU: the code objects are disassembled.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

// The output of a command; fails the test when it fails.
std::string output_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string text;
    char part[4096];
    while (const std::size_t got = std::fread(part, 1, sizeof part, pipe.get()))
        text.append(part, got);
    EXPECT_FALSE(text.empty()) << "nothing came from " << command;
    return text;
}

// Code objects of a source for a GPU: "product_tiled" and "gfx1100".
std::vector<std::string> code_objects(const std::string& source, const std::string& gpu) {
    std::vector<std::string> found;
    std::istringstream all(TILEPROOF_CODE_OBJECTS);
    for (std::string file; std::getline(all, file, ':');)
        if (file.find(source) != std::string::npos &&
            file.find('.' + gpu + '.') != std::string::npos)
            found.push_back(file);
    return found;
}

std::string disassembly(const std::string& source, const std::string& gpu) {
    const std::vector<std::string> files = code_objects(source, gpu);
    if (files.size() != 1) {
        ADD_FAILURE() << files.size() << " code objects of " << source << " for " << gpu;
        return {};
    }
    return output_of(TILEPROOF_OBJDUMP " -d " + files.front());
}

TEST(CodeObjects, HoldTheMatrixInstructionsOfTheirGpu) {
    const std::pair<const char*, const char*> expected[] = {
        {"gfx942", "v_mfma_f32_16x16x16_f16"},   {"gfx942", "v_mfma_f32_16x16x16_bf16"},
        {"gfx942", "v_mfma_i32_16x16x32_i8"},    {"gfx1100", "v_wmma_f32_16x16x16_f16"},
        {"gfx1100", "v_wmma_f32_16x16x16_bf16"}, {"gfx1100", "v_wmma_f16_16x16x16_f16"},
        {"gfx1100", "v_wmma_i32_16x16x16_iu8"},  {"gfx1201", "v_wmma_f32_16x16x16_f16"},
        {"gfx1201", "v_wmma_f32_16x16x16_bf16"}, {"gfx1201", "v_wmma_f16_16x16x16_f16"},
        {"gfx1201", "v_wmma_i32_16x16x16_iu8"}};
    for (const auto& [gpu, instruction] : expected)
        EXPECT_NE(disassembly("product_tiled", gpu).find(instruction), std::string::npos)
            << gpu << " has no " << instruction;
    for (const char* gpu : {"gfx1100", "gfx1201"})
        EXPECT_NE(disassembly("product_mlp", gpu).find("v_wmma_f32_16x16x16_f16"),
                  std::string::npos)
            << gpu;
}

TEST(CodeObjects, OfVectorTransposesLoadAndStoreSixteenBytes) {
    for (const char* gpu : {"gfx942", "gfx1100", "gfx1201"}) {
        const std::string code = disassembly("transpose_best", gpu);
        const bool cdna = std::string(gpu) == "gfx942";
        EXPECT_NE(code.find(cdna ? "global_load_dwordx4" : "global_load_b128"), std::string::npos)
            << gpu;
        EXPECT_NE(code.find(cdna ? "global_store_dwordx4" : "global_store_b128"), std::string::npos)
            << gpu;
        // Generic addresses would be slower, scratch slower still.
        EXPECT_EQ(code.find("flat_load"), std::string::npos) << gpu;
        EXPECT_EQ(code.find("scratch_"), std::string::npos) << gpu;
    }
}

TEST(CodeObjects, SpillNothing) {
    for (const char* source : {"transpose_best", "product_tiled", "product_mlp"})
        for (const char* gpu : {"gfx942", "gfx1100", "gfx1201"})
            for (const std::string& file : code_objects(source, gpu)) {
                const std::string notes = output_of(TILEPROOF_READELF " --notes " + file);
                const std::regex number(
                    R"(\.(sgpr_spill_count|vgpr_spill_count|private_segment_fixed_size): +(\d+))");
                int seen = 0;
                for (std::sregex_iterator i(notes.begin(), notes.end(), number), end; i != end;
                     ++i, ++seen)
                    EXPECT_EQ((*i)[2], "0") << file << ": " << (*i)[1];
                EXPECT_GE(seen, 3) << file;
            }
}

}  // namespace
