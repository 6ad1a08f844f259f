// SPDX-License-Identifier: MIT
#include "properties/kernel/memory_note.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace tileproof::properties {
namespace {

constexpr std::uint64_t far_away = 1 << 20;  // bytes

std::string bytes_text(std::uint64_t n) { return fmt::format("{} byte{}", n, n == 1 ? "" : "s"); }

template <class Number>
bool read_number(std::string_view text, Number& number, int base) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string memory_note(const std::vector<noted_buffer>& buffers) {
    std::string note;
    for (const noted_buffer& b : buffers)
        note += fmt::format("{} {:x} {}\n", b.name, b.address, b.bytes);
    return note;
}

std::vector<noted_buffer> parse_memory_note(std::string_view note) {
    std::vector<noted_buffer> buffers;
    while (!note.empty()) {
        const std::size_t end = std::min(note.find('\n'), note.size());
        const std::string_view line = note.substr(0, end);
        note.remove_prefix(std::min(end + 1, note.size()));
        const std::size_t second = line.rfind(' ');
        if (second == std::string_view::npos || second == 0) continue;
        const std::size_t first = line.rfind(' ', second - 1);
        if (first == std::string_view::npos) continue;
        noted_buffer b;
        b.name = line.substr(0, first);
        if (read_number(line.substr(first + 1, second - first - 1), b.address, 16) &&
            read_number(line.substr(second + 1), b.bytes, 10))
            buffers.push_back(std::move(b));
    }
    return buffers;
}

static std::pair<const noted_buffer*, std::uint64_t> nearest_of(
    std::uint64_t address, const std::vector<noted_buffer>& buffers) {
    const noted_buffer* nearest = nullptr;
    std::uint64_t distance = far_away;
    for (const noted_buffer& b : buffers) {
        const std::uint64_t end = b.address + b.bytes;
        const std::uint64_t here = address < b.address ? b.address - address
                                   : address >= end    ? address - end + 1
                                                       : 0;
        if (here >= distance) continue;
        nearest = &b;
        distance = here;
    }
    return {nearest, distance};
}

bool is_near(std::uint64_t address, const std::vector<noted_buffer>& buffers) {
    return nearest_of(address, buffers).first != nullptr;
}

std::string place_of(std::uint64_t address, const std::vector<noted_buffer>& buffers) {
    const auto [nearest, distance] = nearest_of(address, buffers);
    if (!nearest) return fmt::format("address {:#x}, far from every buffer", address);
    const std::string of = fmt::format("{} ({})", nearest->name, bytes_text(nearest->bytes));
    if (distance == 0) return fmt::format("byte {} of {}", address - nearest->address, of);
    return fmt::format("{} {} of {}", bytes_text(distance),
                       address < nearest->address ? "before the first byte" : "past the last byte",
                       of);
}

}  // namespace tileproof::properties
