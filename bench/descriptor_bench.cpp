// SPDX-License-Identifier: MIT
// Static descriptors on the host: nanoseconds per offset, per coordinate made and per coordinate moved, next to the
// same index arithmetic written by hand. Names are <what>/<descriptor>/<lengths>/<how>.
//
//   descriptor_bench --benchmark_filter=offset/image_to_column
#include <benchmark/benchmark.h>

#include <array>
#include <random>
#include <stdexcept>
#include <string>
#include <tileproof/coordinate.hpp>
#include <vector>

namespace {

using namespace tileproof;

constexpr int batch = 1024;

// Makes the compiler believe that anything may have been written to `value`.
void hide(auto& value) { asm volatile("" : : "r"(&value) : "memory"); }

template <int Rank>
using indices = std::vector<std::array<index_t, Rank>>;

template <int Rank>
indices<Rank> random_indices(const std::array<index_t, Rank>& lengths) {
    std::mt19937 random(1);
    indices<Rank> result(batch);
    for (auto& index : result)
        for (int d = 0; d < Rank; ++d)
            index[d] = static_cast<index_t>(random() % static_cast<unsigned>(lengths[d]));
    return result;
}

// The steps from each index to the next, and from the last to the first: they carry, and have both signs.
template <int Rank>
indices<Rank> steps_between(const indices<Rank>& places) {
    indices<Rank> result(batch);
    for (int i = 0; i < batch; ++i)
        for (int d = 0; d < Rank; ++d) result[i][d] = places[(i + 1) % batch][d] - places[i][d];
    return result;
}

auto lengths_of(const auto& d) {
    return apply(
        [](const auto&... length) {
            return std::array<index_t, sizeof...(length)>{
                static_cast<index_t>(static_cast<long_index_t>(length))...};
        },
        d.get_lengths());
}

template <int Rank, class F>
void run(benchmark::State& state, const std::array<index_t, Rank>& lengths, const F& offset) {
    const auto places = random_indices<Rank>(lengths);
    while (state.KeepRunningBatch(batch))
        for (const auto& index : places) benchmark::DoNotOptimize(offset(index));
}

template <class Descriptor>
void move(benchmark::State& state, const Descriptor& d) {
    constexpr int rank = Descriptor::dimension_count;
    const auto places = random_indices<rank>(lengths_of(d));
    const auto steps = steps_between<rank>(places);
    while (state.KeepRunningBatch(batch)) {
        auto c = make_tensor_coordinate(d, places[0]);
        for (const auto& step : steps) {
            move_tensor_coordinate(d, c, step);
            benchmark::DoNotOptimize(c.get_offset());
        }
    }
}

// `hand` computes the same offsets, which is checked before anything is timed.
template <class Descriptor, class Hand>
void add(const std::string& name, Descriptor descriptor, Hand hand) {
    constexpr int rank = Descriptor::dimension_count;
    const auto lengths = lengths_of(descriptor);
    for (const auto& index : random_indices<rank>(lengths)) {
        const auto c = make_tensor_coordinate(descriptor, index);
        const index_t expected = coordinate_has_valid_offset(descriptor, c) ? c.get_offset() : -1;
        const index_t found = hand(index);
        if (expected != found && expected != -1)
            throw std::logic_error(name + ": the code written by hand gives offset " +
                                   std::to_string(found) + ", the descriptor " +
                                   std::to_string(expected) + ".");
    }
    const auto enter = [&](const char* what, const char* how, auto of, auto body) {
        benchmark::RegisterBenchmark((what + name + how).c_str(), [=](benchmark::State& state) {
            auto hidden = of;
            hide(hidden);
            body(state, hidden);
        });
    };
    enter("offset/", "/descriptor", descriptor, [=](benchmark::State& state, const Descriptor& d) {
        run<rank>(state, lengths, [&](const auto& index) { return d.calculate_offset(index); });
    });
    enter("offset/", "/by_hand", hand,
          [=](benchmark::State& state, const Hand& h) { run<rank>(state, lengths, h); });
    enter("made/", "/descriptor", descriptor, [=](benchmark::State& state, const Descriptor& d) {
        run<rank>(state, lengths,
                  [&](const auto& index) { return make_tensor_coordinate(d, index).get_offset(); });
    });
    enter("moved/", "/descriptor", descriptor,
          [](benchmark::State& state, const Descriptor& d) { move(state, d); });
}

// Both with lengths known at compile time and at run time: L is number<...> or an integer.

void add_naive(const std::string& lengths, auto rows, auto columns) {
    add("naive_2d/" + lengths,
        make_naive_tensor_descriptor(make_tuple(rows, columns), make_tuple(columns, number<1>{})),
        [=](const auto& i) { return static_cast<index_t>(i[0] * columns + i[1]); });
}

template <class... L>
void add_packed(const std::string& lengths, L... all) {
    const auto held = make_tuple(all...);
    add("packed_5d/" + lengths, make_naive_tensor_descriptor_packed(held), [=](const auto& i) {
        index_t offset = i[0];
        offset = static_cast<index_t>(offset * held.template get<1>() + i[1]);
        offset = static_cast<index_t>(offset * held.template get<2>() + i[2]);
        offset = static_cast<index_t>(offset * held.template get<3>() + i[3]);
        return static_cast<index_t>(offset * held.template get<4>() + i[4]);
    });
}

void add_merged(const std::string& lengths, auto rows, auto columns) {
    const auto base = make_naive_tensor_descriptor(
        make_tuple(number<4>{}, rows, columns),
        make_tuple(detail::multiply(rows, columns), columns, number<1>{}));
    const auto merged = [&](const auto& merge) {
        return transform_tensor_descriptor(
            base, make_tuple(make_pass_through_transform(number<4>{}), merge),
            make_tuple(sequence<0>{}, sequence<1, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    };
    const auto hand = [=](const auto& i) {
        const index_t n = static_cast<index_t>(columns), m = static_cast<index_t>(rows);
        return (i[0] * m + i[1] / n) * n + i[1] % n;
    };
    const auto both = make_tuple(rows, columns);
    add("merged_by_magic_division/" + lengths, merged(make_merge_transform_v2_magic_division(both)),
        hand);
    add("merged_by_division/" + lengths, merged(make_merge_transform_v3_division_mod(both)), hand);
}

void add_block(const std::string& lengths, auto a, auto b, auto c, auto d, auto e) {
    const auto base = make_naive_tensor_descriptor_packed(make_tuple(a, b, c, d, e));
    add("five_to_three/" + lengths,
        transform_tensor_descriptor(
            base,
            make_tuple(make_pass_through_transform(a), make_merge_transform(make_tuple(b, c)),
                       make_merge_transform(make_tuple(d, e))),
            make_tuple(sequence<0>{}, sequence<1, 2>{}, sequence<3, 4>{}),
            make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{})),
        [=](const auto& i) {
            const index_t lb = static_cast<index_t>(b), lc = static_cast<index_t>(c),
                          ld = static_cast<index_t>(d), le = static_cast<index_t>(e);
            const index_t ib = i[1] / lc, ic = i[1] % lc, id = i[2] / le, ie = i[2] % le;
            return (((i[0] * lb + ib) * lc + ic) * ld + id) * le + ie;
        });
}

// Image n x h x w x c, filter y x x, pads of 1: rows (n, ho, wo), columns (y, x, c). 11 transforms.
void add_image(const std::string& lengths, auto n, auto h, auto w, auto c, auto y, auto x) {
    constexpr number<1> one{};
    const auto image = make_naive_tensor_descriptor(
        make_tuple(n, h, w, c),
        make_tuple(detail::multiply(h, detail::multiply(w, c)), detail::multiply(w, c), c, one));
    const auto padded = transform_tensor_descriptor(
        image,
        make_tuple(make_pass_through_transform(n), make_pad_transform(h, one, one),
                   make_pad_transform(w, one, one), make_pass_through_transform(c)),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}, sequence<3>{}),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}, sequence<3>{}));
    // A filter of 3 and pads of 1: as many windows as pixels.
    const auto windows = transform_tensor_descriptor(
        padded,
        make_tuple(make_pass_through_transform(n),
                   make_embed_transform(make_tuple(y, h), make_tuple(one, one)),
                   make_embed_transform(make_tuple(x, w), make_tuple(one, one)),
                   make_pass_through_transform(c)),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}, sequence<3>{}),
        make_tuple(sequence<0>{}, sequence<1, 2>{}, sequence<3, 4>{}, sequence<5>{}));
    add("image_to_column/" + lengths,
        transform_tensor_descriptor(windows,
                                    make_tuple(make_merge_transform(make_tuple(n, h, w)),
                                               make_merge_transform(make_tuple(y, x, c))),
                                    make_tuple(sequence<0, 2, 4>{}, sequence<1, 3, 5>{}),
                                    make_tuple(sequence<0>{}, sequence<1>{})),
        [=](const auto& i) {
            const index_t lh = static_cast<index_t>(h), lw = static_cast<index_t>(w),
                          lc = static_cast<index_t>(c), lx = static_cast<index_t>(x);
            const index_t wo = i[0] % lw, ho = i[0] / lw % lh, in = i[0] / lw / lh;
            const index_t ic = i[1] % lc, ix = i[1] / lc % lx, iy = i[1] / lc / lx;
            return ((in * lh + ho + iy - 1) * lw + wo + ix - 1) * lc + ic;
        });
}

