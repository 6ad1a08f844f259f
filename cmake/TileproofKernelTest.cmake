# tileproof_add_kernel_test(NAME SOURCE file.hip [DEVICES cpu cpu-checked] [BUDGET 5s] [FLAGS flag...])
#
# Makes a test NAME.<device> for each device, which checks the kernel tests that the file declares with
# <tileproof/kernel_test.hpp>, and a target NAME_fuzz that goes on looking for an hour (or as long as
# TILEPROOF_FUZZ_BUDGET says). Findings are kept in the build folder and run first the next time.
include_guard()
set(TILEPROOF_FUZZ_BUDGET 1h CACHE STRING "How long targets <name>_fuzz look")

function(tileproof_add_kernel_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;BUDGET" "DEVICES;FLAGS")
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
    set(command tileproof check ${arg_SOURCE} --cache ${folder}/cache --store ${folder}/findings)
    foreach(flag IN LISTS arg_FLAGS)
        list(APPEND command --flag=${flag})
    endforeach()
    if(TARGET tileproof::tileproof)
        list(POP_FRONT command)
        list(PREPEND command $<TARGET_FILE:tileproof::tileproof>)
    endif()
    foreach(device IN LISTS arg_DEVICES)
        add_test(NAME ${name}.${device} COMMAND ${command} --device ${device} --budget ${arg_BUDGET})
        # The devices share the folder of findings.
        set_tests_properties(${name}.${device} PROPERTIES TIMEOUT 600 LABELS own RESOURCE_LOCK ${name})
    endforeach()
    add_custom_target(${name}_fuzz COMMAND ${command} --budget ${TILEPROOF_FUZZ_BUDGET} USES_TERMINAL
                      COMMENT "Looking for cases that break ${name}" VERBATIM)
endfunction()
