// SPDX-License-Identifier: MIT
#pragma once

#include <hipcub/hipcub.hpp>
