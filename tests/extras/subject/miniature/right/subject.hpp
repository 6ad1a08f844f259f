// SPDX-License-Identifier: MIT
// The same questions.
#include "../subject.hpp"
