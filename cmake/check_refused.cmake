# SPDX-License-Identifier: MIT
# cmake -DCOMPILER=.. -DINCLUDE=.. -DSOURCE=.. -DMISTAKE=modulo_of_zero|right -P check_refused.cmake
#
# Compiles SOURCE as it is, or with one of its mistakes, which must be refused (TileproofRefused.cmake).
set(compile ${COMPILER} -std=c++20 -fsyntax-only -Werror=return-type -I ${INCLUDE})
if(MISTAKE STREQUAL "right")
    execute_process(COMMAND ${compile} ${SOURCE} RESULT_VARIABLE status ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "The right forms of ${SOURCE} do not compile:\n${output}")
    endif()
    return()
endif()

# The sentence is the last "// refused: .." before the mistake.
file(READ ${SOURCE} text)
string(FIND "${text}" "#ifdef mistake_${MISTAKE}\n" at)
string(SUBSTRING "${text}" 0 ${at} before)
string(FIND "${before}" "// refused: " at REVERSE)
if(at EQUAL -1)
    message(FATAL_ERROR "${SOURCE} must say '// refused: <sentence>' before the mistake ${MISTAKE}.")
endif()
math(EXPR at "${at} + 12")
string(SUBSTRING "${before}" ${at} -1 sentence)
string(REGEX REPLACE "\n.*" "" sentence "${sentence}")

execute_process(COMMAND ${compile} -Dmistake_${MISTAKE} ${SOURCE} RESULT_VARIABLE status ERROR_VARIABLE output)
if(status EQUAL 0)
    message(FATAL_ERROR "The mistake ${MISTAKE} of ${SOURCE} was accepted; it must be refused with: ${sentence}")
endif()
string(FIND "${output}" "error: " at)
string(SUBSTRING "${output}" ${at} -1 from_error)
string(REGEX REPLACE "\n.*" "" first_error "${from_error}")
string(FIND "${first_error}" "${sentence}" found)
if(found EQUAL -1)
    message(FATAL_ERROR "The first error of ${MISTAKE} in ${SOURCE} is not '${sentence}', but:\n${first_error}")
endif()
