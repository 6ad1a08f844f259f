// SPDX-License-Identifier: MIT
#include "devices/device.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace tileproof::devices {

std::uint8_t canary(std::uint64_t seed, std::ptrdiff_t offset) {
    if (seed == no_canaries) return 0;
    // 157 and 37 are odd: neighbours differ, and so do the values of any two seeds below 256.
    return static_cast<std::uint8_t>(0xa5u + 37u * static_cast<unsigned>(seed) +
                                     157u * static_cast<unsigned>(offset));
}

std::string canary_damage::sentence() const {
    const auto bytes = [](std::size_t n) {
        return std::to_string(n) + (n == 1 ? " byte" : " bytes");
    };
    const std::string side =
        first_offset < 0 ? bytes(static_cast<std::size_t>(-first_offset)) + " before its first byte"
                         : bytes(static_cast<std::size_t>(first_offset) - buffer_bytes + 1) +
                               " past its last byte";
    return bytes(count) + " outside the buffer of " + bytes(buffer_bytes) +
           (count == 1 ? " was" : " were") + " overwritten: the first is " + side + " (offset " +
           std::to_string(first_offset) + ", expected " + std::to_string(expected) + ", found " +
           std::to_string(actual) + ").";
}

buffer::~buffer() {
    if (owner_) owner_->release(handle_);
}

void buffer::swap(buffer& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(data_, other.data_);
    std::swap(handle_, other.handle_);
    std::swap(bytes_, other.bytes_);
    std::swap(margin_before_, other.margin_before_);
    std::swap(margin_after_, other.margin_after_);
    std::swap(canary_seed_, other.canary_seed_);
}

namespace {

// Canaries repeat every 256 bytes, so they are compared and painted in pieces of that size.
constexpr std::size_t period = 256;
std::array<std::byte, period> canaries_from(std::uint64_t seed, std::ptrdiff_t offset) {
    std::array<std::byte, period> all{};
    for (std::size_t i = 0; i < period; ++i)
        all[i] = std::byte{canary(seed, offset + static_cast<std::ptrdiff_t>(i))};
    return all;
}

}  // namespace

void paint_canaries(std::uint64_t seed, std::ptrdiff_t offset, std::span<std::byte> to) {
    const auto pattern = canaries_from(seed, offset);
    for (std::size_t piece = 0; piece < to.size(); piece += period)
        std::memcpy(&to[piece], pattern.data(), std::min(period, to.size() - piece));
}

void compare_canaries(std::uint64_t seed, std::ptrdiff_t offset, std::span<const std::byte> found,
                      canary_damage& damage) {
    const auto expected = canaries_from(seed, offset);
    for (std::size_t piece = 0; piece < found.size(); piece += period) {
        const std::size_t length = std::min(period, found.size() - piece);
        if (std::memcmp(&found[piece], expected.data(), length) == 0) continue;
        for (std::size_t i = 0; i < length; ++i)
            if (found[piece + i] != expected[i] && damage.count++ == 0) {
                damage.first_offset = offset + static_cast<std::ptrdiff_t>(piece + i);
                damage.expected = std::to_integer<std::uint8_t>(expected[i]);
                damage.actual = std::to_integer<std::uint8_t>(found[piece + i]);
            }
    }
}

std::optional<canary_damage> buffer::damage() const {
    if (!owner_) return std::nullopt;
    canary_damage damage;
    damage.buffer_bytes = bytes_;
    const auto check = [&](std::size_t count, std::ptrdiff_t begin) {
        if (count == 0) return;
        std::span at(static_cast<const std::byte*>(data_) + begin, count);
        std::vector<std::byte> copy;
        if (!owner_->host_readable()) {
            copy.resize(count);
            owner_->copy_out(copy.data(), at.data(), count);
            at = copy;
        }
        compare_canaries(canary_seed_, begin, at, damage);
    };
    check(margin_before_, -static_cast<std::ptrdiff_t>(margin_before_));
    check(margin_after_, static_cast<std::ptrdiff_t>(bytes_));
    if (damage.count == 0) return std::nullopt;
    return damage;
}

void buffer::paint_canaries(std::uint64_t seed) {
    canary_seed_ = seed;
    if (!owner_) return;
    const auto paint = [&](std::size_t count, std::ptrdiff_t begin) {
        if (count == 0) return;
        std::byte* const at = static_cast<std::byte*>(data_) + begin;
        std::vector<std::byte> copy;
        if (!owner_->host_readable()) copy.resize(count);
        devices::paint_canaries(seed, begin, copy.empty() ? std::span(at, count) : copy);
        if (!copy.empty()) owner_->copy_in(at, copy.data(), count);
    };
    paint(margin_before_, -static_cast<std::ptrdiff_t>(margin_before_));
    paint(margin_after_, static_cast<std::ptrdiff_t>(bytes_));
}

buffer device::allocate(const buffer_request& request) {
    if (!std::has_single_bit(request.alignment) || request.alignment > 4096)
        throw kernels::device_error("A buffer's alignment is a power of two up to 4096, not " +
                                    std::to_string(request.alignment) + ".");
    if (request.where != placement::plain && !has_fences())
        throw kernels::device_error(
            "Device " + std::string(name()) +
            " cannot border a buffer on an unmapped page: ask for placement::plain.");
    const allocation memory = acquire(request);
    buffer b;
    b.owner_ = this;
    b.data_ = memory.data;
    b.handle_ = memory.handle;
    b.bytes_ = request.bytes;
    b.margin_before_ = memory.margin_before;
    b.margin_after_ = memory.margin_after;
    b.paint_canaries(request.canary_seed);
    return b;
}

}  // namespace tileproof::devices
