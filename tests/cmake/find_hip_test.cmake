# SPDX-License-Identifier: MIT
# With a ROCm installation its compiler, headers and library are taken together, wherever the distribution has some
# too; of half an installation nothing is taken.
set(whole ${BINARY}/rocm-7.0.0)
set(half ${BINARY}/rocm-without-headers)
file(REMOVE_RECURSE ${BINARY})
foreach(root ${whole} ${half})
    file(WRITE ${root}/llvm/bin/clang++ "#!/bin/sh\n")
    file(CHMOD ${root}/llvm/bin/clang++ PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    file(WRITE ${root}/lib/libamdhip64.so "")
endforeach()
file(WRITE ${whole}/include/hip/hip_runtime.h "")

# What is found with this ROCM_PATH in the environment, and with this one as a CMake variable.
function(found environment variable result)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env "ROCM_PATH=${environment}" --unset=HIP_PATH
                            ${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_MAKE_PROGRAM=${MAKE} --fresh -S ${SOURCE}
                            -B ${BINARY}/build -DMODULES=${MODULES} "-DROCM_PATH=${variable}"
                    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET ERROR_VARIABLE text)
    set(${result} "${text}" PARENT_SCOPE)
endfunction()
function(expect text words)
    string(FIND "${text}" "${words}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "Expected '${words}' in:\n${text}")
    endif()
endfunction()

foreach(way "${whole}|" "|${whole}" "${half}|${whole}")
    string(REGEX MATCH "^(.*)[|](.*)$" both "${way}")
    found("${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}" text)
    expect("${text}" "ROCM=${whole};")
    expect("${text}" "COMPILER=${whole}/llvm/bin/clang++;")
    expect("${text}" "INCLUDE=${whole}/include;")
    expect("${text}" "LIBRARY=${whole}/lib/libamdhip64.so;")
endforeach()

found("${half}" "" text)
if(text MATCHES "${half}")
    message(FATAL_ERROR "Something of an installation without headers was taken:\n${text}")
endif()
