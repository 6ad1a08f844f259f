# tileproof_add_test(NAME SOURCES file... LABELS label [LINK target...])
#
# One GoogleTest program whose tests ctest lists one by one. Each test has a time limit of ten minutes. The command
# TILEPROOF_GPU_LAUNCHER goes before programs with the label gpu, when they are run and when they are asked for
# their tests.
include_guard()
include(GoogleTest)
find_package(GTest REQUIRED)

function(tileproof_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;LABELS")
    add_executable(${name} ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin/tests)
    target_link_libraries(${name} PRIVATE ${arg_LINK} tileproof_warnings GTest::gtest_main GTest::gmock)
    if(NOT arg_LABELS)
        message(FATAL_ERROR "The test ${name} has no label: give it the folder that it mirrors.")
    endif()
    if("gpu" IN_LIST arg_LABELS AND TILEPROOF_GPU_LAUNCHER)
        # As one word, which is all that gtest_discover_tests() hands on.
        set(launcher ${PROJECT_BINARY_DIR}/gpu-launcher)
        file(CONFIGURE OUTPUT ${launcher} CONTENT "#!/bin/sh\nexec @TILEPROOF_GPU_LAUNCHER@ \"$@\"\n" @ONLY)
        file(CHMOD ${launcher} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                           WORLD_EXECUTE)
        # From 3.29 on an emulator is for cross compiling alone, and a launcher for this.
        if(CMAKE_VERSION VERSION_LESS 3.29)
            set_target_properties(${name} PROPERTIES CROSSCOMPILING_EMULATOR ${launcher})
        else()
            set_target_properties(${name} PROPERTIES TEST_LAUNCHER ${launcher})
        endif()
    endif()
    gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                         PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 600)
endfunction()
