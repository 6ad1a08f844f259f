# SPDX-License-Identifier: MIT
# tileproof_add_kernel_test(NAME SOURCE file.hip [DEVICES cpu cpu-checked hip cuda] [BUDGET 5s] [FLAGS flag...]
#                           [WAVE 32|64|both])
#
# For the kernel tests that the file declares with <tileproof/kernel_test.hpp>:
#   tests NAME.<device>   check them on each device (without DEVICES: cpu and cpu-checked), for BUDGET; those on a GPU
#                         have the label gpu, and TILEPROOF_GPU_LAUNCHER before them
#   target NAME_oss_fuzz  the fuzz target of OSS-Fuzz and ClusterFuzzLite: NAME and what it needs into the folder $OUT;
#                         target oss_fuzz does that for all
#   target NAME_fuzz      searches on, guided by coverage (libFuzzer) where tileproof was built with
#                         clang, by random cases elsewhere, for as long as TILEPROOF_FUZZ_BUDGET says
# Findings are kept in the build folder. The tests run them first, so what the fuzzer finds makes them fail
# until it is fixed.
include_guard()
set(TILEPROOF_FUZZ_BUDGET 1h CACHE STRING "How long targets <name>_fuzz look: 30s, 10m, 1h")

# "10m" is 600.
function(_tileproof_seconds budget result)
    if(NOT budget MATCHES "^([0-9]+)(s|m|h)$")
        message(FATAL_ERROR "TILEPROOF_FUZZ_BUDGET is '${budget}', not a time like 30s, 10m or 1h.")
    endif()
    set(unit_s 1)
    set(unit_m 60)
    set(unit_h 3600)
    math(EXPR seconds "${CMAKE_MATCH_1} * ${unit_${CMAKE_MATCH_2}}")
    set(${result} ${seconds} PARENT_SCOPE)
endfunction()

function(tileproof_add_kernel_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;BUDGET;WAVE" "DEVICES;FLAGS")
    if(NOT arg_SOURCE OR arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "tileproof_add_kernel_test(${name}) needs SOURCE and one file.")
    endif()
    if(NOT arg_DEVICES)
        set(arg_DEVICES cpu cpu-checked)
    endif()
    if(NOT arg_BUDGET)
        set(arg_BUDGET 5s)
    endif()
    cmake_path(ABSOLUTE_PATH arg_SOURCE BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/tileproof/${name})
    set(program tileproof)
    if(TARGET tileproof::tileproof)
        set(program $<TARGET_FILE:tileproof::tileproof>)
    endif()
    set(command ${program} check ${arg_SOURCE} --cache ${folder}/cache --store ${folder}/findings)
    foreach(flag IN LISTS arg_FLAGS)
        list(APPEND command --flag=${flag})
        list(APPEND fuzz_flags --flag=${flag})
    endforeach()
    if(arg_WAVE)
        list(APPEND command --wave ${arg_WAVE})
        list(APPEND fuzz_flags --wave=${arg_WAVE})
    endif()
    foreach(device IN LISTS arg_DEVICES)
        set(launcher)
        set(labels user)
        if(device MATCHES "^(hip|cuda)$")
            list(APPEND labels gpu)
            separate_arguments(launcher UNIX_COMMAND "${TILEPROOF_GPU_LAUNCHER}")
        endif()
        add_test(NAME ${name}.${device} COMMAND ${launcher} ${command} --device ${device} --budget ${arg_BUDGET})
        # The devices share the folder of findings.
        set_tests_properties(${name}.${device} PROPERTIES TIMEOUT 600 LABELS "${labels}" RESOURCE_LOCK ${name})
        # The fuzzer follows coverage, which GPUs do not have.
        if(device MATCHES "^cpu")
            list(APPEND fuzz_flags --device=${device})
        endif()
    endforeach()
    if(TARGET tileproof::fuzz_kernel)
        _tileproof_seconds("${TILEPROOF_FUZZ_BUDGET}" seconds)
        file(MAKE_DIRECTORY ${folder}/corpus)
        add_custom_target(${name}_fuzz
            COMMAND tileproof::fuzz_kernel --source=${arg_SOURCE} --cache=${folder}/cache
                    --store=${folder}/findings ${fuzz_flags} -max_total_time=${seconds} -max_len=128
                    -timeout=60 -artifact_prefix=${folder}/ ${folder}/corpus
            USES_TERMINAL COMMENT "Fuzzing ${name}" VERBATIM)
        add_custom_target(${name}_oss_fuzz
            COMMAND tileproof::fuzz_kernel --source=${arg_SOURCE} --cache=${folder}/cache ${fuzz_flags}
                    --install=${name}
            COMMENT "Installing ${name} as a target of OSS-Fuzz" VERBATIM)
        if(NOT TARGET oss_fuzz)
            add_custom_target(oss_fuzz)
        endif()
        add_dependencies(oss_fuzz ${name}_oss_fuzz)
    else()
        add_custom_target(${name}_fuzz COMMAND ${command} --budget ${TILEPROOF_FUZZ_BUDGET} USES_TERMINAL
                          COMMENT "Looking for cases that break ${name}" VERBATIM)
    endif()
endfunction()
