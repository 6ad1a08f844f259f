// SPDX-License-Identifier: MIT
// HIP source, compiled for the cpu device and for a GPU.
#include "tests/quality/kernels/planted_transposes.hpp"

#include "kernels/launch.hpp"

#include <cstdint>

namespace tileproof::planted::TILEPROOF_DEVICE {
namespace {

using kernels::transpose_kernel;
using kernels::transpose_problem;
using kernels::TILEPROOF_DEVICE::blocks_for;

constexpr int tile = 16;

enum class bug {
    none,
    width_for_height,    // the result is written with the width of the input for its height
    no_tail_guard,       // the last tile is written whole
    unwritten_last_row,  // an index too few
    one_past_the_end,    // somebody writes one element behind the last
    reads_past_the_end,  // reads it, and does not use it
    uses_what_it_reads,  // mixes what lies between the rows of the input into the result
    input_modified,      // clears what it has read
    not_repeatable,      // every third launch gives another value
    wrong_batch,         // every matrix of a batch is the first
    truncates_values,    // through a type of fewer bits
    hangs,               // for ever, when there are two rows
    crashes,             // writes far away, when there are two columns
    diverges,            // a barrier for the first row of threads alone, when there are two columns
};

template <class T>
struct arguments {
    transpose_problem p;
    const T* in;
    T* out;
    int launch;  // counted by the host
    long_index_t output_elements;
};

template <class T>
__global__ void planted(bug b, arguments<T> a) {
    __shared__ T elements[tile][tile + 1];
    const transpose_problem& p = a.p;
    const int x = threadIdx.x, y = threadIdx.y;
    const long_index_t first_column = static_cast<long_index_t>(blockIdx.x) * tile;
    const long_index_t first_row = static_cast<long_index_t>(blockIdx.y) * tile;
    const long_index_t matrix = b == bug::wrong_batch ? 0 : blockIdx.z;
    const long_index_t row = first_row + y, column = first_column + x;
    const bool last = row == p.rows - 1 && column == p.columns - 1 && matrix == p.batch - 1;
    const T* const from = a.in + matrix * p.input_batch_stride + row * p.input_leading + column;

    if (row < p.rows && column < p.columns) {
        T value = *from;
        if (b == bug::reads_past_the_end && last) (void)*const_cast<const volatile T*>(from + 1);
        if (b == bug::uses_what_it_reads && column == p.columns - 1 && row < p.rows - 1 &&
            p.input_leading > p.columns)
            value = from[1];
        if (b == bug::truncates_values && sizeof(T) == 8)
            value = static_cast<T>(static_cast<std::uint32_t>(value));
        if (b == bug::input_modified) const_cast<T*>(from)[0] = 0;
        if (b == bug::not_repeatable && a.launch % 3 == 2) value = static_cast<T>(value + 1);
        elements[y][x] = value;
    }
    __syncthreads();

    const long_index_t out_row = first_column + y, out_column = first_row + x;
    long_index_t rows = p.rows;
    if (b == bug::unwritten_last_row) rows -= 1;
    if (b == bug::no_tail_guard) rows = (rows + tile - 1) / tile * tile;
    const long_index_t leading = b == bug::width_for_height ? p.columns : p.output_leading;
    T* const to = a.out + static_cast<long_index_t>(blockIdx.z) * p.output_batch_stride +
                  out_row * leading + out_column;
    if (out_row < p.columns && out_column < rows) *to = elements[x][y];
    if (b == bug::one_past_the_end && last) a.out[a.output_elements] = elements[0][0];
    if (b == bug::crashes && last && p.columns > 1)
        *reinterpret_cast<volatile T*>(std::uintptr_t{0x1000}) = 1;
    if (b == bug::diverges && p.columns > 1 && y == 0) __syncthreads();
    if (b == bug::hangs && last && p.rows > 1)
        for (const volatile T* const same = from; *same == *same;) {
        }
}

template <class T>
void launch(bug b, const transpose_problem& p, const void* in, void* out, void* stream) {
    static int launches = 0;
    const dim3 grid(blocks_for(p.columns, tile), blocks_for(p.rows, tile),
                    static_cast<unsigned>(p.batch));
    hipLaunchKernelGGL(planted<T>, grid, dim3(tile, tile), 0,
                       kernels::TILEPROOF_DEVICE::on_stream(stream), b,
                       arguments<T>{p, static_cast<const T*>(in), static_cast<T*>(out), launches++,
                                    p.output_elements()});
    kernels::TILEPROOF_DEVICE::check_launch("planted");
}

transpose_kernel make(const char* name, bug b) {
    transpose_kernel k;
    k.name = name;
    k.description = "a planted bug";
    k.refusal = kernels::transpose_refusal;
    k.start = [b](const transpose_problem& p, const void* in, void* out, void* stream) {
        if (std::string no = kernels::transpose_refusal(p); !no.empty())
            throw kernels::device_error(no);
        if (p.rows == 0 || p.columns == 0 || p.batch == 0) return;
        switch (p.element_bytes) {
            case 1:
                return launch<std::uint8_t>(b, p, in, out, stream);
            case 2:
                return launch<std::uint16_t>(b, p, in, out, stream);
            case 4:
                return launch<std::uint32_t>(b, p, in, out, stream);
            default:
                return launch<std::uint64_t>(b, p, in, out, stream);
        }
    };
    return k;
}

// The kernel is right; what it says of itself is not.
transpose_kernel refuses_long_rows() {
    transpose_kernel k = make("refuses_long_rows", bug::none);
    k.refusal = [](const transpose_problem& p) -> std::string {
        if (p.columns > 5) return "More than 5 columns are not supported by this kernel.";
        return kernels::transpose_refusal(p);
    };
    return k;
}

transpose_kernel accepts_overlapping_rows() {
    transpose_kernel k = make("accepts_overlapping_rows", bug::none);
    k.refusal = [](const transpose_problem& p) -> std::string {
        return p.input_leading == p.columns - 1 ? std::string() : kernels::transpose_refusal(p);
    };
    return k;
}

transpose_kernel runs_what_it_refuses() {
    transpose_kernel k = make("runs_what_it_refuses", bug::none);
    k.start = [](const transpose_problem&, const void*, void*, void*) {};
    return k;
}

transpose_kernel refuses_without_a_word() {
    transpose_kernel k = make("refuses_without_a_word", bug::none);
    k.refusal = [](const transpose_problem& p) -> std::string {
        return kernels::transpose_refusal(p).empty() ? "" : "wrong!";
    };
    return k;
}

transpose_kernel fails_after_accepting() {
    transpose_kernel k = make("fails_after_accepting", bug::none);
    k.start = [](const transpose_problem& p, const void*, void*, void*) {
        if (p.columns > 2) throw kernels::device_error("Three columns were too many.");
    };
    return k;
}

}  // namespace

const std::vector<transpose_kernel>& transposes() {
    static const std::vector<transpose_kernel> all{
        make("right", bug::none),
        make("width_for_height", bug::width_for_height),
        make("no_tail_guard", bug::no_tail_guard),
        make("unwritten_last_row", bug::unwritten_last_row),
        make("one_past_the_end", bug::one_past_the_end),
        make("reads_past_the_end", bug::reads_past_the_end),
        make("uses_what_it_reads", bug::uses_what_it_reads),
        make("input_modified", bug::input_modified),
        make("not_repeatable", bug::not_repeatable),
        make("wrong_batch", bug::wrong_batch),
        make("truncates_values", bug::truncates_values),
        make("hangs", bug::hangs),
        make("crashes", bug::crashes),
        make("diverges", bug::diverges),
        refuses_long_rows(),
        accepts_overlapping_rows(),
        runs_what_it_refuses(),
        refuses_without_a_word(),
        fails_after_accepting(),
    };
    return all;
}

}  // namespace tileproof::planted::TILEPROOF_DEVICE
