// SPDX-License-Identifier: MIT
// A program with hipRAND: it draws on the device and on the host, and ends with 1 when a number is not what it should be.
//
// Philox4x32-10 of key 0 and counter 0 is known (Random123); XORWOW's, MRG32k3a's and the other sequences are worked out
// here from their recurrences, or are to agree with themselves in another order.
#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
#include <hiprand/hiprand_mtgp32_host.h>
#include <rocrand/rocrand_mtgp32_11213.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

static int wrong = 0;
static void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("wrong: %s\n", what);
    wrong = 1;
}
static bool near(double a, double b, double by) { return std::abs(a - b) <= by; }

template <class T>
struct on_device {
    T* data = nullptr;
    std::size_t n;
    explicit on_device(std::size_t n) : n(n) { (void)hipMalloc(&data, n * sizeof(T)); }
    ~on_device() { (void)hipFree(data); }
    std::vector<T> read() const {
        std::vector<T> v(n);
        (void)hipMemcpy(v.data(), data, n * sizeof(T), hipMemcpyDeviceToHost);
        return v;
    }
};

// Each thread draws `each` numbers of its own subsequence, after the first `skipped`.
template <class State>
__global__ void draw_words(unsigned* out, int each, unsigned long long seed,
                           unsigned long long skipped) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    State state;
    hiprand_init(seed, i, skipped, &state);
    for (int k = 0; k < each; ++k) out[i * each + k] = hiprand(&state);
}
template <class State>
std::vector<unsigned> words(int threads, int each, unsigned long long seed,
                            unsigned long long skipped) {
    on_device<unsigned> out(static_cast<std::size_t>(threads) * each);
    const int in_block = std::min(threads, 64);
    draw_words<State><<<(threads + 63) / 64, in_block>>>(out.data, each, seed, skipped);
    return out.read();
}
template <class State>
void draws_one_sequence(const char* name) {
    const auto all = words<State>(2, 40, 99, 0), later = words<State>(2, 30, 99, 10);
    bool same = true;
    for (int i = 0; i < 30; ++i)
        same = same && all[10 + i] == later[i] && all[50 + i] == later[30 + i];
    expect(same, name);
    expect(all[0] != all[40] && all[0] != words<State>(1, 1, 98, 0)[0], name);
}

// What the distributions of one state draw.
template <class State>
__global__ void draw_numbers(float* uniform, double* normal, float* exponentials,
                             unsigned* counts) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    State state;
    hiprand_init(5, i, 0, &state);
    uniform[i] = hiprand_uniform(&state);
    normal[i] = hiprand_normal_double(&state);
    exponentials[i] = hiprand_log_normal(&state, 0.0f, 1.0f) + hiprand_normal(&state) * 0;
    counts[i] = hiprand_poisson(&state, 4.0);
}

template <class T>
void has_moments(const std::vector<T>& v, double mean, double variance, const char* what) {
    double sum = 0, squares = 0;
    for (const T x : v) {
        sum += static_cast<double>(x);
        squares += static_cast<double>(x) * static_cast<double>(x);
    }
    const double n = static_cast<double>(v.size()), m = sum / n;
    // Five standard errors of the mean; the variance only roughly.
    expect(near(m, mean, 5 * std::sqrt(variance / n)), what);
    expect(near(squares / n - m * m, variance, 0.2 * variance + 0.02), what);
}
template <class State>
void has_distributions(const char* name) {
    constexpr int n = 1024;
    on_device<float> uniform(n), exponentials(n);
    on_device<double> normal(n);
    on_device<unsigned> counts(n);
    draw_numbers<State>
        <<<n / 128, 128>>>(uniform.data, normal.data, exponentials.data, counts.data);
    const auto u = uniform.read();
    for (const float x : u)
        if (!(x > 0 && x <= 1)) expect(false, "uniform numbers lie above 0, up to 1");
    has_moments(u, 0.5, 1.0 / 12, name);
    has_moments(normal.read(), 0, 1, name);
    has_moments(counts.read(), 4, 4, name);
    auto logarithms = exponentials.read();
    for (float& x : logarithms) x = std::log(x);
    has_moments(logarithms, 0, 1, name);
}

static void philox_is_known() {
    const auto all = words<hiprandStatePhilox4_32_10_t>(1, 5, 0, 0);
    const unsigned known[] = {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u};
    for (int i = 0; i < 4; ++i) expect(all[i] == known[i], "Philox4x32-10 of key 0 and counter 0");
}

// The seed that leaves the state as Marsaglia's paper begins it.
static void xorwow_is_marsaglias() {
    const auto all = words<hiprandStateXORWOW_t>(1, 64, 0xa03697cb2c7f967full, 0);
    std::uint32_t x = 123456789, y = 362436069, z = 521288629, w = 88675123, v = 5783321,
                  d = 6615241;
    for (const unsigned drawn : all) {
        const std::uint32_t t = x ^ x >> 2;
        x = y, y = z, z = w, w = v;
        v = v ^ v << 4 ^ t ^ t << 1;
        d += 362437;
        expect(drawn == d + v, "XORWOW as in Marsaglia's paper");
    }
}

