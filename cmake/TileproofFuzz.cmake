# tileproof_add_fuzz_target(NAME SOURCES file... [LINK target...] [CORPUS folder] [DICTIONARY file])
#
# A program that judges the inputs in the files it is given: bin/replay/NAME, with any compiler. With
# TILEPROOF_BUILD_FUZZERS also bin/fuzz/NAME, the same code under libFuzzer. ctest replays the corpus.
include_guard()

if(TILEPROOF_BUILD_FUZZERS)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "The fuzz targets need clang, because libFuzzer is part of it; the compiler is "
                            "${CMAKE_CXX_COMPILER_ID}. Set CMAKE_CXX_COMPILER=clang++-19, or "
                            "TILEPROOF_BUILD_FUZZERS=OFF: the replay programs build with any compiler.")
    endif()
    message(STATUS "Fuzzers: libFuzzer targets are built into ${PROJECT_BINARY_DIR}/bin/fuzz")
endif()

function(tileproof_add_fuzz_target name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "CORPUS;DICTIONARY" "SOURCES;LINK")
    add_executable(replay_${name} ${arg_SOURCES} ${PROJECT_SOURCE_DIR}/fuzz/replay_main.cpp)
    set_target_properties(replay_${name} PROPERTIES OUTPUT_NAME ${name}
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin/replay)
    target_link_libraries(replay_${name} PRIVATE ${arg_LINK} tileproof_warnings)
    if(arg_CORPUS AND TILEPROOF_BUILD_TESTS)
        add_test(NAME fuzz.replay.${name} COMMAND replay_${name} ${arg_CORPUS})
        set_tests_properties(fuzz.replay.${name} PROPERTIES TIMEOUT 300 LABELS "fuzz")
    endif()
    if(TILEPROOF_BUILD_FUZZERS)
        add_executable(fuzz_${name} ${arg_SOURCES})
        set_target_properties(fuzz_${name} PROPERTIES OUTPUT_NAME ${name}
                              RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin/fuzz)
        target_link_libraries(fuzz_${name} PRIVATE ${arg_LINK} tileproof_warnings)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    endif()
endfunction()
