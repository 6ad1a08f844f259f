// SPDX-License-Identifier: MIT
// HIP source, compiled for the cpu device with the matrix instructions of TILEPROOF_TARGET
// and its waves of TILEPROOF_WAVE lanes.
#include "tests/kernels/product/one_instruction.hpp"

#include <string>

#include "devices/cpu/launch.hpp"
#include "kernels/launch.hpp"
#include "kernels/product/fragment.hpp"

namespace tileproof::kernels {
namespace {

using namespace TILEPROOF_DEVICE;

template <class T, class Acc>
__global__ void instruction(const typename T::storage* a, const typename T::storage* b, Acc* c) {
    const int lane = static_cast<int>(threadIdx.x);
    using map = map_of<T>;
    fragment<T> x, y;
    accumulator<T, Acc> z;
    for (int e = 0; e < map::ab_elements; ++e) {
        x.element[e] = a[lane * map::ab_elements + e];
        y.element[e] = b[lane * map::ab_elements + e];
    }
    for (int e = 0; e < map::c_elements; ++e) z.element[e] = c[lane * map::c_elements + e];
    multiply(x, y, z);
    for (int e = 0; e < map::c_elements; ++e) c[lane * map::c_elements + e] = z.element[e];
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

template <class T, class Acc>
std::vector<int> run(const std::vector<int>& a, const std::vector<int>& b,
                     const std::vector<int>& c) {
    std::vector<typename T::storage> x, y;
    for (const int v : a) x.push_back(stored<T>(v));
    for (const int v : b) y.push_back(stored<T>(v));
    std::vector<Acc> z(c.begin(), c.end());
    auto& settings = cpu_engine::settings();
    const auto wave = settings.wave_size;
    settings.wave_size = TILEPROOF_WAVE;
    hipLaunchKernelGGL((instruction<T, Acc>), dim3(1), dim3(TILEPROOF_WAVE), 0, nullptr, x.data(),
                       y.data(), z.data());
    settings.wave_size = wave;
    check_launch("instruction");
    std::vector<int> result;
    for (const Acc v : z) result.push_back(static_cast<int>(v));
    return result;
}

}  // namespace

one_instruction TILEPROOF_TARGET;
std::vector<int> TILEPROOF_TARGET(std::string_view type, const std::vector<int>& a,
                                  const std::vector<int>& b, const std::vector<int>& c) {
    if (type == "i8") return run<i8, int>(a, b, c);
    return type == "bf16" ? run<bf16, float>(a, b, c) : run<f16, float>(a, b, c);
}

}  // namespace tileproof::kernels
