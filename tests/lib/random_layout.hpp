// SPDX-License-Identifier: MIT
// Random valid layouts for the tests of this folder: small, any transform on any dimension, zero lengths
// and all. Seeded, so that a failing one can be made again; its text is in every message.
#pragma once

#include <random>
#include <tileproof/layout.hpp>

namespace tileproof {

class random_layouts {
  public:
    explicit random_layouts(std::uint64_t seed) : random_(seed) {}

    layout next() {
        layout_description description;
        const int rank = below(3) + 1;
        for (int d = 0; d < rank; ++d) description.base.lengths.push_back(length());
        if (below(2) == 0) {
            description.base.kind = base_kind::naive;
            for (int d = 0; d < rank; ++d) description.base.strides.push_back(below(13));
            if (below(2) == 0) description.base.offset = below(3);
        } else if (below(2) == 0) {
            description.base.kind = base_kind::aligned;
            description.base.alignment = below(8) + 1;
        }
        layout result(description);
        for (int stage = below(5); stage > 0; --stage) {
            description.stages.push_back(next_stage(result));
            layout grown(description);
            if (grown.size() > 3000) break;
            result = grown;
        }
        return result;
    }

  private:
    int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
    long_index_t length() { return below(12) == 0 ? 0 : below(6) + 1; }

    stage_description next_stage(const layout& before) {
        std::vector<int> left(static_cast<std::size_t>(before.rank()));
        std::iota(left.begin(), left.end(), 0);
        std::shuffle(left.begin(), left.end(), random_);
        stage_description stage;
        int upper_count = 0;
        while (!left.empty() || stage.items.empty()) {
            // Beyond ten dimensions none splits, so that maximum_rank is kept.
            item_description item = upper_count + static_cast<int>(left.size()) > 10
                                        ? pass(left)
                                        : next_item(before, left);
            for (int& d : item.upper) d = upper_count++;
            stage.items.push_back(std::move(item));
        }
        std::vector<int> places(static_cast<std::size_t>(upper_count));
        std::iota(places.begin(), places.end(), 0);
        std::shuffle(places.begin(), places.end(), random_);
        for (item_description& item : stage.items)
            for (int& d : item.upper) d = places[d];
        return stage;
    }

    item_description make(transform_kind kind, std::vector<long_index_t> arguments,
                          std::vector<int> lower, int upper_count) {
        return {kind, std::move(arguments), {}, std::move(lower), std::vector<int>(upper_count)};
    }

    // One that takes two dimensions and makes two.
    transform_kind square_kind() {
        std::vector<transform_kind> kinds;
        for (int i = 0; i < transform_kind_count; ++i)
            if (shape_of(static_cast<transform_kind>(i)).lower == 2)
                kinds.push_back(static_cast<transform_kind>(i));
        return kinds[static_cast<std::size_t>(below(static_cast<int>(kinds.size())))];
    }

    item_description pass(std::vector<int>& left) {
        const int d = left.back();
        left.pop_back();
        return make(transform_kind::pass, {}, {d}, 1);
    }

    item_description next_item(const layout& before, std::vector<int>& left) {
        if (left.empty() || below(10) == 0)
            return below(2) == 0 ? make(transform_kind::insert, {below(3)}, {}, 1)
                                 : make(transform_kind::replicate, {1 + below(2), below(3)}, {}, 2);
        const int d = left.back();
        left.pop_back();
        const long_index_t l = before.lengths()[d];
        const int n = static_cast<int>(l);
        switch (below(13)) {
            case 0:
                return make(transform_kind::pad, {below(3), below(3)}, {d}, 1);
            case 1:
                return make(transform_kind::left_pad, {below(3)}, {d}, 1);
            case 2:
                return make(transform_kind::right_pad, {below(3)}, {d}, 1);
            case 3: {
                const long_index_t begin = below(n + 1),
                                   end = begin + below(n + 1 - static_cast<int>(begin));
                return make(transform_kind::slice, {begin, end}, {d}, 1);
            }
            case 4:
                return make(transform_kind::offset, {below(n + 1)}, {d}, 1);
            case 5:
                if (n != 0) return make(transform_kind::modulo, {1 + below(n), below(8)}, {d}, 1);
                break;
            case 6:
                if (n != 0)
                    return make(transform_kind::gather, {below(n), below(n), below(n)}, {d}, 1);
                break;
            case 7:
                if (n != 0) return make(transform_kind::freeze, {below(n)}, {d}, 0);
                break;
            case 8:
                for (const long_index_t factor : {2, 3, 5, 1})
                    if (l % factor == 0)
                        return make(transform_kind::unmerge, {l / factor, factor}, {d}, 2);
                break;
            case 9:
                if (n > 2) {
                    item_description item = make(transform_kind::embed, {2, 2}, {d}, 2);
                    item.strides = {1, below(n - 1)};
                    return item;
                }
                break;
            case 10:
            case 11:
                if (!left.empty()) {
                    const int second = left.back();
                    const long_index_t l1 = before.lengths()[second];
                    left.pop_back();
                    if (below(2) == 0) {
                        const auto kind = square_kind();
                        if (kind != transform_kind::xor_ || (l1 > 0 && (l1 & (l1 - 1)) == 0))
                            return make(kind, {}, {d, second}, 2);
                    }
                    return make(
                        below(2) == 0 ? transform_kind::merge : transform_kind::merge_divmod, {},
                        {d, second}, 1);
                }
                break;
            default:
                break;
        }
        return make(transform_kind::pass, {}, {d}, 1);
    }

    std::mt19937_64 random_;
};

}  // namespace tileproof
