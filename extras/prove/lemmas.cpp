// SPDX-License-Identifier: MIT
#include "extras/prove/lemmas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tileproof::prove {
namespace {

using enum transform_kind;
using properties::law_id;
using conditions = std::vector<condition>;
using order_of_dims = std::vector<int>;

condition at_most(const polynomial& a, const polynomial& b, std::vector<polynomial> assumed = {}) {
    return {condition::relation::at_least_zero, b - a, a.text() + " <= " + b.text(),
            std::move(assumed)};
}
condition below(const polynomial& a, const polynomial& b, std::vector<polynomial> assumed = {}) {
    return {condition::relation::at_least_zero, b - a - 1, a.text() + " < " + b.text(),
            std::move(assumed)};
}
condition equal(const polynomial& a, const polynomial& b) {
    return {condition::relation::zero, a - b, a.text() + " = " + b.text()};
}

conditions none(const place&, const order_of_dims&) { return {}; }

std::vector<polynomial> positive_lengths(const place& p) {
    std::vector<polynomial> least;
    for (const polynomial& n : p.above) least.push_back(n - 1);
    return least;
}

bool is_negative(const polynomial& n) { return n.number() && *n.number() < 0; }
// L1 --------------------------------------------------------------------------------------------------------------

conditions all_at_least_zero(const place& p, const order_of_dims&) {
    conditions all;
    for (const auto* list : {&p.arguments, &p.strides})
        for (const polynomial& n : *list) all.push_back(at_most(0, n));
    return all;
}
// Where a pad decides, the sums of an embed that runs backwards may lie outside.
conditions sums_stay_below(const place& p, const order_of_dims&) {
    conditions all;
    for (const polynomial& n : p.above) all.push_back(at_most(0, n));
    polynomial last = 0;
    for (std::size_t i = 0; i < p.above.size(); ++i) {
        if (p.open.below && is_negative(p.strides[i])) continue;
        all.push_back(at_most(0, p.strides[i]));
        last = last + (p.above[i] - 1) * p.strides[i];
    }
    if (!(p.open.above && std::ranges::any_of(p.strides, is_negative)))
        all.push_back(below(last, p.below[0], positive_lengths(p)));
    return all;
}
conditions product_is_the_length(const place& p, const order_of_dims& order) {
    conditions all = all_at_least_zero(p, order);
    all.push_back(equal(product_of(p.arguments), p.below[0]));
    return all;
}
conditions position_is_inside(const place& p, const order_of_dims&) {
    conditions all;
    for (const polynomial& i : p.arguments) {
        all.push_back(at_most(0, i));
        all.push_back(below(i, p.below[0]));
    }
    return all;
}
conditions part_is_inside(const place& p, const order_of_dims&) {
    return {at_most(0, p.arguments[0]), at_most(p.arguments[0], p.arguments[1]),
            at_most(p.arguments[1], p.below[0])};
}
conditions modulus_is_inside(const place& p, const order_of_dims&) {
    return {at_most(1, p.arguments[0]), at_most(p.arguments[0], p.below[0]),
            at_most(0, p.arguments[1])};
}
conditions second_is_power_of_two(const place& p, const order_of_dims&) {
    return {
        {condition::relation::power_of_two, p.below[1], p.below[1].text() + " is a power of two"}};
}
conditions distance_is_inside(const place& p, const order_of_dims&) {
    return {at_most(0, p.arguments[0]), at_most(p.arguments[0], p.below[0])};
}

// L3 --------------------------------------------------------------------------------------------------------------

conditions strides_are_apart(const place& p, const order_of_dims& order) {
    conditions all;
    polynomial reached = 0;
    for (const int d : order) {
        const auto i = static_cast<std::size_t>(d);
        if (p.above[i].is(1)) continue;
        all.push_back(below(reached, distance(p.strides[i]), positive_lengths(p)));
        reached = reached + (p.above[i] - 1) * distance(p.strides[i]);
    }
    return all;
}
conditions at_most_one_each(const place& p, const order_of_dims&) {
    conditions all;
    for (const polynomial& n : p.above) all.push_back(at_most(n, 1));
    return all;
}
conditions no_longer_than_modulus(const place& p, const order_of_dims&) {
    return {at_most(p.arguments[1], p.arguments[0])};
}
conditions entries_differ(const place& p, const order_of_dims&) {
    conditions all;
    for (std::size_t i = 0; i < p.arguments.size(); ++i)
        for (std::size_t k = i + 1; k < p.arguments.size(); ++k)
            all.push_back({condition::relation::not_zero, p.arguments[i] - p.arguments[k],
                           p.arguments[i].text() + " is not " + p.arguments[k].text()});
    return all;
}

// L5 --------------------------------------------------------------------------------------------------------------

// lower(u + step) = lower(u) + lower(step), or + step for a transform that only adds a number: as polynomials, so in
// any number of bits, and for indices out of range.
conditions a_step_adds(const place& p, const order_of_dims&) {
    const auto lower = [&](const std::vector<polynomial>& u) {
        polynomial sum = 0;
        switch (p.kind) {
            case pad:
            case left_pad:
                return u[0] - p.arguments[0];
            case slice:
            case offset:
                return u[0] + p.arguments[0];
            case embed:
                for (std::size_t i = 0; i < u.size(); ++i) sum = sum + u[i] * p.strides[i];
                return sum;
            case unmerge:
                for (std::size_t i = 0; i < u.size(); ++i) sum = sum * p.arguments[i] + u[i];
                return sum;
            case freeze:
                return p.arguments[0];
            default:
                return u[0];
        }
    };
    std::vector<polynomial> u, step, moved;
    for (std::size_t i = 0; i < p.above.size(); ++i) {
        u.push_back(polynomial::name(fmt::format("i{}'", i)));
        step.push_back(polynomial::name(fmt::format("s{}'", i)));
        moved.push_back(u[i] + step[i]);
    }
    const bool sums = p.kind == embed || p.kind == unmerge;
    const polynomial added = sums ? lower(step) : step.empty() ? polynomial(0) : step[0];
    return {equal(lower(moved), lower(u) + added)};
}

// L9 --------------------------------------------------------------------------------------------------------------

// The same number of elements, with fewer and simpler divisors.
vectors simplified(const assumptions& given, vectors v) {
    std::vector<polynomial> kept;
    long_index_t number = 0;
    for (const polynomial& p : v.divides)
        if (const auto n = p.number())
            number = std::gcd(number, *n);
        else if (std::ranges::find(kept, p) == kept.end())
            kept.push_back(p);
    // One that is divided by another adds nothing.
    std::vector<polynomial> needed;
    for (const polynomial& p : kept) {
        const bool divided = std::ranges::any_of(
            kept, [&](const polynomial& q) { return !(q == p) && p.divided_by(q); });
        if (!divided && !(number != 0 && given.divisor_of(p) % number == 0)) needed.push_back(p);
    }
    if (number != 0) needed.push_back(number);
    if (number == 1) needed = {1};
    std::ranges::sort(needed);
    const bool some = std::ranges::any_of(v.divides, [](const polynomial& p) { return !p.is(0); });
    if (some || v.divides.empty())
        v.divides = std::move(needed);
    else
        v.divides = {1};  // a length of 0
    if (v.divides == vectors::none().divides) v.stride = -1;
    return v;
}

vectors within(const assumptions& given, vectors v, const polynomial& length) {
    v.divides.push_back(length);
    return simplified(given, std::move(v));
}
bool covers(const assumptions& given, const vectors& v, const polynomial& length) {
    return v.any() || v == within(given, {{}, v.stride}, length);
}
// Whether elements a stride apart are never contiguous, so that no alignment is claimed.
bool is_not_one(const assumptions& given, const polynomial& stride) {
    return given.at_least_zero(stride - 2) || given.at_least_zero(polynomial(0) - stride);
}
bool are_none(const vectors& v) { return v.divides == vectors::none().divides; }

using all_vectors = std::vector<vectors>;

all_vectors vectors_as_below(const assumptions& given, const place& p, const all_vectors& below) {
    return {within(given, below[0], p.above[0])};
}
all_vectors vectors_of_a_part(const assumptions& given, const place& p, const all_vectors& below) {
    vectors v = below[0];
    if (covers(given, v, p.below[0]) && is_not_one(given, v.stride))
        v.divides.clear();
    else
        v.divides.push_back(p.arguments[0]);
    return {within(given, v, p.above[0])};
}
all_vectors vectors_in_pads(const assumptions& given, const place& p, const all_vectors& below) {
    vectors v = below[0];
    v.divides.push_back(p.kind == right_pad ? polynomial(0) : p.arguments[0]);
    v.divides.push_back(p.below[0]);
    return {within(given, v, p.above[0])};
}
// Whether no sum of an embed leaves its dim, which one that runs backwards may do; outside it offsets are not affine any more.
bool stays_inside(const assumptions& given, const place& p) {
    if (std::ranges::none_of(p.strides, is_negative)) return true;
    polynomial last = 0;
    for (std::size_t i = 0; i < p.above.size(); ++i)
        if (!is_negative(p.strides[i]))
            last = last + (p.above[i] - 1) * p.strides[i];
        else if (!p.above[i].is(1))
            return false;
    return given.at_least_zero(p.below[0] - 1 - last);
}
all_vectors vectors_of_sums(const assumptions& given, const place& p, const all_vectors& below) {
    std::vector<polynomial> strides = p.strides;
    if (p.kind == unmerge) {
        strides.assign(p.above.size(), 1);
        for (std::size_t i = p.above.size(); i-- > 1;) strides[i - 1] = strides[i] * p.above[i];
    }
    const bool all_below = stays_inside(given, p) && covers(given, below[0], p.below[0]);
    all_vectors result;
    for (std::size_t i = 0; i < p.above.size(); ++i) {
        const polynomial& stride = strides[i];
        vectors v{{}, below[0].stride * stride};
        bool known = !are_none(below[0]) && !is_negative(stride);
        if (!stride.is(0) && !(known && all_below && is_not_one(given, v.stride))) {
            // Every group must start at a multiple of these.
            std::vector<polynomial> starts = below[0].divides;
            for (std::size_t k = 0; k < p.above.size(); ++k)
                if (k != i && !p.above[k].is(1)) starts.push_back(strides[k]);
            for (const polynomial& start : starts) {
                const auto groups = start.divided_by(stride);
                known = known && groups;
                if (groups) v.divides.push_back(*groups);
            }
        }
        result.push_back(stride.is(0) || known ? within(given, v, p.above[i]) : vectors::none());
        if (stride.is(0)) result.back().stride = 0;
    }
    return result;
}
all_vectors vectors_of_the_last_digit(const assumptions& given, const place& p,
                                      const all_vectors& below) {
    std::size_t last = p.below.size() - 1;
    while (last > 0 && p.below[last].is(1)) --last;
    return {within(given, below[last], p.below[last])};
}
all_vectors vectors_of_repetitions(const assumptions& given, const place& p, const all_vectors&) {
    all_vectors result;
    for (const polynomial& n : p.above) result.push_back(within(given, {{}, 0}, n));
    return result;
}
all_vectors vectors_of_a_modulus(const assumptions& given, const place& p,
                                 const all_vectors& below) {
    vectors v = below[0];
    v.divides.push_back(p.arguments[0]);
    return {within(given, v, p.above[0])};
}
all_vectors vectors_of_one_index(const assumptions& given, const place& p,
                                 const all_vectors& below) {
    all_vectors result(2, vectors::none());
    if (p.below[0].is(1)) result[1] = within(given, below[1], p.below[1]);
    if (p.below[1].is(1)) result[0] = within(given, below[0], p.below[0]);
    return result;
}
all_vectors no_vectors(const assumptions&, const place& p, const all_vectors&) {
    return all_vectors(p.above.size(), vectors::none());
}

// Queries without a model. Of many dims a lemma is one of two: a sum of many is one of the first and of the rest.
std::string query(const std::string& names, const std::string& premises,
                  const std::string& conclusion, const std::string& sort = "Int") {
    std::string text;
    for (std::size_t at = 0, end = 0; at < names.size(); at = end + 1) {
        end = std::min(names.find(' ', at), names.size());
        text += fmt::format("(declare-const {} {})\n", names.substr(at, end - at), sort);
    }
    return text + fmt::format("(assert (and true {}))\n(assert (not {}))\n", premises, conclusion);
}
const std::string bits = "(_ BitVec 64)";
const std::string power =
    "(not (= n #x0000000000000000)) (= (bvand n (bvsub n #x0000000000000001)) #x0000000000000000) "
    "(bvult j n) (bvult k n)";
std::string xored(const char* j) {
    return fmt::format("(bvxor {} (bvand i (bvsub n #x0000000000000001)))", j);
}

}  // namespace

