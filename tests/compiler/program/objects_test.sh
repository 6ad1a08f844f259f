#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# objects_test.sh HIPCC COMPILER C_COMPILER: objects that other compilers made with ROCm's headers call the runtime of the cpu
# devices, and mistakes in their calls are found; C takes HIP's headers; and words of tileproof-hipcc that build systems use.
set -euo pipefail
hipcc=$(realpath "$1")
compiler=$2
headers=$(realpath "$(dirname "$0")/../../../hip/headers")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }

printf '#include <hip/hip_runtime_api.h>\nint main(void) {\n    hipError_t (*f)(void**, size_t) = hipMalloc;\n    dim3 g = {1, 1, 1};\n    return f == 0 || g.x != 1 || hipStreamCreate(0) != hipErrorInvalidValue;\n}\n' >c.c
"$3" -Wall -Wextra -Werror -I"$headers" -c c.c -o c.o 2>out || fail "C does not take HIP's header: $(cat out)"
"$hipcc" c.o -o c 2>out || fail "$(cat out)"
./c || fail 'the functions are not those of HIP'

printf '#include <hip/hip_runtime.h>\n__global__ void twice(int* p, int n) {\n    if (threadIdx.x < unsigned(n)) p[threadIdx.x] *= 2;\n}\n' >k.hip
printf 'void start(int* p, int n) { twice<<<1, 64>>>(p, n); }\n' >>k.hip
printf -- '-fsyntax-only k.hip\n' >words
"$hipcc" @words 2>out || fail "$(cat out)"
[ "$(ls k*)" = k.hip ] || fail "-fsyntax-only leaves $(ls k*)"
printf 'int wrong = "text";\n' >>k.hip
"$hipcc" @words 2>out && fail '-fsyntax-only sees no error'
grep -q '^k.hip:6.*error' out || fail "$(cat out)"
sed -i '$d' k.hip

# A function that is called by its address has no place in the source; the memory is the device's all the same.
cat >pointer.hip <<'END'
#include <hip/hip_runtime.h>
__global__ void k(int* p) { p[threadIdx.x] = 1; }
hipError_t (*allocate)(void**, size_t) = hipMalloc;
hipError_t (*release)(void*) = hipFree;
int main(int count, char**) {
    int* p = nullptr;
    if (allocate(reinterpret_cast<void**>(&p), 4 * 64)) return 1;
    k<<<1, count > 1 ? 65 : 64>>>(p);
    return release(p);
}
END
for device in cpu cpu-checked; do
    TILEPROOF_DEVICE=$device "$hipcc" pointer.hip -o pointer 2>out || fail "$(cat out)"
    ./pointer >out 2>&1 || fail "by its address, $device: exit code $?, $(cat out)"
done
./pointer more >out 2>&1 && fail "by its address: no finding, $(cat out)"
grep -q 'k writes 4 bytes that begin right at the end of a device buffer (256 bytes)' out || fail "$(cat out)"

# Modules.
printf '#include <hip/hip_runtime.h>\n__device__ int factor = 3;\nextern "C" __global__ void times(int* p) { *p *= factor; }\n' >module.hip
"$hipcc" --genco module.hip -o module.co 2>out || fail "$(cat out)"
cat >loads.hip <<'END'
#include <hip/hip_runtime.h>
int main() {
    hipModule_t module;
    hipFunction_t f;
    hipDeviceptr_t factor;
    size_t bytes;
    int *p, host = 5, other = 4;
    if (hipModuleLoad(&module, "module.co") || hipModuleGetFunction(&f, module, "times")) return 1;
    if (hipModuleGetFunction(&f, module, "none") != hipErrorNotFound) return 2;
    if (hipModuleGetFunction(&f, module, "times")) return 3;
    if (hipModuleGetGlobal(&factor, &bytes, module, "factor") || bytes != 4) return 4;
    if (hipMemcpyHtoD(factor, &other, 4) || hipMalloc(&p, 4)) return 5;
    if (hipMemcpy(p, &host, 4, hipMemcpyHostToDevice)) return 6;
    void* arguments[] = {&p};
    if (hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)) return 7;
    if (hipMemcpy(&host, p, 4, hipMemcpyDeviceToHost) || hipFree(p)) return 8;
    return host == 20 ? hipModuleUnload(module) : 9;
}
END
"$hipcc" loads.hip -o loads 2>out || fail "$(cat out)"
./loads >out 2>&1 || fail "the module: exit code $?, $(cat out)"

