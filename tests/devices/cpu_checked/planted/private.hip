// SPDX-License-Identifier: MIT
// A thread's own variables that are read before they are set. Each wrong kernel has a right twin.
#include "tests/devices/cpu_checked/planted/planted.hpp"

namespace {

__global__ void never_sets_its_sum(const float* in, float* out, int*, int n) {
    float sum;
    for (int i = 0; i < n; ++i) sum += in[i];  // finding: never_sets_its_sum in sum
    out[threadIdx.x] = sum;
}
PLANTED(never_sets_its_sum, uninitialised_variable, 1, 2, 0)

__global__ void sets_its_sum(const float* in, float* out, int*, int n) {
    float sum;
    sum = 0;
    for (int i = 0; i < n; ++i) sum += in[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
RIGHT(sets_its_sum, 2, 32, 0)

// The components of a vector by their number, all of them or all but one.
__global__ void leaves_a_component_unset(const float* in, float* out, int*, int) {
    float4 v;
    v.x = in[threadIdx.x];
    v.y = v.x;
    v.z = v.data[1];
    out[threadIdx.x] = v.w;  // finding: leaves_a_component_unset in v
}
PLANTED(leaves_a_component_unset, uninitialised_variable, 1, 2, 0)

__global__ void sets_all_components(const float* in, float* out, int*, int n) {
    float4 v;
    for (int i = 0; i < 4; ++i) v.data[i] = in[i % n];
    const float4 w = v;
    out[blockIdx.x * blockDim.x + threadIdx.x] = w.x + w.data[3] + v.z;
}
RIGHT(sets_all_components, 2, 32, 0)

// The last of four accumulators.
__global__ void clears_too_few_sums(const float* in, float* out, int*, int n) {
    float sums[4];
    for (int i = 0; i < 3; ++i) sums[i] = 0;
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < 4; ++i) sums[i] += in[k];  // finding: clears_too_few_sums in sums
    out[threadIdx.x] = sums[0] + sums[1];
}
PLANTED(clears_too_few_sums, uninitialised_variable, 1, 2, 0)

__global__ void clears_all_sums(const float* in, float* out, int*, int n) {
    float sums[4][2];
    for (int i = 0; i < 8; ++i) sums[i / 2][i % 2] = 0;
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < 4; ++i) sums[i][k % 2] += in[k];
    out[threadIdx.x] = sums[0][0] + sums[3][1];
}
RIGHT(clears_all_sums, 1, 32, 0)

__global__ void sets_it_for_some_threads(const float* in, float* out, int*, int n) {
    float value;
    if (threadIdx.x + 1 < static_cast<unsigned>(n)) value = in[threadIdx.x];
    out[threadIdx.x] = value;  // finding: sets_it_for_some_threads in value
}
PLANTED(sets_it_for_some_threads, uninitialised_variable, 1, 2, 0)

__global__ void reads_it_for_those_threads(const float* in, float* out, int*, int n) {
    float value;
    const bool inside = threadIdx.x + 1 < static_cast<unsigned>(n);
    if (inside) value = in[threadIdx.x];
    __syncthreads();
    if (inside) out[threadIdx.x] = value;
}
RIGHT(reads_it_for_those_threads, 1, 32, 0)

struct pair_of {
    float first, second;
};
__global__ void sets_one_of_two_members(const float* in, float* out, int*, int) {
    pair_of p;
    p.first = in[threadIdx.x];
    out[threadIdx.x] = p.first * p.second;  // finding: sets_one_of_two_members in p
}
PLANTED(sets_one_of_two_members, uninitialised_variable, 1, 2, 0)

// An element of a vector at a time, or two of them: the others are not read by that.
typedef float four_floats __attribute__((ext_vector_type(4)));
__global__ void sets_vectors_by_elements(const float* in, float* out, int*, int n) {
    four_floats v, w, all;
    v.x = in[0];
    for (int i = 1; i < 4; ++i) v[i] = in[i % n];
    w.zx = v.xy;
    w.w = w.x;
    all.wzyx = v;
    out[threadIdx.x] = v.x + v.w + w.w + all.y;
}
RIGHT(sets_vectors_by_elements, 1, 32, 0)

__global__ void adds_to_an_element_of_nothing(const float* in, float* out, int*, int) {
    four_floats v;
    v.x += in[threadIdx.x];  // finding: adds_to_an_element_of_nothing in v
    out[threadIdx.x] = v.x;
}
PLANTED(adds_to_an_element_of_nothing, uninitialised_variable, 1, 2, 0)

typedef float two_floats __attribute__((ext_vector_type(2)));
typedef float three_floats __attribute__((ext_vector_type(3)));
__global__ void uses_two_elements_of_which_one_is_set(const float* in, float* out, int*, int) {
    four_floats v;
    v.x = in[threadIdx.x];
    const two_floats doubled = 2 * v.xw;  // finding: uses_two_elements_of_which_one_is_set in v
    out[threadIdx.x] = doubled.x;
}
PLANTED(uses_two_elements_of_which_one_is_set, uninitialised_variable, 1, 2, 0)

__global__ void sets_the_other_half(const float* in, float* out, int*, int) {
    four_floats v;
    v.lo = in[threadIdx.x];
    out[threadIdx.x] = v.w;  // finding: sets_the_other_half in v
}
PLANTED(sets_the_other_half, uninitialised_variable, 1, 2, 0)

__global__ void uses_the_set_elements_of_vectors(const float* in, float* out, int*, int) {
    four_floats v;
    three_floats three, copy;
    v.zx = in[threadIdx.x];
    three.x = v.z;
    copy = three;
    const two_floats sum = v.xz + v.even;
    out[threadIdx.x] = sum.x + copy.x;
}
RIGHT(uses_the_set_elements_of_vectors, 1, 32, 0)

// Handed to functions by reference, which set it or do not.
__device__ __attribute__((noinline)) void add(float& to, float value) {
    to += value;  // finding: adds_by_reference_to_nothing in sum
}
__global__ void adds_by_reference_to_nothing(const float* in, float* out, int*, int) {
    float sum;
    add(sum, in[threadIdx.x]);
    out[threadIdx.x] = sum;
}
PLANTED(adds_by_reference_to_nothing, uninitialised_variable, 1, 2, 0)

__device__ __attribute__((noinline)) void load(const float* in, float (&to)[4]) {
    for (int i = 0; i < 4; ++i) to[i] = in[i];
}
__global__ void loads_by_reference(const float* in, float* out, int*, int) {
    for (int round = 0; round < 3; ++round) {
        float tile[4], sine, cosine;
        load(in, tile);
        sincosf(tile[1], &sine, &cosine);
        add(tile[2], sine + cosine);
        out[threadIdx.x] = tile[3] + tile[2];
    }
}
RIGHT(loads_by_reference, 1, 32, 0)

// Fetches ahead: the last turn moves what was not fetched any more, and nobody uses it.
__global__ void fetches_ahead(const float* in, float* out, int*, int n) {
    float current[2], next[2];
    pair_of p{0, 0}, q;
    current[0] = in[0];
    current[1] = in[1 % n];
    float sum = 0;
    for (int k = 0; k < n; k += 2) {
        if (k + 3 < n) {
            next[0] = in[k + 2];
            next[1] = in[k + 3];
            q.first = in[k];
            q.second = in[k + 1];
        }
        sum += current[0] + current[1] + p.first;
        if (k + 2 < n) p = q;
        for (int i = 0; i < 2; ++i) current[i] = next[i];
    }
    out[threadIdx.x] = sum;
}
RIGHT(fetches_ahead, 1, 32, 0)

__global__ void uses_what_it_did_not_fetch(const float* in, float* out, int*, int n) {
    float current = in[0], next;
    float sum = 0;
    for (int k = 0; k < n; ++k) {
        if (k + 2 < n) next = in[k + 1];
        sum += current;
        if (k + 1 == n) sum += next;  // finding: uses_what_it_did_not_fetch in next
        current = next;
    }
    out[threadIdx.x] = sum;
}
PLANTED(uses_what_it_did_not_fetch, uninitialised_variable, 1, 1, 0)

// Set by reference, all of it, and then made unset again by what is moved there.
__device__ __attribute__((noinline)) void double_it(float& to) {
    to += to;  // finding: moves_nothing_to_what_was_set in value
}
__device__ __attribute__((noinline)) void set(float& to, float value) { to = value; }
__global__ void moves_nothing_to_what_was_set(const float* in, float* out, int*, int n) {
    float value, other;
    if (n > 1 << 20) other = in[0];
    set(value, in[threadIdx.x]);
    add(value, 1);
    value = other;
    double_it(value);
    out[threadIdx.x] = value;
}
PLANTED(moves_nothing_to_what_was_set, uninitialised_variable, 1, 2, 0)

__device__ __attribute__((noinline)) float product_of(const pair_of& p) {
    return p.first * p.second;  // finding: moves_half_a_pair in p
}
__device__ __attribute__((noinline)) void set_both(pair_of& p, float value) {
    p.first = value;
    p.second = value;
}
__global__ void moves_half_a_pair(const float* in, float* out, int*, int) {
    pair_of p, q;
    set_both(p, in[threadIdx.x]);
    q.first = 1;
    p = q;
    out[threadIdx.x] = product_of(p);
}
PLANTED(moves_half_a_pair, uninitialised_variable, 1, 2, 0)

__global__ void moves_a_pair(const float* in, float* out, int*, int) {
    for (int round = 0; round < 3; ++round) {
        pair_of p, q;
        set_both(p, in[threadIdx.x]);
        q.first = product_of(p);
        q.second = 2;
        p = q;
        out[threadIdx.x] = product_of(p);
    }
}
RIGHT(moves_a_pair, 1, 32, 0)

// A lambda, and a template that is made with one, have a $ in their names.
template <class Op>
__device__ __attribute__((noinline)) float reduced(const float* v, int n, Op op) {
    float r = v[0];
    for (int i = 1; i < n; ++i) r = op(r, v[i]);  // finding: sums_four_of_three_by_a_lambda in part
    return r;
}
__global__ void sums_four_of_three_by_a_lambda(const float* in, float* out, int*, int) {
    float part[4];
    for (int i = 0; i < 3; ++i) part[i] = in[i];
    out[threadIdx.x] = reduced(part, 4, [](float a, float b) { return a + b; });
}
PLANTED(sums_four_of_three_by_a_lambda, uninitialised_variable, 1, 4, 0)

__global__ void adds_by_a_lambda_to_nothing(const float*, float* out, int*, int) {
    const auto add_one = [](float* p) { *p += 1; };  // finding: adds_by_a_lambda_to_nothing in x
    float x;
    add_one(&x);
    out[threadIdx.x] = x;
}
PLANTED(adds_by_a_lambda_to_nothing, uninitialised_variable, 1, 1, 0)

__global__ void sums_four_of_four_by_a_lambda(const float* in, float* out, int*, int) {
    float part[4], last;
    const auto set_to = [](float* p, float value) { *p = value; };
    for (int i = 0; i < 3; ++i) part[i] = in[i];
    set_to(&part[3], 2);
    set_to(&last, reduced(part, 4, [](float a, float b) { return a * b; }));
    out[threadIdx.x] = last;
}
RIGHT(sums_four_of_four_by_a_lambda, 1, 32, 0)

// What nobody can set is not missing: classes without members, and padding.
struct nothing {};
struct two_nothings {
    nothing a, b;
};
struct padded {
    char tag;
    int value;
};
struct maybe {
    bool is_there;
    int value;
};
__device__ __attribute__((noinline)) int tag_of(two_nothings, padded p) { return p.tag; }
__device__ __attribute__((noinline)) two_nothings made_of_nothing() {
    two_nothings n;
    return n;
}
__device__ __attribute__((noinline)) padded padded_with(int value) {
    padded p;
    p.tag = 1;
    p.value = value;
    return p;
}
__device__ __attribute__((noinline)) maybe nothing_at(int value) {
    maybe m;
    m.is_there = value < 0;
    if (m.is_there) m.value = value;
    return m;
}
__global__ void copies_what_nobody_can_set(const float*, float* out, int*, int n) {
    two_nothings x, y = x, z;
    const two_nothings* const px = &x;
    z = *px;
    padded all[3], some = padded_with(n), copy;
    for (padded& p : all) p = some;
    copy = all[n % 3];
    const maybe m = nothing_at(n);
    out[blockIdx.x * blockDim.x + threadIdx.x] =
        static_cast<float>(tag_of(z, copy) + tag_of(made_of_nothing(), all[1]) + tag_of(y, padded_with(n)) +
                           (m.is_there ? m.value : 0));
}
RIGHT(copies_what_nobody_can_set, 2, 32, 0)

__device__ __attribute__((noinline)) padded padded_with_nothing() {
    padded p;
    return p;  // finding: returns_what_it_never_set in p
}
__global__ void returns_what_it_never_set(const float*, float* out, int*, int) {
    out[threadIdx.x] = static_cast<float>(padded_with_nothing().tag);
}
PLANTED(returns_what_it_never_set, uninitialised_variable, 1, 2, 0)

// A copy of what is unset is as unset, also on its way to an inlined function.
__device__ __forceinline__ float twice(float value) { return 2 * value; }
__global__ void passes_a_copy_of_nothing(const float* in, float* out, int*, int n) {
    float value;
    if (n > 1 << 20) value = in[0];
    const float copy = value;
    out[threadIdx.x] = twice(copy);  // finding: passes_a_copy_of_nothing in value
}
PLANTED(passes_a_copy_of_nothing, uninitialised_variable, 1, 2, 0)

// The last turn moves what was not fetched any more, and it is used.
__global__ void uses_what_was_moved_to_it(const float* in, float* out, int*, int n) {
    float current = in[0], next;
    for (int k = 1; k < n; ++k) {
        if (k + 1 < n) next = in[k];
        current = next;
    }
    out[threadIdx.x] = current;  // finding: uses_what_was_moved_to_it in next
}
PLANTED(uses_what_was_moved_to_it, uninitialised_variable, 1, 2, 0)

struct many {
    float values[9];
    char tag;
};
__device__ __attribute__((noinline)) many many_of(float value, int set) {
    many m;
    for (int i = 0; i < set; ++i) m.values[i] = value;
    return m;
}
__global__ void uses_the_set_part_of_copies(const float* in, float* out, int*, int) {
    const many m = many_of(in[0], 5);
    many copy = m;
    pair_of half, other;
    half.first = m.values[4];
    other = half;
    out[threadIdx.x] = copy.values[0] + twice(other.first);
}
RIGHT(uses_the_set_part_of_copies, 1, 32, 0)

__device__ __attribute__((noinline)) void set_some(many& m, float value, int set) {
    for (int i = 0; i < set; ++i) m.values[i] = value;
}
__global__ void uses_the_rest_of_a_copy(const float* in, float* out, int*, int) {
    many some;
    set_some(some, in[0], 5);
    const many m = some;
    out[threadIdx.x] = m.values[5];  // finding: uses_the_rest_of_a_copy in m
}
PLANTED(uses_the_rest_of_a_copy, uninitialised_variable, 1, 2, 0)

// One of two variables, by their addresses.
__global__ void chooses_what_it_never_set(const float* in, float* out, int*, int n) {
    float first = in[0], second;
    float& chosen = n > 1 << 20 ? first : second;
    out[threadIdx.x] = chosen;  // finding: chooses_what_it_never_set in second
}
PLANTED(chooses_what_it_never_set, uninitialised_variable, 1, 2, 0)

__global__ void chooses_what_it_has_set(const float* in, float* out, int*, int n) {
    float first, second;
    float& chosen = n > 1 << 20 ? first : second;
    chosen = in[0];
    out[threadIdx.x] = second + chosen;
}
RIGHT(chooses_what_it_has_set, 1, 32, 0)

// A function may return a struct of which a part is unset: whoever reads that part makes the mistake.
struct best_of {
    float value;
    int index;
};
struct three_of {
    float first, second;
    int third;
};
__device__ __attribute__((noinline)) best_of best(const float* in, int n) {
    best_of found;
    found.value = in[0];
    for (int i = 1; i < n; ++i)
        if (in[i] > 1e30f) found = {in[i], i};
    return found;
}
__device__ best_of best_or_first(const float* in, int n) {
    if (n < 0) return {in[0], 0};
    return best(in, n);
}
__device__ three_of without_its_second(float value) {
    three_of t;
    t.first = value;
    t.third = 3;
    return t;
}
__device__ best_of last(const float* in, int n) {
    best_of found;
    best(in, n);
    found.value = in[n - 1];
    found.index = n - 1;
    return found;
}
__global__ void reads_an_index_that_nobody_set(const float* in, float* out, int*, int n) {
    const best_of b = best_or_first(in, n);
    out[threadIdx.x] = b.value + b.index;  // finding: reads_an_index_that_nobody_set in b
}
PLANTED(reads_an_index_that_nobody_set, uninitialised_variable, 1, 2, 0)

__global__ void keeps_a_result_of_which_a_part_is_unset(const float* in, float* out, int*, int n) {
    best_of kept = {0, 0};
    kept = best(in, n);
    out[threadIdx.x] = kept.index;  // finding: keeps_a_result_of_which_a_part_is_unset in found
}
PLANTED(keeps_a_result_of_which_a_part_is_unset, uninitialised_variable, 1, 2, 0)

__global__ void reads_the_second_of_three(const float* in, float* out, int*, int) {
    const three_of t = without_its_second(in[0]);
    out[threadIdx.x] = t.third + t.first + t.second;  // finding: reads_the_second_of_three in t
}
PLANTED(reads_the_second_of_three, uninitialised_variable, 1, 2, 0)

__global__ void reads_what_was_set_of_results(const float* in, float* out, int*, int n) {
    best_of b = best(in, n), copy = b;
    const three_of t = without_its_second(in[0]);
    b.index = n;
    copy = last(in, n);
    best(in, n);
    best_of* const other = n > 1 << 20 ? &copy : &b;
    out[threadIdx.x] = b.value + b.index + copy.index + t.first + t.third + other->index + best(in, n).value;
}
RIGHT(reads_what_was_set_of_results, 1, 32, 0)

// An inlined function has a copy of the struct that it takes: only what it reads must be set.
__device__ __forceinline__ float value_of(best_of b) { return b.value; }
__device__ __forceinline__ best_of larger_of(best_of a, best_of b) { return a.value > b.value ? a : b; }
__device__ __forceinline__ int index_of(best_of b) {
    return b.index;  // finding: reads_the_unset_part_of_a_copy in found
}
__global__ void passes_structs_of_which_a_part_is_unset(const float* in, float* out, int*, int n) {
    best_of own;
    own.value = in[0];
    const best_of b = best(in, n), c = larger_of(own, b);
    out[threadIdx.x] = value_of(own) + value_of(best(in, n)) + value_of(larger_of(c, best(in, n)));
}
RIGHT(passes_structs_of_which_a_part_is_unset, 1, 32, 0)

__global__ void reads_the_unset_part_of_a_copy(const float* in, float* out, int*, int n) {
    out[threadIdx.x] = index_of(best(in, n));
}
PLANTED(reads_the_unset_part_of_a_copy, uninitialised_variable, 1, 2, 0)

}  // namespace
