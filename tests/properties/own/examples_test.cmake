# cmake -DREADME=... -DPROGRAM=... -DSOURCE=... -DFOLDER=... -P examples_test.cmake
#
# Runs the commands of examples/README.md, exactly as they are written there, and checks their exit codes
# and what they print: right examples hold, the wrong one is found out.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
file(CREATE_LINK ${SOURCE}/examples ${FOLDER}/examples SYMBOLIC)
get_filename_component(bin ${PROGRAM} DIRECTORY)
set(ENV{PATH} "${bin}:$ENV{PATH}")

file(STRINGS ${README} commands REGEX "^ *tileproof ")
list(LENGTH commands count)
if(count LESS 4)
    message(FATAL_ERROR "${README} has ${count} commands that begin with tileproof: at least 4 are expected.")
endif()
foreach(command IN LISTS commands)
    string(STRIP "${command}" command)
    string(TIMESTAMP begin "%s")
    execute_process(COMMAND sh -c "${command} --seed 1" WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE code
                    OUTPUT_VARIABLE text ERROR_VARIABLE text)
    string(TIMESTAMP end "%s")
    math(EXPR seconds "${end} - ${begin}")
    message(STATUS "${command}: exit code ${code}, ${seconds} s")
    if(command MATCHES "wrong")
        if(NOT code EQUAL 1 OR NOT text MATCHES "K6 ordered does not hold" OR NOT text MATCHES "wrong_transpose.hip:1[0-9]:[ \n]*race")
            message(FATAL_ERROR "The wrong example must be found out by K6, at its line:\n${text}")
        endif()
    elseif(NOT code EQUAL 0 OR NOT text MATCHES "HELD")
        message(FATAL_ERROR "${command} must hold:\n${text}")
    endif()
    if(command MATCHES "efficiency" AND NOT text MATCHES "shared memory read: 1.0 passes over the banks for 1.0")
        message(FATAL_ERROR "The efficiency report must show the padded tile without conflicts:\n${text}")
    endif()
endforeach()

# And as a project of its own, with find_package.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/examples -B ${FOLDER}/build -Dtileproof_DIR=${CONFIG}
                RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "The examples must configure as a project of their own:\n${text}")
endif()
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${FOLDER}/build --output-on-failure
                RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(NOT code EQUAL 0 OR NOT text MATCHES "100% tests passed, 0 tests failed out of 4")
    message(FATAL_ERROR "The four tests of the examples must pass:\n${text}")
endif()
