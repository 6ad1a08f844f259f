// Writes a program for a finding of every kind that has one. Usage: write_programs FOLDER
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/kernel/mlp/mlp_case.hpp"
#include "properties/kernel/movement/transpose_case.hpp"
#include "properties/kernel/product/product_case.hpp"

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::properties {
namespace {

using nlohmann::json;

void write(const std::string& folder, const std::string& name, law_id law,
           const std::string& subject, json the_case, const std::string& failure = "It says why.") {
    finding f;
    f.law = law;
    f.subject = subject;
    f.property = name;
    f.device = "cpu";
    f.the_case = std::move(the_case);
    f.failure = title(law) + ": " + failure;
    for (const reproducer& r : reproducers_of(f))
        std::ofstream(folder + '/' + name + '.' + r.ending) << r.text;
}

void write_layouts(const std::string& folder) {
    using enum law_id;
    const auto layout = [&](const char* name, law_id law, const char* text,
                            const char* failure = "It is wrong.") {
        write(folder, name, law, "layout", {{"layout", text}}, failure);
    };
    const char* turned = "packed [2,3] -> {pass: 0 -> 1; pass: 1 -> 0}";
    layout("L1", L1, "packed [2,3]");
    layout("L2", L2, turned);
    layout("L3", L3, "naive [2] strides [0]");
    layout("L4", L4, "packed [2,2]");
    layout("L5", L5, "packed [4]");
    layout("L7", L7, turned);
    layout("L9", L9, "naive [2,6] strides [8,1] -> {pass: 0 -> 0; right_pad(2): 1 -> 1}");
    layout("L10", L10, "packed [4]",
           "in packed [4] -> {unmerge(2,2): 0 -> 0,1} -> {merge: 0,1 -> 0}, index (1) is wrong.");
    write(folder, "L13", L13, "layout", {{"text", "packed [3"}, {"certain", true}});
    write(folder, "L8", L8, "magic_divisor", {{"bits", 32}, {"divisor", 3}, {"dividend", 7}});
    write(folder, "tile_L2", L2, "tile", {{"tile", "tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]"}});
    write(folder, "tile_L11", L11, "tile",
          {{"tile", "tile R=[2] H=[[2,2]] P=[[0,1;0,1]] Y=[1,0]"}});
    write(folder, "tile_L13", L13, "tile", {{"tile", "tile R=[] H=[[1]] P=[] Y=[]"}});
}

// Rows apart, off the start, so that there is something around and between the elements.
void write_kernels(const std::string& folder) {
    using enum law_id;
    transpose_case moved = packed_case("float32", 3, 5, 2);
    moved.problem.input_leading = 7;
    moved.problem.output_leading = 4;
    moved.problem.input_batch_stride = 24;
    moved.problem.output_batch_stride = 21;
    moved.input_offset = 1;
    write(folder, "transpose", K1, "transpose_tiled", to_json(moved));
    transpose_case overlapping = packed_case("float32", 2, 3);
    overlapping.problem.input_leading = 2;
    write(folder, "transpose_refused", K9, "transpose_tiled", to_json(overlapping));
    transpose_case copied = packed_copy_case("int8", 3, 5);
    copied.problem.input_leading = 6;
    copied.problem.output_leading = 8;
    copied.output_offset = 1;
    write(folder, "copy", K2, "copy_registers", to_json(copied));

    product_case c = packed_product(kernels::product_types::f32_f16, 3, 2, 5);
    c.problem.d.leading = 4;
    c.problem.b = {true, 6};
    c.problem.alpha = 0.5;
    c.c = c_place::own;
    c.offset = 1;
    c.data = product_data::uniform;
    write(folder, "product", K7, "product_tiled", to_json(c));
    c.c = c_place::result;
    c.problem.beta = -1;
    c.problem.c = c.problem.d;
    write(folder, "product_in_place", K7, "product_tiled", to_json(c));
    mlp_case layers;
    layers.n = 3;
    layers.data = product_data::uniform;
    layers.offset = 1;
    write(folder, "mlp", K7, "mlp_16", to_json(layers));
}

}  // namespace
}  // namespace tileproof::properties

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    tileproof::properties::write_layouts(argv[1]);
    tileproof::properties::write_kernels(argv[1]);
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
