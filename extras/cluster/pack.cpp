// SPDX-License-Identifier: MIT
#include "extras/cluster/pack.hpp"

#include "system/digest.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace tileproof::cluster {
namespace {

constexpr std::string_view magic = "070701", trailer = "TRAILER!!!";
constexpr std::size_t header_size = 110, field_size = 8, first_field = 6;
// Positions of the fields of a header that are read.
constexpr std::size_t size_field = 6, name_field = 11;

std::size_t padding(std::size_t size) { return (4 - size % 4) % 4; }

void append(std::string& archive, std::string_view name, std::string_view bytes) {
    constexpr unsigned regular_file = 0100644;
    // inode, mode, owner, group, links, time, size, two numbers each of two devices, length of the name, checksum
    archive += fmt::format(
        "{}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}", magic,
        0, bytes.empty() && name == trailer ? 0u : regular_file, 0, 0, 1, 0, bytes.size(), 0, 0, 0,
        0, name.size() + 1, 0);
    archive += name;
    archive.append(1 + padding(header_size + name.size() + 1), '\0');
    archive += bytes;
    archive.append(padding(bytes.size()), '\0');
}

std::optional<std::size_t> number_at(std::string_view header, std::size_t field) {
    const char* const from = header.data() + first_field + field * field_size;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(from, from + field_size, number, 16);
    if (error != std::errc() || end != from + field_size) return std::nullopt;
    return number;
}

}  // namespace

std::string input_id::text() const { return fmt::format("{:016x}{:016x}", high, low); }

input_id id_of(std::string_view bytes) {
    constexpr std::uint64_t another_start = 0x9e3779b97f4a7c15u;
    return {system::fnv1a(bytes), system::fnv1a(bytes, another_start)};
}

std::string pack(std::span<const std::string> inputs) {
    std::string archive;
    for (const std::string& bytes : inputs) append(archive, id_of(bytes).text(), bytes);
    append(archive, trailer, "");
    return archive;
}

std::string read_pack(std::string_view archive,
                      const std::function<void(const packed_input&)>& take) {
    while (archive.size() >= header_size) {
        const auto size = number_at(archive, size_field), length = number_at(archive, name_field);
        if (!archive.starts_with(magic) || !size || !length || *length == 0)
            return "it is not an archive of inputs";
        const std::size_t start = header_size + *length + padding(header_size + *length);
        if (start > archive.size() || *size > archive.size() - start)
            return "it ends in the middle of an input";
        const std::string_view name = archive.substr(header_size, *length - 1);
        if (name == trailer) return "";
        const packed_input input{id_of(archive.substr(start, *size)), archive.substr(start, *size)};
        if (input.id.text() != name)
            return fmt::format("the bytes of its input {} are not those that its name says", name);
        take(input);
        archive.remove_prefix(std::min(start + *size + padding(*size), archive.size()));
    }
    return "it ends without its trailer";
}

}  // namespace tileproof::cluster
