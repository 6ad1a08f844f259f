# SPDX-License-Identifier: MIT
# cmake -DCOMPILER=clang++ -DROOT=<source tree> -DTABLE=docs/hip-api.md [-DUPDATE=ON] -P hip_api_table.cmake
#
# Reads the names that the cpu devices' HIP headers declare, after the preprocessor, and compares the table with them;
# with UPDATE it writes the table.
set(headers hip/hip_runtime.h hip/hip_fp16.h hip/hip_bf16.h hip/hip_bfloat16.h hip/hip_complex.h
            hip/hip_cooperative_groups.h)
set(words "-x;c++;-std=c++20;-I${ROOT}/kernels/device/cpu/include;-I${ROOT};-I${ROOT}/lib;-E")
set(includes "")
foreach(header IN LISTS headers)
    list(APPEND includes -include ${header})
endforeach()
execute_process(COMMAND ${COMPILER} ${words} ${includes} /dev/null OUTPUT_VARIABLE text RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "The headers do not compile.")
endif()
execute_process(COMMAND ${COMPILER} ${words} -dM ${includes} /dev/null OUTPUT_VARIABLE macros)

# What stands in our own files: the parts behind their line markers.
string(REPLACE ";" "," text "${text}")
string(REPLACE "[" "(" text "${text}")
string(REPLACE "]" ")" text "${text}")
string(REPLACE "\n" ";" lines "${text}")
set(ours FALSE)
set(names "")
foreach(line IN LISTS lines)
    if(line MATCHES "^# [0-9]+ \"")
        set(ours FALSE)
        if(line MATCHES "/tileproof_hip/|/device/cpu/include/hip/")
            set(ours TRUE)
        endif()
    elseif(ours AND line MATCHES "\\(")
        string(REGEX MATCHALL "[A-Za-z_][A-Za-z0-9_]*\\(" found "${line}")
        list(APPEND names ${found})
    endif()
endforeach()
list(TRANSFORM names REPLACE "\\($" "")
string(REPLACE "\n" ";" macros "${macros}")
foreach(macro IN LISTS macros)
    if(macro MATCHES "^#define (__builtin_amdgcn_[a-z0-9_]+|__hip_atomic_[a-z_]+|hip[A-Z][A-Za-z0-9_]*|__syncthreads[a-z_]*)")
        list(APPEND names ${CMAKE_MATCH_1})
    endif()
endforeach()
list(FILTER names EXCLUDE REGEX "^__builtin_[^a]|^__atomic|^__attribute|^tileproof_|^__static|^__extension")
list(REMOVE_DUPLICATES names)
list(SORT names)

set(table "# HIP on the cpu devices\n\n")
string(APPEND table "What kernels and programs find in the headers of the devices cpu and cpu-checked. A test makes this table from the\n"
                    "headers. What is not listed does not compile; the rest of the language is C++20.\n")
foreach(section "Memory and copies|^hip(Malloc|Free|Host|Mem|Ext|Array|GetSymbol|Pointer)"
                "Streams, events and graphs|^hip(Stream|Event|Graph|Launch|Thread)"
                "Devices, kernels and errors|^hip[A-Z]"
                "Atomics and fences|^(unsafe|safe)?[aA]tomic|^__hip_atomic|^__threadfence"
                "Waves and blocks|^__(shfl|ballot|any|all|activemask|match|reduce|sync|lane)"
                "Half and bfloat16|^__h|^h2?[a-z]+[0-9]*$|half|bfloat|^__(low|high)"
                "Vectors and complex numbers|^make_"
                "Builtins of AMD's GPUs|^__builtin_amdgcn_"
                "Mathematics, conversions and bits|^__[a-z]"
                "Textures and surfaces|^(tex|surf)[0-9]")
    string(FIND "${section}" "|" bar)
    string(SUBSTRING "${section}" 0 ${bar} title)
    math(EXPR after "${bar} + 1")
    string(SUBSTRING "${section}" ${after} -1 pattern)
    set(chosen ${names})
    list(FILTER chosen INCLUDE REGEX "${pattern}")
    list(REMOVE_ITEM names ${chosen})
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

if(UPDATE)
    file(WRITE "${TABLE}" "${table}")
    return()
endif()
file(READ "${TABLE}" is)
if(NOT is STREQUAL table)
    message(FATAL_ERROR "${TABLE} does not list what the headers declare; make it anew with -DUPDATE=ON.")
endif()
