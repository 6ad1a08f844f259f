// SPDX-License-Identifier: MIT
#include "bench/timing/library_geam.hpp"

#include <dlfcn.h>

namespace tileproof::bench {
namespace {

// cuBLAS and rocBLAS agree: handle, transposition of A and B, m, n, alpha, A, lda, beta, B, ldb, C, ldc.
template <class T>
using geam_function = int (*)(void*, int, int, int, int, const T*, const T*, int, const T*,
                              const T*, int, T*, int);
using create_handle = int (*)(void**);
using destroy_function = int (*)(void*);
using stream_function = int (*)(void*, void*);

template <class F>
F function(void* library, const char* name) {
    return reinterpret_cast<F>(dlsym(library, name));
}

}  // namespace

library_geam::library_geam(std::string_view device) {
    const bool amd = device == "hip";
    if (!amd && device != "cuda") {
        name_ = "no BLAS library with geam for device " + std::string(device);
        return;
    }
    for (const char* file :
         {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "librocblas.so.5",
          "librocblas.so.4", "librocblas.so.3", "librocblas.so.0"}) {
        if (amd != (std::string(file).find("rocblas") != std::string::npos)) continue;
        if ((library_ = dlopen(file, RTLD_NOW | RTLD_LOCAL))) break;
    }
    const std::string prefix = amd ? "rocblas_" : "cublas";
    if (!library_) {
        name_ = prefix + " was not found (LD_LIBRARY_PATH)";
        return;
    }
    const auto create =
        function<create_handle>(library_, amd ? "rocblas_create_handle" : "cublasCreate_v2");
    set_stream_ = dlsym(library_, amd ? "rocblas_set_stream" : "cublasSetStream_v2");
    single_ = dlsym(library_, amd ? "rocblas_sgeam" : "cublasSgeam");
    double_ = dlsym(library_, amd ? "rocblas_dgeam" : "cublasDgeam");
    destroy_ = dlsym(library_, amd ? "rocblas_destroy_handle" : "cublasDestroy_v2");
    if (amd) plain_ = 111, transposed_ = 112;
    if (!create || !set_stream_ || !single_ || !double_ || create(&handle_) != 0) handle_ = nullptr;
    name_ = amd ? "rocblas geam" : "cublas geam";
}

library_geam::~library_geam() {
    // The library stays loaded: unloading it while the runtime winds down is an error of its own.
    if (handle_ && destroy_) reinterpret_cast<destroy_function>(destroy_)(handle_);
}

bool library_geam::transpose(const kernels::transpose_problem& p, const void* in, void* out,
                             void* stream) const {
    constexpr long_index_t most = 0x7fffffff;
    if (!handle_ || p.batch != 1 || p.rows > most || p.columns > most || p.input_leading > most ||
        p.output_leading > most)
        return false;
    if (reinterpret_cast<stream_function>(set_stream_)(handle_, stream) != 0) return false;
    // The libraries are column-major: our rows x columns input is their columns x rows, and so is the result.
    const auto run = [&](auto one, void* geam) {
        using T = decltype(one);
        const T zero = 0;
        return reinterpret_cast<geam_function<T>>(geam)(
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

}  // namespace tileproof::bench
