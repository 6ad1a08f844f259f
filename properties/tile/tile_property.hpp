// SPDX-License-Identifier: MIT
// The laws of tile distributions as properties: a row each in a campaign.
//
//   tile/L2, tile/L11   a case is {"tile": "tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]"}, well made
//   tile/L13            broken encodings and broken texts; the text is stored as bytes_to_json_text makes it
#pragma once

#include "properties/property.hpp"
#include "properties/tile/tile_subject.hpp"

namespace tileproof::properties {

// L2, L11 and L13. The subject must outlive the properties.
property_list tile_properties(const tile_subject& subject);

// What a property of well made tiles looks at; null: it is about something else.
const tile_subject* tiles_of(const property&);

}  // namespace tileproof::properties
