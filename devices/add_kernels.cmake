# SPDX-License-Identifier: MIT
# tileproof_add_kernels(TARGET DEVICE cpu SOURCES file... [FIBERS])
#
# Compiles HIP kernel sources for a device into TARGET, a library that exists. Sources are the same for
# every device; they find <hip/hip_runtime.h> and get the device's name as TILEPROOF_DEVICE. With clang the threads of a
# block run as loops between barriers where that is possible (compiler/passes), unless FIBERS says that each has a
# stack of its own.
include_guard()

function(tileproof_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "FIBERS" "DEVICE" "SOURCES")
    if(NOT arg_DEVICE STREQUAL "cpu")
        message(FATAL_ERROR "tileproof_add_kernels: device '${arg_DEVICE}' is not known; this one is: cpu.")
    endif()
    set(objects ${target}_kernels)
    add_library(${objects} OBJECT)
    # Other compilers, debug information and sanitizers want the kernels as they are: a stack for each thread.
    get_property(passes GLOBAL PROPERTY TILEPROOF_PASSES)
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} --version OUTPUT_VARIABLE said ERROR_QUIET)
    get_property(compiler GLOBAL PROPERTY TILEPROOF_PASSES_COMPILER)
    string(FIND "${said}" "${compiler}\n" at)
    if(NOT passes OR NOT at EQUAL 0 OR TILEPROOF_SANITIZE OR TILEPROOF_BUILD_FUZZERS
       OR flags MATCHES "(^| )-(g|-coverage|fsanitize|fprofile|fcoverage|flto)")
        set(passes)
    endif()
    if(passes)  # for all of them, because they share precompiled headers
        target_compile_definitions(${objects} PRIVATE TILEPROOF_CPU_LOOPS)
    endif()
    if(arg_FIBERS)
        set(passes)
    elseif(passes)
        target_compile_options(${objects} PRIVATE -fpass-plugin=${passes} -Wno-pass-failed)
        add_dependencies(${objects} tileproof-passes)
        if(CMAKE_CXX_COMPILER_LAUNCHER)  # a compiler cache that does not know what the flag names
            set_target_properties(${objects} PROPERTIES CXX_COMPILER_LAUNCHER
                                  "${CMAKE_COMMAND};-E;env;CCACHE_EXTRAFILES=${passes};${CMAKE_CXX_COMPILER_LAUNCHER}")
        endif()
    endif()
    foreach(source IN LISTS arg_SOURCES)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        # `extern __shared__` has no meaning in plain C++: such a source goes through a rewriting step.
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
        file(STRINGS ${source} dynamic REGEX "extern[ \t]+__shared__")
        if(dynamic)
            cmake_path(GET source FILENAME name)
            cmake_path(GET source PARENT_PATH folder)
            set(rewritten ${CMAKE_CURRENT_BINARY_DIR}/${objects}/${name}.cpp)
            add_custom_command(
                OUTPUT ${rewritten}
                COMMAND ${CMAKE_COMMAND} -DINPUT=${source} -DOUTPUT=${rewritten} -P
                        ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cpu/rewrite_dynamic_shared.cmake
                DEPENDS ${source} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cpu/rewrite_dynamic_shared.cmake VERBATIM)
            target_include_directories(${objects} PRIVATE ${folder})
            set(source ${rewritten})
        elseif(NOT source MATCHES "\\.(cpp|cc|cxx)$")
            set_source_files_properties(${source} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-x;c++")
        endif()
        set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${passes})
        target_sources(${objects} PRIVATE ${source})
    endforeach()
    target_compile_definitions(${objects} PRIVATE TILEPROOF_DEVICE=${arg_DEVICE})
    # A loop that never ends is a hang, and stays.
    target_compile_options(${objects} PRIVATE -O3 -fno-finite-loops)
    target_link_libraries(${objects} PRIVATE tileproof_cpu_hip tileproof_warnings)
    tileproof_precompile_kernels(${objects})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
    target_link_libraries(${target} PUBLIC tileproof_cpu_hip)
endfunction()
