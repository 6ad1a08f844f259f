# SPDX-License-Identifier: MIT
# cmake -DREADELF=... -DPROGRAM=... -DHIP=0|1 -P this: fails when the program needs another library than the C
# library's, and AMD's runtime where it can run on AMD GPUs (NVIDIA's is inside).
execute_process(COMMAND ${READELF} -d ${PROGRAM} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "Shared library: \\[[^]]+\\]" needed "${dynamic}")
if(NOT needed)
    message(FATAL_ERROR "readelf -d ${PROGRAM} names no library at all:\n${dynamic}")
endif()
set(allowed "^(libc|libm|libdl|libpthread|librt)\\.so\\.[0-9]+$|^ld-linux-[a-z0-9-]+\\.so\\.[0-9]+$")
foreach(library IN LISTS needed)
    string(REGEX REPLACE ".*\\[(.*)\\]" "\\1" library "${library}")
    if(library MATCHES "${allowed}" OR (HIP AND library MATCHES "^libamdhip64\\.so"))
        continue()
    endif()
    message(SEND_ERROR "${PROGRAM} needs ${library}, which a machine may not have; only the C library's are allowed.")
endforeach()