// L'Ecuyer's two recurrences, from the six words that the seed gives.
__global__ void draw_doubles(double* out, unsigned long long seed) {
    hiprandStateMRG32k3a_t state;
    hiprand_init(seed, 0, 0, &state);
    for (int i = 0; i < 64; ++i) out[i] = hiprand_uniform_double(&state);
}
static void mrg32k3a_is_lecuyers() {
    constexpr std::int64_t m1 = 4294967087, m2 = 4294944443;
    const std::uint64_t seed = 12345, x = seed ^ 0x55555555u, y = 0xaaaaaaaau;
    std::int64_t a[] = {std::int64_t(x * seed % m1), std::int64_t(y * seed % m1),
                        std::int64_t(x * seed % m1)};
    std::int64_t b[] = {std::int64_t(y * seed % m2), std::int64_t(x * seed % m2),
                        std::int64_t(y * seed % m2)};
    on_device<double> out(64);
    draw_doubles<<<1, 1>>>(out.data, seed);
    for (const double drawn : out.read()) {
        const std::int64_t p = ((1403580 * a[1] - 810728 * a[0]) % m1 + m1) % m1;
        const std::int64_t q = ((527612 * b[2] - 1370589 * b[0]) % m2 + m2) % m2;
        a[0] = a[1], a[1] = a[2], a[2] = p;
        b[0] = b[1], b[1] = b[2], b[2] = q;
        const std::int64_t difference = p > q ? p - q : p - q + m1;
        // Of (0, 1], so m1 stands for 1.
        expect(near(drawn * m1, static_cast<double>(difference), 0.001),
               "MRG32k3a as L'Ecuyer has it");
    }
}

// A block draws one sequence, by 256 threads at once or by 64 in turns.
__global__ void draw_together(hiprandStateMtgp32_t* states, unsigned* out, int turns) {
    __shared__ hiprandStateMtgp32_t state;
    hiprand_mtgp32_block_copy(&states[0], &state);
    for (int i = 0; i < turns; ++i) out[i * blockDim.x + threadIdx.x] = hiprand(&state);
}
static void mtgp32_is_one_sequence() {
    on_device<hiprandStateMtgp32_t> states(1);
    on_device<unsigned> wide(256), narrow(256);
    (void)hiprandMakeMTGP32KernelState(states.data, mtgp32dc_params_fast_11213, nullptr, 1, 7);
    draw_together<<<1, 256>>>(states.data, wide.data, 1);
    draw_together<<<1, 64>>>(states.data, narrow.data, 4);
    const auto w = wide.read();
    expect(w == narrow.read() && w[0] != w[1] && w[0] != 0, "MTGP32");
}

// Sobol's numbers of the first dimension: the bits of i ^ i / 2, mirrored.
__global__ void draw_sobol(unsigned* out) {
    hiprandDirectionVectors32_t vectors;
    for (int i = 0; i < 32; ++i) vectors[i] = 0x80000000u >> i;
    hiprandStateSobol32_t state;
    hiprand_init(vectors, threadIdx.x, &state);
    out[threadIdx.x] = hiprand(&state);
}
static void sobol_is_known() {
    on_device<unsigned> out(32);
    draw_sobol<<<1, 32>>>(out.data);
    const auto all = out.read();
    for (unsigned i = 0; i < 32; ++i) {
        unsigned mirrored = 0;
        for (unsigned bit = 0; bit < 32; ++bit)
            if ((i ^ i >> 1) >> bit & 1) mirrored |= 0x80000000u >> bit;
        expect(all[i] == mirrored, "Sobol32");
    }
}

__global__ void draw_fours(float4* numbers, uint4* words) {
    hiprandStatePhilox4_32_10_t state, other;
    hiprand_init(3, 0, 1, &state);
    other = state;
    words[0] = hiprand4(&state);
    for (int i = 0; i < 4; ++i) words[1].data[i] = hiprand(&other);
    numbers[0] = hiprand_uniform4(&state);
    for (int i = 0; i < 4; ++i) numbers[1].data[i] = hiprand_uniform(&other);
    numbers[2] = hiprand_normal4(&state);
}
static void fours_are_four_numbers() {
    on_device<float4> numbers(3);
    on_device<uint4> four(2);
    draw_fours<<<1, 1>>>(numbers.data, four.data);
    const auto n = numbers.read();
    const auto f = four.read();
    expect(f[0] == f[1] && n[0] == n[1], "four numbers at a time");
}

