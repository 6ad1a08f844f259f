// SPDX-License-Identifier: MIT
// The laws of tile distributions as properties: one row of a campaign each.
//
//   tile/L2, tile/L11   a case is {"tile": "tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]"}, always valid
//   tile/L13            broken encodings and broken texts; the text is stored by bytes_to_json_text
#pragma once

#include "properties/property.hpp"
#include "properties/tile/tile_subject.hpp"

namespace tileproof::properties {

// L2, L11 and L13. The subject must outlive the properties.
property_list tile_properties(const tile_subject& subject);

// The subject of a property of valid tiles; null if it is about something else.
const tile_subject* tiles_of(const property&);

}  // namespace tileproof::properties