# Kernels that the program compiles.
cat >rtc.hip <<'END'
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <cstdio>
#include <vector>
const char* const source = R"(#include "factor.h"
template <class T, int N>
__global__ void times(T* p, int n) { if (threadIdx.x < n) p[threadIdx.x] *= FACTOR * N; }
)";
int main(int count, char**) {
    const char *header = "#define FACTOR 3\n", *name = "factor.h", *lowered = nullptr;
    hiprtcProgram p, wrong;
    size_t bytes = 0;
    hiprtcCreateProgram(&wrong, "__global__ void k() { nonsense; }", "wrong.hip", 0, nullptr, nullptr);
    if (hiprtcCompileProgram(wrong, 0, nullptr) != HIPRTC_ERROR_COMPILATION) return 1;
    hiprtcGetProgramLogSize(wrong, &bytes);
    std::vector<char> text(bytes);
    hiprtcGetProgramLog(wrong, text.data());
    std::puts(text.data());
    hiprtcCreateProgram(&p, source, "times.hip", 1, &header, &name);
    hiprtcAddNameExpression(p, "times<int,2>");
    const char* option = "-DUNUSED";
    if (hiprtcCompileProgram(p, 1, &option) || hiprtcGetLoweredName(p, "times<int,2>", &lowered)) return 2;
    hiprtcGetCodeSize(p, &bytes);
    std::vector<char> code(bytes);
    hiprtcGetCode(p, code.data());
    hipModule_t module;
    hipFunction_t f;
    if (hipModuleLoadData(&module, code.data()) || hipModuleGetFunction(&f, module, lowered)) return 3;
    int host[4] = {1, 2, 3, 4}, *d, n = count > 1 ? 5 : 4;
    if (hipMalloc(&d, sizeof host) || hipMemcpy(d, host, sizeof host, hipMemcpyHostToDevice)) return 4;
    void* arguments[] = {&d, &n};
    if (hipModuleLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr)) return 5;
    if (hipMemcpy(host, d, sizeof host, hipMemcpyDeviceToHost) || hipFree(d)) return 6;
    return host[3] == 24 && !hiprtcDestroyProgram(&p) && !hiprtcDestroyProgram(&wrong) ? 0 : 7;
}
END
for device in cpu cpu-checked; do
    TILEPROOF_DEVICE=$device "$hipcc" rtc.hip -o rtc -lhiprtc 2>out || fail "$(cat out)"
    ./rtc >out 2>&1 || fail "kernels that the program compiles, $device: exit code $?, $(cat out)"
    grep -q "^wrong.hip:1.*nonsense" out || fail "$(cat out)"
done
./rtc more >out 2>&1 && fail "no finding in a kernel that the program compiles: $(cat out)"
grep -q '^times.hip:3: out of bounds: thread (4,0,0) of block (0,0,0) of times<int, 2> reads' out || fail "$(cat out)"

if [ ! -e /usr/include/hip/hip_runtime_api.h ]; then
    echo "Skipped: ROCm's headers are not here; they are in the package libamdhip64-dev."
    exit 77
fi
cat >main.cpp <<'END'
#include <hip/hip_runtime_api.h>
void start(int* p, int n);
int main(int count, char**) {
    int host[50], *p = nullptr;
    for (int i = 0; i < 50; ++i) host[i] = i;
    if (hipMalloc((void**)&p, sizeof host) != hipSuccess) return 3;
    if (hipMemcpy(p, host, count > 1 ? 201 : 200, hipMemcpyHostToDevice) != hipSuccess) return 4;
    start(p, 50);
    if (hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost) != hipSuccess) return 5;
    for (int i = 0; i < 50; ++i)
        if (host[i] != 2 * i) return 6;
    return hipFree(p);
}
END
"$compiler" -D__HIP_PLATFORM_AMD__ -w -c main.cpp -o main.o 2>out || fail "$(cat out)"
for device in cpu cpu-checked; do
    TILEPROOF_DEVICE=$device "$hipcc" k.hip main.o -o program 2>out || fail "$device: $(cat out)"
    ./program >out 2>&1 || fail "$device: exit code $?, $(cat out)"
done
code=0
./program more >out 2>&1 || code=$?
[ $code = 4 ] || fail "exit code $code: $(cat out)"
grep -q 'copy out of bounds: this copy writes 201 bytes .* of 200 bytes' out || fail "$(cat out)"
