// SPDX-License-Identifier: MIT
#include "tests/quality/museum/exhibits.hpp"

#include "devices/cpu_checked/device.hpp"
#include "devices/device.hpp"
#include "properties/device/device_layout_property.hpp"
#include "properties/division/division.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/layout/layout_property.hpp"
#include "tests/quality/kernels/planted_copies.hpp"
#include "tests/quality/kernels/planted_evaluations.hpp"
#include "tests/quality/kernels/planted_products.hpp"
#include "tests/quality/kernels/planted_transposes.hpp"
#include "tests/quality/museum/transposes.hpp"
#include "tests/quality/planted_coordinates.hpp"
#include "tests/quality/planted_layouts.hpp"
#include "tests/quality/planted_tiles.hpp"

#include <algorithm>
#include <stdexcept>

namespace tileproof::museum {
namespace {

using namespace properties;
using namespace quality;
using enum law_id;
using nlohmann::json;

// What a visitor reads.
struct label {
    const char *name, *kind, *source, *mistake;
};

exhibit shown(const label& l, law_id law, std::vector<json> minima, property_maker wrong,
              property_maker right, const char* contract = "") {
    return {l.name, l.kind,           l.source, l.mistake, law, std::move(minima),
            wrong,  std::move(right), contract, wrong};
}

exhibit layout(const label& l, law_id law, layout_bug bug, const char* minimum) {
    const auto make = [law](layout_bug b) -> property_maker {
        auto subject = std::make_shared<const planted_layout_subject>(b);
        return [subject, law] { return layout_property(law, *subject); };
    };
    return shown(l, law, {{{"layout", minimum}}}, make(bug), make(layout_bug::none));
}

exhibit coordinate(const label& l, law_id law, coordinate_bug bug, const char* minimum) {
    const auto make = [law](coordinate_bug b) -> property_maker {
        auto subject = std::make_shared<const planted_coordinate_subject>(b);
        return [subject, law] { return layout_property(law, *subject); };
    };
    return shown(l, law, {{{"layout", minimum}}}, make(bug), make(coordinate_bug::none));
}

exhibit division(const label& l, division_bug bug, const division_case& minimum) {
    auto subject = std::make_shared<const planted_division>(bug);
    return shown(
        l, L8,
        {{{"bits", minimum.bits}, {"divisor", minimum.divisor}, {"dividend", minimum.dividend}}},
        [subject] { return division_property(*subject); },
        [] { return division_property(magic_division()); });
}

exhibit distribution(const label& l, planted_tile_bug bug, const char* minimum) {
    const auto make = [](planted_tile_bug b) -> property_maker {
        auto subject = std::make_shared<const planted_tiles>(std::move(b));
        return [subject] {
            property_list list = tile_properties(*subject);
            return std::move(*std::find_if(list.begin(), list.end(),
                                           [](const auto& p) { return p->laws().front() == L11; }));
        };
    };
    return shown(l, L11, {{{"tile", minimum}}}, make(std::move(bug)), make({}));
}

exhibit evaluation(const label& l, const char* bug, std::vector<json> minima) {
    const auto make = [](std::string which) -> property_maker {
        return [which] {
            device_layout_subject s = catalogue_evaluations("cpu");
            s.find_kernels = [which]() -> const std::vector<kernels::evaluation_kernel>& {
                return planted::evaluations(which);
            };
            return device_layout_property(std::move(s));
        };
    };
    return shown(l, L12, std::move(minima), make(bug), make("right"));
}

template <class Kernel>
property_maker under_contract(const char* contract, const std::vector<Kernel>& list,
                              const std::string& name, const std::string& device) {
    return [=, &list] {
        return kernel_property(
            contract_named(contract, device),
            {name, device, [device]() -> devices::device& { return devices::find_device(device); },
             [&list, name] {
                 for (const auto& k : list)
                     if (k.name == name) return under(k);
                 throw std::runtime_error("There is no kernel " + name + ".");
             }});
    };
}

template <class Kernel>
exhibit kernel(const label& l, law_id law, std::vector<json> minima, const char* contract,
               const std::vector<Kernel>& list, const char* bug, const char* twin) {
    return shown(l, law, std::move(minima), under_contract(contract, list, bug, "cpu"),
                 under_contract(contract, list, twin, "cpu"), contract);
}

exhibit transposed(const label& l, law_id law, std::vector<json> minima, const char* bug) {
    return kernel(l, law, std::move(minima), "transpose", planted::transposes(), bug, "right");
}
exhibit copied(const label& l, law_id law, std::vector<json> minima, const char* bug) {
    return kernel(l, law, std::move(minima), "copy", planted::copies(), bug, "copy_right");
}
exhibit multiplied(const label& l, law_id law, std::vector<json> minima, const char* bug) {
    return kernel(l, law, std::move(minima), "product", planted::cpu::products(), bug, "right");
}

// A launch with a finding throws nothing there: the finding waits for the device to be asked.
const std::vector<kernels::transpose_kernel>& checked_transposes() {
    static const kernels::catalogue all = [] {
        kernels::catalogue plain;
        plain.transposes = cpu_checked::transposes();
        return ::tileproof::cpu_checked::checked(plain);
    }();
    return all.transposes;
}

// Of transposes.cpp, where each mistake has a twin of its own.
exhibit own(const label& l, law_id law, std::vector<json> minima, bool checked = false) {
    const auto& list = checked ? checked_transposes() : cpu::transposes();
    const char* const device = checked ? "cpu-checked" : "cpu";
    exhibit e = shown(l, law, std::move(minima), under_contract("transpose", list, l.name, device),
                      under_contract("transpose", list, std::string(l.name) + ", right", device),
                      "transpose");
    e.plain = under_contract("transpose", cpu::transposes(), l.name, "cpu");
    return e;
}

json shape(int rows, int columns) { return {{"rows", rows}, {"columns", columns}}; }
json product(int m, int n, int k) { return {{"m", m}, {"n", n}, {"k", k}}; }

void add_layouts(std::vector<exhibit>& all) {
    all.push_back(layout({"SpaceIn32Bits", "overflow", "ROCm/rocm-libraries#10547",
                          "the size of the element space is multiplied in 32 bits"},
                         L1, layout_bug::space_in_32_bits, "naive [2] strides [2147483647]"));
    all.push_back(evaluation({"offset_in_32_bits", "overflow",
                              "ROCm/composable_kernel 01876afaf; Triton-distributed#201",
                              "offsets inside a kernel are computed in 32 bits"},
                             "offset_in_32_bits",
                             {{{"layouts", {"naive [1] strides [0] offset 2147483648"}}},
                              {{"layouts", {"naive [2] strides [2147483648]"}}}}));
    all.push_back(division({"UsedFor64Bits", "overflow", "ROCm/rocm-libraries#8155",
                            "the 32-bit magic division is chosen for 64-bit indices"},
                           division_bug::used_for_64_bits, {64, 1, long_index_t{1} << 32}));
    all.push_back(division({"RangeUnchecked", "division", "ROCm/composable_kernel, magic_division",
                            "numbers of 2^31 and more are not refused, and come out wrong"},
                           division_bug::range_unchecked, {32, long_index_t{1} << 31, 0}));
    all.push_back(layout({"ModuloIgnored", "alias", "tile-ai/tilelang#2955",
                          "j % K is folded away where K does not divide the length"},
                         L2, layout_bug::modulo_ignored, "packed [1] -> {modulo(1,2): 0 -> 0}"));
    all.push_back(
        layout({"EmbedSwapped", "algebra", "ROCm/FlyDSL#784", "modes and arguments change places"},
               L2, layout_bug::embed_swapped, "packed [1] -> {embed([1,2],[1,0]): 0 -> 0,1}"));
    all.push_back(layout({"XorSwapped", "algebra", "NVIDIA/cutlass#3119",
                          "what is said of a swizzled layout is not how it is evaluated"},
                         L2, layout_bug::xor_swapped, "packed [2,2] -> {xor: 0,1 -> 0,1}"));
    all.push_back(layout({"OffsetIgnored", "algebra", "ROCm/FlyDSL#926, #1052",
                          "an offset that is known at run time counts as 0"},
                         L2, layout_bug::offset_ignored, "packed [2] -> {offset(1): 0 -> 0}"));
    all.push_back(layout({"AlignedNotRounded", "stride", "NVIDIA/cutlass#879, #3048",
                          "the stride of a row is right for square tensors alone"},
                         L2, layout_bug::aligned_not_rounded, "aligned [2,1] align 2"));
    all.push_back(layout({"LeftPadUnchecked", "bounds", "ROCm/composable_kernel 76fcdc60e",
                          "an offset that stands for `outside` is one that exists"},
                         L2, layout_bug::left_pad_unchecked,
                         "packed [1] -> {left_pad(1): 0 -> 0}"));
    all.push_back(coordinate({"VectorsOverXor", "width", "ROCm/FlyDSL#1043",
                              "16 bytes are still promised where a swizzle leaves less"},
                             L9, coordinate_bug::vectors_over_xor,
                             "packed [2,2] -> {xor: 0,1 -> 0,1}"));
    all.push_back(distribution(
        {"ALaneStrideOf32For64", "lanes", "NVIDIA/cutlass#3140; ROCm/rocm-libraries#11175",
         "a wave of 64 lanes is taken for one of 32"},
        {.distort = split_at_32}, "tile R=[] H=[[64]] P=[[],[1,0]] Y=[]"));
    all.push_back(distribution({"ARegisterReadTwiceAndAnotherNever", "lanes", "NVIDIA/cutlass#2740",
                                "one register is read twice, another never"},
                               {.distort = repeat_last_register},
                               "tile R=[] H=[[2]] P=[] Y=[1,0]"));
}

void add_moves(std::vector<exhibit>& all) {
    all.push_back(
        transposed({"width_for_height", "stride", "amd/HPCTrainingExamples, tiled transpose",
                    "the output is indexed with the width of the input for its height"},
                   K3, {shape(1, 2)}, "width_for_height"));
    all.push_back(
        copied({"copy_with_the_width_for_the_leading_dimension", "stride", "torch/cutorch#39",
                "a copy takes the strides of another matrix"},
               K1,
               {{{"rows", 2}, {"columns", 1}, {"input_leading", 2}, {"output_leading", 1}},
                {{"rows", 2}, {"columns", 2}, {"input_leading", 2}, {"output_leading", 3}}},
               "copy_with_the_width_for_the_leading_dimension"));
    all.push_back(copied({"copy_without_a_pad_of_rows", "mask", "ROCm/composable_kernel 98c807147",
                          "one of the padding modes does not pad the rows"},
                         K3, {shape(1, 1)}, "copy_without_a_pad_of_rows"));
    all.push_back(
        transposed({"no_tail_guard", "mask", "the same class", "the last tile is written whole"},
                   K3, {shape(1, 1)}, "no_tail_guard"));
    all.push_back(own({"guarded_by_the_local_index", "mask", "tinygrad/tinygrad#10036",
                       "the guard looks at the index inside of the tile"},
                      K3, {shape(1, 17)}));
    all.push_back(
        own({"remaps_blocks_in_groups", "alias", "ROCm/FlyDSL#782",
             "blocks are renumbered in groups of 8, and their number is no multiple of it"},
            K2, {shape(17, 1)}));
    all.push_back(own({"lets_padded_rows_alias", "alias", "ROCm/FlyDSL#969",
                       "padded rows land on real ones and race with their stores"},
                      K6, {shape(1, 1)}, true));
    all.push_back(own({"counts_shared_memory_in_elements", "alias", "ROCm/rocm-libraries#10351",
                       "shared memory is asked for in elements, not in bytes"},
                      K3,
                      {{{"rows", 5}, {"columns", 1}, {"type", "float32"}},
                       {{"rows", 3}, {"columns", 1}, {"type", "float64"}},
                       {{"rows", 9}, {"columns", 1}}},
                      true));
    all.push_back(own({"sweeps_by_the_wrong_parity", "stride", "ROCm/composable_kernel 837885536",
                       "a sweep forth and back takes its parity from an index"},
                      K1, {shape(1, 17)}));
    all.push_back(
        transposed({"reads_past_the_end", "bounds", "ROCm/rocm-libraries#8902; ROCm/aiter#4988",
                    "the ragged last tile is read over its end, and nobody uses it"},
                   K4, {{{"rows", 1}, {"columns", 1}, {"fence", "after"}}}, "reads_past_the_end"));
    all.push_back(transposed({"one_past_the_end", "bounds", "ROCm/rocm-libraries#10842",
                              "memory behind the output is written, which no result shows"},
                             K3, {shape(1, 1)}, "one_past_the_end"));
    all.push_back(own({"fetches_a_tile_too_many", "mask", "NVIDIA/cutlass#2945",
                       "the tile after the last one is fetched"},
                      K4, {shape(1, 1)}, true));
    all.push_back(own({"forgets_the_barrier", "race",
                       "ROCm/composable_kernel#323, #2876, #2934; ROCm/rocm-libraries#2952",
                       "no barrier between filling the tile and reading it"},
                      K6, {shape(1, 2), shape(2, 1)}, true));
    all.push_back(
        own({"fills_the_tile_too_early", "race", "ROCm/rocm-libraries#4742; NVIDIA/cutlass#386",
             "no barrier between reading a tile and filling it again"},
            K6, {shape(1, 18), shape(2, 17)}, true));
    // Which element is -0.0 depends on the seed of the data, which nothing makes smaller.
    all.push_back(
        own({"takes_zeros_for_one", "values", "NVIDIA/cutlass#2110", "-0.0 is taken for 0.0"}, K1,
            {shape(1, 1), shape(1, 2), shape(2, 1), shape(2, 2)}));
}

void add_products(std::vector<exhibit>& all) {
    all.push_back(multiplied({"cuts_k_off", "mask", "ROCm/composable_kernel#225, #512",
                              "a k that is no multiple of the tile is accepted, and cut off"},
                             K7, {product(1, 1, 17)}, "cuts_k_off"));
    all.push_back(multiplied({"k_tail_not_zeroed", "mask", "the same class",
                              "the tail of k holds the last elements again"},
                             K7, {product(1, 1, 1)}, "k_tail_not_zeroed"));
    all.push_back(multiplied({"column_major_k_tail", "mask", "NVIDIA/TransformerEngine#574",
                              "k is padded wrongly for a column-major operand"},
                             K7, {product(1, 1, 1)}, "column_major_k_tail"));
    all.push_back(multiplied({"k_tail_read", "mask", "oneapi-src/oneDNN#5723",
                              "what lies behind k is read and multiplied by 0"},
                             K4, {{{"m", 1}, {"n", 1}, {"k", 1}, {"fence", "after"}}},
                             "k_tail_read"));
    all.push_back(multiplied(
        {"b_row_major", "stride", "NVIDIA/cutlass#1006",
         "the order of an operand is never looked at"},
        K7,
        {{{"m", 1}, {"n", 1}, {"k", 2}, {"b", {{"column_major", true}, {"leading", 2}}}},
         {{"m", 1}, {"n", 2}, {"k", 1}, {"b", {{"column_major", true}, {"leading", 2}}}}},
        "b_row_major"));
    all.push_back(
        multiplied({"packed_result", "stride", "NVIDIA/cutlass#879",
                    "the result lies packed, whatever its leading dimension says"},
                   K2,
                   {{{"m", 2}, {"n", 1}, {"d", {{"leading", 2}}}},
                    {{"m", 1}, {"n", 2}, {"d", {{"leading", 2}, {"column_major", true}}}}},
                   "packed_result"));
    all.push_back(multiplied({"swapped_lanes", "lanes", "ROCm/FlyDSL#544",
                              "lanes hold the rows of the other kind of GPU"},
                             K7, {product(2, 1, 1)}, "swapped_lanes"));
    all.push_back(multiplied({"stub_for_a_long_k", "lanes", "ROCm/rocm-libraries#11330",
                              "a k that is not supported selects a kernel that computes nothing"},
                             K2, {product(1, 1, 33)}, "stub_for_a_long_k"));
}

}  // namespace

const std::vector<exhibit>& exhibits() {
    static const std::vector<exhibit> all = [] {
        std::vector<exhibit> made;
        add_layouts(made);
        add_moves(made);
        add_products(made);
        return made;
    }();
    return all;
}

}  // namespace tileproof::museum
