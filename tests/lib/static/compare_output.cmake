# SPDX-License-Identifier: MIT
# cmake -DPROGRAM=.. -DEXPECTED=file.txt -P compare_output.cmake: what the program prints is in the file.
execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE status OUTPUT_VARIABLE printed)
file(READ ${EXPECTED} expected)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ended with ${status}.")
endif()
if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM} printed something else than ${EXPECTED}:\n${printed}")
endif()
