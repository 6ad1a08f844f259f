# SPDX-License-Identifier: MIT
# tileproof_add_kernels(TARGET DEVICE cpu SOURCES file... [FIBERS])
#
# Compiles HIP kernel sources for a device into TARGET, a library that exists. Sources are the same for
# every device; they find <hip/hip_runtime.h> and get the device's name as TILEPROOF_DEVICE. With clang the threads of a
# block run as loops between barriers where that is possible (device/cpu/regions), unless FIBERS says that each has a
# stack of its own.
include_guard()

function(tileproof_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "FIBERS" "DEVICE" "SOURCES")
    if(NOT arg_DEVICE STREQUAL "cpu")
        message(FATAL_ERROR "tileproof_add_kernels: device '${arg_DEVICE}' is not known; this one is: cpu.")
    endif()
    set(objects ${target}_kernels)
    add_library(${objects} OBJECT)
    get_property(loops GLOBAL PROPERTY TILEPROOF_LOOPS)
    if(loops)  # for all of them, because they share precompiled headers
        target_compile_definitions(${objects} PRIVATE TILEPROOF_CPU_LOOPS)
    endif()
    if(arg_FIBERS)
        set(loops)
    elseif(loops)
        list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER ${loops})
        set_target_properties(${objects} PROPERTIES CXX_COMPILER_LAUNCHER "${CMAKE_CXX_COMPILER_LAUNCHER}")
        add_dependencies(${objects} tileproof-loops)
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
                        ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/device/cpu/rewrite_dynamic_shared.cmake
                DEPENDS ${source} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/device/cpu/rewrite_dynamic_shared.cmake VERBATIM)
            target_include_directories(${objects} PRIVATE ${folder})
            set(source ${rewritten})
        elseif(NOT source MATCHES "\\.(cpp|cc|cxx)$")
            set_source_files_properties(${source} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-x;c++")
        endif()
        set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${loops})
        target_sources(${objects} PRIVATE ${source})
    endforeach()
    target_compile_definitions(${objects} PRIVATE TILEPROOF_DEVICE=${arg_DEVICE})
    target_compile_options(${objects} PRIVATE -O3)
    target_link_libraries(${objects} PRIVATE tileproof_cpu_hip tileproof_warnings)
    tileproof_precompile_kernels(${objects})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
    target_link_libraries(${target} PUBLIC tileproof_cpu_hip)
endfunction()