polynomial distance(const polynomial& stride) {
    return is_negative(stride) ? polynomial(0) - stride : stride;
}

lemma_book::lemma_book() {
    for (int k = 0; k < transform_kind_count; ++k) {
        const auto kind = static_cast<transform_kind>(k);
        lemmas_[{law_id::L1, kind}] = {"its index below is in range", none, ""};
        lemmas_[{law_id::L3, kind}] = {"distinct indices have distinct ones below", none, ""};
        lemmas_[{law_id::L4, kind}] = {
            "the library's formula for the way back undoes the way there", none, ""};
        lemmas_[{law_id::L5, kind}] = {"its index below is computed again after each step", none,
                                       ""};
        vector_rules[kind] = no_vectors;
    }
    const auto set = [&](law_id law, std::initializer_list<transform_kind> kinds, lemma l) {
        for (const transform_kind kind : kinds) lemmas_[{law, kind}] = l;
    };

    set(law_id::L1, {pass}, {"nothing changes", none, ""});
    set(law_id::L1, {pad, left_pad, right_pad},
        {"an index that has an element lies between the pads", all_at_least_zero,
         query("u n l r", "(<= 0 l) (<= 0 r) (<= l u) (< u (+ l n))",
               "(and (<= 0 (- u l)) (< (- u l) n))")});
    set(law_id::L1, {embed},
        {"a sum is at most that of the last indices, which is below the length, or a pad decides",
         sums_stay_below,
         query("u n s", "(<= 0 u) (< u n) (<= 0 s)",
               "(and (<= 0 (* u s)) (<= (* u s) (* (- n 1) s)))")});
    set(law_id::L1, {unmerge},
        {"i*b + j < a*b for i < a, j < b; the product of its lengths is the length below",
         product_is_the_length,
         query("i j a b", "(<= 0 i) (< i a) (<= 0 j) (< j b)",
               "(and (<= 0 (+ (* i b) j)) (< (+ (* i b) j) (* a b)))")});
    set(law_id::L1, {merge, merge_divmod},
        {"the digits of an index below a*b are below a and b; the division is exact (L8)", none,
         query("x a b q r", "(<= 0 x) (< x (* a b)) (< 0 b) (= x (+ (* q b) r)) (<= 0 r) (< r b)",
               "(and (<= 0 q) (< q a))")});
    set(law_id::L1, {freeze, gather},
        {"each position is in the dim below", position_is_inside, ""});
    set(law_id::L1, {insert, replicate}, {"there is no index below", all_at_least_zero, ""});
    set(law_id::L1, {slice},
        {"0 <= begin <= end <= length", part_is_inside,
         query("u b e n", "(<= 0 u) (< u (- e b)) (<= 0 b) (<= e n)",
               "(and (<= 0 (+ u b)) (< (+ u b) n))")});
    set(law_id::L1, {modulo},
        {"a remainder is below the modulus, which is at most the length", modulus_is_inside,
         query("u m n q r", "(<= 1 m) (<= m n) (= u (+ (* q m) r)) (<= 0 r) (< r m)", "(< r n)")});
    set(law_id::L1, {xor_},
        {"bits below a power of two stay below it", second_is_power_of_two,
         query("i j k n", power, fmt::format("(bvult {} n)", xored("j")), bits)});
    set(law_id::L1, {offset},
        {"the distance and the length above are the length below", distance_is_inside,
         query("u o n", "(<= 0 u) (< u (- n o)) (<= 0 o)", "(and (<= 0 (+ u o)) (< (+ u o) n))")});
    set(law_id::L1, {cyclic_shift, inverse_cyclic_shift},
        {"a remainder is below its divisor", none,
         query("u n q r", "(< 0 n) (= u (+ (* q n) r)) (<= 0 r) (< r n)", "(< r n)")});

    // Two positions of a circle of n with the same remainder are some circles apart.
    const std::string shifted = query(
        "j k n circles", "(<= 0 j) (< j n) (<= 0 k) (< k n) (= (- j k) (* circles n))", "(= j k)");
    const std::string digits =
        query("i j k l b", "(<= 0 j) (< j b) (<= 0 l) (< l b) (= (+ (* i b) j) (+ (* k b) l))",
              "(and (= i k) (= j l))");
    set(law_id::L3, {unmerge}, {"a number has one list of digits", none, digits});
    set(law_id::L3, {merge, merge_divmod}, {"digits are those of one number", none, ""});
    set(law_id::L3, {embed},
        {"each stride exceeds the sum of all steps of smaller ones", strides_are_apart,
         query("i x k y s r",
               "(<= 0 x) (<= x r) (<= 0 y) (<= y r) (< r s) (= (+ (* i s) x) (+ (* k s) y))",
               "(and (= i k) (= x y))")});
    set(law_id::L3, {insert, replicate},
        {"all its indices share what is below, so there may be one only", at_most_one_each, ""});
    set(law_id::L3, {modulo},
        {"an index below the modulus is its own remainder", no_longer_than_modulus,
         query("u m q r", "(<= 0 u) (< u m) (= u (+ (* q m) r)) (<= 0 r) (< r m)", "(= u r)")});
    set(law_id::L3, {gather}, {"its entries are distinct", entries_differ, ""});
    set(law_id::L3, {xor_},
        {"the same bits are flipped for all indices of a row", none,
         query("i j k n", power + fmt::format(" (= {} {})", xored("j"), xored("k")), "(= j k)",
               bits)});
    set(law_id::L3, {cyclic_shift, inverse_cyclic_shift},
        {"a row is shifted by the same distance, and is no longer than the circle", none, shifted});

    set(law_id::L5, {pass, pad, left_pad, right_pad, slice, offset, freeze, embed, unmerge},
        {"a step adds the same below, wherever it starts", a_step_adds, ""});
    set(law_id::L5, {insert, replicate}, {"nothing below moves", none, ""});

    vector_rules[pass] = vectors_as_below;
    for (const transform_kind kind : {slice, offset}) vector_rules[kind] = vectors_of_a_part;
    for (const transform_kind kind : {pad, left_pad, right_pad})
        vector_rules[kind] = vectors_in_pads;
    for (const transform_kind kind : {embed, unmerge}) vector_rules[kind] = vectors_of_sums;
    for (const transform_kind kind : {merge, merge_divmod})
        vector_rules[kind] = vectors_of_the_last_digit;
    for (const transform_kind kind : {insert, replicate})
        vector_rules[kind] = vectors_of_repetitions;
    vector_rules[modulo] = vectors_of_a_modulus;
    for (const transform_kind kind : {xor_, cyclic_shift, inverse_cyclic_shift})
        vector_rules[kind] = vectors_of_one_index;

    const std::string matrix = "packed [M,N]", flipped = "packed [M,2^k]";
    pairs["slice.pad"] = {
        {"(u + l) - l = u, and the index with the pad has an element", nullptr,
         query("u n l r", "(<= 0 u) (< u n) (<= 0 l) (<= 0 r)",
               "(and (= (- (+ u l) l) u) (<= l (+ u l)) (< (+ u l) (+ l n)))")},
        matrix + " -> {pad(L,R): 0 -> 0; pass: 1 -> 1} -> {slice(L,L+M): 0 -> 0; pass: 1 -> 1}",
        matrix,
        "M, N, L>=0, R>=0"};
    pairs["unmerge.merge"] = {{"digits of a number, put together", nullptr,
                               query("x b q r", "(= x (+ (* q b) r))", "(= (+ (* q b) r) x)")},
                              "packed [A*B,N] -> {unmerge(A,B): 0 -> 0,1; pass: 1 -> 2} -> {merge: "
                              "0,1 -> 0; pass: 2 -> 1}",
                              "packed [A*B,N]",
                              "A, B, N"};
    pairs["merge.unmerge"] = {{"a number of digits has these digits", nullptr, digits},
                              matrix + " -> {merge: 0,1 -> 0} -> {unmerge(M,N): 0 -> 0,1}",
                              matrix,
                              "M, N"};
    pairs["freeze.insert"] = {
        {"what is frozen had no index below", nullptr, ""},
        matrix +
            " -> {insert(R): () -> 0; pass: 0 -> 1; pass: 1 -> 2} -> {freeze(I): 0 -> (); pass: "
            "1 -> 0; pass: 2 -> 1}",
        matrix,
        "M, N, R, I>=0, I<R"};
    pairs["transpose.transpose"] = {
        {"a permutation of dims, and its inverse", nullptr, ""},
        "packed [A,B,C] -> {pass: 0 -> 1; pass: 1 -> 2; pass: 2 -> 0} -> {pass: 1 -> 0; pass: 2 -> "
        "1; pass: 0 -> 2}",
        "packed [A,B,C]",
        "A, B, C"};
    pairs["xor.xor"] = {
        {"bits flipped twice", nullptr,
         query("i j k n", power, fmt::format("(= {} j)", xored(xored("j").c_str())), bits)},
        flipped + " -> {xor: 0,1 -> 0,1} -> {xor: 0,1 -> 0,1}",
        flipped,
        "M, k>=0"};
    pairs["cyclic_shift.inverse_cyclic_shift"] = {
        {"a row shifted there and back", nullptr, shifted},
        matrix + " -> {cyclic_shift: 0,1 -> 0,1} -> {inverse_cyclic_shift: 0,1 -> 0,1}",
        matrix,
        "M, N"};
}

}  // namespace tileproof::prove
