# SPDX-License-Identifier: MIT
# tileproof_add_kernels(TARGET DEVICE cpu|cpu_checked SOURCES file... [GPU gfx1100] [FLAGS flag...]
#                       [FIBERS] [QUICK])
#
# Compiles HIP kernel sources for a device of the processor into TARGET, a library or program that exists, as users' sources are
# compiled (compiler/build/front_end.cpp and back_end.cpp): clang's own HIP front end reads each once for the host and once for
# the device, and our passes join the two (compiler/passes). Sources are the same for every device, and get its name as
# TILEPROOF_DEVICE.
# GPU says which of AMD's they are meant for: its wave, macros and matrix instructions.
#
# On cpu the threads of a block run as loops between barriers where that is possible, unless FIBERS says that each has a stack of
# its own. QUICK takes half the time, for what need not run fast.
# On cpu_checked the checks are added before any optimisation; what follows is -O2, but each access is by then behind a call of an
# unknown function with the address (compiler/passes/checks.hpp).
include_guard()

function(tileproof_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "FIBERS;QUICK" "DEVICE;GPU" "SOURCES;FLAGS")
    if(NOT arg_DEVICE MATCHES "^(cpu|cpu_checked)$")
        message(FATAL_ERROR "tileproof_add_kernels: device '${arg_DEVICE}' is not known; these are: cpu, cpu_checked.")
    endif()
    if(NOT arg_GPU)
        set(arg_GPU gfx1100)
    endif()
    get_property(compiler GLOBAL PROPERTY TILEPROOF_PASSES_CLANG)
    get_property(passes GLOBAL PROPERTY TILEPROOF_PASSES)
    set(base ${CMAKE_CURRENT_BINARY_DIR}/${target}_${arg_DEVICE})
    # The passes read where variables are declared, not each assignment.
    set(front ${compiler} -x hip -nogpulib -fuse-cuid=none --offload-arch=${arg_GPU} -std=gnu++20 -c -fPIC -emit-llvm -O2 -g
              -Xclang -fexperimental-assignment-tracking=disabled -Xclang -fno-cxx-modules -fno-finite-loops
              -ftrivial-auto-var-init=pattern -Wno-undefined-internal -D__HIPCC__=1 -D__HIP_PLATFORM_AMD__=1 -DEIGEN_NO_HIP
              -DTILEPROOF_DEVICE=${arg_DEVICE} -I${PROJECT_SOURCE_DIR}/hip/headers -I${PROJECT_SOURCE_DIR}
              -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
    if(TILEPROOF_SANITIZE)  # both sides of a switch between fibers must tell the address sanitizer
        list(APPEND front -DTILEPROOF_ASAN=1)
    endif()
    set(host --offload-host-only -fexcess-precision=16)
    # The sanitizer finds indices outside of arrays.
    set(device --offload-device-only -Xclang -fsanitize=array-bounds -Xclang -fsanitize-recover=array-bounds
               -fstrict-flex-arrays=1 -fno-delete-null-pointer-checks -fno-optimize-sibling-calls -fno-discard-value-names
               -fno-builtin-printf)
    set(level -O2)
    if(arg_QUICK)
        set(level -O0)
    endif()
    set(back ${compiler} -x ir -c -fPIC ${level} -Wno-pass-failed -fplugin=${passes} -fpass-plugin=${passes})
    if(arg_DEVICE STREQUAL "cpu_checked")
        list(APPEND back -fno-vectorize -fno-slp-vectorize -mllvm -tileproof-checked)
    else()
        if(arg_FIBERS)
            list(APPEND back -mllvm -tileproof-stacks)
        endif()
        if(TILEPROOF_BUILD_FUZZERS)  # libFuzzer is told which branches they take
            list(APPEND back -fsanitize=fuzzer-no-link)
        endif()
    endif()
    set(headers)
    if(TILEPROOF_JOIN_SOURCES)  # one reading of the headers that all of them include
        set(headers tileproof-headers-${arg_DEVICE}-${arg_GPU})
        set(made ${PROJECT_BINARY_DIR}/${headers})
        foreach(half host device)
            list(APPEND files ${made}.${half}.pch)
        endforeach()
        if(NOT TARGET ${headers})
            file(CONFIGURE OUTPUT ${made}.hpp CONTENT
                 "#include <hip/hip_runtime.h>\n#include <algorithm>\n#include <functional>\n#include <string>\n#include <vector>\n")
            foreach(half host device)
                set(file ${made}.${half}.pch)
                add_custom_command(
                    OUTPUT ${file}
                    COMMAND ${front} ${${half}} -Xclang -emit-pch -MD -MF ${file}.d -MT ${file} ${made}.hpp -o ${file}
                    DEPENDS ${made}.hpp DEPFILE ${file}.d COMMENT "Reading headers of kernels for ${arg_DEVICE}" VERBATIM)
            endforeach()
            add_custom_target(${headers} DEPENDS ${files})
        endif()
        list(APPEND headers ${files})
        foreach(half host device)
            list(APPEND ${half} -Xclang -include-pch -Xclang ${made}.${half}.pch)
        endforeach()
    endif()
    list(APPEND front ${arg_FLAGS} -I${PROJECT_SOURCE_DIR}/lib)
    foreach(source IN LISTS arg_SOURCES)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
        set(object ${base}/${name}.o)
        cmake_path(GET object PARENT_PATH folder)
        file(MAKE_DIRECTORY ${folder})
        add_custom_command(
            OUTPUT ${object}
            COMMAND ${front} ${host} -Xclang -disable-llvm-passes -MD -MF ${object}.d -MT ${object} ${source} -o ${object}.host.bc
            COMMAND ${front} ${device} -Xclang -disable-llvm-passes ${source} -o ${object}.device.bc
            COMMAND ${back} -mllvm -tileproof-device=${object}.device.bc -mllvm -tileproof-source=${source} ${object}.host.bc
                    -o ${object}
            DEPENDS tileproof-passes ${source} ${headers}
            DEPFILE ${object}.d
            COMMENT "Compiling ${name} for ${arg_DEVICE}"
            VERBATIM)
        target_sources(${target} PRIVATE ${object})
        set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    endforeach()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(${target} PUBLIC tileproof_cpu_hip)
endfunction()
