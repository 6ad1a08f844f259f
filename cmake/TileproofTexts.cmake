# SPDX-License-Identifier: MIT
# tileproof_texts(TARGET FOLDER NAME...): FOLDER/NAME.in has texts that TARGET prints, parts of programs for instance, each after
# a line "//// = its_name"; other lines that begin with //// are for readers of the file. TARGET includes them as constants:
#
#   #include "FOLDER/NAME.texts.hpp"      inline constexpr std::string_view its_name = ...
include_guard()

function(tileproof_texts target folder)
    foreach(name IN LISTS ARGN)
        set(file ${PROJECT_SOURCE_DIR}/${folder}/${name}.in)
        file(READ ${file} text)
        string(REGEX REPLACE "//// [^=\n][^\n]*\n" "" text "${text}")
        string(REGEX REPLACE "//// = ([a-z_]+)\n" ")text\";\ninline constexpr std::string_view \\1 = R\"text(\n" text "${text}")
        string(REGEX REPLACE "^\\)text\";\n" "" text "${text}")
        set(made "// Made of ${folder}/${name}.in.\n#pragma once\n\n#include <string_view>\n\nnamespace tileproof::fuzz {\n\n")
        file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/texts/${folder}/${name}.texts.hpp
             CONTENT "${made}${text})text\";\n\n}  // namespace tileproof::fuzz\n" @ONLY)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    endforeach()
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/texts)
endfunction()
