# SPDX-License-Identifier: MIT
# cmake -DINPUT=kernel.hip -DOUTPUT=kernel.cpp -P rewrite_dynamic_shared.cmake
#
# `extern __shared__ T name[];` becomes HIP_DYNAMIC_SHARED(T, name), line by line in place, so that reported
# lines stay those of the source.
file(READ "${INPUT}" text)
string(REGEX REPLACE "extern[ \t\r\n]+__shared__[ \t\r\n]+([^;{}]*[^;{} \t\r\n])[ \t\r\n]+([A-Za-z_][A-Za-z_0-9]*)[ \t\r\n]*\\[[ \t\r\n]*\\][ \t\r\n]*;"
       "HIP_DYNAMIC_SHARED(TILEPROOF_TYPE(\\1), \\2)" text "${text}")
file(WRITE "${OUTPUT}" "#line 1 \"${INPUT}\"\n${text}")
