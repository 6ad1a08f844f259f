// SPDX-License-Identifier: MIT
#pragma once

#include <hip/channel_descriptor.h>
