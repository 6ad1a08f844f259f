# SPDX-License-Identifier: MIT
# cmake -DCOMPILER=clang++-19 -DARCHITECTURE=gfx942 -DSOURCE=kernels.hip -DINCLUDE=.. -P count_instructions.cmake
#
# Compiles SOURCE for an AMD GPU and counts the instructions of each kernel; fails when a kernel
# NAME_descriptor has more than NAME_by_hand, or when one of a pair is missing.
execute_process(
    COMMAND ${COMPILER} -x hip --offload-arch=${ARCHITECTURE} --offload-device-only -nogpuinc -nogpulib
            -O3 -std=c++20 -I ${INCLUDE} -S -o - ${SOURCE}
    RESULT_VARIABLE status OUTPUT_VARIABLE assembly ERROR_VARIABLE output)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} does not compile for ${ARCHITECTURE}:\n${output}")
endif()

# An instruction is a line that begins with a tab and a letter, inside a kernel. (CMake lists are split at
# semicolons and brackets, which assembly has.)
string(REGEX REPLACE "[][;]" "," assembly "${assembly}")
string(REPLACE "\n" ";" lines "${assembly}")
set(kernel "")
set(kernels "")
foreach(line IN LISTS lines)
    if(line MATCHES "^([a-z_0-9]+):")
        set(kernel "${CMAKE_MATCH_1}")
        set(count_${kernel} 0)
        list(APPEND kernels ${kernel})
    elseif(line MATCHES "^\t\\.end_amdhsa_kernel" OR line MATCHES "^\\.Lfunc_end")
        set(kernel "")
    elseif(kernel AND line MATCHES "^\t[a-z]")
        math(EXPR count_${kernel} "${count_${kernel}} + 1")
    endif()
endforeach()

if(NOT DEFINED PAIRS)  # how many pairs there are at least
    set(PAIRS 9)
endif()
set(pairs 0)
set(failed "")
foreach(kernel IN LISTS kernels)
    if(NOT kernel MATCHES "^(.+)_descriptor$")
        continue()
    endif()
    set(name ${CMAKE_MATCH_1})
    if(NOT DEFINED count_${name}_by_hand OR count_${name}_by_hand EQUAL 0 OR count_${kernel} EQUAL 0)
        message(FATAL_ERROR "${name} has no pair of kernels with instructions in ${SOURCE}.")
    endif()
    math(EXPR pairs "${pairs} + 1")
    message(STATUS "${ARCHITECTURE} ${name}: descriptor ${count_${kernel}}, by hand ${count_${name}_by_hand}")
    if(count_${kernel} GREATER count_${name}_by_hand)
        list(APPEND failed ${name})
    endif()
endforeach()
if(pairs LESS ${PAIRS})
    message(FATAL_ERROR "Only ${pairs} pairs of kernels were found in ${SOURCE}.")
endif()
if(failed)
    message(FATAL_ERROR "On ${ARCHITECTURE} the descriptor version has more instructions: ${failed}.")
endif()
