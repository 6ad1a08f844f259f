// SPDX-License-Identifier: MIT
#include "properties/layout/generator/layout_generator.hpp"

#include <algorithm>
#include <tileproof/layout.hpp>
#include <utility>

#include "properties/layout/generator/layout_graph.hpp"
#include "properties/layout/generator/shape.hpp"

namespace tileproof::properties {
namespace {

using enum transform_kind;

constexpr long_index_t at_most = long_index_t{1} << 62;

void add_to(long_index_t& sum, long_index_t n) {
    if (__builtin_add_overflow(sum, n, &sum) || sum > at_most) sum = at_most;
}

bool is_pad(transform_kind kind) { return kind == pad || kind == left_pad || kind == right_pad; }

// Numbers below n, the boldest first: 0, 1, 2, n / 2, three quarters, ..., n - 1.
length_list below(long_index_t n) {
    length_list numbers{0, 1, 2};
    for (long_index_t gap = n / 2; gap > 0; gap /= 2) numbers.push_back(n - gap);
    std::erase_if(numbers, [&](long_index_t candidate) { return candidate >= n; });
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

// Collects candidates, and drops those that are not layouts or not lighter.
class collector {
  public:
    explicit collector(const layout_description& layout)
        : m_layout(layout), m_weight(weight(layout)), m_levels(*lengths_of_levels(layout)) {}

    std::vector<layout_description> all() {
        cut_stages();
        replace_items();
        drop_dims();
        simplify_base();
        shrink_lengths();
        shrink_arguments();
        put_in_order();
        return std::move(m_found);
    }

  private:
    void offer(layout_description candidate) {
        if (!lengths_of_levels(candidate) || weight(candidate) >= m_weight) return;
        if (std::ranges::find(m_found, candidate) != m_found.end()) return;
        try {
            const layout valid(candidate);
            m_found.push_back(std::move(candidate));
        } catch (const layout_error&) {
            // Drops sizes that no longer fit, for instance without the item that cut a vast dim.
        }
    }
    void offer(const layout_graph& graph) {
        if (auto candidate = graph.description()) offer(std::move(*candidate));
    }

    // Without the upper stages, without the lower ones, without one, and with the last replaced by a permutation of
    // dims.
    void cut_stages() {
        const std::size_t stages = m_layout.stages.size();
        for (std::size_t kept = 0; kept < stages; ++kept) {
            layout_description candidate{m_layout.base, m_layout.stages};
            candidate.stages.resize(kept);
            offer(std::move(candidate));
        }
        for (std::size_t cut = stages; cut > 0; --cut) {
            if (m_levels[cut].empty() || !element_count(m_levels[cut])) continue;
            layout_description candidate;
            candidate.base.lengths = m_levels[cut];
            candidate.stages.assign(m_layout.stages.begin() + static_cast<std::ptrdiff_t>(cut),
                                    m_layout.stages.end());
            if (!lengths_of_levels(candidate)) continue;  // without the pad below
            layout_graph sorted(candidate);
            std::ranges::sort(sorted.base.lengths);
            offer(std::move(candidate));
            offer(sorted);
        }
        for (std::size_t s = 0; s < stages; ++s) {
            if (m_levels[s].size() != m_levels[s + 1].size()) continue;
            layout_graph graph(m_layout);
            graph.skip_stage(s);
            offer(graph);
        }
        if (stages > 0 && m_levels[stages - 1].size() > 1) {
            layout_description turned = m_layout;
            auto& items = turned.stages.back().items;
            items.clear();
            const int rank = static_cast<int>(m_levels[stages - 1].size());
            for (int d = 0; d < rank; ++d) items.push_back({pass, {}, {}, {d}, {rank - 1 - d}});
            offer(std::move(turned));
        }
    }

    // Without a pad: perhaps all that mattered was that the first element is not at the start.
    void offer_offset(layout_graph graph) {
        base_description& base = graph.base;
        if (base.kind == base_kind::aligned || base.offset) return;
        if (base.kind == base_kind::packed) {
            base.strides.assign(base.lengths.size(), 1);
            for (std::size_t d = base.lengths.size(); d-- > 1;)
                if (__builtin_mul_overflow(base.strides[d], base.lengths[d], &base.strides[d - 1]))
                    return;
        }
        base.kind = base_kind::naive;
        base.offset = 1;
        offer(graph);
    }

    void replace_items() {
        for (std::size_t s = 0; s < m_layout.stages.size(); ++s)
            for (std::size_t i = 0; i < m_layout.stages[s].items.size(); ++i) {
                const item_description& item = m_layout.stages[s].items[i];
                if (item.kind == pass) continue;
                layout_graph without(m_layout);
                without.drop_item(s, i);
                offer(without);
                for (std::size_t l = 0; l < item.lower.size(); ++l)
                    for (std::size_t u = 0; u < item.upper.size(); ++u) {
                        if (is_square(item.kind) && l != u) continue;
                        layout_graph graph(m_layout);
                        const int upper = graph.stages[s].items[i].upper[u];
                        graph.make_pass(s, i, l, u);
                        offer(graph);
                        if (!is_pad(item.kind)) continue;
                        offer_offset(graph);
                        // With the same length: perhaps the length was all that mattered of the pad.
                        const long_index_t length =
                            m_levels[s + 1][static_cast<std::size_t>(item.upper[u])];
                        layout_graph longer = graph;
                        if (longer.set_length(s + 1, upper, length)) offer(longer);
                        for (const int dim : graph.levels[0]) {
                            longer = graph;
                            if (longer.set_length(0, dim, length)) offer(longer);
                        }
                    }
                if (is_square(item.kind)) {
                    layout_graph graph(m_layout);
                    auto& items = graph.stages[s].items;
                    const item_description old = items[i];
                    items[i] = {pass, {}, {}, {old.lower[0]}, {old.upper[0]}};
                    items.push_back({pass, {}, {}, {old.lower[1]}, {old.upper[1]}});
                    offer(graph);
                }
                replace_kind(s, i);
            }
    }

    void replace_kind(std::size_t s, std::size_t i) {
        layout_description candidate = m_layout;
        item_description& item = candidate.stages[s].items[i];
        if (item.kind == merge_divmod) {
            item.kind = merge;
            offer(std::move(candidate));
        } else if (item.kind == replicate && item.arguments.size() == 1) {
            item.kind = insert;
            offer(std::move(candidate));
        } else if (item.kind == pad) {
            const length_list both = item.arguments;
            item.kind = right_pad;
            item.arguments = {both[1]};
            offer(candidate);
            item.kind = left_pad;
            item.arguments = {both[0]};
            offer(std::move(candidate));
        }
    }

    void drop_dims() {
        for (std::size_t level = m_levels.size(); level-- > 0;)
            for (std::size_t d = 0; d < m_levels[level].size(); ++d) {
                layout_graph graph(m_layout);
                graph.drop(level, graph.levels[level][d]);
                offer(graph);
            }
    }

    void simplify_base() {
        const base_description& base = m_layout.base;
        const auto with = [&](auto&& change) {
            layout_description candidate = m_layout;
            change(candidate.base);
            offer(std::move(candidate));
        };
        if (base.kind != base_kind::packed && element_count(base.lengths))
            with([&](base_description& b) { b = {base_kind::packed, b.lengths, {}, {}, 0}; });
        if (m_layout.stages.empty())
            show_the_ends();
        else
            show_the_last();
        for (const long_index_t n : below(base.alignment))
            if (n > 0) with([&](base_description& b) { b.alignment = n; });
        if (base.kind != base_kind::naive) return;
        if (base.offset) with([&](base_description& b) { b.offset.reset(); });
        for (const long_index_t n : below(base.offset.value_or(0)))
            with([&](base_description& b) { b.offset = n; });
        if (element_count(base.lengths))
            with([&](base_description& b) { b.strides = packed_strides(b.lengths); });
        for (std::size_t d = 0; d < base.strides.size(); ++d)
            for (const long_index_t n : below(base.strides[d]))
                with([&](base_description& b) { b.strides[d] = n; });
    }

    // Only the last element, and two elements as far apart as the first and the last.
    void show_the_ends() {
        const base_description& base = m_layout.base;
        length_list rows = base.lengths;
        if (!element_count(rows)) return;
        if (base.kind == base_kind::aligned)
            rows.back() += (base.alignment - rows.back() % base.alignment) % base.alignment;
        const length_list strides =
            base.kind == base_kind::naive ? base.strides : packed_strides(rows);
        long_index_t reach = 0;
        for (std::size_t d = 0; d < strides.size(); ++d) {
            if (base.lengths[d] == 0) return;
            add_to(reach, (base.lengths[d] - 1) * strides[d]);
        }
        long_index_t last = base.offset.value_or(0);
        add_to(last, reach);
        if (last >= at_most) return;
        offer({{base_kind::naive, {1}, {0}, last, 0}, {}});
        offer({{base_kind::naive, {2}, {reach}, base.offset, 0}, {}});
    }

    // For a layout with stages: only its last element.
    void show_the_last() {
        const layout whole(m_layout);
        if (whole.size() == 0) return;
        if (const auto offset = whole.offset(whole.index_at(whole.size() - 1)))
            offer({{base_kind::naive, {1}, {0}, *offset, 0}, {}});
    }

    void shrink_lengths() {
        for (std::size_t level = m_levels.size(); level-- > 0;)
            for (std::size_t d = 0; d < m_levels[level].size(); ++d) {
                const long_index_t length = m_levels[level][d];
                length_list shorter = below(length);
                if (shorter.size() > 1) std::swap(shorter[0], shorter[1]);  // 1 before 0
                if (length == 0) shorter = {1};
                for (const long_index_t n : shorter) {
                    layout_graph graph(m_layout);
                    if (graph.set_length(level, graph.levels[level][d], n)) offer(graph);
                }
            }
    }

    void shrink_arguments() {
        for (std::size_t s = 0; s < m_layout.stages.size(); ++s)
            for (std::size_t i = 0; i < m_layout.stages[s].items.size(); ++i) {
                const item_description& item = m_layout.stages[s].items[i];
                const auto with = [&](auto&& change) {
                    layout_graph graph(m_layout);
                    change(graph.stages[s].items[i]);
                    offer(graph);
                };
                if (item.kind == gather) shorten_table(item, with);
                for (std::size_t a = 0; a < item.arguments.size(); ++a)
                    for (const long_index_t n : below(item.arguments[a]))
                        with([&](item_description& changed) { changed.arguments[a] = n; });
                for (std::size_t a = 0; a < item.strides.size(); ++a) {
                    if (item.strides[a] < 0)  // forwards is simpler
                        with([&](item_description& changed) {
                            changed.strides[a] = -item.strides[a];
                        });
                    for (const long_index_t n : below(item.strides[a]))
                        with([&](item_description& changed) { changed.strides[a] = n; });
                }
                if (item.kind == offset)  // the same length, of a shorter dim
                    for (const long_index_t n : below(item.arguments[0])) {
                        layout_graph graph(m_layout);
                        item_description& changed = graph.stages[s].items[i];
                        const long_index_t upper =
                            m_levels[s + 1][static_cast<std::size_t>(item.upper[0])];
                        changed.arguments[0] = n;
                        if (graph.set_length(s, changed.lower[0], upper + n)) offer(graph);
                    }
                if (item.kind == slice)  // the same length, further in front
                    for (const long_index_t n : below(item.arguments[0]))
                        with([&](item_description& changed) {
                            changed.arguments[1] -= changed.arguments[0] - n;
                            changed.arguments[0] = n;
                        });
                for (std::size_t a = 1; a < item.arguments.size(); ++a) {
                    const auto swapped = [&](item_description& changed) {
                        std::swap(changed.arguments[a - 1], changed.arguments[a]);
                    };
                    const auto swapped_with_strides = [&](item_description& changed) {
                        swapped(changed);
                        std::swap(changed.strides[a - 1], changed.strides[a]);
                    };
                    if (item.arguments[a] < item.arguments[a - 1]) with(swapped);
                    if (item.kind != embed) continue;
                    with(swapped_with_strides);
                    swap_strides_and_fit(s, i, a);
                }
            }
    }

    // Exchanges strides a - 1 and a of an embed, on a lower dim just long enough for that.
    void swap_strides_and_fit(std::size_t s, std::size_t i, std::size_t a) {
        layout_graph graph(m_layout);
        item_description& changed = graph.stages[s].items[i];
        std::swap(changed.strides[a - 1], changed.strides[a]);
        long_index_t reach = 1;
        for (std::size_t k = 0; k < changed.arguments.size(); ++k) {
            if (changed.arguments[k] == 0) return;
            add_to(reach, (changed.arguments[k] - 1) * changed.strides[k]);
        }
        if (graph.set_length(s, changed.lower[0], reach)) offer(graph);
    }

    void shorten_table(const item_description& item, auto&& with) {
        const auto size = std::ssize(item.arguments);
        for (std::ptrdiff_t part = size / 2; part > 0; part /= 2)
            for (std::ptrdiff_t begin = 0; begin < size; begin += part)
                with([&](item_description& changed) {
                    auto& table = changed.arguments;
                    table.erase(table.begin() + begin,
                                table.begin() + std::min(begin + part, size));
                });
    }

    // Dims in the order in which they are made, items in the order of their dims, short base dims first.
    void put_in_order() {
        const length_list& base_lengths = m_layout.base.lengths;
        for (std::size_t a = 0; a < base_lengths.size(); ++a)
            for (std::size_t b = a + 1; b < base_lengths.size(); ++b) {
                if (base_lengths[a] <= base_lengths[b]) continue;
                layout_graph graph(m_layout);
                std::swap(graph.base.lengths[a], graph.base.lengths[b]);
                offer(graph);
            }
        for (std::size_t level = 0; level < m_levels.size(); ++level)
            for (std::size_t d = 1; d < m_levels[level].size(); ++d) {
                layout_graph graph(m_layout);
                std::swap(graph.levels[level][d - 1], graph.levels[level][d]);
                if (level == 0) {
                    std::swap(graph.base.lengths[d - 1], graph.base.lengths[d]);
                    if (m_layout.base.kind == base_kind::naive) {
                        std::swap(graph.base.strides[d - 1], graph.base.strides[d]);
                        offer(graph);
                        std::swap(graph.base.strides[d - 1], graph.base.strides[d]);
                    }
                }
                offer(graph);
            }
        for (std::size_t s = 0; s < m_layout.stages.size(); ++s) {
            const auto count = m_layout.stages[s].items.size();
            for (std::size_t i = 0; i < count; ++i) {
                layout_description candidate = m_layout;
                auto& items = candidate.stages[s].items;
                if (i > 0) {
                    std::swap(items[i - 1], items[i]);
                    offer(candidate);
                    std::swap(items[i - 1], items[i]);
                }
                for (std::size_t d = 1; d < items[i].lower.size(); ++d) {
                    layout_graph graph(m_layout);
                    std::swap(graph.stages[s].items[i].lower[d - 1],
                              graph.stages[s].items[i].lower[d]);
                    offer(graph);
                }
                for (std::size_t d = 1; d < items[i].upper.size(); ++d) {
                    layout_graph graph(m_layout);
                    std::swap(graph.stages[s].items[i].upper[d - 1],
                              graph.stages[s].items[i].upper[d]);
                    offer(graph);
                }
            }
        }
    }

    const layout_description& m_layout;
    std::vector<long_index_t> m_weight;
    std::vector<length_list> m_levels;
    std::vector<layout_description> m_found;
};

constexpr long_index_t heaviest = long_index_t{1} << 62;

void weigh(long_index_t& sum, long_index_t n) {
    if (__builtin_add_overflow(sum, n, &sum) || sum > heaviest) sum = heaviest;
}

// The plainness of kinds with nearly the same meaning.
int rank_of_kind(transform_kind kind) {
    switch (kind) {
        case pass:
            return 0;
        case pad:
        case merge_divmod:
        case replicate:
            return 3;
        case left_pad:
            return 2;
        default:
            return 1;
    }
}

bool does_nothing(const stage_description& stage) {
    return std::ranges::all_of(stage.items, [](const item_description& i) {
        return i.kind == pass && i.lower == i.upper;
    });
}

}  // namespace

std::vector<layout_description> smaller(const layout_description& layout) {
    if (!lengths_of_levels(layout)) return {};
    return collector(layout).all();
}

std::vector<long_index_t> weight(const layout_description& layout) {
    long_index_t transforms = 0, items = 0, dims = std::ssize(layout.base.lengths), numbers = 0;
    long_index_t zeros = 0, lengths = 0, kinds = 0;
    long_index_t values = layout.base.offset ? 1 : 0;  // one of 0 is more than none
    weigh(values, layout.base.offset.value_or(0));
    for (const long_index_t n : layout.base.strides) weigh(values, n);
    weigh(values, layout.base.alignment);
    std::vector<long_index_t> order;  // what is equal in all sums is decided place by place
    const auto append = [&](const auto& list) {
        order.insert(order.end(), list.begin(), list.end());
    };
    append(layout.base.lengths);
    append(layout.base.strides);
    for (const stage_description& stage : layout.stages) {
        items += std::ssize(stage.items);
        transforms += does_nothing(stage);  // turned dims are plainer: they are there for something
        for (const item_description& item : stage.items) {
            transforms += item.kind != pass;
            kinds += rank_of_kind(item.kind);
            dims += std::ssize(item.upper);
            numbers += std::ssize(item.arguments);
            for (const long_index_t n : item.arguments) weigh(values, n);
            for (const long_index_t n : item.strides) weigh(values, n < 0 ? 1 - n : n);
            append(item.lower);
            append(item.upper);
            append(item.arguments);
            append(item.strides);
        }
    }
    if (const auto levels = lengths_of_levels(layout))
        for (const length_list& level : *levels)
            for (const long_index_t length : level) {
                zeros += length == 0;
                weigh(lengths, length);
            }
    static constexpr int base_rank[] = {0, 2, 1};
    std::vector<long_index_t> result{std::ssize(layout.stages),
                                     transforms,
                                     items,
                                     dims,
                                     numbers,
                                     zeros,
                                     lengths,
                                     base_rank[static_cast<std::size_t>(layout.base.kind)],
                                     kinds,
                                     values};
    result.insert(result.end(), order.begin(), order.end());
    return result;
}

}  // namespace tileproof::properties
