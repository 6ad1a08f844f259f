// SPDX-License-Identifier: MIT
// Writes a program for a finding of every kind that has one. Usage: write_programs FOLDER
#include "fuzz/reproducer/reproducer.hpp"

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::fuzz {
namespace {

using nlohmann::json;

void write(const std::string& folder, const std::string& name, properties::law_id law,
           const std::string& subject, json the_case) {
    finding f;
    f.law = law;
    f.subject = subject;
    f.property = name;
    f.device = "cpu";
    f.the_case = std::move(the_case);
    f.failure = "It says why.";
    for (const reproducer& r : reproducers_of(f))
        std::ofstream(folder + '/' + name + '.' + r.ending) << r.text;
}

void write_layouts(const std::string& folder) {
    using enum properties::law_id;
    const auto layout = [&](const char* name, properties::law_id law, const char* text) {
        write(folder, name, law, "layout", {{"layout", text}});
    };
    const char* turned = "packed [2,3] -> {pass: 0 -> 1; pass: 1 -> 0}";
    layout("L1", L1, "packed [2,3]");
    layout("L2", L2, turned);
    layout("L3", L3, "naive [2] strides [0]");
    layout("L4", L4, "packed [2,2]");
    layout("L5", L5, "packed [4]");
    layout("L7", L7, turned);
    layout("L9", L9, "naive [2,6] strides [8,1] -> {pass: 0 -> 0; right_pad(2): 1 -> 1}");
    layout("L6", L6, "naive [2,6] strides [8,1] offset 3 -> {pass: 0 -> 1; pad(1,2): 1 -> 0}");
    layout("L10", L10, "packed [4]");
    write(folder, "L12", L12, "layout",
          {{"layouts", {"packed [2,3]", "naive [5] strides [2] -> {right_pad(3): 0 -> 0}"}}});
    write(folder, "tile_L12", L12, "tile",
          {{"tiles", {"tile R=[2] H=[[2,2]] P=[[0,1;0,1]] Y=[1,0]"}}});
    write(folder, "L13", L13, "layout", {{"text", "packed [3"}, {"certain", true}});
    write(folder, "L8", L8, "magic_divisor", {{"bits", 32}, {"divisor", 3}, {"dividend", 7}});
    write(folder, "tile_L2", L2, "tile", {{"tile", "tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]"}});
    write(folder, "tile_L11", L11, "tile",
          {{"tile", "tile R=[2] H=[[2,2]] P=[[0,1;0,1]] Y=[1,0]"}});
    write(folder, "tile_L13", L13, "tile", {{"tile", "tile R=[] H=[[1]] P=[] Y=[]"}});
}

// Rows apart, off the start, so that there is something around and between the elements.
void write_kernels(const std::string& folder) {
    using enum properties::law_id;
    write(folder, "transpose", K1, "transpose_tiled", json::parse(R"({"type": "float32",
        "rows": 3, "columns": 5, "batch": 2, "input_leading": 7, "output_leading": 4,
        "input_batch_stride": 24, "output_batch_stride": 21, "input_offset": 1, "output_offset": 0,
        "data": "coordinates", "data_seed": 0, "fence": "none", "repeats": 1})"));
    write(folder, "transpose_refused", K9, "transpose_tiled", json::parse(R"({"type": "float32",
        "rows": 2, "columns": 3, "batch": 1, "input_leading": 2, "output_leading": 2,
        "input_batch_stride": 6, "output_batch_stride": 6, "input_offset": 0, "output_offset": 0,
        "data": "coordinates", "data_seed": 0, "fence": "none", "repeats": 1})"));
    const json copy = json::parse(R"({"type": "int8", "rows": 3, "columns": 5, "input_leading": 6,
        "output_leading": 8, "input_offset": 0, "output_offset": 1, "data": "coordinates",
        "data_seed": 0, "fence": "none", "repeats": 1})");
    write(folder, "copy", K2, "copy_registers", copy);
    write(folder, "copy_back", K8, "copy_registers", copy);
    write(folder, "permute", K1, "permute_elements",
          json::parse(R"({"type": "f16", "n0": 1, "n1": 1,
        "n2": 1, "n3": 2, "n4": 3, "n5": 2,
        "input": {"order": "012345", "strides": [40, 40, 40, 14, 4, 1], "offset": 1},
        "output": {"order": "012543", "strides": [40, 40, 40, 9, 3, 1], "offset": 0},
        "data": "coordinates", "data_seed": 0, "fence": "none", "repeats": 1})"));
    write(folder, "relayout", K1, "relayout_tiles",
          json::parse(R"({"type": "float32", "M": 16, "K": 8,
        "input_offset": 1, "output_offset": 0, "data": "coordinates", "data_seed": 0, "fence": "none",
        "repeats": 1})"));
    json product = json::parse(R"({"types": "f32_f16", "m": 3, "n": 2, "k": 5, "alpha": 0.5,
        "beta": 0.0, "c_place": "own", "offset": 1, "data": "uniform", "data_seed": 0,
        "relation": "transposed", "fence": "none", "repeats": 1,
        "a": {"column_major": false, "leading": 5}, "b": {"column_major": true, "leading": 6},
        "c": {"column_major": false, "leading": 2}, "d": {"column_major": false, "leading": 4}})");
    write(folder, "product", K7, "product_tiled", product);
    write(folder, "product_transposed", K8, "product_tiled", product);
    product["beta"] = -1.0;
    product["c_place"] = "result";
    product["c"] = product["d"];
    write(folder, "product_in_place", K7, "product_tiled", product);
    write(folder, "mlp", K7, "mlp_16", json::parse(R"({"n": 3, "data": "uniform", "data_seed": 0,
        "relation": "none", "offset": 1, "fence": "none", "repeats": 1})"));
}

}  // namespace
}  // namespace tileproof::fuzz

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    tileproof::fuzz::write_layouts(argv[1]);
    tileproof::fuzz::write_kernels(argv[1]);
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
