# SPDX-License-Identifier: MIT
# cmake -DCOMPILER=clang++ -DROOT=<source tree> -DTABLE=docs/hip-api.md [-DUPDATE=ON] -P hip_api_table.cmake
#
# Reads the names that the cpu devices' HIP headers declare: functions, types, values and variables from the compiler's own
# list of declarations, macros from the preprocessor. Compares the table with them; with UPDATE it writes the table. A name
# that is in no section and does not look like one of ours is an error.
set(headers hip/hip_runtime.h hip/hip_fp16.h hip/hip_fp8.h hip/hip_bf16.h hip/hip_bfloat16.h hip/hip_complex.h
            hip/hip_cooperative_groups.h hipcub/hipcub.hpp)
set(words "-x;c++;-std=c++20;-I${ROOT}/hip/headers;-I${ROOT};-I${ROOT}/lib")
set(includes "")
foreach(header IN LISTS headers)
    list(APPEND includes -include ${header})
endforeach()
execute_process(COMMAND ${COMPILER} ${words} ${includes} -fsyntax-only -Xclang -ast-list /dev/null
                OUTPUT_VARIABLE text RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "The headers do not compile.")
endif()
execute_process(COMMAND ${COMPILER} ${words} -E -dM ${includes} /dev/null OUTPUT_VARIABLE macros)

set(names "")
string(REGEX MATCHALL "\ntileproof::hip_on::(abi_cpu::)?[A-Za-z_][A-Za-z0-9_]*" found "${text}")
list(TRANSFORM found REPLACE "^.*::" "")
list(APPEND names ${found})
string(REGEX MATCHALL "\nhip[A-Z_][A-Za-z0-9_]*" found "${text}")
list(TRANSFORM found REPLACE "\n" "")
list(APPEND names ${found})
# Declared, and without a body.
file(STRINGS "${ROOT}/hip/runtime/not_supported.cpp" found REGEX "^TILEPROOF_NOT_HERE")
list(TRANSFORM found REPLACE ".*\\((.*)\\)" "\\1")
list(REMOVE_ITEM names ${found})
list(JOIN found ";not " missing)
list(APPEND names "not ${missing}")
string(REGEX MATCHALL "\n(cooperative_groups|hipcub)::[A-Za-z_][A-Za-z0-9_]*" found "${text}")
list(TRANSFORM found REPLACE "\n" "")
list(APPEND names ${found})
string(REPLACE ";" "," macros "${macros}")
string(REPLACE "\n" ";" macros "${macros}")
foreach(macro IN LISTS macros)
    if(macro MATCHES "^#define (__builtin_amdgcn_[a-z0-9_]+|__hip_atomic_[a-z_]+|hip[A-Z][A-Za-z0-9_]*|__syncthreads[a-z_]*)")
        list(APPEND names ${CMAKE_MATCH_1})
    endif()
endforeach()
list(APPEND names __builtin_amdgcn_s_sleep)
list(REMOVE_DUPLICATES names)
list(SORT names)

set(table "# HIP on the cpu devices\n\n")
string(APPEND table "The contents of the HIP headers of the devices cpu and cpu-checked. A test keeps this table in step with the headers. Names that are not\n"
                    "listed do not compile; the rest of the language is C++20, with `<math.h>` and `printf`.\n"
                    "rocPRIM's own headers (5.3) compile unchanged.\n"
                    "So do those of hipRAND and rocRAND (tried: 5.3 and 6.3), with everything they have for kernels. They are in Debian's packages\n"
                    "librocrand-dev and libhiprand-dev; for ROCm's, pass their folder with -I. Their host functions are implemented here for XORWOW, MRG32k3a\n"
                    "and Philox4x32-10: create and destroy a generator, its seed, offset and stream, and generate words, uniform, normal, log-normal and\n"
                    "Poisson numbers. A generator draws the numbers of one thread after `hiprand_init(seed, 0, offset)`: different numbers than on a GPU, with\n"
                    "the same distributions.\n\n"
                    "Matrix instructions follow AMD's calculator lane by lane. Sums are made in the order of k; fp8 and bf8 of MFMA are gfx942's, or OCP's with\n"
                    "`--offload-arch=gfx950`. The scaled (f8f6f4) and the sparse instructions are missing.\n\n"
                    "Loads straight into shared memory (`__builtin_amdgcn_global_load_lds` and the like) complete at once: a missing barrier after one is\n"
                    "found, a missing wait for it (`s_waitcnt vmcnt`) is not. Those by assembly (`buffer_load_dword .. lds`) go where the register m0 says, which\n"
                    "assembly sets (`s_mov_b32 m0, ..`, `s_add_u32 m0, ..`): an address in shared memory, or an offset in that of a kernel with one array there. In\n"
                    "a kernel with several an offset ends the launch with a message: only a GPU's compiler knows their order. Each thread has its own m0, and a\n"
                    "load takes that of its first lane. Address spaces in casts are ignored.\n\n"
                    "Functions declared as intrinsics by a label (`__asm(\"llvm.amdgcn.raw.buffer.load.f32\")`) are supported for raw buffers: load, store,\n"
                    "atomic add, fadd, fmax and fmin, and load.lds. Inline assembly is supported if it is a wait, a barrier, a load or store of a buffer, or one\n"
                    "of the simplest instructions. Other assembly is refused in a kernel's own file; in a header it is reported when a kernel reaches it.\n")
