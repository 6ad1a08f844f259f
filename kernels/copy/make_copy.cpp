// SPDX-License-Identifier: MIT

#include "kernels/copy/copy.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

copy_kernel make_copy(std::string name, std::string description,
                      void (*run)(const copy_problem&, const void*, void*, void*)) {
    copy_kernel k;
    k.name = std::move(name);
    k.description = std::move(description);
    k.refusal = copy_refusal;
    k.start = [run](const copy_problem& p, const void* in, void* out, void* stream) {
        if (std::string no = copy_refusal(p); !no.empty()) throw device_error(no);
        if (p.rows > 0 && p.columns > 0) run(p, in, out, stream);
    };
    return k;
}

// Copy through a function of each element, in the tutorial's tile.

copy_kernel elementwise_copy() {
    return make_copy("copy_elementwise",
                     "tiles of 512 x 4 through registers, a function of each element in between",
                     run_copy<narrow_shape_of, copy_way::elementwise>);
}

// Copy through shared memory, in the tutorial's tile.

copy_kernel lds_copy() {
    return make_copy(
        "copy_lds",
        "tiles of 512 x 4 through shared memory, written by one thread and read by another",
        run_copy<narrow_shape_of, copy_way::lds>);
}

// Copy through registers, in the tutorial's tile, by all waves or by one.

copy_kernel registers_copy() {
    copy_kernel k =
        make_copy("copy_registers", "tiles of 512 x 4 through registers",
                  [](const copy_problem& p, const void* in, void* out, void* stream) {
                      constexpr copy_way alone = copy_way::one_wave;
                      if (p.wave < 0)
                          run_copy<narrow_shape_of, copy_way::registers>(p, in, out, stream);
                      else if (p.element_bytes == 2)
                          run_copy_of<std::uint16_t, narrow_copy_shape, alone>(p, in, out, stream);
                      else if (p.element_bytes == 4)
                          run_copy_of<std::uint32_t, narrow_copy_shape, alone>(p, in, out, stream);
                      else
                          throw device_error("One wave copies elements of 2 and 4 bytes only.");
                  });
    k.waves = narrow_copy_shape::waves;
    return k;
}

// Copy through registers, in a tile of few long rows: neighbouring lanes touch neighbouring addresses.

copy_kernel wide_copy() {
    copy_kernel k = make_copy("copy_wide", "tiles of 8 rows of 64 vectors through registers",
                              run_copy<wide_shape_of, copy_way::registers>);
    k.tile_rows = 8;
    k.tile_columns = wide_copy_shape<4>::block_n;
    return k;
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
