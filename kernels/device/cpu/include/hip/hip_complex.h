// Complex numbers.
#pragma once

#include <tileproof_hip/complex.h>
