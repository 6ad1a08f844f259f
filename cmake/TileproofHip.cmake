# SPDX-License-Identifier: MIT
# tileproof_find_hip(): what compiles HIP for AMD GPUs, all of it from one installation.
#
#   TILEPROOF_HIP_COMPILER   a clang++ with the AMDGPU target
#   TILEPROOF_HIP_INCLUDE    the folder with hip/hip_runtime.h
#   TILEPROOF_HIP_LIBRARY    libamdhip64
#   TILEPROOF_HIP_ROCM       the ROCm installation that the three are of; empty: the distribution's
#
# ROCM_PATH (a CMake variable or of the environment), HIP_PATH, /opt/rocm, in this order: the first that has all
# three is taken, wherever the distribution has some of them too. A compiler of ROCm with headers of a distribution
# does not work: they are years apart. What is missing stays empty.
include_guard()

function(tileproof_find_hip)
    set(rocm "")
    foreach(root IN ITEMS "${ROCM_PATH}" "$ENV{ROCM_PATH}" "$ENV{HIP_PATH}" /opt/rocm)
        if(NOT root)
            continue()
        endif()
        foreach(name compiler include library)
            unset(${name})
        endforeach()
        find_program(compiler NAMES clang++ amdclang++ HINTS ${root} PATH_SUFFIXES llvm/bin lib/llvm/bin bin NO_CACHE
                     NO_DEFAULT_PATH)
        find_path(include hip/hip_runtime.h HINTS ${root} PATH_SUFFIXES include NO_CACHE NO_DEFAULT_PATH)
        find_library(library amdhip64 HINTS ${root} PATH_SUFFIXES lib lib64 NO_CACHE NO_DEFAULT_PATH)
        if(compiler AND include AND library)
            set(rocm ${root})
            break()
        endif()
        if(compiler OR include OR library)
            message(STATUS "Device hip: ${root} is not used: it must have llvm/bin/clang++, include/hip/hip_runtime.h "
                           "and lib/libamdhip64.so")
        endif()
    endforeach()
    if(NOT rocm)
        unset(compiler)
        unset(include)
        unset(library)
        find_program(compiler NAMES clang++-19 clang++-20 clang++-21 clang++-18 NO_CACHE)
        find_path(include hip/hip_runtime.h NO_CACHE)
        find_library(library amdhip64 NO_CACHE)
    endif()
    set(TILEPROOF_HIP_ROCM "${rocm}" PARENT_SCOPE)
    foreach(name compiler include library)
        string(TOUPPER ${name} upper)
        string(REGEX REPLACE "/$" "" ${name} "${${name}}")  # find_path(NO_CACHE) ends a folder in "/"
        if(NOT ${name})
            set(${name} "")
        endif()
        set(TILEPROOF_HIP_${upper} "${${name}}" PARENT_SCOPE)
    endforeach()
endfunction()
