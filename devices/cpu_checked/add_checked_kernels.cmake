# SPDX-License-Identifier: MIT
# tileproof_add_checked_kernels(TARGET SOURCES file... [FLAGS flag...])
#
# Compiles HIP kernel sources for the cpu-checked device into TARGET, a library or program that exists: one call of clang 19
# each, which loads our passes (compiler/passes). Why nothing is hidden by an optimiser: the checks are added to the code as
# clang's front end makes it, before any optimisation. What follows is -O2, but each access is by then behind a call of an
# unknown function with the address (compiler/passes/checks.hpp).
# With TILEPROOF_JOIN_SOURCES they share one reading of the headers that all of them include.
include_guard()

function(tileproof_add_checked_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;FLAGS")
    get_property(compiler GLOBAL PROPERTY TILEPROOF_PASSES_CLANG)
    get_property(passes GLOBAL PROPERTY TILEPROOF_PASSES)
    set(flags -std=c++20 -DTILEPROOF_CPU_CHECKED -DTILEPROOF_DEVICE=cpu_checked
              # The sanitizer finds indices outside of arrays. The passes read where variables are declared, not each assignment.
              -O2 -fsanitize=array-bounds -fsanitize-recover=array-bounds -fno-finite-loops -fno-delete-null-pointer-checks
              -fno-optimize-sibling-calls -fstrict-flex-arrays=1 -fno-stack-protector -fno-discard-value-names
              -Xclang -fexperimental-assignment-tracking=disabled -ftrivial-auto-var-init=pattern -Wno-undefined-internal -fPIC -g
              -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-lto -Wno-pass-failed
              -I${PROJECT_SOURCE_DIR}/hip/headers -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/lib
              -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= ${arg_FLAGS})
    set(headers)
    if(TILEPROOF_JOIN_SOURCES)
        set(header ${CMAKE_CURRENT_BINARY_DIR}/${target}_checked/headers.hpp)
        set(headers ${header}.pch)
        file(CONFIGURE OUTPUT ${header} CONTENT
             "#include <hip/hip_runtime.h>\n#include <algorithm>\n#include <functional>\n#include <string>\n#include <vector>\n")
        add_custom_command(
            OUTPUT ${headers}
            COMMAND ${compiler} -x c++-header ${flags} -MD -MF ${headers}.d -MT ${headers} ${header} -o ${headers}
            DEPENDS ${header} DEPFILE ${headers}.d COMMENT "Reading headers of kernels" VERBATIM)
        list(APPEND flags -include-pch ${headers})
    endif()
    foreach(source IN LISTS arg_SOURCES)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
        set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}_checked/${name}.o)
        cmake_path(GET object PARENT_PATH folder)
        file(MAKE_DIRECTORY ${folder})
        add_custom_command(
            OUTPUT ${object}
            COMMAND ${compiler} -x c++ ${flags} -MD -MF ${object}.d -MT ${object} -c
                    -fplugin=${passes} -fpass-plugin=${passes} -mllvm -tileproof-checked ${source} -o ${object}
            DEPENDS tileproof-passes ${source} ${headers}
            DEPFILE ${object}.d
            COMMENT "Instrumenting ${name}"
            VERBATIM)
        target_sources(${target} PRIVATE ${object})
        set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    endforeach()
    target_link_libraries(${target} PUBLIC tileproof_checked_runtime)
endfunction()
