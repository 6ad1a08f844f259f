#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

transpose_kernel make_transpose(std::string name, std::string description, int tile_columns,
                                void (*run)(const transpose_problem&, const void*, void*, void*)) {
    transpose_kernel k;
    k.name = name;
    k.description = std::move(description);
    k.refusal = [name, tile_columns](const transpose_problem& p) {
        std::string no = transpose_refusal(p);
        const long_index_t most = long_index_t{0x7fffffff} * tile_columns;
        // The columns are spread over the grid's x extent, which has 31 bits.
        if (no.empty() && p.columns > most)
            no = name + " takes at most " + std::to_string(most) + " columns, not " +
                 std::to_string(p.columns) + ": a grid has at most 2147483647 blocks in x.";
        return no;
    };
    k.start = [refusal = k.refusal, run](const transpose_problem& p, const void* in, void* out,
                                         void* stream) {
        if (std::string no = refusal(p); !no.empty()) throw device_error(no);
        if (p.rows > 0 && p.columns > 0 && p.batch > 0) run(p, in, out, stream);
    };
    return k;
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
