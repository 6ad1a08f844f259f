// SPDX-License-Identifier: MIT
// Stands before lib/tileproof/layout.hpp where a program that shows a bug is to meet one: the library with the
// bug that PLANTED names, as "L5".
#pragma once

#include_next <tileproof/layout.hpp>
#include <tileproof/layout_vectors.hpp>

namespace tileproof {

constexpr bool is_planted(std::string_view law) { return law == PLANTED; }

struct planted_view : layout_view {
    explicit planted_view(const layout_view& right) : layout_view(right) {}
    template <class Step>
    void move(const Step& by, long_index_t* hidden, long_index_t* step) const {
        layout_view::move(by, hidden, step);
        if (is_planted("L5") && by[0] < 0) ++hidden[0];
    }
};

// What a kernel makes of an image.
struct planted_device_view : layout_view {
    TILEPROOF_HOST_DEVICE explicit planted_device_view(const void* image) : layout_view(image) {}
    template <class Index>
    TILEPROOF_HOST_DEVICE bool offset(const Index& index, long_index_t& out) const {
        if (!layout_view::offset(index, out)) return false;
        if (is_planted("L12")) ++out;
        return true;
    }
};

class planted_layout : public layout {
  public:
    explicit planted_layout(layout_description d) : layout(std::move(d)) {}
    static planted_layout parse(std::string_view text) {
        if (is_planted("L13")) text = "packed [3]";
        return planted_layout(parse_layout(text));
    }
    std::optional<long_index_t> offset(index_span index) const {
        std::optional<long_index_t> found = layout::offset(index);
        const bool has_stage = !description().stages.empty();
        if (is_planted("L1")) *found += element_space_size();
        if (is_planted("L2")) *found = element_space_size() - 1 - *found;
        if (is_planted("L6") && found) ++*found;
        if (is_planted("L7") && !has_stage) ++*found;
        if (is_planted("L10") && has_stage) ++*found;
        return found;
    }
    injectivity_result injectivity() const {
        injectivity_result claim = layout::injectivity();
        if (is_planted("L3")) claim.kind = injectivity_kind::injective;
        return claim;
    }
    std::optional<std::vector<long_index_t>> inverse(long_index_t offset) const {
        return is_planted("L4") ? index_at(0) : layout::inverse(offset);
    }
    planted_view view() const { return planted_view(layout::view()); }
};

inline std::vector<vector_claim> planted_vectors(const planted_layout& l) {
    std::vector<vector_claim> claims = safe_vectors(l);
    if (is_planted("L9")) claims.back() = {l.lengths().back(), 1};
    return claims;
}

}  // namespace tileproof

#define layout planted_layout
#define layout_view planted_device_view
#define safe_vectors planted_vectors
