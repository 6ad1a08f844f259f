# SPDX-License-Identifier: MIT
# tileproof_join(LEVEL TARGET...): libraries of the product, optimised with LEVEL where they are joined
# tileproof_link_first(PROGRAM TARGET...): whose copies of inline functions PROGRAM takes
# tileproof_join_test(PROGRAM): programs of tests
# tileproof_precompile_kernels(TARGET [ALONE]): objects of kernels on the device cpu; with ALONE it has other headers for it
#
# TILEPROOF_JOIN_SOURCES makes a build without a compiler cache short (the preset `first`, which ./dev builds in a clean
# clone): the sources of a library or of a test program are compiled two dozen at a time (CMAKE_UNITY_BUILD), the headers that
# take longest to read are read once for all of them, and code that no case waits for, as that of the command line and of
# reports, is not optimised, which takes two thirds of its time. docs/evidence/figures.md says what it saves. Without it, which is
# the default, each source is seen to include what it needs, a change compiles one source, and a compiler cache (ccache)
# can keep it. Joined sources share their unnamed namespaces: no two of a target may use one name for two things.
# The test house.SourcesCanBeJoined looks for that.
include_guard()
option(TILEPROOF_JOIN_SOURCES "Compile several sources at a time, read heavy headers once" OFF)

# TARGET gets the headers of OWNER, an executable or a library as TARGET is, which is made from them at first.
function(_tileproof_reuse target owner kind options)
    if(NOT TARGET ${owner})
        file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${owner}.cpp CONTENT "int main() { return 0; }\n")
        if(kind STREQUAL "EXECUTABLE")
            add_executable(${owner} ${PROJECT_BINARY_DIR}/${owner}.cpp)
        else()
            add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/${owner}.cpp)
        endif()
        set_target_properties(${owner} PROPERTIES EXCLUDE_FROM_ALL ON)
        target_link_libraries(${owner} PRIVATE ${tileproof_links})
        target_compile_options(${owner} PRIVATE ${options})
        target_precompile_headers(${owner} PRIVATE ${ARGN})
    endif()
    target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

set(TILEPROOF_HEADERS <algorithm> <chrono> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <optional> <set>
                      <sstream> <string> <string_view> <thread> <unordered_map> <variant> <vector>)

function(tileproof_join level)
    if(NOT TILEPROOF_JOIN_SOURCES)
        return()
    endif()
    find_package(fmt REQUIRED)
    find_package(nlohmann_json 3.11 REQUIRED)
    set(tileproof_links nlohmann_json::nlohmann_json fmt::fmt)
    foreach(target IN LISTS ARGN)
        if(NOT TARGET ${target})
            continue()
        endif()
        # -w: warnings are for sources by themselves; joined ones shadow names of each other.
        target_compile_options(${target} PRIVATE ${level} -w)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
        _tileproof_reuse(${target} tileproof_precompiled${level} LIBRARY "${level};-w" ${TILEPROOF_HEADERS}
                         <fmt/format.h> <nlohmann/json.hpp>)
    endforeach()
endfunction()

# An inline function that is not inlined is in each object that uses it, and the linker takes the first: without this it
# would take what is not optimised, for the code that cases wait for too.
function(tileproof_link_first program)
    if(NOT TILEPROOF_JOIN_SOURCES)
        return()
    endif()
    list(TRANSFORM ARGN REPLACE ".+" "$<TARGET_FILE:\\0>" OUTPUT_VARIABLE files)
    list(JOIN files "," files)
    target_link_options(${program} BEFORE PRIVATE "LINKER:--whole-archive,${files},--no-whole-archive")
    add_dependencies(${program} ${ARGN})
endfunction()

function(tileproof_join_test program)
    if(NOT TILEPROOF_JOIN_SOURCES)
        return()
    endif()
    find_package(GTest REQUIRED)
    find_package(nlohmann_json 3.11 REQUIRED)
    set(tileproof_links GTest::gtest GTest::gmock nlohmann_json::nlohmann_json)
    set_target_properties(${program} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
    target_compile_options(${program} PRIVATE -w)
    _tileproof_reuse(${program} tileproof_precompiled_test EXECUTABLE -w ${TILEPROOF_HEADERS} <random> <regex>
                     <nlohmann/json.hpp> <gmock/gmock.h> <gtest/gtest.h>)
endfunction()

# Not joined: kernels are plain HIP, and name their tiles as they like.
function(tileproof_precompile_kernels target)
    if(NOT TILEPROOF_JOIN_SOURCES)
        return()
    endif()
    get_property(owner GLOBAL PROPERTY TILEPROOF_PRECOMPILED_KERNELS)
    if(owner AND NOT ARGN)
        target_precompile_headers(${target} REUSE_FROM ${owner})
        return()
    endif()
    target_precompile_headers(${target} PRIVATE <hip/hip_runtime.h> <functional> <string> <vector>)
    if(NOT owner)
        set_property(GLOBAL PROPERTY TILEPROOF_PRECOMPILED_KERNELS ${target})
    endif()
endfunction()
