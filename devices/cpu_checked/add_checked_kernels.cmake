# SPDX-License-Identifier: MIT
# tileproof_add_checked_kernels(TARGET SOURCES file... [FLAGS flag...])
#
# Compiles HIP kernel sources for the cpu-checked device into TARGET, a library or program that exists, as users' sources are
# compiled (compiler/build/front_end.cpp and back_end.cpp): clang's own HIP front end reads each once for the host and once for
# the device, and our passes join the two and add the checks, before any optimisation. What follows is -O2, but each access is by
# then behind a call of an unknown function with the address (compiler/passes/checks.hpp).
# With TILEPROOF_JOIN_SOURCES they share one reading of the headers that all of them include.
include_guard()

function(tileproof_add_checked_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;FLAGS")
    get_property(compiler GLOBAL PROPERTY TILEPROOF_PASSES_CLANG)
    get_property(passes GLOBAL PROPERTY TILEPROOF_PASSES)
    # The passes read where variables are declared, not each assignment.
    set(front ${compiler} -x hip -nogpulib -fuse-cuid=none --offload-arch=gfx1100 -std=gnu++20 -c -fPIC -emit-llvm -O2 -g
              -Xclang -fexperimental-assignment-tracking=disabled -Xclang -fno-cxx-modules -fno-finite-loops
              -ftrivial-auto-var-init=pattern -Wno-undefined-internal -D__HIPCC__=1 -D__HIP_PLATFORM_AMD__=1 -DEIGEN_NO_HIP
              -DTILEPROOF_DEVICE=cpu_checked -I${PROJECT_SOURCE_DIR}/hip/headers -I${PROJECT_SOURCE_DIR}
              -I${PROJECT_SOURCE_DIR}/lib -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= ${arg_FLAGS})
    set(host --offload-host-only -fexcess-precision=16)
    # The sanitizer finds indices outside of arrays.
    set(device --offload-device-only -Xclang -fsanitize=array-bounds -Xclang -fsanitize-recover=array-bounds
               -fstrict-flex-arrays=1 -fno-delete-null-pointer-checks -fno-optimize-sibling-calls -fno-discard-value-names
               -fno-builtin-printf)
    set(headers)
    if(TILEPROOF_JOIN_SOURCES)
        set(header ${CMAKE_CURRENT_BINARY_DIR}/${target}_checked/headers.hpp)
        file(CONFIGURE OUTPUT ${header} CONTENT
             "#include <hip/hip_runtime.h>\n#include <algorithm>\n#include <functional>\n#include <string>\n#include <vector>\n")
        foreach(half host device)
            set(made ${header}.${half}.pch)
            add_custom_command(
                OUTPUT ${made}
                COMMAND ${front} ${${half}} -Xclang -emit-pch -MD -MF ${made}.d -MT ${made} ${header} -o ${made}
                DEPENDS ${header} DEPFILE ${made}.d COMMENT "Reading headers of kernels" VERBATIM)
            list(APPEND headers ${made})
            list(APPEND ${half} -Xclang -include-pch -Xclang ${made})
        endforeach()
    endif()
    foreach(source IN LISTS arg_SOURCES)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
        set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}_checked/${name}.o)
        cmake_path(GET object PARENT_PATH folder)
        file(MAKE_DIRECTORY ${folder})
        add_custom_command(
            OUTPUT ${object}
            COMMAND ${front} ${host} -Xclang -disable-llvm-passes -MD -MF ${object}.d -MT ${object} ${source} -o ${object}.host.bc
            COMMAND ${front} ${device} -Xclang -disable-llvm-passes ${source} -o ${object}.device.bc
            COMMAND ${compiler} -x ir -c -fPIC -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-lto -Wno-pass-failed
                    -fplugin=${passes} -fpass-plugin=${passes} -mllvm -tileproof-checked
                    -mllvm -tileproof-device=${object}.device.bc -mllvm -tileproof-source=${source} ${object}.host.bc -o ${object}
            DEPENDS tileproof-passes ${source} ${headers}
            DEPFILE ${object}.d
            COMMENT "Instrumenting ${name}"
            VERBATIM)
        target_sources(${target} PRIVATE ${object})
        set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    endforeach()
    target_link_libraries(${target} PUBLIC tileproof_checked_runtime)
endfunction()
