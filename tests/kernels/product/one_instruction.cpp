// SPDX-License-Identifier: MIT
// HIP source, compiled for the cpu device.
#include "tests/kernels/product/one_instruction.hpp"

#include <stdexcept>
#include <string>

#include "devices/cpu/launch.hpp"
#include "kernels/launch.hpp"
#include "kernels/product/fragment.hpp"

namespace tileproof::kernels {
namespace {

using namespace TILEPROOF_DEVICE;

template <class T, class Acc, class Map>
__global__ void instruction(const typename T::storage* a, const typename T::storage* b, Acc* c) {
    const int lane = static_cast<int>(threadIdx.x);
    fragment<T, Map> x, y;
    accumulator<T, Acc, Map> z;
    for (int e = 0; e < Map::ab_elements; ++e) {
        x.element[e] = a[lane * Map::ab_elements + e];
        y.element[e] = b[lane * Map::ab_elements + e];
    }
    for (int e = 0; e < Map::c_elements; ++e) z.element[e] = c[lane * Map::c_elements + e];
    multiply(x, y, z);
    for (int e = 0; e < Map::c_elements; ++e) c[lane * Map::c_elements + e] = z.element[e];
}

template <class T>
typename T::storage stored(int x) {
    if constexpr (std::is_same_v<T, i8>)
        return static_cast<std::int8_t>(x);
    else if constexpr (std::is_same_v<T, bf16>)
        return bf16_from_float(static_cast<float>(x));
    else
        return f16_from_float(static_cast<float>(x));
}

template <class T, class Acc, class Map>
std::vector<int> run(const std::vector<int>& a, const std::vector<int>& b,
                     const std::vector<int>& c) {
    std::vector<typename T::storage> x, y;
    for (const int v : a) x.push_back(stored<T>(v));
    for (const int v : b) y.push_back(stored<T>(v));
    std::vector<Acc> z(c.begin(), c.end());
    auto& settings = cpu_engine::settings();
    const auto wave = settings.wave_size;
    settings.wave_size = Map::wave;
    hipLaunchKernelGGL((instruction<T, Acc, Map>), dim3(1), dim3(Map::wave), 0, nullptr, x.data(),
                       y.data(), z.data());
    settings.wave_size = wave;
    check_launch("instruction");
    std::vector<int> result;
    for (const Acc v : z) result.push_back(static_cast<int>(v));
    return result;
}

}  // namespace

std::vector<int> one_instruction(std::string_view target, const std::vector<int>& a,
                                 const std::vector<int>& b, const std::vector<int>& c) {
    if (target == "gfx11 f16") return run<f16, float, gfx11_map>(a, b, c);
    if (target == "gfx11 i8") return run<i8, int, gfx11_map>(a, b, c);
    if (target == "gfx12 f16") return run<f16, float, gfx12_map>(a, b, c);
    if (target == "gfx12 bf16") return run<bf16, float, gfx12_map>(a, b, c);
    if (target == "gfx12 i8") return run<i8, int, gfx12_map>(a, b, c);
    if (target == "gfx942 f16") return run<f16, float, gfx942_map>(a, b, c);
    if (target == "gfx942 i8") return run<i8, int, gfx942_i8_map>(a, b, c);
    if (target == "nvidia f16") return run<f16, float, nvidia_map>(a, b, c);
    if (target == "nvidia i8") return run<i8, int, nvidia_i8_map>(a, b, c);
    throw std::invalid_argument("There is no matrix instruction '" + std::string(target) + "'.");
}

}  // namespace tileproof::kernels
