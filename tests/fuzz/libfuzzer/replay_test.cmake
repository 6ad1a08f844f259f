# SPDX-License-Identifier: MIT
# What a replay program says and leaves behind. PICKY: one whose target fails for inputs with "ab" in them.
set(folder ${CMAKE_CURRENT_BINARY_DIR}/replay_test)
file(REMOVE_RECURSE ${folder})
file(WRITE ${folder}/well/one "xxa")
file(WRITE ${folder}/well/two "byy")
file(WRITE ${folder}/harmless/one "c")
file(WRITE ${folder}/bad "xaby")

function(replay code words)
    execute_process(COMMAND ${PICKY} ${ARGN} WORKING_DIRECTORY ${folder}
                    RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(code STREQUAL "fails" AND result STREQUAL "0" OR code MATCHES "^[0-9]+$" AND NOT code STREQUAL result)
        message(FATAL_ERROR "replay ${ARGN} ended with ${result}, and not with ${code}: ${said}")
    endif()
    if(NOT said MATCHES "${words}")
        message(FATAL_ERROR "replay ${ARGN} does not say '${words}': ${said}")
    endif()
    set(said "${said}" PARENT_SCOPE)
endfunction()

replay(0 "2 inputs were judged, none failed" well)
replay(fails "ab is in it" bad)
replay(0 "1 inputs and 50 mutations of them were judged, none failed" --mutated=50 harmless)
replay(2 "Usage" --mutated=many well)
replay(2 "Usage" --mutated=5)
replay(2 "cannot be read" none)
# The piece of one input next to that of the other makes the target fail; the file says how.
replay(1 "Mutation [0-9]+ fails; it is in the file mutation-[0-9]+" --mutated=20000 well)
string(REGEX MATCH "mutation-[0-9]+" file "${said}")
replay(fails "ab is in it" ${file})