foreach(section "Errors|^hip(Success|Error|Get(Last)?Error|PeekAtLastError|ExtGetLastError|DrvGetError)"
                "Attributes of a device|^hipDeviceAttribute|^hipDevAttr"
                "Textures and surfaces|^(tex|surf)([0-9]|Cubemap)|^hip(Texture|Surface|Address|Filter|ReadMode|Res|Channel|Create|Destroy)"
                "Complex numbers|^hip(C[a-z]|Conj|FloatComplex|DoubleComplex|Complex)"
                "Memory and copies|^hip(_Mem|Drv(Mem|Pointer)|Malloc|Free|Host|Mem|Ext(Malloc)|Array|GetSymbol|Pointer|Pitched|Pos|Extent|Device(ptr|Malloc))|^make_hip|^hip(3D|Symbol)"
                "Streams, events and graphs|^i?hip(Drv|Stream|Event|Graph|Launch|Thread|ExtStream)"
                "Devices and kernels|^i?hip[A-Z]"
                "Indices, barriers and clocks|^(threadIdx|blockIdx|blockDim|gridDim|warpSize|dim3|clock64|wall_clock64)$|^__sync|^__nanosleep|^__clock|^clock$"
                "Atomics and fences|^(unsafe|safe)?[aA]tomic|^__hip_atomic|^__threadfence"
                "Waves|^__(shfl|ballot|any|all|activemask|match|reduce|lane)"
                "Cooperative groups|^cooperative_groups::[a-z]"
                "hipCUB|^hipcub::[A-Z]"
                "Half, bfloat16 and fp8|^__h|^__HIP_E[45]M|^__HIP_(NOSAT|SATFINITE)|^h2?[a-z]+[0-9]*$|half|bfloat|^__(low|high)|^make_(half|bfloat)|^__nv_"
                "Vectors|^make_|^HIP_vector_(type|base)$|^(s?char|uchar|u?short|u?int|u?long|u?longlong|float|double)[1-4]?$"
                "Builtins of AMD's GPUs|^__builtin_amdgcn_"
                "Mathematics, conversions and bits|^__[a-z0-9]|^(u|ll|ull)?(min|max)$|^r?(norm|cbrt|sqrt|hypot)|^r?norm|^(sin|cos|sincos)pif?$|^sincosf?$|^erfc|^erfinv|^fdividef$|^mul24$|^rhypot"
                "Declared, and return hipErrorNotSupported|^not ")
    string(FIND "${section}" "|" bar)
    string(SUBSTRING "${section}" 0 ${bar} title)
    math(EXPR after "${bar} + 1")
    string(SUBSTRING "${section}" ${after} -1 pattern)
    set(chosen ${names})
    list(FILTER chosen INCLUDE REGEX "${pattern}")
    list(REMOVE_ITEM names ${chosen})
    list(TRANSFORM chosen REPLACE "^not " "")
    list(LENGTH chosen count)
    string(APPEND table "\n## ${title} (${count})\n\n")
    set(line "")
    foreach(name IN LISTS chosen)
        string(LENGTH "${line} ${name}" length)
        if(length GREATER 116)
            string(APPEND table "${line}\n")
            set(line "")
        endif()
        if(line)
            string(APPEND line " ")
        endif()
        string(APPEND line "`${name}`")
    endforeach()
    string(APPEND table "${line}\n")
endforeach()

# Ours begin with tp_, so that they are no name of a program's. hipCUB and the cooperative groups have namespaces of their own.
list(FILTER names EXCLUDE REGEX "^(tp_.*|tileproof_.*|operator|T|Count|abi_cpu|_Float16_2)$")
list(FILTER names EXCLUDE REGEX
     "^(hipcub|cooperative_groups)::(T|P|V|v|Op|operator|[a-z0-9]+_[a-z0-9_]+|engine|folded|noted|polls)$")
if(names)
    message(FATAL_ERROR "In no section of the table, and not known as inner names of the headers: ${names}.")
endif()
if(UPDATE)
    file(WRITE "${TABLE}" "${table}")
    return()
endif()
file(READ "${TABLE}" is)
if(NOT is STREQUAL table)
    message(FATAL_ERROR "${TABLE} does not list what the headers declare; make it anew with -DUPDATE=ON.")
endif()
