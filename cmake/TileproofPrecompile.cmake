# SPDX-License-Identifier: MIT
# tileproof_precompile(TARGET...): libraries that read cases and reports as JSON
# tileproof_precompile_test(TARGET): programs of GoogleTest
#
# With TILEPROOF_PRECOMPILED_HEADERS the headers that take longest to read are read once for all of them. Without it,
# which is the default, each file is seen to include what it needs, and a compiler cache (ccache) can keep it.
include_guard()
option(TILEPROOF_PRECOMPILED_HEADERS "Read the heavy headers once for all sources" OFF)

# TARGET gets the headers of OWNER, an executable or a library as TARGET is, which is made from them at first.
function(_tileproof_reuse target owner kind)
    if(NOT TILEPROOF_PRECOMPILED_HEADERS)
        return()
    endif()
    if(NOT TARGET ${owner})
        file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${owner}.cpp CONTENT "int main() { return 0; }\n")
        if(kind STREQUAL "EXECUTABLE")
            add_executable(${owner} ${PROJECT_BINARY_DIR}/${owner}.cpp)
        else()
            add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/${owner}.cpp)
        endif()
        target_link_libraries(${owner} PRIVATE ${tileproof_links} tileproof_warnings)
        target_precompile_headers(${owner} PRIVATE ${ARGN})
    endif()
    target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

set(TILEPROOF_HEADERS <algorithm> <cstdint> <functional> <map> <memory> <optional> <string> <string_view> <vector>)

function(tileproof_precompile)
    find_package(fmt REQUIRED)
    find_package(nlohmann_json 3.11 REQUIRED)
    set(tileproof_links nlohmann_json::nlohmann_json fmt::fmt)
    foreach(target IN LISTS ARGN)
        _tileproof_reuse(${target} tileproof_precompiled LIBRARY ${TILEPROOF_HEADERS} <fmt/format.h> <nlohmann/json.hpp>)
    endforeach()
endfunction()

function(tileproof_precompile_test target)
    set(tileproof_links GTest::gtest GTest::gmock)
    _tileproof_reuse(${target} tileproof_precompiled_test EXECUTABLE ${TILEPROOF_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)
endfunction()
