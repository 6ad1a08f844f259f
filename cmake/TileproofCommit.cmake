# SPDX-License-Identifier: MIT
# The commit that is built, for `tileproof --version`: target tileproof_commit has <tileproof_commit.h>, which defines
# TILEPROOF_COMMIT as "b6503606f", with -dirty where files differ from it. It is asked for at each build and written when
# it changes, and only the programs' main.cpp includes it. A source tree without git, as in a package, sets the cache
# variable TILEPROOF_COMMIT, or is "unknown".
if(CMAKE_SCRIPT_MODE_FILE)
    cmake_minimum_required(VERSION 3.25)
    if(NOT COMMIT)
        execute_process(COMMAND git describe --always --dirty --abbrev=9 --exclude=* WORKING_DIRECTORY ${SOURCE}
                        RESULT_VARIABLE code OUTPUT_VARIABLE COMMIT ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
        if(NOT code EQUAL 0)
            set(COMMIT unknown)
        endif()
    endif()
    file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define TILEPROOF_COMMIT \"@COMMIT@\"\n" @ONLY)
    return()
endif()

include_guard()
set(header ${PROJECT_BINARY_DIR}/command/commit/tileproof_commit.h)
add_custom_target(tileproof_ask_commit BYPRODUCTS ${header}
    COMMAND ${CMAKE_COMMAND} -DHEADER=${header} -DSOURCE=${PROJECT_SOURCE_DIR} -DCOMMIT=${TILEPROOF_COMMIT}
            -P ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "")
add_library(tileproof_commit INTERFACE)
target_include_directories(tileproof_commit INTERFACE ${PROJECT_BINARY_DIR}/command/commit)
add_dependencies(tileproof_commit tileproof_ask_commit)
