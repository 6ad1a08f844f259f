# SPDX-License-Identifier: MIT
# tileproof_add_fuzz_target(NAME SOURCES file... [LINK target...] [CORPUS folder] [DICTIONARY file]
#                           [MUTATED n] [FLAGS libFuzzer flag...])
#
# A program that judges the inputs in the files it is given: bin/replay/NAME, with any compiler. With
# TILEPROOF_BUILD_FUZZERS also bin/fuzz/NAME, the same code under libFuzzer, and beside it seeds/NAME,
# NAME.dict and NAME.flags, so that `tileproof fuzz` finds them wherever the folder is. ctest replays the
# corpus and the n mutations of it that MUTATED asks for, and with libFuzzer mutates it for a few seconds
# (label fuzz-smoke, all).
include_guard()
# What OSS-Fuzz and ClusterFuzzLite say in LIB_FUZZING_ENGINE: flags or a library. The programs then stand alone, as
# tileproof-alone does: they are run on machines where nothing of this one is.
set(TILEPROOF_FUZZING_ENGINE "" CACHE STRING "Fuzzing engine of OSS-Fuzz; empty: libFuzzer, for this machine")

if(TILEPROOF_BUILD_FUZZERS)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "The fuzz targets need clang, because libFuzzer is part of it; the compiler is "
                            "${CMAKE_CXX_COMPILER_ID}. Set CMAKE_CXX_COMPILER=clang++-19, or "
                            "TILEPROOF_BUILD_FUZZERS=OFF: the replay programs build with any compiler.")
    endif()
    message(STATUS "Fuzzers: libFuzzer targets are built into ${PROJECT_BINARY_DIR}/bin/fuzz")
endif()

# Links the engine, and with that of OSS-Fuzz everything else that a bare machine lacks, but the C++ library.
function(tileproof_link_fuzzing_engine program)
    if(NOT TILEPROOF_FUZZING_ENGINE)
        target_link_options(${program} PRIVATE -fsanitize=fuzzer)
        return()
    endif()
    find_package(fmt REQUIRED)
    separate_arguments(engine UNIX_COMMAND "${TILEPROOF_FUZZING_ENGINE}")
    set_target_properties(${program} PROPERTIES TILEPROOF_ALONE ON)
    target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/command/fmt_inside.cpp)
    target_include_directories(${program} SYSTEM PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
    target_link_options(${program} PRIVATE -Wl,--as-needed)
    target_link_libraries(${program} PRIVATE ${engine})
endfunction()

function(tileproof_add_fuzz_target name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "CORPUS;DICTIONARY;MUTATED" "SOURCES;LINK;FLAGS")
    add_executable(replay_${name} ${arg_SOURCES})
    set_target_properties(replay_${name} PROPERTIES OUTPUT_NAME ${name}
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin/replay)
    target_link_libraries(replay_${name} PRIVATE ${arg_LINK} tileproof_replay_main tileproof_fuzz_target tileproof_warnings)
    tileproof_join_test(replay_${name})
    if(arg_MUTATED)
        set(mutated --mutated=${arg_MUTATED})
    endif()
    if(arg_CORPUS AND PROJECT_IS_TOP_LEVEL)
        add_test(NAME fuzz.replay.${name} COMMAND replay_${name} ${mutated} ${arg_CORPUS})
        set_tests_properties(fuzz.replay.${name} PROPERTIES TIMEOUT 300 LABELS "fuzz;fuzz-smoke;slow")
    endif()
    if(NOT TILEPROOF_BUILD_FUZZERS)
        return()
    endif()
    set(folder ${PROJECT_BINARY_DIR}/bin/fuzz)
    add_executable(fuzz_${name} ${arg_SOURCES} ${PROJECT_SOURCE_DIR}/fuzz/libfuzzer/asan_options.cpp)
    set_target_properties(fuzz_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${folder})
    target_link_libraries(fuzz_${name} PRIVATE ${arg_LINK} tileproof_fuzz_target tileproof_warnings)
    tileproof_link_fuzzing_engine(fuzz_${name})
    if(TILEPROOF_FUZZING_ENGINE)
        target_link_options(fuzz_${name} PRIVATE -static-libstdc++ -static-libgcc)
    endif()
    if(NOT TARGET all_fuzz_targets)
        add_custom_target(all_fuzz_targets)
    endif()
    add_dependencies(all_fuzz_targets fuzz_${name})
    set(beside COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}/seeds/${name})
    set(flags -rss_limit_mb=2048 -timeout=20 ${arg_FLAGS})
    if(arg_CORPUS)
        list(APPEND beside COMMAND ${CMAKE_COMMAND} -E copy_directory ${arg_CORPUS} ${folder}/seeds/${name})
    endif()
    if(arg_DICTIONARY)
        list(APPEND beside COMMAND ${CMAKE_COMMAND} -E copy ${arg_DICTIONARY} ${folder}/${name}.dict)
        list(APPEND smoke_flags -dict=${arg_DICTIONARY})
    endif()
    string(JOIN "\n" flag_lines ${flags})
    file(CONFIGURE OUTPUT ${folder}/${name}.flags CONTENT "${flag_lines}\n")
    add_custom_command(TARGET fuzz_${name} POST_BUILD ${beside} VERBATIM)
    # A fixed seed: the smoke test checks that the target works, campaigns look for what is new.
    set(scratch ${PROJECT_BINARY_DIR}/fuzz-smoke/${name})
    add_test(NAME fuzz.smoke.${name}.prepare COMMAND ${CMAKE_COMMAND} -E make_directory ${scratch})
    set_tests_properties(fuzz.smoke.${name}.prepare PROPERTIES LABELS "fuzz-smoke;slow"
                         FIXTURES_SETUP fuzz_smoke_${name})
    add_test(NAME fuzz.smoke.${name}
             COMMAND fuzz_${name} ${flags} ${smoke_flags} -max_total_time=5 -seed=1 -print_final_stats=1
                     -use_value_profile=1 -artifact_prefix=${scratch}/ ${scratch} ${folder}/seeds/${name})
    set_tests_properties(fuzz.smoke.${name} PROPERTIES TIMEOUT 120 LABELS "fuzz-smoke;slow" RUN_SERIAL ON
                         FIXTURES_REQUIRED fuzz_smoke_${name})
endfunction()

# A definition for the programs of a target.
function(tileproof_define_for_fuzz_target name definition)
    foreach(program replay_${name} fuzz_${name})
        if(TARGET ${program})
            target_compile_definitions(${program} PRIVATE "${definition}")
        endif()
    endforeach()
endfunction()