void add_xor(const std::string& lengths, auto rows, auto columns) {
    add("xor/" + lengths,
        transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(rows, columns)),
                                    make_tuple(make_xor_transform(make_tuple(rows, columns))),
                                    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{})),
        [=](const auto& i) {
            const index_t n = static_cast<index_t>(columns);
            return i[0] * n + (i[1] ^ (i[0] % n));
        });
}

const bool added = [] {
    add_naive("constant", number<256>{}, number<128>{});
    add_naive("run_time", 256, 128);
    add_packed("constant", number<64>{}, number<4>{}, number<2>{}, number<64>{}, number<4>{});
    add_packed("run_time", 64, 4, 2, 64, 4);
    add_merged("constant", number<64>{}, number<128>{});
    add_merged("run_time", 64, 128);
    add_block("constant", number<64>{}, number<4>{}, number<2>{}, number<64>{}, number<4>{});
    add_block("run_time", 64, 4, 2, 64, 4);
    add_image("constant", number<2>{}, number<28>{}, number<30>{}, number<16>{}, number<3>{},
              number<3>{});
    add_image("run_time", 2, 28, 30, 16, 3, 3);
    add_xor("constant", number<128>{}, number<64>{});
    add_xor("run_time", 128, 64);
    return true;
}();

}  // namespace
