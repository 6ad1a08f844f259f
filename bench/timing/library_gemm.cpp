// SPDX-License-Identifier: MIT
#include "bench/timing/library_gemm.hpp"

#include <dlfcn.h>

namespace tileproof::bench {
namespace {

// cublasGemmEx: handle, transposition of A and B, m, n, k, alpha, A, its type, lda, B, its type, ldb, beta, C, its
// type, ldc, what is computed in, algorithm. The numbers of the enumerations are part of the library's ABI.
using gemm_function = int (*)(void*, int, int, int, int, int, const void*, const void*, int, int,
                              const void*, int, int, const void*, void*, int, int, int, int);
constexpr int plain = 0, type_f32 = 0, type_f16 = 2, compute_f32 = 68, algorithm_default = -1;

}  // namespace

library_gemm::library_gemm(std::string_view device) {
    if (device != "cuda") {
        name_ = "no BLAS library with a timed product for device " + std::string(device);
        return;
    }
    void* library = nullptr;
    for (const char* file : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"})
        if ((library = dlopen(file, RTLD_NOW | RTLD_LOCAL))) break;
    if (!library) {
        name_ = "cublas was not found (LD_LIBRARY_PATH)";
        return;
    }
    using create_function = int (*)(void**);
    const auto create = reinterpret_cast<create_function>(dlsym(library, "cublasCreate_v2"));
    set_stream_ = dlsym(library, "cublasSetStream_v2");
    multiply_ = dlsym(library, "cublasGemmEx");
    destroy_ = dlsym(library, "cublasDestroy_v2");
    if (!create || !set_stream_ || !multiply_ || create(&handle_) != 0) handle_ = nullptr;
    name_ = "cublas gemm";
}

library_gemm::~library_gemm() {
    // The library stays loaded: unloading it while the runtime winds down is an error of its own.
    if (handle_ && destroy_) reinterpret_cast<int (*)(void*)>(destroy_)(handle_);
}

bool library_gemm::multiply(const kernels::product_problem& p, const void* a, const void* b,
                            void* d, void* stream) const {
    if (!handle_ || p.types != kernels::product_types::f32_f16 || p.a.column_major ||
        p.b.column_major || p.d.column_major || p.alpha != 1 || p.beta != 0)
        return false;
    if (reinterpret_cast<int (*)(void*, void*)>(set_stream_)(handle_, stream) != 0) return false;
    const float one = 1, zero = 0;
    // The library is column-major: our D = A B is its D^T = B^T A^T.
    return reinterpret_cast<gemm_function>(multiply_)(
               handle_, plain, plain, static_cast<int>(p.n), static_cast<int>(p.m),
               static_cast<int>(p.k), &one, b, type_f16, static_cast<int>(p.b.leading), a, type_f16,
               static_cast<int>(p.a.leading), &zero, d, type_f32, static_cast<int>(p.d.leading),
               compute_f32, algorithm_default) == 0;
}

}  // namespace tileproof::bench
