// Every kernel of device cpu under the laws of its contract.
#include "fuzz/targets/kernels.hpp"

#include <nlohmann/json.hpp>

static constexpr const char* device = "cpu";

nlohmann::json tileproof::fuzz::cases_of(input_bytes input) {
    return kernel_cases_of(device, input);
}

void tileproof::fuzz::note_reached_by(input_bytes input, reached_counts& counts) {
    note_reached_by_kernels(device, input, counts);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tileproof::fuzz::judge_kernel(device, {data, size});
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    return tileproof::fuzz::mutate_kernel_case(device, {data, most}, size, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second,
                                                 std::size_t second_size, std::uint8_t* out,
                                                 std::size_t most, unsigned seed) {
    return tileproof::fuzz::cross_kernel_cases(device, {first, first_size}, {second, second_size},
                                               {out, most}, seed);
}
