# SPDX-License-Identifier: MIT
# TILEPROOF_GPU_LAUNCHER goes before each test with the label gpu, arguments and all, and before no other.
file(REMOVE_RECURSE ${BINARY})
set(launcher "${SOURCE}/launcher.sh --on 'a gpu' --")
execute_process(
    COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_MAKE_PROGRAM=${MAKE} -S ${SOURCE} -B ${BINARY}
            -DCMAKE_CXX_COMPILER=${COMPILER} -DMODULES=${MODULES} -DGTest_DIR=${GTEST}
            "-DTILEPROOF_GPU_LAUNCHER=${launcher}" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${BINARY} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE tests)
if(NOT tests MATCHES "100% tests passed, 0 tests failed out of 4")
    message(FATAL_ERROR "Four tests should have passed:\n${tests}")
endif()
file(READ ${BINARY}/bin/tests/launched.txt launched)
foreach(test One.Passes Two.Passes)
    if(NOT launched MATCHES "needs_a_gpu --gtest_filter=${test}")
        message(FATAL_ERROR "${test} of needs_a_gpu did not go through the launcher, which was asked for:\n${launched}")
    endif()
endforeach()
if(launched MATCHES "needs_none")
    message(FATAL_ERROR "A test that needs no GPU went through the launcher:\n${launched}")
endif()
