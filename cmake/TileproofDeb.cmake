# SPDX-License-Identifier: MIT
# Debian packages: `cpack -G DEB` in the build folder, or `./dev deb`.
#   libtileproof-dev    the headers, for find_package() and pkg-config; needs nothing
#   tileproof           the commands; needs clang-19, which compiles the kernels that it checks
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL libtileproof-dev tileproof)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "the tileproof authors")
set(CPACK_PACKAGE_HOMEPAGE_URL "")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)

set(CPACK_DEBIAN_LIBTILEPROOF-DEV_PACKAGE_NAME libtileproof-dev)
set(CPACK_DEBIAN_LIBTILEPROOF-DEV_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_LIBTILEPROOF-DEV_DESCRIPTION "Descriptors of GPU tensor layouts and tile distributions
 A header-only C++20 library after AMD's Composable Kernel and CK Tile, for host and device code, with the
 declarations of kernel tests that the tileproof command checks.")

set(CPACK_DEBIAN_TILEPROOF_PACKAGE_NAME tileproof)
set(CPACK_DEBIAN_TILEPROOF_PACKAGE_DEPENDS "libtileproof-dev (= ${PROJECT_VERSION}), clang-19")
set(CPACK_DEBIAN_TILEPROOF_DESCRIPTION "Property-based verification of GPU tensor layouts and HIP kernels
 Checks layouts and kernels on random and chosen shapes against a reference, on the processor with every memory
 access watched, or on a GPU, and makes what fails small.")
find_program(TILEPROOF_SHLIBDEPS dpkg-shlibdeps)
if(TILEPROOF_SHLIBDEPS)
    set(CPACK_DEBIAN_TILEPROOF_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/compiler)
endif()
include(CPack)
