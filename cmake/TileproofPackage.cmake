# find_package(tileproof) for projects that check their own kernels: from the build folder
# (-Dtileproof_DIR=<build>) or from where it is installed. Gives the program tileproof::tileproof and
# tileproof_add_kernel_test().
include_guard()
include(GNUInstallDirs)

set(TILEPROOF_CONFIG_TEXT [[
include(CMakeFindDependencyMacro)
if(NOT TARGET tileproof::tileproof)
    add_executable(tileproof::tileproof IMPORTED)
    set_target_properties(tileproof::tileproof PROPERTIES IMPORTED_LOCATION "@PROGRAM@")
endif()
include("@MODULE@")
]])
set(text "${TILEPROOF_CONFIG_TEXT}")
string(REPLACE "@PROGRAM@" "$<TARGET_FILE:tileproof>" text "${text}")
string(REPLACE "@MODULE@" "${PROJECT_SOURCE_DIR}/cmake/TileproofKernelTest.cmake" text "${text}")
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/tileproof-config.cmake CONTENT "${text}")

set(text "${TILEPROOF_CONFIG_TEXT}")
string(REPLACE "@PROGRAM@" "\${CMAKE_CURRENT_LIST_DIR}/../../../${CMAKE_INSTALL_BINDIR}/tileproof" text "${text}")
string(REPLACE "@MODULE@" "\${CMAKE_CURRENT_LIST_DIR}/TileproofKernelTest.cmake" text "${text}")
file(WRITE ${PROJECT_BINARY_DIR}/installed/tileproof-config.cmake "${text}")
install(TARGETS tileproof)
install(FILES ${PROJECT_BINARY_DIR}/installed/tileproof-config.cmake
              ${PROJECT_SOURCE_DIR}/cmake/TileproofKernelTest.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tileproof)
# What a user's file includes, and what that includes: `tileproof check` looks for it next to the program.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/tileproof ${PROJECT_SOURCE_DIR}/kernels
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tileproof FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
