# SPDX-License-Identifier: MIT
# tileproof::kernels: which devices a program has.
#
# A program with the property TILEPROOF_EVERY_DEVICE has every device that can be built here: the tests of GPUs, and
# tileproof_alone, which is carried to other machines. Any other program has hip or cuda only where a GPU of theirs
# is at hand, or TILEPROOF_HIP or TILEPROOF_CUDA says ON: a machine without a GPU has its first verdict without
# compiling every kernel for four of them, and says so (`tileproof list`).
include_guard()

set(no_hip "no AMD GPU (/dev/kfd)")
set(no_cuda "no NVIDIA GPU (/dev/nvidiactl)")
set(gpus_hip /dev/kfd)
set(gpus_cuda /dev/nvidiactl /dev/dxg)

# Whether programs of this machine have the device; if they do not, TILEPROOF_ABSENT_<DEVICE> says why.
function(tileproof_is_at_hand device result)
    string(TOUPPER ${device} DEVICE)
    set(${result} ON PARENT_SCOPE)
    if(TILEPROOF_${DEVICE} STREQUAL "ON" OR TILEPROOF_GPU_LAUNCHER)
        return()
    endif()
    foreach(gpu IN LISTS gpus_${device})
        if(EXISTS ${gpu})
            return()
        endif()
    endforeach()
    message(STATUS "Device ${device}: in tests only, because there is ${no_${device}}")
    set(TILEPROOF_ABSENT_${DEVICE} "This build does not contain it: there was ${no_${device}} when it was configured. \
Configure with -DTILEPROOF_${DEVICE}=ON to build it all the same." PARENT_SCOPE)
    set(${result} OFF PARENT_SCOPE)
endfunction()

# A list of the cpu devices and those given; of the others it says why they are absent.
function(tileproof_add_device_list name)
    add_library(${name} STATIC devices.cpp find_tools.cpp)
    target_link_libraries(${name} PUBLIC tileproof_device tileproof_check_report tileproof_kernels_cpu
                          tileproof_kernels_cpu_checked PRIVATE tileproof_warnings ${CMAKE_DL_LIBS})
    foreach(device hip cuda)
        string(TOUPPER ${device} DEVICE)
        if(device IN_LIST ARGN)
            target_link_libraries(${name} PUBLIC tileproof_kernels_${device})
            target_compile_definitions(${name} PRIVATE TILEPROOF_BUILT_${DEVICE}=1)
        else()
            target_compile_definitions(${name} PRIVATE "TILEPROOF_ABSENT_${DEVICE}=\"${TILEPROOF_ABSENT_${DEVICE}}\"")
        endif()
    endforeach()
endfunction()

foreach(device hip cuda)
    if(TARGET tileproof_kernels_${device})
        list(APPEND built ${device})
        tileproof_is_at_hand(${device} here)
        if(here)
            list(APPEND at_hand ${device})
        endif()
    endif()
endforeach()
tileproof_add_device_list(tileproof_devices_built ${built})
tileproof_add_device_list(tileproof_devices_at_hand ${at_hand})

add_library(tileproof_kernels INTERFACE)
add_library(tileproof::kernels ALIAS tileproof_kernels)
target_link_libraries(tileproof_kernels INTERFACE
    $<IF:$<BOOL:$<TARGET_PROPERTY:TILEPROOF_EVERY_DEVICE>>,tileproof_devices_built,tileproof_devices_at_hand>)
