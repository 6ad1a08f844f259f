// SPDX-License-Identifier: MIT
// The fixture of tests that run once on each device of this build.
//
//   class Tools : public on_device {};
//   TEST_P(Tools, Fill) { const buffer b = device().allocate({.bytes = 16}); ... }
//   TILEPROOF_ON_EVERY_DEVICE(Tools);
//
// gives Devices/Tools.Fill/cpu, /cpu_checked, /hip, /cuda; those that are not available are skipped, and say why.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "devices/device.hpp"

namespace tileproof::kernels {

class on_device : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        for (const devices::known_device& k : devices::devices())
            if (k.name == GetParam()) {
                if (!k.handle || !k.status.available) GTEST_SKIP() << k.status.reason;
                device_ = k.handle;
            }
        ASSERT_NE(device_, nullptr) << "There is no device " << GetParam();
    }
    devices::device& device() const { return *device_; }
    // Instrumented kernels are slow: fewer shapes there.
    bool slow() const { return GetParam() == "cpu-checked"; }

  private:
    devices::device* device_ = nullptr;
};

inline std::vector<std::string> device_names() {
    std::vector<std::string> names;
    for (const devices::known_device& d : devices::devices()) names.push_back(d.name);
    return names;
}
inline std::string device_suffix(const testing::TestParamInfo<std::string>& p) {
    std::string name = p.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}
#define TILEPROOF_ON_EVERY_DEVICE(fixture)                                            \
    INSTANTIATE_TEST_SUITE_P(Devices, fixture,                                        \
                             testing::ValuesIn(::tileproof::kernels::device_names()), \
                             ::tileproof::kernels::device_suffix)

}  // namespace tileproof::kernels
