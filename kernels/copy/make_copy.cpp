#include "kernels/copy/copy.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

copy_kernel make_copy(std::string name, std::string description, long_index_t most_rows,
                      void (*run)(const copy_problem&, const void*, void*, void*)) {
    copy_kernel k;
    k.name = name;
    k.description = std::move(description);
    k.refusal = [name, most_rows](const copy_problem& p) {
        std::string no = copy_refusal(p);
        if (no.empty() && p.rows > most_rows)
            no = name + " takes at most " + std::to_string(most_rows) + " rows, not " +
                 std::to_string(p.rows) + ": a grid has at most 2147483647 blocks in x.";
        return no;
    };
    k.start = [refusal = k.refusal, run](const copy_problem& p, const void* in, void* out,
                                         void* stream) {
        if (std::string no = refusal(p); !no.empty()) throw device_error(no);
        if (p.rows > 0 && p.columns > 0) run(p, in, out, stream);
    };
    return k;
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
