// SPDX-License-Identifier: MIT
// The generators as RapidCheck generators, for properties written with RapidCheck itself:
//
//   RC_GTEST_PROP(MyLayoutCode, Works, ()) {
//       const layout_description d = *layouts();          // shrinks by smaller(d)
//       ...
//   }
//   layouts()(rc::Random(7), 30).value()                  // without a property
//
// This project's campaign and tests draw through draw.hpp and shrink values with minimize(), which has a budget.
// Include this header in source files only: RapidCheck takes seconds to compile.
#pragma once

#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/malformed.hpp"

#include <rapidcheck/Gen.h>
#include <rapidcheck/Random.h>
#include <rapidcheck/seq/Create.h>
#include <rapidcheck/shrinkable/Create.h>

namespace tileproof::properties {

inline rc::Gen<layout_description> layouts(layout_limits limits = {}) {
    return [limits](const rc::Random& random, int size) {
        rc::Random own = random;
        draw from(own);
        return rc::shrinkable::shrinkRecur(random_layout(from, size, limits),
                                           [](const layout_description& layout) {
                                               return rc::seq::fromContainer(smaller(layout));
                                           });
    };
}

inline rc::Gen<malformed_layout> malformed_layouts() {
    return [](const rc::Random& random, int size) {
        rc::Random own = random;
        draw from(own);
        return rc::shrinkable::just(random_malformed(from, size));
    };
}

}  // namespace tileproof::properties
