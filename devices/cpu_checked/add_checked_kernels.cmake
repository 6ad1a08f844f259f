# SPDX-License-Identifier: MIT
# tileproof_add_checked_kernels(TARGET SOURCES file... [FLAGS flag...])
#
# Compiles HIP kernel sources for the cpu-checked device into TARGET, a library or program that exists.
# With TILEPROOF_JOIN_SOURCES they share one reading of the headers that all of them include.
include_guard()

function(tileproof_add_checked_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;FLAGS")
    get_property(compiler GLOBAL PROPERTY TILEPROOF_PASSES_CLANG)
    set(flags -I${PROJECT_SOURCE_DIR}/hip/headers -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/lib
              -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= ${arg_FLAGS})
    set(headers)
    if(TILEPROOF_JOIN_SOURCES)
        set(header ${CMAKE_CURRENT_BINARY_DIR}/${target}_checked/headers.hpp)
        set(headers ${header}.pch)
        file(CONFIGURE OUTPUT ${header} CONTENT
             "#include <hip/hip_runtime.h>\n#include <algorithm>\n#include <functional>\n#include <string>\n#include <vector>\n")
        add_custom_command(
            OUTPUT ${headers}
            COMMAND tileproof-instrument ${header} --header -o ${headers} --compiler ${compiler}
                    --dependencies ${headers}.d -- ${flags}
            DEPENDS tileproof-instrument ${header} DEPFILE ${headers}.d COMMENT "Reading headers of kernels" VERBATIM)
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
            COMMAND tileproof-instrument ${source} -o ${object} --compiler ${compiler}
                    --dependencies ${object}.d -- ${flags}
            DEPENDS tileproof-instrument tileproof-passes ${source} ${headers}
            DEPFILE ${object}.d
            COMMENT "Instrumenting ${name}"
            VERBATIM)
        target_sources(${target} PRIVATE ${object})
        set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    endforeach()
    target_link_libraries(${target} PUBLIC tileproof_checked_runtime)
endfunction()
