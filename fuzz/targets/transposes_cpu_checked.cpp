// Every transpose of device cpu-checked under the kernel laws.
#include "fuzz/targets/transposes.hpp"

#include <nlohmann/json.hpp>

nlohmann::json tileproof::fuzz::cases_of(input_bytes input) {
    return transpose_cases_of("cpu-checked", input);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tileproof::fuzz::judge_transpose("cpu-checked", {data, size});
    return 0;
}
