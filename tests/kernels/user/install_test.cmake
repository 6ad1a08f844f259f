# SPDX-License-Identifier: MIT
# cmake -DBUILD=... -DSOURCE=... -DFOLDER=... -DCOMPILER=... -DFUZZER=ON|OFF -P install_test.cmake
#
# Installs tileproof to a scratch prefix, moves it, builds a user's project against it and runs the project's
# tests: the right kernel holds on both devices, the fuzzer finds the bug of the other one, and from then on
# its test fails.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

function(run what expected)
    string(TIMESTAMP begin "%s")
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
    string(TIMESTAMP end "%s")
    math(EXPR seconds "${end} - ${begin}")
    message(STATUS "${what}: exit code ${code}, ${seconds} s")
    if(expected STREQUAL "fails" AND NOT code EQUAL 0)
        set(code 0)
    elseif(expected STREQUAL "fails")
        set(code "0, and it should have failed")
    endif()
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "${what}: exit code ${code}\n${text}")
    endif()
    set(text "${text}" PARENT_SCOPE)
endfunction()
function(expect words)
    if(NOT text MATCHES "${words}")
        message(FATAL_ERROR "The output should contain '${words}':\n${text}")
    endif()
endfunction()

run("install" works ${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/first)
foreach(part man/man1/tileproof.1 bash-completion/completions/tileproof)
    if(NOT EXISTS ${FOLDER}/first/share/${part})
        message(FATAL_ERROR "The installation has no share/${part}.")
    endif()
endforeach()
file(RENAME ${FOLDER}/first ${FOLDER}/prefix)
run("configure" works ${CMAKE_COMMAND} -S ${SOURCE}/tests/kernels/user/installed -B ${FOLDER}/build
    -DCMAKE_PREFIX_PATH=${FOLDER}/prefix -DCMAKE_CXX_COMPILER=${COMPILER} -DTILEPROOF_FUZZ_BUDGET=60s
    -DCMAKE_BUILD_TYPE=Release -G Ninja)
run("build" works ${CMAKE_COMMAND} --build ${FOLDER}/build)
run("right tests" works ${CMAKE_CTEST_COMMAND} --test-dir ${FOLDER}/build -R "scale|offsets" --output-on-failure)
expect("100% tests passed, 0 tests failed out of 3")
if(NOT FUZZER)
    return()
endif()
run("fuzz" fails ${CMAKE_COMMAND} --build ${FOLDER}/build --target wrong_fuzz)
expect("libFuzzer|INFO: Seed")
expect("INFO: Loaded [1-9]")
expect("K[12] [a-z]+ does not hold for wrong on cpu")
run("wrong test" fails ${CMAKE_CTEST_COMMAND} --test-dir ${FOLDER}/build -R "wrong.cpu" --output-on-failure)
expect("1 bug")
