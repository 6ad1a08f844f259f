// SPDX-License-Identifier: MIT
// What AMD's compiler made of the kernels: the instructions that they were written for, and no spills. Needs
// no GPU: the code objects are disassembled.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/devices/hip/lanes_off.hpp"

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

TEST(CodeObjects, MultiplyMatricesWithAllLanesOn) {
    for (const char* gpu : {"gfx1100", "gfx1201"})
        for (const char* source : {"product_tiled", "product_mlp"})
            for (const std::string& wrong :
                 tileproof::tests::wmma_with_lanes_off(disassembly(source, gpu)))
                ADD_FAILURE() << gpu << ", " << wrong;
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

TEST(CodeObjects, ConvertFloatsInPairsTowardZero) {
    for (const auto& [gpu, instruction] : {std::pair{"gfx942", "v_cvt_pkrtz_f16_f32"},
                                           {"gfx1100", "v_cvt_pk_rtz_f16_f32"},
                                           {"gfx1201", "v_cvt_pk_rtz_f16_f32"}})
        EXPECT_NE(disassembly("product_tiled", gpu).find(instruction), std::string::npos) << gpu;
}

TEST(CodeObjects, SpillNothing) {
    const std::regex number(
        R"(\.(sgpr_spill_count|vgpr_spill_count|private_segment_fixed_size): +(\d+))");
    int files = 0, kernels = 0;
    std::istringstream all(TILEPROOF_CODE_OBJECTS);
    for (std::string file; std::getline(all, file, ':'); ++files) {
        // Layouts that are known at run time have their indices in indexed arrays, which are private memory.
        const bool arrays = file.find("layout_evaluate") != std::string::npos;
        const std::string notes = output_of(TILEPROOF_READELF " --notes " + file);
        for (std::sregex_iterator i(notes.begin(), notes.end(), number), end; i != end; ++i) {
            kernels += (*i)[1] == "sgpr_spill_count";
            if (!arrays || (*i)[1] != "private_segment_fixed_size") {
                EXPECT_EQ((*i)[2], "0") << file << ": " << (*i)[1];
            }
        }
    }
    EXPECT_GE(files, 30);
    EXPECT_GE(kernels, 150);
}

}  // namespace
