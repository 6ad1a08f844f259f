// SPDX-License-Identifier: MIT
// A sum whose terms may be added in any order, including infinities, NaN and overflow.
//
//   any_order_sum s;  s.add(1); s.add(INFINITY);      infinite in every order: known(), value() == inf
//   s.add(3e38); s.add(3e38); s.add(-3e38)            in float finite or infinite, depending on the order: not known(FLT_MAX)
#pragma once

#include <cmath>
#include <limits>

namespace tileproof::sdk {

class any_order_sum {
  public:
    // Adds a product of two numbers, or one number.
    void add(double x, double y = 1) {
        const double term = x * y;
        if (std::isfinite(x) && std::isfinite(y)) {
            value_ += static_cast<long double>(x) * static_cast<long double>(y);
            size_ += term < 0 ? -term : term;
            // A product that was rounded to a whole number is none.
            whole_ = whole_ && term == std::trunc(term) && std::fma(x, y, -term) == 0;
        } else if (term != term) {
            nan_ = true;
        } else {
            (term > 0 ? above_ : below_) = true;
        }
        ++terms_;
    }
    // Whether every order gives the same number, infinity or NaN, apart from rounding, in a type whose largest number
    // is `most`.
    bool known(double most) const { return nan_ || (above_ && below_) || size_ < most / 2; }
    // 0 if it is not known.
    double value(double most) const {
        if (nan_ || (above_ && below_)) return std::numeric_limits<double>::quiet_NaN();
        if (!known(most)) return 0;
        if (above_ || below_) return above_ ? infinity() : -infinity();
        return static_cast<double>(value_);
    }
    // The sum of the magnitudes of all finite terms.
    double size() const { return size_; }
    long terms() const { return terms_; }
    // Whether all terms are whole numbers and so few that no partial sum is rounded to the unit.
    bool exact(double unit) const { return whole_ && size_ * unit <= 1; }

  private:
    static double infinity() { return std::numeric_limits<double>::infinity(); }
    // Even the terms of a double kernel must be added more exactly than the kernel adds them.
    long double value_ = 0;
    double size_ = 0;
    long terms_ = 0;
    bool whole_ = true, above_ = false, below_ = false, nan_ = false;
};

}  // namespace tileproof::sdk
