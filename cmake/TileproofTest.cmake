# tileproof_add_test(NAME SOURCES file... LABELS label [LINK target...])
#
# One GoogleTest program whose tests ctest lists one by one. Each test has a time limit of ten minutes.
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
    gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                         PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 600)
endfunction()
