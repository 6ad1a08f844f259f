# SPDX-License-Identifier: MIT
# tileproof_add_test(NAME SOURCES file... LABELS label... [LINK target...] [DEFINE name=value...] [NEEDS target...]
#                    [SLOW|NIGHTLY] [TOGETHER])
# tileproof_add_check(NAME COMMAND word... LABELS label... [SLOW|NIGHTLY])
#
# One GoogleTest program whose tests ctest lists one by one, or one test that is a command. Each test has a time
# limit of ten minutes, and the label fast, slow or nightly beside its own: all fast ones together take less than two
# minutes on two cores (./dev test -L fast); nightly ones are long searches, which ./dev test leaves to ./dev nightly. A
# program is slow as a whole. Where its tests look at one thing that takes minutes to make, say TOGETHER: ctest runs them
# in one process, as one test, which may take twice as long.
#
# With the label gpu a program has every device of this build, and the command TILEPROOF_GPU_LAUNCHER goes before
# it, when it is run and when it is asked for its tests.
include_guard()
include(GoogleTest)
include(TileproofPrecompile)
find_package(GTest REQUIRED)

macro(_tileproof_test_labels)
    if(NOT arg_LABELS)
        message(FATAL_ERROR "The test ${name} has no label: give it the folder that it mirrors.")
    endif()
    if(arg_NIGHTLY)
        list(APPEND arg_LABELS nightly)
    elseif(arg_SLOW)
        list(APPEND arg_LABELS slow)
    else()
        list(APPEND arg_LABELS fast)
    endif()
endmacro()

function(tileproof_add_check name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SLOW;NIGHTLY" "" "COMMAND;LABELS")
    _tileproof_test_labels()
    add_test(NAME ${name} COMMAND ${arg_COMMAND})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 600)
endfunction()

# TILEPROOF_GPU_LAUNCHER as one word, which is all that gtest_discover_tests() hands on.
function(_tileproof_launch_on_gpu name)
    set(launcher ${PROJECT_BINARY_DIR}/gpu-launcher)
    file(CONFIGURE OUTPUT ${launcher} CONTENT "#!/bin/sh\nexec @TILEPROOF_GPU_LAUNCHER@ \"$@\"\n" @ONLY)
    file(CHMOD ${launcher} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                       WORLD_EXECUTE)
    # From 3.29 on an emulator is for cross compiling only, and a launcher for this.
    if(CMAKE_VERSION VERSION_LESS 3.29)
        set_target_properties(${name} PROPERTIES CROSSCOMPILING_EMULATOR ${launcher})
    else()
        set_target_properties(${name} PROPERTIES TEST_LAUNCHER ${launcher})
    endif()
endfunction()

function(tileproof_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SLOW;NIGHTLY;TOGETHER" "" "SOURCES;LINK;LABELS;DEFINE;NEEDS")
    _tileproof_test_labels()
    add_executable(${name} ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin/tests)
    target_link_libraries(${name} PRIVATE ${arg_LINK} tileproof_warnings GTest::gtest_main GTest::gmock)
    target_compile_definitions(${name} PRIVATE ${arg_DEFINE})
    tileproof_join_test(${name})
    if(arg_NEEDS)
        add_dependencies(${name} ${arg_NEEDS})
    endif()
    if("gpu" IN_LIST arg_LABELS)
        set_target_properties(${name} PROPERTIES TILEPROOF_EVERY_DEVICE ON)
        if(TILEPROOF_GPU_LAUNCHER)
            _tileproof_launch_on_gpu(${name})
        endif()
    endif()
    if(arg_TOGETHER)
        add_test(NAME ${name} COMMAND ${name})
        set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 1200)
        return()
    endif()
    # Values of parameters in names may hold brackets and semicolons, which end lists too early.
    gtest_discover_tests(${name} TEST_PREFIX "${name}." NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                         PROPERTIES TIMEOUT 600)
    # PROPERTIES above takes no lists: of two labels the second would be a property. So in a file that ctest reads
    # after it has found the tests.
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
    file(CONFIGURE OUTPUT ${file} CONTENT [[
if(@name@_TESTS)
    set_tests_properties(${@name@_TESTS} PROPERTIES LABELS "@arg_LABELS@")
endif()
]] @ONLY)
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()
