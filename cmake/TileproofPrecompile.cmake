# SPDX-License-Identifier: MIT
# tileproof_precompile(TARGET...): libraries of the product
# tileproof_precompile_test(TARGET): programs of GoogleTest
#
# TILEPROOF_JOIN_SOURCES makes a first build without a compiler cache short: the sources of a library are compiled twelve
# at a time (CMAKE_UNITY_BUILD), and the headers that take longest to read are read once for all of them. docs/figures.md
# says what each saves. Without it, which is the default, each source is seen to include what it needs, and a compiler
# cache (ccache) can keep it. Joined sources share their unnamed namespaces, so that no two of a library may use one name
# for two things.
include_guard()
option(TILEPROOF_JOIN_SOURCES "Compile several sources at a time, read heavy headers once" OFF)

# TARGET gets the headers of OWNER, an executable or a library as TARGET is, which is made from them at first.
function(_tileproof_reuse target owner kind)
    if(NOT TARGET ${owner})
        file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${owner}.cpp CONTENT "int main() { return 0; }\n")
        if(kind STREQUAL "EXECUTABLE")
            add_executable(${owner} ${PROJECT_BINARY_DIR}/${owner}.cpp)
        else()
            add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/${owner}.cpp)
        endif()
        set_target_properties(${owner} PROPERTIES EXCLUDE_FROM_ALL ON)
        target_link_libraries(${owner} PRIVATE ${tileproof_links} tileproof_warnings)
        target_precompile_headers(${owner} PRIVATE ${ARGN})
    endif()
    target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

set(TILEPROOF_HEADERS <algorithm> <chrono> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <optional> <set>
                      <sstream> <string> <string_view> <thread> <unordered_map> <variant> <vector>)

function(tileproof_precompile)
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
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
        _tileproof_reuse(${target} tileproof_precompiled LIBRARY ${TILEPROOF_HEADERS} <fmt/format.h> <nlohmann/json.hpp>)
    endforeach()
endfunction()

function(tileproof_precompile_test target)
    if(NOT TILEPROOF_JOIN_SOURCES)
        return()
    endif()
    set(tileproof_links GTest::gtest GTest::gmock)
    _tileproof_reuse(${target} tileproof_precompiled_test EXECUTABLE ${TILEPROOF_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)
endfunction()
