// SPDX-License-Identifier: MIT
// Which mutant of this process acts, and which ones its code came by.
#pragma once

namespace tileproof::mutation {

inline constexpr int none = 0;
extern int active_mutant;
extern unsigned char*
    reached;  // [id] is set when mutant id was asked for; null: nobody wants to know

}  // namespace tileproof::mutation
