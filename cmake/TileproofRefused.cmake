# SPDX-License-Identifier: MIT
# tileproof_add_refused(FILE... LABELS label): mistakes that must be compile errors, many to a file.
#
#   // refused: A modulo needs a modulus from 1 to the length of the dimension below
#   namespace modulo_of_zero {
#   #ifdef mistake_modulo_of_zero
#   constexpr auto t = make_modulo_transform(number<0>{}, number<12>{});
#   #else
#   constexpr auto t = make_modulo_transform(number<4>{}, number<12>{});
#   #endif
#   }
#
# The file compiles as it is: test FILE.right. With -Dmistake_modulo_of_zero it does not, and the first error that
# the compiler prints contains the sentence: test FILE.modulo_of_zero.
include_guard()
set(TILEPROOF_CHECK_REFUSED ${CMAKE_CURRENT_LIST_DIR}/check_refused.cmake)

function(tileproof_add_refused)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LABELS")
    foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        cmake_path(GET file STEM stem)
        set(command ${CMAKE_COMMAND} -DCOMPILER=${CMAKE_CXX_COMPILER} -DINCLUDE=${PROJECT_SOURCE_DIR}/lib
                    -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/${file})
        file(STRINGS ${file} mistakes REGEX "^#ifdef mistake_")
        list(TRANSFORM mistakes REPLACE "^#ifdef mistake_" "")
        foreach(mistake right ${mistakes})
            set(name ${arg_LABELS}.${stem}.${mistake})
            add_test(NAME ${name} COMMAND ${command} -DMISTAKE=${mistake} -P ${TILEPROOF_CHECK_REFUSED})
            set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS};fast" TIMEOUT 120)
        endforeach()
    endforeach()
endfunction()
