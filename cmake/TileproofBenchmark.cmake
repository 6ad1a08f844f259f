# SPDX-License-Identifier: MIT
# tileproof_add_benchmark(NAME SOURCES file... [LINK target...])
#
# One Google Benchmark program in bin/bench, which `./dev bench` runs with the others.
include_guard()
find_package(benchmark QUIET)

function(tileproof_add_benchmark name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
    if(NOT benchmark_FOUND)
        message(STATUS "Benchmarks: ${name} is left out, because Google Benchmark was not found")
        return()
    endif()
    add_executable(${name} ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin/bench)
    target_link_libraries(${name} PRIVATE ${arg_LINK} tileproof_warnings benchmark::benchmark_main)
endfunction()