template <class State>
static void hosts_generator_draws_alike(hiprandRngType_t type, const char* name) {
    hiprandGenerator_t g = nullptr;
    expect(hiprandCreateGenerator(&g, type) == HIPRAND_STATUS_SUCCESS, name);
    (void)hiprandSetPseudoRandomGeneratorSeed(g, 77);
    (void)hiprandSetGeneratorOffset(g, 5);
    on_device<unsigned> out(20);
    (void)hiprandGenerate(g, out.data, 12);
    (void)hiprandGenerate(g, out.data + 12, 8);
    expect(out.read() == words<State>(1, 20, 77, 5), name);
    (void)hiprandDestroyGenerator(g);
}
static void host_functions_have_distributions() {
    constexpr int n = 4096;
    hiprandGenerator_t g = nullptr;
    (void)hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_DEFAULT);
    on_device<float> f(n);
    on_device<double> d(n);
    on_device<unsigned> counts(n);
    expect(hiprandGenerateUniform(g, f.data, n) == HIPRAND_STATUS_SUCCESS,
           "hiprandGenerateUniform");
    for (const float x : f.read()) expect(x > 0 && x <= 1, "hiprandGenerateUniform");
    has_moments(f.read(), 0.5, 1.0 / 12, "hiprandGenerateUniform");
    (void)hiprandGenerateUniformDouble(g, d.data, n);
    has_moments(d.read(), 0.5, 1.0 / 12, "hiprandGenerateUniformDouble");
    (void)hiprandGenerateNormalDouble(g, d.data, n, 3, 2);
    has_moments(d.read(), 3, 4, "hiprandGenerateNormalDouble");
    (void)hiprandGenerateLogNormal(g, f.data, n, -1, 0.5f);
    auto logarithms = f.read();
    for (float& x : logarithms) x = std::log(x);
    has_moments(logarithms, -1, 0.25, "hiprandGenerateLogNormal");
    (void)hiprandGeneratePoisson(g, counts.data, n, 20);
    has_moments(counts.read(), 20, 20, "hiprandGeneratePoisson");
    expect(hiprandGenerateNormal(g, f.data, 7, 0, 1) == HIPRAND_STATUS_LENGTH_NOT_MULTIPLE,
           "an odd length");
    (void)hiprandDestroyGenerator(g);

    (void)hiprandCreateGeneratorHost(&g, HIPRAND_RNG_PSEUDO_PHILOX4_32_10);
    std::vector<float> here(n);
    (void)hiprandGenerateNormal(g, here.data(), n, 0, 1);
    has_moments(here, 0, 1, "hiprandCreateGeneratorHost");
    (void)hiprandDestroyGenerator(g);
    expect(hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_MT19937) == HIPRAND_STATUS_TYPE_ERROR,
           "MT19937");
}

// With an argument it makes two mistakes.
__global__ void begin(hiprandStateXORWOW_t* states) {
    if (threadIdx.x > 0) hiprand_init(1, threadIdx.x, 0, &states[threadIdx.x]);
}
__global__ void draw(hiprandStateXORWOW_t* states, float* out) {
    out[threadIdx.x] = hiprand_uniform(&states[threadIdx.x]);  // of a state that nobody began
}

int main(int count, char**) {
    if (count > 1) {
        on_device<float> out(64);
        on_device<hiprandStateXORWOW_t> states(64);
        begin<<<1, 64>>>(states.data);
        draw<<<1, 64>>>(states.data, out.data);
        hiprandGenerator_t g = nullptr;
        (void)hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_XORWOW);
        (void)hiprandGenerateUniform(g, out.data, 65);  // one more than there is room for
        (void)hiprandDestroyGenerator(g);
        return 0;
    }
    philox_is_known();
    xorwow_is_marsaglias();
    mrg32k3a_is_lecuyers();
    mtgp32_is_one_sequence();
    sobol_is_known();
    fours_are_four_numbers();
    draws_one_sequence<hiprandStateXORWOW_t>("XORWOW");
    draws_one_sequence<hiprandStatePhilox4_32_10_t>("Philox");
    draws_one_sequence<hiprandStateMRG32k3a_t>("MRG32k3a");
    has_distributions<hiprandStateXORWOW_t>("XORWOW");
    has_distributions<hiprandStatePhilox4_32_10_t>("Philox");
    has_distributions<hiprandStateMRG32k3a_t>("MRG32k3a");
    hosts_generator_draws_alike<hiprandStateXORWOW_t>(HIPRAND_RNG_PSEUDO_DEFAULT,
                                                      "generator XORWOW");
    hosts_generator_draws_alike<hiprandStatePhilox4_32_10_t>(HIPRAND_RNG_PSEUDO_PHILOX4_32_10,
                                                             "generator Philox");
    hosts_generator_draws_alike<hiprandStateMRG32k3a_t>(HIPRAND_RNG_PSEUDO_MRG32K3A,
                                                        "generator MRG32k3a");
    host_functions_have_distributions();
    std::printf(wrong ? "wrong\n" : "right\n");
    return wrong;
}
