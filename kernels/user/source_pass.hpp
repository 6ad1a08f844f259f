// What happens to a user's HIP source before it is compiled for the cpu devices.
//
//   scale<<<(n + 255) / 256, 256>>>(in, out, n);
// becomes, on the same line,
//   ::tileproof::hip_on::launch_kernel("scale", (n + 255) / 256, 256, 0, nullptr,
//       [&](const auto&... arguments_) { scale(arguments_...); }, in, out, n);
// and `extern __shared__ float s[];` becomes HIP_DYNAMIC_SHARED(float, s). Comments and strings
// stay.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tileproof::properties {

// "my.hip:12: textures are not supported by the cpu devices: ..."
class source_refused : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// `name` is what messages and reports call the file. Throws source_refused for what the cpu devices
// do not have: textures, grid-wide synchronisation, inline assembly; and for a launch that cannot
// be read.
std::string prepared_source(std::string_view source, const std::string& name);

}  // namespace tileproof::properties
