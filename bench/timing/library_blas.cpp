// SPDX-License-Identifier: MIT
#include "bench/timing/library_blas.hpp"

#include <dlfcn.h>

#include <vector>

namespace tileproof::bench {
namespace {

// cuBLAS and rocBLAS agree: handle, transposition of A and B, m, n, alpha, A, lda, beta, B, ldb, C, ldc.
template <class T>
using geam_function = int (*)(void*, int, int, int, int, const T*, const T*, int, const T*,
                              const T*, int, T*, int);
// cublasGemmEx: handle, transposition of A and B, m, n, k, alpha, A, its type, lda, B, its type, ldb, beta, C, its
// type, ldc, what is computed in, algorithm. The numbers of the enumerations are part of the library's ABI.
using gemm_function = int (*)(void*, int, int, int, int, int, const void*, const void*, int, int,
                              const void*, int, int, const void*, void*, int, int, int, int);
constexpr int type_f32 = 0, type_f16 = 2, compute_f32 = 68, algorithm_default = -1;

template <class F>
F as(void* function) {
    return reinterpret_cast<F>(function);
}

}  // namespace

library_blas::library_blas(std::string_view device) {
    const bool amd = device == "hip";
    if (!amd && device != "cuda") return;
    name_ = amd ? "rocblas" : "cublas";
    if (amd) plain_ = 111, transposed_ = 112;
    const std::vector<const char*> files =
        amd ? std::vector{"librocblas.so.5", "librocblas.so.4", "librocblas.so.3",
                          "librocblas.so.0"}
            : std::vector{"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"};
    void* library = nullptr;
    for (const char* file : files)
        if ((library = dlopen(file, RTLD_NOW | RTLD_LOCAL))) break;
    if (!library) return;
    const auto find = [&](const char* of_amd, const char* of_nvidia) {
        const char* const symbol = amd ? of_amd : of_nvidia;
        return symbol ? dlsym(library, symbol) : nullptr;
    };
    set_stream_ = find("rocblas_set_stream", "cublasSetStream_v2");
    destroy_ = find("rocblas_destroy_handle", "cublasDestroy_v2");
    single_ = find("rocblas_sgeam", "cublasSgeam");
    double_ = find("rocblas_dgeam", "cublasDgeam");
    multiply_ = find(nullptr, "cublasGemmEx");
    const auto create = as<int (*)(void**)>(find("rocblas_create_handle", "cublasCreate_v2"));
    if (!create || !set_stream_ || create(&handle_) != 0) handle_ = nullptr;
}

library_blas::~library_blas() {
    // The library stays loaded: unloading it while the runtime winds down is an error of its own.
    if (handle_ && destroy_) as<int (*)(void*)>(destroy_)(handle_);
}

bool library_blas::use(void* stream) const {
    return as<int (*)(void*, void*)>(set_stream_)(handle_, stream) == 0;
}

// The libraries are column-major: our rows x columns input is their columns x rows, and so is the result.
bool library_blas::transpose(const kernels::transpose_problem& p, const void* in, void* out,
                             void* stream) const {
    constexpr long_index_t most = 0x7fffffff;
    if (!has_geam() || p.batch != 1 || p.rows > most || p.columns > most ||
        p.input_leading > most || p.output_leading > most || !use(stream))
        return false;
    const auto run = [&](auto one, void* geam) {
        using T = decltype(one);
        const T zero = 0;
        return as<geam_function<T>>(geam)(
                   handle_, transposed_, plain_, static_cast<int>(p.rows),
                   static_cast<int>(p.columns), &one, static_cast<const T*>(in),
                   static_cast<int>(p.input_leading), &zero, static_cast<const T*>(out),
                   static_cast<int>(p.output_leading), static_cast<T*>(out),
                   static_cast<int>(p.output_leading)) == 0;
    };
    if (p.element_bytes == 4) return run(1.0f, single_);
    if (p.element_bytes == 8) return run(1.0, double_);
    return false;
}

// Our D = A B is its D^T = B^T A^T.
bool library_blas::multiply(const kernels::product_problem& p, const void* a, const void* b,
                            void* d, void* stream) const {
    if (!has_gemm() || p.types != kernels::product_types::f32_f16 || p.a.column_major ||
        p.b.column_major || p.d.column_major || p.alpha != 1 || p.beta != 0 || !use(stream))
        return false;
    const float one = 1, zero = 0;
    return as<gemm_function>(multiply_)(
               handle_, plain_, plain_, static_cast<int>(p.n), static_cast<int>(p.m),
               static_cast<int>(p.k), &one, b, type_f16, static_cast<int>(p.b.leading), a, type_f16,
               static_cast<int>(p.a.leading), &zero, d, type_f32, static_cast<int>(p.d.leading),
               compute_f32, algorithm_default) == 0;
}

}  // namespace tileproof::bench
