// SPDX-License-Identifier: MIT
#include "extras/prove/lemma_proofs.hpp"

#include "extras/prove/equality.hpp"
#include "extras/prove/solver.hpp"
#include "extras/prove/symbolic_offset.hpp"

#include <fmt/format.h>
#include <future>
#include <thread>
#include <tileproof/magic_division.hpp>

namespace tileproof::prove {
namespace {

using properties::law_id;

constexpr int patience = 400;  // million steps of Z3

proved_lemma proved(std::string name, const lemma& l) {
    if (l.proof.empty()) return {std::move(name), l.statement, "definition"};
    const bool holds = solve(l.proof, {}, patience).what == solver_answer::kind::no_model;
    return {std::move(name), l.statement, holds ? "proved" : "not proved"};
}

std::string integers(const std::string& names, const std::string& premises,
                     const std::string& conclusion) {
    std::string text;
    for (const char name : names) text += fmt::format("(declare-const {} Int)\n", name);
    return text + fmt::format("(assert (and {}))\n(assert (not {}))\n", premises, conclusion);
}

}  // namespace

std::map<std::string, lemma> division_lemmas() {
    // W, S, d, x, m as in the header; M = m + W, e = M d - W S; h is the high half of x m, q the result.
    return {
        {"L8 1 multiplier",
         {"M d = W S + e with 0 < e <= d", nullptr,
          integers("WSdme",
                   "(< 0 d) (<= (* (- m 1) d) (* W (- S d))) (< (* W (- S d)) (* m d)) (= e (- (* "
                   "(+ m W) d) (* W S)))",
                   "(and (< 0 e) (<= e d))")}},
        {"L8 2 multiplier fits",
         {"m < W, because S < 2 d", nullptr,
          integers("WSdm",
                   "(< 0 d) (< (* 2 d) W) (<= d S) (< S (* 2 d)) (<= (* (- m 1) d) (* W (- S d)))",
                   "(< m W)")}},
        {"L8 3 sum fits",
         {"h + x < W, because x < W / 2", nullptr,
          integers("Wxmh", "(<= 0 x) (< (* 2 x) W) (<= 0 m) (< m W) (<= (* h W) (* x m))",
                   "(< (+ h x) W)")}},
        {"L8 4 shift",
         {"q = floor(x M / (W S))", nullptr,
          integers(
              "WSxmhq",
              "(< 0 W) (< 0 S) (<= (* h W) (* x m)) (< (* x m) (* (+ h 1) W)) (<= (* q S) (+ h x)) "
              "(< (+ h x) (* (+ q 1) S))",
              "(and (<= (* (* q S) W) (* x (+ m W))) (< (* x (+ m W)) (* (* (+ q 1) S) W)))")}},
        {"L8 5 error",
         {"e x < W S, because e <= d <= S and x < W", nullptr,
          integers("WSdxe", "(< 0 e) (<= e d) (<= d S) (<= 0 x) (< x W)", "(< (* e x) (* W S))")}},
        {"L8 6 theorem",
         {"floor(x M / P) = floor(x / d) for M d = P + e, e x < P", nullptr,
          integers("PMdxeqr",
                   "(< 0 d) (< 0 P) (<= 0 x) (= (* M d) (+ P e)) (< 0 e) (= x (+ (* q d) r)) (<= 0 "
                   "r) (< r d) (< (* x e) P)",
                   "(and (<= (* q P) (* x M)) (< (* x M) (* (+ q 1) P)))")}},
    };
}

long_index_t first_wrong_multiplier(long_index_t first, long_index_t last) {
    for (long_index_t d = first; d <= last; ++d) {
        const auto made = make_magic_divisor<index_t>(d);
        const auto divisor = static_cast<std::uint64_t>(d);
        const std::uint64_t power = std::uint64_t{1} << made.shift;
        const bool least = power >= divisor && (made.shift == 0 || power / 2 < divisor);
        const std::uint64_t high = (power - divisor) << 32, times = made.multiplier;
        if (!least || (times - 1) * divisor > high || times * divisor <= high) return d;
    }
    return 0;
}

void prove_lemmas(const lemma_book& book, const std::function<void(const proved_lemma&)>& say) {
    for (const law_id law : {law_id::L1, law_id::L3})
        for (int k = 0; k < transform_kind_count; ++k) {
            const auto kind = static_cast<transform_kind>(k);
            say(proved(fmt::format("{} {}", properties::about(law).code, name_of(kind)),
                       book.at(law, kind)));
        }
    for (const auto& [name, l] : book.pairs) {
        proved_lemma p = proved("L10 " + name, l);
        const answer_options no_sizes{.laws = {}, .try_sizes = false};
        const auto a = equality_of(layout_pair(l.with, l.without, l.given), no_sizes);
        p.verdict = p.verdict == "not proved"   ? p.verdict
                    : a.what == verdict::proved ? "proved"
                                                : "not proved";
        say(p);
    }
    for (const auto& [name, l] : quotient_lemmas()) say(proved(name, l));
    for (const auto& [name, l] : division_lemmas()) say(proved(name, l));
    constexpr long_index_t last = 0x7fff'ffff;
    const long_index_t parts = std::max(std::thread::hardware_concurrency(), 1u);
    std::vector<std::future<long_index_t>> wrong;
    for (long_index_t i = 0; i < parts; ++i)
        wrong.push_back(std::async(std::launch::async, first_wrong_multiplier, last / parts * i + 1,
                                   i + 1 == parts ? last : last / parts * (i + 1)));
    long_index_t first = 0;
    for (auto& part : wrong)
        if (const long_index_t d = part.get(); first == 0) first = d;
    say({"L8 7 code",
         first == 0 ? fmt::format("make_magic_divisor's multiplier and shift are those of 1, for "
                                  "all {} divisors of 32 bits",
                                  last)
                    : fmt::format("make_magic_divisor is wrong for {}", first),
         first == 0 ? "computed" : "not proved"});
}

}  // namespace tileproof::prove
