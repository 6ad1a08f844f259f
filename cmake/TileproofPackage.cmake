# SPDX-License-Identifier: MIT
# find_package(tileproof) for projects that check their own kernels: from the build folder
# (-Dtileproof_DIR=<build>) or from where it is installed. Gives
#   tileproof::tileproof             the program
#   tileproof::fuzz_kernel           the fuzzer of users' kernels, where it was built (with clang)
#   tileproof::lib                   the headers of the descriptor library
#   tileproof_add_kernel_test()      tests and a fuzz target for a kernel (TileproofKernelTest.cmake)
include_guard()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Paths are relative to the installed file, so that the prefix can be moved.
set(TILEPROOF_CONFIG_TEXT [[
if(NOT TARGET tileproof::lib)
    if(EXISTS "@PROGRAM@")
        add_executable(tileproof::tileproof IMPORTED)
        set_target_properties(tileproof::tileproof PROPERTIES IMPORTED_LOCATION "@PROGRAM@")
    endif()
    if(EXISTS "@FUZZER@")
        add_executable(tileproof::fuzz_kernel IMPORTED)
        set_target_properties(tileproof::fuzz_kernel PROPERTIES IMPORTED_LOCATION "@FUZZER@")
    endif()
    add_library(tileproof::lib INTERFACE IMPORTED)
    target_include_directories(tileproof::lib INTERFACE "@HEADERS@")
    target_compile_features(tileproof::lib INTERFACE cxx_std_20)
endif()
include("@MODULE@")
]])
function(_tileproof_config result program fuzzer headers module)
    set(text "${TILEPROOF_CONFIG_TEXT}")
    string(REPLACE "@PROGRAM@" "${program}" text "${text}")
    string(REPLACE "@FUZZER@" "${fuzzer}" text "${text}")
    string(REPLACE "@HEADERS@" "${headers}" text "${text}")
    string(REPLACE "@MODULE@" "${module}" text "${text}")
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(fuzzer "")
if(TARGET tileproof-fuzz-kernel)
    set(fuzzer "$<TARGET_FILE:tileproof-fuzz-kernel>")
    install(TARGETS tileproof-fuzz-kernel COMPONENT tileproof)
endif()
_tileproof_config(text "$<TARGET_FILE:tileproof>" "${fuzzer}" "${PROJECT_SOURCE_DIR}/lib"
                  "${PROJECT_SOURCE_DIR}/cmake/TileproofKernelTest.cmake")
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/tileproof-config.cmake CONTENT "${text}")

set(here "\${CMAKE_CURRENT_LIST_DIR}")
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/cmake/tileproof /)
string(REGEX REPLACE "/$" "" up "${up}")
_tileproof_config(text "${here}/${up}/${CMAKE_INSTALL_BINDIR}/tileproof"
                  "${here}/${up}/${CMAKE_INSTALL_BINDIR}/tileproof-fuzz-kernel"
                  "${here}/${up}/${CMAKE_INSTALL_INCLUDEDIR}/tileproof" "${here}/TileproofKernelTest.cmake")
file(WRITE ${PROJECT_BINARY_DIR}/installed/tileproof-config.cmake "${text}")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tileproof-config-version.cmake
                                 VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)

install(TARGETS tileproof COMPONENT tileproof)
install(TARGETS tileproof-hipcc COMPONENT tileproof)
install(TARGETS tileproof_program LIBRARY DESTINATION lib COMPONENT tileproof)  # tileproof-hipcc looks for it in ../lib
install(TARGETS tileproof-passes tileproof-asking LIBRARY DESTINATION lib/tileproof COMPONENT tileproof)
get_property(runtimes GLOBAL PROPERTY TILEPROOF_RUNTIMES)
install(FILES ${runtimes} DESTINATION lib/tileproof COMPONENT tileproof)
install(FILES ${PROJECT_BINARY_DIR}/installed/tileproof-config.cmake
              ${PROJECT_BINARY_DIR}/tileproof-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/TileproofKernelTest.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tileproof COMPONENT libtileproof-dev)
# For those who only want the headers: c++ -std=c++20 $(pkg-config --cflags tileproof) ...
file(WRITE ${PROJECT_BINARY_DIR}/installed/tileproof.pc
"prefix=\${pcfiledir}/../..
Name: tileproof
Description: Descriptors of GPU tensor layouts and tile distributions, header only (C++20)
Version: ${PROJECT_VERSION}
Cflags: -I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}/tileproof
")
install(FILES ${PROJECT_BINARY_DIR}/installed/tileproof.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig
        COMPONENT libtileproof-dev)
# What a user's file includes, and what that includes: `tileproof check` looks for it next to the program.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/tileproof ${PROJECT_SOURCE_DIR}/kernels ${PROJECT_SOURCE_DIR}/devices
                  ${PROJECT_SOURCE_DIR}/hip ${PROJECT_SOURCE_DIR}/sdk
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tileproof COMPONENT libtileproof-dev FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
# How other libraries are spelled and asked, for `tileproof subject`.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/subjects DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tileproof
        COMPONENT libtileproof-dev)

# Man pages and shell completions, made of the program's own help.
set(manual ${PROJECT_BINARY_DIR}/installed/share)
install(CODE "
    execute_process(COMMAND bash ${PROJECT_SOURCE_DIR}/command/manual.sh $<TARGET_FILE:tileproof> ${manual}
                    RESULT_VARIABLE code)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR \"command/manual.sh could not write ${manual}.\")
    endif()" COMPONENT tileproof)
install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT tileproof)
# Their precompiled form holds paths, so it is made where they lie: not for a package, which is unpacked elsewhere.
install(CODE "
file(REAL_PATH \"\${CMAKE_INSTALL_PREFIX}\" prefix)
if(\"\$ENV{DESTDIR}\" STREQUAL \"\" AND EXISTS \"\${prefix}/include/tileproof/sdk\")
    execute_process(COMMAND $<TARGET_FILE:tileproof-precompile> \"\${prefix}/lib/tileproof/headers\"
                            \"\${prefix}/include/tileproof\")
endif()" COMPONENT tileproof)
foreach(package tileproof libtileproof-dev)
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright
            COMPONENT ${package})
endforeach()
if(PROJECT_IS_TOP_LEVEL)
    include(TileproofDeb)
endif()
