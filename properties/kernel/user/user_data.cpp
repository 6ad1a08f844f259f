#include "properties/kernel/user/user_data.hpp"

#include <Eigen/Core>

#include <bit>
#include <cmath>
#include <cstring>

namespace tileproof::properties {
namespace {

std::uint64_t mixed(std::uint64_t z) {  // splitmix64
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

template <class T>
T load(const std::byte* p) {
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}
template <class T>
void store(T value, std::byte* to) {
    std::memcpy(to, &value, sizeof value);
}

}  // namespace

double value_of(const element_type& type, const std::byte* p) {
    if (type.name == "float32") return load<float>(p);
    if (type.name == "float64") return load<double>(p);
    if (type.name == "int32") return load<std::int32_t>(p);
    if (type.name == "int8") return load<std::int8_t>(p);
    if (type.name == "fp16") return static_cast<float>(load<Eigen::half>(p));
    return static_cast<float>(load<Eigen::bfloat16>(p));
}

void store_value(const element_type& type, double value, std::byte* to) {
    if (type.name == "float32")
        store(static_cast<float>(value), to);
    else if (type.name == "float64")
        store(value, to);
    else if (type.name == "int32")
        store(static_cast<std::int32_t>(std::lrint(value)), to);
    else if (type.name == "int8")
        store(static_cast<std::int8_t>(std::lrint(value)), to);
    else if (type.name == "fp16")
        store(Eigen::half(static_cast<float>(value)), to);
    else
        store(Eigen::bfloat16(static_cast<float>(value)), to);
}

void fill_numbers(std::string_view kind, const element_type& type, std::uint64_t seed,
                  std::span<std::byte> out) {
    const auto width = static_cast<std::size_t>(type.bytes);
    for (std::size_t i = 0; i < out.size() / width; ++i) {
        const std::uint64_t bits = mixed(seed * 0x100000001b3u + i);
        double value = 0;
        if (kind == "integers" || !type.is_float()) {
            value = static_cast<double>(bits % 9) - 4;
            if (value == 0 && i % 2) value = 1;
        } else {
            value = (static_cast<double>(bits % 257) - 128) / 64;
            if (value == 0 && i % 2) value = 1.0 / 64;
        }
        store_value(type, value, &out[i * width]);
    }
}

}  // namespace tileproof::properties
