# cmake -DCOMPILER=.. -DSOURCE=.. -DINCLUDE=.. -P check_compile_fail.cmake
#
# A file of compile_fail/ compiles as it is; with MISTAKE defined it does not, and the first thing that the
# compiler says is the sentence of the file's first line, "// refused: <sentence>".
file(STRINGS ${SOURCE} first_line LIMIT_COUNT 1)
if(NOT first_line MATCHES "^// refused: (.+)$")
    message(FATAL_ERROR "${SOURCE} must begin with a line '// refused: <sentence>'.")
endif()
set(sentence "${CMAKE_MATCH_1}")
set(compile ${COMPILER} -std=c++20 -fsyntax-only -Werror=return-type -I ${INCLUDE})

execute_process(COMMAND ${compile} ${SOURCE} RESULT_VARIABLE status ERROR_VARIABLE output)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "The right form of ${SOURCE} does not compile:\n${output}")
endif()

execute_process(COMMAND ${compile} -DMISTAKE ${SOURCE} RESULT_VARIABLE status ERROR_VARIABLE output)
if(status EQUAL 0)
    message(FATAL_ERROR "The mistake of ${SOURCE} was accepted; it must be refused with: ${sentence}")
endif()
string(FIND "${output}" "error: " at)
string(SUBSTRING "${output}" ${at} -1 from_error)
string(FIND "${from_error}" "\n" end_of_line)
string(SUBSTRING "${from_error}" 0 ${end_of_line} first_error)
string(FIND "${first_error}" "${sentence}" found)
if(found EQUAL -1)
    message(FATAL_ERROR "The first error of ${SOURCE} is not '${sentence}', but:\n${first_error}")
endif()
