// SPDX-License-Identifier: MIT
// From an encoding to the image of plain data that tile_view evaluates.
//
//   const std::vector<std::uint64_t> image = make_tile_image(parse_tile("tile R=[] H=[[2]] P=[[1,0]] Y=[]"));
//   tile_view(image.data()).threads() == 2
//   image.size() * 8 == tile_view(image.data()).header().image_bytes
#pragma once

#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_view.hpp>

#include <cstring>
#include <type_traits>
#include <vector>

namespace tileproof {

// Errors: layout_error if the encoding breaks a rule (check_tile).
inline std::vector<std::uint64_t> make_tile_image(const tile_encoding& e) {
    static_assert(std::is_trivially_copyable_v<tile_header> &&
                  std::is_trivially_copyable_v<tile_digit> && sizeof(tile_header) % 8 == 0 &&
                  sizeof(tile_digit) % 8 == 0);
    const tile_map map = make_tile_map(e);
    tile_header header;
    header.replicas = map.replicas;
    header.elements = map.elements;
    header.threads = map.threads;
    header.registers = map.registers;
    std::vector<std::uint64_t> image(sizeof header / 8);
    const auto append = [&](const auto& list, std::int32_t& count, std::int32_t& at) {
        constexpr std::size_t words = sizeof(list[0]) / 8;
        count = static_cast<std::int32_t>(list.size());
        at = static_cast<std::int32_t>(image.size() * 8);
        const std::size_t first = image.size();
        image.resize(first + words * static_cast<std::size_t>(count));
        if (count > 0) std::memcpy(&image[first], list.begin(), words * 8 * list.size());
    };
    append(map.x_lengths, header.x_count, header.x_lengths_at);
    append(map.p_lengths, header.p_count, header.p_lengths_at);
    append(map.y_lengths, header.y_count, header.y_lengths_at);
    append(map.digits, header.digit_count, header.digits_at);
    header.image_bytes = static_cast<long_index_t>(image.size() * 8);
    std::memcpy(image.data(), &header, sizeof header);
    return image;
}

}  // namespace tileproof
